import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type CleanFood, normalize } from '../../../build/normalize/normalize.ts';
import { emptyRawFood, type RawFood } from '../../../build/raw/raw-food.ts';
import { emptyRawRecord } from '../../../build/raw/raw-record.ts';
import { openTable } from '../../../build/tables/read.ts';
import { scoreConfidence } from '../../../src/food/confidence.ts';
import { listFindings } from '../../../src/food/findings.ts';
import { readRecord } from '../../../src/food/food-record.ts';
import { NUTRIENTS, type Nutrient } from '../../../src/food/nutrients.ts';
import { testFunctions } from '../../table-of-cases.ts';
import table from './most-in-kind.tsv' with { type: 'text' };

interface Row extends Partial<RawFood> {
  name: string;
  category?: string;
  ingredients?: string;
  further?: Record<string, number>;
}

function read({ name, category, ingredients, further = {}, ...amounts }: Row): CleanFood {
  const record = { ...emptyRawRecord(), ingredients: ingredients ?? null, nutrients: further };
  const food = normalize({
    ...emptyRawFood('off', 1),
    code: '4006381333931',
    names: [name],
    categories: category === undefined ? [] : [category],
    ...amounts,
    record,
  });
  if (typeof food === 'string') throw new Error(food);
  return food;
}

testFunctions(table, {
  /** The sodium, the findings, and the further nutrients, of which salt says the same. */
  sodiumOf: (name: string, sodium_mg: number, clues: Partial<Row>) => {
    const food = read({ name, sodium_mg, ...clues, further: { salt_g: sodium_mg / 400 } });
    return [food.sodium_mg, listFindings(food.findings), Object.keys(readRecord(food.record).nutrients)];
  },
  amountKept: (name: string, nutrient: Nutrient, amount: number) => {
    const food = read({ name, [nutrient]: amount });
    return [food[nutrient], listFindings(food.findings)];
  },
  furtherKept: (name: string, nutrient: string, amount: number) => {
    const food = read({ name, further: { [nutrient]: amount, lactose_g: 4 } });
    const { lactose_g, [nutrient]: kept = null } = readRecord(food.record).nutrients as Record<
      string,
      number
    >;
    expect(lactose_g).toBe(4);
    return [kept, listFindings(food.findings)];
  },
});

test('milligrams that were typed as grams give way to the salt beside them', () => {
  const food = read({ name: 'Whole milk', sodium_mg: 40_000, salt_g: 0.1 });
  expect(food.sodium_mg).toBe(40);
  expect(listFindings(food.findings)).toEqual(['salt_against_sodium']);
});

test('milligrams that were typed as grams take a complete label out of the top', () => {
  const label = { calories_kcal: 47, protein_g: 3.3, fat_g: 1.6, carbs_g: 4.8, sugar_g: 4.8 };
  const food = read({ name: 'Semi-skimmed milk', ...label, sodium_mg: 19_700 });
  const score = scoreConfidence({ ...food, barcode: '4006381333931', image_url: null }, food.findings);
  expect(score).toBeLessThan(0.6);
});

test('no value of the tables of the USDA is refused but the protein that a maker of breads left out', async () => {
  const { batches } = await openTable('usda', join(import.meta.dir, '../../../data/usda-sr28.tsv'));
  const refused: string[] = [];
  for await (const { foods } of batches) {
    for (const raw of foods) {
      const food = normalize(raw) as CleanFood;
      // The same food from a source without tables of its own.
      const other = normalize({ ...raw, source: 'community' }) as CleanFood;
      for (const nutrient of NUTRIENTS) {
        if (raw[nutrient] !== null && (food[nutrient] === null || other[nutrient] === null))
          refused.push(`${food.name}: ${nutrient} ${raw[nutrient]}`);
      }
      if (listFindings(food.findings).includes('further_nutrient_dropped')) refused.push(food.name);
    }
  }
  const leftOut = refused.filter((one) => /^Pepperidge Farm, .*: protein_g 0\.01$/.test(one));
  expect(refused.filter((one) => !leftOut.includes(one))).toEqual([]);
  expect(leftOut).toHaveLength(19);
});
