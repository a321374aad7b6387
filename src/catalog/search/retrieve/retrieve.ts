import { words } from '../../../text/fold.ts';
import {
  broaden,
  excludeAny,
  MANY_FOODS,
  type QueryTerm,
  withMoreCompletions,
  withoutStopWords,
} from '../query/derivations.ts';
import { doubtRare, doubtUncommon, type Words } from '../query/doubts.ts';
import { headOf } from '../query/query-head.ts';
import type { Query } from '../query/read-query.ts';
import type { Work } from '../query/work.ts';
import type { Candidate, Candidates } from './candidates.ts';
import {
  AS_TYPED,
  allOf,
  leavingOut,
  mentioningNone,
  TYPED_OR_CORRECTED,
  WITH_CORRECTIONS,
  WITH_ENDINGS,
  WITH_PREFIXES,
} from './clauses.ts';
import { MAX_CANDIDATES, MAX_PREFIX_CANDIDATES, type Pool } from './pool.ts';
import type { WholeNames } from './whole-names.ts';
import { hasExcluded, matchQuery } from './word-matches.ts';

/**
 * Finds the foods for the terms of a query, from top to bottom: the most certain way first, and others only until there
 * are enough.
 */

/** The catalogue as a search reads it. */
export interface SearchIndex extends Words {
  candidates: Candidates;
  names: WholeNames;
  /** What may still be done for the request, and what to score foods by names other than their own. */
  work: Work;
  workOnNames: Work;
}

/** Fewer foods than this, all of them found by guessing, leave room for foods that have most of the words. */
const FEW_FOODS = 3;
/** In a query of at least this many words, one may be superfluous. */
const SEVERAL_WORDS = 3;
/** Foods of a common word that are read beyond those a page shows: the best come first, and a few are duplicates. */
const SPARE_CANDIDATES = 20;
/** Fewer foods than this leave room on a page for foods that match less well. */
const FULL_PAGE = 10;
/** Words a long query is narrowed to when no food has all of them: the rarest say most. */
const MAX_WORDS_LEFT_OUT_OF = 4;
const MAX_LEFT_OUT = 2;
/** Words that are tried beside the noun of such a query. */
const MAX_BESIDE_HEAD = 3;
/** Corrections of a single word that are searched one by one, so that a common one cannot hide the others. */
const MAX_SINGLE_CORRECTIONS = 3;
const MAX_CANDIDATES_OF_A_CORRECTION = 20;
/** Ways to write a corrected query as a whole name, and corrections of one word among them. */
const MAX_CORRECTED_NAMES = 4;
const MAX_NAME_CORRECTIONS = 3;

/** How many foods are wanted, and what is known about the query. */
interface RetrievalRequest {
  limit: number;
  /** Whether it is certainly spelled right, and useless unless foods have all the words. */
  isCertain?: boolean;
}

interface Retrieval {
  /** With corrections, where those were tried. */
  terms: QueryTerm[];
  /** Whether another limit could find other foods. */
  isForLimit: boolean;
}

/** Fills the pool, the most certain way first, and each further one only while there are too few foods. */
export function retrieve(
  index: SearchIndex,
  pool: Pool,
  query: Query,
  given: QueryTerm[],
  { limit, isCertain = false }: RetrievalRequest,
): Retrieval {
  const namesakes = pool.named('whole name', query.typed, query.text);
  const isLong = given.length >= SEVERAL_WORDS;
  // Several words that are exactly the name of a food mean that food, and the best foods of a common word fill any page.
  const isForLimit = (isLong && namesakes > 0) || isCommonWord(given);
  const most = isForLimit ? limit + SPARE_CANDIDATES : MAX_CANDIDATES;
  const { terms: typed, asTyped, isCut } = matchTyped(index, pool, given, most);
  if (isCut) matchGeneric(index, pool, typed);
  matchWithoutExcluded(pool, typed);
  // Several words that all occur in one name are spelled right.
  const isSpelledRight = isLong && namesakes + asTyped > 0;
  if (isCertain || isSpelledRight) return { terms: typed, isForLimit };

  const isNamed = namesakes > 0 && typed.length > 1;
  const doubted = typed.map((term) => doubtRare(index, term, isNamed));
  if (differ(typed, doubted)) matchCorrected(pool, doubted);
  const enough = isLong ? FEW_FOODS : 1;
  if (pool.found.size >= enough) return { terms: doubted, isForLimit };

  const allDoubted = doubted.map((term) => doubtUncommon(index, term));
  if (pool.found.size === 0 && differ(doubted, allDoubted)) matchCorrected(pool, allDoubted);
  if (typed.length > 1 && pool.found.size < enough) {
    matchMost(pool, allDoubted);
    matchHead(index, pool, query, allDoubted);
  }
  return { terms: allDoubted, isForLimit };
}

