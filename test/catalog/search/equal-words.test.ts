import { describe, expect, test } from 'bun:test';
import { openNameSearch } from './search-catalog.ts';

describe('what names say for a typed kind', () => {
  const { find } = openNameSearch(
    [
      'Beverages, carbonated, root beer',
      'Beverages, carbonated, low calorie, cola, with aspartame',
      'Beverages, carbonated, cola, regular',
      'Cheese, cheddar',
      'Cheese, cream',
      'Cheese, cream, low fat',
      'Cheese substitute, mozzarella',
      'Sausage, pork, raw',
      'Sausage, meatless',
      'Pasta, cooked, enriched',
      'Pasta, dry, enriched',
      'Teff, uncooked',
      'Beef, tenderloin, separable lean and fat, raw',
      'Ostrich, tenderloin, raw',
      'Chicken, breast, meat only, cooked, fried',
      'Chicken, breast, meat only, cooked, roasted',
    ].map((name) => ({ name, source: 'usda', confidence: 0.98 })),
  );
  const cases: [q: string, first: string][] = [
    ['diet cola', 'Beverages, carbonated, low calorie, cola, with aspartame'],
    ['light cream cheese', 'Cheese, cream, low fat'],
    ['vegan cheese', 'Cheese substitute, mozzarella'],
    ['vegan sausage', 'Sausage, meatless'],
    ['uncooked pasta', 'Pasta, dry, enriched'],
    ['cooked chicken breast', 'Chicken, breast, meat only, cooked, roasted'],
    ['tenderloin', 'Beef, tenderloin, separable lean and fat, raw'],
  ];
  test.each(cases)('%s finds %s first', (q, first) => expect(find(q)[0]).toBe(first));
});

test('the food itself comes before what it is made into or comes with', () => {
  const { find } = openNameSearch(
    [
      'Candies, Tamarind',
      'Tamarinds, raw',
      "McDonald's, McFlurry with M&M's Candies",
      "Candies, Mars, M&M's Milk Chocolate",
    ].map((name) => ({ name, source: 'usda', confidence: 0.98 })),
  );
  expect(find('tamarind')[0]).toBe('Tamarinds, raw');
  expect(find('m&ms')[0]).toBe("Candies, Mars, M&M's Milk Chocolate");
});
