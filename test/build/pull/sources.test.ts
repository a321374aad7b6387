import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireRoom } from '../../../build/pull/disk-room.ts';
import { findDeltaFolder, findExport } from '../../../build/pull/export-address.ts';
import { findDeltasInFolder, findInFolder } from '../../../build/pull/folder.ts';
import { addSpan, joinSpans, subtractSpans } from '../../../build/pull/partial-file.ts';
import { findInList } from '../../../build/pull/published-hash.ts';
import { APPLICATION_ID } from '../../../src/catalog/catalog-file.ts';
import { temporaryFolder } from '../export-file.ts';

describe('where an export comes from', () => {
  test('without --from: the Parquet of Hugging Face, or the files of Open Food Facts', () => {
    expect(findExport(null, null)).toEqual({
      url: 'https://huggingface.co/datasets/openfoodfacts/product-database/resolve/main/food.parquet',
      format: 'parquet',
      name: 'food.parquet',
    });
    expect(findExport(null, 'jsonl').url).toBe(
      'https://static.openfoodfacts.org/data/openfoodfacts-products.jsonl.gz',
    );
    expect(findExport(null, 'csv').url).toBe(
      'https://static.openfoodfacts.org/data/en.openfoodfacts.org.products.csv.gz',
    );
    expect(findDeltaFolder(null)('index.txt')).toBe('https://static.openfoodfacts.org/data/delta/index.txt');
  });

  test.each([
    ['https://mirror.example/off', null, 'https://mirror.example/off/food.parquet', 'parquet'],
    [
      'https://mirror.example/off/',
      'csv',
      'https://mirror.example/off/en.openfoodfacts.org.products.csv.gz',
      'csv',
    ],
    ['https://mirror.example/my.jsonl.gz?key=1', null, 'https://mirror.example/my.jsonl.gz?key=1', 'jsonl'],
    ['https://mirror.example/MY.TSV', null, 'https://mirror.example/MY.TSV', 'csv'],
  ] as const)('%s with the format %p', (from, format, url, expected) => {
    expect(findExport(from, format)).toMatchObject({ url, format: expected });
  });

  test('a mirror has its deltas next to its exports', () => {
    for (const from of [
      'https://m.example/off',
      'https://m.example/off/',
      'https://m.example/off/food.parquet',
    ]) {
      expect(findDeltaFolder(from)('index.txt')).toBe('https://m.example/off/delta/index.txt');
    }
  });

  test('an untrusted name cannot leave the folder', () => {
    for (const from of [
      'https://m.example/..%2f..%2fx.csv',
      'https://m.example/a b$.csv',
      'https://m.example/..csv.csv',
    ]) {
      expect(findExport(from, null).name).toMatch(/^\w[\w.-]*\.csv$/);
    }
  });
});

describe('a folder', () => {
  let folder: string;
  const at = (name: string, content: string | Buffer, day: number) => {
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), day * 86_400, day * 86_400);
  };
  const catalogue = () => {
    const head = Buffer.alloc(100);
    head.write('SQLite format 3\0');
    head.writeUInt32BE(APPLICATION_ID, 68);
    return head;
  };
  beforeAll(() => {
    folder = temporaryFolder();
    at('old.parquet', 'PAR1', 1);
    at('export.jsonl.gz', 'x', 3);
    at('export.csv', 'x', 2);
    at('new.txt', 'x', 9);
    at('.copying.csv', 'x', 9);
    at('empty.csv', '', 9);
    at('accounts.db', Buffer.alloc(100), 9);
    at('openfoodfacts_products_1700000000_1700086400.json.gz', 'x', 9);
    mkdirSync(join(folder, 'folder.csv'));
    symlinkSync('circle.csv', join(folder, 'circle.csv'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('gives its newest export, or the newest of a format', () => {
    expect(findInFolder(folder, null)).toMatchObject({
      path: join(folder, 'export.jsonl.gz'),
      kind: 'jsonl',
    });
    expect(findInFolder(folder, 'csv')).toMatchObject({ path: join(folder, 'export.csv') });
    expect(findInFolder(folder, 'parquet')).toMatchObject({ path: join(folder, 'old.parquet') });
    expect(findInFolder(join(folder, 'export.csv'), null)).toMatchObject({ kind: 'csv' });
  });

  test('gives a finished catalogue, recognized by its content, if that is the newest', () => {
    at('catalog.db', catalogue(), 3);
    expect(findInFolder(folder, null)).toMatchObject({ path: join(folder, 'catalog.db'), kind: 'catalogue' });
    expect(findInFolder(folder, 'csv')).toMatchObject({ kind: 'csv' });
    at('catalog.db', catalogue(), 2);
    expect(findInFolder(folder, null)).toMatchObject({ kind: 'jsonl' });
  });

  test('without a usable file is an error', () => {
    expect(() => findInFolder(join(folder, 'missing'), null)).toThrow('no such file or folder; check --from');
    expect(() => findInFolder(join(folder, 'folder.csv'), null)).toThrow('contains no export or catalogue');
    expect(() => findInFolder(join(folder, 'new.txt'), null)).toThrow('contains no export or catalogue');
  });

  test('gives its deltas, from a subfolder if there is one', () => {
    expect(findDeltasInFolder(folder).deltas.map(({ toSeconds }) => toSeconds)).toEqual([1700086400]);
    mkdirSync(join(folder, 'delta'));
    expect(findDeltasInFolder(folder)).toEqual({ folder: join(folder, 'delta'), deltas: [] });
  });
});

test('a disk that is too small is reported in advance, with figures', () => {
  expect(() => requireRoom('/data', 3e9, 2e9)).toThrow(
    '/data: the disk has 2.0 GB free, but about 3.0 GB are needed; free some space, or choose another disk with --data',
  );
  expect(() => requireRoom('/data', 3e9, 3e9)).not.toThrow();
  expect(() => requireRoom('/data', 3e9, null)).not.toThrow();
});

test('a hash list is searched for one file only', () => {
  const hash = 'c'.repeat(64);
  expect(findInList(`${hash}  ./a.csv\n`, 'a.csv')).toBe(hash);
  expect(findInList(`${hash.toUpperCase()}\n`, 'a.csv')).toBe(hash);
  expect(findInList(`${hash}  b.csv\n`, 'a.csv')).toBeNull();
  expect(findInList(`<p>${hash}</p>`, 'a.csv')).toBeNull();
});

test('spans are joined, grown and subtracted', () => {
  expect(
    joinSpans(
      [
        [5, 9],
        [0, 2],
        [2, 3],
        [12, 12],
      ],
      0,
    ),
  ).toEqual([
    [0, 3],
    [5, 9],
  ]);
  expect(
    joinSpans(
      [
        [0, 2],
        [5, 9],
      ],
      3,
    ),
  ).toEqual([[0, 9]]);
  expect(addSpan([[0, 4]], [4, 6])).toEqual([[0, 6]]);
  expect(
    addSpan(
      [
        [0, 4],
        [8, 9],
      ],
      [4, 8],
    ),
  ).toEqual([[0, 9]]);
  expect(addSpan([[4, 6]], [0, 2])).toEqual([
    [0, 2],
    [4, 6],
  ]);
  expect(
    subtractSpans(
      [
        [0, 10],
        [20, 30],
      ],
      [
        [2, 4],
        [9, 25],
      ],
    ),
  ).toEqual([
    [0, 2],
    [4, 9],
    [25, 30],
  ]);
  expect(subtractSpans([[0, 10]], [[0, 10]])).toEqual([]);
});
