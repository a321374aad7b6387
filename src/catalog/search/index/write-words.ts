import type { FoodSource } from '../../../food/food.ts';
import type { Database } from '../../../sqlite/driver.ts';
import { editsFor, isCorrectable, shortenings, soundKey, stemKey } from '../query/spelling-keys.ts';
import { hasUnspacedScript } from '../query/terms.ts';
import type { DocumentTerms, SearchDocument } from './document.ts';
import { hash, hashStart, openHashListWriter } from './hash-lists.ts';
import { loosely, tightly } from './name-keys.ts';
import schema from './schema.sql' with { type: 'text' };
import { openTermCounter } from './term-counts.ts';

/** Writes all of the index but the shelves: the words with their spellings, whole names, neighbours. */
export interface WordWriter {
  add(document: SearchDocument, terms: DocumentTerms): void;
  /** Orders the vocabulary and writes what leads to it; nothing may be added afterwards. */
  finish(): void;
}

/** Foods of one name that are listed under it: so many that those of one source are mostly among them. */
export const MOST_FOODS_OF_A_NAME = 60;
/** Terms under one shortening; the most common stand first, so what is cut is what no one means. */
const MOST_TERMS_OF_A_KEY = 400;
/** Terms that corrections may lead to. A vocabulary beyond this is noise, and its most common words stay. */
const MOST_CORRECTABLE_TERMS = 1_000_000;
const TERMS_AT_ONCE = 1000;
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
  const terms = openTermCounter(db, scratch);
  const names = openHashListWriter(db, 'search_names', scratch);
  const neighbours = openNeighbourCounter(db, scratch);
  let foods = 0;

  return {
    add({ rank, source }, { nameWords, nameTerms, fieldTerms }) {
      terms.add(nameTerms, fieldTerms);
      for (const key of nameKeys(nameWords, source)) names.add(hash(key), rank);
      neighbours.add(nameWords, rank);
      foods++;
    },
    finish() {
      db.prepare('INSERT INTO search_facts VALUES (?, ?)').run('foods', foods);
      names.write(RANK_BYTES, MOST_FOODS_OF_A_NAME);
      neighbours.lists.write(PLACE_BYTES, 1);
      terms.write();
      writeSpellings(db, scratch);
    },
  };
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

/** From the spellings of each term, and from its parts, back to the term. */
function writeSpellings(db: Database, scratch: string): void {
  const insertTrigrams = db.prepare('INSERT INTO search_trigrams (rowid, term) VALUES (?, ?)');
  const spellings = openHashListWriter(db, 'search_spellings', scratch);
  for (const [termId, term] of readTerms(db)) {
    if (termId > MOST_CORRECTABLE_TERMS) break;
    if (term.length < 3 || !isCorrectable(term) || hasUnspacedScript(term)) continue;
    insertTrigrams.run(termId, term);
    for (const key of spellingKeys(term)) spellings.add(key, termId);
  }
  db.exec("INSERT INTO search_trigrams (search_trigrams) VALUES ('optimize')");
  db.exec('CREATE UNIQUE INDEX search_terms_by_term ON search_terms (term, names, fields)');
  spellings.write(TERM_ID_BYTES, MOST_TERMS_OF_A_KEY);
}

/** The most common first; in pieces, since the driver writes nothing while a query is being read. */
function* readTerms(db: Database): Generator<[termId: number, term: string], void, undefined> {
  const select = db
    .prepare(
      `SELECT term_id, term FROM search_terms WHERE term_id > ? ORDER BY term_id LIMIT ${TERMS_AT_ONCE}`,
    )
    .raw();
  for (let last = 0; ; ) {
    const terms = select.all(last) as [number, string][];
    if (terms.length === 0) return;
    yield* terms;
    last += terms.length;
  }
}

function spellingKeys(term: string): number[] {
  const heard = soundKey(term);
  const keys = [stemKey(term), ...shortenings(term, editsFor(term.length))];
  return heard === null ? keys : [...keys, heard];
}
