import { describe, expect, test } from 'bun:test';
import { translateWords } from '../../../src/catalog/search/query/word-translations.ts';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

describe('a query of another language', () => {
  const translated: [string, string][] = [
    ['gekochtes Ei', 'boiled egg'],
    ['œufs brouillés', 'scrambled egg'],
    ['uovo sodo', 'hard boiled egg'],
    ['Rührei', 'scrambled egg'],
    ['Linsensuppe', 'lentil soup'],
    ['Erdbeermarmelade für zwei', ''],
    ['Kirschkuchen', 'cherry cake'],
    ['Kaesekuchen', 'cheesecake'],
    ['Suesskartoffel', 'sweet potato'],
    ["soupe à l'oignon", 'onion soup'],
    ['confiture de fraise', 'strawberry jam'],
    ['purée de carottes', 'mashed carrot'],
    ['salmón a la plancha', 'grilled salmon'],
  ];
  test.each(translated)('%s is %p in English', (text, english) =>
    expect(translateWords(text)).toBe(english === '' ? null : english),
  );
  test.each(['Milch', 'scrambled eggs', 'pasta salad', 'gekochtes Unbekanntes', 'schwarz', ''])(
    '%p is left to others',
    (text) => expect(translateWords(text)).toBeNull(),
  );

  const generic = (...names: string[]): SearchFood[] =>
    names.map((name) => ({ name, source: 'usda', confidence: 0.98 }));
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
