import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { FOOD, POPULAR, SEARCH } from '../../src/http/endpoints.ts';
import { oneOf, paramsReader, withDefault } from '../../src/http/validation.ts';

const withQuery = (query: string) => ({ params: {}, target: { path: '', query } });
const readSearch = paramsReader(SEARCH.path, SEARCH.query);
const readPopular = paramsReader(POPULAR.path, POPULAR.query);
const readFood = paramsReader(FOOD.path, FOOD.query);
const search = (query: string) => readSearch(withQuery(query)) as object;
const popular = (query: string) => readPopular(withQuery(query)) as object;

describe('A search', () => {
  const cases: [query: string, received: object][] = [
    ['q=ab', { q: 'ab', limit: 10, source: null }],
    ['q=ab&limit=%C2%A05', { q: 'ab', limit: 5, source: null }],
    ['q=ab&limit=0__5', { q: 'ab', limit: 5, source: null }],
    ['q=ab&limit=1_0.00', { q: 'ab', limit: 10, source: null }],
    ['q=ab&source=ai_estimate', { q: 'ab', limit: 10, source: 'ai_estimate' }],
    ['q=a&q=bb', { q: 'bb', limit: 10, source: null }],
    ['%71=%2561', { q: '%61', limit: 10, source: null }],
    ['q=ab;limit=99', { q: 'ab;limit=99', limit: 10, source: null }],
    ['q=%C0%AF', { q: '\ufffd\ufffd', limit: 10, source: null }],
    ['q=a+b%20c', { q: 'a b c', limit: 10, source: null }],
    ['q=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7', { q: '👩‍👧', limit: 10, source: null }],
    ['&&q=ab&', { q: 'ab', limit: 10, source: null }],
  ];
  test.each(cases)('%s is read', (query, received) => expect(search(query)).toEqual(received));
});

describe('A list of popular foods', () => {
  const cases: [query: string, received: object][] = [
    ['', { limit: 100, offset: 0, category: null, has_image: true }],
    ['category=', { limit: 100, offset: 0, category: '', has_image: true }],
    ['has_image=oFf', { limit: 100, offset: 0, category: null, has_image: false }],
    ['offset=99999999999999999999', { limit: 100, offset: 1e20, category: null, has_image: true }],
    ['limit=500&offset=-0', { limit: 500, offset: 0, category: null, has_image: true }],
  ];
  test.each(cases)('%s is read', (query, received) => expect(popular(query)).toEqual(received));
});

test('A path parameter is read from the path alone', () => {
  expect(readFood({ params: { food_id: ' +12 ' }, target: { path: '', query: 'food_id=x' } })).toEqual({
    food_id: 12,
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
  const messages = (query: string) => (read(withQuery(query)) as { msg: string }[]).map(({ msg }) => msg);

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
