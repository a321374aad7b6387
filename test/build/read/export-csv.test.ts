import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BATCH_ROWS } from '../../../build/raw/raw-batch.ts';
import { COLUMN_LIMIT } from '../../../build/read/export-csv.ts';
import { openExport, readBatches } from '../../../build/read/open-input.ts';
import { failureOf, piped, readExportText, tabbed } from './read-all.ts';

/** The food of one row with these columns. */
async function readRow(row: Record<string, string>) {
  const { foods } = await readExportText(tabbed(Object.keys(row), Object.values(row)));
  return foods[0]!;
}

const STRAY_TABS = join(import.meta.dir, '../../fixtures/open-food-facts/stray-tabs.tsv');
const NAMED = { code: '3991234500016', product_name: 'Crêpes' };

describe('the tab-separated export', () => {
  test('has no quoting: a quote is ordinary data', async () => {
    const { foods } = await readExportText(
      tabbed(['code', 'product_name'], ['1', '"Extra'], ['2', 'Plain "bio"'], ['3', 'Last"']),
    );
    expect(foods.map(({ names, line }) => [line, names])).toEqual([
      [2, ['"Extra']],
      [3, ['Plain "bio"']],
      [4, ['Last"']],
    ]);
  });

  test('is read by column names, in any order', async () => {
    const columns = ['salt_100g', 'url', 'product_name', 'fat_100g', 'something_new', 'code'];
    const { foods } = await readExportText(tabbed(columns, ['0.3', 'http://x', 'Crêpes', '9.5', '?', '42']));
    expect(foods[0]).toMatchObject({ code: '42', names: ['Crêpes'], salt_g: 0.3, fat_g: 9.5 });
  });

  test('with a byte order mark and CRLF is read the same', async () => {
    const { foods } = await readExportText('\ufeffcode\tproduct_name\r\n42\tCrêpes\r\n');
    expect(foods[0]).toMatchObject({ code: '42', names: ['Crêpes'], line: 2 });
  });

  test('has nutrients in grams, kJ and kcal; sodium, cholesterol and potassium become milligrams', async () => {
    const food = await readRow({
      ...NAMED,
      'energy-kj_100g': '418.4',
      'energy-kcal_100g': '100',
      energy_100g: '999',
      proteins_100g: '1',
      fat_100g: '2',
      'saturated-fat_100g': '1.5',
      carbohydrates_100g: '3',
      sugars_100g: '2.5',
      fiber_100g: '4',
      salt_100g: '1',
      sodium_100g: '0.4',
      cholesterol_100g: '0.03',
      potassium_100g: '0.25',
      alcohol_100g: '10',
    });
    expect(food).toMatchObject({
      energy_kj: 418.4,
      calories_kcal: 100,
      protein_g: 1,
      fat_g: 2,
      saturated_fat_g: 1.5,
      carbs_g: 3,
      sugar_g: 2.5,
      fiber_g: 4,
      salt_g: 1,
      sodium_mg: 400,
      cholesterol_mg: 30,
      potassium_mg: 250,
    });
    expect(food.alcohol_g).toBeCloseTo(7.89, 9);
  });

  test('gives energy in kJ as `energy` if it has no `energy-kj`', async () => {
    expect((await readRow({ ...NAMED, 'energy-kj_100g': '', energy_100g: '900' })).energy_kj).toBe(900);
  });

  test('distinguishes null from zero, and treats words as neither', async () => {
    const food = await readRow({ ...NAMED, fat_100g: '0', sugars_100g: '', proteins_100g: 'traces' });
    expect(food).toMatchObject({ fat_g: 0, sugar_g: null, protein_g: null, salt_g: null });
  });

  test('has no nutrition if the label has none, in either spelling of that flag', async () => {
    expect(await readRow({ ...NAMED, fat_100g: '3', no_nutrition_data: 'on' })).toMatchObject({
      fat_g: null,
    });
    expect(await readRow({ ...NAMED, fat_100g: '3', no_nutriments: 'on' })).toMatchObject({ fat_g: null });
    expect(await readRow({ ...NAMED, fat_100g: '3', no_nutrition_data: 'null' })).toMatchObject({ fat_g: 3 });
  });

  test('from before May 2026 has brands, a later one only their tags', async () => {
    const tags = { brands_tags: 'xx:marks-spencer,xx:Picard' };
    expect((await readRow({ ...NAMED, brands: 'M&S', ...tags })).brand).toBe('M&S');
    expect((await readRow({ ...NAMED, ...tags })).brand).toBe('Marks Spencer, Picard');
    expect((await readRow({ ...NAMED, brands_en: "Lagg's", ...tags })).brand).toBe("Lagg's");
  });

  test('gives categories as tags, or else as names in the language of the export', async () => {
    const tags = { categories_tags: 'en:snacks,en:biscuits,fr:petits-beurres' };
    const food = await readRow({ ...NAMED, categories: 'Snacks, Biscuits', ...tags });
    expect(food.categories).toEqual(['en:snacks', 'en:biscuits', 'fr:petits-beurres']);
    expect((await readRow({ ...NAMED, categories_fr: 'Snacks,Biscuits secs' })).categories).toEqual([
      'Snacks',
      'Biscuits secs',
    ]);
    expect((await readRow({ ...NAMED, main_category: 'en:snacks' })).categories).toEqual(['en:snacks']);
    expect((await readRow(NAMED)).categories).toEqual([]);
  });

  test('gives every name, the product’s own first and the generic name last', async () => {
    const food = await readRow({
      code: '1',
      generic_name: 'Thin pancakes',
      abbreviated_product_name: 'Crep.',
      product_name_fr: 'Crêpes fines',
      product_name_en: 'Fine pancakes',
      product_name: 'Crêpes fines',
    });
    expect(food.names).toEqual(['Crêpes fines', 'Fine pancakes', 'Crep.', 'Thin pancakes']);
    expect(food.generic_name).toBe('Thin pancakes');
    expect(await readRow({ code: '1', product_name: '', generic_name: '' })).toMatchObject({
      names: [],
      generic_name: null,
    });
  });

  test('gives the time of the last change, even if the two columns are swapped', async () => {
    const swapped = { last_modified_t: '2023-11-14T22:13:20Z', last_modified_datetime: '1700000000' };
    expect((await readRow({ ...NAMED, ...swapped })).modified_t).toBe(1700000000);
    expect((await readRow({ ...NAMED, last_modified_t: '1700000000' })).modified_t).toBe(1700000000);
    expect((await readRow({ ...NAMED, last_modified_t: 'yesterday' })).modified_t).toBeNull();
  });

  test('gives serving, scans and images as written, but no image from the folder `invalid`', async () => {
    const root = 'https://images.openfoodfacts.org/images/products';
    const food = await readRow({
      ...NAMED,
      serving_size: '2 biscuits (25 g)',
      serving_quantity: '25',
      unique_scans_n: '812',
      image_url: `${root}/399/123/450/0016/front_fr.7.400.jpg`,
      image_small_url: `${root}/invalid/front_fr.7.200.jpg`,
    });
    expect(food).toMatchObject({
      serving_desc: '2 biscuits (25 g)',
      serving_size_g: 25,
      scans: 812,
      image_url: `${root}/399/123/450/0016/front_fr.7.400.jpg`,
      image_thumb_url: null,
    });
  });

  test('replaces invalid UTF-8 with U+FFFD', async () => {
    const { foods } = await readExportText('code\tproduct_name\n1\tCr', new Uint8Array([0xea]), 'pes\n');
    expect(foods[0]!.names).toEqual(['Cr\ufffdpes']);
  });

  test('with shifted fields in a row refuses that row, with its line, and keeps the others', async () => {
    const columns = ['code', 'product_name', 'fat_100g', 'unread'];
    const { foods, refused } = await readExportText(
      tabbed(
        columns,
        ['1', 'Whole', '1', 'x'],
        ['2', 'A stray', 'tab', '2', 'x'],
        ['3', 'Cut'],
        ['4', 'Without what we do not read', '4'],
        ['5', 'With a stray', 'tab before empty', '', ''],
        ['6', 'With a stray tab', '', '6', ''],
      ),
      '\n \n',
    );
    expect(foods.map(({ line, fat_g }) => [line, fat_g])).toEqual([
      [2, 1],
      [5, 4],
    ]);
    expect(refused).toEqual([
      { line: 3, reason: 'wrong_field_count', example: '2 A stray tab 2 x' },
      { line: 4, reason: 'wrong_field_count', example: '3 Cut' },
      { line: 6, reason: 'shifted_fields', example: '5 With a stray tab before empty' },
      { line: 7, reason: 'shifted_fields', example: '6 With a stray tab 6' },
    ]);
  });

  test('may end every line with a tab', async () => {
    const rows = ['1', '2', '3'].map((code) => [code, 'Crêpes', '7', '']);
    const { foods, refused } = await readExportText(tabbed(['code', 'product_name', 'fat_100g'], ...rows));
    expect(foods.map(({ fat_g }) => fat_g)).toEqual([7, 7, 7]);
    expect(refused).toEqual([]);
  });

  test('with tabs inside a text has no value of another column', async () => {
    const { foods, refused } = await readExportText(readFileSync(STRAY_TABS));
    expect(foods.map(({ line, sodium_mg }) => [line, sodium_mg])).toEqual([
      [2, 440],
      [8, null],
    ]);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual(
      [3, 4, 5, 6, 7].map((line) => [line, 'shifted_fields']),
    );
  });

  test('with any number of tabs in any text has no value of another column', async () => {
    const [header = '', ...lines] = readFileSync(STRAY_TABS, 'utf8').trimEnd().split('\n');
    const columns = header.split('\t');
    // Among enough whole lines that show what the columns usually hold.
    const whole = Array.from({ length: 60 }, () => lines[0]!);
    for (const column of ['product_name', 'categories', 'ingredients_text', 'serving_size', 'brand_owner']) {
      for (let tabs = 1; tabs <= 12; tabs++) {
        for (const isCut of [false, true]) {
          const fields = lines[0]!.split('\t');
          fields[columns.indexOf(column)] += `${'\tx'.repeat(tabs)}`;
          const shifted = fields.join('\t').split('\t');
          const line = isCut ? shifted.slice(0, columns.length) : shifted;
          const { foods } = await readExportText(`${[header, ...whole, line.join('\t')].join('\n')}\n`);
          expect([column, tabs, isCut, foods.length]).toEqual([column, tabs, isCut, whole.length]);
        }
      }
    }
  });

  test('comes in batches of bounded size, each row once and in order', async () => {
    const rows = Array.from({ length: 2 * BATCH_ROWS + 7 }, (_, at) => [String(at), `Food ${at}`]);
    const input = await openExport('-', piped(tabbed(['code', 'product_name'], ...rows)));
    const codes: (string | null)[] = [];
    for await (const { foods } of readBatches(input)) {
      expect(foods.length).toBeLessThanOrEqual(BATCH_ROWS);
      codes.push(...foods.map(({ code }) => code));
    }
    expect(codes).toEqual(rows.map(([code]) => code!));
  });

  test('without codes or names in its header is refused, naming what is missing', async () => {
    expect(await failureOf(readExportText('product_name\tbrands\nCrêpes\tX\n'))).toBe(
      'standard input:1: the header has no `code` column; give an Open Food Facts export with its header line',
    );
    expect(await failureOf(readExportText('code\tbrands\n1\tX\n'))).toStartWith(
      'standard input:1: the header has no `product_name` column; ',
    );
  });

  test('with a million columns is refused at its first line', async () => {
    const header = `code\tproduct_name${'\tx'.repeat(1_000_000)}\n`;
    expect(await failureOf(readExportText(header))).toStartWith(
      'standard input:1: the header has 1000002 columns',
    );
    const widest = `code\tproduct_name${'\tx'.repeat(COLUMN_LIMIT - 2)}\n`;
    expect((await readExportText(widest)).foods).toEqual([]);
  });

  test('with a row of a million fields refuses that row', async () => {
    const { foods, refused } = await readExportText(
      `code\tproduct_name\n1${'\tx'.repeat(1_000_000)}\n2\tCrêpes\n`,
    );
    expect(foods.map(({ code }) => code)).toEqual(['2']);
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([[2, 'wrong_field_count']]);
  });
});
