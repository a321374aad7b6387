import { expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { TABLE_NAMES } from '../../src/food/food-tables.ts';

const ROOT = join(import.meta.dir, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const GENERIC_FOODS = readFileSync(join(ROOT, 'docs', 'generic-foods.md'), 'utf8');

test('The sample answer in the README is a part of what the starter catalogue answers', async () => {
  const [, code = '', sample = ''] = /\/barcode\/(\d+)'\n```\n\n```json\n(.*?)\n```/s.exec(README) ?? [];
  const shown = JSON.parse(sample) as Record<string, unknown>;
  await makeStarter();
  const catalog = openCatalog(STARTER);
  const food = catalog.findBarcode(code)!;
  catalog.close();
  expect(food).toMatchObject(shown);
  const [, fields, all] = /These are (\d+) of its (\d+) fields/.exec(README) ?? [];
  expect([Number(fields), Number(all)]).toEqual([Object.keys(shown).length, Object.keys(food).length]);
});

test('The README can be read in five minutes', () => {
  expect(README.trim().split(/\s+/).length).toBeLessThanOrEqual(900);
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
