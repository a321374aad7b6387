import { type FoodSource, sourceOf } from '../../../food/food.ts';
import { type FoodName, hasStoredName, readNames } from '../../../food/food-names.ts';
import { type Database, numberOf, readNumbered, type Statement, textOf } from '../../../sqlite/driver.ts';

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
}

/** What is asked of the index: the best foods of an expression of FTS5. */
export interface Asked {
  match: string;
  most: number;
}

/** Reads foods by what they are found by, the best first, each with everything that its score needs: one statement at a time. */
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
const COLUMNS = `foods.rank, name, brand, category_id, image IS NOT NULL, source, confidence,
  CASE WHEN kind IS NULL THEN scans ELSE (SELECT scans FROM foods same WHERE same.id = foods.kind) END,
  kind, names, name_words`;
const BEST_MATCHES = `SELECT * FROM (
  SELECT rowid FROM foods_search WHERE foods_search MATCH ? ORDER BY rowid LIMIT ?)`;
const BEST_CALLED = 'SELECT * FROM (SELECT rank FROM whole_names WHERE key = ? ORDER BY rank LIMIT ?)';
const LISTED = 'SELECT value FROM json_each(?)';

export function openCandidates(db: Database): Candidates {
  const categories = readNumbered(db, 'SELECT category_id, category FROM categories');
  const prepare = (column: string, ranks: string) =>
    db.prepare(`SELECT ${COLUMNS} FROM foods WHERE ${column} IN (${ranks}) ORDER BY rank`).raw() as Rows;
  const united = (part: string) =>
    byCount((count) => prepare('rank', Array(count).fill(part).join(' UNION ')));
  const bestMatches = db
    .prepare(
      `SELECT ${COLUMNS} FROM foods_search CROSS JOIN foods ON foods.rank = foods_search.rowid
       WHERE foods_search MATCH ? ORDER BY foods_search.rowid LIMIT ?`,
    )
    .raw() as Rows;
  const [matches, called] = [united(BEST_MATCHES), united(BEST_CALLED)];
  const [listed, identified] = [prepare('rank', LISTED), prepare('id', LISTED)];
  const selectRanks = db
    .prepare('SELECT rowid FROM foods_search WHERE foods_search MATCH ? ORDER BY rowid')
    .pluck() as Statement<[string], number>;
  const selectNames = db
    .prepare(`SELECT rank, name FROM foods WHERE rank IN (${LISTED}) ORDER BY rank`)
    .raw() as Statement<[string], [number, unknown]>;
  const read = (rows: Row[]) => rows.map((row) => candidateOf(row, categories));
  return {
    match: (asked) =>
      asked.length === 1
        ? read(bestMatches.all(asked[0]!.match, asked[0]!.most))
        : read(matches(asked.length).all(...asked.flatMap(({ match, most }) => [match, most]))),
    called: (keys, most) => read(called(keys.length).all(...keys.flatMap((key) => [key, most]))),
    allRanks: (match) => Uint32Array.from(selectRanks.all(match)),
    namesAt: (ranks) =>
      selectNames.all(JSON.stringify(ranks)).map(([rank, name]) => [rank, textOf(name) ?? '']),
    at: (ranks) => (ranks.length === 0 ? [] : read(listed.all(JSON.stringify(ranks)))),
    withIds: (ids) => (ids.length === 0 ? [] : read(identified.all(JSON.stringify(ids)))),
  };
}

type Row = unknown[];
type Rows = Statement<unknown[], Row>;

/** A statement for each number of parts, prepared when it is first needed. */
function byCount(prepare: (count: number) => Rows): (count: number) => Rows {
  const prepared: (Rows | undefined)[] = [];
  return (count) => {
    prepared[count] ??= prepare(count);
    return prepared[count];
  };
}

function candidateOf(row: Row, categories: ReadonlyMap<number, string>): Candidate {
  const [rank, name, brand, categoryId, hasImage, source, confidence, scans, storedKind, stored, nameWords] =
    row;
  const kind = numberOf(storedKind);
  const storedNames = textOf(stored);
  let names: readonly FoodName[] | null = null;
  return {
    rank: rank as number,
    name: textOf(name) ?? '',
    brand: textOf(brand),
    category: categories.get(categoryId as number) ?? null,
    hasImage: hasImage === 1,
    confidence: numberOf(confidence) ?? 0,
    source: sourceOf(source),
    scans: numberOf(scans),
    kind,
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
