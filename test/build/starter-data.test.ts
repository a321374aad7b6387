import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { computeNutrient, readDishes } from '../../build/dishes.ts';
import type { RawBatch } from '../../build/raw/raw-batch.ts';
import type { RawFood } from '../../build/raw/raw-food.ts';
import { openOwnCsv } from '../../build/read/own-csv.ts';
import { computeDishes } from '../../build/starter.ts';
import { openTable } from '../../build/tables/read.ts';
import { formatBarcode, hasValidCheckDigit, isInStore, readGtin } from '../../src/food/barcode.ts';
import type { FoodSource } from '../../src/food/food.ts';

const MAX_MACROS_G = 105;
/** Labels round values, and count sweeteners and acids differently. */
const ENERGY_TOLERANCE = 0.15;
const ROUNDING_KCAL = 3;
/** USDA measures sugar and computes carbohydrate by difference: its milk has 0.25 g more sugar than carbohydrate. */
const MEASURED_SLACK_G = 0.3;

const DATA = join(import.meta.dir, '../../data');

async function readData(file: string, source: FoodSource): Promise<RawFood[]> {
  const opened = await openOwnCsv(join(DATA, file), source);
  return foodsOf(opened.batches);
}

async function readComputed(csv: string): Promise<RawFood[]> {
  const bytes = async function* () {
    yield Buffer.from(csv);
  };
  return foodsOf((await openOwnCsv('-', 'community', bytes)).batches);
}

async function foodsOf(opened: AsyncIterable<RawBatch>): Promise<RawFood[]> {
  const batches = await Array.fromAsync(opened);
  expect(batches.flatMap((batch) => batch.refused)).toEqual([]);
  return batches.flatMap((batch) => batch.foods);
}

const branded = await readData('branded.csv', 'community');
const community = await readData('community.csv', 'community');
const recipes = readDishes(join(DATA, 'dishes.tsv'));
const dishes = await readComputed(await computeDishes());
const generic = new Map(
  (await Array.fromAsync((await openTable('usda', join(DATA, 'usda-sr28.tsv'))).batches))
    .flatMap((batch) => batch.foods)
    .map((food) => [food.key!, food]),
);
const estimates = await readData('estimates.csv', 'ai_estimate');

test('there are products to scan, home cooking and estimates', () => {
  expect(branded.length).toBeGreaterThanOrEqual(110);
  expect(dishes.length).toBeGreaterThanOrEqual(80);
  expect(community.length).toBeGreaterThanOrEqual(15);
  expect(estimates.length).toBeGreaterThanOrEqual(15);
});

describe('every barcode of data/branded.csv', () => {
  const codes = branded.map((food) => food.code ?? '');

  test('is printed as on its product, with a valid check digit', () => {
    for (const code of codes) {
      const gtin = readGtin(code);
      expect(gtin === null ? null : { code: formatBarcode(gtin), valid: hasValidCheckDigit(gtin) }).toEqual({
        code,
        valid: true,
      });
    }
  });

  test('belongs to one product and is not an in-store code', () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => isInStore(readGtin(code)!))).toEqual([]);
  });
});

test('every product has its energy', () => {
  expect(branded.filter((food) => food.calories_kcal === null).map((food) => food.names[0])).toEqual([]);
});

describe('a recipe', () => {
  const named = (name: string) => dishes.find((food) => food.names[0] === name)!;

  test('adds up its ingredients', () => {
    // 58 g of white bread (266 kcal), 32 g of peanut butter (598) and 21 g of jelly (266) weigh 111 g.
    const kcal = (0.58 * 266 + 0.32 * 598 + 0.21 * 266) / 1.11;
    expect(generic.get('18069')).toMatchObject({ calories_kcal: 266 });
    expect(named('Peanut butter and jelly sandwich').calories_kcal).toBeCloseTo(kcal, 2);
  });

  test('counts the water that boils away', () => {
    const dry = { cookedG: 50, ingredients: [{ grams: 100, ndbNumber: '18069' }] };
    expect(computeNutrient(dry, 'calories_kcal', generic)).toBe(532);
  });

  test('does not know what is unknown for an ingredient', () => {
    const foods = new Map([['00001', { ...generic.get('18069')!, sugar_g: null }]]);
    const recipe = { cookedG: 100, ingredients: [{ grams: 100, ndbNumber: '00001' }] };
    expect(computeNutrient(recipe, 'sugar_g', foods)).toBeNull();
    expect(computeNutrient(recipe, 'fat_g', foods)).toBe(generic.get('18069')!.fat_g);
  });

  test('never weighs more than its ingredients, nor less than half of them', () => {
    for (const { name, cookedG, ingredients } of recipes) {
      const rawG = ingredients.reduce((sum, { grams }) => sum + grams, 0);
      expect(`${name} ${cookedG <= rawG && cookedG > rawG / 2}`).toBe(`${name} true`);
    }
  });

  test('names foods that exist', () => {
    const numbers = recipes.flatMap(({ ingredients }) => ingredients.map(({ ndbNumber }) => ndbNumber));
    expect(numbers.filter((number) => !generic.has(number))).toEqual([]);
  });

  test.each([
    ['Oat milk', 40, 60],
    ['Salmon nigiri sushi', 140, 190],
    ['Grilled cheese sandwich', 290, 380],
    ['Caffè latte with whole milk', 40, 60],
    ['Lemon curd', 280, 350],
    ['Quiche Lorraine', 260, 350],
    ['Basmati rice, cooked', 120, 140],
    ['Butter chicken', 130, 200],
    ['Greek salad', 80, 140],
    ['Cotton candy', 380, 400],
  ])('for %s gives an energy that a cook would expect', (name, from, to) => {
    const kcal = named(name).calories_kcal!;
    expect(kcal).toBeGreaterThanOrEqual(from);
    expect(kcal).toBeLessThanOrEqual(to);
  });
});

test('what is cooked at home or estimated has no barcode', () => {
  expect([...community, ...dishes, ...estimates].filter((food) => food.code !== null)).toEqual([]);
});

test('every food has a name and a category, and nothing that contradicts itself', () => {
  const contradictory = [
    ...[...branded, ...community, ...estimates].filter((food) => !isPlausible(food)),
    ...dishes.filter((food) => !isPlausible(food, MEASURED_SLACK_G)),
  ];
  expect(contradictory.map((food) => food.names[0])).toEqual([]);
  expect(
    [...branded, ...community, ...dishes, ...estimates].filter((food) => food.categories.length !== 1),
  ).toEqual([]);
});

function isPlausible(food: RawFood, slackG = 0): boolean {
  const { calories_kcal: kcal, protein_g: protein, fat_g: fat, carbs_g: carbs } = food;
  if ((protein ?? 0) + (fat ?? 0) + (carbs ?? 0) > MAX_MACROS_G) return false;
  if ((food.sugar_g ?? 0) > (carbs ?? 100) + slackG || (food.saturated_fat_g ?? 0) > (fat ?? 100))
    return false;
  if (kcal === null || protein === null || fat === null || carbs === null) return true;
  const least = 4 * protein + 9 * fat + 4 * carbs;
  // Carbohydrates include fibre in America and exclude it in Europe.
  const most = least + 2 * (food.fiber_g ?? 0);
  const slack = Math.max(kcal * ENERGY_TOLERANCE, ROUNDING_KCAL);
  return kcal >= least - slack && kcal <= most + slack;
}
