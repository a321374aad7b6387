import { describe, expect, test } from 'bun:test';
import { type CleanFood, normalize } from '../../build/normalize/normalize.ts';
import { type Finding, listFindings } from '../../src/food/findings.ts';
import { readRecord } from '../../src/food/food-record.ts';
import { readExportText, tabbed } from './read/read-all.ts';

/**
 * One row for each kind of dirt in Open Food Facts, in the form of its exports, with what must become of it. The
 * products are invented; the slips are those of real rows.
 */
type Product = Record<string, unknown>;

interface Dirt {
  kind: string;
  product: Product;
  /** What the food must have, or the reason why the row is refused. */
  becomes: Partial<CleanFood> | string;
  findings?: readonly Finding[];
}

/** A whole, plausible product, last changed in 2024, with this instead. */
function product(instead: Product): Product {
  return {
    code: '4006381333931',
    product_type: 'food',
    lang: 'en',
    product_name: 'Oat biscuits',
    brands: 'Mill & Meadow',
    categories_tags: ['en:snacks', 'en:sweet-snacks', 'en:biscuits'],
    last_modified_t: 1_715_000_000,
    nutriments: per100g({ 'energy-kcal': 450, proteins: 7, fat: 18, carbohydrates: 65 }),
    ...instead,
  };
}

function per100g(amounts: Readonly<Record<string, number>>): Product {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [`${name}_100g`, amount]));
}

/** Amounts typed for one serving, and what the source makes of them per 100 g. */
function perServing(
  serving_g: number,
  typed: Readonly<Record<string, number>>,
  units: Record<string, string> = {},
): Product {
  const nutriments: Product = {};
  for (const [name, amount] of Object.entries(typed)) {
    const unit = units[name] ?? (name === 'energy-kcal' ? 'kcal' : 'g');
    nutriments[`${name}_value`] = amount;
    nutriments[`${name}_unit`] = unit;
    nutriments[`${name}_100g`] = Number(
      (((unit === 'mg' ? amount / 1000 : amount) * 100) / serving_g).toPrecision(3),
    );
  }
  return {
    nutriments,
    nutrition_data_per: 'serving',
    serving_quantity: serving_g,
    serving_size: `${serving_g}g`,
  };
}
const USDA_IMPORT = { creator: 'usda-ndb-import', data_sources_tags: ['databases', 'database-usda-ndb'] };

async function readOne(text: string): Promise<CleanFood | string> {
  const { foods, refused } = await readExportText(text);
  return refused[0]?.reason ?? normalize(foods[0]!);
}

function checkDirt(rows: readonly Dirt[]): void {
  for (const { kind, product, becomes, findings } of rows) {
    test(kind, async () => {
      const food = await readOne(`${JSON.stringify(product)}\n`);
      if (typeof becomes === 'string' || typeof food === 'string') {
        expect(food).toBe(becomes as string);
        return;
      }
      expect(food).toMatchObject(becomes);
      if (findings !== undefined) expect(listFindings(food.findings)).toEqual([...findings]);
    });
  }
}

