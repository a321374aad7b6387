import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type CleanFood, normalize } from '../../../build/normalize/normalize.ts';
import { emptyRawFood, type RawFood } from '../../../build/raw/raw-food.ts';
import { emptyRawRecord } from '../../../build/raw/raw-record.ts';
import { openTable } from '../../../build/tables/read.ts';
import { scoreConfidence } from '../../../src/food/confidence.ts';
import { listFindings } from '../../../src/food/findings.ts';
import { readRecord } from '../../../src/food/food-record.ts';
import { NUTRIENTS } from '../../../src/food/nutrients.ts';

interface Row extends Partial<RawFood> {
  name: string;
  category?: string;
  ingredients?: string;
  further?: Record<string, number>;
}

type Case = [name: string, sodium_mg: number, clues: Partial<Row>];

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

describe('milligrams that were typed as grams', () => {
  test.each<Case>([
    ['Semi-skimmed milk', 19_700, {}],
    ['Lait demi-écrémé', 2500, {}],
    ['Orange soda', 20_000, {}],
    ['Crystal water', 3000, { category: 'en:spring-waters' }],
    ['Apfelsaft naturtrüb', 4000, {}],
    ['Zumo de naranja', 12_000, {}],
    ['Sour worms', 35_000, { category: 'en:candies' }],
    ['Gummy worms', 35_000, {}],
    ['Sojamilch', 24_000, {}],
    ['Yaourt soja vanille', 9160, {}],
    ['Vanilla ice cream', 47_700, {}],
    ['Thé glacé', 12_000, {}],
    ['Greek yogurt', 35_560, { ingredients: 'Milk, cream, live cultures' }],
    ['Crisps with sea salt', 20_000, {}],
    ['Caramel au sel de Guérande', 12_000, {}],
    ['Croissants', 5000, {}],
    ['Smoked ham', 8000, {}],
    ['Green olives in water', 30_000, {}],
    ['Soy sauce', 30_000, {}],
    ['Red lentils', 36_000, {}],
    ['Anything', 5000, {}],
  ])('%s does not have %d mg of sodium', (name, sodium_mg, clues) => {
    const food = read({ name, sodium_mg, ...clues, further: { salt_g: sodium_mg / 400 } });
    expect(food.sodium_mg).toBeNull();
    expect(listFindings(food.findings)).toEqual(['impossible_sodium_mg']);
    expect(readRecord(food.record).nutrients).toEqual({});
  });

  test('give way to the salt beside them', () => {
    const food = read({ name: 'Whole milk', sodium_mg: 40_000, salt_g: 0.1 });
    expect(food.sodium_mg).toBe(40);
    expect(listFindings(food.findings)).toEqual(['salt_against_sodium']);
  });

  test('take a complete label out of the top', () => {
    const label = { calories_kcal: 47, protein_g: 3.3, fat_g: 1.6, carbs_g: 4.8, sugar_g: 4.8 };
    const food = read({ name: 'Semi-skimmed milk', ...label, sodium_mg: 19_700 });
    const score = scoreConfidence({ ...food, barcode: '4006381333931', image_url: null }, food.findings);
    expect(score).toBeLessThan(0.6);
  });

  test.each([
    ['Butter', 'cholesterol_mg', 8000],
    ['Butter', 'cholesterol_mg', 2200],
    ['Chocolate eggs', 'cholesterol_mg', 3000],
    ['Cheddar', 'cholesterol_mg', 1600],
    ['Whole milk', 'potassium_mg', 40_000],
    ['Bananas', 'potassium_mg', 35_800],
    ['Potatoes', 'potassium_mg', 42_000],
  ] as const)('%s does not have %s %d', (name, nutrient, amount) => {
    const food = read({ name, [nutrient]: amount });
    expect(food[nutrient]).toBeNull();
    expect(listFindings(food.findings)).toEqual([`impossible_${nutrient}`]);
  });

  test.each([
    ['Orange juice', 'vitamin_c_mg', 60_000],
    ['Orange juice', 'vitamin_c_mg', 4000],
    ['Milk', 'calcium_mg', 20_000],
    ['Milk', 'vitamin_d_ug', 1_000_000],
    ['Breakfast flakes', 'iron_mg', 14_000],
    ['Breakfast flakes', 'thiamin_mg', 1100],
    ['Breakfast flakes', 'vitamin_b12_ug', 2_500_000],
    ['Breakfast flakes', 'vitamin_e_mg', 500_000],
  ])('%s does not have %s %d', (name, nutrient, amount) => {
    const food = read({ name, further: { [nutrient]: amount, lactose_g: 4 } });
    expect(readRecord(food.record).nutrients).toEqual({ lactose_g: 4 });
    expect(listFindings(food.findings)).toEqual(['further_nutrient_dropped']);
  });
});

