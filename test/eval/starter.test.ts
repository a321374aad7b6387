import { beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { openReadOnly } from '../../src/sqlite/driver.ts';
import { type ClassResult, summarize } from '../../tools/eval/evaluate.ts';
import { evaluateHonest } from '../../tools/eval/honest.ts';
import { evaluateMeals, readMeals, shareMeals } from '../../tools/eval/meal.ts';
import { evaluateOwn } from '../../tools/eval/own-queries.ts';
import { evaluateLines, readLines, shareRight } from '../../tools/eval/recipe.ts';

/** What the search reached, in percent at 1, 3 and 10: a change may only raise it. */
const FLOORS: Record<string, [number, number, number]> = {
  plain: [98, 100, 100],
  brand: [98, 100, 100],
  category: [90, 100, 100],
  exact: [100, 100, 100],
  partial: [97, 100, 100],
  prefix: [95, 100, 100],
  extra: [100, 100, 100],
  'typo-edit': [97, 100, 100],
  'typo-human': [91, 95, 95],
  diacritics: [100, 100, 100],
  'joined-split': [89, 96, 96],
  barcode: [100, 100, 100],
  nothing: [100, 100, 100],
  everyday: [99, 99, 100],
  multilingual: [98, 100, 100],
};

const HONEST_FLOOR = 0.95;

/** Lines of recipes that are read right, in percent, of all and of those that were held out. */
const RECIPE_FLOOR = 97;
const HELD_FLOOR = 95;

/** Meals in words: foods, their grams, and the number of foods in a sentence that are right, in percent. */
const MEAL_FLOORS = { foods: 98, grams: 99, numbers: 99 };

/** A row for a food of a table that the starter need not have. */
const BY_CODE = /^[a-z]+:\S+$/;
const RECIPE_FOODS = join(import.meta.dir, '..', '..', 'data', 'names.tsv');
beforeAll(makeStarter, 300_000);

test('the search finds what the query files ask for', () => {
  const db = openReadOnly(STARTER);
  const outcomes = evaluateOwn(db);
  db.close();
  const results = summarize(outcomes).filter((result) => result.class !== 'all');
  expect(outcomes.length).toBeGreaterThanOrEqual(500);
  expect(results.map((result) => result.class).sort()).toEqual(Object.keys(FLOORS).sort());
  for (const result of results) {
    const reached = [result.at1, result.at3, result.at10].map((share) => Math.floor(100 * share));
    const floor = FLOORS[result.class]!;
    const isReached = reached.every((share, i) => share >= floor[i]!);
    expect(`${result.class} ${isReached ? 'reached' : reached.join('/')}`).toBe(`${result.class} reached`);
  }
}, 300_000);

test('answers say what they are: all words, some corrected, a part of them, or nothing', () => {
  const catalog = openCatalog(STARTER);
  const outcomes = evaluateHonest(catalog);
  catalog.close();
  expect(outcomes.length).toBeGreaterThanOrEqual(100);
  const [{ at1 }] = summarize(outcomes) as [ClassResult, ClassResult];
  expect(at1).toBeGreaterThanOrEqual(HONEST_FLOOR);
});

test('lines of recipes are read right', () => {
  const catalog = openCatalog(STARTER);
  const lines = readLines();
  const outcomes = evaluateLines(catalog, lines);
  catalog.close();
  expect(lines).toHaveLength(312);
  expect(100 * shareRight(outcomes)).toBeGreaterThanOrEqual(RECIPE_FLOOR);
  const held = outcomes.filter(({ expected }) => expected.set === 'held');
  expect(held).toHaveLength(60);
  expect(100 * shareRight(held)).toBeGreaterThanOrEqual(HELD_FLOOR);
});

test('meals in words are read right', () => {
  const catalog = openCatalog(STARTER);
  const meals = readMeals();
  const shares = shareMeals(evaluateMeals(catalog, meals));
  catalog.close();
  expect(meals.length).toBeGreaterThanOrEqual(286);
  for (const name of ['foods', 'grams', 'numbers'] as const) {
    expect(100 * shares[name]).toBeGreaterThanOrEqual(MEAL_FLOORS[name]);
  }
}, 60_000);

test('every food that recipes name is in the starter catalogue', () => {
  const db = openReadOnly(STARTER);
  const known = new Set(db.prepare('SELECT name FROM foods').pluck().all());
  const [, ...rows] = readFileSync(RECIPE_FOODS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const named = rows
    .map((row) => row.slice(0, row.indexOf('\t')).trim())
    .filter((name) => !BY_CODE.test(name));
  expect(named.length).toBeGreaterThan(300);
  const missing = named.filter((name) => !known.has(name));
  db.close();
  expect(missing).toEqual([]);
});
