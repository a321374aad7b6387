import type { FoodSource } from '../../../food/food.ts';
import type { Database } from '../../../sqlite/driver.ts';
import { type DocumentTerms, type SearchDocument, sourceTerm, termsOf } from './document.ts';
import listsSql from './lists.sql' with { type: 'text' };

/** Writes the foods of each term, in the order of their ranks. */
export interface ListWriter {
  /** Expects documents in the order of their rank. */
  add(document: SearchDocument, terms?: DocumentTerms): void;
  finish(): void;
}

/** A search that has found enough in one tier does not read the next. Few enough that reading a tier is quick. */
const FOODS_PER_TIER = 1_000_000;
/** A longer row of such a table would continue on another page. */
const MAX_PART_BYTES = 900;
/** Entries that wait in memory, where they take about eight bytes each. */
const MAX_WAITING = 4_000_000;
/** The first letters of longer terms are looked up in the vocabulary. */
export const MAX_PREFIX_LETTERS = 4;
const LAST_OF_NUMBER = 0x80;

/** The tier of a rank, from 0 on. */
export function tierOf(rank: number): number {
  return Math.floor((rank - 1) / FOODS_PER_TIER);
}

/** The ranks of a tier. */
export function boundsOf(tier: number): [first: number, last: number] {
  return [tier * FOODS_PER_TIER + 1, (tier + 1) * FOODS_PER_TIER];
}

/** The key of the list for all terms that begin with these letters. */
export function prefixKey(letters: string): string {
  return `${letters}*`;
}

/** Gathers parts of lists in a table of this database, in no order; `sortLists` puts them in theirs. */
export function openListWriter(db: Database): ListWriter {
  db.exec('CREATE TABLE list_parts (term TEXT NOT NULL, first INTEGER NOT NULL, distances BLOB NOT NULL)');
  const insert = db.prepare('INSERT INTO list_parts VALUES (?, ?, ?)');
  /** The ranks by the key of a list. */
  const waiting = new Map<string, number[]>();
  /** By term, all lists that it is in: looking them up one by one would take as long as all the rest. */
  const listsOfTerm = new Map<string, readonly number[][]>();
  let entries = 0;
  let tier = 0;

  const bytes = Buffer.alloc(MAX_PART_BYTES);

  const flush = () => {
    for (const [term, ranks] of waiting) {
      for (const { first, distances } of splitList(ranks, bytes)) insert.run(term, first, distances);
    }
    waiting.clear();
    listsOfTerm.clear();
    entries = 0;
  };
  const findList = (key: string): number[] => {
    let ranks = waiting.get(key);
    if (ranks === undefined) {
      ranks = [];
      waiting.set(key, ranks);
    }
    return ranks;
  };
  const findLists = (term: string): readonly number[][] => {
    let lists = listsOfTerm.get(term);
    if (lists === undefined) {
      lists = [term, ...prefixesOf(term).map(prefixKey)].map(findList);
      listsOfTerm.set(term, lists);
    }
    return lists;
  };

  return {
    add(document, terms = termsOf(document)) {
      const { rank } = document;
      if (entries >= MAX_WAITING || tierOf(rank) > tier) flush();
      tier = tierOf(rank);
      for (const term of listedTerms(terms, document.source)) {
        for (const ranks of findLists(term)) {
          if (ranks[ranks.length - 1] === rank) continue;
          ranks.push(rank);
          entries++;
        }
      }
    },
    finish: flush,
  };
}

function prefixesOf(term: string): string[] {
  const letters = Array.from(term).slice(0, MAX_PREFIX_LETTERS);
  return letters.map((_, at) => letters.slice(0, at + 1).join(''));
}

function listedTerms({ nameTerms, fieldTerms }: DocumentTerms, source: FoodSource): string[] {
  const terms = [...nameTerms, ...fieldTerms.map((term) => `#${term}`)];
  if (source !== 'off') terms.push(`@${sourceTerm(source)}`);
  return terms;
}

/** Writes the lists into the catalogue, from the database that is attached under this name. */
export function sortLists(db: Database, attached: string): void {
  db.exec(listsSql);
  db.exec(`
    INSERT INTO main.search_lists SELECT term, first, distances FROM ${attached}.list_parts ORDER BY term, first`);
}

/** Writes each part into the same bytes, since there are hundreds of thousands: it is valid until the next. */
function* splitList(
  ranks: readonly number[],
  bytes: Buffer,
): Generator<{ first: number; distances: Buffer }> {
  for (let at = 0; at < ranks.length; ) {
    const first = ranks[at]!;
    let length = 0;
    let last = first;
    // No distance takes more than five bytes.
    for (at++; at < ranks.length && length <= MAX_PART_BYTES - 5; at++) {
      let distance = ranks[at]! - last;
      for (; distance >= LAST_OF_NUMBER; distance >>>= 7)
        bytes[length++] = (distance & 0x7f) | LAST_OF_NUMBER;
      bytes[length++] = distance;
      last = ranks[at]!;
    }
    yield { first, distances: bytes.subarray(0, length) };
  }
}
