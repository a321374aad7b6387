import { FOOD_SOURCES, type FoodSource, isGenericSource, sourceOf } from '../../../food/food.ts';
import { type FoodName, hasStoredName, readNames } from '../../../food/food-names.ts';
import {
  type Database,
  damagedFile,
  numberOf,
  openRows,
  readNumbered,
  textOf,
} from '../../../sqlite/driver.ts';
import type { Work } from '../query/work.ts';
import { type Clause, fromSource, type Origin, sourceClause } from './clauses.ts';
import { matchClause } from './matching.ts';
import { openPostings } from './postings.ts';
import { type Postings, type Ranks, uniteAll } from './rank-lists.ts';

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

/** Reads candidates in the order of rank, so that a short read returns the best of them. */
export interface Candidates {
  /** Whether there are generic foods beside others, so that a separate search for them finds more. */
  readonly hasGeneric: boolean;
  /** How many tiers the index has. */
  readonly tiers: number;
  /** The ranks of the best foods that match a clause, from the first tiers. */
  match(clause: Clause, source: Origin | null, limit: number, mostTiers: number, work: Work): number[];
  /** The ranks of all foods that match a clause, in order. */
  allRanks(clause: Clause, work: Work): Ranks;
  nameAt(rank: number): string;
  at(rank: number): Candidate;
  /** The rank of the food that stands for all that are the same as this one; its own where there are none. */
  rankOfKind(food: Candidate): number;
  /** The food with the first of these ids that exists. */
  withId(ids: readonly number[], source: FoodSource | null): Candidate | null;
}

/** With this many foods from better tiers, the remaining tiers are skipped. */
const ENOUGH_FOODS = 100;
const FOOD_COLUMNS = [
  'name',
  'brand',
  'category_id',
  'image',
  'source',
  'confidence',
  'scans',
  'names',
  'name_words',
  'kind',
];

export function openCandidates(db: Database, foods: number): Candidates {
  const categories = readNumbered(db, 'SELECT category_id, category FROM categories');
  const tiers = openPostings(db, foods);
  const findRank = db.prepare('SELECT rank FROM foods WHERE id = ?').pluck();
  const findScans = db.prepare('SELECT scans FROM foods WHERE id = ?').pluck();
  const rowAt = openRows<unknown[]>(db, 'foods', FOOD_COLUMNS);
  const nameRowAt = openRows<unknown[]>(db, 'foods', ['name']);
  const otherSources = sourcesBesideOff(tiers);

  function at(rank: number): Candidate {
    const row = rowAt(rank);
    if (row === undefined) throw damagedFile();
    const [name, brand, categoryId, image, storedSource, confidence, scans, stored, nameWords, storedKind] =
      row;
    const source = sourceOf(storedSource);
    const kind = numberOf(storedKind);
    const storedNames = textOf(stored);
    let names: readonly FoodName[] | null = null;
    return {
      rank,
      name: textOf(name) ?? '',
      brand: textOf(brand),
      category: categories.get(categoryId as number) ?? null,
      hasImage: image !== null,
      confidence: numberOf(confidence) ?? 0,
      source,
      // People eat as much of a food, whichever table describes it.
      scans: kind === null ? numberOf(scans) : numberOf(findScans.get(kind)),
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

  function nameAt(rank: number): string {
    const row = nameRowAt(rank);
    if (row === undefined) throw damagedFile();
    return textOf(row[0]) ?? '';
  }

  return {
    hasGeneric: otherSources.some(isGenericSource),
    tiers: tiers.length,
    match(clause, source, limit, mostTiers, work) {
      const wanted = fromSource(clause, source, otherSources);
      const found: number[] = [];
      // Estimates have the last ranks, and a tier without any costs nothing, so all tiers are read for them.
      const last = source === 'ai_estimate' ? tiers.length : Math.min(mostTiers, tiers.length);
      for (let tier = 0; tier < last && found.length < Math.min(limit, ENOUGH_FOODS); tier++) {
        found.push(...matchClause(tiers[tier]!, wanted, limit - found.length, work));
      }
      return found;
    },
    allRanks: (clause, work) =>
      uniteAll(tiers.map((postings) => matchClause(postings, clause, Number.POSITIVE_INFINITY, work))),
    nameAt,
    at,
    rankOfKind: ({ rank, kind }) => (kind === null ? rank : (numberOf(findRank.get(kind)) ?? rank)),
    withId(ids, source) {
      for (const id of ids) {
        const rank = findRank.get(id) as number | undefined;
        if (rank === undefined) continue;
        const food = at(rank);
        if (isFrom(food, source)) return food;
      }
      return null;
    },
  };
}

export function isFrom(food: Candidate, source: FoodSource | null): boolean {
  return source === null || food.source === source;
}

/** The sources that a search in `off` has to exclude: those that the catalogue has at all. */
function sourcesBesideOff(tiers: readonly Postings[]): FoodSource[] {
  return FOOD_SOURCES.filter(
    (source) =>
      source !== 'off' && tiers.some((postings) => matchClause(postings, sourceClause(source), 1).length > 0),
  );
}
