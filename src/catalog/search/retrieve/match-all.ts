import { readTypedBarcode } from '../../../food/barcode.ts';
import {
  broaden,
  type DerivationKind,
  deriveTerms,
  excludeAny,
  type QueryTerm,
  withoutStopWords,
} from '../query/derivations.ts';
import { doubtRare, doubtUncommon } from '../query/doubts.ts';
import { readQuery } from '../query/query-words.ts';
import {
  AS_TYPED,
  clauseOfAll,
  TYPED_OR_CORRECTED,
  WITH_CORRECTIONS,
  WITH_ENDINGS,
} from './match-expression.ts';
import type { SearchIndex } from './retrieve.ts';
import { matchQuery, saysAbsent } from './word-matches.ts';

/** All foods that have all words of a text, as filters need them: in no order, and as many as there are. */
export interface AllMatches {
  /** In order. */
  ranks: Uint32Array;
  /** How surely they have the words: 0 for whole words as typed, more for what is less sure. */
  way: number;
}

/** Names that are read for what they say is absent. One in sixty foods says so of anything: a million have fewer. */
const MOST_NAMES_READ = 20_000;

/**
 * The ways in which all foods with some words are found, each where the ones before it find none. An order other than by
 * relevance would put a less sure match anywhere: `pea` is not the beginning of "Peanuts" where there are peas, nor
 * `pasta` another form of "paste".
 */
const WAYS: readonly (readonly DerivationKind[])[] = [
  AS_TYPED,
  [...AS_TYPED, 'ending'],
  WITH_ENDINGS,
  TYPED_OR_CORRECTED,
  WITH_CORRECTIONS,
];

const NO_MATCHES: AllMatches = { ranks: new Uint32Array(), way: Number.POSITIVE_INFINITY };

export function matchAll(index: SearchIndex, q: string): AllMatches {
  const { vocabulary, candidates, foods } = index;
  const byBarcode = candidates.withId(readTypedBarcode(q), null);
  if (byBarcode !== null) return { ranks: Uint32Array.of(byBarcode.rank), way: 0 };
  const typed = deriveTerms(vocabulary, readQuery(q, vocabulary.areNeighbours).words);
  let terms = typed.map((term) => broaden(vocabulary, term, foods));
  for (const [way, kinds] of WAYS.entries()) {
    if (kinds === TYPED_OR_CORRECTED)
      terms = terms.map((term) => doubtUncommon(index, doubtRare(index, term)));
    const ranks = ranksOfAll(index, terms, kinds);
    if (ranks.length > 0) return { ranks, way };
  }
  return NO_MATCHES;
}

function ranksOfAll(
  { candidates }: SearchIndex,
  terms: QueryTerm[],
  kinds: readonly DerivationKind[],
): Uint32Array {
  const required = withoutStopWords(terms);
  const clause = clauseOfAll(required.length === 0 ? terms : required, kinds, 'anywhere');
  if (clause === null) return NO_MATCHES.ranks;
  const ranks = candidates.allRanks(clause);
  if (!excludeAny(terms)) return ranks;
  // The index knows that a name has "free" and "milk", but not whether it is "milk free".
  const query = matchQuery(terms);
  return ranks.filter((rank, at) => at >= MOST_NAMES_READ || saysAbsent(query, candidates.nameAt(rank)));
}
