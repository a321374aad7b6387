import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openReadOnly, openWritable } from '../../src/sqlite/driver.ts';
import { openRowids } from '../../src/sqlite/index-entries.ts';
import { type DatabaseFile, openDatabaseFile } from '../../src/sqlite/pages.ts';
import { openRows } from '../../src/sqlite/rows.ts';

/** Every kind of value that a record can have, at the edges of its sizes. */
const VALUES = [
  null,
  0,
  1,
  -1,
  127,
  -128,
  32_767,
  -32_768,
  8_388_607,
  -8_388_608,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 47 - 1,
  -(2 ** 47),
  Number.MAX_SAFE_INTEGER,
  0.1,
  -1e300,
  '',
  'Milch',
  'crème brûlée 🍮 全脂牛奶',
  'x'.repeat(200),
  Buffer.alloc(0),
  Buffer.from([0, 255, 13, 10]),
];
const COLUMNS = ['name', 'amount', 'rank', 'packed'];

const directory = mkdtempSync(join(tmpdir(), 'rows-'));
const opened: (Database | DatabaseFile)[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function writeDatabase(pageBytes: number, rows: number): { file: string; db: Database } {
  const file = join(directory, `${crypto.randomUUID()}.db`);
  const db = openWritable(file);
  db.pragma(`page_size = ${pageBytes}`);
  db.exec(
    'CREATE TABLE foods (rank INTEGER PRIMARY KEY, id INTEGER NOT NULL, name, amount REAL, packed, more)',
  );
  const insert = db.prepare('INSERT INTO foods VALUES (?, ?, ?, ?, ?, ?)');
  db.transaction(() => {
    for (let i = 1; i <= rows; i++) {
      const value = (step: number) => VALUES[(i * step) % VALUES.length];
      const amount = value(5);
      insert.run(i * 3, idOf(i), value(7), typeof amount === 'number' ? amount : i / 8, value(11), value(13));
    }
  })();
  db.exec('CREATE UNIQUE INDEX foods_by_id ON foods (id)');
  db.close();
  const reading = openReadOnly(file);
  opened.push(reading);
  return { file, db: reading };
}

/** Ids of every length, in no order. */
function idOf(row: number): number {
  return row % 5 === 0 ? row : (row * 7_919_000_003) % 10 ** 14;
}

function openFile(file: string | Buffer): DatabaseFile {
  const pages = openDatabaseFile(file);
  opened.push(pages);
  return pages;
}

test.each([512, 4096, 65_536])('reads every row as the driver does, from pages of %i bytes', (pageBytes) => {
  const { file, db } = writeDatabase(pageBytes, 5000);
  const byRank = db.prepare(`SELECT ${COLUMNS.join(', ')} FROM foods WHERE rank = ?`).raw();
  for (const source of [file, readFileSync(file)]) {
    const rowAt = openRows<unknown[]>(openFile(source), db, 'foods', COLUMNS);
    for (let rank = -1; rank <= 15_003; rank++) expect(rowAt(rank)).toEqual(byRank.get(rank) as unknown[]);
  }
});

test.each([512, 4096])('finds every rowid by an index, with pages of %i bytes', (pageBytes) => {
  const { file, db } = writeDatabase(pageBytes, 5000);
  const rankOf = openRowids(openFile(file), db, 'foods_by_id');
  for (let row = 1; row <= 5000; row++) {
    expect(rankOf(idOf(row))).toBe(row * 3);
    expect(rankOf(idOf(row) + 0.5)).toBeUndefined();
  }
  expect(rankOf(-1)).toBeUndefined();
  expect(rankOf(Number.MAX_SAFE_INTEGER)).toBeUndefined();
});

test('reads a row that is longer than a page', () => {
  const file = join(directory, 'long.db');
  const writing = openWritable(file);
  writing.exec('CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT)');
  const lengths = Array.from({ length: 80 }, (_, i) => 4020 + i);
  for (const length of lengths)
    writing.prepare('INSERT INTO texts (text) VALUES (?)').run('é'.padEnd(length));
  writing.close();
  const db = openReadOnly(file);
  opened.push(db);
  const rowAt = openRows<[string]>(openFile(file), db, 'texts', ['text']);
  for (const [place, length] of lengths.entries()) expect(rowAt(place + 1)).toEqual(['é'.padEnd(length)]);
});

test('says that a file is damaged if its end is missing', () => {
  const { file, db } = writeDatabase(512, 5000);
  const rowAt = openRows(openFile(readFileSync(file).subarray(0, 4096)), db, 'foods', COLUMNS);
  expect(() => rowAt(14_000)).toThrow('damaged');
});

test('says that a file is damaged if its pages are not those of a table or an index', () => {
  const { file, db } = writeDatabase(512, 5000);
  const zeros = Buffer.alloc(512 * 10_000);
  readFileSync(file).copy(zeros, 0, 0, 100);
  expect(() => openRows(openFile(zeros), db, 'foods', COLUMNS)(1)).toThrow('damaged');
  expect(() => openRowids(openFile(zeros), db, 'foods_by_id')(1)).toThrow('damaged');
});
