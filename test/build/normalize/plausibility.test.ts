import { describe, expect, test } from 'bun:test';
import { readEnergy } from '../../../build/normalize/energy.ts';
import { kindOf } from '../../../build/normalize/food-kinds.ts';
import { dropImpossible, findContradictions, isSaltOff } from '../../../build/normalize/plausibility.ts';
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

interface Known extends Partial<Nutrition> {
  name?: string;
  category?: string;
  serving_size_g?: number;
  alcohol_g?: number;
  polyols_g?: number;
  unlisted_g?: number;
}

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

describe('values that contradict each other are found', () => {
  const contradictions: [Known, string[]][] = [
    [{ protein_g: 40, fat_g: 40, carbs_g: 40 }, ['macros_over_100']],
    [{ protein_g: 35, fat_g: 35, carbs_g: 35 }, []],
    // Salt weighs something too.
    [{ carbs_g: 20, protein_g: 0, fat_g: 0, sodium_mg: 40_000 }, ['macros_over_100']],
    [{ carbs_g: 10, sugar_g: 12 }, ['sugar_over_carbs']],
    [{ carbs_g: 0, sugar_g: 0.5 }, []],
    [{ fat_g: 3, saturated_fat_g: 9 }, ['saturated_over_fat']],
    [{ calories_kcal: 100, protein_g: 10, fat_g: 20, carbs_g: 50 }, ['energy_off']],
    [{ calories_kcal: 420, protein_g: 10, fat_g: 20, carbs_g: 50 }, []],
    // The slack for rounding must not hide an energy that is far too low.
    [{ calories_kcal: 1.5, protein_g: 1, fat_g: 0.85, carbs_g: 1.4 }, ['energy_off']],
    [{ calories_kcal: 15, protein_g: 1, fat_g: 0.85, carbs_g: 1.4 }, []],
    [{ calories_kcal: 3, protein_g: 0.9, fat_g: 0.1, carbs_g: 0.4 }, []],
    // A gram of carbohydrate in a serving of 28 g: the label rightly prints 0 kcal.
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 3.57, serving_size_g: 28 }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 3.57, serving_size_g: 240 }, ['energy_off']],
    // Fibre counted among the carbohydrates, as in America, or apart from them, as in Europe.
    [{ calories_kcal: 216, protein_g: 16, fat_g: 4, carbs_g: 66, fiber_g: 44 }, []],
    // Wine gets its energy from alcohol, whether or not its label gives the amount.
    [{ calories_kcal: 82, protein_g: 0.1, fat_g: 0, carbs_g: 2.6, alcohol_g: 10.5 }, []],
    [{ calories_kcal: 82, protein_g: 0.1, fat_g: 0, carbs_g: 2.6 }, ['energy_off']],
    [{ calories_kcal: 82, protein_g: 0.1, fat_g: 0, carbs_g: 2.6, name: 'Vin rouge de pays' }, []],
    [{ calories_kcal: 231, protein_g: 0, fat_g: 0, carbs_g: 0, category: 'Spirits' }, []],
    [{ calories_kcal: 85, protein_g: 0.1, fat_g: 0, carbs_g: 4.9, name: 'Rotwein trocken' }, []],
    [{ calories_kcal: 42, protein_g: 0.3, fat_g: 0, carbs_g: 2.4, name: 'Heineken' }, []],
    [{ calories_kcal: 82, protein_g: 0, fat_g: 0, carbs_g: 2.6, name: 'Vinaigre de vin' }, ['energy_off']],
    [{ calories_kcal: 82, protein_g: 0, fat_g: 0, carbs_g: 2.6, name: 'Root beer' }, ['energy_off']],
    [
      { calories_kcal: 300, protein_g: 4, fat_g: 8, carbs_g: 20, name: 'Rum raisin ice cream' },
      ['energy_off'],
    ],
    [
      { calories_kcal: 300, protein_g: 4, fat_g: 8, carbs_g: 20, name: 'Bourbon', category: 'Biscuits' },
      ['energy_off'],
    ],
    // Polyols, stevia and cocoa have less energy than other carbohydrate.
    [{ calories_kcal: 160, protein_g: 0, fat_g: 0, carbs_g: 95, polyols_g: 94 }, []],
    [{ calories_kcal: 160, protein_g: 0, fat_g: 0, carbs_g: 95 }, ['energy_off']],
    [{ calories_kcal: 160, protein_g: 0, fat_g: 0, carbs_g: 95, name: 'Bonbons sans sucres menthe' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 100, name: 'Erythritol' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 100, name: 'Erythrit' }, []],
    [{ calories_kcal: 240, protein_g: 0, fat_g: 0, carbs_g: 95, name: 'Zuckerfreie Bonbons' }, []],
    [{ calories_kcal: 21, protein_g: 0, fat_g: 0, carbs_g: 0.5, name: 'Apfelessig' }, []],
    [
      { calories_kcal: 228, protein_g: 19.6, fat_g: 13.7, carbs_g: 57.9, fiber_g: 37, name: 'Cocoa powder' },
      [],
    ],
    [{ calories_kcal: 53, protein_g: 0, fat_g: 0, carbs_g: 27.7, name: 'Baking powder' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 60, name: 'Herbal tea' }, ['energy_off']],
    // Fibre beyond the carbohydrate is apart from it, and weighs as well.
    [{ calories_kcal: 450, protein_g: 7, fat_g: 18, carbs_g: 65, fiber_g: 90 }, ['macros_over_100']],
    [{ calories_kcal: 423, protein_g: 11, fat_g: 5, carbs_g: 3, name: 'Coq au vin' }, ['energy_off']],
    // Acids have energy that no label lists.
    [{ calories_kcal: 21, protein_g: 0, fat_g: 0, carbs_g: 0.6, category: 'Vinegars' }, []],
    // Citric acid, and lemon juice concentrate, in a table that says how much water is in them.
    [{ calories_kcal: 300, protein_g: 0, fat_g: 0, carbs_g: 0, unlisted_g: 100 }, []],
    [{ calories_kcal: 150, protein_g: 3.1, fat_g: 1.5, carbs_g: 8.4, unlisted_g: 31.3 }, []],
    [{ calories_kcal: 300, protein_g: 0, fat_g: 0, carbs_g: 0, unlisted_g: 40 }, ['energy_off']],
    [{ calories_kcal: 10, protein_g: 20, fat_g: 0, carbs_g: 0, unlisted_g: 79 }, ['energy_off']],
    [{ calories_kcal: 240, protein_g: 0, fat_g: 0, carbs_g: 100, name: 'Mannit Pulver (E 421)' }, []],
    [{ calories_kcal: 235, protein_g: 0, fat_g: 0, carbs_g: 98, name: 'Sorbit Pulver' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 100, name: 'Sugar substitute, monk fruit' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0 }, ['all_zero']],
    [{ calories_kcal: 0.1, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Fresh mints' }, ['all_zero']],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Eau minérale naturelle' }, []],
    [{ calories_kcal: 1, protein_g: 0, fat_g: 0, carbs_g: 0, category: 'Teas' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Thé vert' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'The best pie' }, ['all_zero']],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Fleur de sel' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Caramel au beurre salé' }, ['all_zero']],
    // Nothing but salt, by its name or by its sodium.
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Sel de Guérande gros' }, []],
    [
      { calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Himalaya crystals', sodium_mg: 38_000 },
      [],
    ],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Chips sel de mer' }, ['all_zero']],
    [
      {
        calories_kcal: 0,
        protein_g: 0,
        fat_g: 0,
        carbs_g: 0,
        name: 'Noix de cajou au sel de mer',
        sodium_mg: 500,
      },
      ['all_zero'],
    ],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Cola zero' }, []],
    [{ calories_kcal: 0.4, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Pepsi Max' }, []],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Volvic' }, []],
    // A word is not enough where the category or another word says what it is.
    [
      {
        calories_kcal: 0,
        protein_g: 0,
        fat_g: 0,
        carbs_g: 0,
        name: 'Filets in spring water',
        category: 'Tunas',
      },
      ['all_zero'],
    ],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Coffee cake' }, ['all_zero']],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Green tea ice cream' }, ['all_zero']],
    [{ calories_kcal: 0, protein_g: 0, fat_g: 0, carbs_g: 0, name: 'Yogurt light' }, ['all_zero']],
    [{ protein_g: 0, fat_g: 0 }, []],
    [{}, []],
  ];
  test.each(contradictions)('%j: %j', (known, findings) => {
    const { name = 'Anything', category = null, serving_size_g = null, ...rest } = known;
    const { alcohol_g = null, polyols_g = null, unlisted_g = null, ...values } = rest;
    const food = { ...of(values), name, category, serving_size_g, alcohol_g, polyols_g, unlisted_g };
    const before = structuredClone(food);
    expect(listFindings(findContradictions(food))).toEqual(findings as never);
    expect(food).toEqual(before);
  });

  test.each([
    [1.08, 62.5, true],
    [5.35, 600, true],
    [1.5, 590, false],
    [1.524, 600, false],
    [0, 2, false],
    [null, 600, false],
    [1.5, null, false],
  ])('salt %p g beside sodium %p mg: %p', (salt, sodium, isOff) => {
    expect(isSaltOff(salt, sodium)).toBe(isOff);
  });
});

