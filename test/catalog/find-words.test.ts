import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOverlay } from '../../build/overlay.ts';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { overlayCatalog } from '../../src/catalog/overlay/overlay.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { NO_FILTERS } from '../../src/food/food-filters.ts';
import { buildFrom, temporaryFolder } from '../build/export-file.ts';
import { testFunctions } from '../table-of-cases.ts';
import table from './find-words.tsv' with { type: 'text' };

const FOODS = [
  'Egg',
  'Eggs from the farm',
  'Eggplant',
  'Pea soup',
  'Peanut butter',
  'Pear',
  'Pearl sugar',
  'Rump steak',
  'Pasta',
  'Tomato paste',
  'Insalata mista',
  'Zwieback toast',
  'Chewing gum',
  'Chewing gum, sugar free',
  'Chewing gum, no sugar added',
  'Chewing gum sans sucres',
  'Kaugummi zuckerfrei',
  'Gum balls with sugar, gluten free',
  'Bread',
  'Gluten free bread',
  'Brot, glutenfrei',
  'Pan sin gluten',
  'Pane senza glutine',
  'Wheat bread, sugar free',
  'Butter, salted',
  'Butter without salt',
  'Butter, unsalted',
  'Shrimp, raw',
  'Shrimp crackers',
  'Plain biscuits',
  'Chicken wings',
  'Chicken soup',
  'On the Border dip',
  'Tea, black',
  'Thé glacé',
  'Ground beef',
  'Beef, prime rib',
  'Tomatoes, canned',
  'Milk of the farm',
];

/** Foods without a brand, which the build gives the names that people use for them. */
const GENERIC = [
  'Shrimp, raw',
  'Shrimp crackers',
  'Eggplant, raw',
  'Chicken, ground, raw',
  'Soup, chicken broth, canned',
  'Beef, ground, 80% lean meat / 20% fat, raw',
  'Beef, rib, prime, raw',
  'Egg, whole, raw, fresh',
];

const OWN = ['Own eggplant stew', 'Own bread', 'Own gluten free bread', 'Own twice baked toast'];

let folder: string;
let alone: Catalog;
let overlaid: Catalog;
let generic: Catalog;
beforeAll(async () => {
  folder = temporaryFolder();
  const rows = FOODS.map((product_name, at) => ({
    code: String(5_000_000_000_000 + at),
    product_name,
    categories_tags: '',
    'energy-kcal_100g': String(10 + at),
    proteins_100g: '1',
    fat_100g: '1',
    carbohydrates_100g: '1',
  }));
  const out = await buildFrom(folder, rows);
  alone = openCatalog(out);
  const tables = join(folder, 'generic.csv');
  writeFileSync(tables, ['name,calories_kcal', ...GENERIC.map((name, at) => `"${name}",${at}`)].join('\n'));
  const named = join(folder, 'generic.db');
  const sources = [{ source: 'community' as const, path: tables }];
  await buildCatalog({ base: null, sources, out: named, force: false }, () => {});
  generic = openCatalog(named);
  const own = join(folder, 'own.csv');
  const renamed = `Rusk,${5_000_000_000_000 + FOODS.indexOf('Zwieback toast')},9`;
  const added = OWN.map((name, at) => `${name},,${at}`);
  writeFileSync(own, ['name,barcode,calories_kcal', renamed, ...added].join('\n'));
  const below = openCatalog(out);
  overlaid = overlayCatalog(below, openCatalog(await buildOverlay(own, below.db), 'overlay'));
});
afterAll(() => {
  alone.close();
  generic.close();
  overlaid.close();
  rmSync(folder, { recursive: true });
});

/** The names in the order of their energy, which says nothing about how well they match. */
function find(q: string, catalog = alone): string[] {
  const sort = { by: 'calories_kcal', isDescending: false } as const;
  const { foods, total } = catalog.find({ ...NO_FILTERS, q, sort, limit: 100, offset: 0 })!;
  const counted = catalog.countFacets({ ...NO_FILTERS, q, by: ['source'] })!.source!;
  expect(foods).toHaveLength(total);
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  return foods.map(({ name }) => name);
}

testFunctions(table, {
  find: (q: string) => find(q),
  findGeneric: (q: string) => find(q, generic),
  findOverlaid: (q: string) => find(q, overlaid),
});

test('a word that is an article is looked for as it is written', () => {
  expect(find('the')).toContain('On the Border dip');
});
