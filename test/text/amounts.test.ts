import { describe, expect, test } from 'bun:test';
import { openNameSearch, type SearchFood } from '../catalog/search/search-catalog.ts';

describe('a search for an amount of a food', () => {
  const generic = (...names: string[]): SearchFood[] =>
    names.map((name) => ({ name, source: 'usda', confidence: 0.98 }));
  const { find, search } = openNameSearch([
    ...generic(
      'Egg, whole, raw, fresh',
      'Beef, rib, large end, trimmed to 1/8" fat',
      'Bread, cornbread, dry mix, prepared with 2% milk and eggs',
      'Milk, whole, 3.25% milkfat, with added vitamin D',
      'Milky Way bar',
      'Bananas, raw',
      'Apples, raw, with skin',
    ),
    { name: 'One apple a day' },
    { name: '5 spice' },
    { name: '2 Bananas', brand: 'Nectar' },
  ]);
  const found: [string, string][] = [
    ['1 large egg', 'Egg, whole, raw, fresh'],
    ['2 eggs', 'Egg, whole, raw, fresh'],
    ['2 Eier', 'Egg, whole, raw, fresh'],
    ['200 ml Milch', 'Milk, whole, 3.25% milkfat, with added vitamin D'],
    ['one apple', 'Apples, raw, with skin'],
    ['5 spice', '5 spice'],
    ['2 bananas', '2 Bananas'],
  ];
  test.each(found)('%s finds %s first', (q, name) => expect(find(q)[0]).toBe(name));
  test('a product with the number in its name is still found', () =>
    expect(find('one apple')).toContain('One apple a day'));
  test('a misspelt food is named as one', () =>
    expect(search.explain({ q: '3 bannanas', limit: 1, source: null }).corrected).toBe('3 bananas'));
});
