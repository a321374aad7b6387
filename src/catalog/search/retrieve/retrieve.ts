import { GENERIC_SOURCE } from '../../../food/food.ts';
import { words } from '../../../text/fold.ts';
import type { Query } from '../../../text/query-words.ts';
import {
  broaden,
  excludeAny,
  MANY_FOODS,
  type QueryTerm,
  withMoreCompletions,
  withoutStopWords,
} from '../query/derivations.ts';
import { doubtRare, doubtUncommon, RARE_FLOOR, RARE_SHARE, type Words } from '../query/doubts.ts';
import { headOf } from '../query/query-head.ts';
import type { Work } from '../query/work.ts';
import type { Candidates } from './candidates.ts';
import {
  AS_TYPED,
  allOf,
  mentioningNone,
  mostOf,
  TYPED_OR_CORRECTED,
  WITH_CORRECTIONS,
  WITH_ENDINGS,
  WITH_PREFIXES,
} from './clauses.ts';
import { withEqualWords } from './equal-words.ts';
import { MOST_CANDIDATES, MOST_PREFIX_CANDIDATES, type Pool } from './pool.ts';

/**
 * Finds the foods for the terms of a query, from top to bottom: the most certain way first, and others only until there
 * are enough.
 */

/** The catalogue as a search reads it. */
export interface SearchIndex extends Words {
  candidates: Candidates;
  /** What may still be done for the request. */
  work: Work;
}

/** Fewer foods than this, all of them found by guessing, leave room for foods that have most of the words. */
const FEW_FOODS = 3;
/** In a query of at least this many words, one may be superfluous. */
const SEVERAL_WORDS = 3;
/** Foods of a common word that are read beyond those a page shows: the best come first, and a few are duplicates. */
const SPARE_CANDIDATES = 20;
/** Fewer foods than this leave room on a page for foods that match less well. */
export const FULL_PAGE = 10;
/** Shorter words begin too many others. */
const SHORTEST_UNFINISHED = 4;
/** A rare word is taken for the beginning of another that is this many times as common. */
const UNFINISHED_RATIO = 10;
/** Words a long query is narrowed to when no food has all of them: the rarest say most. */
const MOST_WORDS_LEFT_OUT_OF = 4;
const MOST_LEFT_OUT = 2;
/** Words that are tried beside the noun of such a query. */
const MOST_BESIDE_HEAD = 3;
/** Corrections of a single word that are searched one by one, so that a common one cannot hide the others. */
const MOST_SINGLE_CORRECTIONS = 3;
const MOST_CANDIDATES_OF_A_CORRECTION = 20;
/** Ways to write a corrected query as a whole name, and corrections of one word among them. */
const MOST_CORRECTED_NAMES = 4;
const MOST_NAME_CORRECTIONS = 3;

/** How many foods are wanted, and what is known about the query. */
export interface RetrievalRequest {
  limit: number;
  /** Whether it is certainly spelled right, and useless unless foods have all the words. */
  isCertain?: boolean;
  /** The whole name of a food. */
  isName?: boolean;
}

