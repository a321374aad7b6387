import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  closeSync,
  copyFileSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { CatalogChanged } from '../../src/food/current-catalog.ts';
import { openServedCatalog } from '../../src/server/served-catalog.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

test('A catalogue that is damaged in place is not answered from, even with its time set back', async () => {
  const path = join(folder, 'catalog.db');
  copyFileSync(await fixtureCatalog(), path);
  const { atime, mtime, size } = statSync(path);
  const served = await openServedCatalog({ catalog: path, data: null, overlay: null }, null);
  const refused = Promise.withResolvers<void>();
  const stop = served.follow(
    { event: () => {}, request: () => {}, flush: () => {} },
    { onReplaced: () => {}, onRefused: () => refused.resolve() },
  );
  expect(served.catalog.hasChanged).toBe(false);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.from('?'), 0, 1, size - 5000);
  closeSync(file);
  utimesSync(path, atime, mtime);
  await refused.promise;
  expect(served.catalog.hasChanged).toBe(true);
  expect(() => served.catalog.findFood(1)).toThrow(CatalogChanged);
  stop();
  served.catalog.close();
});

test('A catalogue that is replaced while the server starts is noticed', async () => {
  const path = join(folder, 'catalog.db');
  copyFileSync(await fixtureCatalog(), path);
  const served = await openServedCatalog({ catalog: path, data: null, overlay: null }, null);
  const dump = join(folder, 'export.tsv');
  const next = join(folder, 'next.db');
  writeExport(dump, PRODUCTS.slice(0, 4));
  await buildCatalog(
    { base: null, sources: [{ source: 'off', path: dump }], out: next, force: true },
    () => {},
  );
  renameSync(next, path);
  const replaced = Promise.withResolvers<void>();
  const stop = served.follow(
    { event: () => {}, request: () => {}, flush: () => {} },
    { onReplaced: () => replaced.resolve(), onRefused: () => {} },
  );
  await replaced.promise;
  expect(served.catalog.size).toBe(4);
  stop();
  served.catalog.close();
});
