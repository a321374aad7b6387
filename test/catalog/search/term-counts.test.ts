import { afterAll, beforeAll, expect, test } from 'bun:test';
import schema from '../../../src/catalog/search/index/schema.sql' with { type: 'text' };
import { openTermCounter } from '../../../src/catalog/search/index/term-counts.ts';
import { type Database, openWritable } from '../../../src/sqlite/driver.ts';

/** More than twice as many as are counted in memory at once. */
const TERMS = 230_000;

let db: Database;
beforeAll(() => {
  db = openWritable(':memory:');
  db.exec(schema);
  const counter = openTermCounter(db);
  for (let i = 0; i < TERMS; i++)
    counter.add(`said once${i} once= @generic${i % 2 === 0 ? ' #beside #besid=' : ''}`);
  for (let i = 0; i < TERMS; i += 23_000) counter.add(`once${i}`);
  counter.write({ said: (term) => term.length, sound: (term) => (term === 'said' ? 'st' : null) });
});
afterAll(() => db.close());

const countsOf = (term: string) => db.prepare('SELECT names, fields FROM terms WHERE term = ?').get(term);

test('counts add up across spills, in names and in other fields', () => {
  expect(countsOf('said')).toEqual({ names: TERMS, fields: 0 });
  expect(countsOf('beside')).toEqual({ names: 0, fields: TERMS / 2 });
  expect(countsOf('once23000')).toEqual({ names: 2, fields: 0 });
  expect(countsOf('once23001')).toEqual({ names: 1, fields: 0 });
});

test('each term is listed once, the most common first, then alphabetically', () => {
  const terms = db.prepare('SELECT term FROM terms ORDER BY term_id').pluck().all() as string[];
  expect(terms).toHaveLength(TERMS + 2);
  expect(terms.slice(0, 5)).toEqual(['said', 'beside', 'once0', 'once115000', 'once138000']);
  expect(db.prepare('SELECT max(term_id) FROM terms').pluck().get()).toBe(TERMS + 2);
});

test('what else is known of a term is beside its counts', () => {
  expect(db.prepare('SELECT said, sound FROM terms WHERE term = ?').get('said')).toEqual({
    said: 4,
    sound: 'st',
  });
});

test('no spill table remains', () => {
  expect(db.prepare('SELECT count(*) FROM temp.sqlite_schema').pluck().get()).toBe(0);
});