/** Fills the pool; returns the terms, with corrections where those were tried. */
export function retrieve(
  index: SearchIndex,
  pool: Pool,
  query: Query,
  given: QueryTerm[],
  { limit, isCertain = false, isName = false }: RetrievalRequest,
): QueryTerm[] {
  const namesakes = pool.named('whole name', query.typed, query.text);
  if (isName) return given;
  const derived = given.map((term) => withEqualWords(index.vocabulary, term));
  const isLong = derived.length >= SEVERAL_WORDS;
  // Several words that are exactly the name of a food mean that food: others only fill the page.
  const mostUncommon = isLong && namesakes > 0 ? limit + SPARE_CANDIDATES : MOST_CANDIDATES;
  const typed = matchTyped(index, pool, derived, limit, mostUncommon);
  matchGeneric(index, pool, typed);
  matchWithoutExcluded(pool, typed);
  if (isCertain) return typed;
  // Several words that all occur in one name are spelled right.
  if (isLong && (namesakes > 0 || typed === derived)) return typed;

  const isNamed = namesakes > 0 && typed.length > 1;
  const rareDoubted = typed.map((term) => doubtRare(index, term, isNamed));
  if (differ(typed, rareDoubted)) matchCorrected(pool, rareDoubted);
  const enough = isLong ? FEW_FOODS : 1;
  if (pool.found.size >= enough) return rareDoubted;
  if (pool.found.size > 0 && matchesWithoutEndings(pool, typed)) return rareDoubted;
  if (isLong && matchAllButOne(pool, rareDoubted) > 0) {
    matchHead(index, pool, query, rareDoubted);
    return rareDoubted;
  }

  const doubted = rareDoubted.map((term) => doubtUncommon(index, term));
  if (pool.found.size === 0 && differ(rareDoubted, doubted)) matchCorrected(pool, doubted);
  if (typed.length > 1 && pool.found.size < enough) {
    matchMost(pool, doubted, isLong);
    matchHead(index, pool, query, doubted);
  }
  return doubted;
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
  limit: number,
  mostUncommon: number,
): QueryTerm[] {
  const { vocabulary, foods } = index;
  const required = withoutStopWords(terms);
  const isCommon = required[0]?.word.isAlone && required[0].foods >= MANY_FOODS;
  const most = isCommon ? limit + SPARE_CANDIDATES : mostUncommon;
  const typed = pool.match('all words, in the name', allOf(required, AS_TYPED, 'name'), { most });
  if (typed >= FULL_PAGE || (typed >= enoughTyped(terms) && !isLikelyUnfinished(index, terms))) return terms;
  const broad = terms.map((term) => broaden(vocabulary, term, foods));
  matchBroadly(index, pool, withoutStopWords(broad));
  return broad;
}

/** An absence is worded in many ways, so the others are left out only if one wording fills a page. */
function enoughTyped(terms: QueryTerm[]): number {
  if (terms.length === 1 || excludeAny(terms)) return FULL_PAGE;
  return terms.length >= SEVERAL_WORDS ? 1 : FEW_FOODS;
}

/** `fraich` is a word of a few names, but the beginning of a common one. */
function isLikelyUnfinished({ vocabulary, foods }: SearchIndex, terms: QueryTerm[]): boolean {
  const { word, derivations } = terms.at(-1)!;
  if (word.isUnspaced || word.exclusion !== null || word.text.length < SHORTEST_UNFINISHED) return false;
  const typed = derivations.find(({ kind }) => kind === 'typed');
  const known = typed === undefined ? 0 : typed.names + typed.fields;
  if (known > Math.max(RARE_FLOOR, foods * RARE_SHARE)) return false;
  const [completion] = vocabulary.listCompletions(word.text, 1);
  return completion !== undefined && completion.names + completion.fields > known * UNFINISHED_RATIO;
}

function matchBroadly({ vocabulary, foods }: SearchIndex, pool: Pool, required: QueryTerm[]): void {
  const most = MOST_PREFIX_CANDIDATES;
  if (pool.match('all words', allOf(required, WITH_ENDINGS, 'anywhere'), { most }) > 0) return;
  const more = required.map((term) => withMoreCompletions(vocabulary, term, foods));
  if (!differ(required, more)) return;
  const asRarePrefix = allOf(more, WITH_PREFIXES, 'anywhere');
  pool.match('all words, the last as a prefix of rare ones', asRarePrefix);
}

/** Where more foods match than are read, the plain generic ones may not be among them. */
function matchGeneric({ candidates }: SearchIndex, pool: Pool, terms: QueryTerm[]): void {
  if (!candidates.hasGeneric || pool.found.size < FULL_PAGE) return;
  const expression = allOf(withoutStopWords(terms), WITH_ENDINGS, 'anywhere');
  pool.match('all words, generic foods', expression, { source: GENERIC_SOURCE });
}

/** Fills a page for a query that excludes something with foods that do not mention it at all. */
function matchWithoutExcluded(pool: Pool, terms: QueryTerm[]): void {
  if (!excludeAny(terms) || pool.found.size >= FULL_PAGE) return;
  const wanted = withoutStopWords(terms).filter(({ absence }) => absence === null);
  const expression = mentioningNone(allOf(wanted, WITH_ENDINGS, 'anywhere'), terms);
  pool.match('all words, without what is excluded', expression);
}