describe('energy', () => {
  const bread = of({ protein_g: 9, fat_g: 3, carbs_g: 49 });
  const beer = of({ protein_g: 0.5, fat_g: 0, carbs_g: 3.6 });
  const gum = of({ protein_g: 0, fat_g: 0, carbs_g: 66.7 });
  type Row = [string, number | null, number | null, Nutrition, number | null, boolean];
  test.each<Row>([
    ['kcal as given', 265, 1109, bread, 265, false],
    ['kJ alone', null, 1109, bread, 265.06, false],
    ['kJ in the column of kcal', 1109, null, bread, 265.06, true],
    ['kJ in both columns', 1109, 1109, bread, 265.06, true],
    ['kJ in the column of kcal, multiplied once more into the other column', 1109, 4640, bread, 265.06, true],
    ['kJ multiplied once more, and no kcal', null, 4640, bread, 265.06, true],
    [
      'what may be kJ, but is no more than a food can have and confirmed by the other column',
      820,
      3431,
      of({ protein_g: 8, fat_g: 2, carbs_g: 36 }),
      820,
      false,
    ],
    ['kJ and kcal in the column of the other', 1109, 265, bread, 265, true],
    ['a kcal that cannot be, beside kJ that can', 2650, 1109, bread, 265.06, false],
    ['a kcal below zero, beside kJ', -1, 1109, bread, 265.06, false],
    ['no kcal, beside kJ', 0, 1109, bread, 265.06, false],
    [
      'little kcal of something with hardly any macros',
      42,
      null,
      of({ protein_g: 0.3, fat_g: 0, carbs_g: 2.4 }),
      42,
      false,
    ],
    ['kcal in the column of kJ', null, 265, bread, 265, true],
    ['the same kJ in both columns, no macros', 1500, 1500, of({}), 358.51, true],
    ['beyond any food, no macros', 1500, null, of({}), 1500, false],
    ['kJ and kcal exchanged, no macros', 1883, 450, of({}), 450, true],
    ['kJ and kcal exchanged, some macros', 1046, 250, of({ protein_g: 9 }), 250, true],
    ['kJ and kcal exchanged, both possible, no macros', 644, 154, of({}), 154, true],
    ['kJ and kcal exchanged, few macros', 192, 46, of({ protein_g: 0, fat_g: 0, carbs_g: 11 }), 46, true],
    ['kJ and kcal of a beer exchanged', 180, 43, beer, 43, true],
    ['kJ and kcal of a vodka exchanged', 967, 231, of({ protein_g: 0, fat_g: 0, carbs_g: 0 }), 231, true],
    ['kcal that were divided to give kJ', 265, 63.3, bread, 265, false],
    ['kcal that were divided to give kJ, some macros', 450, 107.6, of({ fat_g: 40 }), 450, false],
    ['exchanged, but the macros that are known give more', 1883, 450, of({ fat_g: 80 }), 1883, false],
    ['next to nothing in either column', 4, 1, of({}), 4, false],
    ['zero', 0, 0, bread, 0, false],
    ['nothing known', null, null, bread, null, false],
    ['neither reading fits', 600, null, bread, 600, false],
    ['a beer, confirmed by its kJ', 43, 180, beer, 43, false],
    ['a beer without kJ', 43, null, beer, 43, false],
    ['a beer whose kcal stand in both columns', 43, 43, beer, 43, false],
    [
      'a vinegar whose kcal divided would fit by slack alone',
      125,
      null,
      of({ protein_g: 0, fat_g: 0, carbs_g: 13.3 }),
      125,
      false,
    ],
    ['a gum whose kcal divided would fit its polyols', 333, null, gum, 333, false],
  ])('%s', (description, kcal, kj, nutrition, expected, mended) => {
    const energy = readEnergy(kcal, kj, {
      nutrition,
      alcohol_g: null,
      polyols_g: nutrition === gum ? 60 : null,
      findKind: () => kindOf(description, null, null),
    });
    expect(energy.unitMended).toBe(mended);
    if (expected === null) expect(energy.calories_kcal).toBeNull();
    else expect(energy.calories_kcal!).toBeCloseTo(expected, 1);
  });

  test('is in doubt where kcal and kJ contradict each other', () => {
    const facts = {
      nutrition: of({ protein_g: 10, fat_g: 1, carbs_g: 3 }),
      alcohol_g: null,
      findKind: () => kindOf('Pasta', null, null),
    };
    expect(readEnergy(300, 258, facts)).toEqual({
      calories_kcal: 300,
      unitMended: false,
      unitsDisagree: true,
      energy_kj: 258,
    });
    expect(readEnergy(61, 258, facts).unitsDisagree).toBe(false);
  });
});
