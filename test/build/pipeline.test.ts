import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { InputError } from '../../build/raw/input.ts';
import type { BuildSource } from '../../build/read/open-input.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { scoreConfidence } from '../../src/food/confidence.ts';
import { openReadOnly, openWritable } from '../../src/sqlite/driver.ts';
import { randomOf, shuffled } from '../random.ts';
import { type ExportRow, PRODUCTS, temporaryFolder, writeExport, writeGenericFoods } from './export-file.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = (end: string) => join(folder, `${files++}${end}`);

interface Options {
  out?: string;
  force?: boolean;
  /** A table of generic foods. */
  usda?: string;
}

async function build(
  inputs: (readonly ExportRow[])[],
  { out = newPath('.db'), force = false, usda }: Options = {},
) {
  const sources: BuildSource[] = inputs.map((rows) => ({
    source: 'off' as const,
    path: writeExport(newPath('.tsv'), rows),
  }));
  if (usda !== undefined) sources.push({ source: 'usda', path: usda });
  const report = await buildCatalog({ base: null, sources, out, force }, () => {});
  return { out, report };
}

/** Everything a catalogue contains about its foods, in order. */
function foodsOf(path: string): unknown[] {
  const db = openReadOnly(path);
  const rows = db
    .prepare('SELECT foods.*, category FROM foods LEFT JOIN categories USING (category_id) ORDER BY rank')
    .all();
  db.close();
  return rows.map((row) => ({ ...(row as object), category_id: null }));
}

describe('a catalogue built from an export', () => {
  test('has each product as on its label, cleaned up', async () => {
    const { out, report } = await build([PRODUCTS]);
    expect(report).toMatchObject({ rows_read: 11, foods: 10, merged: 0, refused: { no_name: 1 } });
    const catalog = openCatalog(out);
    expect(catalog.findBarcode('3017620422003')).toEqual({
      id: 3017620422003,
      name: 'Nutella',
      brand: 'Ferrero',
      barcode: '3017620422003',
      category: 'Hazelnut spreads',
      serving_size_g: 15,
      serving_desc: '15 g',
      calories_kcal: 539,
      protein_g: 6.3,
      fat_g: 30.9,
      carbs_g: 57.5,
      fiber_g: null,
      sugar_g: 56.3,
      sodium_mg: 42.8,
      saturated_fat_g: 10.6,
      cholesterol_mg: null,
      potassium_mg: null,
      image_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.820.400.jpg',
      image_thumb_url:
        'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.820.200.jpg',
      source: 'off',
      confidence: expect.any(Number) as unknown as number,
      static_url: '/food/3017620422003/nutella.html',
    });
    expect(catalog.findBarcode('049000006346')).toMatchObject({
      name: 'Coca-Cola Classic',
      calories_kcal: 43,
      sodium_mg: 12.7,
      serving_size_g: 355,
      protein_g: 0,
    });
    expect(catalog.findBarcode('2150223004755')).toMatchObject({ protein_g: null, fat_g: 1 });
    expect(catalog.findBarcode('3760079799010')).toMatchObject({ protein_g: 60, fat_g: 30, carbs_g: 76 });
    expect(catalog.findBarcode('8710438052619')).toMatchObject({ name: 'Frites & ketchup', category: null });
    expect(catalog.findBarcode('4009249021179')).toMatchObject({ name: 'Roggenbrot', calories_kcal: 265.1 });
    expect(catalog.findBarcode('042100005264')).toMatchObject({ name: 'Short code soda', sugar_g: 9.5 });
    expect(catalog.findBarcode('3222477066045')).toBeNull();
    expect(catalog.search({ q: 'kiosk sandwich', limit: 5, source: null })[0]).toMatchObject({
      barcode: null,
    });
    catalog.close();
  });

  test('lists its foods by scans and confidence, page by page, without a gap', async () => {
    const { out } = await build([PRODUCTS]);
    const catalog = openCatalog(out);
    const page = (offset: number, limit: number) =>
      catalog.listPopular({ limit, offset, category: null, hasImage: false });
    expect(page(0, 2).map((food) => food.name)).toEqual(['Nutella', 'Coca-Cola Classic']);
    expect([...page(0, 4), ...page(4, 4), ...page(8, 4)]).toEqual(page(0, 500));
    expect(page(10, 500)).toEqual([]);
    expect(
      catalog.listPopular({ limit: 500, offset: 0, category: null, hasImage: true }).map((food) => food.name),
    ).toEqual(['Nutella']);
    expect(catalog.listPopular({ limit: 500, offset: 0, category: 'Colas', hasImage: false })).toHaveLength(
      1,
    );
    expect(catalog.listPopular({ limit: 500, offset: 0, category: 'Shoes', hasImage: false })).toEqual([]);
    expect(catalog.listCategories()).toEqual([
      { category: 'Colas', count: 1 },
      { category: 'Hazelnut spreads', count: 1 },
    ]);
    catalog.close();
  });

  test('computes each confidence from the food and its findings alone', async () => {
    const { out } = await build([PRODUCTS]);
    const catalog = openCatalog(out);
    const rows = catalog.db.prepare('SELECT id, findings FROM foods').raw().all() as [number, number][];
    for (const [id, findings] of rows) {
      const food = catalog.findFood(id)!;
      expect(scoreConfidence(food, findings)).toBe(food.confidence);
    }
    catalog.close();
  });

  test('is identical byte for byte when it is built again', async () => {
    const path = writeExport(newPath('.tsv'), PRODUCTS);
    const outs = [newPath('.db'), newPath('.db')];
    for (const out of outs)
      await buildCatalog({ base: null, sources: [{ source: 'off', path }], out, force: false }, () => {});
    expect(readFileSync(outs[0]!).equals(readFileSync(outs[1]!))).toBe(true);
  });

  test('has the same foods, ids and order no matter how the dump is shuffled, split and repeated', async () => {
    const { out } = await build([PRODUCTS]);
    const foods = foodsOf(out);
    const random = randomOf(11);
    for (let round = 0; round < 12; round++) {
      const parts: ExportRow[][] = Array.from({ length: 1 + (round % 3) }, () => []);
      for (const row of shuffled([...PRODUCTS, ...PRODUCTS.slice(round % 5)], random)) {
        parts[Math.floor(random() * parts.length)]!.push(row);
      }
      const again = await build(parts.filter((part) => part.length > 0));
      expect(foodsOf(again.out)).toEqual(foods);
      const { rows_read, foods: count, merged, refused } = again.report;
      expect(rows_read).toBe(count + merged + Object.values(refused).reduce((sum, n) => sum + n, 0));
    }
  });

  test('has one food for all printed forms of a code', async () => {
    const forms = ['049000006346', '0049000006346', '00049000006346', '49000006346'];
    const { report } = await build([forms.map((code) => ({ code, product_name: `Cola ${code}` }))]);
    expect(report).toMatchObject({ foods: 1, merged: 3 });
  });
});