describe('amounts per 100 g that were typed as if per serving', () => {
  checkDirt([
    {
      kind: 'of a bulk import, whose energy counts carbohydrate alone, are shown as typed, with a calculated energy',
      product: product({
        ...USDA_IMPORT,
        ...perServing(28, {
          'energy-kcal': 271.44,
          proteins: 7.14,
          fat: 21.43,
          carbohydrates: 67.86,
          sugars: 28.57,
        }),
      }),
      becomes: { calories_kcal: 493, protein_g: 7.14, fat_g: 21.43, carbs_g: 67.86, sugar_g: 28.57 },
      findings: ['serving_scaling_undone', 'energy_computed'],
    },
    {
      kind: 'of a bulk import, plausible per serving too, are recognised by figures that no label prints',
      product: product({
        ...USDA_IMPORT,
        ...perServing(
          33,
          { 'energy-kcal': 84.84, proteins: 0, fat: 0, carbohydrates: 21.21, sodium: 1091 },
          { sodium: 'mg' },
        ),
        product_name: 'Barbecue sauce',
        data_quality_errors_tags: ['en:nutrition-value-total-over-105'],
      }),
      becomes: { calories_kcal: 85, carbs_g: 21.21, sodium_mg: 1091 },
      findings: ['serving_scaling_undone', 'energy_computed'],
    },
    {
      kind: 'of a bulk import with a large serving, where the multiplied values are too low',
      product: product({
        ...USDA_IMPORT,
        ...perServing(240, { 'energy-kcal': 20, proteins: 3.33, fat: 2.08, carbohydrates: 5 }),
        product_name: 'Reduced fat milk',
      }),
      becomes: { calories_kcal: 52, protein_g: 3.33, fat_g: 2.08, carbs_g: 5 },
      findings: ['serving_scaling_undone', 'energy_computed'],
    },
    {
      kind: 'of a bulk import whose energy counts everything keep it',
      product: product({
        ...USDA_IMPORT,
        ...perServing(30, { 'energy-kcal': 443.35, proteins: 13.33, fat: 16.67, carbohydrates: 60 }),
      }),
      becomes: { calories_kcal: 443.4, protein_g: 13.33, fat_g: 16.67, carbs_g: 60 },
      findings: ['serving_scaling_undone'],
    },
    {
      kind: 'of the same import without its tag are recognised by their figures',
      product: product(
        perServing(50, {
          'energy-kcal': 109.52,
          proteins: 4.76,
          fat: 20.24,
          carbohydrates: 27.38,
          sugars: 17.86,
        }),
      ),
      becomes: { calories_kcal: 311, protein_g: 4.76, fat_g: 20.24, carbs_g: 27.38 },
      findings: ['serving_scaling_undone', 'energy_computed'],
    },
    {
      kind: 'of a bulk import without energy are recognised by their figures',
      product: product({
        ...USDA_IMPORT,
        ...perServing(85, { proteins: 14.12, fat: 0.59, carbohydrates: 1.18 }),
      }),
      becomes: { calories_kcal: null, protein_g: 14.12, fat_g: 0.59, carbs_g: 1.18 },
      findings: ['serving_scaling_undone'],
    },
    {
      kind: 'by a person, in a serving that cannot weigh so little, are shown as typed',
      product: product(perServing(25, { 'energy-kcal': 450, proteins: 7, fat: 18, carbohydrates: 65 })),
      becomes: { calories_kcal: 450, protein_g: 7, fat_g: 18, carbs_g: 65 },
      findings: ['serving_scaling_undone'],
    },
    {
      kind: 'in the schema of 2026 are found among the typed sets',
      product: product({
        ...USDA_IMPORT,
        nutriments: {},
        serving_quantity: 40,
        serving_size: '40g',
        nutrition: {
          input_sets: [
            {
              per: 'serving',
              preparation: 'as_sold',
              source: 'packaging',
              nutrients: {
                'energy-kcal': { value: 230, unit: 'kcal' },
                fat: { value: 32.5, unit: 'g' },
                carbohydrates: { value: 57.5, unit: 'g' },
                proteins: { value: 5, unit: 'g' },
              },
            },
          ],
          aggregated_set: {
            per: '100g',
            preparation: 'as_sold',
            nutrients: {
              'energy-kcal': { value: 575, unit: 'kcal' },
              fat: { value: 81.25, unit: 'g' },
              carbohydrates: { value: 143.75, unit: 'g' },
              proteins: { value: 12.5, unit: 'g' },
            },
          },
        },
      }),
      becomes: { calories_kcal: 543, protein_g: 5, fat_g: 32.5, carbs_g: 57.5 },
      findings: ['serving_scaling_undone', 'energy_computed'],
    },
  ]);

  checkDirt([
    {
      kind: 'are left alone where a person corrected the import: labels print half grams',
      product: product({
        ...USDA_IMPORT,
        ...perServing(15, { 'energy-kcal': 20, proteins: 0, fat: 0, carbohydrates: 5, sugars: 4 }),
        serving_size: '1 tbsp (15 g)',
        product_name: 'Sweet relish',
      }),
      becomes: { calories_kcal: 133, carbs_g: 33.3, sugar_g: 26.7 },
      findings: [],
    },
    {
      kind: 'are left alone where fibre explains that energy is 4 × carbohydrate',
      product: product({
        ...USDA_IMPORT,
        ...perServing(30, { 'energy-kcal': 60, proteins: 3, fat: 0.5, carbohydrates: 15, fiber: 5 }),
        serving_size: '1 slice (30 g)',
      }),
      becomes: { calories_kcal: 200, carbs_g: 50 },
      findings: [],
    },
    {
      kind: 'are left alone where the serving holds what it says',
      product: product({
        ...USDA_IMPORT,
        ...perServing(36, { 'energy-kcal': 220, proteins: 2, fat: 17, carbohydrates: 16 }),
        serving_size: '3 balls (36 g)',
      }),
      becomes: { calories_kcal: 611, protein_g: 5.56, fat_g: 47.2, carbs_g: 44.4 },
      findings: [],
    },
    {
      kind: 'are taken as given where the source did not multiply them',
      product: product({
        ...perServing(25, { 'energy-kcal': 450, proteins: 7, fat: 18, carbohydrates: 65, sugars: 30 }),
        nutriments: {
          ...(perServing(25, { 'energy-kcal': 450, proteins: 7, fat: 18, carbohydrates: 65, sugars: 30 })
            .nutriments as Product),
          ...per100g({ 'energy-kcal': 450, proteins: 7, fat: 18, carbohydrates: 65, sugars: 20 }),
        },
      }),
      becomes: { calories_kcal: 450, carbs_g: 65, sugar_g: 20 },
      findings: [],
    },
    {
      kind: 'that the source never gave per 100 g count only where a serving cannot hold so much',
      product: product({
        ...USDA_IMPORT,
        product_name: 'Jerk seasoning',
        serving_size: '5g',
        serving_quantity: 5,
        nutrition_data_per: 'serving',
        nutriments: Object.fromEntries(
          [
            ['energy-kcal', 320, 'kcal'],
            ['proteins', 0, 'g'],
            ['fat', 0, 'g'],
            ['carbohydrates', 80, 'g'],
            ['fiber', 3, 'g'],
            ['sugars', 3, 'g'],
            ['sodium', 210, 'mg'],
            ['potassium', 5200, 'mg'],
          ].flatMap(([name, value, unit]) => [
            [`${name}_value`, value],
            [`${name}_unit`, unit],
          ]),
        ),
      }),
      becomes: {
        calories_kcal: 320,
        protein_g: 0,
        fat_g: 0,
        carbs_g: 80,
        fiber_g: null,
        sugar_g: null,
        sodium_mg: null,
        potassium_mg: 5200,
      },
      findings: ['serving_scaling_undone', 'energy_computed'],
    },
    {
      kind: 'with a serving of 100 g are the same either way; energy of carbohydrate alone is calculated again',
      product: product({
        ...USDA_IMPORT,
        ...perServing(100, { 'energy-kcal': 271.44, proteins: 7.14, fat: 21.43, carbohydrates: 67.86 }),
      }),
      becomes: { calories_kcal: 493, protein_g: 7.14, fat_g: 21.4, carbs_g: 67.9 },
      findings: ['energy_computed'],
    },
  ]);

  test('in the tab-separated export, which lacks what was typed, are undone where no food weighs so much', async () => {
    const columns = [
      'code',
      'creator',
      'product_name',
      'serving_size',
      'serving_quantity',
      'energy-kcal_100g',
      'proteins_100g',
      'fat_100g',
      'carbohydrates_100g',
    ];
    const row = [
      '4006381333931',
      'usda-ndb-import',
      'Oat biscuits',
      '28g',
      '28',
      '969',
      '25.5',
      '76.5',
      '242',
    ];
    const food = (await readOne(tabbed(columns, row))) as CleanFood;
    expect(food).toMatchObject({ calories_kcal: 492, protein_g: 7.14, fat_g: 21.4, carbs_g: 67.8 });
    expect(listFindings(food.findings)).toEqual(['serving_scaling_undone', 'energy_computed']);
    // 7 g in 33 g of sauce are 21.2 g in 100 g; multiplied once more, 64.3 g.
    const sauce = [
      '4006381333931',
      'usda-ndb-import',
      'Barbecue sauce',
      '33g',
      '33',
      '257',
      '0',
      '0',
      '64.3',
    ];
    expect(await readOne(tabbed(columns, sauce))).toMatchObject({ calories_kcal: 85, carbs_g: 21.2 });
    const right = [
      '4006381333931',
      'usda-ndb-import',
      'Barbecue sauce',
      '33g',
      '33',
      '84.8',
      '0',
      '0',
      '21.2',
    ];
    expect(await readOne(tabbed(columns, right))).toMatchObject({ calories_kcal: 84.8, carbs_g: 21.2 });
  });
});