function isCommonWord(terms: QueryTerm[]): boolean {
  return withoutStopWords(terms).some(({ word, foods }) => word.isAlone && foods >= MANY_FOODS);
}

/** Which foods a search may show: none that has what the query excludes, as far as its name says. */
export function keepWithoutExcluded(terms: readonly QueryTerm[]): (food: Candidate) => boolean {
  if (!excludeAny(terms)) return () => true;
  const query = matchQuery(terms);
  return ({ name }) => !hasExcluded(query, name);
}

function differ(before: readonly QueryTerm[], after: readonly QueryTerm[]): boolean {
  return after.some((term, i) => term !== before[i]);
}

/**
 * As typed, with plurals, in the name; where that does not fill a page, with other endings, the last word as a prefix,
 * and in any field. Few terms make a quick search, so the many that are possible wait until they are needed.
 */
function matchTyped(
  index: SearchIndex,
  pool: Pool,
  terms: QueryTerm[],
  most: number,
): { terms: QueryTerm[]; asTyped: number; isCut: boolean } {
  const { vocabulary, size } = index;
  const required = withoutStopWords(terms);
  const asTyped = pool.match('all words, in the name', allOf(required, AS_TYPED, 'name'), { most });
  if (asTyped >= FULL_PAGE) return { terms, asTyped, isCut: asTyped >= most };
  const broad = terms.map((term) => broaden(vocabulary, term, size));
  // Where some foods have the words as typed, what else begins so only fills the page.
  const mostBroad = asTyped === 0 ? MAX_PREFIX_CANDIDATES : FULL_PAGE + SPARE_CANDIDATES;
  // Whoever types an unfinished name has its small words right, also where its last word is by chance a whole one elsewhere.
  if (required.length < terms.length)
    pool.match('all words, small ones too', allOf(broad, WITH_PREFIXES, 'name'));
  matchBroadly(index, pool, withoutStopWords(broad), mostBroad);
  return { terms: broad, asTyped, isCut: false };
}

function matchBroadly(
  { vocabulary, size }: SearchIndex,
  pool: Pool,
  required: QueryTerm[],
  most: number,
): void {
  // One food with a common word that begins so does not say that a rarer one is not meant.
  if (pool.match('all words', allOf(required, WITH_ENDINGS, 'anywhere'), { most }) >= FEW_FOODS) return;
  const more = required.map((term) => withMoreCompletions(vocabulary, term, size));
  if (!differ(required, more)) return;
  const asRarePrefix = allOf(more, WITH_PREFIXES, 'anywhere');
  pool.match('all words, the last as a prefix of rare ones', asRarePrefix);
}

/** Where more foods match than are read, the plain generic ones may not be among them. */
function matchGeneric({ candidates }: SearchIndex, pool: Pool, terms: QueryTerm[]): void {
  if (!candidates.hasGeneric) return;
  const expression = allOf(withoutStopWords(terms), AS_TYPED, 'name');
  pool.match('all words, generic foods', expression, { source: 'generic' });
}

/** Fills a page for a query that excludes something with foods that do not mention it at all. */
function matchWithoutExcluded(pool: Pool, terms: QueryTerm[]): void {
  if (!excludeAny(terms) || pool.found.size >= FULL_PAGE) return;
  const wanted = withoutStopWords(terms).filter(({ absence }) => absence === null);
  const expression = mentioningNone(allOf(wanted, WITH_ENDINGS, 'anywhere'), terms);
  pool.match('all words, without what is excluded', expression);
}

