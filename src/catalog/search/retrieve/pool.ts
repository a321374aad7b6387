import type { FoodSource } from '../../../food/food.ts';
import { COST, type Work } from '../query/work.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { clauseText, type Expression, type Origin } from './clauses.ts';
import type { WholeNames } from './whole-names.ts';

/** One retrieval of a search, for `--explain`. */
export interface Step {
  name: string;
  asked: string;
  found: number;
  tookMs: number;
}

/** The candidates found so far in one search, and the ways to add more within a fixed budget. */
export interface Pool {
  readonly found: ReadonlyMap<number, Candidate>;
  readonly steps: readonly Step[];
  add(candidate: Candidate): void;
  /** Adds the best foods that match and may be kept, at most `most`, and returns how many there were. */
  match(name: string, expression: Expression | null, options?: MatchOptions): number;
  /** Adds the foods with exactly this name and returns how many there were. */
  named(name: string, nameWords: readonly string[], text?: string): number;
}

export interface MatchOptions {
  most?: number;
  /** Narrows the search to one origin, unless it is narrowed already. */
  source?: Origin;
}

/** Foods read and scored at each step; they come best first, so more of them change nothing. */
export const MAX_CANDIDATES = 60;
/**
 * Foods read where the last word is a prefix: among many words with that beginning, the one that is meant may be rare.
 */
export const MAX_PREFIX_CANDIDATES = 120;
/**
 * Index entries that one step of a search may read, and all steps together: this bounds the worst query anyone can
 * type. Reading an entry takes about 2 ns, comparing it with other lists several times that. Where the words of a query
 * have more entries, all of them common, only the best tiers are read; no food is skipped for a query with a rarer word
 * in it.
 */
const MAX_POSTINGS_OF_A_STEP = 250_000;
const MAX_POSTINGS = 500_000;
/** The first tier may take this many times what a step is allowed: without it, common words would find nothing. */
const FIRST_TIER = 4;

/** `isKept` decides which foods may be candidates at all. */
export function openPool(
  { candidates, names, work }: { candidates: Candidates; names: WholeNames; work: Work },
  source: FoodSource | null,
  isKept: (food: Candidate) => boolean,
): Pool {
  const found = new Map<number, Candidate>();
  const steps: Step[] = [];
  const { tiers } = candidates;
  let postingsLeft = MAX_POSTINGS;
  /** The results of expressions that were read to the end: later steps often need the same again. */
  const exhausted = new Map<string, number>();

  const record = (name: string, asked: string, read: () => Candidate[]) => {
    const startedMs = performance.now();
    const foods = read();
    work.spend(foods.length * COST.candidate);
    const kept = foods.filter(isKept);
    for (const candidate of kept) found.set(candidate.rank, candidate);
    steps.push({ name, asked, found: kept.length, tookMs: performance.now() - startedMs });
    return { read: foods.length, kept: kept.length };
  };
  const read = ({ clause, postings }: Expression, most: number, from: Origin | null): Candidate[] => {
    const perTier = postings / tiers;
    const allowed = Math.min(MAX_POSTINGS_OF_A_STEP, postingsLeft);
    if (perTier > FIRST_TIER * allowed) return [];
    const mostTiers = Math.max(1, Math.floor(allowed / perTier));
    postingsLeft -= perTier * Math.min(mostTiers, tiers);
    const ranks = candidates.match(clause, from, most, mostTiers, work);
    return ranks.map((rank) => found.get(rank) ?? candidates.at(rank));
  };
  return {
    found,
    steps,
    add: (candidate) => found.set(candidate.rank, candidate),
    match(name, expression, { most = MAX_CANDIDATES, source: narrowed } = {}) {
      if (expression === null) return 0;
      const from = source ?? narrowed ?? null;
      const asked = clauseText(expression.clause);
      const question = `${from} ${asked}`;
      const known = exhausted.get(question);
      if (known !== undefined) return known;
      if (postingsLeft <= 0 || work.isSpent) return 0;
      const count = record(name, asked, () => read(expression, most, from));
      if (count.read < most) exhausted.set(question, count.kept);
      return count.kept;
    },
    named: (name, nameWords, text = nameWords.join(' ')) =>
      record(name, nameWords.join(' '), () => names.named(nameWords, text, source)).kept,
  };
}
