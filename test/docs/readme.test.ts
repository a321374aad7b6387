import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';

const README = readFileSync(join(import.meta.dir, '..', '..', 'README.md'), 'utf8');

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
  const { usda } = catalog.facts.foods_by_source;
  catalog.close();
  expect(README).toContain(`${usda?.toLocaleString('en')} generic foods`);
});
