import {
  Kind,
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';
import { readInteger } from './integer.ts';
import type { Target } from './target.ts';

/**
 * Parameters: one TypeBox schema describes each, and from its keywords come both the check here and the entry in
 * the OpenAPI document. Failures are worded as FastAPI with pydantic 2 words them, since clients read them.
 */

/** One member of a 422 list; the order of its members is the order on the wire. */
export interface Issue {
  type: string;
  loc: readonly ['path' | 'query' | 'body', ...string[]];
  msg: string;
  /** The value as sent, or null for a parameter that was not. */
  input: unknown;
  ctx?: Record<string, string | number>;
}

type Defaulted<S extends TSchema> = TOptional<S> & { default: Static<S> };
/** What a handler gets: a parameter that may be left out has its default or is null. */
type Value<S extends TSchema> = S extends { default: unknown }
  ? Static<S>
  : S extends TOptional<TSchema>
    ? Static<S> | null
    : Static<S>;
type Values<P extends TProperties> = { [Name in keyof P]: Value<P[Name]> };

/** A parameter that has this value when it is left out. */
export function withDefault<S extends TSchema>(schema: S, value: Static<S>): Defaulted<S> {
  return Type.Optional({ ...schema, default: value }) as Defaulted<S>;
}

/** A parameter that is one of these words. */
export function oneOf<const Words extends readonly string[]>(words: Words, description: string) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words, description });
}

/**
 * Makes the reader of a route's parameters. It gives the values, or the list of everything that is wrong with
 * them in order of declaration, path before query.
 */
export function paramsReader<P extends TProperties, Q extends TProperties>(
  route: string,
  path: TObject<P>,
  query: TObject<Q>,
): (target: Pick<Target, 'segments' | 'query'>) => (Values<P> & Values<Q>) | Issue[] {
  const template = route.split('/');
  const inPath = Object.entries(path.properties).map(
    ([name, schema]) => [template.indexOf(`:${name}`), parameter('path', name, schema)] as const,
  );
  const inQuery = Object.entries(query.properties).map(([name, schema]) => parameter('query', name, schema));
  return ({ segments, query: rawQuery }) => {
    const values: Record<string, Scalar> = {};
    const issues: Issue[] = [];
    for (const [position, read] of inPath) read(segments[position], values, issues);
    // URLSearchParams decodes as Python's parser does: escapes once, `+` as a space, bad UTF-8 as U+FFFD.
    const sent = inQuery.length === 0 || rawQuery === '' ? null : new URLSearchParams(rawQuery);
    for (const read of inQuery)
      read(sent === null ? undefined : lastOf(sent, read.parameter), values, issues);
    return issues.length > 0 ? issues : (values as Values<P> & Values<Q>);
  };
}

type Scalar = string | number | boolean | null;
type Failure = Pick<Issue, 'type' | 'msg' | 'ctx'>;
interface Parameter {
  (raw: string | undefined, values: Record<string, Scalar>, issues: Issue[]): void;
  parameter: string;
}

function lastOf(sent: URLSearchParams, name: string): string | undefined {
  return sent.getAll(name).at(-1);
}

function parameter(place: 'path' | 'query', name: string, schema: TSchema): Parameter {
  const read = scalarReader(schema);
  const isRequired = !(name in optionalNames(name, schema));
  const absent: Scalar = schema.default ?? null;
  const judge = (raw: string | undefined, values: Record<string, Scalar>, issues: Issue[]) => {
    if (raw === undefined && !isRequired) {
      values[name] = absent;
      return;
    }
    const outcome = raw === undefined ? MISSING : read(raw);
    if (isFailure(outcome)) {
      const { type, msg, ctx } = outcome;
      issues.push({ type, loc: [place, name], msg, input: raw ?? null, ...(ctx && { ctx }) });
    } else values[name] = outcome;
  };
  return Object.assign(judge, { parameter: name });
}

/** TypeBox alone knows how it marks an optional property, so it is asked. */
function optionalNames(name: string, schema: TSchema): Record<string, true> {
  const required = Type.Object({ [name]: schema }).required ?? [];
  return required.includes(name) ? {} : { [name]: true };
}

function isFailure(outcome: Scalar | Failure): outcome is Failure {
  return typeof outcome === 'object' && outcome !== null;
}

const MISSING: Failure = { type: 'missing', msg: 'Field required' };

function scalarReader(schema: TSchema): (raw: string) => Scalar | Failure {
  if (Array.isArray(schema.enum)) return wordReader(schema.enum);
  if (schema.type === 'integer') return integerReader(schema);
  if (schema.type === 'boolean') return readBoolean;
  if (schema.type === 'string') return textReader(schema);
  throw new Error(`No reader for a parameter of kind ${schema[Kind] ?? schema.type}`);
}

const INTEGER_FAILURES = {
  int_parsing: {
    type: 'int_parsing',
    msg: 'Input should be a valid integer, unable to parse string as an integer',
  },
  int_parsing_size: {
    type: 'int_parsing_size',
    msg: 'Unable to parse input string as an integer, exceeded maximum size',
  },
} satisfies Record<string, Failure>;

function integerReader({ minimum, maximum }: TSchema): (raw: string) => number | Failure {
  const ge: number = minimum ?? Number.NEGATIVE_INFINITY;
  const le: number = maximum ?? Number.POSITIVE_INFINITY;
  return (raw) => {
    const value = readInteger(raw);
    if (typeof value === 'string') return INTEGER_FAILURES[value];
    if (value > le) {
      return { type: 'less_than_equal', msg: `Input should be less than or equal to ${le}`, ctx: { le } };
    }
    if (value < ge) {
      return {
        type: 'greater_than_equal',
        msg: `Input should be greater than or equal to ${ge}`,
        ctx: { ge },
      };
    }
    return value;
  };
}

const WORDS_FOR: ReadonlyMap<string, boolean> = new Map([
  ...['0', 'f', 'n', 'no', 'off', 'false'].map((word) => [word, false] as const),
  ...['1', 't', 'y', 'on', 'yes', 'true'].map((word) => [word, true] as const),
]);
const ASCII_LETTERS_AND_DIGITS = /^[A-Za-z01]{1,5}$/;
const NO_BOOLEAN: Failure = {
  type: 'bool_parsing',
  msg: 'Input should be a valid boolean, unable to interpret input',
};

/** Case is ignored in ASCII only: `ſ` is no `s`, and white space is not stripped. */
function readBoolean(raw: string): boolean | Failure {
  if (!ASCII_LETTERS_AND_DIGITS.test(raw)) return NO_BOOLEAN;
  return WORDS_FOR.get(raw.toLowerCase()) ?? NO_BOOLEAN;
}

function textReader({ minLength = 0, maxLength }: TSchema): (raw: string) => string | Failure {
  const most: number = maxLength ?? Number.POSITIVE_INFINITY;
  return (raw) => {
    const length = countCodePoints(raw);
    if (length < minLength) {
      const msg = `String should have at least ${inCharacters(minLength)}`;
      return { type: 'string_too_short', msg, ctx: { min_length: minLength } };
    }
    if (length > most) {
      const msg = `String should have at most ${inCharacters(most)}`;
      return { type: 'string_too_long', msg, ctx: { max_length: most } };
    }
    return raw;
  };
}

function inCharacters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

/** Decoded text has no lone surrogates, so every high one begins a pair. */
function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) count--;
  }
  return count;
}

function wordReader(words: string[]): (raw: string) => string | Failure {
  const quoted = words.map((word) => `'${word}'`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  const failure: Failure = { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } };
  return (raw) => (words.includes(raw) ? raw : failure);
}
