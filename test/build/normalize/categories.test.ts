import { describe, expect, test } from 'bun:test';
import { adoptCategory, chooseCategory } from '../../../build/normalize/categories.ts';

describe('the category of a product', () => {
  test.each([
    [['en:dairies', 'en:cheeses', 'en:cow-cheeses', 'fr:comte'], 'Cheeses'],
    [['en:snacks', 'en:sweet-snacks', 'en:biscuits', 'en:chocolate-chip-cookies'], 'Biscuits'],
    [['Snacks', 'Sweet snacks', 'Breakfast cereals'], 'Breakfast cereals'],
    [['en:salted-snacks'], 'Salty snacks'],
    // What it is counts before how it is sold or kept, wherever that stands in the list.
    [['en:condiments', 'en:sauces', 'en:tomato-sauces', 'en:ketchup', 'en:groceries'], 'Ketchup'],
    [['en:condiments', 'en:mustards', 'en:groceries'], 'Mustards'],
    [['en:condiments', 'en:groceries'], 'Condiments'],
    [['en:groceries'], 'Groceries'],
    [
      [
        'en:meals',
        'en:pizzas-pies-and-quiches',
        'en:pizzas',
        'en:frozen-foods',
        'en:frozen-ready-made-meals',
      ],
      'Pizzas',
    ],
    [
      ['en:plant-based-foods', 'en:pickles', 'en:canned-foods', 'en:vegetables', 'en:canned-vegetables'],
      'Pickles',
    ],
    [['en:frozen-foods', 'en:desserts', 'en:frozen-desserts', 'en:ice-creams-and-sorbets'], 'Ice creams'],
    [['en:breakfasts', 'en:spreads', 'en:jams', 'en:sweet-spreads'], 'Jams'],
    [['en:canned-foods', 'en:canned-fishes', 'en:sardines', 'en:seafood'], 'Sardines'],
    [['en:biscuits', 'en:snacks'], 'Biscuits'],
    [['en:null'], null],
    [['Null'], null],
    [['fr:pates-a-tartiner'], null],
    [['en:plant-based-foods-and-beverages'], null],
    [[], null],
  ])('%j is %p', (tags, category) => {
    expect(chooseCategory(tags)).toBe(category);
  });
});

describe('the category of a food of our own', () => {
  test.each([
    ['cheeses', 'Cheeses'],
    ['BREAKFAST CEREALS', 'Breakfast cereals'],
    ['family recipes', 'Family recipes'],
    ['Null', null],
    ['', null],
  ])('%j is %p', (written, category) => {
    expect(adoptCategory(written)).toBe(category);
  });

  test('is the same when an answer is fed back in', () => {
    for (const name of ['Cereals', 'Nuts', 'Molluscs', 'Pizzas, pies and quiches', 'Pepper']) {
      expect(adoptCategory(name)).toBe(name);
    }
  });
});
