import type { FoodSource, SourceFilter } from '../../food/food.ts';
import { FOOD_SOURCES } from '../../food/food.ts';
import type { Database, Statement } from '../driver.ts';
import { hash, openHashLists } from './hash-lists.ts';
import { fromSource } from './match-expression.ts';
import type { Candidate } from './ranking.ts';
import { RANK_BYTES, sourceTerm } from './write-index.ts';

/** The foods that may answer: read in the order of rank, so that a short read has the best of them. */
export interface Candidates {
  /** The best foods that match an expression of FTS5. */
  match(expression: string, source: SourceFilter | null, limit: number): Candidate[];
  /** The best foods that are called just so. */
  named(keys: readonly string[], source: SourceFilter | null): Candidate[];
  /** The food with one of these ids, first come first. */
  withId(ids: readonly number[], source: SourceFilter | null): Candidate | null;
}

/** Foods of one whole name that are looked at; twins stand at the end of the answers anyway. */
const MOST_NAMESAKES = 24;

interface FoodRow {
  rank: number;
  name: string;
  brand: string | null;
  category_id: number | null;
  has_image: number;
  source: FoodSource;
  confidence: number;
}

const COLUMNS = `foods.rank, foods.name, foods.brand, foods.category_id, foods.image IS NOT NULL AS has_image,
  foods.source, foods.confidence`;

export function openCandidates(db: Database): Candidates {
  const categories = readCategories(db);
  const names = openHashLists(db, 'search_names', RANK_BYTES);
  const selectMatch = db.prepare(
    `SELECT ${COLUMNS} FROM search_index JOIN foods ON foods.rank = search_index.rowid
     WHERE search_index MATCH ? LIMIT ?`,
  ) as Statement<[string, number], FoodRow>;
  const selectRanks = db.prepare(
    `SELECT ${COLUMNS} FROM foods WHERE rank IN (SELECT value FROM json_each(?)) ORDER BY rank`,
  ) as Statement<[string], FoodRow>;
  const selectId = db.prepare(`SELECT ${COLUMNS} FROM foods WHERE id = ?`) as Statement<[number], FoodRow>;
  const others = sourcesBesideOff(db);
  const toCandidate = (row: FoodRow): Candidate => ({
    rank: row.rank,
    name: row.name,
    brand: row.brand,
    category: row.category_id === null ? null : (categories.get(row.category_id) ?? null),
    hasImage: row.has_image === 1,
    confidence: row.confidence,
  });

  return {
    match: (expression, source, limit) =>
      selectMatch.all(fromSource(expression, source, others), limit).map(toCandidate),
    named(keys, source) {
      const ranks = new Set<number>();
      for (const key of keys) {
        const own = source === 'ai_estimate' ? `@${key}` : key;
        for (const rank of names.read(hash(own)).slice(0, MOST_NAMESAKES)) ranks.add(rank);
      }
      if (ranks.size === 0) return [];
      const rows = selectRanks.all(JSON.stringify([...ranks]));
      return rows.filter((row) => source === null || row.source === source).map(toCandidate);
    },
    withId(ids, source) {
      for (const id of ids) {
        const row = selectId.get(id);
        if (row !== undefined && (source === null || row.source === source)) return toCandidate(row);
      }
      return null;
    },
  };
}

function readCategories(db: Database): Map<number, string> {
  const rows = db.prepare('SELECT category_id, category FROM categories').raw().all() as [number, string][];
  return new Map(rows);
}

/** The sources that a search among `off` has to leave out; those that the catalogue does not have cost nothing. */
function sourcesBesideOff(db: Database): FoodSource[] {
  const isThere = db.prepare('SELECT 1 FROM search_index WHERE search_index MATCH ? LIMIT 1');
  return FOOD_SOURCES.filter(
    (source) => source !== 'off' && isThere.get(`"@${sourceTerm(source)}"`) !== undefined,
  );
}
