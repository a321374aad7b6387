import type { Database } from '../../../sqlite/driver.ts';
import type { Clause } from './match-expression.ts';
import { hasList, openPostings, type Postings } from './postings.ts';
import { RankSet } from './rank-set.ts';

/**
 * The ranks of foods that match a clause, in order. There may be so many of them that adding one to a list at a time
 * would be most of the work, so whole lists and sets are combined.
 */
export interface MatchingRanks {
  /** The first of them in a tier. */
  inTier(tier: number, clause: Clause, most: number): Uint32Array;
  everywhere(clause: Clause): Uint32Array;
}

/** Up to this many ranks, sorting them takes less time than going through a set of all foods. */
const MOST_SORTED = 4096;
const ALL = Number.POSITIVE_INFINITY;

export function openMatchingRanks(db: Database, foods: number): MatchingRanks {
  const tiers = openPostings(db);
  /** One for each level of clauses within clauses, kept for the next clause. */
  const sets: RankSet[] = [];

  /** At least the first `most`, and perhaps more. */
  function list(postings: Postings, clause: Clause, level: number, most: number): Uint32Array {
    if (clause.kind === 'term') return postings.list(clause.term, clause.isPrefix, most);
    if (clause.kind === 'any') {
      const lists = clause.of.map((part) => list(postings, part, level, most));
      return unite(
        lists.filter(({ length }) => length > 0),
        level,
      );
    }
    const [first, ...others] = clause.of;
    let found = list(postings, first!, level, ALL);
    for (const other of others) {
      if (found.length === 0) break;
      const own = emptySet(level);
      addTo(own, postings, other, level + 1);
      found = own.filter(found);
    }
    return found;
  }

  function addTo(set: RankSet, postings: Postings, clause: Clause, level: number): void {
    if (clause.kind === 'term') postings.addTo(set, clause.term, clause.isPrefix);
    else if (clause.kind === 'any') for (const part of clause.of) addTo(set, postings, part, level);
    else set.add(list(postings, clause, level, ALL));
  }

  function unite(lists: readonly Uint32Array[], level: number): Uint32Array {
    if (lists.length <= 1) return lists[0] ?? new Uint32Array();
    const joined = join(lists);
    if (joined.length <= MOST_SORTED) return withoutRepeats(joined.sort());
    const set = emptySet(level);
    set.add(joined);
    return set.list();
  }

  function emptySet(level: number): RankSet {
    sets[level] ??= new RankSet(foods);
    sets[level].clear();
    return sets[level];
  }

  return {
    inTier: (tier, clause, most) => list(tiers[tier]!, clause, 0, most).subarray(0, most),
    everywhere: (clause) => join(tiers.map((postings) => list(postings, clause, 0, ALL))),
  };
}

/** Whether the index has a list for every term of a clause. */
export function areListed(clause: Clause): boolean {
  return clause.kind === 'term' ? hasList(clause.term, clause.isPrefix) : clause.of.every(areListed);
}

function join(lists: readonly Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(lists.reduce((length, own) => length + own.length, 0));
  let at = 0;
  for (const own of lists) {
    joined.set(own, at);
    at += own.length;
  }
  return joined;
}

function withoutRepeats(sorted: Uint32Array): Uint32Array {
  let kept = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at]!;
  }
  return sorted.subarray(0, kept);
}
