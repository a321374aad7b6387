import {
  Kind,
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';
import type { Call } from './call.ts';
import { readInteger } from './integer.ts';

/**
 * Parameters and JSON bodies. One TypeBox schema describes each, and from its keywords come both the checks here and
 * the entry in the OpenAPI document. Failures are worded as FastAPI with pydantic 2 words them, since clients read them.
 */

/** One member of a 422 list; the order of its members is the order on the wire. */
export interface Issue {
  type: string;
  loc: readonly ['path' | 'query' | 'body', ...(string | number)[]];
  msg: string;
  /** The value as sent, or null for one that was not. */
  input: unknown;
  ctx?: Record<string, string | number>;
}

type Defaulted<S extends TSchema> = TOptional<S> & { default: Static<S> };
/** What a handler gets: a parameter that was left out has its default, or is null. */
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

/** A parameter that is one of these words; with a name, generated clients have one type of that name for it. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  description: string,
  name?: string,
) {
  const named = name === undefined ? {} : { $id: name };
  return Type.Unsafe<Words[number]>({ ...named, type: 'string', enum: words, description });
}

/**
 * Makes the reader of a route's parameters. It gives the values, or the list of everything that is wrong with them in
 * order of declaration, path before query.
 */
export function paramsReader<P extends TProperties, Q extends TProperties>(
  path: TObject<P>,
  query: TObject<Q>,
): (call: Pick<Call, 'params' | 'target'>) => (Values<P> & Values<Q>) | Issue[] {
  const inPath = fieldsOf(path);
  const inQuery = fieldsOf(query);
  return ({ params, target }) => {
    const values: Record<string, unknown> = {};
    const issues: Issue[] = [];
    for (const field of inPath) judgeParameter('path', field, params[field.name], values, issues);
    // URLSearchParams decodes as Python's parser does: escapes once, `+` as a space, bad UTF-8 as U+FFFD.
    const sent = inQuery.length === 0 || target.query === '' ? null : new URLSearchParams(target.query);
    for (const field of inQuery)
      judgeParameter('query', field, sent?.getAll(field.name).at(-1), values, issues);
    return issues.length > 0 ? issues : (values as Values<P> & Values<Q>);
  };
}

function judgeParameter(
  place: 'path' | 'query',
  { name, isRequired, initial, read }: Field,
  raw: string | undefined,
  values: Record<string, unknown>,
  issues: Issue[],
): void {
  if (raw === undefined && !isRequired) {
    values[name] = initial;
    return;
  }
  const outcome = raw === undefined ? MISSING : read(raw);
  if (outcome instanceof Failure) issues.push(issueOf([place, name], outcome, raw ?? null));
  else values[name] = outcome;
}

/**
 * Makes the reader of a JSON body. It gives the values, without those that were left out, or the list of everything
 * that is wrong. Errors for bodies that contain secrets leave out the submitted value.
 */
export function bodyReader<P extends TProperties>(
  schema: TObject<P>,
): (call: Pick<Call, 'request'>) => Promise<Static<TObject<P>> | Issue[]> {
  const fields = fieldsOf(schema);
  const mayBeEmpty = fields.every(({ isRequired }) => !isRequired);
  const hasSecrets = Object.values(schema.properties).some(({ writeOnly }) => writeOnly === true);
  const fail = (place: string[], failure: Failure, input: unknown): Issue =>
    issueOf(['body', ...place], failure, hasSecrets ? null : (input ?? null));

  return async ({ request }) => {
    const text = await request.text();
    if (text === '') return mayBeEmpty ? ({} as Static<TObject<P>>) : [fail([], MISSING, null)];
    const body = parseJson(text);
    if (body instanceof Failure) return [fail([], body, null)];
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return [fail([], NOT_AN_OBJECT, body)];
    const issues: Issue[] = [];
    const values: Record<string, unknown> = {};
    for (const { name, isRequired, read } of fields) {
      const sent = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
      if (sent === undefined && !isRequired) continue;
      const outcome = sent === undefined ? MISSING : read(sent);
      if (outcome instanceof Failure) issues.push(fail([name], outcome, sent === undefined ? body : sent));
      else values[name] = outcome;
    }
    return issues.length > 0 ? issues : (values as Static<TObject<P>>);
  };
}

/** A failure of one member of a body that its schema cannot express. */
export function valueError(member: string, what: string, input: unknown): Issue {
  const failure = new Failure('value_error', `Value error, ${what}`, { error: what });
  return issueOf(['body', member], failure, input ?? null);
}

function issueOf(loc: Issue['loc'], { type, msg, ctx }: Failure, input: unknown): Issue {
  return { type, loc, msg, input, ...(ctx && { ctx }) };
}

interface Field {
  name: string;
  isRequired: boolean;
  /** The value when it is left out. */
  initial: unknown;
  read: Reader;
}

function fieldsOf<P extends TProperties>(schema: TObject<P>): Field[] {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries(schema.properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    initial: schema.default ?? null,
    read: readerOf(schema),
  }));
}

