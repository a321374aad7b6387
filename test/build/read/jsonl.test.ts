import { describe, expect, test } from 'bun:test';
import { failureOf, readExportText } from './read-all.ts';

async function readProduct(product: object) {
  const { foods } = await readExportText(`${JSON.stringify(product)}\n`);
  return foods[0]!;
}

const NAMED = { code: '3991234500016', lang: 'fr', product_name: 'Crêpes' };

describe('the JSONL export', () => {
  test('in the old schema gives nutrients per 100 g in grams', async () => {
    const food = await readProduct({
      ...NAMED,
      nutriments: {
        'energy-kcal_100g': 539,
        energy_100g: 2255,
        energy_unit: 'kcal',
        fat_100g: '30.9',
        sodium_100g: 0.0428,
        sodium_unit: 'mg',
        sodium_value: 42.8,
        salt_100g: 0.107,
        sugars_serving: 8,
        proteins_prepared_100g: 9,
        fiber_100g: null,
      },
    });
    expect(food).toMatchObject({
      calories_kcal: 539,
      energy_kj: 2255,
      fat_g: 30.9,
      salt_g: 0.107,
      sugar_g: null,
      protein_g: null,
      fiber_g: null,
    });
    expect(food.sodium_mg).toBeCloseTo(42.8, 9);
  });

  test('in the new schema names the unit of each value', async () => {
    const food = await readProduct({
      ...NAMED,
      schema_version: 1003,
      nutriments: {},
      nutrition: {
        aggregated_set: {
          per: '100g',
          preparation: 'as_sold',
          nutrients: {
            'energy-kcal': { value: 617, unit: 'kcal' },
            energy: { value: 2524, unit: 'kJ', modifier: '~' },
            sodium: { value: 4, unit: 'mg' },
            cholesterol: { value: 0.002, unit: 'g' },
            fat: { value: 48, unit: 'g' },
            proteins: { value: 10, unit: '% DV' },
            sugars: { value: 1, unit: 'g', modifier: '-' },
            alcohol: { value: 10, unit: '% vol' },
          },
        },
      },
    });
    expect(food).toMatchObject({
      calories_kcal: 617,
      energy_kj: 2524,
      sodium_mg: 4,
      cholesterol_mg: 2,
      fat_g: 48,
      protein_g: null,
      sugar_g: null,
    });
    expect(food.alcohol_g).toBeCloseTo(7.89, 9);
  });

  test('ignores values of the prepared dish, values per serving, and labels without nutrition', async () => {
    const nutrients = { fat: { value: 48, unit: 'g' } };
    const set = (more: object) => ({ aggregated_set: { nutrients, ...more } });
    const fat = async (nutrition: object) => (await readProduct({ ...NAMED, nutrition })).fat_g;
    expect(await fat(set({ per: '100g', preparation: 'prepared' }))).toBeNull();
    expect(await fat(set({ per: 'serving' }))).toBeNull();
    expect(await fat({ ...set({ per: '100g' }), no_nutrition_data_on_packaging: true })).toBeNull();
    expect(await fat(set({ per: '100ml' }))).toBe(48);
    const marked = { ...NAMED, no_nutrition_data: 'on', nutriments: { fat_100g: 3 } };
    expect((await readProduct(marked)).fat_g).toBeNull();
  });

  test('mixes schemas from line to line', async () => {
    const { foods } = await readExportText(
      `${JSON.stringify({ ...NAMED, nutriments: { fat_100g: 1 } })}\n`,
      `${JSON.stringify({ ...NAMED, nutriments: {}, nutrition: { aggregated_set: { nutrients: { fat: { value: 2, unit: 'g' } } } } })}\n`,
      `${JSON.stringify({ ...NAMED, nutriments: [] })}`,
    );
    expect(foods.map(({ line, fat_g }) => [line, fat_g])).toEqual([
      [1, 1],
      [2, 2],
      [3, null],
    ]);
  });

  test('writes a serving as a number or as a string', async () => {
    expect((await readProduct({ ...NAMED, serving_quantity: 30.05047 })).serving_size_g).toBe(30.05047);
    expect((await readProduct({ ...NAMED, serving_quantity: '45' })).serving_size_g).toBe(45);
    expect((await readProduct({ ...NAMED, serving_quantity: '' })).serving_size_g).toBeNull();
    expect((await readProduct({ ...NAMED, serving_size: '2 biscuits (25 g)' })).serving_desc).toBe(
      '2 biscuits (25 g)',
    );
  });

  test('gives the product’s own name, then English, then the others in a fixed order', async () => {
    const names = {
      product_name_it: 'Crespelle',
      product_name_de: 'Pfannkuchen',
      product_name_en: 'Pancakes',
    };
    const debug = { product_name_debug_tags: ['x'], product_name_en_imported: 'PANCAKES' };
    expect((await readProduct({ ...debug, ...names, ...NAMED, product_name_fr: 'Crêpes' })).names).toEqual([
      'Crêpes',
      'Pancakes',
      'Pfannkuchen',
      'Crespelle',
    ]);
    const unnamed = { code: '1', lang: 'it', product_name: '', ...names, generic_name_de: 'Mehlspeise' };
    expect(await readProduct(unnamed)).toMatchObject({
      names: ['Crespelle', 'Pancakes', 'Pfannkuchen', 'Mehlspeise'],
      generic_name: 'Mehlspeise',
    });
  });

  test('names the front picture by its revision, in the old and the new schema', async () => {
    const stem = 'https://images.openfoodfacts.org/images/products/399/123/450/0016';
    const old = {
      1: { uploader: 'x' },
      front_en: { rev: '3' },
      front_fr: { rev: '7' },
      nutrition_fr: { rev: '9' },
    };
    expect(await readProduct({ ...NAMED, images: old })).toMatchObject({
      image_url: `${stem}/front_fr.7.400.jpg`,
      image_thumb_url: `${stem}/front_fr.7.200.jpg`,
    });
    const selected = { front: { de: { rev: 12 } }, nutrition: { fr: { rev: 9 } } };
    expect(await readProduct({ ...NAMED, images: { uploaded: {}, selected } })).toMatchObject({
      image_url: `${stem}/front_de.12.400.jpg`,
    });
    expect(
      (await readProduct({ ...NAMED, images: { uploaded: { 1: {} }, selected: {} } })).image_url,
    ).toBeNull();
    expect((await readProduct({ ...NAMED, images: { front_fr: {} } })).image_url).toBeNull();
    const given = { image_front_url: 'https://x/front.jpg', image_front_small_url: 'https://x/small.jpg' };
    expect(await readProduct({ ...NAMED, ...given, images: old })).toMatchObject({
      image_url: 'https://x/front.jpg',
      image_thumb_url: 'https://x/small.jpg',
    });
  });

  test('gives brands, categories, scans and the last change', async () => {
    expect(
      await readProduct({
        code: 42,
        product_name: 'Crêpes',
        brands_tags: ['xx:la-creperie'],
        categories_tags: [],
        categories_hierarchy: ['en:snacks', 'fr:Crêpes'],
        unique_scans_n: 12,
        last_modified_t: 1700000000,
      }),
    ).toMatchObject({
      code: '42',
      brand: 'La Creperie',
      categories: ['en:snacks', 'fr:Crêpes'],
      scans: 12,
      modified_t: 1700000000,
    });
  });

  test('refuses a line that is not a product, and continues', async () => {
    const deep = `${'['.repeat(200_000)}`;
    const { foods, refused } = await readExportText(
      `${JSON.stringify(NAMED)}\n{"code":"2","product_na\n\n[1]\nnull\n${deep}\n${JSON.stringify(NAMED)}\n`,
    );
    expect(foods.map(({ line }) => line)).toEqual([1, 7]);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'bad_json'],
      [4, 'bad_json'],
      [5, 'bad_json'],
      [6, 'bad_json'],
    ]);
    expect(refused[0]!.example).toBe('{"code":"2","product_na');
    expect(refused[3]!.example.length).toBeLessThan(200);
  });

  test('refuses what is not food: cosmetics and pet food are in the same database', async () => {
    const kinds = ['food', 'beauty', 'petfood', ''].map((product_type) =>
      JSON.stringify({ ...NAMED, product_type }),
    );
    const { foods, refused } = await readExportText(`${kinds.join('\n')}\n`);
    expect(foods.map(({ line }) => line)).toEqual([1, 4]);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'not_food'],
      [3, 'not_food'],
    ]);
  });

  test('without a single product is not a dump, which is noticed early', async () => {
    let lines = 0;
    const reading = readExportText(
      ...(function* () {
        for (; lines < 50; lines++) yield '{ "pretty":\n'.repeat(100);
      })(),
    );
    expect(await failureOf(reading)).toBe(
      'standard input: no line is a JSON product; give the JSONL export of Open Food Facts, with one product per line',
    );
  });

  test('may contain values of any wrong type', async () => {
    const junk = [null, true, -1, 'x', [], [1], {}, { a: [] }];
    const members = [
      'code',
      'lang',
      'product_name',
      'brands',
      'brands_tags',
      'categories_tags',
      'categories',
    ];
    members.push(
      'serving_quantity',
      'nutriments',
      'nutrition',
      'images',
      'unique_scans_n',
      'last_modified_t',
    );
    for (const member of members) {
      for (const value of junk) {
        const food = await readProduct({ ...NAMED, [member]: value });
        expect(food.names.every((name) => typeof name === 'string')).toBe(true);
        for (const amount of [food.fat_g, food.scans, food.serving_size_g, food.modified_t]) {
          expect(amount === null || Number.isFinite(amount)).toBe(true);
        }
      }
    }
  });
});
