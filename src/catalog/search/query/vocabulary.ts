import type { Database, Statement } from '../../../sqlite/driver.ts';
import { type HashLists, hash, openHashLists } from '../index/hash-lists.ts';
import { PLACE_BYTES, TERM_ID_BYTES } from '../index/write-words.ts';
import { quote } from '../retrieve/quote.ts';
import { editsFor, shortenings, soundKey, stemKey } from './spelling-keys.ts';
import { stem } from './word-forms.ts';

/** A term of the catalogue and how many foods have it, in the name or in another field. */
export interface Term {
  term: string;
  names: number;
  fields: number;
}

/** The words of the catalogue. Every question is a few direct reads of the file; nothing is held in memory. */
export interface Vocabulary {
  find(term: string): Term | null;
  /** Terms with the stem of the word, itself left out, the most common first. */
  listForms(word: string): Term[];
  /** Terms that begin so, the most common first. */
  listCompletions(beginning: string, limit: number): Term[];
  /** Whether any term begins so, the beginning itself left out. */
  hasCompletion(beginning: string): boolean;
  /** Terms that may be near in spelling, the most common first; the distance is for the caller to check. */
  listNear(word: string): Term[];
  /** Terms that sound like the word, the most common first. */
  listSounding(word: string): Term[];
  /** Terms that have four letters in a row in common with the word, the most common first. */
  listSharingParts(word: string): Term[];
  /** Where a word parts into two that are neighbours in names, or null. */
  findPlaceToSplit(word: string): number | null;
}

/** Terms read for one word; the most common come first, and a right answer is hardly ever behind these. */
const MOST_NEAR_TERMS = 500;
const MOST_SOUNDING_TERMS = 40;
const MOST_SHARING_TERMS = 200;

/** The text after every text that begins with this one. */
const AFTER_ALL = '\u{10ffff}';

export function openVocabulary(db: Database): Vocabulary {
  const spellings = openHashLists(db, 'search_spellings', TERM_ID_BYTES);
  const neighbours = openHashLists(db, 'search_neighbours', PLACE_BYTES);
  const selectTerm = db.prepare('SELECT term, names, fields FROM search_terms WHERE term = ?') as Statement<
    [string],
    Term
  >;
  const selectIds = db.prepare(
    'SELECT term, names, fields FROM search_terms WHERE term_id IN (SELECT value FROM json_each(?)) ORDER BY term_id',
  ) as Statement<[string], Term>;
  const selectRange = db.prepare(
    `SELECT term, names, fields FROM search_terms WHERE term > ? AND term < ?
     ORDER BY names + fields DESC, term LIMIT ?`,
  ) as Statement<[string, string, number], Term>;
  const selectAfter = db.prepare('SELECT 1 FROM search_terms WHERE term > ? AND term < ? LIMIT 1');
  const selectParts = db
    .prepare('SELECT rowid FROM search_trigrams WHERE search_trigrams MATCH ? LIMIT ?')
    .pluck() as Statement<[string, number], number>;

  return {
    find: (term) => selectTerm.get(term) ?? null,
    listForms(word) {
      const ids = spellings.read(stemKey(word));
      if (ids.length === 0) return [];
      const wanted = stem(word);
      return selectIds.all(JSON.stringify(ids)).filter(({ term }) => term !== word && stem(term) === wanted);
    },
    listCompletions: (beginning, limit) => selectRange.all(beginning, beginning + AFTER_ALL, limit),
    hasCompletion: (beginning) => selectAfter.get(beginning, beginning + AFTER_ALL) !== undefined,
    listNear(word) {
      const ids = nearIds(spellings, word);
      return ids.length === 0 ? [] : selectIds.all(JSON.stringify(ids));
    },
    listSounding(word) {
      const heard = soundKey(word);
      const ids = heard === null ? [] : spellings.read(heard).slice(0, MOST_SOUNDING_TERMS);
      if (ids.length === 0) return [];
      return selectIds.all(JSON.stringify(ids)).filter(({ term }) => soundKey(term) === heard);
    },
    listSharingParts(word) {
      const parts = partsExpression(word);
      return parts === '' ? [] : selectIds.all(JSON.stringify(selectParts.all(parts, MOST_SHARING_TERMS)));
    },
    findPlaceToSplit(word) {
      const place = neighbours.read(hash(word))[0];
      return place !== undefined && place > 0 && place < word.length ? place : null;
    },
  };
}

function nearIds(spellings: HashLists, word: string): number[] {
  const ids = new Set<number>();
  for (const key of shortenings(word, editsFor(word.length)))
    for (const id of spellings.read(key)) ids.add(id);
  // A small id is a common term: cutting the largest off loses the rarest.
  return [...ids].sort((left, right) => left - right).slice(0, MOST_NEAR_TERMS);
}

/** Two trigrams that overlap, for every place in the word. Only letters get here, and they are quoted. */
function partsExpression(word: string): string {
  const pairs: string[] = [];
  for (let i = 0; i + 4 <= word.length; i++) {
    pairs.push(`(${quote(word.slice(i, i + 3))} AND ${quote(word.slice(i + 1, i + 4))})`);
  }
  return pairs.join(' OR ');
}
