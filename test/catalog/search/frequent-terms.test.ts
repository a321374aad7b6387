import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import schema from '../../../src/catalog/search/index/schema.sql' with { type: 'text' };
import {
  type FrequentTerms,
  openFrequentTerms,
  readLetters,
} from '../../../src/catalog/search/query/frequent-terms.ts';
import { type Database, openWritable } from '../../../src/sqlite/driver.ts';

const KNOWN = [
  { term: 'milk', names: 70_000, fields: 3 },
  { term: '牛乳', names: 600, fields: 0 },
  { term: 'jalapeño', names: 500, fields: 1 },
  { term: 'молоко', names: 400, fields: 65_536 },
  { term: 'œuf', names: 300, fields: 2 },
];
/** More than are kept in memory. */
const TERMS = 66_000;

let db: Database;
let terms: FrequentTerms;
beforeAll(() => {
  db = openWritable(':memory:');
  db.exec(schema);
  db.exec('BEGIN');
  const insert = db.prepare('INSERT INTO search_terms (term, names, fields) VALUES (?, ?, ?)');
  for (const { term, names, fields } of KNOWN) insert.run(term, names, fields);
  for (let i = KNOWN.length; i < TERMS; i++) insert.run(`term${i}`, 1, 0);
  db.exec('COMMIT');
  terms = openFrequentTerms(db);
});
afterAll(() => db.close());

describe('Frequent terms', () => {
  test('are found by their number and by their text, in any script', () => {
    for (const [i, known] of KNOWN.entries()) {
      expect(terms.at(i + 1)).toEqual(known);
      expect(terms.find(known.term)).toEqual(known);
    }
    for (const i of [5, 8191, 8192, 8193, 65_534]) {
      expect(terms.at(i + 1)?.term).toBe(`term${i}`);
      expect(terms.find(`term${i}`)).toEqual({ term: `term${i}`, names: 1, fields: 0 });
    }
  });

  test('leave open whether a term is among the others', () => {
    expect(terms.at(65_537)).toBeNull();
    expect(terms.find('term65999')).toBeUndefined();
    expect(terms.find('молок')).toBeUndefined();
    expect(terms.mayBeNear(65_999, readLetters('milk', false))).toBe(true);
  });

  test('are judged by their length and letters, in any script', () => {
    const mayBeNear = (termId: number, word: string) => terms.mayBeNear(termId, readLetters(word, false));
    expect(mayBeNear(1, 'mlik')).toBe(true);
    expect(mayBeNear(1, 'molecule')).toBe(false);
    expect(mayBeNear(4, 'малоко')).toBe(true);
    expect(mayBeNear(4, 'молокососы')).toBe(false);
  });
});