describe('energy', () => {
  checkDirt([
    {
      kind: 'that the kJ column confirms stays, whatever the macronutrients say',
      product: product({
        product_name: 'Chicken with rice',
        nutriments: per100g({ 'energy-kcal': 102, 'energy-kj': 427, proteins: 0, fat: 0, carbohydrates: 6 }),
      }),
      becomes: { calories_kcal: 102 },
      findings: ['energy_off'],
    },
    {
      kind: 'of a beer stays, though its macronutrients explain a quarter of it',
      product: product({
        product_name: 'Blonde',
        categories_tags: ['en:beverages', 'en:alcoholic-beverages', 'en:beers'],
        nutriments: per100g({ 'energy-kcal': 43, proteins: 0.4, fat: 0, carbohydrates: 3.1 }),
      }),
      becomes: { calories_kcal: 43 },
      findings: [],
    },
    {
      kind: 'copied from the kJ column is converted',
      product: product({
        nutriments: per100g({ 'energy-kcal': 1883, energy: 1883, proteins: 7, fat: 18, carbohydrates: 65 }),
      }),
      becomes: { calories_kcal: 450 },
      findings: ['energy_unit_mended'],
    },
    {
      kind: 'in kJ in the kcal column, with no kJ beside it, is converted',
      product: product({
        nutriments: per100g({ 'energy-kcal': 820, proteins: 8, fat: 2, carbohydrates: 36 }),
      }),
      becomes: { calories_kcal: 196 },
      findings: ['energy_unit_mended'],
    },
    {
      kind: 'in kJ in the kcal column, multiplied once more into the kJ column, is converted',
      product: product({
        nutriments: per100g({ 'energy-kcal': 1883, energy: 7878, proteins: 7, fat: 18, carbohydrates: 65 }),
      }),
      becomes: { calories_kcal: 450 },
      findings: ['energy_unit_mended'],
    },
    {
      kind: 'in kJ, multiplied once more, without any kcal, is converted',
      product: product({
        nutriments: per100g({ 'energy-kj': 7878, proteins: 7, fat: 18, carbohydrates: 65 }),
      }),
      becomes: { calories_kcal: 450 },
      findings: ['energy_unit_mended'],
    },
    {
      kind: 'in kcal that contradicts its kJ is doubted',
      product: product({
        nutriments: per100g({ 'energy-kcal': 300, 'energy-kj': 258, proteins: 10, fat: 1, carbohydrates: 3 }),
      }),
      becomes: { calories_kcal: 300 },
      findings: ['energy_off', 'kj_against_kcal'],
    },
    {
      kind: 'that is next to nothing is doubted, though the difference is small',
      product: product({
        product_name: 'Meal replacement shake',
        nutriments: per100g({ 'energy-kcal': 1.5, proteins: 1.9, fat: 0.85, carbohydrates: 0.4 }),
      }),
      becomes: { calories_kcal: 1.5 },
      findings: ['energy_off'],
    },
    {
      kind: 'of a sweet divided by a serving of three kilograms is doubted',
      product: product({
        product_name: 'Peppermints',
        categories_tags: ['en:snacks', 'en:confectioneries'],
        nutriments: per100g({ 'energy-kcal': 0.05, proteins: 0, fat: 0, carbohydrates: 0 }),
      }),
      becomes: { calories_kcal: 0.1 },
      findings: ['all_zero'],
    },
  ]);
});

