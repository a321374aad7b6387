import { expect, test } from 'bun:test';
import { openSearch } from '../../../src/catalog/search/search.ts';
import type { Database } from '../../../src/sqlite/driver.ts';
import { writeSearchCatalog } from './search-catalog.ts';

const FOODS = Array.from({ length: 500 }, (_, i) => ({
  name: `Food ${i % 50} of kind ${String.fromCharCode(97 + (i % 26)).repeat(4)}`,
  brand: `Brand ${i % 7}`,
  category: `Category ${i % 5}`,
}));

test('two builds from the same foods are the same, byte for byte', () => {
  expect(writeSearchCatalog(FOODS).serialize().equals(writeSearchCatalog(FOODS).serialize())).toBe(true);
});

test('the file holds an FTS5 index and a trigram tokenizer', () => {
  const db = writeSearchCatalog(FOODS);
  const tables = db
    .prepare("SELECT sql FROM sqlite_schema WHERE sql LIKE '%fts5%'")
    .pluck()
    .all() as string[];
  expect(tables.some((sql) => sql.includes("tokenize = 'trigram'"))).toBe(true);
});

const ranksWith = (db: Database, term: string) =>
  db
    .prepare('SELECT rowid FROM foods_search WHERE foods_search MATCH ?')
    .pluck()
    .all(`"${term}"`) as number[];

test('every term that is counted can be found', () => {
  const db = writeSearchCatalog(FOODS);
  const terms = db.prepare('SELECT term, names, fields FROM terms').all() as {
    term: string;
    names: number;
    fields: number;
  }[];
  expect(terms.length).toBeGreaterThan(80);
  for (const { term, names, fields } of terms) {
    expect(ranksWith(db, term)).toHaveLength(names);
    expect(ranksWith(db, `#${term}`)).toHaveLength(fields);
  }
});

test('foods are found by words of their names, by stems, in other fields, by their source, and by what they are without', () => {
  const db = writeSearchCatalog([
    { name: 'Apples', confidence: 0.9 },
    { name: 'Apple pie without gluten', brand: 'Cherries', confidence: 0.85 },
    { name: 'Plum, raw', source: 'usda', confidence: 0.95 },
  ]);
  const names = new Map(db.prepare('SELECT rank, name FROM foods').raw().all() as [number, string][]);
  const found = (term: string) => ranksWith(db, term).map((rank) => names.get(rank)!.split(' ')[0]!);
  expect(found('apple')).toEqual(['Apple']);
  expect(found('apples')).toEqual(['Apples']);
  expect(found('apple=')).toEqual(['Apples']);
  expect(found('cherries')).toEqual([]);
  expect(found('#cherries')).toEqual(['Apple']);
  expect(found('#cherry=')).toEqual(['Apple']);
  expect(found('@usda')).toEqual(['Plum,']);
  expect(found('@generic')).toEqual(['Plum,']);
  expect(found('-gluten')).toEqual(['Apple']);
});

test('a search never asks the index for the same foods twice', () => {
  const db = writeSearchCatalog(FOODS);
  const search = openSearch(db);
  for (const q of [
    'food kind aaaa unheard',
    'brand food kindd',
    'category 3 brand 2 nothing',
    'foodd 7 kind',
  ]) {
    const asked = search
      .explain({ q, limit: 10, source: null })
      .steps.filter(({ found }) => found === 0)
      .flatMap(({ asked }) => asked)
      .filter((one) => one.includes('"'));
    expect(asked).toEqual([...new Set(asked)]);
  }
});

test('what was asked before changes no answer, whatever the limits were', () => {
  const db = writeSearchCatalog(FOODS);
  const used = openSearch(db);
  // A common word, the name of a food, words of some foods, of none, and misspelt ones.
  for (const q of ['food', 'food 7 of kind aaaa', 'kind aaaa', 'aaaa food nothing', 'foodd 7 kind']) {
    for (const limit of [1, 60, 10, 120]) {
      const request = { q, limit, source: null };
      expect(used.search(request)).toEqual(openSearch(db).search(request));
    }
    used.scoreFoods({ q }, [1, 2, 3]);
    expect(used.search({ q, limit: 30, source: null })).toEqual(
      openSearch(db).search({ q, limit: 30, source: null }),
    );
  }
});
