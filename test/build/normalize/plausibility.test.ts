import { describe, expect, test } from 'bun:test';
import { dropImpossible } from '../../../build/normalize/plausibility.ts';
import { listFindings } from '../../../src/food/findings.ts';
import { mapNutrients, type Nutrition } from '../../../src/food/nutrients.ts';

const UNKNOWN: Nutrition = mapNutrients(() => null);
const of = (known: Partial<Nutrition>): Nutrition => ({ ...UNKNOWN, ...known });

const ANY = { name: 'Table salt', category: null, ingredients: null };

describe('an impossible value becomes unknown', () => {
  test.each([
    ['calories_kcal', 906],
    ['calories_kcal', -1],
    ['protein_g', 100.5],
    ['carbs_g', 1.18e9],
    ['fat_g', -0.1],
    ['sodium_mg', 60_000],
    ['cholesterol_mg', 20_000],
    ['potassium_mg', 60_000],
  ] as const)('%s %p', (nutrient, value) => {
    const nutrition = of({ [nutrient]: value, fiber_g: 3 });
    expect(listFindings(dropImpossible(nutrition, ANY))).toEqual([`impossible_${nutrient}`]);
    expect(nutrition).toEqual(of({ fiber_g: 3 }));
  });

  test.each([
    ['calories_kcal', 905],
    ['fat_g', 100],
    ['protein_g', 0],
    ['sodium_mg', 39_337],
  ] as const)('%s %p stays', (nutrient, value) => {
    const nutrition = of({ [nutrient]: value });
    expect(dropImpossible(nutrition, ANY)).toBe(0);
    expect(nutrition[nutrient]).toBe(value);
  });
});

describe('protein that was not entered', () => {
  const bread = { calories_kcal: 270, protein_g: 0.01, fat_g: 4, carbs_g: 48 };
  const named = (name: string, category: string | null) => ({ name, category, ingredients: null });
  test.each([
    ['a bread', named('Rye Bread', 'Breads')],
    ['a pasta', named('Penne rigate', 'Pastas')],
    ['a bread without a category', named('Pain complet', null)],
  ])('is unknown where energy is left over: %s', (_, clues) => {
    const nutrition = of(bread);
    expect(listFindings(dropImpossible(nutrition, clues))).toEqual(['impossible_protein_g']);
    expect(nutrition).toEqual(of({ ...bread, protein_g: null }));
  });
  test.each([
    ['what need not have any', named('Lemonade', 'Beverages'), bread],
    ['fat of meat', named('Pork, rendered fat', 'Pork'), bread],
    ['starch', named('Bread of starch', 'Breads'), { ...bread, calories_kcal: 228 }],
    ['some protein', named('Bread', 'Breads'), { ...bread, protein_g: 4 }],
  ])('stays as it is: %s', (_, clues, values) => {
    const nutrition = of(values);
    expect(dropImpossible(nutrition, clues)).toBe(0);
    expect(nutrition).toEqual(of(values));
  });
});
