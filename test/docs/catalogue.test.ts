import { beforeAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openRecordBlocks } from '../../src/catalog/records/record-blocks.ts';
import { openReadOnly } from '../../src/sqlite/driver.ts';
import { words } from '../../src/text/fold.ts';
import { stem } from '../../src/text/word-forms.ts';
import { needing } from '../outside-programs.ts';
import { examplesIn, loadExample, PAGE, SEARCH_EXAMPLE } from './catalogue-page.ts';

/** Of products only: the starter has generic foods. */
const WITHOUT_ROWS = 'WHERE id = 3017620422003';
const { test: testWithSqlite } = needing('sqlite3');
const { test: testWithPython } = needing('python3');

beforeAll(makeStarter, 600_000);

function rowsOf(sql: string): Record<string, unknown>[] {
  const { stdout, stderr, status } = spawnSync('sqlite3', ['-json', '-readonly', STARTER, sql], {
    encoding: 'utf8',
  });
  expect({ sql, stderr, status }).toEqual({ sql, stderr: '', status: 0 });
  return stdout === '' ? [] : JSON.parse(stdout);
}

testWithSqlite(
  'every query on the page about the catalogue runs in the program of SQLite, and finds something',
  () => {
    const queries = examplesIn('sql');
    const [inShell] = PAGE.match(/SELECT name FROM foods_search[^"]+/)!;
    expect(queries.length).toBeGreaterThanOrEqual(5);
    for (const sql of [inShell, ...queries]) {
      const found = rowsOf(sql);
      if (!sql.includes(WITHOUT_ROWS)) expect([sql, found.length > 0]).toEqual([sql, true]);
    }
  },
);

testWithSqlite('words that the page asks for are in the names that SQLite finds', () => {
  const dark = rowsOf(
    PAGE.match(/SELECT name FROM foods_search[^"]+/)![0].replace('SELECT name', 'SELECT name, name_words'),
  );
  for (const { name, name_words } of dark) expect(`${name} ${name_words}`).toMatch(/dark/i);
  const eggs = rowsOf(PAGE.match(/SELECT name, protein_g[^;]+/)![0]);
  expect(eggs.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^Egg/)]));
});

testWithPython('the Python example of the page prints foods with their energy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-python-'));
  symlinkSync(STARTER, join(folder, 'catalog.db'));
  const [program] = examplesIn('python');
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program!], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(10);
  for (const line of lines) expect(line).toMatch(/^.+ (?:\d+(?:\.\d+)?|None)$/);
  expect(stdout).toMatch(/rye/i);
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

test('the short folding and stems on the page give what the index has', async () => {
  const example = await loadExample(SEARCH_EXAMPLE);
  const db = openReadOnly(STARTER);
  const names = db.prepare('SELECT name FROM foods').pluck().all() as string[];
  for (const text of ['Crème', 'Œuf', '3,5 %', '500 g', "Reese's", 'jus d’orange 1 L'])
    expect(example.fold(text)).toEqual(words(text));
  const terms = db.prepare('SELECT term FROM terms').pluck().all() as string[];
  db.close();
  for (const term of terms) expect([term, example.stem(term)]).toEqual([term, stem(term)]);
  const different = names.filter((name) => example.fold(name).join(' ') !== words(name).join(' '));
  // The page says that fewer than one name in a thousand differs.
  expect(different.length / names.length).toBeLessThan(0.001);
});

test('the search on the page finds other forms of a word, other fields, and an unfinished word', async () => {
  const { matchOf } = await loadExample(SEARCH_EXAMPLE);
  const db = openReadOnly(STARTER);
  const select = db
    .prepare(
      'SELECT name, brand FROM foods_search JOIN foods ON foods.rank = foods_search.rowid WHERE foods_search MATCH ? ORDER BY foods_search.rowid',
    )
    .raw();
  const find = (text: string) => (select.all(matchOf(text)) as string[][]).map((row) => row.join());
  const flakes = find('flake corn');
  expect(flakes.filter((food) => /flakes/i.test(food)).length).toBeGreaterThan(5);
  expect(find('flakes cor')).toEqual(expect.arrayContaining(flakes));
  expect(find('ferrero').join()).toContain('Nutella,Ferrero');
  expect(find('Crème fra').join()).toMatch(/cr[eè]me fra[iî]che/i);
  expect(find('"apple" OR (juice) *')).toEqual(find('apple or juice'));
  expect(matchOf(' ?! ')).toBe('');
  db.close();
});

test('the record of every food is read as the page says', async () => {
  const { recordOf } = await loadExample('recordOf');
  const db = openReadOnly(STARTER);
  const findText = openRecordBlocks(db);
  const select = db.prepare('SELECT records FROM records WHERE block = ?').pluck();
  const ranks = db.prepare('SELECT max(rank) FROM foods').pluck().get() as number;
  for (let rank = 1; rank <= ranks; rank += 97) {
    const text = findText(rank);
    const packed = select.get(Math.floor((rank - 1) / 64));
    expect(packed === undefined ? null : recordOf(rank, packed)).toEqual(
      text === null ? null : JSON.parse(text),
    );
  }
  db.close();
});
