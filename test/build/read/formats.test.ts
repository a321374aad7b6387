import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { emptyRawRecord } from '../../../build/raw/raw-record.ts';
import { openExport, readBatches } from '../../../build/read/open-input.ts';
import { readAll } from './read-all.ts';

/** The same five made-up products as each export would write them. The JSONL changes its schema from line to line. */
const FIXTURES = join(import.meta.dir, '../../fixtures/open-food-facts');

async function readProducts(file: string) {
  const input = await openExport(join(FIXTURES, file));
  const { foods, refused } = await readAll(readBatches(input));
  return {
    kind: input.kind,
    foods: foods.map(({ line: _, ...food }) => food),
    refused,
    sha256: input.sha256(),
  };
}

describe('the same products', () => {
  test('give the same foods from every export', async () => {
    const csv = await readProducts('products.tsv');
    const jsonl = await readProducts('products.jsonl');
    const parquet = await readProducts('products.parquet');
    expect([csv.kind, jsonl.kind, parquet.kind]).toEqual(['export-csv', 'jsonl', 'parquet']);
    expect(csv.foods).toHaveLength(5);
    // The CSV has one name per product, the others have it in several languages.
    expect(csv.foods.map(({ names }) => names[0])).toEqual(jsonl.foods.map(({ names }) => names[0]));
    // Rounding noise of 32-bit floats.
    expect(csv.foods[1]!.fat_g).toBe(14.000000000000002);
    const withoutNoise = (foods: typeof csv.foods) =>
      foods.map((food) => ({
        ...food,
        fat_g: food.fat_g === null ? null : Math.round(food.fat_g * 1e6) / 1e6,
      }));
    // The CSV does not contain the language of a product either.
    const asInCsv = (foods: typeof csv.foods) =>
      withoutNoise(foods).map(({ names: _, lang: __, record: ___, ...food }) => food);
    expect(asInCsv(jsonl.foods)).toEqual(asInCsv(csv.foods));
    expect(jsonl.foods.map(({ lang }) => lang)).toEqual(['fr', 'en', 'de', 'en', 'it']);
    // As tags, English names or codes, with other entries among them.
    expect(csv.foods.map(({ countries }) => countries)).toEqual(['be fr', 'us', 'de', null, 'it']);
    // Parquet always has its columns, where JSON may lack a member; only a list with entries says something.
    const asInParquet = (foods: typeof csv.foods) =>
      withoutNoise(foods).map(({ record, ...food }) => ({ ...food, names_by_language: record?.names }));
    expect(asInParquet(parquet.foods)).toEqual(asInParquet(jsonl.foods));
  });

  test('are read completely: nothing is refused, and all values are passed on', async () => {
    const { foods, refused } = await readProducts('products.tsv');
    expect(refused).toEqual([]);
    expect(foods[0]).toEqual({
      source: 'off',
      code: '3991234500016',
      key: null,
      names: ['Pâte à tartiner "La Noisetière"', 'Pâte à tartiner aux noisettes'],
      other_names: [],
      generic_name: 'Pâte à tartiner aux noisettes',
      brand: 'La Noisetière',
      categories: ['en:breakfasts', 'en:spreads', 'en:sweet-spreads', 'en:hazelnut-spreads'],
      serving_desc: '15 g',
      serving_size_g: 15,
      calories_kcal: 539,
      energy_kj: 2252,
      protein_g: 6.3,
      fat_g: 30.9,
      carbs_g: 57.5,
      fiber_g: 3.5,
      sugar_g: 56.3,
      sodium_mg: 42.8,
      salt_g: 0.107,
      saturated_fat_g: 10.6,
      cholesterol_mg: null,
      potassium_mg: null,
      alcohol_g: null,
      polyols_g: null,
      per_serving: null,
      is_usda_import: false,
      source_verdict: null,
      image_url: 'https://images.openfoodfacts.org/images/products/399/123/450/0016/front_fr.7.400.jpg',
      image_thumb_url: 'https://images.openfoodfacts.org/images/products/399/123/450/0016/front_fr.7.200.jpg',
      scans: 812,
      modified_t: 1700000001,
      countries: 'be fr',
      lang: null,
      record: {
        ...emptyRawRecord(),
        ingredients: 'Sugar, "palm oil", hazelnuts 13%',
        traces: [],
        additives: [],
        labels: [],
        analysis: [],
        nutrients: { energy_kj: 2252, salt_g: 0.107 },
      },
    });
    expect(foods[1]).toMatchObject({ names: ['Choc &amp; Oat Bar\\'], brand: "Farmer's Best,Oaty" });
    expect(foods[3]).toMatchObject({
      calories_kcal: 0,
      fat_g: 0,
      categories: ['en:null'],
      serving_desc: 'serving',
    });
    expect(foods[4]).toMatchObject({ calories_kcal: null, fat_g: null, categories: [], serving_desc: null });
  });

  test('have the hash of their file, even in Parquet', async () => {
    for (const file of ['products.tsv', 'products.jsonl', 'products.parquet']) {
      const bytes = await Bun.file(join(FIXTURES, file)).bytes();
      expect((await readProducts(file)).sha256).toBe(
        new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
      );
    }
  });
});
