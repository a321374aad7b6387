import { readSearchedBarcode } from '../../food/barcode.ts';
import type { SearchEffort, SearchRequest } from '../../food/catalog.ts';
import type { MatchScore } from '../../food/detailed-food.ts';
import type { Database } from '../../sqlite/driver.ts';
import { words } from '../../text/fold.ts';
import { readQuery } from '../../text/query-words.ts';
import { type Correct, openCorrections } from './query/corrections.ts';
import { broaden, deriveTerms, type QueryTerm, withoutStopWords } from './query/derivations.ts';
import type { Words } from './query/doubts.ts';
import { openVocabulary } from './query/vocabulary.ts';
import { COST, Work } from './query/work.ts';
import { rank } from './rank/ranking.ts';
import { type FoundScore, foundBy, mergeReadings, type Reading, read, readAll, respell } from './reading.ts';
import { type Candidate, openCandidates } from './retrieve/candidates.ts';
import { allOf, WITH_PREFIXES } from './retrieve/clauses.ts';
import { type AllMatches, matchAll } from './retrieve/match-all.ts';
import { MOST_CANDIDATES, type Step } from './retrieve/pool.ts';
import type { SearchIndex } from './retrieve/retrieve.ts';

export type { AllMatches };

/**
 * The control flow of a search, from top to bottom: each reading of the query (reading.ts) turns words into terms
 * (query/), finds candidates by them, the most certain way first, until there are some (retrieve/), and scores those
 * (rank/); then the foods of all readings are merged.
 */
export interface Search {
  /** The words of the catalogue, which suggestions share, for one request. */
  words(): Words;
  /** The ranks of the foods that answer, best first; at most `limit`. */
  search(request: SearchRequest): number[];
  /** The same search with every step it took. */
  explain(request: SearchRequest): Explanation;
  /** All foods that have all words of a text, as typed or else as corrected. */
  matchAll(q: string): AllMatches;
  /** The best foods that have all words of a text in their names, the last one perhaps unfinished. */
  listNamed(q: string, most: number): { rank: number; name: string }[];
  /** The best foods that are called like a text, but for plurals and stop words. */
  listCalled(q: string): { rank: number; name: string }[];
  /** How well each of these foods matches a text. */
  scoreFoods(q: string, ranks: readonly number[]): MatchScore[];
  /** The same foods, best match first. */
  orderFoods(q: string, ranks: readonly number[]): number[];
}

export interface Explanation {
  q: string;
  /** The query as typed, and with synonyms. */
  readings: string[];
  terms: QueryTerm[];
  steps: readonly Step[];
  /** The foods that answer, best first. */
  scores: FoundScore[];
  /** The query that found the first answer, or null when nothing was corrected. */
  corrected: string | null;
}

/** What listing foods by name may read: it is done for every letter that someone types. */
const MOST_POSTINGS_NAMED = 300_000;
const MOST_TIERS_NAMED = 1;

/** What a search may cost, and what listing every food that has the words: together a page may take 25 ms. */
const MAX_WORK: Readonly<Record<SearchEffort, number>> = {
  usual: 600_000,
  little: 200_000,
  certain: 50_000,
};
const MAX_WORK_OF_ALL = 1_800_000;

/** Looks for corrections until the work is spent. */
function withinWork(correct: Correct, work: Work): Correct {
  return (word, isLast) => {
    if (work.isSpent) return [];
    work.spend(COST.corrections);
    return correct(word, isLast);
  };
}

