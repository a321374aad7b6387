import { describe, expect, test } from 'bun:test';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

const generic = (...names: string[]): SearchFood[] =>
  names.map((name) => ({ name, source: 'usda', confidence: 0.98 }));

describe('where no food has all the words', () => {
  const { find } = openNameSearch(
    generic(
      'Peppers, hot chili, red, raw',
      'Beverages, tea, black, brewed, prepared with tap water',
      'Peppermint, fresh',
      'Tomatoes, red, ripe, raw',
      'Tomato juice',
      'Cake, sponge, commercially prepared',
      'Litchis, dried',
      'Beans, kidney, red, mature seeds, raw',
      'Spinach, raw',
      'Lasagna, cheese, frozen',
      'Sauce, steak, tomato based',
      'Beef, top sirloin, steak, separable lean only, trimmed to 1/8" fat, all grades, cooked, broiled',
      'Fish, sardine, canned with tomato sauce',
      'Sauce, pasta, spaghetti, ready-to-serve',
      'Soup, onion, dry, mix',
      'Quinoa, uncooked',
      'Alcoholic beverage, wine, table, white, Fume Blanc',
      'Pepper, banana, raw',
      'Bananas, raw',
      'Peas, green, split, raw',
    ),
  );
  const heads: [q: string, first: RegExp][] = [
    ['hot tea', /tea/],
    ['peppermint tea', /tea/],
    ['red velvet cake', /^Cake/],
    ['dried beans', /^Beans/],
    ['spinach lasagna', /^Lasagna/],
    ['hanger steak', /^Beef/],
    ['curry sauce', /^Sauce/],
    ['onion and spinach cake', /^Cake/],
  ];
  test.each(heads)('%s is one of what its last noun names', (q, first) => expect(find(q)[0]).toMatch(first));
  test('what follows a preposition only describes the food', () => {
    expect(find('tea with peppermint')[0]).toMatch(/tea/);
    expect(find('beans on cake')[0]).toMatch(/^Beans/);
  });
  test('a qualifier after the food is not the food', () =>
    expect(find('lasagna red cooked')[0]).toMatch(/^Lasagna/));
  test('a last word that names no food decides nothing', () => {
    expect(find('quinoa blanc')[0]).toMatch(/^Quinoa/);
    expect(find('banana split')[0]).toBe('Bananas, raw');
    expect(find('tea and lasagna')).toContain('Lasagna, cheese, frozen');
  });
});

test('a language that puts the food first is read so', () => {
  const { find } = openNameSearch(
    ['Soupe de légumes', 'Tomates cerises', 'Tarte aux pommes'].map((name) => ({ name })),
  );
  expect(find('soupe de tomates')[0]).toBe('Soupe de légumes');
  expect(find('tarte aux tomates')[0]).toBe('Tarte aux pommes');
});

test('a food of such a language does not make the last word the noun', () => {
  const labels = ['Riz cuisiné à l’italienne surgelé', 'Cuisine Noisette'].map((name) => ({ name }));
  const { find } = openNameSearch([
    ...labels,
    { name: 'Noisette, sans sel ajouté', source: 'ciqual', confidence: 0.98 },
  ]);
  expect(find('cuisine italienne noisette surgele')[0]).toBe('Riz cuisiné à l’italienne surgelé');
});
