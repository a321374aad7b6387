import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import type { Call } from './call.ts';
import { readInteger } from './integer.ts';
import type { Issue } from './params.ts';

/**
 * Bodies in JSON, described by one TypeBox schema each and judged in the words of FastAPI with pydantic 2, like
 * parameters. What a body with a secret in it gets wrong is told without what was sent: an error is no place for it.
 */
export type BodyValues<P extends TProperties> = Static<TObject<P>>;
type Failure = Pick<Issue, 'type' | 'msg' | 'ctx'>;

/** Gives the values, with `undefined` for what was left out, or the list of everything that is wrong. */
export function bodyReader<P extends TProperties>(
  schema: TObject<P>,
): (call: Call) => Promise<BodyValues<P> | Issue[]> {
  const fields = Object.entries(schema.properties);
  const required = new Set(schema.required ?? []);
  const isSecret = fields.some(([, field]) => field.writeOnly === true);
  const issue = (place: readonly string[], { type, msg, ctx }: Failure, input: unknown): Issue => ({
    type,
    loc: ['body', ...place],
    msg,
    input: isSecret ? null : (input ?? null),
    ...(ctx && { ctx }),
  });

  return async (call) => {
    const text = await call.request.text();
    if (text === '' && required.size === 0) return {} as BodyValues<P>;
    if (text === '') return [issue([], MISSING, null)];
    const body = parse(text);
    if (body === undefined) return [issue([], INVALID_JSON, null)];
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return [issue([], NO_OBJECT, body)];
    const issues: Issue[] = [];
    const values: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const sent = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
      if (sent === undefined) {
        if (required.has(name)) issues.push(issue([name], MISSING, body));
        continue;
      }
      const outcome = read(field, sent);
      if (outcome instanceof Wrong) issues.push(issue([name], outcome.failure, sent));
      else values[name] = outcome;
    }
    return issues.length > 0 ? issues : (values as BodyValues<P>);
  };
}

/** A failure of one field that its schema cannot express. */
export function valueError(field: string, what: string, input: unknown): Issue {
  const failure = { type: 'value_error', msg: `Value error, ${what}`, ctx: { error: what } };
  return {
    type: failure.type,
    loc: ['body', field],
    msg: failure.msg,
    input: (input as string) ?? null,
    ctx: failure.ctx,
  };
}

const MISSING: Failure = { type: 'missing', msg: 'Field required' };
const INVALID_JSON: Failure = { type: 'json_invalid', msg: 'JSON decode error' };
const NO_OBJECT: Failure = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};

class Wrong {
  constructor(readonly failure: Failure) {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function read(schema: TSchema, sent: unknown): unknown {
  const types: string[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (sent === null && types.includes('null')) return null;
  if (Array.isArray(schema.enum)) return readWord(schema.enum, sent);
  if (types.includes('integer')) return readWhole(schema, sent);
  if (types.includes('string')) return readText(schema, sent);
  throw new Error(`No reader for a field of type ${types}`);
}

function readWord(words: string[], sent: unknown): unknown {
  if (words.includes(sent as string)) return sent;
  const quoted = words.map((word) => `'${word}'`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  return new Wrong({ type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } });
}

function readWhole({ minimum, maximum }: TSchema, sent: unknown): unknown {
  const value = typeof sent === 'string' ? readInteger(sent) : sent;
  if (typeof value === 'string') {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    return new Wrong({ type: 'int_parsing', msg });
  }
  if (typeof value !== 'number') {
    return new Wrong({ type: 'int_type', msg: 'Input should be a valid integer' });
  }
  if (!Number.isInteger(value)) {
    const msg = 'Input should be a valid integer, got a number with a fractional part';
    return new Wrong({ type: 'int_from_float', msg });
  }
  if (value > maximum) {
    const msg = `Input should be less than or equal to ${maximum}`;
    return new Wrong({ type: 'less_than_equal', msg, ctx: { le: maximum } });
  }
  if (value < minimum) {
    const msg = `Input should be greater than or equal to ${minimum}`;
    return new Wrong({ type: 'greater_than_equal', msg, ctx: { ge: minimum } });
  }
  return value;
}

function readText({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: TSchema, sent: unknown): unknown {
  if (typeof sent !== 'string')
    return new Wrong({ type: 'string_type', msg: 'Input should be a valid string' });
  const length = [...sent].length;
  const characters = (count: number) => (count === 1 ? '1 character' : `${count} characters`);
  if (length < minLength) {
    const msg = `String should have at least ${characters(minLength)}`;
    return new Wrong({ type: 'string_too_short', msg, ctx: { min_length: minLength } });
  }
  if (length > maxLength) {
    const msg = `String should have at most ${characters(maxLength)}`;
    return new Wrong({ type: 'string_too_long', msg, ctx: { max_length: maxLength } });
  }
  return sent;
}
