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
import type { MaybePromise } from './maybe-promise.ts';
import { readNumber } from './number.ts';

/**
 * Parameters and JSON bodies. One TypeBox schema describes each, and from its keywords come both the checks here and
 * the entry in the OpenAPI document. Failures are worded as FastAPI with pydantic 2 words them, since clients read them.
 */

/** One member of a 422 list; the order of its members is the order on the wire. */
export interface Issue {
  type: string;
  loc: readonly ['path' | 'query' | 'body', ...(string | number)[]];
  msg: string;
  /** The value as sent; null for one that was not, and for a secret. */
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

/** What the keywords of JSON Schema cannot say about parameters. Symbols, so that they stay out of the OpenAPI document. */
const CHECK = Symbol('check');
const UNLESS = Symbol('unless');
const REPEATED = Symbol('repeated');

/** What is wrong with the text of a parameter among all that was sent, or null. */
type Check = (raw: string, sent: URLSearchParams) => string | null;

interface Relations {
  [CHECK]?: Check;
  [UNLESS]?: string;
}

/** A parameter with a rule that its schema cannot express. */
export function checked<S extends TSchema>(schema: S, check: Check): S {
  return { ...schema, [CHECK]: check };
}

/** A parameter that cannot be given together with another one, which is declared before it. */
export function insteadOf<S extends TSchema>(other: string, name: string, schema: S): S {
  return checked(schema, (_, sent) => (sent.has(other) ? `give ${other} or ${name}, not both` : null));
}

/** A parameter that is required where the other one is missing. */
export function requiredUnless<S extends TSchema>(other: string, schema: S): TOptional<S> {
  return Type.Optional({ ...schema, [UNLESS]: other }) as unknown as TOptional<S>;
}

/** A list whose elements are given one by one, each by a parameter of this name; other lists are separated by commas. */
export function repeated<S extends TSchema>(schema: S): S {
  return { ...schema, [REPEATED]: true };
}

export function isRepeated(schema: TSchema): boolean {
  return REPEATED in schema;
}

/** A number within these bounds. */
export function amount(bounds: { above?: number; from?: number; to?: number }, description: string) {
  const { above, from, to } = bounds;
  return Type.Number({
    ...(above !== undefined && { exclusiveMinimum: above }),
    ...(from !== undefined && { minimum: from }),
    ...(to !== undefined && { maximum: to }),
    description,
  });
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
  const initial = initialValues(inQuery);
  return ({ params, target }) => {
    const values: Record<string, unknown> = { ...initial };
    const issues: Issue[] = [];
    for (const field of inPath) judgeParameter('path', field, params[field.name], values, issues);
    if (target.query === '' && initial !== null) return orIssues(values as Values<P> & Values<Q>, issues);
    // URLSearchParams decodes as Python's parser does: escapes once, `+` as a space, bad UTF-8 as U+FFFD.
    const sent = new URLSearchParams(target.query);
    for (const field of inQuery) {
      const all = sent.getAll(field.name);
      if (field.isRepeated) judgeRepeated(field, all, values, issues);
      else judgeParameter('query', field, all.at(-1), values, issues, sent);
    }
    return orIssues(values as Values<P> & Values<Q>, issues);
  };
}

/** The values of a query without parameters; null if some of them are required. */
function initialValues(fields: readonly Field[]): Record<string, unknown> | null {
  if (fields.some(({ isRequired, unless }) => isRequired || unless !== undefined)) return null;
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

function orIssues<T>(values: T, issues: Issue[]): T | Issue[] {
  return issues.length > 0 ? issues : values;
}

function judgeParameter(
  place: 'path' | 'query',
  { name, isRequired, initial, read, check, unless }: Field,
  raw: string | undefined,
  values: Record<string, unknown>,
  issues: Issue[],
  sent: URLSearchParams | null = null,
): void {
  const isNeeded = isRequired || (unless !== undefined && !sent?.has(unless));
  if (raw === undefined && !isNeeded) {
    values[name] = initial;
    return;
  }
  let outcome = raw === undefined ? MISSING : read(raw);
  if (check !== undefined && raw !== undefined && sent !== null && mayBeChecked(outcome)) {
    const what = check(raw, sent);
    if (what !== null) outcome = wrongValue(what);
  }
  if (isFailure(outcome)) report([place, name], outcome, raw ?? null, issues);
  else values[name] = outcome;
}

/** A value that can be read, or a word that is not in the list: a rule may say more about it than the list does. */
function mayBeChecked(outcome: unknown): boolean {
  return !isFailure(outcome) || (outcome instanceof Failure && outcome.type === 'literal_error');
}

function judgeRepeated(
  { name, isRequired, initial, read }: Field,
  sent: readonly string[],
  values: Record<string, unknown>,
  issues: Issue[],
): void {
  if (sent.length === 0 && !isRequired) {
    values[name] = initial;
    return;
  }
  const outcome = sent.length === 0 ? MISSING : read(sent);
  if (isFailure(outcome)) report(['query', name], outcome, sent.length === 0 ? null : sent, issues);
  else values[name] = outcome;
}

/** The failures of a list are those of its elements, by their places in it. */
class ElementFailures {
  readonly failures: { index: number; failure: Failure; input: unknown }[] = [];
}

function isFailure(outcome: unknown): outcome is Failure | ElementFailures {
  return outcome instanceof Failure || outcome instanceof ElementFailures;
}

function report(
  loc: ['path' | 'query', string],
  outcome: Failure | ElementFailures,
  input: unknown,
  issues: Issue[],
): void {
  if (outcome instanceof Failure) issues.push(issueOf(loc, outcome, input));
  else {
    for (const { index, failure, input } of outcome.failures) {
      issues.push(issueOf([...loc, index], failure, input));
    }
  }
}

/** What is wrong with a member of a body that fits its schema, or null. */
type MemberCheck<T> = (value: T) => MaybePromise<string | null>;
type MemberChecks<P extends TProperties> = {
  [Name in keyof P]?: MemberCheck<Exclude<Static<P[Name]>, null>>;
};

/**
 * Makes the reader of a JSON body. It gives the values, without those that were left out, or the list of everything
 * that is wrong in order of declaration, by the schema or by a check. No secret is repeated, nor a body that may contain
 * one under a misspelt name.
 */
export function bodyReader<P extends TProperties>(
  schema: TObject<P>,
): (call: Pick<Call, 'request'>, checks?: MemberChecks<P>) => Promise<Static<TObject<P>> | Issue[]> {
  const fields = fieldsOf(schema);
  const mayBeEmpty = fields.every(({ isRequired }) => !isRequired);
  const hasSecrets = fields.some(({ isSecret }) => isSecret);
  const wholeIssue = (failure: Failure, body: unknown): Issue =>
    issueOf(['body'], failure, hasSecrets ? null : body);

  return async ({ request }, checks = {}) => {
    const text = await request.text();
    if (text === '') return mayBeEmpty ? ({} as Static<TObject<P>>) : [wholeIssue(MISSING, null)];
    const body = parseJson(text);
    if (body instanceof Failure) return [wholeIssue(body, null)];
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return [wholeIssue(NOT_AN_OBJECT, body)];
    const issues: Issue[] = [];
    const values: Record<string, unknown> = {};
    for (const { name, isRequired, isSecret, read } of fields) {
      if (!Object.hasOwn(body, name)) {
        if (isRequired) issues.push(issueOf(['body', name], MISSING, hasSecrets ? null : body));
        continue;
      }
      const sent = (body as Record<string, unknown>)[name];
      const outcome = await checkedBy(checks[name] as MemberCheck<unknown> | undefined, read(sent));
      if (outcome instanceof Failure) issues.push(issueOf(['body', name], outcome, isSecret ? null : sent));
      else values[name] = outcome;
    }
    return orIssues(values as Static<TObject<P>>, issues);
  };
}

/** A failure of one member that only shows when the request is carried out. */
export function valueError(member: string, what: string, input: unknown): Issue {
  return issueOf(['body', member], wrongValue(what), input ?? null);
}

/** What a schema refuses or takes for nothing is left to it. */
async function checkedBy(check: MemberCheck<unknown> | undefined, outcome: unknown): Promise<unknown> {
  if (check === undefined || outcome === null || outcome instanceof Failure) return outcome;
  const what = await check(outcome);
  return what === null ? outcome : wrongValue(what);
}

function wrongValue(what: string): Failure {
  return new Failure('value_error', `Value error, ${what}`, { error: what });
}

function issueOf(loc: Issue['loc'], { type, msg, ctx }: Failure, input: unknown): Issue {
  return { type, loc, msg, input, ...(ctx && { ctx }) };
}

interface Field {
  name: string;
  isRequired: boolean;
  /** Whether no answer may repeat its value. */
  isSecret: boolean;
  /** The value when it is left out. */
  initial: unknown;
  isRepeated: boolean;
  check?: Check;
  /** A parameter without which this one is required. */
  unless?: string;
  read: Reader;
}

function fieldsOf<P extends TProperties>(schema: TObject<P>): Field[] {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries(schema.properties).map(([name, schema]) => {
    const { [CHECK]: check, [UNLESS]: unless } = schema as Relations;
    return {
      name,
      isRequired: required.includes(name),
      isSecret: schema.writeOnly === true,
      initial: schema.default ?? null,
      isRepeated: isRepeated(schema),
      ...(check && { check }),
      ...(unless && { unless }),
      read: readerOf(schema),
    };
  });
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
  if (type === 'number') return numberReader(schema);
  if (type === 'array') return listReader(schema);
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

const NOT_A_NUMBER = new Failure('float_type', 'Input should be a valid number');
const UNREADABLE_NUMBER = {
  float_parsing: new Failure(
    'float_parsing',
    'Input should be a valid number, unable to parse string as a number',
  ),
  finite_number: new Failure('finite_number', 'Input should be a finite number'),
};

function numberReader({ exclusiveMinimum, minimum, maximum }: TSchema): Reader {
  const bounds: [breaks: (value: number) => boolean, failure: Failure][] = [];
  const bound = (
    limit: number | undefined,
    kind: string,
    words: string,
    key: string,
    breaks: (value: number, limit: number) => boolean,
  ) => {
    if (limit === undefined) return;
    const failure = new Failure(kind, `Input should be ${words} ${limit}`, { [key]: limit });
    bounds.push([(value) => breaks(value, limit), failure]);
  };
  bound(maximum, 'less_than_equal', 'less than or equal to', 'le', (value, limit) => value > limit);
  bound(minimum, 'greater_than_equal', 'greater than or equal to', 'ge', (value, limit) => value < limit);
  bound(exclusiveMinimum, 'greater_than', 'greater than', 'gt', (value, limit) => value <= limit);
  return (sent) => {
    const value = typeof sent === 'string' ? readNumber(sent) : sent;
    if (value === 'float_parsing' || value === 'finite_number') return UNREADABLE_NUMBER[value];
    if (typeof value !== 'number') return NOT_A_NUMBER;
    return bounds.find(([breaks]) => breaks(value))?.[1] ?? value;
  };
}

/** A text separated by commas, or several texts. */
function listReader({ items, maxItems = Number.POSITIVE_INFINITY }: TSchema): Reader {
  const read = readerOf(items as TSchema);
  return (sent) => {
    const elements = typeof sent === 'string' ? sent.split(',') : (sent as readonly string[]);
    if (elements.length > maxItems) return tooManyElements(maxItems, elements.length);
    const values: unknown[] = [];
    const failed = new ElementFailures();
    for (const [index, element] of elements.entries()) {
      const outcome = read(element);
      if (outcome instanceof Failure) failed.failures.push({ index, failure: outcome, input: element });
      else values.push(outcome);
    }
    return failed.failures.length > 0 ? failed : values;
  };
}

function tooManyElements(most: number, actual: number): Failure {
  return new Failure(
    'too_long',
    `List should have at most ${most} ${most === 1 ? 'item' : 'items'} after validation, not ${actual}`,
    { field_type: 'List', max_length: most, actual_length: actual },
  );
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

function textReader({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: TSchema): Reader {
  const form = typeof pattern === 'string' ? new RegExp(pattern, 'u') : null;
  const mismatched = new Failure('string_pattern_mismatch', `String should match pattern '${pattern}'`, {
    pattern: String(pattern),
  });
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
    if (length > maxLength) return tooLong;
    return form === null || form.test(sent) ? sent : mismatched;
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