describe('a food that is known for it keeps', () => {
  test.each<Case>([
    ['Soy sauce', 8900, {}],
    ['Sauce soja salée', 6520, {}],
    ['Honey soy sauce', 5500, {}],
    ['しょうゆ', 6000, {}],
    ['Bouillon cubes', 24_000, {}],
    ['Gemüsebrühe', 20_000, {}],
    ['Brodo vegetale', 22_760, {}],
    ['Fleur de sel de Guérande', 38_000, {}],
    ['Kräutersalz', 33_000, {}],
    ['Sale marino', 39_000, {}],
    ['Reduced sodium salt', 19_000, {}],
    ['Chicken soup, instant powder', 9000, {}],
    ['Beer can chicken seasoning', 9800, {}],
    ['Greek yogurt dip mix', 5400, { ingredients: 'Salt, garlic, onion' }],
    ['Old Harbour', 25_000, { ingredients: 'Celery salt, spices, paprika' }],
    ['Jus de canard', 5000, {}],
    ['Baking soda', 27_360, {}],
    ['Poudre à lever', 19_300, {}],
    ['Electrolyte drink powder', 16_000, {}],
    ['Green olives in brine', 4400, {}],
    ['Country ham', 2700, {}],
    ['Anchovy fillets', 9500, {}],
    ['Salted cod', 7000, {}],
    ['Umeboshi', 8700, {}],
    ['Dried kelp', 5200, {}],
    ['Dried wakame', 6600, { category: 'en:seaweeds' }],
    ['Blue cheese', 1900, {}],
    ['Beef jerky', 3000, {}],
    ['Fajita with lime juice', 2900, {}],
  ])('%s: %d mg of sodium', (name, sodium_mg, clues) => {
    const food = read({ name, sodium_mg, ...clues, further: { salt_g: sodium_mg / 400 } });
    expect(food.sodium_mg).toBe(sodium_mg);
    expect(listFindings(food.findings)).toEqual([]);
    expect(Object.keys(readRecord(food.record).nutrients)).toEqual(['salt_g']);
  });

  test.each([
    ['Potassium chloride salt', 'potassium_mg', 52_000],
    ['Cream of tartar', 'potassium_mg', 16_500],
    ['Dried kelp', 'potassium_mg', 11_500],
    ['Instant tea', 'potassium_mg', 6040],
    ['Egg yolk powder', 'cholesterol_mg', 2300],
    ['Eigelbpulver', 'cholesterol_mg', 2300],
    ['Cervelle de veau', 'cholesterol_mg', 3100],
    ['Chicken liver', 'cholesterol_mg', 640],
    ['Dried squid', 'cholesterol_mg', 1100],
  ] as const)('%s: %s %d', (name, nutrient, amount) => {
    const food = read({ name, [nutrient]: amount });
    expect(food[nutrient]).toBe(amount);
    expect(listFindings(food.findings)).toEqual([]);
  });

  test.each([
    ['Vitamin C tablets', 'vitamin_c_mg', 60_000],
    ['Acerola powder', 'vitamin_c_mg', 17_000],
    ['Comprimés effervescents', 'vitamin_c_mg', 20_000],
    ['Magnesium citrate', 'magnesium_mg', 15_000],
    ['Dried kombu', 'iodine_ug', 240_000],
    ['Cod liver oil', 'vitamin_a_ug', 30_000],
  ])('%s: %s %d', (name, nutrient, amount) => {
    const food = read({ name, further: { [nutrient]: amount } });
    expect(readRecord(food.record).nutrients).toEqual({ [nutrient]: amount });
    expect(listFindings(food.findings)).toEqual([]);
  });
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
