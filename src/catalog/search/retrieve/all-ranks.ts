import type { Database } from '../../../sqlite/driver.ts';
import type { Clause } from './match-expression.ts';
import { openPostings } from './postings.ts';
import { RankSet } from './rank-set.ts';

/**
 * Reads the ranks of all foods that match a clause, in order. A common word matches a large part of all foods, and handling
 * their ranks one by one would be most of the work, so whole sets are combined. The sets are reused for the next clause.
 */
export function openAllRanks(db: Database, foods: number): (clause: Clause) => Uint32Array {
  const postings = openPostings(db);
  /** One for each level of nested clauses. */
  const sets: RankSet[] = [];

  function addMatches(clause: Clause, found: RankSet, level: number): void {
    if (clause.kind === 'term') postings.addTo(found, clause.term, clause.isPrefix);
    else if (clause.kind === 'any') for (const part of clause.of) addMatches(part, found, level);
    else found.add(matchAll(clause.of, level + 1));
  }

  /** The result is in the set of this level, until that is used again. */
  function matchAll(clauses: readonly Clause[], level: number): RankSet {
    const found = emptySet(level);
    addMatches(clauses[0]!, found, level);
    for (const clause of clauses.slice(1)) {
      const own = emptySet(level + 1);
      addMatches(clause, own, level + 1);
      found.keep(own);
    }
    return found;
  }

  function emptySet(level: number): RankSet {
    sets[level] ??= new RankSet(foods);
    sets[level].clear();
    return sets[level];
  }

  return (clause) => matchAll(clause.kind === 'all' ? clause.of : [clause], 0).list();
}
