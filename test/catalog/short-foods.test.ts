import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { restore } from '../../src/food/food-shorthand.ts';
import { openWritable } from '../../src/sqlite/driver.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = temporaryFolder();
  file = join(folder, 'catalog.db');
  const path = writeExport(join(folder, 'export.tsv'), PRODUCTS);
  await buildCatalog({ base: null, sources: [{ source: 'off', path }], out: file, force: false }, () => {});
});
afterAll(() => rmSync(folder, { recursive: true }));

function textOf(catalog: Catalog, id: number): string {
  const { bytes, length } = catalog.findShortFood(id)!;
  return Buffer.from(restore(bytes, 0, length)).toString();
}

/** The text of the first food, once these columns have these values, beside the food itself. */
function rewrite(values: Record<string, string | number | null>) {
  const db = openWritable(file);
  const set = Object.keys(values).map((column) => `${column} = ?`);
  db.prepare(`UPDATE foods SET ${set.join(', ')} WHERE rank = 1`).run(...Object.values(values));
  const id = db.prepare('SELECT id FROM foods WHERE rank = 1').pluck().get() as number;
  db.close();
  const catalog = openCatalog(file);
  const [text, food] = [textOf(catalog, id), catalog.findFood(id)];
  catalog.close();
  return { text, food };
}

test('Every food is written as the JSON of itself', () => {
  const catalog = openCatalog(file);
  const foods = catalog.listBest(100);
  expect(foods.length).toBeGreaterThan(5);
  for (const food of foods) expect(textOf(catalog, food.id)).toBe(JSON.stringify(food));
  expect(catalog.findShortFood(1)).toBeNull();
  catalog.close();
});

test('A usual food takes less than 45 % of its JSON', () => {
  const catalog = openCatalog(file);
  const usual = catalog.listBest(100).filter(({ image_url }) => image_url !== null);
  expect(usual.length).toBeGreaterThan(0);
  for (const food of usual) {
    expect(catalog.findShortFood(food.id)!.length).toBeLessThan(0.45 * JSON.stringify(food).length);
  }
  catalog.close();
});

test.each<[string, Record<string, string | number | null>]>([
  ['accents and quotes', { name: 'Crème "brûlée" à l’ancienne' }],
  ['another script', { name: '牛奶' }],
  ['a name without letters', { name: '!!!' }],
  ['dashes at both ends', { name: '- 5 % -' }],
  ['an accent beyond the slug', { name: `${'ab '.repeat(40)}é` }],
  ['characters that JSON escapes', { name: 'tab\tand \\ and "' }],
  ['nothing but a name', { brand: null, category_id: null, serving_size_g: null, serving_desc: null }],
  ['symbols', { brand: '😀', serving_desc: '1 "cup"' }],
  ['control characters', { name: 'one\u0001two\u001fthree', brand: '\n\u007f' }],
  ['JSON in its name', { name: '","brand":"x",\\"id\\":null', brand: '{"id":null}' }],
  ['a row that is too long for its page', { name: 'x'.repeat(5000) }],
  ['unknown amounts', { name: 'Salt', calories_kcal: null, protein_g: null, fat_g: 0 }],
  ['amounts of many digits', { carbs_g: 0.1 + 0.2, sodium_mg: 1e-7, potassium_mg: 1e9, fat_g: 99.99999 }],
  ['an amount below 0', { fat_g: -1 }],
  ['no picture', { image: null }],
  ['a picture of Open Food Facts', { image: 'fr.12' }],
  ['a picture of ours', { image: '/banana' }],
  ['a picture elsewhere', { image: 'https://example.org/picture.png' }],
  ['two pictures elsewhere', { image: 'https://example.org/a.png https://example.org/small.png' }],
])('A food with %s is written as the JSON of itself', (_, values) => {
  const { text, food } = rewrite(values);
  expect(food).not.toBeNull();
  expect(text).toBe(JSON.stringify(food));
});

test.each([
  96385074,
  12_345_678_901,
  3_017_620_422_003,
  10_028_357_744_378,
  10 ** 14,
  Number.MAX_SAFE_INTEGER,
])('A food is written as the JSON of itself, whatever its id: %d', (id) => {
  const { text, food } = rewrite({ id, image: id < 10 ** 14 ? 'en.4' : null });
  expect(food?.id).toBe(id);
  expect(text).toBe(JSON.stringify(food));
});
