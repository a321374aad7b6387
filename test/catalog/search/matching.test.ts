import { describe, expect, test } from 'bun:test';
import { type ListWriter, openListWriter, sortLists } from '../../../src/catalog/search/index/lists.ts';
import type { Clause } from '../../../src/catalog/search/retrieve/clauses.ts';
import { matchClause } from '../../../src/catalog/search/retrieve/matching.ts';
import { openPostings } from '../../../src/catalog/search/retrieve/postings.ts';
import { type Database, openWritable } from '../../../src/sqlite/driver.ts';
import { randomOf } from '../../random.ts';

const FOODS = 3000;
const random = randomOf(11);

/** From words that nearly all foods have, whose lists take many pages, to words of a single food. */
const WORDS = [
  ...Array.from({ length: 12 }, (_, i) => `common${i}`),
  ...Array.from({ length: 2000 }, (_, i) => `w${i.toString(36)}`),
  ...['crème', 'сыр', '牛乳', '0%', '3.5%'],
];
/** Common words are drawn far more often. */
const drawWord = () => WORDS[Math.floor(random() ** 6 * WORDS.length)]!;

interface Document {
  rank: number;
  nameTerms: string[];
  fieldTerms: string[];
}

const DOCUMENTS: readonly Document[] = Array.from({ length: FOODS }, (_, i) => {
  const terms = [...new Set(Array.from({ length: 6 }, drawWord))];
  return { rank: i + 1, nameTerms: terms.slice(1), fieldTerms: terms.slice(0, 1) };
});

function writeTerms(foods: number, termsOf: (rank: number) => string[]): Database {
  return write((lists) => {
    for (let rank = 1; rank <= foods; rank++) addTerms(lists, rank, termsOf(rank), []);
  });
}

function write(add: (lists: ListWriter) => void): Database {
  const db = openWritable(':memory:');
  const lists = openListWriter(db);
  db.exec('BEGIN');
  add(lists);
  lists.finish();
  db.exec('COMMIT');
  sortLists(db, 'main');
  return db;
}

function addTerms(lists: ListWriter, rank: number, nameTerms: string[], fieldTerms: string[]): void {
  const document = {
    rank,
    name: '',
    brand: null,
    category: null,
    names: [],
    generic_name: null,
    source: 'off' as const,
  };
  lists.add(document, { nameWords: [], nameTerms, fieldTerms, otherWords: [] });
}

/** As a build writes the lists now. */
function writeLists(): Database {
  return write((lists) => {
    for (const { rank, nameTerms, fieldTerms } of DOCUMENTS) addTerms(lists, rank, nameTerms, fieldTerms);
  });
}

function indexTerms({ nameTerms, fieldTerms }: Document): string[] {
  return [...nameTerms, ...fieldTerms.map((term) => `#${term}`)];
}

/** All foods that match a clause, or the first of them. */
function openMatching(db: Database): (clause: Clause, most?: number) => number[] {
  const [postings] = openPostings(db, FOODS);
  return (clause, most) => [...matchClause(postings!, clause, most)];
}

const termClause = (term: string, isPrefix = false): Clause => ({ kind: 'term', term, isPrefix, foods: 0 });

describe('the foods of a term', () => {
  const match = openMatching(writeLists());

  test('are all that have it', () => {
    const ranksOf = new Map<string, number[]>();
    for (const document of DOCUMENTS) {
      for (const term of indexTerms(document)) {
        const ranks = ranksOf.get(term);
        if (ranks === undefined) ranksOf.set(term, [document.rank]);
        else ranks.push(document.rank);
      }
    }
    expect(Math.max(...[...ranksOf.values()].map(({ length }) => length))).toBeGreaterThan(FOODS / 2);
    for (const [term, ranks] of ranksOf) expect(match(termClause(term))).toEqual(ranks);
  });

  test('are none where no food has it', () => {
    for (const term of ['a', 'common', 'commonn', 'w', 'zzz', '#', '#zzz', '牛', ' ']) {
      expect(match(termClause(term))).toEqual([]);
    }
  });

  test('are those of all terms with a beginning', () => {
    const ranksOf = new Map<string, Set<number>>();
    for (const document of DOCUMENTS) {
      for (const term of indexTerms(document)) {
        for (const length of [1, 2, 3, 4]) {
          const beginning = [...term].slice(0, length).join('');
          ranksOf.set(beginning, (ranksOf.get(beginning) ?? new Set()).add(document.rank));
        }
      }
    }
    for (const [beginning, ranks] of ranksOf) expect(match(termClause(beginning, true))).toEqual([...ranks]);
    for (const beginning of ['¿', '#¿', 'zzzz']) expect(match(termClause(beginning, true))).toEqual([]);
  });
});