describe('energy that counts carbohydrate alone', () => {
  checkDirt([
    {
      kind: 'is calculated, whoever entered it',
      product: product({
        nutriments: per100g({
          'energy-kcal': 260,
          energy: 1088,
          'energy-kj': 1088,
          proteins: 7,
          fat: 18,
          carbohydrates: 65,
        }),
      }),
      becomes: { calories_kcal: 450 },
      findings: ['energy_computed'],
    },
    {
      kind: 'is left alone where there is little else in the food',
      product: product({
        product_name: 'Rice cakes',
        nutriments: per100g({ 'energy-kcal': 320, proteins: 8, fat: 2, carbohydrates: 80 }),
      }),
      becomes: { calories_kcal: 320 },
      findings: [],
    },
  ]);
});

describe('energy that no food can have', () => {
  const IMPOSSIBLE = { 'energy-kcal': 3100, proteins: 7, fat: 18, carbohydrates: 65 };
  checkDirt([
    {
      kind: 'is calculated from protein, fat and carbohydrate, in whole kcal',
      product: product({ nutriments: per100g({ ...IMPOSSIBLE, proteins: 7.3 }) }),
      becomes: { calories_kcal: 451 },
      findings: ['energy_computed'],
    },
    {
      kind: 'counts fibre beside the carbohydrate of a label from Europe',
      product: product({
        nutriments: per100g({ ...IMPOSSIBLE, fiber: 10 }),
        countries_tags: ['en:france'],
      }),
      becomes: { calories_kcal: 470 },
      findings: ['energy_computed'],
    },
    {
      kind: 'counts fibre as a part of the carbohydrate of a label from the USA',
      product: product({
        nutriments: per100g({ ...IMPOSSIBLE, fiber: 10 }),
        countries_tags: ['en:united-states'],
      }),
      becomes: { calories_kcal: 430 },
      findings: ['energy_computed'],
    },
    {
      kind: 'counts polyols less than other carbohydrate, and alcohol more',
      product: product({ nutriments: per100g({ ...IMPOSSIBLE, polyols: 20, alcohol: 5 }) }),
      becomes: { calories_kcal: 446 },
    },
    {
      kind: 'stays unknown where one of the three is',
      product: product({ nutriments: per100g({ 'energy-kcal': 3100, proteins: 7, fat: 18 }) }),
      becomes: { calories_kcal: null },
      findings: ['impossible_calories_kcal'],
    },
    {
      kind: 'stays unknown where the three contradict each other',
      product: product({ nutriments: per100g({ ...IMPOSSIBLE, 'energy-kcal': 9000, fat: 60 }) }),
      becomes: { calories_kcal: null },
      findings: ['macros_over_100', 'impossible_calories_kcal'],
    },
    {
      kind: 'stays unknown where the three are next to nothing',
      product: product({
        product_name: 'Apple juice',
        nutriments: per100g({ 'energy-kcal': 925, proteins: 0.5, fat: 0.5, carbohydrates: 0.1 }),
      }),
      becomes: { calories_kcal: null },
      findings: ['impossible_calories_kcal'],
    },
    {
      kind: 'stays unknown where alcohol has a part in it, and nobody knows how much',
      product: product({
        product_name: 'Egg liqueur',
        categories_tags: ['en:beverages', 'en:alcoholic-beverages', 'en:liqueurs'],
        nutriments: per100g({ 'energy-kcal': 2800, proteins: 4, fat: 6, carbohydrates: 28 }),
      }),
      becomes: { calories_kcal: null },
      findings: ['impossible_calories_kcal'],
    },
  ]);

  test('is not made up where the source has none', async () => {
    const without = product({ nutriments: per100g({ proteins: 7, fat: 18, carbohydrates: 65 }) });
    expect(await readOne(`${JSON.stringify(without)}\n`)).toMatchObject({ calories_kcal: null, findings: 0 });
  });
});

