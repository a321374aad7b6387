import { expect } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openReadOnly } from '../../src/sqlite/driver.ts';
import { needing } from '../outside-programs.ts';

const PAGE = readFileSync(join(import.meta.dir, '..', '..', 'docs', 'catalogue.md'), 'utf8');
/** Of products only: the starter has generic foods. */
const WITHOUT_ROWS = 'WHERE id = 3017620422003';
const { test, beforeAll } = needing('sqlite3');

beforeAll(makeStarter, 600_000);

function rowsOf(sql: string): Record<string, unknown>[] {
  const { stdout, stderr, status } = spawnSync('sqlite3', ['-json', '-readonly', STARTER, sql], {
    encoding: 'utf8',
  });
  expect({ sql, stderr, status }).toEqual({ sql, stderr: '', status: 0 });
  return stdout === '' ? [] : JSON.parse(stdout);
}

test('every query on the page about the catalogue runs in the program of SQLite, and finds something', () => {
  const queries = [...PAGE.matchAll(/```sql\n([^`]+)```/g)].map(([, sql]) => sql!);
  const [inShell] = PAGE.match(/SELECT name FROM foods_search[^"]+/)!;
  expect(queries.length).toBeGreaterThanOrEqual(5);
  for (const sql of [inShell, ...queries]) {
    const found = rowsOf(sql);
    if (!sql.includes(WITHOUT_ROWS)) expect([sql, found.length > 0]).toEqual([sql, true]);
  }
});

test('words that the page asks for are in the names that SQLite finds', () => {
  const dark = rowsOf(
    PAGE.match(/SELECT name FROM foods_search[^"]+/)![0].replace('SELECT name', 'SELECT name, name_words'),
  );
  for (const { name, name_words } of dark) expect(`${name} ${name_words}`).toMatch(/dark/i);
  const eggs = rowsOf(PAGE.match(/SELECT name, protein_g[^;]+/)![0]);
  expect(eggs.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^Egg/)]));
});

test('the page names every table', () => {
  const db = openReadOnly(STARTER);
  const tables = db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all() as string[];
  db.close();
  expect(tables.length).toBeGreaterThan(12);
  for (const table of tables) expect(PAGE).toContain(`\`${table}\``);
});
