import { describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { createCompatRoutes } from '../../src/compat/routes.ts';
import { createApp } from '../../src/http/app.ts';
import { analyzeRecipe } from '../../src/recipe/analyze.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { words } from '../../src/text/fold.ts';
import { wordsOf } from '../words-of.ts';

/** What every object has without anyone having put it there: plain words like others in tags, names and addresses. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
const FIRST_CODE = 4006381100014;
const codeOf = (at: number) => String(FIRST_CODE + at);

const products = NAMES.map((name, at) => ({
  code: codeOf(at),
  lang: name,
  product_name: name,
  [`product_name_${name}`]: name,
  generic_name: name,
  brands: name,
  quantity: `1 ${name}`,
  serving_size: `1 ${name} (10 ${name})`,
  product_quantity_unit: name,
  categories_tags: [name, `en:${name}`],
  allergens_tags: [name, `en:${name}`],
  traces_tags: [name, `en:${name}`],
  additives_tags: [name, `en:${name}`],
  labels_tags: [name, `en:${name}`],
  countries_tags: [name, `en:${name}`],
  ingredients_analysis_tags: [name, `en:${name}`],
  nutriscore_grade: name,
  ingredients_text: `${name}, milk`,
  nutriments: { [`${name}_100g`]: 1, [`${name}_unit`]: name, 'energy-kcal_100g': 100, fat_unit: name },
}));

const directory = mkdtempSync(join(tmpdir(), 'larder-members-'));
const path = join(directory, 'products.jsonl');
writeFileSync(path, products.map((product) => `${JSON.stringify(product)}\n`).join(''));
const out = join(directory, 'catalog.db');
await buildCatalog({ base: null, sources: [{ source: 'off', path }], out, force: false }, () => {});
const catalog = openCatalog(out);
const app = createApp({
  catalog,
  pages: [
    ...createPageRoutes({ catalog, images: 'on', publicUrl: null }),
    ...createCompatRoutes({ catalog, publicUrl: null, pictures: null }),
  ],
});

async function get(target: string): Promise<Response> {
  return app.handle(new Request(`http://localhost${target}`, { redirect: 'manual' }));
}

describe.each(NAMES.map((name, at) => [name, codeOf(at)]))('A product with the tag %s', (name, code) => {
  test('is found by its name, in its record and on its page', async () => {
    const found = (await (await get(`/barcode/${code}?full=true&lang=en`)).json()) as {
      name: string;
      static_url: string;
    };
    expect(words(found.name).join('')).toBe(words(name).join(''));
    for (const target of [found.static_url, `/compare?ids=${code}`, `/api/v2/product/${code}?fields=all`]) {
      const answer = await get(target);
      expect([target, answer.status]).toEqual([target, 200]);
      expect(await answer.text()).not.toContain('[native code]');
    }
  });
});

describe.each(NAMES)('%s', (name) => {
  test.each(
    wordsOf(`
    allergen_free q category brand country nutriscore sort min_protein_g lang by source
  `),
  )('as %s is a word like others', async (parameter) => {
    for (const path of '/ /results /foods/find /foods/facets /search /categories /about'.split(' ')) {
      const { status } = await get(`${path}?q=milk&by=brand&${parameter}=${name}&${name}=1`);
      expect([path, status < 500]).toEqual([path, true]);
    }
  });

  test('is no unit, number, size or way of cooking', () => {
    expect(words(`500 ${name}`).join(' ')).not.toContain('function');
    const { lines } = analyzeRecipe(catalog, [`1 ${name} milk`, `${name} of milk, ${name}`], 1).recipe;
    expect(lines.map(({ grams }) => typeof grams === 'number' && Number.isNaN(grams))).toEqual([
      false,
      false,
    ]);
  });

  test('is no page and no tool', async () => {
    for (const target of [
      `/${name}`,
      `/category/${name}`,
      `/assets/${name}`,
      `/api/v2/product/1?fields=${name}`,
    ])
      expect([target, (await get(target)).status < 500]).toEqual([target, true]);
  });
});