describe('the kJ of a full record', () => {
  const macros = { proteins: 7, fat: 18, carbohydrates: 65 };
  test.each([
    ['are what was typed as kcal', { 'energy-kcal': 1883, 'energy-kj': 450, ...macros }, 450, 1883],
    [
      'are converted where they repeat the kcal',
      { 'energy-kcal': 450, 'energy-kj': 450, ...macros },
      450,
      1883,
    ],
    ['are converted where only they were given, in kcal', { 'energy-kj': 450, ...macros }, 450, 1883],
    ['stay where they repeat kJ', { 'energy-kcal': 1883, 'energy-kj': 1883, ...macros }, 450, 1883],
    ['stay as given', { 'energy-kcal': 450, 'energy-kj': 1890, ...macros }, 450, 1890],
    ['are exchanged without macros too', { 'energy-kcal': 1883, 'energy-kj': 450 }, 450, 1883],
  ])('%s', async (_, amounts, kcal, kj) => {
    const food = await readOne(`${JSON.stringify(product({ nutriments: per100g(amounts) }))}\n`);
    if (typeof food === 'string') throw new Error(food);
    expect(food.calories_kcal).toBeCloseTo(kcal, 0);
    expect(readRecord(food.record).nutrients.energy_kj).toBe(kj);
  });

  test('are left out where the energy is calculated', async () => {
    const imported = product({
      ...USDA_IMPORT,
      nutriments: per100g({ 'energy-kcal': 260, 'energy-kj': 1088, ...macros }),
    });
    const food = await readOne(`${JSON.stringify(imported)}\n`);
    if (typeof food === 'string') throw new Error(food);
    expect(food.calories_kcal).toBe(450);
    expect(readRecord(food.record).nutrients).toEqual({});
  });
});

describe('allergens', () => {
  test.each([
    [['en:none'], []],
    [['fr:aucun'], []],
    [['en:none', 'en:milk'], ['en:milk']],
    [[], null],
    [['en:milk'], ['en:milk']],
  ])('%j without a list of ingredients are %j', async (tags, known) => {
    const row = product({ allergens_tags: tags, traces_tags: tags });
    const food = await readOne(`${JSON.stringify(row)}\n`);
    if (typeof food === 'string') throw new Error(food);
    expect(readRecord(food.record)).toMatchObject({ allergens: known, traces: known });
  });
});