/** `onSearch` is called after every search. */
export function openSearch(
  db: Database,
  onSearch: ((explanation: Explanation) => void) | null = null,
): Search {
  const foods = db.prepare("SELECT value FROM search_facts WHERE fact = 'foods'").pluck().get() as number;
  const vocabulary = openVocabulary(db);
  const correct = openCorrections(vocabulary, foods);
  const candidates = openCandidates(db, foods);
  /** The catalogue for one request, with what that may cost. */
  const forOne = (allowed: number): SearchIndex => {
    const work = new Work(allowed);
    return { vocabulary, candidates, foods, work, correct: withinWork(correct, work) };
  };
  const explain = (request: SearchRequest) => {
    const explanation = answer(forOne(MAX_WORK[request.effort ?? 'usual']), request);
    onSearch?.(explanation);
    return explanation;
  };
  return {
    words: () => forOne(MAX_WORK.usual),
    explain,
    search: (request) => explain(request).scores.map(({ candidate }) => candidate.rank),
    matchAll: (q) => matchAll(forOne(MAX_WORK_OF_ALL), q),
    listNamed: (q, most) => listNamed(forOne(MAX_WORK.usual), q, most),
    listCalled: (q) => candidates.named(words(q), q, null),
    scoreFoods(q, ranks) {
      const scores = scoresOf(forOne(MAX_WORK.usual), q, ranks);
      return ranks.map((foodRank) => describeMatch(scores.get(foodRank)!));
    },
    orderFoods(q, ranks) {
      const scores = scoresOf(forOne(MAX_WORK.usual), q, ranks);
      const totalOf = (foodRank: number) => scores.get(foodRank)!.total;
      return ranks.toSorted((one, other) => totalOf(other) - totalOf(one) || one - other);
    },
  };
}

function answer(index: SearchIndex, request: SearchRequest): Explanation {
  const byBarcode = index.candidates.withId(readSearchedBarcode(request.q), request.source);
  const readings: [Reading, ...Reading[]] =
    request.effort === 'certain'
      ? [read(index, request.q, { ...request, isCertain: true }, byBarcode)]
      : readAll(index, request, byBarcode);
  const [typed] = readings;
  const scores = mergeReadings(readings, request.limit);
  const first = scores[0];
  // Where another reading comes first that needed no correction, nothing was misspelt.
  const answering = first?.reading ?? typed;
  return {
    q: request.q,
    readings: readings.map(({ text }) => text),
    terms: readings.flatMap(({ terms }) => terms),
    steps: readings.flatMap(({ steps }) => steps),
    scores,
    corrected: answering === typed ? respell(typed.terms, first) : answering.correctedFirst,
  };
}

/** The scores of foods by rank. Those that the search itself does not rank are scored like those it does. */
function scoresOf(index: SearchIndex, q: string, ranks: readonly number[]): Map<number, FoundScore> {
  const { vocabulary, candidates, foods } = index;
  const byBarcode = candidates.withId(readSearchedBarcode(q), null);
  const readings = readAll(index, { q, limit: MOST_CANDIDATES, source: null }, byBarcode);
  const [typed] = readings;
  const scores = new Map(
    mergeReadings(readings, MOST_CANDIDATES).map((scored) => [scored.candidate.rank, scored]),
  );
  const others = ranks.filter((foodRank) => !scores.has(foodRank)).map(candidates.at);
  for (const scored of rank(readQuery(q, vocabulary.areNeighbours), typed.terms, foods, others))
    scores.set(scored.candidate.rank, foundBy(typed, scored));
  return scores;
}

/** The score of a food in whole points, and the query that found it. */
export function describeMatch(scored: FoundScore): MatchScore {
  const { terms, correctedFirst } = scored.reading;
  const read_as = respell(terms, scored) ?? correctedFirst;
  return { read_as, score: scored.total, parts: wholePoints(scored) };
}

/** Rounded so that the parts add up to the total: those with the largest fractions are rounded up. */
function wholePoints({ parts, total }: FoundScore): Record<string, number> {
  const whole = Object.entries(parts).map(([name, points]) => ({ name, points, floor: Math.floor(points) }));
  const missing = total - whole.reduce((sum, { floor }) => sum + floor, 0);
  const byFraction = [...whole].sort((a, b) => b.points - b.floor - (a.points - a.floor));
  const raised = new Set(byFraction.slice(0, Math.max(0, missing)));
  return Object.fromEntries(whole.map((part) => [part.name, part.floor + (raised.has(part) ? 1 : 0)]));
}

function listNamed(
  { vocabulary, candidates, foods, work }: SearchIndex,
  q: string,
  most: number,
): Candidate[] {
  const typed = deriveTerms(vocabulary, readQuery(q, vocabulary.areNeighbours).words);
  const terms = typed.map((term) => broaden(vocabulary, term, foods));
  const expression = allOf(withoutStopWords(terms), WITH_PREFIXES, 'name');
  if (expression === null || expression.postings > MOST_POSTINGS_NAMED) return [];
  return candidates.match(expression.clause, null, most, MOST_TIERS_NAMED, work).map(candidates.at);
}
