import { describe, expect, test } from 'bun:test';
import namesTable from '../../data/names.tsv' with { type: 'text' };
import { readTable } from '../../src/text/data-table.ts';
import { fold } from '../../src/text/fold.ts';
import { readText } from '../../src/text/read-text.ts';
import { openNameSearch, type SearchFood } from '../catalog/search/search-catalog.ts';

/** What people call foods, without the marks of the table. */
const NAMES = new Set(
  readTable(namesTable).flatMap(([, ...columns]) =>
    columns.flatMap((list) => list.split(', ').map((name) => fold(name.replace(/^[~!]/, '')))),
  ),
);
const find = (text: string) => (NAMES.has(fold(text)) ? fold(text) : null);
const read = (q: string) => readText(q, { foods: { language: null, find } });

describe('the food of a query with an amount', () => {
  const amounts: [string, string][] = [
    ['1 large egg', 'egg'],
    ['medium banana', 'banana'],
    ['2 eggs', 'eggs'],
    ['½ avocado', 'avocado'],
    ['1/2 avocado', 'avocado'],
    ['1 1/2 cups of oatmeal', 'oatmeal'],
    ['8oz steak', 'steak'],
    ['12 oz can coke', 'coke'],
    ['2 x 100 g yogurt', 'yogurt'],
    ['200 ml Milch', 'Milch'],
    ['2 EL Olivenöl', 'Olivenöl'],
    ['100 g de riz', 'riz'],
    ['2 œufs', 'œufs'],
    ['un bicchiere di vino rosso', 'vino rosso'],
    ['one apple', 'apple'],
    ['half an avocado', 'avocado'],
    ['a couple of apples', 'apples'],
    ['glass of milk', 'milk'],
    ['Tasse Kaffee', 'Kaffee'],
    ['rice 100 g', 'rice'],
    ['1% milk 1 cup', '1% milk'],
    ['1 fillet steak', 'fillet steak'],
    ['4 pop tarts', 'pop tarts'],
  ];
  test.each(amounts)('%s is %s', (q, food) => expect(read(q).food).toBe(food));
  test.each([
    '2% milk',
    '80/20 beef',
    '7up',
    '7 up',
    '5 spice',
    'half and half',
    'three bean salad',
    '2',
    '1 cup',
    'noix de coco',
    'petits pois',
    'milk',
    '',
  ])('%p has no amount', (q) => expect(read(q).amount).toBeNull());
});

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