describe('values that cannot be', () => {
  checkDirt([
    {
      kind: 'salt that fills the food beside other things is a contradiction',
      product: product({
        product_name: 'Bouillon',
        nutriments: per100g({ 'energy-kcal': 80, proteins: 0, fat: 0, carbohydrates: 20, salt: 100 }),
      }),
      becomes: { sodium_mg: 40_000 },
      findings: ['macros_over_100'],
    },
    {
      kind: 'salt that contradicts sodium is doubted, and sodium is shown',
      product: product({
        nutriments: per100g({
          'energy-kcal': 450,
          proteins: 7,
          fat: 18,
          carbohydrates: 65,
          salt: 1.08,
          sodium: 0.0625,
        }),
      }),
      becomes: { sodium_mg: 62.5 },
      findings: ['salt_against_sodium'],
    },
    {
      kind: 'a negative or impossible value becomes unknown',
      product: product({
        nutriments: per100g({ 'energy-kcal': 450, proteins: -7, fat: 18, carbohydrates: 1.18e9 }),
      }),
      becomes: { protein_g: null, carbs_g: null, fat_g: 18 },
      findings: ['impossible_protein_g', 'impossible_carbs_g'],
    },
    {
      kind: 'an error that the source itself reports counts',
      product: product({
        data_quality_errors_tags: ['en:energy-value-in-kcal-does-not-match-value-in-kj'],
        data_quality_warnings_tags: ['en:ingredients-100-percent-unknown'],
      }),
      becomes: { calories_kcal: 450 },
      findings: ['source_reports_error'],
    },
    {
      kind: 'a doubt of the source counts, if it is about nutrition',
      product: product({ data_quality_warnings_tags: ['en:nutrition-3-or-more-values-are-identical'] }),
      becomes: {},
      findings: ['source_reports_doubt'],
    },
    {
      kind: 'a doubt of the source about something else does not count',
      product: product({
        data_quality_warnings_tags: [
          'en:packaging-data-incomplete',
          'en:serving-quantity-defined-but-quantity-undefined',
          'en:nutrition-value-very-low-for-category-sugars',
        ],
      }),
      becomes: {},
      findings: [],
    },
    {
      kind: 'a record that nobody touched for years says so',
      product: product({ last_modified_t: 1_480_000_000 }),
      becomes: {},
      findings: ['unchanged_since_2019'],
    },
    {
      kind: 'a barcode with a wrong check digit says so',
      product: product({ code: '4006381333932' }),
      becomes: { id: 4006381333932 },
      findings: ['bad_check_digit'],
    },
  ]);
});

describe('what a product is called', () => {
  checkDirt([
    {
      kind: 'is not its barcode',
      product: product({ product_name: '8435037896704', generic_name: 'Galletas de avena', brands: 'Sol' }),
      becomes: { name: 'Galletas de avena' },
    },
    {
      kind: 'is its brand and category where it has no name',
      product: product({ product_name: '', brands: 'Danone', categories_tags: ['en:dairies', 'en:yogurts'] }),
      becomes: { name: 'Danone yogurts', brand: 'Danone' },
      findings: ['named_by_brand'],
    },
    {
      kind: 'is its brand where that is all there is',
      product: product({ product_name: 'To be completed', brands: 'Danone', categories_tags: [] }),
      becomes: { name: 'Danone', brand: 'Danone' },
      findings: ['named_by_brand'],
    },
    ...['500 g', '6 x 33 cl', '1,5 L', '250 grammes', '12 fl oz', '2x125g ℮'].map((weight) => ({
      kind: `is its brand rather than ${weight}`,
      product: product({
        product_name: weight,
        brands: 'Danone',
        categories_tags: ['en:dairies', 'en:yogurts'],
      }),
      becomes: { name: 'Danone yogurts' },
      findings: ['named_by_brand'] as const,
    })),
    {
      kind: 'is a weight only where nothing else is known',
      product: product({ product_name: '500 g', brands: '' }),
      becomes: { name: '500 g' },
    },
    {
      kind: 'may be a number that is no weight',
      product: product({ product_name: '1664', brands: 'Kronenbourg' }),
      becomes: { name: '1664' },
    },
    {
      kind: 'cannot be nothing at all',
      product: product({ product_name: 'To be completed', brands: '' }),
      becomes: 'no_name',
    },
    {
      kind: 'has no markup',
      product: product({ product_name: '<b>Oat</b> biscuits&lt;br&gt;', brands: '<i>Mill</i>' }),
      becomes: { name: 'Oat biscuits', brand: 'Mill' },
    },
  ]);
});

