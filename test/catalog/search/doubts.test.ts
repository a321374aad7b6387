import { describe, expect, test } from 'bun:test';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

const generic = (...names: string[]): SearchFood[] =>
  names.map((name) => ({ name, source: 'usda', confidence: 0.98 }));

describe('a word that the catalogue lacks', () => {
  const { find } = openNameSearch(
    generic(
      'Goose, liver, raw',
      'Turkey, liver, raw',
      'Seaweed, laver, raw',
      'Alcoholic beverage, beer, regular, all',
      'Kraft, beef bologna',
      'Kraft, beef franks',
      'Sauce, barbecue',
      'Ravioli, mini, in meat sauce',
      'Ribeye steak, raw',
      'Ribeye roast, raw',
      'Ribeye cap, raw',
      'Barley, pearled, raw',
      'Barley, hulled',
      'Capers, canned',
      'Spearmint, fresh',
      'Cake, sponge',
      'Cake, yellow',
      'Cake, pound',
      'Cake, fruit',
    ),
  );
  test('is not corrected where it is a word of any name', () => {
    expect(find('lager')).toEqual(['Alcoholic beverage, beer, regular, all']);
    expect(find('craft beer')[0]).toMatch(/beer/);
    expect(find('mint sauce')[0]).toBe('Sauce, barbecue');
    expect(find('capers')).toEqual(['Capers, canned']);
  });
  test('is not two wrong letters of a short word', () => {
    expect(find('ribena')).toEqual([]);
    expect(find('baileys')).toEqual([]);
  });
  test('is corrected where the slips are easy ones', () => {
    expect(find('barlei')[0]).toMatch(/^Barley/);
    expect(find('ribbeie')[0]).toMatch(/^Ribeye/);
  });
});

describe('a misspelling that a name has', () => {
  const cheeses = Array.from({ length: 60 }, (_, i) => ({ name: `Camembert ${i} du pays` }));
  const { find } = openNameSearch([
    ...cheeses,
    { name: 'Camembert' },
    { name: 'Camenbert' },
    { name: 'Woda' },
    ...Array.from({ length: 60 }, (_, i) => ({ name: `Wodka ${i}` })),
  ]);
  test('does not hide the word', () => {
    expect(find('camenbert')[0]).toBe('Camembert');
    expect(find('camenbert')).toContain('Camenbert');
  });
  test('is a word of its own where it sounds otherwise', () => expect(find('woda')[0]).toBe('Woda'));
});

describe('a sparse label that is called what was typed', () => {
  const { find } = openNameSearch([
    { name: 'Leeks', confidence: 0.43 },
    { name: 'Oat Bran', confidence: 0.31 },
    { name: 'Sesame seeds', confidence: 0.51 },
    { name: 'Ketchup', confidence: 0.51 },
    { name: 'Waffle', confidence: 0.9 },
    ...generic('Leeks, raw', 'Oat bran, raw', 'Seeds, sesame seeds, whole, dried', 'Waffle, plain, frozen'),
  ]);
  const cases: [string, string][] = [
    ['leeks', 'Leeks, raw'],
    ['oat bran', 'Oat bran, raw'],
    ['sesame seeds', 'Seeds, sesame seeds, whole, dried'],
  ];
  test.each(cases)('comes after the generic food: %s', (q, first) => expect(find(q)[0]).toBe(first));
  test('is first where there is none', () => expect(find('ketchup')[0]).toBe('Ketchup'));
  test('may be first where it is complete', () => expect(find('waffle')[0]).toBe('Waffle'));
});
