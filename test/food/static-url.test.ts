import { expect, test } from 'bun:test';
import { slugOf, staticUrl } from '../../src/food/static-url.ts';

test.each([
  ['Nutella', 'nutella'],
  ['Milk, whole, 3.25% milkfat', 'milk-whole-3-25-milkfat'],
  ['Crème brûlée', 'creme-brulee'],
  ['  --- ', 'food'],
  ['???', 'food'],
  ['牛乳', encodeURIComponent('牛乳')],
  ['Молоко 3,2%', `${encodeURIComponent('молоко')}-3-2`],
  ['a/../b?c#d"<e>', 'a-b-c-d-e'],
  ['Very long '.repeat(20), 'very-long-very-long-very-long-very-long-very-long-very-long'],
])('%j has the slug %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('the page of a food is named by its id and its name', () => {
  expect(staticUrl(3017620422003, 'Nutella')).toBe('/food/3017620422003/nutella.html');
});
