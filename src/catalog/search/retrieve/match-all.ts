import { readSearchedBarcode } from '../../../food/barcode.ts';
import { accentCheck } from '../../../text/accents.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import {
  broaden,
  type Derivation,
  type DerivationKind,
  deriveTerms,
  excludeAny,
  once,
  type QueryTerm,
  single,
  withoutStopWords,
} from '../query/derivations.ts';
import { doubtRare, doubtUncommon } from '../query/doubts.ts';
import { readQuery } from '../query/read-query.ts';
import type { Vocabulary } from '../query/vocabulary.ts';
import { READ, WORK } from '../query/weights.ts';
import {
  AS_TYPED,
  allOf,
  type Expression,
  except,
  sayingAbsent,
  TYPED_OR_CORRECTED,
  WITH_CORRECTIONS,
  WITH_ENDINGS,
} from './expressions.ts';
import type { SearchIndex } from './walk.ts';
import { matchQuery, saysAbsent } from './word-matches.ts';

/** All foods that have all words of a text, as filters need them: in no order, and as many as there are. */
export interface AllMatches {
  /** In order. */
  ranks: Uint32Array;
  /** How surely they have the words: 0 for whole words as typed, more for what is less sure. */
  way: number;
}

/**
 * The ways in which all foods with some words are found, each where the ones before it find none. An order other than by
 * relevance would put a less sure match anywhere: `pea` is not the beginning of "Peanuts" where there are peas, nor
 * `pasta` another form of "paste", nor `prawns` a slip for "plain" where there is shrimp.
 */
const WAYS: readonly (readonly DerivationKind[])[] = [
  AS_TYPED,
  [...AS_TYPED, 'ending'],
  WITH_ENDINGS,
  TYPED_OR_CORRECTED,
  WITH_CORRECTIONS,
];

/** So many names are read by one statement. */
const NAMES_AT_ONCE = 1000;

const NO_MATCHES: AllMatches = { ranks: new Uint32Array(), way: Number.POSITIVE_INFINITY };

export function matchAll(index: SearchIndex, q: string): AllMatches {
  const { vocabulary, candidates, size, work } = index;
  const [byBarcode] = candidates.withIds(readSearchedBarcode(q));
  if (byBarcode !== undefined) return { ranks: Uint32Array.of(byBarcode.rank), way: 0 };
  let terms = deriveAll(index, q);
  for (const [way, kinds] of WAYS.entries()) {
    if (way === 1)
      terms = terms.map((term) => withFormsOfEndings(vocabulary, broaden(vocabulary, term, size)));
    if (kinds === TYPED_OR_CORRECTED)
      terms = terms.map((term) => doubtUncommon(index, doubtRare(index, term)));
    const ranks = withTypedAccents(index, terms, ranksOfAll(index, terms, kinds));
    if (ranks.length > 0) return { ranks, way };
    if (work.isSpent) break;
  }
  return NO_MATCHES;
}

function deriveAll(index: SearchIndex, text: string): QueryTerm[] {
  return deriveTerms(index.vocabulary, readQuery(text, index).words);
}

/** A word with another ending has a plural too: `tomatoe` is "Tomato", and also "Tomatoes". */
function withFormsOfEndings(vocabulary: Vocabulary, term: QueryTerm): QueryTerm {
  const forms = term.derivations
    .filter(({ kind }) => kind === 'ending')
    .flatMap(({ terms }) => vocabulary.listForms(terms[0]!).map((form) => single('ending', form)));
  if (forms.length === 0) return term;
  // Before completions, of which the same term would be a less sure one: `tomatoe` also begins "Tomatoes".
  const isCompletion = ({ kind }: Derivation) => kind === 'prefix';
  const surer = term.derivations.filter((derivation) => !isCompletion(derivation));
  const completions = term.derivations.filter(isCompletion);
  return { ...term, derivations: once([...surer, ...forms, ...completions]) };
}

/**
 * A lone word that without its accents would be an article names a food only where a name has the accents too: `thé` is
 * not in "On the Border". Beside other words it may lack them, as in "THE VERT".
 */
function withTypedAccents(index: SearchIndex, terms: readonly QueryTerm[], ranks: Uint32Array): Uint32Array {
  const [only] = terms;
  const accented = only?.word.accented ?? null;
  if (terms.length !== 1 || accented === null || !isStopWord(only!.word.text, '')) return ranks;
  return keepNamed(index, ranks, WORK.name, accentCheck(accented));
}

/** The foods whose names are as they should be. Where not all names can be read, those that are not are left out. */
function keepNamed(
  { candidates, work }: SearchIndex,
  ranks: Uint32Array,
  cost: number,
  isKept: (name: string) => boolean,
): Uint32Array {
  const kept: number[] = [];
  for (let from = 0; from < Math.min(ranks.length, READ.names) && !work.isSpent; from += NAMES_AT_ONCE) {
    const some = Array.from(ranks.subarray(from, from + NAMES_AT_ONCE));
    work.spend(some.length * cost);
    for (const [rank, name] of candidates.namesAt(some)) if (isKept(name)) kept.push(rank);
  }
  return Uint32Array.from(kept);
}

function ranksOfAll(
  index: SearchIndex,
  terms: readonly QueryTerm[],
  kinds: readonly DerivationKind[],
): Uint32Array {
  const { candidates, work } = index;
  const required = withoutStopWords(terms);
  const expression = allOf(required.length === 0 ? terms : required, kinds, 'anywhere');
  if (expression === null) return NO_MATCHES.ranks;
  const all = (asked: Expression) => {
    work.spend(WORK.statement + asked.entries * WORK.entry);
    return candidates.allRanks(asked.match);
  };
  if (!excludeAny(terms)) return all(expression);
  // The index knows which names say so in a way that it lists. Of others it knows that they have "free" and "milk", but not
  // whether it is "milk free".
  const listed = sayingAbsent(expression, terms);
  const query = matchQuery(terms);
  const others = all(listed === null ? expression : except(expression, listed));
  const named = keepNamed(index, others, WORK.name + WORK.absence, (name) => saysAbsent(query, name));
  return listed === null ? named : Uint32Array.from([...all(listed), ...named]).sort();
}
