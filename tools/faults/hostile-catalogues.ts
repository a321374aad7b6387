import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { writeChecksum } from '../../src/catalog/checksum.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { PlainError } from '../../src/plain-error.ts';
import { type Database, openWritable } from '../../src/sqlite/driver.ts';
import { temporaryFolder } from '../../test/build/export-file.ts';
import { randomOf } from '../../test/random.ts';
import { askEverything, type Battery, batteryFor } from './every-endpoint.ts';
import type { Figure } from './figure.ts';

/**
 * Catalogues as a mirror, a bucket or a stick may bring them: altered by somebody who also made the checksum right again. A
 * schema of their own is refused. Whatever the values are, what leaves the server is valid JSON, HTML without script, and
 * headers of one line.
 */
export interface HostileOutcome {
  catalogues: number;
  /** Refused when they were opened. */
  refused: number;
  requests: number;
  /** What should not have happened. */
  bad: string[];
}

/** What is done to a catalogue. Statements that SQLite does not allow are no attack, and are left out. */
export interface Attack {
  name: string;
  change(db: Database): void;
}

const ENDLESS = 'WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n FROM endless)';

/** Every table that is read, replaced by a view that never ends, and whatever else a schema can run. */
export function schemaAttacks(catalog: string): Attack[] {
  const tables = tablesOf(catalog);
  return [
    ...tables.map(({ name, columns }) => ({
      name: `${name} is a view without end`,
      change(db: Database) {
        db.exec(`ALTER TABLE "${name}" RENAME TO hidden_${name}`);
        db.exec(
          `CREATE VIEW "${name}" AS ${ENDLESS} SELECT ${columns.map((column) => `n AS "${column}"`).join(', ')} FROM endless`,
        );
      },
    })),
    ...[
      'CREATE VIEW extra AS SELECT 1',
      'CREATE TEMP TABLE unused (a)',
      'CREATE TRIGGER extra AFTER INSERT ON foods BEGIN SELECT 1; END',
      'CREATE VIRTUAL TABLE extra USING fts5(a)',
      'CREATE VIRTUAL TABLE extra USING rtree(id, low, high)',
      'CREATE VIRTUAL TABLE extra USING dbstat',
      'CREATE TABLE extra (a, b AS (a || a))',
      'CREATE TABLE extra (a CHECK (abs(a) > 0))',
      'CREATE TABLE extra (a DEFAULT (random()))',
      'CREATE INDEX extra ON foods (abs(scans))',
      "CREATE INDEX extra ON foods (id) WHERE name LIKE '%a%'",
      'CREATE TABLE extra (a COLLATE NOCASE)',
    ].map((sql) => ({ name: sql, change: (db: Database) => void db.exec(sql) })),
  ].filter(({ name }) => !name.includes('TEMP'));
}

/** Texts that do harm wherever they are written as they are. */
export const HOSTILE_TEXTS: readonly string[] = [
  '"\'><script>hostile()</script><img src=x onerror=hostile()>',
  'javascript:hostile()',
  'a\r\nSet-Cookie: hostile=1\r\n\r\n\0\u0007\u001b[31m\u2028\u202e',
  '1,"hostile":true,"x":"',
  '__proto__',
  'constructor',
  '</script><!--',
  '\ud800 half a character',
];

/** SQL expressions for values that belong into no column. */
export const HOSTILE_VALUES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(HOSTILE_TEXTS.map((text) => [JSON.stringify(text), quote(text)])),
  'invalid UTF-8': "CAST(x'ff22c328f0288cbc61' AS TEXT)",
  'a blob': "x'00ff7b227d'",
  'an empty text': "''",
  'a text of 200,000 characters': "replace(hex(zeroblob(100000)), '0', 'a ')",
  infinity: '9e999',
  'less than zero': '-7',
  'a fraction': '0.1',
  'a huge integer': '9223372036854775807',
  'beyond every list': '4000000000',
  nothing: 'NULL',
  'JSON of another shape': `'[{"a":[null,-1e400]}]'`,
  'a JSON text': `'"text"'`,
};

/** Every column of every table with each of these values, in all rows. */
export function valueAttacks(catalog: string): Attack[] {
  return tablesOf(catalog).flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      Object.entries(HOSTILE_VALUES).map(([kind, sql]) => ({
        name: `${name}.${column}: ${kind}`,
        // A column that must be unique takes it in one row.
        change: (db: Database) => void db.exec(`UPDATE OR IGNORE "${name}" SET "${column}" = ${sql}`),
      })),
    ),
  );
}

/** What is packed may consist of many such pieces, so that packing it takes little memory. */
const FRAME_BYTES = 16 * 1024 * 1024;

/** A few bytes that would fill any memory once they are unpacked. */
export function bombAttacks(bytes: number): Attack[] {
  const frame = zstdCompressSync(Buffer.alloc(FRAME_BYTES));
  const bomb = Buffer.concat(Array.from({ length: Math.ceil(bytes / FRAME_BYTES) }, () => frame));
  return ['columns.codes', 'columns.amounts', 'records.records'].map((place) => {
    const [table, column] = place.split('.');
    return {
      name: `${place}: ${bytes} bytes packed into ${bomb.length}`,
      change: (db) => void db.prepare(`UPDATE ${table} SET ${column} = ?`).run(bomb),
    };
  });
}

