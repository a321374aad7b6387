import type { Clause } from './clauses.ts';
import type { Postings } from './postings.ts';
import { type Ranks, subtract, uniteAll } from './rank-lists.ts';

/** How many foods of the rarest part are looked at first where more is asked of them, and how many times as many next. */
const FIRST_LOOK = 4096;
const NEXT_LOOK = 8;

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
      return firstKept(postings, rarest!, most, (ranks) => keepAll(postings, others, ranks));
    }
    case 'except': {
      const { of, without } = clause;
      return firstKept(postings, of, most, (ranks) =>
        subtract(ranks, keepMatching(postings, without, ranks)),
      );
    }
  }
}

/** The first foods of a clause that are kept. Where words are common, the first are found long before the end of lists. */
function firstKept(postings: Postings, clause: Clause, most: number, keep: (ranks: Ranks) => Ranks): Ranks {
  if (most === Number.POSITIVE_INFINITY) return keep(matchClause(postings, clause));
  const kept: Ranks[] = [];
  let count = 0;
  let from = 0;
  for (let to = FIRST_LOOK; ; to *= NEXT_LOOK) {
    const ranks = matchClause(postings, clause, to);
    const more = keep(ranks.subarray(from));
    kept.push(more);
    count += more.length;
    if (count >= most || ranks.length < to) return first(most, uniteAll(kept));
    from = to;
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
