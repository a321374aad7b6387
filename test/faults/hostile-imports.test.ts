import { afterAll, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOverlay } from '../../build/overlay.ts';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { overlayCatalog } from '../../src/catalog/overlay/overlay.ts';
import { askCatalog, askEverything, batteryFor } from '../../tools/faults/every-endpoint.ts';
import { HOSTILE_TEXTS } from '../../tools/faults/hostile-catalogues.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { extendedCatalog } from '../contract/extended-catalog.ts';

/** What strangers write into exports, and operators into their own files, in every member. */
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const TEXTS = [
  'product_name',
  'product_name_fr',
  'generic_name',
  'brands',
  'quantity',
  'serving_size',
  'lang',
  'image_url',
  'image_small_url',
  'ingredients_text',
  'nutriscore_grade',
  'product_quantity',
  'product_quantity_unit',
];
const LISTS = [
  'categories_tags',
  'countries_tags',
  'labels_tags',
  'allergens_tags',
  'traces_tags',
  'additives_tags',
  'ingredients_analysis_tags',
];

function productWith(text: string, at: number): object {
  return {
    code: String(4006381900000 + at),
    nova_group: text,
    last_modified_t: text,
    unique_scans_n: 10 + at,
    nutriments: {
      'energy-kcal_100g': 100,
      proteins_100g: text,
      [text]: 1,
      [`${text}_100g`]: 5,
      fat_100g: 2,
      carbohydrates_100g: 10,
    },
    ...Object.fromEntries(TEXTS.map((member) => [member, `${text} bread`])),
    ...Object.fromEntries(LISTS.map((member) => [member, [text, `en:${text}`, `${text}:${text}`]])),
  };
}

async function hostileExport(): Promise<string> {
  const dump = join(folder, 'products.jsonl');
  writeFileSync(dump, HOSTILE_TEXTS.map((text, at) => `${JSON.stringify(productWith(text, at))}\n`).join(''));
  const out = join(folder, 'catalog.db');
  await buildCatalog({ base: null, sources: [{ source: 'off', path: dump }], out, force: false }, () => {});
  return out;
}

test('an export with hostile texts in every member gives valid JSON, pages without script, and headers of one line', async () => {
  const file = await hostileExport();
  const { requests, bad } = await askEverything(file, batteryFor(file));
  expect(bad).toEqual([]);
  expect(requests).toBeGreaterThan(40);
});

test('and so does an overlay', async () => {
  const columns = ['name', 'brand', 'category', 'serving_desc', 'image_url'];
  const quoted = (text: string) =>
    `"${text
      .toWellFormed()
      .replaceAll('"', '""')
      .replaceAll(/[\r\n\0]/g, ' ')} bread"`;
  const rows = HOSTILE_TEXTS.map((text) => columns.map(() => quoted(text)).join(','));
  const path = join(folder, 'overlay.csv');
  writeFileSync(path, [columns.join(','), ...rows].join('\n'));
  const below = openCatalog(await extendedCatalog());
  const above = await buildOverlay(path, below.db);
  const upper = join(folder, 'above.db');
  writeFileSync(upper, above);
  const { bad } = await askCatalog(overlayCatalog(below, openCatalog(above, 'overlay')), batteryFor(upper));
  expect(bad).toEqual([]);
});
