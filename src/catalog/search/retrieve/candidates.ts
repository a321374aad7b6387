import type { FoodSource, SourceFilter } from '../../../food/food.ts';
import { FOOD_SOURCES } from '../../../food/food.ts';
import { words } from '../../../food/text.ts';
import type { Database, Statement } from '../../../sqlite/driver.ts';
import { sourceTerm } from '../index/document.ts';
import { hash, openHashLists } from '../index/hash-lists.ts';
import { loosely, tightly } from '../index/name-keys.ts';
import { MOST_FOODS_OF_A_NAME, RANK_BYTES } from '../index/write-words.ts';
import type { Candidate } from '../rank/word-matches.ts';
import { fromSource } from './match-expression.ts';
import { countShelves, shelfTable } from './tiers.ts';

/** The foods that may answer: read in the order of rank, so that a short read has the best of them. */
export interface Candidates {
  /** The best foods that match an expression of FTS5, from the first shelves. */
  match(expression: string, source: SourceFilter | null, limit: number, mostShelves: number): Matches;
  /** The best foods that are called just so. */
  named(keys: readonly string[], source: SourceFilter | null): Candidate[];
  /** The food with one of these ids, first come first. */
  withId(ids: readonly number[], source: SourceFilter | null): Candidate | null;
}

export interface Matches {
  foods: Candidate[];
  /** There may be more than were read. */
  isCut: boolean;
}

/** With so many foods from better shelves, worse ones are not looked at. */
const ENOUGH_FOODS = 100;
/** Foods of one whole name that are looked at; twins stand at the end of the answers anyway. */
const MOST_NAMESAKES = 8;

/** As the driver reads them fastest: rank, name, brand, category, image, source, confidence. */
type FoodRow = [number, string, string | null, number | null, 0 | 1, FoodSource, number];

const COLUMNS = `foods.rank, foods.name, foods.brand, foods.category_id, foods.image IS NOT NULL AS has_image,
  foods.source, foods.confidence`;

export function openCandidates(db: Database): Candidates {
  const categories = readCategories(db);
  const names = openHashLists(db, 'search_names', RANK_BYTES);
  const foods = db.prepare("SELECT value FROM search_facts WHERE fact = 'foods'").pluck().get() as number;
  const shelves = Array.from({ length: countShelves(foods) }, (_, shelf) => selectFromShelf(db, shelf));
  const selectRanks = db
    .prepare(`SELECT ${COLUMNS} FROM foods WHERE rank IN (SELECT value FROM json_each(?)) ORDER BY rank`)
    .raw() as Statement<[string], FoodRow>;
  const selectId = db.prepare(`SELECT ${COLUMNS} FROM foods WHERE id = ?`).raw() as Statement<
    [number],
    FoodRow
  >;
  const others = sourcesBesideOff(db, shelves.length);
  const toCandidate = ([rank, name, brand, categoryId, hasImage, , confidence]: FoodRow): Candidate => ({
    rank,
    name,
    brand,
    category: categoryId === null ? null : (categories.get(categoryId) ?? null),
    hasImage: hasImage === 1,
    confidence,
  });

  return {
    match(expression, source, limit, mostShelves) {
      const asked = fromSource(expression, source, others);
      const found: FoodRow[] = [];
      // Estimates have the last ranks of all: a shelf without any is passed at once, so none need be left out.
      const last = source === 'ai_estimate' ? shelves.length : Math.min(mostShelves, shelves.length);
      let shelf = 0;
      for (; shelf < last && found.length < Math.min(limit, ENOUGH_FOODS); shelf++) {
        found.push(...shelves[shelf]!.all(asked, limit - found.length));
      }
      return { foods: found.map(toCandidate), isCut: found.length >= limit || shelf < shelves.length };
    },
    named(keys, source) {
      const ranks = new Set<number>();
      // Of one source, the first may all be of another.
      const most = source === null ? MOST_NAMESAKES : MOST_FOODS_OF_A_NAME;
      for (const key of keys) {
        const own = source === 'ai_estimate' ? `@${key}` : key;
        for (const rank of names.read(hash(own)).slice(0, most)) ranks.add(rank);
      }
      if (ranks.size === 0) return [];
      // Two names may share a hash: only those that are called so answer.
      return selectRanks
        .all(JSON.stringify([...ranks]))
        .filter((row) => isCalled(row[1], keys) && isFrom(row, source))
        .map(toCandidate);
    },
    withId(ids, source) {
      for (const id of ids) {
        const row = selectId.get(id);
        if (row !== undefined && isFrom(row, source)) return toCandidate(row);
      }
      return null;
    },
  };
}

function isFrom([, , , , , own]: FoodRow, source: SourceFilter | null): boolean {
  return source === null || own === source;
}

function isCalled(name: string, keys: readonly string[]): boolean {
  const nameWords = words(name);
  return keys.includes(tightly(nameWords)) || keys.includes(loosely(nameWords));
}

function readCategories(db: Database): Map<number, string> {
  const rows = db.prepare('SELECT category_id, category FROM categories').raw().all() as [number, string][];
  return new Map(rows);
}

function selectFromShelf(db: Database, shelf: number): Statement<[string, number], FoodRow> {
  const table = shelfTable(shelf);
  return db
    .prepare(
      `SELECT ${COLUMNS} FROM ${table} JOIN foods ON foods.rank = ${table}.rowid WHERE ${table} MATCH ? LIMIT ?`,
    )
    .raw() as Statement<[string, number], FoodRow>;
}

/** The sources that a search among `off` has to leave out; those that the catalogue does not have cost nothing. */
function sourcesBesideOff(db: Database, shelves: number): FoodSource[] {
  return FOOD_SOURCES.filter(
    (source) => source !== 'off' && isOnAnyShelf(db, shelves, `"@${sourceTerm(source)}"`),
  );
}

function isOnAnyShelf(db: Database, shelves: number, expression: string): boolean {
  for (let shelf = 0; shelf < shelves; shelf++) {
    const table = shelfTable(shelf);
    const select = db.prepare(`SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`);
    if (select.get(expression) !== undefined) return true;
  }
  return false;
}
