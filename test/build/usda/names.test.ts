import { describe, expect, test } from 'bun:test';
import { findBrands } from '../../../build/usda/brands.ts';
import { nameFood } from '../../../build/usda/names.ts';
import { otherNames } from '../../../build/usda/other-names.ts';

describe('a description becomes a name', () => {
  const names: [what: string, description: string, name: string][] = [
    ['plain ones stay', 'Bananas, raw', 'Bananas, raw'],
    [
      'so do long ones',
      'Milk, whole, 3.25% milkfat, with added vitamin D',
      'Milk, whole, 3.25% milkfat, with added vitamin D',
    ],
    ['brands are not shouted', "CAMPBELL'S CHUNKY Soups, Beef", "Campbell's Chunky Soups, Beef"],
    ['nor with a dash', "KELLOGG'S, POP-TARTS, ALL-BRAN", "Kellogg's, Pop-Tarts, All-Bran"],
    ['nor with a small prefix', "McDONALD'S, Sausage McGRIDDLES", "McDonald's, Sausage McGriddles"],
    ['acronyms are', 'Chicken, broiler, rotisserie, BBQ, skin', 'Chicken, broiler, rotisserie, BBQ, skin'],
    [
      'small words in a brand are small',
      'Cereals ready-to-eat, POST, HONEY BUNCHES OF OATS, honey roasted',
      'Cereals ready-to-eat, Post, Honey Bunches of Oats, honey roasted',
    ],
    ['a brand spells itself', 'SPAGHETTIOS, SUNCHIPS and DIGIORNO', 'SpaghettiOs, SunChips and DiGiorno'],
    [
      'a maker is named once',
      "Cereals ready-to-eat, KELLOGG, KELLOGG'S ALL-BRAN Original",
      "Cereals ready-to-eat, Kellogg's All-Bran Original",
    ],
    ['baby food is two words', 'Babyfood, apples, dices, toddler', 'Baby food, apples, dices, toddler'],
    ['commas are set right', 'Game meat , bison, ground, raw,', 'Game meat, bison, ground, raw'],
    ['and the space after them', "SCHIFF,TIGER'S MILK BAR", "Schiff, Tiger's Milk Bar"],
    [
      'brackets too',
      'Oil, soy ( partially hydrogenated), all purpose',
      'Oil, soy (partially hydrogenated), all purpose',
    ],
    [
      'notes of USDA to itself are left out',
      'Applesauce, canned, sweetened, without salt (includes USDA commodity)',
      'Applesauce, canned, sweetened, without salt',
    ],
    ['vitamins keep their letter', 'Drink, with vitamins B6 and B12', 'Drink, with vitamins B6 and B12'],
    [
      'a reference',
      'Alcoholic beverage, whiskey sour, prepared from item 14028',
      'Alcoholic beverage, whiskey sour, prepared from mix',
    ],
    [
      'a loose hyphen',
      'Waffles, plain, frozen, ready -to-heat, toasted',
      'Waffles, plain, frozen, ready-to-heat, toasted',
    ],
    ['loose hyphens', 'Infant formula, ready- to- feed', 'Infant formula, ready-to-feed'],
    [
      'two words of one hyphen',
      'Dumpling, potato- or cheese-filled, frozen',
      'Dumpling, potato- or cheese-filled, frozen',
    ],
    ['a short with', 'Mashed potatoes w/gravy', 'Mashed potatoes with gravy'],
  ];
  for (const [what, description, name] of names) {
    test(`${what}: ${name}`, () => expect(nameFood(description)).toBe(name));
  }
});

describe('a description and a maker become brands, the best known first', () => {
  const brands: [description: string, manufacturer: string, brands: string | null][] = [
    ['Bananas, raw', '', null],
    ['Chicken, broiler, rotisserie, BBQ, breast meat only', '', null],
    ["Cereals ready-to-eat, KELLOGG, KELLOGG'S FROOT LOOPS", 'Kellogg, Co.', "Kellogg's"],
    ['KEEBLER, Vanilla Wafers', 'Kellogg, Co.', "Keebler, Kellogg's"],
    ['PIZZA HUT 14" Cheese Pizza, THIN \'N CRISPY Crust', 'Pizza Hut, Inc.', 'Pizza Hut'],
    ['Candies, MARS SNACKFOOD US, SNICKERS Bar', 'Masterfoods USA', 'Mars'],
    ['Beverages, THE COCA-COLA COMPANY, NOS Zero', 'The Coca-Cola Company', 'Coca-Cola'],
    ['KFC, biscuit', 'Kentucky Fried Chicken', 'KFC'],
    ['Vitasoy USA, Nasoya Lite Firm Tofu', 'Vitasoy USA', 'Vitasoy'],
    ['Fluid replacement, electrolyte solution (include PEDIALYTE)', '', null],
    ['Pasta, gluten-free, corn and rice flour, cooked', 'Barilla', 'Barilla'],
    ['Clif Z bar', '', 'Clif'],
    ['Lean Pockets, Meatballs & Mozzarella', '', 'Lean Pockets'],
    ['Beverages, Powerade Zero Ion4, calorie-free, assorted flavors', '', 'Powerade'],
    ['Fish, trout, brook, raw, New York State', '', null],
  ];
  for (const [description, manufacturer, expected] of brands) {
    test(`${description}: ${expected ?? 'none'}`, () =>
      expect(findBrands(description, manufacturer)).toBe(expected));
  }
});

test('common names are kept, codes of the trade are not', () => {
  const named = (text: string) => otherNames(text).map(({ name }) => name);
  expect(named('hot dog, wiener, frank')).toEqual(['hot dog', 'wiener', 'frank']);
  expect(named('URMIS #2368, Top Round Steak')).toEqual(['Top Round Steak']);
  expect(named('Includes USDA commodity food A214')).toEqual([]);
  expect(named('includes Capri Sun')).toEqual(['Capri Sun']);
  expect(named('')).toEqual([]);
  expect(otherNames('frank')).toEqual([{ language: 'en', kind: 'official', name: 'frank' }]);
});
