import { Kind, type TSchema } from '@sinclair/typebox';
import { readInteger } from './integer.ts';
import { readNumber } from './number.ts';

/** Takes the text of a parameter or a value of JSON. */
export type Reader = (sent: unknown) => unknown;

/** Why a value was not read, as pydantic words it. */
export class Failure {
  constructor(
    readonly type: string,
    readonly msg: string,
    readonly ctx?: Record<string, string | number>,
  ) {}
}

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

/** The failures of a list are those of its elements, by their positions in it. */
export class ElementFailures {
  readonly failures: { index: number; failure: Failure; input: unknown }[] = [];
}

/** Reads by the keywords of a schema; gives the value, or why there is none. */
export function readerOf(schema: TSchema): Reader {
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

function integerReader(schema: TSchema): Reader {
  const judge = boundsOf(schema);
  return (sent) => {
    const value = typeof sent === 'string' ? readInteger(sent) : sent;
    if (value === 'int_parsing' || value === 'int_parsing_size') return UNREADABLE_INTEGER[value];
    if (typeof value !== 'number') return NOT_AN_INTEGER;
    // A parameter beyond the range of a double is an infinity, and still an integer.
    return typeof sent === 'number' && !Number.isInteger(value) ? NOT_WHOLE : judge(value);
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

function numberReader(schema: TSchema): Reader {
  const judge = boundsOf(schema);
  return (sent) => {
    const value = typeof sent === 'string' ? readNumber(sent) : sent;
    if (value === 'float_parsing' || value === 'finite_number') return UNREADABLE_NUMBER[value];
    return typeof value === 'number' ? judge(value) : NOT_A_NUMBER;
  };
}

type Breaks = (value: number, limit: number) => boolean;
type Bound = readonly [limit: number | undefined, kind: string, words: string, key: string, breaks: Breaks];

/** Gives back a number within the bounds of a schema, or the failure of the first that it breaks. */
function boundsOf({ maximum, minimum, exclusiveMinimum }: TSchema): (value: number) => number | Failure {
  const all: Bound[] = [
    [maximum, 'less_than_equal', 'less than or equal to', 'le', (value, limit) => value > limit],
    [minimum, 'greater_than_equal', 'greater than or equal to', 'ge', (value, limit) => value < limit],
    [exclusiveMinimum, 'greater_than', 'greater than', 'gt', (value, limit) => value <= limit],
  ];
  const bounds = all.flatMap(([limit, kind, words, key, breaks]) => {
    if (limit === undefined) return [];
    const failure = new Failure(kind, `Input should be ${words} ${limit}`, { [key]: limit });
    return { failure, isBroken: (value: number) => breaks(value, limit) };
  });
  return (value) => bounds.find(({ isBroken }) => isBroken(value))?.failure ?? value;
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
    // In code points: a surrogate pair is one.
    const { length } = [...sent];
    if (length < minLength) return tooShort;
    if (length > maxLength) return tooLong;
    return form === null || form.test(sent) ? sent : mismatched;
  };
}

function inCharacters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function wordReader(words: readonly string[]): Reader {
  const quoted = words.map((word) => `'${word}'`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  const failure = new Failure('literal_error', `Input should be ${expected}`, { expected });
  return (sent) => (words.includes(sent as string) ? sent : failure);
}
