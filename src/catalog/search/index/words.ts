import type { FoodSource } from '../../../food/food.ts';
import type { Database } from '../../../sqlite/driver.ts';
import { withLittleGarbage } from '../../../sqlite/little-garbage.ts';
import { hasUnspacedScript } from '../../../text/unspaced-scripts.ts';
import {
  cutNameKey,
  editsFor,
  hash,
  hashStart,
  INGREDIENT_NAME,
  isCorrectable,
  looseNameKey,
  nameKeys,
  OTHER_NAME,
  shortenings,
  soundKeys,
  stemKey,
} from '../query/keys.ts';
import type { DocumentTerms, SearchDocument } from './document.ts';
import { openHashListWriter } from './hash-list-writer.ts';
import schema from './schema.sql' with { type: 'text' };
import { openTermCounter } from './term-counts.ts';
import termsByTermSql from './terms-by-term.sql' with { type: 'text' };

/** Writes the part of the index that is not in tiers: terms with their spellings, whole names, neighbours. */
export interface WordWriter {
  add(document: SearchDocument, terms: DocumentTerms): void;
  /** Orders the vocabulary and writes what leads to it; nothing may be added afterwards. */
  finish(): void;
}

/** Foods listed under one name: enough that a search in one source mostly finds that source's foods among them. */
export const MAX_FOODS_OF_A_NAME = 60;
/** Terms under one shortening: the most common come first, and hardly anyone means the rest. */
const MAX_TERMS_OF_A_KEY = 400;
/** Terms that corrections may lead to, the most common ones: beyond this a vocabulary is noise. */
const MAX_CORRECTABLE_TERMS = 1_000_000;
const TERMS_AT_ONCE = 1000;
/** Counters for pairs of neighbours, shared by chance: a fixed 16 MB whatever the size of the catalogue. */
const NEIGHBOUR_SLOTS = 1 << 24;
/** In the best foods one occurrence is enough: a small catalogue has no second one. */
const TRUSTED_RANKS = 20_000;
/** Longer words do not come from writing two as one. */
const MAX_JOINED_LENGTH = 30;

/** `scratch` is an attached database for what does not fit in memory, such as `temp`. */
export function openWordWriter(db: Database, scratch: string): WordWriter {
  db.exec(schema);
  const terms = openTermCounter(db, scratch);
  const names = openHashListWriter(db, 'search_names', scratch);
  const neighbours = openNeighbourCounter(db, scratch);
  let foods = 0;

  return {
    add({ rank, name, names: others, source }, { nameWords, otherWords, nameTerms, fieldTerms }) {
      terms.add(nameTerms, fieldTerms);
      for (const key of ownNameKeys(nameWords, name, source)) names.add(hash(key), rank);
      neighbours.add(nameWords, rank);
      for (const [at, { name: other, kind, language }] of others.entries()) {
        const mark = kind === 'ingredient' ? INGREDIENT_NAME : OTHER_NAME;
        names.add(hash(mark + looseNameKey(otherWords[at]!, other)), rank);
        if (kind !== 'derived') names.add(hash(cutNameKey(otherWords[at]!, language)), rank);
        neighbours.add(otherWords[at]!, rank);
      }
      foods++;
    },
    finish() {
      db.prepare('INSERT INTO search_facts VALUES (?, ?)').run('foods', foods);
      names.write(MAX_FOODS_OF_A_NAME);
      neighbours.lists.write(1);
      terms.write();
      writeSpellings(db, scratch);
    },
  };
}

/** Estimates have a second pair of keys, so that foods of the same name from other sources cannot crowd them out. */
function ownNameKeys(nameWords: string[], name: string, source: FoodSource): string[] {
  const keys = nameKeys(nameWords, name);
  return source === 'ai_estimate' ? [...keys, ...keys.map((key) => `@${key}`)] : keys;
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
        if (left.length + right.length > MAX_JOINED_LENGTH || hasUnspacedScript(left)) continue;
        const joined = hash(right, hashStart(left));
        const slot = joined & (NEIGHBOUR_SLOTS - 1);
        if (seen[slot]! < enough && ++seen[slot]! === enough) lists.add(joined, left.length);
      }
    },
  };
}

/** Writes the lists that lead from a spelling or a part of a word to its terms. */
function writeSpellings(db: Database, scratch: string): void {
  const insertTrigrams = db.prepare('INSERT INTO search_trigrams (rowid, term) VALUES (?, ?)');
  const spellings = openHashListWriter(db, 'search_spellings', scratch);
  for (const [termId, term] of withLittleGarbage(readTerms(db))) {
    if (termId > MAX_CORRECTABLE_TERMS) break;
    if (term.length < 3 || !isCorrectable(term) || hasUnspacedScript(term)) continue;
    insertTrigrams.run(termId, term);
    for (const key of spellingKeys(term)) spellings.add(key, termId);
  }
  db.exec("INSERT INTO search_trigrams (search_trigrams) VALUES ('optimize')");
  db.exec(termsByTermSql);
  spellings.write(MAX_TERMS_OF_A_KEY);
}

/** The most common first; in batches, since the driver cannot write while a query is being read. */
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
  return [stemKey(term), ...shortenings(term, editsFor(term.length)), ...soundKeys(term)];
}
