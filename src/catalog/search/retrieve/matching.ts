import type { Clause } from './clauses.ts';
import type { Postings } from './postings.ts';
import { type Ranks, subtract, uniteAll } from './rank-lists.ts';

/** The first foods that match a clause, at most this many, in order of rank. */
export function matchClause(postings: Postings, clause: Clause, most = Number.POSITIVE_INFINITY): Ranks {
  switch (clause.kind) {
    case 'term':
      return first(most, postings.list(clause.term, clause.isPrefix, most));
    case 'any':
      // The first foods of all parts together are among the first of each.
      return first(most, uniteAll(clause.of.map((part) => matchClause(postings, part, most))));
    case 'all': {
      const [rarest, ...others] = clause.of;
      return first(most, keepAll(postings, others, matchClause(postings, rarest!)));
    }
    case 'except': {
      const ranks = matchClause(postings, clause.of);
      return first(most, subtract(ranks, keepMatching(postings, clause.without, ranks)));
    }
  }
}

/** Those of these foods that match a clause: few foods are soon compared with long lists. */
function keepMatching(postings: Postings, clause: Clause, ranks: Ranks): Ranks {
  if (ranks.length === 0) return ranks;
  switch (clause.kind) {
    case 'term':
      return postings.keep(clause.term, clause.isPrefix, ranks);
    case 'any':
      return uniteAll(clause.of.map((part) => keepMatching(postings, part, ranks)));
    case 'all':
      return keepAll(postings, clause.of, ranks);
    case 'except': {
      const kept = keepMatching(postings, clause.of, ranks);
      return subtract(kept, keepMatching(postings, clause.without, kept));
    }
  }
}

function keepAll(postings: Postings, clauses: readonly Clause[], ranks: Ranks): Ranks {
  return clauses.reduce((kept, clause) => keepMatching(postings, clause, kept), ranks);
}

function first(most: number, ranks: Ranks): Ranks {
  return ranks.length > most ? ranks.subarray(0, most) : ranks;
}
