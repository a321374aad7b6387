import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { createCompatRoutes } from '../../src/compat/routes.ts';
import { addDetails } from '../../src/food/add-details.ts';
import { createApp } from '../../src/http/app.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { openPages } from './page-client.ts';

const BOTH = 4006381000123;
const ONLY_KCAL = 4006381000130;
const macros = { proteins_100g: 6.3, fat_100g: 30.9, carbohydrates_100g: 57.5 };
const product = (code: number, nutriments: Record<string, number>) =>
  JSON.stringify({ code: String(code), lang: 'en', product_name: `Spread ${code}`, nutriments });

const folder = temporaryFolder();
const path = join(folder, 'products.jsonl');
const out = join(folder, 'catalog.db');
const rows = [
  product(BOTH, {
    'energy-kcal_100g': 540.4,
    'energy-kj_100g': 2224,
    salt_100g: 0.1,
    sodium_100g: 0.043,
    ...macros,
  }),
  product(ONLY_KCAL, { 'energy-kcal_100g': 540.4, sodium_100g: 0.043, ...macros }),
];
writeFileSync(path, `${rows.join('\n')}\n`);
await buildCatalog({ base: null, sources: [{ source: 'off', path }], out, force: false }, () => {});
const catalog = openCatalog(out);
afterAll(() => catalog.close());

const labelOf = async (id: number, name: string) => {
  const { text } = await (await openPages({ catalog })).get(catalog.findFood(id)!.static_url!);
  const row = new RegExp(`<th scope="row">${name}</th><td>([^<]*)<`).exec(text);
  return row?.[1]?.trim();
};
const nutrimentsOf = async (id: number) => {
  const app = createApp({ catalog, pages: createCompatRoutes({ catalog, publicUrl: null, pictures: null }) });
  const answer = await app.handle(new Request(`http://localhost/api/v2/product/${id}`));
  return ((await answer.json()) as { product: { nutriments: Record<string, number> } }).product.nutriments;
};
const recordOf = (id: number) => {
  const asked = { grams: null, servings: null, explain: false, full: true, lang: null };
  return addDetails(catalog, catalog.findFood(id)!, asked).full!.nutrients;
};

describe('The energy of a food in kJ', () => {
  test('is what its source says, on its page, in its record and for apps of Open Food Facts', async () => {
    expect(await labelOf(BOTH, 'Energy in kJ')).toBe('2,224');
    expect(recordOf(BOTH)).toMatchObject({ energy_kj: 2224, salt_g: 0.1 });
    expect(await nutrimentsOf(BOTH)).toMatchObject({ energy_100g: 2224, 'energy-kj_100g': 2224 });
  });

  test('is in whole kJ where its source says only kcal', async () => {
    expect(await labelOf(ONLY_KCAL, 'Energy in kJ')).toBe('2,261');
    expect(await nutrimentsOf(ONLY_KCAL)).toMatchObject({ energy_100g: 2261, 'energy-kj_100g': 2261 });
  });

  test('is no exception: salt, too, is what the source says', async () => {
    expect(await labelOf(BOTH, 'as salt')).toBe('0.1');
    expect(await nutrimentsOf(BOTH)).toMatchObject({ salt_100g: 0.1 });
    expect(await labelOf(ONLY_KCAL, 'as salt')).toBe('0.11');
  });
});
