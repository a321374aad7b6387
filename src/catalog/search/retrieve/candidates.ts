import { type FoodSource, sourceOf } from '../../../food/food.ts';
import { type FoodName, hasStoredName, readNames } from '../../../food/food-names.ts';
import {
  AT_MOST,
  type Database,
  numberOf,
  readNumbered,
  type Statement,
  textOf,
} from '../../../sqlite/driver.ts';
import { AFTER_FOOD, FOOD_COLUMNS, type FoodRow } from '../../records/food-row.ts';

/** A food that may answer a query: what matching and ranking look at. */
export interface Candidate {
  rank: number;
  name: string;
  brand: string | null;
  category: string | null;
  hasImage: boolean;
  confidence: number;
  source: FoodSource;
  scans: number | null;
  /** The id of the food that stands for all that are the same in several tables; null for a food of no such kind. */
  kind: number | null;
  /** Its names other than its own; read when needed. */
  readonly names: readonly FoodName[];
  /** Whether people who speak a language mean another table's version of the food. */
  isVersionIn(language: string): boolean;
  /** The folded words of these names, in the same order, with tabs between them. */
  nameWords: string;
  /** Its whole row, for answers that show the food. */
  row: FoodRow;
}

/** What is asked of the index: the best foods of an expression of FTS5. */
export interface Asked {
  match: string;
  most: number;
}

/** Reads foods by what they are found by, the best first, each with everything that its score needs and that an answer shows. */
export interface Candidates {
  /** The best foods of each of some expressions. */
  match(asked: readonly Asked[]): Candidate[];
  /** The best foods of each of some keys of names. */
  called(keys: readonly number[], most: number): Candidate[];
  /** The ranks of all foods that match an expression, in order. */
  allRanks(match: string): Uint32Array;
  namesAt(ranks: readonly number[]): [rank: number, name: string][];
  at(ranks: readonly number[]): Candidate[];
  /** The foods with these ids. */
  withIds(ids: readonly number[]): Candidate[];
}

/** People eat as much of a food, whichever table describes it. */
const COLUMNS = `${FOOD_COLUMNS}, foods.rank,
  CASE WHEN kind IS NULL THEN scans ELSE (SELECT scans FROM foods same WHERE same.id = foods.kind) END,
  kind, names, name_words`;
const LISTED = 'SELECT value FROM json_each(?)';

export function openCandidates(db: Database): Candidates {
  const categories = readNumbered(db, 'SELECT category_id, category FROM categories');
  const prepare = (from: string) => db.prepare(`SELECT ${COLUMNS} FROM ${from}`).raw() as Rows;
  const matching = prepare(`foods_search CROSS JOIN foods ON foods.rank = foods_search.rowid
    WHERE foods_search MATCH ? ORDER BY foods_search.rowid LIMIT ${AT_MOST}`);
  const named = prepare(`whole_names CROSS JOIN foods ON foods.rank = whole_names.rank
    WHERE whole_names.key = ? ORDER BY whole_names.rank LIMIT ${AT_MOST}`);
  const listed = prepare(`foods WHERE rank IN (${LISTED}) ORDER BY rank`);
  const identified = prepare(`foods WHERE id IN (${LISTED}) ORDER BY rank`);
  const selectRanks = db
    .prepare('SELECT rowid FROM foods_search WHERE foods_search MATCH ? ORDER BY rowid')
    .pluck() as Statement<[string], number>;
  const selectNames = db
    .prepare(`SELECT rank, name FROM foods WHERE rank IN (${LISTED}) ORDER BY rank`)
    .raw() as Statement<[string], [number, unknown]>;
  const read = (rows: FoodRow[]) => rows.map((row) => candidateOf(row, categories));
  return {
    // Several statements take less time than one that unites their ranks in a table of its own first.
    match: (asked) => united(asked.map(({ match, most }) => read(matching.all(match, most)))),
    called: (keys, most) => united(keys.map((key) => read(named.all(key, most)))),
    allRanks: (match) => Uint32Array.from(selectRanks.all(match)),
    namesAt: (ranks) =>
      selectNames.all(JSON.stringify(ranks)).map(([rank, name]) => [rank, textOf(name) ?? '']),
    at: (ranks) => (ranks.length === 0 ? [] : read(listed.all(JSON.stringify(ranks)))),
    withIds: (ids) => (ids.length === 0 ? [] : read(identified.all(JSON.stringify(ids)))),
  };
}

type Rows = Statement<unknown[], FoodRow>;

/** The foods of several lists, each once, the best first. */
function united(lists: Candidate[][]): Candidate[] {
  if (lists.length === 1) return lists[0]!;
  const byRank = new Map(lists.flat().map((food) => [food.rank, food]));
  return [...byRank.values()].sort((left, right) => left.rank - right.rank);
}

function candidateOf(row: FoodRow, categories: ReadonlyMap<number, string>): Candidate {
  const [, name, brand, categoryId, , , image, source, confidence] = row;
  const [rank, scans, storedKind, stored, nameWords] = row.slice(AFTER_FOOD);
  const kind = numberOf(storedKind);
  const storedNames = textOf(stored);
  let names: readonly FoodName[] | null = null;
  return {
    rank: rank as number,
    name: textOf(name) ?? '',
    brand: textOf(brand),
    category: categories.get(categoryId as number) ?? null,
    hasImage: image !== null,
    confidence: numberOf(confidence) ?? 0,
    source: sourceOf(source),
    scans: numberOf(scans),
    kind,
    row,
    nameWords: textOf(nameWords) ?? '',
    get names() {
      names ??= readNames(storedNames);
      return names;
    },
    isVersionIn: (language) =>
      kind !== null &&
      hasStoredName(storedNames, 'version', language) &&
      !hasStoredName(storedNames, 'everyday', language),
  };
}

export function isFrom(food: Candidate, source: FoodSource | null): boolean {
  return source === null || food.source === source;
}
