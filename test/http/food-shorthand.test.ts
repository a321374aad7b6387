import { describe, expect, test } from 'bun:test';
import type { Food } from '../../src/food/food.ts';
import { LONGEST_JSON, restore, shorten } from '../../src/http/food-shorthand.ts';
import { EXAMPLE_FOOD } from '../../src/http/openapi-examples.ts';

const FOOD: Food = {
  ...EXAMPLE_FOOD,
  image_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.400.jpg',
  image_thumb_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.200.jpg',
};

const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

function shortenAndRestore(json: string): string {
  const [before, short] = ['before', shorten(bytesOf(json))];
  const bytes = Buffer.from(`${before}${short}after`, 'latin1');
  const isAscii = bytesOf(json) === json;
  const restored = restore(bytes, before.length, before.length + short.length, isAscii);
  expect(typeof restored === 'string').toBe(isAscii);
  return typeof restored === 'string' ? restored : Buffer.from(restored).toString();
}

describe('Shorthand for foods', () => {
  test('takes less than 45 % of a usual food', () => {
    const json = bytesOf(JSON.stringify(FOOD));
    expect(shorten(json).length).toBeLessThan(0.45 * json.length);
  });

  test.each<[name: string, other: Partial<Food>]>([
    ['a usual food', {}],
    ['no picture', { image_url: null, image_thumb_url: null }],
    [
      'a picture of this server',
      { image_url: '/pictures/1/milk-400.png', image_thumb_url: '/pictures/1/milk-200.png' },
    ],
    ['another script', { name: '牛乳 😀', brand: 'Молоко' }],
    ['control characters', { name: 'one\u0000two\u0001three\u001f', brand: '\t\n\u007f' }],
    ['quotes and JSON in the name', { name: '","brand":"x",\\"id\\":null', brand: '{"id":null}' }],
    ['the longest food', { name: 'a'.repeat(LONGEST_JSON - JSON.stringify(FOOD).length + FOOD.name.length) }],
    ['the texts themselves', { name: 'null', brand: '/front_.400.jpg', serving_desc: '.html' }],
  ])('returns every food as it was: %s', (_, other) => {
    const json = JSON.stringify({ ...FOOD, ...other });
    expect(shortenAndRestore(json)).toBe(json);
  });

  test.each<[name: string, json: string]>([
    ['nothing', ''],
    ['an empty object', '{}'],
    ['a value', 'null'],
    ['other order', JSON.stringify(Object.fromEntries(Object.entries(FOOD).reverse()))],
  ])('returns any other JSON as it was: %s', (_, json) => {
    expect(shortenAndRestore(json)).toBe(json);
  });
});
