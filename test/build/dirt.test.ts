import { describe, expect, test } from 'bun:test';
import { type CleanFood, normalize } from '../../build/normalize/normalize.ts';
import { listFindings } from '../../src/food/findings.ts';
import { readRecord } from '../../src/food/food-record.ts';
import { expectFields, readCases } from '../table-of-cases.ts';
import dirt from './dirt.tsv' with { type: 'text' };
import { readExportText, tabbed } from './read/read-all.ts';

/**
 * One row for each kind of dirt in Open Food Facts, with what must become of it: what differs from a whole product, in the
 * form of its exports, then what the food must have, or why the row is refused. The products are invented; the slips are
 * those of real rows.
 */
type Product = Record<string, unknown>;

/** Short for what many of them have: amounts per 100 g, or for a serving, and the mark of a bulk import. */
interface Instead {
  per_100g?: Readonly<Record<string, number>>;
  serving_g?: number;
  per_serving?: Readonly<Record<string, number | string>>;
  usda_import?: true;
}

/** A whole, plausible product, last changed in 2024, with this instead. */
function product({ per_100g, serving_g, per_serving, usda_import, ...instead }: Instead & Product): Product {
  return {
    code: '4006381333931',
    product_type: 'food',
    lang: 'en',
    product_name: 'Oat biscuits',
    brands: 'Mill & Meadow',
    categories_tags: ['en:snacks', 'en:sweet-snacks', 'en:biscuits'],
    last_modified_t: 1_715_000_000,
    nutriments: per100g(per_100g ?? { 'energy-kcal': 450, proteins: 7, fat: 18, carbohydrates: 65 }),
    ...(usda_import && {
      creator: 'usda-ndb-import',
      data_sources_tags: ['databases', 'database-usda-ndb'],
    }),
    ...(serving_g !== undefined && perServing(serving_g, per_serving!)),
    ...instead,
  };
}

function per100g(amounts: Readonly<Record<string, number>>): Product {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [`${name}_100g`, amount]));
}

/** Amounts typed for one serving, in grams unless they say mg, and what the source makes of them per 100 g. */
function perServing(serving_g: number, typed: Readonly<Record<string, number | string>>): Product {
  const nutriments: Product = {};
  for (const [name, written] of Object.entries(typed)) {
    const [amount = '', unit = name === 'energy-kcal' ? 'kcal' : 'g'] = String(written).split(' ');
    const grams = unit === 'mg' ? Number(amount) / 1000 : Number(amount);
    nutriments[`${name}_value`] = Number(amount);
    nutriments[`${name}_unit`] = unit;
    nutriments[`${name}_100g`] = Number(((grams * 100) / serving_g).toPrecision(3));
  }
  return {
    nutriments,
    nutrition_data_per: 'serving',
    serving_quantity: serving_g,
    serving_size: `${serving_g}g`,
  };
}

async function readOne(text: string): Promise<CleanFood | string> {
  const { foods, refused } = await readExportText(text);
  return refused[0]?.reason ?? normalize(foods[0]!);
}

const readProduct = (instead: Instead & Product) => readOne(`${JSON.stringify(product(instead))}\n`);

test.each(readCases(dirt))('$about: $text', async ({ expected: [instead = '', ...expected] }) => {
  const food = await readProduct(JSON.parse(instead));
  if (typeof food === 'string') expectFields({ refused: food }, expected);
  else expectFields({ ...food, findings: listFindings(food.findings).join(' | ') }, expected);
});

test('amounts in the tab-separated export, which lacks what was typed, are undone where no food weighs so much', async () => {
  const columns =
    'code creator product_name serving_size serving_quantity energy-kcal_100g proteins_100g fat_100g carbohydrates_100g';
  const read = (name: string, ...amounts: string[]) =>
    readOne(tabbed(columns.split(' '), ['4006381333931', 'usda-ndb-import', name, ...amounts]));
  const food = (await read('Oat biscuits', '28g', '28', '969', '25.5', '76.5', '242')) as CleanFood;
  expect(food).toMatchObject({ calories_kcal: 492, protein_g: 7.14, fat_g: 21.4, carbs_g: 67.8 });
  expect(listFindings(food.findings)).toEqual(['serving_scaling_undone', 'energy_computed']);
  // 7 g in 33 g of sauce are 21.2 g in 100 g; multiplied once more, 64.3 g.
  const sauce = await read('Barbecue sauce', '33g', '33', '257', '0', '0', '64.3');
  expect(sauce).toMatchObject({ calories_kcal: 85, carbs_g: 21.2 });
  const right = await read('Barbecue sauce', '33g', '33', '84.8', '0', '0', '21.2');
  expect(right).toMatchObject({ calories_kcal: 84.8, carbs_g: 21.2 });
});

test('energy is not made up where the source has none', async () => {
  const without = await readProduct({ per_100g: { proteins: 7, fat: 18, carbohydrates: 65 } });
  expect(without).toMatchObject({ calories_kcal: null, findings: 0 });
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
    const food = await readProduct({ per_100g: amounts });
    if (typeof food === 'string') throw new Error(food);
    expect(food.calories_kcal).toBeCloseTo(kcal, 0);
    expect(readRecord(food.record).nutrients.energy_kj).toBe(kj);
  });

  test('are left out where the energy is calculated', async () => {
    const per_100g = { 'energy-kcal': 260, 'energy-kj': 1088, ...macros };
    const food = await readProduct({ usda_import: true, per_100g });
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
    const food = await readProduct({ allergens_tags: tags, traces_tags: tags });
    if (typeof food === 'string') throw new Error(food);
    expect(readRecord(food.record)).toMatchObject({ allergens: known, traces: known });
  });
});

test.each([
  [{ serving_size: '1 can (12 oz/355 mL)' }, { serving_unit: 'ml', basis: 'ml' }],
  [{ serving_size: '30克' }, { serving_unit: 'g', basis: 'g' }],
  [
    { quantity: '500 мл', product_quantity: 500, serving_size: '30 g' },
    { product_quantity_unit: 'ml', serving_unit: 'g', basis: 'ml' },
  ],
])('the serving %j says what it is measured in', async (instead, measured) => {
  const food = (await readProduct(instead)) as CleanFood;
  expect(readRecord(food.record!)).toMatchObject(measured);
});

describe('a row of the tab-separated export', () => {
  const columns =
    'code url product_name brands nutriscore_grade states_tags image_url energy-kcal_100g fat_100g carbohydrates_100g proteins_100g salt_100g'.split(
      ' ',
    );
  const picture = 'https://images.openfoodfacts.org/images/products/400/638/133/3931/front_en.3.400.jpg';
  const url = 'https://world.openfoodfacts.org/product/4006381333931';
  const row = `4006381333931|${url}|Oat biscuits|Mill & Meadow|d|en:checked|${picture}|450|18|65|7|0.4`.split(
    '|',
  );
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
      ...row.slice(7, 11),
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
