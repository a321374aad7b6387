import { describe, expect, test } from 'bun:test';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

describe('spaces that were left out or typed into a word', () => {
  const generic = (...names: string[]): SearchFood[] =>
    names.map((name) => ({ name, source: 'usda', confidence: 0.98 }));
  const { find } = openNameSearch([
    ...generic(
      'Oil, olive, salad or cooking',
      'Crackers, sea salt and olive oil',
      'Rice, brown, long-grain, cooked',
      'Snacks, rice cakes, brown rice, rye',
      'Currants, european black, raw',
      'Currants, zante, dried',
      'Beans, black, mature seeds, raw',
      'Toppings, strawberry',
      'Strawberries, raw',
      'Straw mushrooms, canned',
      'Mango nectar, canned',
      'Nectarines, raw',
    ),
  ]);
  const found: [string, string][] = [
    ['oliveoil', 'Oil, olive, salad or cooking'],
    ['brownrice', 'Rice, brown, long-grain, cooked'],
    ['blackcurrants', 'Currants, european black, raw'],
    ['straw berry', 'Strawberries, raw'],
    ['nectar ine', 'Nectarines, raw'],
  ];
  test.each(found)('%s finds %s first', (q, name) => expect(find(q)[0]).toBe(name));
  test('a food that is called so stays first', () =>
    expect(find('straw mushrooms')[0]).toBe('Straw mushrooms, canned'));
});
