import type { FoodSource } from '../../food/food.ts';
import type { Database } from '../../sqlite/driver.ts';
import type { DocumentTerms, SearchDocument } from './document.ts';
import { hash, hashStart, openHashListWriter } from './hash-lists.ts';
import { loosely, tightly } from './name-keys.ts';
import schema from './schema.sql' with { type: 'text' };
import { editsFor, isCorrectable, shortenings, soundKey, stemKey } from './spelling-keys.ts';
import { hasUnspacedScript } from './terms.ts';

/** Writes all of the index but the shelves: the words with their spellings, whole names, neighbours. */
export interface WordWriter {
  add(document: SearchDocument, terms: DocumentTerms): void;
  /** Orders the vocabulary and writes it; nothing may be added afterwards. */
  finish(): void;
}

/** Foods of one name that can be found by that name as a whole: more than a page can show. */
const MOST_FOODS_OF_A_NAME = 60;
/** Terms under one shortening; the most common stand first, so what is cut is what no one means. */
const MOST_TERMS_OF_A_KEY = 400;
/** Terms that corrections may lead to. A vocabulary beyond this is noise, and its most common words stay. */
const MOST_CORRECTABLE_TERMS = 1_000_000;
/** One slot of two bits' worth per pair of neighbours, shared by chance; a fixed 16 MB whatever the catalogue. */
const NEIGHBOUR_SLOTS = 1 << 24;
/** In the best foods, neighbours count when they are seen once: a small catalogue has no second time. */
const TRUSTED_RANKS = 20_000;
/** Longer words than this do not come from writing two as one. */
const LONGEST_JOINED = 30;

export const TERM_ID_BYTES = 3;
export const RANK_BYTES = 4;
export const PLACE_BYTES = 1;

/** `scratch` is an attached database for what must wait, such as `temp`. */
export function openWordWriter(db: Database, scratch: string): WordWriter {
  db.exec(schema);
  const vocabulary = new Map<string, TermCount>();
  const names = openHashListWriter(db, 'search_names', scratch);
  const neighbours = openNeighbourCounter(db, scratch);
  let foods = 0;

  return {
    add({ rank, source }, { nameWords, nameTerms, fieldTerms }) {
      for (const term of nameTerms) countOf(vocabulary, term).names++;
      for (const term of fieldTerms) countOf(vocabulary, term).fields++;
      for (const key of nameKeys(nameWords, source)) names.add(hash(key), rank);
      neighbours.add(nameWords, rank);
      foods++;
    },
    finish() {
      db.prepare('INSERT INTO search_facts VALUES (?, ?)').run('foods', foods);
      names.write(RANK_BYTES, MOST_FOODS_OF_A_NAME);
      neighbours.lists.write(PLACE_BYTES, 1);
      writeVocabulary(db, scratch, vocabulary);
    },
  };
}

interface TermCount {
  names: number;
  fields: number;
}

function countOf(vocabulary: Map<string, TermCount>, term: string): TermCount {
  let count = vocabulary.get(term);
  if (count === undefined) {
    count = { names: 0, fields: 0 };
    vocabulary.set(term, count);
  }
  return count;
}

/**
 * A name is found as a whole by its letters alone and by its stems; a food of a source that is asked for by name
 * has the same keys for itself, so that the twins of other sources cannot crowd it out.
 */
function nameKeys(nameWords: string[], source: FoodSource): string[] {
  const tight = tightly(nameWords);
  const loose = loosely(nameWords);
  return source === 'ai_estimate' ? [tight, loose, `@${tight}`, `@${loose}`] : [tight, loose];
}

function openNeighbourCounter(db: Database, scratch: string) {
  const seen = new Uint8Array(NEIGHBOUR_SLOTS);
  const lists = openHashListWriter(db, 'search_neighbours', scratch);
  return {
    lists,
    add(nameWords: string[], rank: number): void {
      const enough = rank <= TRUSTED_RANKS ? 1 : 2;
      for (let i = 0; i + 1 < nameWords.length; i++) {
        const left = nameWords[i]!;
        const right = nameWords[i + 1]!;
        if (left.length + right.length > LONGEST_JOINED || hasUnspacedScript(left)) continue;
        const joined = hash(right, hashStart(left));
        const slot = joined & (NEIGHBOUR_SLOTS - 1);
        if (seen[slot]! < enough && ++seen[slot]! === enough) lists.add(joined, left.length);
      }
    },
  };
}

function writeVocabulary(db: Database, scratch: string, vocabulary: Map<string, TermCount>): void {
  const terms = [...vocabulary].sort(byFrequency);
  const insertTerm = db.prepare('INSERT INTO search_terms VALUES (?, ?, ?, ?)');
  const insertTrigrams = db.prepare('INSERT INTO search_trigrams (rowid, term) VALUES (?, ?)');
  const spellings = openHashListWriter(db, 'search_spellings', scratch);
  for (let i = 0; i < terms.length; i++) {
    const [term, count] = terms[i]!;
    const termId = i + 1;
    insertTerm.run(termId, term, count.names, count.fields);
    if (i >= MOST_CORRECTABLE_TERMS || term.length < 3 || !isCorrectable(term) || hasUnspacedScript(term))
      continue;
    insertTrigrams.run(termId, term);
    for (const key of spellingKeys(term)) spellings.add(key, termId);
  }
  db.exec("INSERT INTO search_trigrams (search_trigrams) VALUES ('optimize')");
  db.exec('CREATE UNIQUE INDEX search_terms_by_term ON search_terms (term, names, fields)');
  spellings.write(TERM_ID_BYTES, MOST_TERMS_OF_A_KEY);
}

function byFrequency(
  [left, leftCount]: [string, TermCount],
  [right, rightCount]: [string, TermCount],
): number {
  const difference = rightCount.names + rightCount.fields - (leftCount.names + leftCount.fields);
  if (difference !== 0) return difference;
  return left < right ? -1 : 1;
}

function spellingKeys(term: string): number[] {
  const heard = soundKey(term);
  const keys = [stemKey(term), ...shortenings(term, editsFor(term.length))];
  return heard === null ? keys : [...keys, heard];
}