describe('what people do not eat is refused', () => {
  const other = (kind: string, instead: Product): Dirt => ({
    kind,
    product: product(instead),
    becomes: 'not_food',
  });
  const food = (name: string, instead: Product = {}): Dirt => ({
    kind: `but not ${name}`,
    product: product({ product_name: name, ...instead }),
    becomes: { name },
  });
  checkDirt([
    other('pet food by its type', { product_type: 'petfood' }),
    other('pet food by its category', { categories_tags: ['en:pet-food', 'en:cat-food'] }),
    other('cosmetics by their category', { categories_tags: ['en:non-food-products', 'en:cosmetics'] }),
    other('pet food by its English name', { product_name: 'Chicken dog treats', categories_tags: [] }),
    other('pet food by its French name', { product_name: 'Pâtée pour chat au saumon', categories_tags: [] }),
    other('pet food by its German name', { product_name: 'Katzenfutter mit Huhn', categories_tags: [] }),
    other('pet food by its Spanish name', { product_name: 'Comida para perros', categories_tags: [] }),
    other('pet food by its brand', { product_name: 'Tuna in jelly', brands: 'Whiskas', categories_tags: [] }),
    other('pet food by its second brand', { product_name: 'Tuna in jelly', brands: 'Nestlé,Purina' }),
    other('pet food by its last brand', { product_name: 'Tuna in jelly', brands: 'Mars, Snacks, Whiskas' }),
    other('toothpaste', { product_name: 'Dentifrice menthe', categories_tags: [] }),
    ...[
      'Croquettes chat adulte',
      'Pâtée chat saumon',
      'Aliment complet pour chats adultes',
      'Biscuits pour chien',
      'Nassfutter für Katzen',
      'Hundeleckerli',
      'Huhn für ausgewachsene Katzen',
      'Food for dogs',
      'Tuna dinner for adult cats',
      'Pienso gatos',
      'Galletas para perros',
      'Ração para cães',
      'Mangime per cani',
      'Crocchette gatto',
      'Brokjes voor katten',
      'Karma mokra dla kotów',
      'Корм для кошек',
      'Паштет для собак',
      'Savon de Marseille',
      'Kernseife',
      'Jabón de manos',
      'Body lotion',
      'Liquide vaisselle',
      'Shampoing doux',
      'Geschirrspülmittel',
      'Crème mains',
    ].map((name) => other(name, { product_name: name, categories_tags: [] })),
    ...[
      'Langues de chat',
      'Langue de chat au beurre',
      'Katzenzungen',
      'Hot dogs',
      'Sauce for hot dogs',
      'Hot dog snack',
      'Pan para perros calientes',
      'Pão para cachorro-quente',
      'Gâteaux chat noir',
      'Gummy cats',
      'Pâtes chats et chiens',
      'Pannacotta per cani sciolti',
      'Savoury biscuits',
      'Jabon de Bayonne',
      'Body builder protein',
      'Crème de marrons',
      'Gâteau de Savoie',
      'Petits gâteaux pour le chat perché',
      'Savonnières goat cheese',
      'Кормилица хлеб',
    ].map((name) => food(name)),
    food('Studentenfutter'),
    food('Cigarettes russes'),
    food('Croquettes de poisson'),
    food('Hot dog'),
    food('Chips pour apéritif'),
    food('Pet Nat rosé'),
  ]);
});

describe('the category says what a thing is', () => {
  checkDirt([
    {
      kind: 'and not that it is sold in groceries',
      product: product({ categories_tags: ['en:condiments', 'en:sauces', 'en:ketchup', 'en:groceries'] }),
      becomes: { category: 'Ketchup' },
    },
    {
      kind: 'and not that it is frozen',
      product: product({
        categories_tags: ['en:meals', 'en:pizzas', 'en:frozen-foods', 'en:frozen-ready-made-meals'],
      }),
      becomes: { category: 'Pizzas' },
    },
  ]);
});

describe('the serving is read from its wording', () => {
  const served = (serving_size: string, grams: number | null): Dirt => ({
    kind: serving_size,
    product: product({ serving_size }),
    becomes: { serving_size_g: grams, serving_desc: serving_size },
  });
  checkDirt([
    served('2 x 15 g', 30),
    served('8 FL OZ', 236.56),
    served('1,000 g', 1000),
    served('250 g package, 1 serving = 50 g', 50),
    served('30克', 30),
    served('3 oz (28 g)', 85.05),
    served('2 Stück à 15 g', 30),
    served('500 g (4 Portionen à 125 g)', 125),
    served('1.500 g', 1500),
    served('1 bowl', null),
  ]);

  test.each([
    [{ serving_size: '1 can (12 oz/355 mL)' }, { serving_unit: 'ml', basis: 'ml' }],
    [{ serving_size: '30克' }, { serving_unit: 'g', basis: 'g' }],
    [
      { quantity: '500 мл', product_quantity: 500, serving_size: '30 g' },
      { product_quantity_unit: 'ml', serving_unit: 'g', basis: 'ml' },
    ],
  ])('%j says what it is measured in', async (instead, measured) => {
    const food = (await readOne(`${JSON.stringify(product(instead))}\n`)) as CleanFood;
    expect(readRecord(food.record!)).toMatchObject(measured);
  });
});

