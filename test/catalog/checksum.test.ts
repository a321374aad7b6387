import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { appendFileSync, copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLANK_CHECKSUM, CHECKSUM_PREFIX, writeChecksum } from '../../src/catalog/checksum.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { openWritable } from '../../src/sqlite/driver.ts';
import { buildFrom, PRODUCTS, temporaryFolder } from '../build/export-file.ts';
import { randomOf } from '../random.ts';

const PAGE_BYTES = 4096;

let folder: string;
let whole: string;
let altered: string;
beforeAll(async () => {
  folder = temporaryFolder();
  whole = await buildFrom(folder, PRODUCTS);
  altered = join(folder, 'altered.db');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('larder verify', () => {
  test('accepts an intact catalogue', () => {
    expect(verifyCatalog(whole)).toEqual({ foods: 10, hash: openCatalog(whole).contentHash });
  });

  test('finds any flipped byte', () => {
    const bytes = readFileSync(whole);
    const random = randomOf(5);
    const places = [
      0,
      16,
      20,
      27,
      60,
      95,
      bytes.length - 1,
      bytes.indexOf('content-sha256:'),
      bytes.indexOf('content-sha256:') + 20,
    ];
    for (let flip = 0; flip < 300; flip++) places.push(Math.floor(random() * bytes.length));
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed[place] = changed[place]! ^ (1 << Math.floor(random() * 8));
      writeFileSync(altered, changed);
      expect(() => verifyCatalog(altered), `byte ${place}`).toThrow();
    }
  });

  test('finds a broken tree, even if the checksum has been recomputed', () => {
    const bytes = readFileSync(whole);
    const offset = bytes.indexOf(CHECKSUM_PREFIX) + CHECKSUM_PREFIX.length;
    // The first pages are the header and the checksum. A tree that verify does not check would show here.
    for (let page = 10; page < bytes.length / PAGE_BYTES; page++) {
      const changed = Buffer.from(bytes);
      changed.fill(0xff, page * PAGE_BYTES, page * PAGE_BYTES + 64);
      changed.write(BLANK_CHECKSUM, offset, 'latin1');
      writeFileSync(altered, changed);
      writeChecksum(altered);
      expect(() => verifyCatalog(altered), `page ${page}`).toThrow();
    }
  });

  test('finds a file that was truncated or has grown', () => {
    for (const change of [-1, -4096, -10_000]) {
      copyFileSync(whole, altered);
      truncateSync(altered, readFileSync(whole).length + change);
      expect(() => verifyCatalog(altered)).toThrow();
    }
    writeFileSync(altered, Buffer.concat([readFileSync(whole), Buffer.alloc(4096)]));
    expect(() => verifyCatalog(altered)).toThrow();
  });
});

describe('opening a catalogue', () => {
  test.each([
    ['no such file', () => join(folder, 'missing.db')],
    ['is a directory', () => folder],
    ['is not a larder catalogue', () => write('hello, this is not a database at all')],
    ['is empty', () => write('')],
    ['but not a larder catalogue', () => foreign()],
    [
      'has schema 99, and this version of larder reads schema 5; update larder',
      () => patched((db) => db.pragma('user_version = 99')),
    ],
    [
      'has schema 4, and this version of larder reads schema 5; build it again with `larder build`, or pull it again',
      () => patched((db) => db.pragma('user_version = 4')),
    ],
    ['is damaged (it lacks the table manifest)', () => patched((db) => db.exec('DROP TABLE manifest'))],
    ['(index extra)', () => patched((db) => db.exec('CREATE INDEX extra ON foods (name)'))],
    [
      'is damaged (its checksum is not one)',
      () => patched((db) => db.exec("UPDATE checksum SET content_sha256 = 'none'")),
    ],
    [
      'is damaged (its manifest is not one)',
      () => patched((db) => db.exec("DELETE FROM manifest WHERE key = 'fill'")),
    ],
    ['copy it again', () => truncated()],
    ['is too long', () => extended()],
  ])('says: %s', (said, make) => {
    const path = make();
    expect(() => openCatalog(path)).toThrow(said);
    // One line that says where, what, and what to do.
    expect(() => openCatalog(path)).toThrow(/^[^\n]+: [^\n]+; [^\n]+$/);
  });

  test('leaves what searches need to the first search, which says if it is damaged', () => {
    const catalog = openCatalog(withBrokenTable('terms'));
    try {
      expect(catalog.listBest(1)).toHaveLength(1);
      expect(() => catalog.prepareSearch()).toThrow(/is damaged \([^\n]+\); copy it again/);
      expect(() => catalog.search({ q: 'milk', limit: 1, source: null })).toThrow('is damaged');
    } finally {
      catalog.close();
    }
  });
});

function write(text: string | Buffer): string {
  writeFileSync(altered, text);
  return altered;
}

function foreign(): string {
  rmSync(altered, { force: true });
  const db = openWritable(altered);
  db.exec('CREATE TABLE notes (text)');
  db.close();
  return altered;
}

function patched(change: (db: ReturnType<typeof openWritable>) => void): string {
  copyFileSync(whole, altered);
  const db = openWritable(altered);
  change(db);
  db.close();
  return altered;
}

/** Overwrites the first page of a table. */
function withBrokenTable(table: string): string {
  let page = 0;
  patched((db) => {
    page = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number;
  });
  const bytes = readFileSync(altered);
  bytes.fill(0xff, (page - 1) * PAGE_BYTES, (page - 1) * PAGE_BYTES + 64);
  return write(bytes);
}

function extended(): string {
  copyFileSync(whole, altered);
  appendFileSync(altered, 'x');
  return altered;
}

function truncated(): string {
  copyFileSync(whole, altered);
  truncateSync(altered, readFileSync(whole).length - 5000);
  return altered;
}
