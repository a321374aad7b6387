import { describe, expect, test } from 'bun:test';
import { readEnergy } from '../../../build/normalize/energy.ts';
import { dropImpossible, findContradictions } from '../../../build/normalize/plausibility.ts';
import { listFindings } from '../../../src/food/findings.ts';
import type { Nutrition } from '../../../src/food/nutrients.ts';

const UNKNOWN: Nutrition = {
  calories_kcal: null,
  protein_g: null,
  fat_g: null,
  carbs_g: null,
  fiber_g: null,
  sugar_g: null,
  sodium_mg: null,
  saturated_fat_g: null,
  cholesterol_mg: null,
  potassium_mg: null,
};
const of = (known: Partial<Nutrition>): Nutrition => ({ ...UNKNOWN, ...known });

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
    expect(listFindings(dropImpossible(nutrition))).toEqual([`impossible_${nutrient}`]);
    expect(nutrition).toEqual(of({ fiber_g: 3 }));
  });

  test.each([
    ['calories_kcal', 905],
    ['fat_g', 100],
    ['protein_g', 0],
    ['sodium_mg', 39_337],
  ] as const)('%s %p stays', (nutrient, value) => {
    const nutrition = of({ [nutrient]: value });
    expect(dropImpossible(nutrition)).toBe(0);
    expect(nutrition[nutrient]).toBe(value);
  });
});

describe('values that contradict each other are found', () => {
  test.each([
    [{ protein_g: 40, fat_g: 40, carbs_g: 40 }, null, ['macros_over_100']],
    [{ protein_g: 35, fat_g: 35, carbs_g: 35 }, null, []],
    [{ carbs_g: 10, sugar_g: 12 }, null, ['sugar_over_carbs']],
    [{ carbs_g: 0, sugar_g: 0.5 }, null, []],
    [{ fat_g: 3, saturated_fat_g: 9 }, null, ['saturated_over_fat']],
    [{ calories_kcal: 100, protein_g: 10, fat_g: 20, carbs_g: 50 }, null, ['energy_off']],
    [{ calories_kcal: 420, protein_g: 10, fat_g: 20, carbs_g: 50 }, null, []],
    // Fibre counted among the carbohydrates, as in America, or apart from them, as in Europe.
    [{ calories_kcal: 216, protein_g: 16, fat_g: 4, carbs_g: 66, fiber_g: 44 }, null, []],
    // Wine gets its energy from alcohol.
    [{ calories_kcal: 82, protein_g: 0.1, fat_g: 0, carbs_g: 2.6 }, 10.5, []],
    [{ calories_kcal: 82, protein_g: 0.1, fat_g: 0, carbs_g: 2.6 }, null, ['energy_off']],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0 }, null, ['all_zero']],
    [{ protein_g: 0, fat_g: 0 }, null, []],
    [{}, null, []],
  ] as [Partial<Nutrition>, number | null, string[]][])(
    '%j with alcohol %p: %j',
    (known, alcohol, findings) => {
      const nutrition = of(known);
      expect(listFindings(findContradictions(nutrition, alcohol, false))).toEqual(findings as never);
      expect(nutrition).toEqual(of(known));
    },
  );

  test('water may be all zero', () => {
    const water = of({ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0 });
    expect(findContradictions(water, null, true)).toBe(0);
  });
});

describe('energy', () => {
  const bread = of({ protein_g: 9, fat_g: 3, carbs_g: 49 });
  test.each([
    ['kcal as told', 265, 1109, bread, 265, false],
    ['kJ alone', null, 1109, bread, 265.06, false],
    ['kJ in the column of kcal', 1109, null, bread, 265.06, true],
    ['kcal in the column of kJ', null, 265, bread, 265, true],
    ['the same kJ in both columns, no macros', 1500, 1500, of({}), 358.51, true],
    ['beyond any food, no macros', 1500, null, of({}), 1500, false],
    ['zero', 0, 0, bread, 0, false],
    ['nothing told', null, null, bread, null, false],
    ['neither reading fits', 600, null, bread, 600, false],
  ])('%s', (_, kcal, kj, nutrition, expected, mended) => {
    const energy = readEnergy(kcal, kj, nutrition, null);
    expect(energy.unitMended).toBe(mended);
    if (expected === null) expect(energy.calories_kcal).toBeNull();
    else expect(energy.calories_kcal!).toBeCloseTo(expected, 1);
  });
});