/** Takes the text of a parameter or a value of JSON. */
type Reader = (sent: unknown) => unknown;

class Failure {
  constructor(
    readonly type: string,
    readonly msg: string,
    readonly ctx?: Record<string, string | number>,
  ) {}
}

const MISSING = new Failure('missing', 'Field required');
const INVALID_JSON = new Failure('json_invalid', 'JSON decode error');
const NOT_AN_OBJECT = new Failure(
  'model_attributes_type',
  'Input should be a valid dictionary or object to extract fields from',
);
const NOT_A_STRING = new Failure('string_type', 'Input should be a valid string');
const NOT_AN_INTEGER = new Failure('int_type', 'Input should be a valid integer');
const NOT_WHOLE = new Failure(
  'int_from_float',
  'Input should be a valid integer, got a number with a fractional part',
);
const NOT_A_BOOLEAN = new Failure('bool_type', 'Input should be a valid boolean');
const UNREADABLE_BOOLEAN = new Failure(
  'bool_parsing',
  'Input should be a valid boolean, unable to interpret input',
);
const UNREADABLE_INTEGER = {
  int_parsing: new Failure(
    'int_parsing',
    'Input should be a valid integer, unable to parse string as an integer',
  ),
  int_parsing_size: new Failure(
    'int_parsing_size',
    'Unable to parse input string as an integer, exceeded maximum size',
  ),
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return INVALID_JSON;
  }
}

function readerOf(schema: TSchema): Reader {
  const types: string[] = [schema.type].flat();
  if (!types.includes('null')) return knownReader(schema, types[0]);
  const read = knownReader(
    schema,
    types.find((type) => type !== 'null'),
  );
  return (sent) => (sent === null ? null : read(sent));
}

function knownReader(schema: TSchema, type: string | undefined): Reader {
  if (Array.isArray(schema.enum)) return wordReader(schema.enum);
  if (type === 'integer') return integerReader(schema);
  if (type === 'boolean') return readBoolean;
  if (type === 'string') return textReader(schema);
  throw new Error(`No reader for a value of kind ${schema[Kind] ?? type}`);
}

function integerReader({ minimum, maximum }: TSchema): Reader {
  const ge: number = minimum ?? Number.NEGATIVE_INFINITY;
  const le: number = maximum ?? Number.POSITIVE_INFINITY;
  const tooLarge = new Failure('less_than_equal', `Input should be less than or equal to ${le}`, { le });
  const tooSmall = new Failure('greater_than_equal', `Input should be greater than or equal to ${ge}`, {
    ge,
  });
  return (sent) => {
    const value = typeof sent === 'string' ? readInteger(sent) : sent;
    if (value === 'int_parsing' || value === 'int_parsing_size') return UNREADABLE_INTEGER[value];
    if (typeof value !== 'number') return NOT_AN_INTEGER;
    // A parameter beyond the range of a double is an infinity, and still an integer.
    if (typeof sent === 'number' && !Number.isInteger(value)) return NOT_WHOLE;
    if (value > le) return tooLarge;
    return value < ge ? tooSmall : value;
  };
}

const BOOLEAN_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['0', 'f', 'n', 'no', 'off', 'false'].map((word) => [word, false] as const),
  ...['1', 't', 'y', 'on', 'yes', 'true'].map((word) => [word, true] as const),
]);
const ASCII_LETTERS_AND_DIGITS = /^[A-Za-z01]{1,5}$/;

/** Case is ignored in ASCII only: `ſ` is not an `s`, and white space is not stripped. */
function readBoolean(sent: unknown): unknown {
  if (typeof sent === 'boolean') return sent;
  if (typeof sent !== 'string') return NOT_A_BOOLEAN;
  if (!ASCII_LETTERS_AND_DIGITS.test(sent)) return UNREADABLE_BOOLEAN;
  return BOOLEAN_WORDS.get(sent.toLowerCase()) ?? UNREADABLE_BOOLEAN;
}

function textReader({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: TSchema): Reader {
  const tooShort = new Failure('string_too_short', `String should have at least ${inCharacters(minLength)}`, {
    min_length: minLength,
  });
  const tooLong = new Failure('string_too_long', `String should have at most ${inCharacters(maxLength)}`, {
    max_length: maxLength,
  });
  return (sent) => {
    if (typeof sent !== 'string') return NOT_A_STRING;
    const length = countCodePoints(sent);
    if (length < minLength) return tooShort;
    return length > maxLength ? tooLong : sent;
  };
}

function inCharacters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

/** A surrogate pair is one code point. */
function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) count--;
  }
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function wordReader(words: readonly string[]): Reader {
  const quoted = words.map((word) => `'${word}'`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  const failure = new Failure('literal_error', `Input should be ${expected}`, { expected });
  return (sent) => (words.includes(sent as string) ? sent : failure);
}
