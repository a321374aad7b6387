import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { openWritable } from '../../src/sqlite/driver.ts';
import { compareTables, Differences } from '../../tools/compare-catalogs.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';

const TOOL = join(import.meta.dir, '..', '..', 'tools', 'compare-catalogs.ts');
const folder = temporaryFolder();
const catalog = join(folder, 'catalog.db');
beforeAll(async () => {
  const path = writeExport(join(folder, 'export.tsv'), PRODUCTS);
  await buildCatalog(
    { base: null, sources: [{ source: 'off', path }], out: catalog, force: false },
    () => {},
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function compare(first: string, second: string) {
  const run = Bun.spawn([process.execPath, TOOL, first, second], { stderr: 'inherit' });
  return { said: await new Response(run.stdout).text(), status: await run.exited };
}

test('A catalogue is the same as its copy', async () => {
  const copy = join(folder, 'copy.db');
  copyFileSync(catalog, copy);
  const { said, status } = await compare(catalog, copy);
  expect(said).toMatch(/^\d+ foods compared\n$/);
  expect(status).toBe(0);
});

test('Every field that differs is named, with examples', async () => {
  const other = join(folder, 'other.db');
  copyFileSync(catalog, other);
  const db = openWritable(other);
  db.exec('UPDATE foods SET fat_g = 99.5, findings = findings + 1 WHERE rank = 2');
  db.exec('UPDATE origins SET modified_t = 86400 WHERE rank = 5');
  db.close();
  const { said, status } = await compare(catalog, other);
  for (const field of [
    'foods.fat_g',
    'foods.findings',
    'origins.modified_t',
    'export fat_g',
    'export modified',
  ])
    expect(said).toContain(`${field} differs 1 times`);
  expect(said).toMatch(/export fat_g differs 1 times\n {2}\d+: [\d.]+ \| 99.5\n/);
  expect(status).toBe(1);
});

test('Tables and columns that only one of them has are named', () => {
  const [first, second] = [openWritable(':memory:'), openWritable(':memory:')];
  first.exec('CREATE TABLE foods (rank INTEGER PRIMARY KEY, name TEXT, old TEXT)');
  second.exec('CREATE TABLE foods (rank INTEGER PRIMARY KEY, name TEXT); CREATE TABLE added (name TEXT)');
  const differences = new Differences();
  expect(compareTables(first, second, differences)).toEqual([
    'table added is only in the second',
    'column foods.old is only in the first',
  ]);
  expect(differences.lines()).toEqual([]);
});
