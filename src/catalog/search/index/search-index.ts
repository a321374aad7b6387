import { isSaid } from '../../../food/food-names.ts';
import type { Database } from '../../../sqlite/driver.ts';
import { hasUnspacedScript } from '../../../text/unspaced-scripts.ts';
import { sound, stem } from '../../../text/word-forms.ts';
import {
  cutNameKey,
  hash,
  hashStart,
  INGREDIENT_NAME,
  isCorrectable,
  looseNameKey,
  nameKeys,
  OTHER_NAME,
} from '../query/keys.ts';
import { FIELD, SAID, SAID_IN_ENGLISH, SOURCE, STEM } from '../query/marks.ts';
import type { DocumentTerms, SearchDocument } from './document.ts';
import schema from './schema.sql' with { type: 'text' };
import termsIndexes from './terms-indexes.sql' with { type: 'text' };

/** Writes the tables that a search reads (schema.sql). */
export interface SearchIndexWriter {
  /** Expects documents in the order of their rank. */
  add(document: Pick<SearchDocument, 'rank' | 'name' | 'names' | 'source'>, terms: DocumentTerms): void;
  /** Orders the index and writes the vocabulary; nothing may be added afterwards. */
  finish(): void;
}

/** Foods listed under one name: enough that a search in one source mostly finds that source's foods among them. */
export const MAX_FOODS_OF_A_NAME = 60;
/** Counters for pairs of neighbours, shared by chance: a fixed 16 MB whatever the size of the catalogue. */
const NEIGHBOUR_SLOTS = 1 << 24;
/** In the best foods one occurrence is enough: a small catalogue has no second one. */
const TRUSTED_RANKS = 20_000;
/** Longer words do not come from writing two as one. */
const MAX_JOINED_LENGTH = 30;
/** Shorter words are no corrections. */
const MIN_SOUGHT_LENGTH = 3;
/** What FTS5 gathers before it writes: fewer and larger parts are merged sooner. */
const GATHERED_BYTES = 32 * 2 ** 20;
/**
 * How much FTS5 reads at once of the list of a term. Foods of a rare word are looked for in the lists of common ones, page by page:
 * with the usual 4,050 bytes, expressions of searches over 818,845 names take 1.6 times as long.
 */
const PAGE_BYTES = 500;

export function openSearchIndexWriter(db: Database): SearchIndexWriter {
  db.exec(schema);
  gatherInMemory(db, 'foods_search');
  db.exec(`INSERT INTO foods_search (foods_search, rank) VALUES ('pgsz', ${PAGE_BYTES})`);
  const insertFood = db.prepare('INSERT INTO foods_search (rowid, terms) VALUES (?, ?)');
  const names = openNameWriter(db);
  const neighbours = openNeighbourWriter(db);
  const said = new Map<string, number>();

  return {
    add(document, documentTerms) {
      const { rank, name, names: others, source } = document;
      const { nameWords, otherWords } = documentTerms;
      insertFood.run(rank, documentTerms.terms);
      const keys = nameKeys(nameWords, name);
      names.add(keys, rank);
      // Estimates have keys of their own, so that foods of the same name from other sources cannot crowd them out.
      if (source === 'ai_estimate') names.add(keys.map(estimateKey), rank);
      neighbours.add(nameWords, rank);
      for (const [at, other] of others.entries()) {
        const { name: text, kind, language } = other;
        if (kind === 'version') continue;
        const own = otherWords[at]!;
        const loose = (kind === 'ingredient' ? INGREDIENT_NAME : OTHER_NAME) + looseNameKey(own, text);
        names.add(kind === 'derived' ? [loose] : [loose, cutNameKey(own, language)], rank);
        neighbours.add(own, rank);
        if (own.length === 1 && isSaid(other) && kind !== 'ingredient') {
          const ofWord = stem(own[0]!);
          said.set(ofWord, Math.max(said.get(ofWord) ?? 0, language === 'en' ? SAID_IN_ENGLISH : SAID));
        }
      }
    },
    finish() {
      db.exec("INSERT INTO foods_search (foods_search) VALUES ('optimize')");
      names.finish();
      writeTerms(db, (term) => said.get(stem(term)) ?? 0);
      db.exec(termsIndexes);
      db.exec(`
        INSERT INTO terms_by_trigram (rowid, term) SELECT term_id, term FROM terms WHERE sound IS NOT NULL;
        INSERT INTO terms_by_trigram (terms_by_trigram) VALUES ('optimize')`);
    },
  };
}

/** Lets a new table of FTS5 write few and large parts, which are merged at the end. */
export function gatherInMemory(db: Database, table: string): void {
  db.exec(`
    INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${GATHERED_BYTES});
    INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`);
}

export function estimateKey(key: string): string {
  return `@${key}`;
}

/** Lists the terms of the index with how many foods have them, the most common first. */
function writeTerms(db: Database, said: (term: string) => number): void {
  db.function('said_of', said);
  db.function('sound_of', soundOfTerm);
  const isField = `term GLOB '${FIELD}*'`;
  db.exec(`
    CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'foods_search', 'row');
    INSERT INTO terms (term, names, fields, said, sound)
    SELECT word, names, fields, said_of(word), sound_of(word) FROM (
      SELECT
        iif(${isField}, substr(term, ${FIELD.length + 1}), term) AS word,
        sum(iif(${isField}, 0, doc)) AS names,
        sum(iif(${isField}, doc, 0)) AS fields
      FROM vocabulary
      WHERE term NOT GLOB '${SOURCE}*' AND term NOT GLOB '*${STEM}'
      GROUP BY word ORDER BY sum(doc) DESC, word);
    DROP TABLE vocabulary`);
}

function soundOfTerm(term: string): string | null {
  const isSought = term.length >= MIN_SOUGHT_LENGTH && isCorrectable(term) && !hasUnspacedScript(term);
  return isSought ? sound(term) : null;
}

function openNameWriter(db: Database) {
  db.exec('CREATE TABLE temp.named (key INTEGER NOT NULL, rank INTEGER NOT NULL)');
  const insert = db.prepare('INSERT INTO temp.named VALUES (?, ?)');
  return {
    add(keys: readonly string[], rank: number): void {
      for (const key of new Set(keys)) insert.run(hash(key), rank);
    },
    finish(): void {
      db.exec(`
        INSERT INTO whole_names
        SELECT key, rank FROM (
          SELECT key, rank, row_number() OVER (PARTITION BY key ORDER BY rank) AS place
          FROM (SELECT DISTINCT key, rank FROM temp.named))
        WHERE place <= ${MAX_FOODS_OF_A_NAME} ORDER BY key, rank;
        DROP TABLE temp.named`);
    },
  };
}

function openNeighbourWriter(db: Database) {
  const seen = new Uint8Array(NEIGHBOUR_SLOTS);
  const insert = db.prepare('INSERT OR IGNORE INTO joined_words VALUES (?, ?)');
  return {
    add(nameWords: readonly string[], rank: number): void {
      const enough = rank <= TRUSTED_RANKS ? 1 : 2;
      for (let i = 0; i + 1 < nameWords.length; i++) {
        const left = nameWords[i]!;
        const right = nameWords[i + 1]!;
        if (left.length + right.length > MAX_JOINED_LENGTH || hasUnspacedScript(left)) continue;
        const slot = hash(right, hashStart(left)) & (NEIGHBOUR_SLOTS - 1);
        if (seen[slot]! < enough && ++seen[slot]! === enough) insert.run(left + right, left.length);
      }
    },
  };
}
