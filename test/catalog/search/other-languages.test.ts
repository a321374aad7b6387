import { describe, expect, test } from 'bun:test';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

describe('a query of another language', () => {
  const generic = (...names: string[]): SearchFood[] =>
    names.map((name) => ({ name, source: 'usda', confidence: 0.98 }));
  const described: [string, string][] = [
    ['gekochtes Ei', 'Egg, whole, cooked, hard-boiled'],
    ['œufs brouillés', 'Egg, whole, cooked, scrambled'],
    ['uovo sodo', 'Egg, whole, cooked, hard-boiled'],
    ['Rührei', 'Egg, whole, cooked, scrambled'],
    ['Linsensuppe', 'Soup, lentil with ham, canned, ready-to-serve'],
    ['Kirschkuchen', 'Cake, cherry fudge with chocolate frosting'],
    ['Kaesekuchen', 'Cheesecake commercially prepared'],
    ['Suesskartoffel', 'Sweet potato, raw, unprepared'],
    ["soupe à l'oignon", 'Soup, onion, canned, condensed'],
    ['confiture de fraise', 'Jams and preserves'],
    ['purée de carottes', 'Baby food, vegetables, carrots, strained'],
    ['salmón a la plancha', 'Fish, salmon, Atlantic, farmed, cooked, dry heat'],
  ];
  const dishes = openNameSearch(
    generic(
      ...new Set(described.map(([, name]) => name)),
      'Egg, whole, raw, fresh',
      'Cherries, sweet, raw',
      'Carrots, raw',
      'Jams and preserves, apricot',
      'Lentils, raw',
      'Onions, raw',
      'Potatoes, flesh and skin, raw',
      'Prune puree',
    ),
  );
  test.each(described)('%s finds %s first', (q, name) => expect(dishes.find(q)[0]).toBe(name));

  const { find } = openNameSearch(
    generic(
      'Egg, whole, raw, fresh',
      'Egg, whole, cooked, hard-boiled',
      'Wheat, durum',
      'Candies, After Eight Mints',
      'Beverages, coffee, brewed, prepared with tap water',
      'Alcoholic beverage, wine, table, red, Pinot Noir',
      'Milk, whole, 3.25% milkfat, with added vitamin D',
      'Milky Way bar',
    ),
  );
  test.each([
    ['oeuf dur', 'Egg, whole, cooked, hard-boiled'],
    ['gekochtes Ei', 'Egg, whole, cooked, hard-boiled'],
    ['café noir', 'Beverages, coffee, brewed, prepared with tap water'],
  ])('%s finds %s and nothing that is only spelled alike', (q, name) => expect(find(q)).toEqual([name]));
  test('the food itself is found next to labels that have the word', () => {
    const mixed = openNameSearch([
      ...generic('Onions, raw', 'Onion rings, breaded'),
      { name: 'Aufstrich Zwiebel' },
      { name: 'Zwiebel Suppe' },
    ]);
    expect(mixed.find('Zwiebel')[0]).toBe('Onions, raw');
    expect(mixed.find('Zwiebel')).toContain('Zwiebel Suppe');
  });
  test('a food in another language is not corrected to an English word', () =>
    expect(find('Milch')).toEqual(['Milk, whole, 3.25% milkfat, with added vitamin D']));
});
