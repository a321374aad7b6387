import { readTypedBarcode } from '../../food/barcode.ts';
import type { SearchRequest } from '../../food/catalog.ts';
import type { Database } from '../driver.ts';
import { type Candidates, openCandidates } from './candidates.ts';
import { type Understanding, understandAll } from './meanings.ts';
import { loosely, tightly } from './name-keys.ts';
import { readQuery } from './query.ts';
import { type Candidate, order, prepareRanking, type Score } from './ranking.ts';
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
} from './steps.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';

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
 * Entries of the index that one query may read: what bounds the worst query anyone can type. About 20 ns each, and
 * a common word stops long before its end.
 */
const MOST_POSTINGS = 1_500_000;
/** Fewer foods than this, all of them found by guessing, leave room for foods that have most of the words. */
const FEW_FOODS = 3;
/** In a query of at least this many words, one of them may be too many. */
const SEVERAL_WORDS = 3;

export function openSearch(db: Database): Search {
  const vocabulary = openVocabulary(db);
  const candidates = openCandidates(db);
  const foods = db.prepare("SELECT value FROM search_facts WHERE fact = 'foods'").pluck().get() as number;
  const explain = (request: SearchRequest) => answer(vocabulary, candidates, foods, request);
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
  const pool = openPool(candidates, source);
  if (coded !== null) pool.found.set(coded.rank, coded);
  else if (understood.length > 0)
    understood = gather({ ...pool, vocabulary, foods }, query.typed, understood, pool.found);
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
  if (understood.length > 1 && found.size < (isMany ? FEW_FOODS : 1)) askMostWords(steps, doubted);
  return doubted;
}

function differ(before: Understanding[], after: Understanding[]): boolean {
  return after.some((one, i) => one !== before[i]);
}

function openPool(candidates: Candidates, source: SearchRequest['source']) {
  const found = new Map<number, Candidate>();
  const steps: Step[] = [];
  let postingsLeft = MOST_POSTINGS;
  const add = (name: string, asked: string, read: () => Candidate[]): number => {
    const startedMs = performance.now();
    const foods = read();
    for (const candidate of foods) found.set(candidate.rank, candidate);
    steps.push({ name, asked, found: foods.length, tookMs: performance.now() - startedMs });
    return foods.length;
  };
  return {
    found,
    steps,
    postingsLeft: () => postingsLeft,
    ask(name: string, expression: { text: string; postings: number } | null): number {
      if (expression === null || postingsLeft <= 0) return 0;
      postingsLeft -= expression.postings;
      return add(name, expression.text, () => candidates.match(expression.text, source, MOST_CANDIDATES));
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