function matchCorrected(pool: Pool, terms: QueryTerm[]): void {
  for (const name of correctedNames(terms)) pool.named('corrected name', name);
  const required = withoutStopWords(terms).map(withoutNeedlessCompletions);
  const only = required.length === 1 ? required[0]! : null;
  if (only === null) {
    pool.match('corrected', allOf(required, WITH_CORRECTIONS, 'anywhere'));
    return;
  }
  for (const correction of only.corrections.slice(0, MAX_SINGLE_CORRECTIONS)) {
    const alone = { ...only, derivations: [], corrections: [correction] };
    const expression = allOf([alone], WITH_CORRECTIONS, 'anywhere');
    pool.match('one of the corrections', expression, { most: MAX_CANDIDATES_OF_A_CORRECTION });
  }
}

/** Where another word is in doubt, a known word counts as finished; trying every completion would cost time. */
function withoutNeedlessCompletions(term: QueryTerm): QueryTerm {
  if (term.isDoubtful || term.foods < FULL_PAGE) return term;
  return { ...term, derivations: term.derivations.filter(({ kind }) => kind !== 'prefix') };
}

/** Whole names in which doubtful words are replaced, the likeliest first. */
function correctedNames(terms: QueryTerm[]): string[][] {
  let names: string[][] = [[]];
  for (const { word, corrections, foods } of terms) {
    const spellings = corrections.slice(0, MAX_NAME_CORRECTIONS).map((correction) => correction.terms[0]!);
    if (spellings.length === 0 || foods > 0) spellings.unshift(word.text);
    names = names
      .flatMap((name) => spellings.map((spelling) => [...name, spelling]))
      .slice(0, MAX_CORRECTED_NAMES);
  }
  return names;
}

/** No food has all the words: tries foods with all known words, all but one, all but two; each choice of words by itself. */
function matchMost(pool: Pool, terms: QueryTerm[]): void {
  const required = withoutStopWords(terms);
  const isKnown = ({ derivations, corrections }: QueryTerm) => derivations.length + corrections.length > 0;
  const known = rarestOf(required.filter(isKnown));
  const fewest = known.length < required.length ? 0 : 1;
  for (let without = fewest; without <= MAX_LEFT_OUT && without < known.length; without++) {
    // A word may be misspelt, or be left out; unfinished as well, it would find anything.
    for (const kinds of without === 0 ? [WITH_CORRECTIONS] : [AS_TYPED, TYPED_OR_CORRECTED]) {
      const name = `all but ${without} of the known words${kinds === AS_TYPED ? '' : ', corrected'}`;
      let found = 0;
      for (const kept of leavingOut(known, without))
        found += pool.match(name, allOf(kept, kinds, 'anywhere'));
      if (found > 0) return;
    }
  }
}

/**
 * No food has all the words: adds foods that have the noun, with one of the other words or without. Foods with any of
 * the words are many, and those read first may all lack it.
 */
function matchHead({ candidates }: SearchIndex, pool: Pool, { typed }: Query, terms: QueryTerm[]): void {
  const head = terms[headOf(typed, terms)];
  if (head === undefined || head.foods === 0) return;
  const noun = { ...head, corrections: [] };
  let left = FULL_PAGE - countNamed(pool, noun);
  const others = rarestOf(withoutStopWords(terms).filter((term) => term !== head && term.foods > 0));
  for (const other of others.length < 2 ? [] : others.slice(0, MAX_BESIDE_HEAD)) {
    if (left <= 0) break;
    left -= pool.match('the noun and another word', allOf([noun, other], TYPED_OR_CORRECTED, 'anywhere'));
  }
  if (!candidates.hasGeneric) return;
  pool.match('the noun, generic foods', allOf([noun], AS_TYPED, 'name'), { source: 'generic' });
}

/** How many of the foods found have the word in their names. */
function countNamed({ found }: Pool, { derivations }: QueryTerm): number {
  const spellings = new Set(derivations.flatMap(({ terms }) => terms));
  let count = 0;
  for (const { name } of found.values()) if (words(name).some((word) => spellings.has(word))) count++;
  return count;
}

function rarestOf(terms: QueryTerm[]): QueryTerm[] {
  return [...terms].sort((left, right) => left.foods - right.foods).slice(0, MAX_WORDS_LEFT_OUT_OF);
}
