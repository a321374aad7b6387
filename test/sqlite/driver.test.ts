import { expect, spyOn, test } from 'bun:test';
import { ANY_COUNT, ANY_TEXT, openWritable } from '../../src/sqlite/driver.ts';

/** Statistics are what a statement is planned again for. */
function openTerms() {
  const db = openWritable(':memory:');
  db.exec('CREATE TABLE terms (term TEXT, foods INTEGER); CREATE INDEX by_term ON terms (term)');
  const insert = db.prepare('INSERT INTO terms VALUES (?, ?)');
  for (let i = 0; i < 1000; i++) insert.run(`term ${i}`, i);
  db.exec('ANALYZE');
  return db;
}

const RANGES = [
  ['', 'z', 3],
  ['term 2', 'term 21', 100],
  ['term 4', 'term 5', 9],
] as const;

test.each([
  ['again for every value of a bare parameter', '?', '?', RANGES.length],
  ['once with parameters that have no influence', ANY_TEXT, ANY_COUNT, 1],
])('a statement is planned %s', (_, text, count, plans) => {
  const db = openTerms();
  const all = db.prepare('SELECT term, foods FROM terms ORDER BY term').all() as { term: string }[];
  // The driver compiles a function that builds rows whenever a statement was planned.
  const compile = spyOn(globalThis, 'Function');
  try {
    const select = db.prepare(
      `SELECT term, foods FROM terms WHERE term > ${text} AND term < ${text} ORDER BY term LIMIT ${count}`,
    );
    for (const [after, before, most] of RANGES) {
      const expected = all.filter(({ term }) => term > after && term < before).slice(0, most);
      expect(select.all(after, before, most)).toEqual(expected);
    }
    expect(compile.mock.calls.length).toBe(plans);
  } finally {
    compile.mockRestore();
    db.close();
  }
});