describe('the report', () => {
  test('lists the refused rows and the values that were set to unknown', async () => {
    const { report } = await build([PRODUCTS]);
    expect(report.refused_examples).toEqual({
      no_name: [{ file: expect.any(String) as unknown as string, line: 9, text: '3222477066045' }],
    });
    expect(report.nulled).toEqual({ impossible_protein_g: 1 });
    expect(report.found).toMatchObject({ macros_over_100: 1, energy_unit_mended: 1, in_store_code: 3 });
    expect(report.fill).toMatchObject({ calories_kcal: 4, brand: 2, category: 2, image_url: 1 });
    expect(report.inputs[0]).toMatchObject({ kind: 'export-csv', rows: 11, newest: '2026-01-01' });
  });
});

describe('a catalogue in use', () => {
  const many = Array.from({ length: 40 }, (_, index) => ({
    code: String(3_000_000_000_000 + index),
    product_name: `Product ${index}`,
    'energy-kcal_100g': '100',
    proteins_100g: '5',
    fat_100g: '4',
    carbohydrates_100g: '11',
  }));

  test('is replaced in one step, and no other file is left behind', async () => {
    const own = temporaryFolder();
    const out = join(own, 'catalog.db');
    await build([many], { out });
    await build([[...many, ...PRODUCTS.slice(0, 2)]], { out });
    expect(openCatalog(out).size).toBe(42);
    expect(readdirSync(own)).toEqual(['catalog.db']);
    rmSync(own, { recursive: true });
  });

  test('is kept if the new one has lost foods or nutrition, unless forced', async () => {
    const { out } = await build([many]);
    const before = readFileSync(out);
    await expect(build([many.slice(0, 35)], { out })).rejects.toThrow(
      /it has 35 foods, and the current catalogue has 40.*--force/,
    );
    const unfilled = many.map(({ code, product_name }) => ({ code, product_name }));
    await expect(build([unfilled], { out })).rejects.toThrow(/calories_kcal is known for 0.0 % of its foods/);
    expect(readFileSync(out).equals(before)).toBe(true);
    await build([many.slice(0, 35)], { out, force: true });
    expect(openCatalog(out).size).toBe(35);
  });

  test('is kept if the products of a small dump vanish beside generic foods, and may lose those on purpose', async () => {
    const usda = writeGenericFoods(newPath('.tsv'), 400);
    const { out } = await build([many], { usda });
    await expect(build([many.slice(0, 20)], { out, usda })).rejects.toThrow(
      /it has 20 foods from the source off, and the current catalogue has 40.*--force/,
    );
    await build([many], { out });
    expect(openCatalog(out).manifest.foods_by_source).toEqual({ off: 40 });
  });

  test('is not touched by a build that fails halfway', async () => {
    const own = temporaryFolder();
    const out = join(own, 'catalog.db');
    await build([many], { out });
    const before = readFileSync(out);
    const cut = join(own, 'cut.tsv.gz');
    const packed = Bun.gzipSync(readFileSync(writeExport(newPath('.tsv'), many)));
    writeFileSync(cut, packed.subarray(0, packed.length - 40));
    const failing = buildCatalog(
      { base: null, sources: [{ source: 'off', path: cut }], out, force: true },
      () => {},
    );
    await expect(failing).rejects.toThrow(InputError);
    await failing.catch(() => {});
    expect(readFileSync(out).equals(before)).toBe(true);
    expect(readdirSync(own).sort()).toEqual(['catalog.db', 'cut.tsv.gz']);
    rmSync(own, { recursive: true });
  });

  test('is not written over a file that is not a catalogue', async () => {
    const out = newPath('.db');
    writeFileSync(out, 'my dissertation');
    await expect(build([many], { out, force: true })).rejects.toThrow(
      /not a catalogue and would be overwritten/,
    );
    expect(readFileSync(out, 'utf8')).toBe('my dissertation');
    rmSync(out);
    const accounts = openWritable(out);
    accounts.exec('CREATE TABLE people (name)');
    accounts.close();
    await expect(build([many], { out, force: true })).rejects.toThrow(
      /not a catalogue and would be overwritten/,
    );
  });

  test('is not written to a folder that does not exist', async () => {
    await expect(build([many], { out: join(folder, 'nowhere', 'catalog.db') })).rejects.toThrow(
      /folder does not exist/,
    );
  });

  test('without any foods is not written', async () => {
    const { out } = await build([many]);
    await expect(build([[{ code: '1', product_name: '' }]], { out })).rejects.toThrow(/no foods at all/);
  });
});
