import { readTypedBarcode } from '../../food/barcode.ts';
import type { SearchRequest } from '../../food/catalog.ts';
import type { Database } from '../../sqlite/driver.ts';
import { loosely, tightly } from './index/name-keys.ts';
import { type Understanding, understandAll } from './query/derivations.ts';
import { readQuery } from './query/query.ts';
import { openVocabulary, type Vocabulary } from './query/vocabulary.ts';
import { countMet, order, prepareRanking, type Score } from './rank/ranking.ts';
import type { Candidate } from './rank/word-matches.ts';
import { type Candidates, type Matches, openCandidates } from './retrieve/candidates.ts';
import type { Expression } from './retrieve/match-expression.ts';
import {
  askAllButOne,
  askCorrected,
  askMostWords,
  askTyped,
  doubtRare,
  doubtUncommon,
  isSure,
  MOST_CANDIDATES,
  type Steps,
} from './retrieve/steps.ts';
import { countShelves } from './retrieve/tiers.ts';

/** Finds foods by what a person typed. */
export interface Search {
  /** The ranks of the foods that answer, best first; at most `limit`. */
  search(request: SearchRequest): number[];
  /** The same search with every step it took. */
  explain(request: SearchRequest): Explanation;
}

/** One thing the search asked, for a person to read. */
export interface Step {
  name: string;
  asked: string;
  found: number;
  tookMs: number;
}

export interface Explanation {
  q: string;
  understood: Understanding[];
  steps: Step[];
  /** The foods that answer, best first. */
  scores: Score[];
  /** What the first answer was found by in place of what was typed, or null when nothing had to be corrected. */
  corrected: string | null;
}

/**
 * Entries of the index that one step of a search may read, and all of them together: what bounds the worst query
 * anyone can type. An entry takes about 30 ns. Where the words of a query have more, all of them common, only the
 * best shelves are looked through; no food is passed over for a query with a rarer word in it.
 */
const MOST_POSTINGS_OF_A_STEP = 60_000;
const MOST_POSTINGS = 150_000;
/** What an expression costs with all of its words, next to one with the rarest only. */
const UNABRIDGED_COST = 2;
/** Fewer foods than this, all of them found by guessing, leave room for foods that have most of the words. */
const FEW_FOODS = 3;
/** In a query of at least this many words, one of them may be too many. */
const SEVERAL_WORDS = 3;

/** `onSearch` is told of every search. */
export function openSearch(
  db: Database,
  onSearch: ((explanation: Explanation) => void) | null = null,
): Search {
  const vocabulary = openVocabulary(db);
  const candidates = openCandidates(db);
  const foods = db.prepare("SELECT value FROM search_facts WHERE fact = 'foods'").pluck().get() as number;
  const explain = (request: SearchRequest) => {
    const explanation = answer(vocabulary, candidates, foods, request);
    onSearch?.(explanation);
    return explanation;
  };
  return { explain, search: (request) => explain(request).scores.map(({ candidate }) => candidate.rank) };
}

function answer(
  vocabulary: Vocabulary,
  candidates: Candidates,
  foods: number,
  request: SearchRequest,
): Explanation {
  const { q, limit, source } = request;
  const coded = candidates.withId(readTypedBarcode(q), source);
  const query = readQuery(q);
  let understood = understandAll(vocabulary, query.words, foods);
  const pool = openPool(candidates, source, foods);
  if (coded !== null) pool.found.set(coded.rank, coded);
  else if (understood.length > 0)
    understood = gather({ ...pool, vocabulary, foods, limit }, query.typed, understood, pool.found);
  const scores = order(prepareRanking(query.typed, understood, foods), pool.found.values()).slice(0, limit);
  return { q, understood, steps: pool.steps, scores, corrected: respell(understood, scores[0]) };
}

/** Gathers the foods that may answer, from the surest way of finding them to the least sure; ends when there are some. */
function gather(
  steps: Steps,
  typed: string[],
  understood: Understanding[],
  found: ReadonlyMap<number, Candidate>,
): Understanding[] {
  const namesakes = steps.askNames('whole name', typed);
  askTyped(steps, understood);
  // Several words that are the name of a food, all of them, are spelled as they should be.
  if (namesakes > 0 && understood.length >= SEVERAL_WORDS) return understood;
  const rarelyDoubted = understood.map((one) => doubtRare(steps, one));
  if (differ(understood, rarelyDoubted)) askCorrected(steps, rarelyDoubted);
  const isMany = understood.length >= SEVERAL_WORDS;
  if (found.size >= (isMany ? FEW_FOODS : 1)) return rarelyDoubted;
  if (found.size > 0 && isSure(steps, understood)) return rarelyDoubted;
  if (isMany && askAllButOne(steps, rarelyDoubted) > 0) return rarelyDoubted;
  const doubted = rarelyDoubted.map((one) => doubtUncommon(steps, one));
  if (found.size === 0 && differ(rarelyDoubted, doubted)) askCorrected(steps, doubted);
  if (understood.length > 1 && found.size < (isMany ? FEW_FOODS : 1)) askMostWords(steps, doubted, isMany);
  return doubted;
}

function differ(before: Understanding[], after: Understanding[]): boolean {
  return after.some((one, i) => one !== before[i]);
}

/** The foods found so far, and the ways to find more. */
function openPool(candidates: Candidates, source: SearchRequest['source'], catalogFoods: number) {
  const found = new Map<number, Candidate>();
  const steps: Step[] = [];
  const shelves = countShelves(catalogFoods);
  let postingsLeft = MOST_POSTINGS;
  const add = (name: string, asked: string, read: () => Candidate[]): number => {
    const startedMs = performance.now();
    const foods = read();
    for (const candidate of foods) found.set(candidate.rank, candidate);
    steps.push({ name, asked, found: foods.length, tookMs: performance.now() - startedMs });
    return foods.length;
  };
  const match = (text: string, postings: number, most: number): Matches => {
    const each = postings / shelves;
    const allowed = Math.min(MOST_POSTINGS_OF_A_STEP, postingsLeft);
    // The first shelf is read in any case, unless it alone would take far more than there is left.
    if (each > 2 * allowed) return { foods: [], isCut: true };
    const mostShelves = Math.max(1, Math.floor(allowed / each));
    postingsLeft -= each * Math.min(mostShelves, shelves);
    return candidates.match(text, source, most, mostShelves);
  };
  const matchAll = (expression: Expression, most: number): Candidate[] => {
    const { foods, isCut } = match(expression.text, expression.postings, most);
    if (expression.unabridged === null) return foods;
    if (isCut && foods.length >= most) {
      return match(expression.unabridged, expression.postings * UNABRIDGED_COST, most).foods;
    }
    const query = prepareRanking([], [...expression.words], catalogFoods);
    return foods.filter((candidate) => countMet(query, candidate, expression.asked) >= expression.least);
  };
  return {
    found,
    steps,
    ask(name: string, expression: Expression | null, most = MOST_CANDIDATES): number {
      if (expression === null || postingsLeft <= 0) return 0;
      return add(name, expression.text, () => matchAll(expression, most));
    },
    askNames: (name: string, words: string[]) =>
      add(name, words.join(' '), () => candidates.named([tightly(words), loosely(words)], source)),
  };
}

/** The query as the best answer spells it, where that was a guess. */
function respell(understood: Understanding[], best: Score | undefined): string | null {
  if (best === undefined || best.corrections.every((correction) => correction === null)) return null;
  return understood.map(({ word }, i) => best.corrections[i] ?? word.text).join(' ');
}
