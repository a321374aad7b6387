import { expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { TABLE_NAMES } from '../../src/food/food-tables.ts';

const ROOT = join(import.meta.dir, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const GENERIC_FOODS = readFileSync(join(ROOT, 'docs', 'generic-foods.md'), 'utf8');

test('The sample answer in the README is what the starter catalogue answers', async () => {
  const [, code = '', answer = ''] = /\/barcode\/(\d+)'\n```\n\n```json\n(.*?)\n```/s.exec(README) ?? [];
  await makeStarter();
  const catalog = openCatalog(STARTER);
  const food = catalog.findBarcode(code);
  catalog.close();
  expect(JSON.stringify(food, null, 2)).toBe(answer);
});

test('The README counts the foods of the starter catalogue right', async () => {
  await makeStarter();
  const catalog = openCatalog(STARTER);
  const { foods_by_source } = catalog.facts;
  catalog.close();
  const generic = TABLE_NAMES.reduce((sum, name) => sum + (foods_by_source[name] ?? 0), 0);
  expect(README).toContain(`${generic.toLocaleString('en')} generic foods`);
});

test('The starter catalogue has as many foods as docs/generic-foods.md says, and is not larger than it may be', async () => {
  await makeStarter();
  const catalog = openCatalog(STARTER);
  const { size } = catalog;
  catalog.close();
  const [, foods, most] =
    /these are ([\d,]+) foods\. All of it may have at most (\d+) MB/.exec(
      GENERIC_FOODS.replaceAll('\n', ' '),
    ) ?? [];
  expect(foods).toBe(size.toLocaleString('en'));
  expect(statSync(STARTER).size).toBeLessThanOrEqual(Number(most) * 1e6);
});