describe('a row of the tab-separated export', () => {
  const columns = [
    'code',
    'url',
    'product_name',
    'brands',
    'nutriscore_grade',
    'states_tags',
    'image_url',
    'energy-kcal_100g',
    'fat_100g',
    'carbohydrates_100g',
    'proteins_100g',
    'salt_100g',
  ];
  const row = [
    '4006381333931',
    'https://world.openfoodfacts.org/product/4006381333931',
    'Oat biscuits',
    'Mill & Meadow',
    'd',
    'en:checked',
    'https://images.openfoodfacts.org/images/products/400/638/133/3931/front_en.3.400.jpg',
    '450',
    '18',
    '65',
    '7',
    '0.4',
  ];
  const reasonOf = async (fields: readonly string[]) =>
    (await readExportText(tabbed(columns, fields))).refused.map(({ reason }) => reason);

  test('is read where every value stands in its column', async () => {
    expect(await reasonOf(row)).toEqual([]);
    expect(await reasonOf([...row, ''])).toEqual([]);
  });

  test('with a stray tab and empty fields at its end is refused, since its values are one column off', async () => {
    const salted = [...row.slice(0, 2), 'Oat', ...row.slice(2)];
    expect(await reasonOf([...salted.slice(0, -1), ''])).toEqual(['shifted_fields']);
    expect(await reasonOf(salted.slice(0, -1))).toEqual(['shifted_fields']);
    const withoutPicture = [
      ...row.slice(0, 3),
      'Mill',
      '& Meadow',
      'd',
      'en:checked',
      '',
      '450',
      '18',
      '65',
      '7',
    ];
    expect(await reasonOf(withoutPicture)).toEqual(['shifted_fields']);
  });

  test('of 2020, without times at its end, is refused by its states, or by the sizes of its pictures', async () => {
    const old = ['code', 'url', 'product_name', 'nova_group', 'pnns_groups_2', 'states', 'states_tags'];
    const picture = 'https://static.openfoodfacts.org/images/products/400/638/133/3931';
    const pictures = [
      'main_category_fr',
      'image_url',
      'image_small_url',
      'image_ingredients_url',
      'fat_100g',
    ];
    const begin = ['4006381333931', 'http://world-fr.openfoodfacts.org/produit/4006381333931'];
    const states = [
      'unknown',
      'en:to-be-completed, en:brands-completed',
      'en:to-be-completed,en:brands-completed',
    ];
    const sized = [`${picture}/front_fr.4.400.jpg`, `${picture}/front_fr.4.200.jpg`, ''];
    const read = async (...fields: readonly string[]) =>
      (await readExportText(tabbed([...old, ...pictures], [...fields]))).refused.map(({ reason }) => reason);
    expect(await read(...begin, 'Biscuits', '', ...states, '', ...sized, '7')).toEqual([]);
    expect(await read(...begin, 'Bis', 'cuits', '', ...states, '', '', '', '')).toEqual(['shifted_fields']);
    expect(await read(...begin, 'Biscuits', '', ...states, '', '', ...sized)).toEqual(['shifted_fields']);
  });

  test('with one odd value is not shifted', async () => {
    expect(await reasonOf(row.with(4, 'z'))).toEqual([]);
  });

  test('is not judged by a column that a later export writes in another way', async () => {
    const odd = row.with(4, 'grade-d').with(5, 'checked');
    const read = (rows: readonly string[][]) => readExportText(tabbed(columns, ...rows));
    expect(await read(Array.from({ length: 60 }, () => odd))).toMatchObject({ refused: [] });
    // A few may be shifted, and more of them among many that are not.
    expect((await read(Array.from({ length: 20 }, () => odd))).refused).toHaveLength(20);
    const mixed = await read(Array.from({ length: 60 }, (_, at) => (at < 25 ? odd : row)));
    expect(mixed.refused.map(({ line }) => line)).toEqual(Array.from({ length: 25 }, (_, at) => at + 2));
    expect(mixed.foods).toHaveLength(35);
  });
});
