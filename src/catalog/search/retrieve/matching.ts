import { COST, UNLIMITED, type Work } from '../query/work.ts';
import type { Clause } from './clauses.ts';

import { intersect, type Postings, type Ranks, subtract, uniteAll } from './rank-lists.ts';

/** How many foods of the rarest part are looked at first where more is asked of them, and how many times as many next. */
const FIRST_LOOK = 4096;
const NEXT_LOOK = 8;

/** Fewer foods are not worth the calculation whether they are too many to be compared with one list after the other. */
const MANY_RANKS = 256;
const NONE: Ranks = new Uint32Array();

/**
 * The first foods that match a clause, at most this many, in order of rank. Once all work is spent, no more are found; what
 * was found until then does match.
 */
export function matchClause(
  postings: Postings,
  clause: Clause,
  most = Number.POSITIVE_INFINITY,
  work: Work = UNLIMITED,
): Ranks {
  return new Matcher(postings, work).match(clause, most);
}

class Matcher {
  readonly #postings: Postings;
  readonly #work: Work;

  constructor(postings: Postings, work: Work) {
    this.#postings = postings;
    this.#work = work;
  }

  match(clause: Clause, most: number): Ranks {
    if (this.#work.isSpent) return NONE;
    switch (clause.kind) {
      case 'term': {
        const ranks = first(most, this.#postings.list(clause.term, clause.isPrefix, most));
        this.#work.spend(COST.list + ranks.length * COST.entry);
        return ranks;
      }
      case 'any':
        // The first foods of all parts together are among the first of each.
        return first(most, uniteAll(clause.of.map((part) => this.match(part, most))));
      case 'all': {
        const [rarest, ...others] = clause.of;
        return this.#firstKept(rarest!, most, (ranks) => this.#keepAll(others, ranks));
      }
      case 'except':
        return this.#firstKept(clause.of, most, (ranks) => this.#without(clause.without, ranks));
    }
  }

  /** The first foods of a clause that are kept. Where words are common, the first are found long before the end of lists. */
  #firstKept(clause: Clause, most: number, keep: (ranks: Ranks) => Ranks): Ranks {
    if (most === Number.POSITIVE_INFINITY) return keep(this.match(clause, most));
    const kept: Ranks[] = [];
    let count = 0;
    let from = 0;
    for (let to = FIRST_LOOK; ; to *= NEXT_LOOK) {
      const ranks = this.match(clause, to);
      const more = keep(ranks.slice(from));
      kept.push(more);
      count += more.length;
      if (count >= most || ranks.length < to) return first(most, uniteAll(kept));
      from = to;
    }
  }

  /** Those of these foods that match a clause: few foods are soon compared with long lists, many with all at once. */
  #keep(clause: Clause, ranks: Ranks): Ranks {
    if (ranks.length === 0 || this.#work.isSpent) return NONE;
    if (ranks.length > MANY_RANKS && isSoonRead(clause, ranks)) {
      return intersect(ranks, this.match(clause, Number.POSITIVE_INFINITY));
    }
    switch (clause.kind) {
      case 'term':
        this.#work.spend(COST.list + ranks.length * COST.entry + clause.foods * COST.passedEntry);
        return this.#postings.keep(clause.term, clause.isPrefix, ranks, clause.foods);
      case 'any':
        return uniteAll(clause.of.map((part) => this.#keep(part, ranks)));
      case 'all':
        return this.#keepAll(clause.of, ranks);
      case 'except':
        return this.#without(clause.without, this.#keep(clause.of, ranks));
    }
  }

  #keepAll(clauses: readonly Clause[], ranks: Ranks): Ranks {
    return clauses.reduce((kept, clause) => this.#keep(clause, kept), ranks);
  }

  /** None of them where it is not known which are to be left out. */
  #without(clause: Clause, ranks: Ranks): Ranks {
    const excluded = this.#keep(clause, ranks);
    return this.#work.isSpent ? NONE : subtract(ranks, excluded);
  }
}

/** Whether all lists of a clause are read in less time than each of them is compared with these foods. */
function isSoonRead(clause: Clause, ranks: Ranks): boolean {
  const { lists, entries } = sizeOf(clause);
  return lists > 1 && entries < ranks.length * lists;
}

/** How many lists a clause reads, and about how many entries those have. */
function sizeOf(clause: Clause): { lists: number; entries: number } {
  if (clause.kind === 'term') return { lists: 1, entries: clause.foods };
  const sizes = (clause.kind === 'except' ? [clause.of, clause.without] : clause.of).map(sizeOf);
  return {
    lists: sizes.reduce((sum, { lists }) => sum + lists, 0),
    entries: sizes.reduce((sum, { entries }) => sum + entries, 0),
  };
}

function first(most: number, ranks: Ranks): Ranks {
  return ranks.length > most ? ranks.slice(0, most) : ranks;
}