/** Whether foods match without a changed ending: other matches may be a coincidence. */
function matchesWithoutEndings(pool: Pool, terms: QueryTerm[]): boolean {
  const required = withoutStopWords(terms);
  const hasEndings = required.some(({ derivations }) => derivations.some(({ kind }) => kind === 'ending'));
  if (!hasEndings) return true;
  const expression = allOf(required, WITH_PREFIXES, 'anywhere');
  return pool.match('all words, without other endings', expression) > 0;
}

function matchCorrected(pool: Pool, terms: QueryTerm[]): void {
  for (const name of correctedNames(terms)) pool.named('corrected name', name);
  const required = withoutStopWords(terms).map(withoutNeedlessCompletions);
  const only = required.length === 1 ? required[0]! : null;
  if (only === null) {
    pool.match('corrected', allOf(required, WITH_CORRECTIONS, 'anywhere'));
    return;
  }
  for (const correction of only.corrections.slice(0, MOST_SINGLE_CORRECTIONS)) {
    const alone = { ...only, derivations: [], corrections: [correction] };
    const expression = allOf([alone], WITH_CORRECTIONS, 'anywhere');
    pool.match('one of the corrections', expression, { most: MOST_CANDIDATES_OF_A_CORRECTION });
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
    const spellings = corrections.slice(0, MOST_NAME_CORRECTIONS).map((correction) => correction.terms[0]!);
    if (spellings.length === 0 || foods > 0) spellings.unshift(word.text);
    names = names
      .flatMap((name) => spellings.map((spelling) => [...name, spelling]))
      .slice(0, MOST_CORRECTED_NAMES);
  }
  return names;
}

/**
 * No food has all the words, but each is a known word: one may be superfluous. Returns how many foods have the rest.
 */
function matchAllButOne(pool: Pool, terms: QueryTerm[]): number {
  const rarest = rarestOf(withoutStopWords(terms));
  const isKnown = rarest.every((term) => term.foods > 0 || term.corrections.length > 0);
  if (!isKnown || rarest.length < 2) return 0;
  return pool.match('all but one of the words', mostOf(rarest, 1, TYPED_OR_CORRECTED));
}

/** No food has all the words: tries foods with all known words, all but one, all but two. */
function matchMost(pool: Pool, terms: QueryTerm[], isAllButOneTried: boolean): void {
  const required = withoutStopWords(terms);
  const isKnown = ({ derivations, corrections }: QueryTerm) => derivations.length + corrections.length > 0;
  const known = rarestOf(required.filter(isKnown));
  const fewest = known.length < required.length ? 0 : 1;
  for (let without = fewest; without <= MOST_LEFT_OUT && without < known.length; without++) {
    for (const kinds of [WITH_PREFIXES, WITH_CORRECTIONS]) {
      if (kinds === WITH_PREFIXES && without === 1 && isAllButOneTried) continue;
      const name = `all but ${without} of the known words${kinds === WITH_PREFIXES ? '' : ', corrected'}`;
      if (pool.match(name, mostOf(known, without, kinds)) > 0) return;
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
  for (const other of others.length < 2 ? [] : others.slice(0, MOST_BESIDE_HEAD)) {
    if (left <= 0) break;
    left -= pool.match('the noun and another word', allOf([noun, other], TYPED_OR_CORRECTED, 'anywhere'));
  }
  if (!candidates.hasGeneric) return;
  pool.match('the noun, generic foods', allOf([noun], AS_TYPED, 'name'), { source: GENERIC_SOURCE });
}

/** How many of the foods found have the word in their names. */
function countNamed({ found }: Pool, { derivations }: QueryTerm): number {
  const spellings = new Set(derivations.flatMap(({ terms }) => terms));
  let count = 0;
  for (const { name } of found.values()) if (words(name).some((word) => spellings.has(word))) count++;
  return count;
}

function rarestOf(terms: QueryTerm[]): QueryTerm[] {
  return [...terms].sort((left, right) => left.foods - right.foods).slice(0, MOST_WORDS_LEFT_OUT_OF);
}