export async function runAttacks(catalog: string, attacks: readonly Attack[]): Promise<HostileOutcome> {
  const folder = temporaryFolder();
  const outcome: HostileOutcome = { catalogues: 0, refused: 0, requests: 0, bad: [] };
  const battery = batteryFor(catalog);
  const path = join(folder, 'hostile.db');
  try {
    for (const attack of attacks) {
      if (!alter(catalog, path, attack)) continue;
      outcome.catalogues++;
      await useHostile(path, attack.name, battery, outcome);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return outcome;
}

/** Random bytes of random pages. */
export async function runMutations(catalog: string, count: number, seed: number): Promise<HostileOutcome> {
  const folder = temporaryFolder();
  const outcome: HostileOutcome = { catalogues: 0, refused: 0, requests: 0, bad: [] };
  const battery = batteryFor(catalog);
  const random = randomOf(seed);
  const original = readFileSync(catalog);
  const path = join(folder, 'mutated.db');
  try {
    for (let at = 0; at < count; at++) {
      const bytes = Buffer.from(original);
      const changes = 1 + Math.floor(random() * 40);
      for (let change = 0; change < changes; change++) {
        bytes[HEADER_BYTES + Math.floor(random() * (bytes.length - HEADER_BYTES))] = Math.floor(
          random() * 256,
        );
      }
      writeFileSync(path, bytes);
      if (!hasChecksum(path)) continue;
      outcome.catalogues++;
      await useHostile(path, `mutation ${at} of ${seed}`, battery, outcome);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return outcome;
}

const HEADER_BYTES = 100;

/** Verifies, opens and asks it for everything. */
async function useHostile(
  path: string,
  name: string,
  battery: Battery,
  outcome: HostileOutcome,
): Promise<void> {
  const verified = refusalOf(() => verifyCatalog(path));
  const opened = refusalOf(() => openCatalog(path).close());
  for (const refusal of [verified, opened]) {
    if (refusal !== null && !(refusal instanceof PlainError && !refusal.message.includes('\n')))
      outcome.bad.push(`${name}: ${refusal}`);
  }
  if (opened !== null) {
    if (verified === null) outcome.bad.push(`${name}: verify calls it intact, but it cannot be opened`);
    outcome.refused++;
    return;
  }
  const { requests, bad } = await askEverything(path, battery);
  outcome.requests += requests;
  const mayFail = FAULTY.test(name);
  for (const words of bad) if (!(mayFail && FAULT.test(words))) outcome.bad.push(`${name}: ${words}`);
}

/** Where the index itself, or the code of all records, is damaged, a fault is all that can be said: `verify` finds it. */
const FAULTY = /^(?:columns|records|search_\w+|suggestion_index_\w+|foods\.rank|mutation)\b/;
const FAULT = /: 500 /;

function refusalOf(act: () => unknown): Error | null {
  try {
    act();
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** False if SQLite does not let it be altered so. */
function alter(catalog: string, path: string, { change }: Attack): boolean {
  copyFileSync(catalog, path);
  const db = openWritable(path);
  try {
    db.unsafeMode(true);
    db.pragma('ignore_check_constraints = ON');
    db.pragma('writable_schema = ON');
    // Otherwise NULL is allowed nowhere.
    db.exec("UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table'");
    db.pragma('writable_schema = RESET');
    change(db);
  } catch {
    return false;
  } finally {
    db.close();
  }
  return hasChecksum(path);
}

/** Makes the checksum right; false if what is there does not look like one any more, which is refused anyway. */
function hasChecksum(path: string): boolean {
  try {
    writeChecksum(path);
    return true;
  } catch {
    return false;
  }
}

interface TableShape {
  name: string;
  columns: string[];
}

function tablesOf(catalog: string): TableShape[] {
  const { db, close } = openCatalog(catalog);
  try {
    const names = db
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name",
      )
      .pluck()
      .all() as string[];
    return names
      .map((name) => ({
        name,
        columns: db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[],
      }))
      .filter(({ name }) => name !== 'checksum');
  } finally {
    close();
  }
}

function quote(text: string): string {
  return `CAST(x'${Buffer.from(text).toString('hex')}' AS TEXT)`;
}

export async function hostileCatalogues(catalog: string): Promise<Figure[]> {
  const outcomes: [string, HostileOutcome][] = [
    ['schemas of their own', await runAttacks(catalog, schemaAttacks(catalog))],
    ['values of any kind in every column', await runAttacks(catalog, valueAttacks(catalog))],
    ['bombs of 3 GB', await runAttacks(catalog, bombAttacks(3 * 1024 ** 3))],
    ['mutated pages', await runMutations(catalog, 500, 1)],
  ];
  return outcomes.map(([what, { catalogues, refused, requests, bad }]) => ({
    item: 34,
    done: [`catalogues with ${what} and a right checksum`, ...bad.slice(0, 5)].join('; '),
    figure: `${catalogues}, of which ${refused} refused; ${requests} requests, ${bad.length} bad`,
    toReach: 'none bad',
    isReached: catalogues > 0 && bad.length === 0,
  }));
}
