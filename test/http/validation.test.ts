import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { issuesOf, paramsReader } from '../../src/http/validation.ts';
import { FOOD } from '../../src/operations/operations.ts';
import {
  amount,
  insteadOf,
  oneOf,
  repeated,
  requiredUnless,
  withDefault,
} from '../../src/operations/parameter.ts';

/** The values, or what is wrong with them. */
const outcomeOf = (read: () => object): object => {
  const { values, issues } = issuesOf(read);
  return values ?? issues;
};
const withQuery = (query: string) => ({ params: {}, target: { path: '', query } });
const readFood = paramsReader(FOOD.path, FOOD.query);

/** What the parameters of ours are when they are left out. */
const NO_ADDITIONS = { grams: null, servings: null, explain: false, full: false, lang: null };

test('A path parameter is read from the path alone', () => {
  expect(readFood({ params: { food_id: ' +12 ' }, target: { path: '', query: 'food_id=x' } })).toEqual({
    food_id: 12,
    ...NO_ADDITIONS,
  });
});

describe('Messages follow the schema', () => {
  const read = paramsReader(
    Type.Object({}),
    Type.Object({
      one: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
      word: Type.Optional(oneOf(['a', 'b', 'c'], '')),
      only: Type.Optional(oneOf(['a'], '')),
      number: withDefault(Type.Integer({ minimum: 3, maximum: 5 }), 4),
    }),
  );
  const messages = (query: string) =>
    (outcomeOf(() => read(withQuery(query))) as { msg: string }[]).map(({ msg }) => msg);

  test('one character is singular', () => {
    expect(messages('one=')).toEqual(['String should have at least 1 character']);
    expect(messages('one=ab')).toEqual(['String should have at most 1 character']);
  });
  test('words are listed with commas and an or', () => {
    expect(messages('word=x&only=x')).toEqual(["Input should be 'a', 'b' or 'c'", "Input should be 'a'"]);
  });
  test('bounds are the ones of the schema', () => {
    expect(messages('number=2')).toEqual(['Input should be greater than or equal to 3']);
    expect(messages('number=6')).toEqual(['Input should be less than or equal to 5']);
  });
});

describe('Numbers are read as Python reads them', () => {
  const read = paramsReader(Type.Object({}), Type.Object({ n: amount({ from: 0, to: 1e6 }, '') }));
  const accepted: [sent: string, value: number][] = [
    ['0', 0],
    ['-0', 0],
    ['.5', 0.5],
    ['5.', 5],
    ['%201.5%20', 1.5],
    ['1_000.5', 1000.5],
    ['1e3', 1000],
    ['%2B2E-1', 0.2],
  ];
  test.each(accepted)('%s', (sent, value) =>
    expect(outcomeOf(() => read(withQuery(`n=${sent}`)))).toEqual({ n: value }),
  );
  const refused: [sent: string, type: string][] = [
    ['', 'float_parsing'],
    ['.', 'float_parsing'],
    ['1,5', 'float_parsing'],
    ['1__0', 'float_parsing'],
    ['_1', 'float_parsing'],
    ['0x10', 'float_parsing'],
    ['1e', 'float_parsing'],
    ['%2B-1', 'float_parsing'],
    ['9'.repeat(400), 'float_parsing'],
    ['NaN', 'finite_number'],
    ['-inf', 'finite_number'],
    ['1e400', 'finite_number'],
    ['-0.1', 'greater_than_equal'],
    ['1000000.1', 'less_than_equal'],
  ];
  test.each(refused)('%s is refused', (sent, type) =>
    expect(outcomeOf(() => read(withQuery(`n=${sent}`)))).toMatchObject([{ type, loc: ['query', 'n'] }]),
  );
});

describe('Lists', () => {
  const read = paramsReader(
    Type.Object({}),
    Type.Object({
      ids: requiredUnless('codes', Type.Array(Type.Integer(), { maxItems: 3 })),
      codes: Type.Optional(insteadOf('ids', 'codes', Type.Array(Type.String(), { maxItems: 3 }))),
      line: Type.Optional(repeated(Type.Array(Type.String({ maxLength: 4 }), { maxItems: 2 }))),
    }),
  );
  const outcome = (query: string) => outcomeOf(() => read(withQuery(query))) as object;

  test('are separated by commas, and keep their order and repeats', () => {
    expect(outcome('ids=3,1,3')).toEqual({ ids: [3, 1, 3], codes: null, line: null });
  });

  test('report every element that fails, by its place', () => {
    const unreadable = 'Input should be a valid integer, unable to parse string as an integer';
    expect(outcome('ids=1,x,')).toEqual([
      { type: 'int_parsing', loc: ['query', 'ids', 1], msg: unreadable, input: 'x' },
      { type: 'int_parsing', loc: ['query', 'ids', 2], msg: unreadable, input: '' },
    ]);
  });

  test('are bounded', () => {
    expect(outcome('codes=a,b,c,d')).toEqual([
      {
        type: 'too_long',
        loc: ['query', 'codes'],
        msg: 'List should have at most 3 items after validation, not 4',
        input: 'a,b,c,d',
        ctx: { field_type: 'List', max_length: 3, actual_length: 4 },
      },
    ]);
  });

  test('may be required unless another is given, and refused if it is', () => {
    expect(outcome('')).toEqual([
      { type: 'missing', loc: ['query', 'ids'], msg: 'Field required', input: null },
    ]);
    expect(outcome('codes=a')).toEqual({ ids: null, codes: ['a'], line: null });
    expect(outcome('codes=a&ids=1')).toMatchObject([
      { type: 'value_error', loc: ['query', 'codes'], input: 'a' },
    ]);
  });

  test('may be given by repeating the parameter, where that is declared', () => {
    expect(outcome('ids=1&line=a,b&line=c')).toEqual({ ids: [1], codes: null, line: ['a,b', 'c'] });
    expect(outcome('ids=1&line=a&line=eggs+2')).toMatchObject([
      { type: 'string_too_long', loc: ['query', 'line', 1], input: 'eggs 2' },
    ]);
    expect(outcome('ids=1&line=a&line=b&line=c')).toMatchObject([
      { type: 'too_long', loc: ['query', 'line'] },
    ]);
  });
});