test('clauses in clauses match the foods that have all, or any, of their terms, or one without another', () => {
  const match = openMatching(writeLists());
  const drawClause = (depth: number): Clause => {
    if (depth === 0 || random() < 0.3) return termClause(random() < 0.3 ? `#${drawWord()}` : drawWord());
    if (random() < 0.2) return { kind: 'except', of: drawClause(depth - 1), without: drawClause(depth - 1) };
    const of = Array.from({ length: 2 + Math.floor(random() * 3) }, () => drawClause(depth - 1));
    return { kind: random() < 0.4 ? 'all' : 'any', of };
  };
  const matches = (clause: Clause, terms: ReadonlySet<string>): boolean => {
    if (clause.kind === 'term') return terms.has(clause.term);
    if (clause.kind === 'except') return matches(clause.of, terms) && !matches(clause.without, terms);
    const isMatch = (part: Clause) => matches(part, terms);
    return clause.kind === 'all' ? clause.of.every(isMatch) : clause.of.some(isMatch);
  };
  const termSets = DOCUMENTS.map((document) => new Set(indexTerms(document)));
  let found = 0;
  for (let round = 0; round < 60; round++) {
    const clause = drawClause(1 + (round % 4));
    const expected = DOCUMENTS.filter((_, i) => matches(clause, termSets[i]!)).map(({ rank }) => rank);
    for (const most of [1, 60]) expect(match(clause, most)).toEqual(expected.slice(0, most));
    expect(match(clause)).toEqual(expected);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(FOODS);
});

test('a few foods are looked up in lists of many pages, and only in their own', () => {
  const foods = 150_000;
  // Terms beside the common one, on its first page and on its last, among them some that no food has.
  const termsOf = (rank: number) => [
    ...(rank % 3 === 0 ? [] : ['milk']),
    ...(rank % 50_000 === 7 ? ['few', 'mil', 'milka', 'milo'] : []),
    ...(rank % 50_000 === 8 ? ['few', 'milj', 'mill'] : []),
    ...(rank > foods / 2 ? ['mim'] : []),
  ];
  const match = openMatching(writeTerms(foods, termsOf));
  for (const term of ['m', 'mil', 'milj', 'milja', 'milk', 'milka', 'milkb', 'mill', 'milo', 'mim', 'min']) {
    const expected = Array.from({ length: foods }, (_, i) => i + 1).filter((rank) => {
      const terms = termsOf(rank);
      return terms.includes('few') && terms.includes(term);
    });
    expect(match({ kind: 'all', of: [termClause('few'), termClause(term)] })).toEqual(expected);
  }
});

test('the first foods that have all of several common terms are found, however late they come', () => {
  const foods = 150_000;
  const termsOf = (rank: number) => [
    ...(rank % 3 === 0 ? [] : ['milk']),
    ...(rank % 2 === 0 ? ['drink'] : []),
    ...(rank > foods / 2 && rank % 5 === 0 ? ['late'] : []),
  ];
  const match = openMatching(writeTerms(foods, termsOf));
  const ranks = Array.from({ length: foods }, (_, i) => i + 1);
  const [milk, drink, late] = [termClause('milk'), termClause('drink'), termClause('late')];
  const has = (rank: number, ...terms: string[]) => terms.every((term) => termsOf(rank).includes(term));
  const cases: [Clause, (rank: number) => boolean][] = [
    [{ kind: 'all', of: [milk, drink] }, (rank) => has(rank, 'milk', 'drink')],
    [{ kind: 'all', of: [milk, late, drink] }, (rank) => has(rank, 'milk', 'late', 'drink')],
    [{ kind: 'except', of: milk, without: drink }, (rank) => has(rank, 'milk') && !has(rank, 'drink')],
    [{ kind: 'except', of: drink, without: { kind: 'any', of: [milk, drink] } }, () => false],
  ];
  for (const [clause, isMatch] of cases) {
    const expected = ranks.filter(isMatch);
    for (const most of [1, 60, 5000, 30_000]) expect(match(clause, most)).toEqual(expected.slice(0, most));
    expect(match(clause)).toEqual(expected);
  }
});

test('an empty index has no foods', () => {
  const db = write(() => {});
  expect(openMatching(db)(termClause('milk'))).toEqual([]);
});
