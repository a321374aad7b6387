import { FOOD_SOURCES, type FoodSource, GENERIC_SOURCE } from '../../../food/food.ts';
import { words } from '../../../food/text.ts';
import type { Database, Statement } from '../../../sqlite/driver.ts';
import { type DatabaseFile, openRows } from '../../../sqlite/rows.ts';
import { sourceTerm } from '../index/document.ts';
import { countTiers, tierTable } from '../index/tiers.ts';
import { MOST_FOODS_OF_A_NAME } from '../index/words.ts';
import { openHashLists } from '../query/hash-lists.ts';
import { exactNameKey, hash, looseNameKey } from '../query/keys.ts';
import { openAllRanks } from './all-ranks.ts';
import { type Clause, fromSource } from './match-expression.ts';

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
  /** Other names of a generic food, separated by commas. */
  otherNames: string | null;
}

/** Reads candidates in the order of rank, so that a short read returns the best of them. */
export interface Candidates {
  /** Whether there are generic foods beside others, so that a separate search for them finds more. */
  readonly hasGeneric: boolean;
  /** How many tiers the index has. */
  readonly tiers: number;
  /** The best foods that match an FTS5 expression, from the first tiers. */
  match(expression: string, source: FoodSource | null, limit: number, mostTiers: number): Matches;
  /** The ranks of all foods that match a clause, in order. */
  allRanks(clause: Clause): Uint32Array;
  /** The best foods with exactly this name, but for plurals, stop words and spaces; `text` is the name as written. */
  named(nameWords: readonly string[], text: string, source: FoodSource | null): Candidate[];
  nameAt(rank: number): string;
  /** The foods at these ranks. */
  at(ranks: readonly number[]): Candidate[];
  /** The food with the first of these ids that exists. */
  withId(ids: readonly number[], source: FoodSource | null): Candidate | null;
}

export interface Matches {
  foods: Candidate[];
  /** Whether there may be more matches than were read. */
  isCut: boolean;
}

/** With this many foods from better tiers, the remaining tiers are skipped. */
const ENOUGH_FOODS = 100;
/** Foods read per whole name; duplicates go to the end of the answers anyway. */
const MOST_NAMESAKES = 8;

/** Arrays are the fastest rows to read: rank, name, brand, category, image, source, confidence, scans, other names. */
type FoodRow = [
  number,
  string,
  string | null,
  number | null,
  0 | 1,
  FoodSource,
  number,
  number | null,
  string | null,
];

const COLUMNS = `foods.rank, foods.name, foods.brand, foods.category_id, foods.image IS NOT NULL AS has_image,
  foods.source, foods.confidence, foods.scans,
  CASE foods.source WHEN '${GENERIC_SOURCE}' THEN (SELECT also FROM origins WHERE origins.rank = foods.rank) END`;

export function openCandidates(db: Database, pages: DatabaseFile, foods: number): Candidates {
  const categories = readCategories(db);
  const names = openHashLists(db, 'search_names');
  const tiers = Array.from({ length: countTiers(db) }, (_, tier) => selectFromTier(db, tier));
  const selectRank = db.prepare(`SELECT ${COLUMNS} FROM foods WHERE rank = ?`).raw() as Statement<
    [number],
    FoodRow
  >;
  const selectId = db.prepare(`SELECT ${COLUMNS} FROM foods WHERE id = ?`).raw() as Statement<
    [number],
    FoodRow
  >;
  const nameRow = openRows<[string]>(pages, db, 'foods', ['name']);
  const otherSources = sourcesBesideOff(db, tiers.length);
  const toCandidate = ([
    rank,
    name,
    brand,
    categoryId,
    hasImage,
    source,
    confidence,
    scans,
    otherNames,
  ]: FoodRow): Candidate => ({
    rank,
    name,
    brand,
    category: categoryId === null ? null : (categories.get(categoryId) ?? null),
    hasImage: hasImage === 1,
    confidence,
    source,
    scans,
    otherNames,
  });

  return {
    hasGeneric: otherSources.includes(GENERIC_SOURCE),
    tiers: tiers.length,
    match(expression, source, limit, mostTiers) {
      const text = fromSource(expression, source, otherSources);
      const found: FoodRow[] = [];
      // Estimates have the last ranks, and a tier without any costs nothing, so all tiers are read for them.
      const last = source === 'ai_estimate' ? tiers.length : Math.min(mostTiers, tiers.length);
      let tier = 0;
      for (; tier < last && found.length < Math.min(limit, ENOUGH_FOODS); tier++) {
        found.push(...tiers[tier]!.all(text, limit - found.length));
      }
      return { foods: found.map(toCandidate), isCut: found.length >= limit || tier < tiers.length };
    },
    allRanks: openAllRanks(db, foods),
    named(nameWords, text, source) {
      const keys = [exactNameKey(nameWords), looseNameKey(nameWords, text)];
      const ranks = new Set<number>();
      // With a source filter, the first namesakes may all be from other sources.
      const most = source === null ? MOST_NAMESAKES : MOST_FOODS_OF_A_NAME;
      for (const key of keys) {
        const listed = source === 'ai_estimate' ? `@${key}` : key;
        for (const rank of names.read(hash(listed)).slice(0, most)) ranks.add(rank);
      }
      // Two names may share a hash, so the names themselves are compared.
      return [...ranks]
        .map((rank) => selectRank.get(rank)!)
        .filter((row) => isCalled(row[1], keys) && isFrom(row, source))
        .map(toCandidate);
    },
    nameAt: (rank) => nameRow(rank)![0],
    at: (ranks) => ranks.map((rank) => toCandidate(selectRank.get(rank)!)),
    withId(ids, source) {
      for (const id of ids) {
        const row = selectId.get(id);
        if (row !== undefined && isFrom(row, source)) return toCandidate(row);
      }
      return null;
    },
  };
}

function isFrom([, , , , , own]: FoodRow, source: FoodSource | null): boolean {
  return source === null || own === source;
}

function isCalled(name: string, keys: readonly string[]): boolean {
  const nameWords = words(name);
  return keys.includes(exactNameKey(nameWords)) || keys.includes(looseNameKey(nameWords, name));
}

function readCategories(db: Database): Map<number, string> {
  const rows = db.prepare('SELECT category_id, category FROM categories').raw().all() as [number, string][];
  return new Map(rows);
}

function selectFromTier(db: Database, tier: number): Statement<[string, number], FoodRow> {
  const table = tierTable(tier);
  return db
    .prepare(
      `SELECT ${COLUMNS} FROM ${table} JOIN foods ON foods.rank = ${table}.rowid WHERE ${table} MATCH ? LIMIT ?`,
    )
    .raw() as Statement<[string, number], FoodRow>;
}

/** The sources that a search in `off` has to exclude: those that the catalogue has at all. */
function sourcesBesideOff(db: Database, tiers: number): FoodSource[] {
  return FOOD_SOURCES.filter(
    (source) => source !== 'off' && isInAnyTier(db, tiers, `"@${sourceTerm(source)}"`),
  );
}

function isInAnyTier(db: Database, tiers: number, expression: string): boolean {
  for (let tier = 0; tier < tiers; tier++) {
    const table = tierTable(tier);
    const select = db.prepare(`SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`);
    if (select.get(expression) !== undefined) return true;
  }
  return false;
}
