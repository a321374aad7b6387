import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openOwnCsv } from '../../build/read/own-csv.ts';
import type { RawFood } from '../../build/read/raw-food.ts';
import { formatBarcode, hasValidCheckDigit, isInStore, readGtin } from '../../src/food/barcode.ts';
import type { FoodSource } from '../../src/food/food.ts';

const MAX_MACROS_G = 105;
/** Labels round, and count sweeteners and acids their own way. */
const ENERGY_TOLERANCE = 0.15;
const ROUNDING_KCAL = 3;

async function readData(file: string, source: FoodSource): Promise<RawFood[]> {
  const opened = await openOwnCsv(join(import.meta.dir, '../../data', file), source);
  const batches = await Array.fromAsync(opened.batches);
  expect(batches.flatMap((batch) => batch.refused)).toEqual([]);
  return batches.flatMap((batch) => batch.foods);
}

const branded = await readData('branded.csv', 'community');
const community = await readData('community.csv', 'community');
const estimates = await readData('estimates.csv', 'ai_estimate');

test('there are products to scan, home cooking and estimates', () => {
  expect(branded.length).toBeGreaterThanOrEqual(60);
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

  test('stands for one product and is no code of a single shop', () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => isInStore(readGtin(code)!))).toEqual([]);
  });
});

test('what is cooked at home or estimated has no barcode', () => {
  expect([...community, ...estimates].filter((food) => food.code !== null)).toEqual([]);
});

test('every food has a name and a category, and nothing that contradicts itself', () => {
  const contradictory = [...branded, ...community, ...estimates].filter((food) => !isPlausible(food));
  expect(contradictory.map((food) => food.names[0])).toEqual([]);
  expect([...branded, ...community, ...estimates].filter((food) => food.categories.length !== 1)).toEqual([]);
});

function isPlausible(food: RawFood): boolean {
  const { calories_kcal: kcal, protein_g: protein, fat_g: fat, carbs_g: carbs } = food;
  if ((protein ?? 0) + (fat ?? 0) + (carbs ?? 0) > MAX_MACROS_G) return false;
  if ((food.sugar_g ?? 0) > (carbs ?? 100) || (food.saturated_fat_g ?? 0) > (fat ?? 100)) return false;
  if (kcal === null || protein === null || fat === null || carbs === null) return true;
  const least = 4 * protein + 9 * fat + 4 * carbs;
  // Fibre is counted among the carbohydrates in America and beside them in Europe.
  const most = least + 2 * (food.fiber_g ?? 0);
  const slack = Math.max(kcal * ENERGY_TOLERANCE, ROUNDING_KCAL);
  return kcal >= least - slack && kcal <= most + slack;
}
