import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { analyzeMeal } from '../../src/recipe/analyze.ts';

let catalog: Catalog;
beforeAll(async () => {
  await makeStarter();
  catalog = openCatalog(STARTER);
}, 60_000);
afterAll(() => catalog.close());

const itemsOf = (text: string) => analyzeMeal(catalog, text).meal.items;
const textsOf = (text: string) => itemsOf(text).map((item) => item.text);

describe('A meal is split into foods', () => {
  test.each([
    ['two eggs and toast', ['two eggs', 'toast']],
    ['Lunch: soup. Then an apple!', ['soup', 'an apple']],
    ['zum Frühstück Kaffee und um 10:30 Uhr ein Apfel', ['Kaffee', 'ein Apfel']],
    ["j'ai mangé du pain et bu un café", ['du pain', 'un café']],
    ['ich habe zwei Eier gegessen', ['zwei Eier']],
    ['two and a half cups of milk', ['two and a half cups of milk']],
    ['una taza y media de leche y una manzana', ['una taza y media de leche', 'una manzana']],
    ['half an avocado on toast', ['half an avocado', 'toast']],
    ['milk\nbread\n', ['milk', 'bread']],
    ['yogurt (150 g, plain) with honey', ['yogurt (150 g, plain)', 'honey']],
    ['2 tbsp. honey and 1 egg.', ['2 tbsp honey', '1 egg']],
  ])('%p', (text, parts) => expect(textsOf(text)).toEqual(parts));
});

describe('A word that joins foods may be part of a name', () => {
  test.each([
    'macaroni and cheese',
    'fish and chips',
    'a peanut butter and jelly sandwich',
    'un café con leche',
    'Kaffee mit Milch',
  ])('%p', (text) => expect(textsOf(text)).toEqual([text]));
});

describe('What was left out is not counted', () => {
  test.each([
    ['coffee without sugar', ['coffee without sugar']],
    ['Tee ohne Zucker und Milch', ['Tee ohne Zucker, Milch']],
    ['un tè senza zucchero e una mela', ['un tè senza zucchero', 'una mela']],
    ['coffee, no sugar', ['coffee, no sugar']],
  ])('%p', (text, parts) => expect(textsOf(text)).toEqual(parts));
});

test('what is no food is listed without one', () => {
  expect(itemsOf('a zblorkel and milk')).toMatchObject([
    { text: 'a zblorkel', food: null, grams: null, method: 'none', confidence: 0 },
    { text: 'milk', method: 'assumed' },
  ]);
});

test('an assumed portion is never sure', () => {
  for (const { method, confidence } of itemsOf('milk, bread, butter, rice, chicken, an apple')) {
    if (method === 'assumed') expect(confidence).toBeLessThanOrEqual(0.6);
  }
});

test('what is eaten is cooked, and toast is toasted', () => {
  const names = itemsOf('spaghetti, rice and toast').map(({ food }) => food?.name);
  expect(names).toEqual([
    'Pasta, cooked, enriched, without added salt',
    'Rice, white, long-grain, regular, enriched, cooked',
    'Bread, white, commercially prepared, toasted',
  ]);
});

test('more foods than anyone writes are all listed', () => {
  expect(itemsOf('egg,'.repeat(100))).toHaveLength(100);
});

test('a corrected item has the chosen food and grams', () => {
  const [milk] = itemsOf('milk');
  const [apple] = itemsOf('an apple');
  const { meal } = analyzeMeal(catalog, 'bread', {
    corrected: [{ text: 'an apple', food: milk!.food, grams: 150 }],
  });
  expect(meal.items.map(({ text, food, grams }) => [text, food?.id, grams])).toEqual([
    ['an apple', milk!.food!.id, 150],
    ['bread', meal.items[1]!.food!.id, 50],
  ]);
  const untouched = { text: 'an apple', food: null, grams: apple!.grams };
  expect(analyzeMeal(catalog, '', { corrected: [untouched] }).meal.items).toEqual([apple!]);
});
