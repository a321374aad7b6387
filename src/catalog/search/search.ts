import { readSearchedBarcode } from '../../food/barcode.ts';
import type { Matched, SearchRequest } from '../../food/catalog.ts';
import type { MatchScore } from '../../food/detailed-food.ts';
import { RANKED_BY_SEARCH } from '../../food/food-filters.ts';
import type { Database } from '../../sqlite/driver.ts';
import { words } from '../../text/fold.ts';
import { type Correct, openCorrections } from './query/corrections.ts';
import { broaden, deriveTerms, type QueryTerm, withoutStopWords } from './query/derivations.ts';
import type { Words } from './query/doubts.ts';
import { readQuery } from './query/read-query.ts';
import { openVocabulary } from './query/vocabulary.ts';
import { READ, WORK } from './query/weights.ts';
import { Work } from './query/work.ts';
import { withoutVagueParts, withoutWildGuesses } from './rank/honest.ts';
import { rank, respell } from './rank/ranking.ts';
import type { Score } from './rank/score.ts';
import { type Candidate, isFrom, openCandidates } from './retrieve/candidates.ts';
import { allOf, WITH_PREFIXES } from './retrieve/expressions.ts';
import { type AllMatches, matchAll } from './retrieve/match-all.ts';
import { PASSES } from './retrieve/passes.ts';
import { type SearchIndex, type Step, Walk } from './retrieve/walk.ts';
import { openWholeNames, type Said } from './retrieve/whole-names.ts';

export type { AllMatches, Candidate };

/**
 * The control flow of a search, from top to bottom: text → terms (query/) → candidates, the most certain way first
 * (retrieve/) → scores (rank/) → answers. Foods know their names, so nothing is translated or put in other words here.
 */
export interface Search {
  /** The words of the catalogue, which suggestions share, for one request. */
  words(): Words;
  /** The ranks of the foods that answer, best first; at most `limit`. */
  search(request: SearchRequest): number[];
  /** A search with every step it took. */
  explain(request: SearchRequest): Explanation;
  /** All foods that have all words of a text, as typed or else as corrected. */
  matchAll(q: string): AllMatches;
  /** The best foods that have all words of a text in their names, the last one perhaps unfinished. */
  listNamed(q: string, most: number): Candidate[];
  /** The best foods that are called like a text, but for plurals and stop words. */
  listCalled(q: string): Candidate[];
  /** The foods that people call by this whole text; in a recipe, those that it means only there come first. */
  listSaid(text: string, isInRecipe?: boolean, isUncut?: boolean): Said[];
  /** How well each of these foods matches a text. */
  scoreFoods(request: TextRequest, ranks: readonly number[]): MatchScore[];
  /** These foods, best match for a text first. */
  orderFoods(request: TextRequest, ranks: readonly number[]): number[];
}

/** A text, and the language of it if that is known. */
export type TextRequest = Pick<SearchRequest, 'q' | 'language'>;

export interface Explanation {
  q: string;
  terms: readonly QueryTerm[];
  steps: readonly Step[];
  /** The foods that answer, best first. */
  scores: Score[];
  /** The query as the first answer spells it, or null when nothing was corrected. */
  corrected: string | null;
}

/** `onSearch` is called after every search. */
export function openSearch(
  db: Database,
  onSearch: ((explanation: Explanation) => void) | null = null,
): Search {
  const size = (db.prepare('SELECT max(rank) FROM foods').pluck().get() as number | null) ?? 0;
  const vocabulary = openVocabulary(db);
  const correct = openCorrections(vocabulary, size);
  const candidates = openCandidates(db);
  const names = openWholeNames(candidates);
  const findSaid = (text: string, language?: string) =>
    names
      .listSaid(text)
      .find((one) => !one.isRecipeOnly && (language === undefined || one.language === language));
  /** The catalogue for one request, with what that may cost. */
  const forOne = (allowed: number, allowedOnNames = allowed): SearchIndex => {
    const work = new Work(allowed);
    return {
      vocabulary,
      candidates,
      names,
      size,
      work,
      workOnNames: new Work(allowedOnNames),
      areNeighbours: vocabulary.areNeighbours,
      foods: { language: null, find: (text) => findSaid(text)?.rank.toString() ?? null },
      isName: (text, language) =>
        WORD.test(text) && (language ?? 'en') === 'en'
          ? vocabulary.isSaid(text, language === 'en')
          : findSaid(text, language) !== undefined,
      isWholeName: (text) => names.named([{ nameWords: words(text), text }], null).length > 0,
      correct: withinWork(correct, work),
    };
  };
  /** The last answer: who turns pages, counts or has foods explained asks for the same text again. */
  let last: { asked: string; limit: number; answer: Answer } | null = null;
  const answerTo = ({ q, source, language = null, effort = 'usual', limit }: SearchRequest): Answer => {
    const asked = [language, source, effort, q].join(' ');
    if (last?.asked !== asked || (last.answer.isForLimit && last.limit !== limit)) {
      const request = { q, source, language, effort, limit };
      last = { asked, limit, answer: answer(forOne(WORK.search[effort]), request) };
    }
    return last.answer;
  };
  const explain = (request: SearchRequest) => {
    const { isForLimit, leftForNames, ...found } = answerTo(request);
    const explanation = { ...found, scores: found.scores.slice(0, request.limit) };
    onSearch?.(explanation);
    return explanation;
  };
  /** The scores of foods by rank. Those that the search itself does not rank are scored like those it does. */
  const scoresOf = ({ q, language = null }: TextRequest, ranks: readonly number[]) => {
    // The same request as that for the order of foods, so that it is answered once.
    const request = { q, language, limit: RANKED_BY_SEARCH, source: null };
    const { terms, scores: found, leftForNames } = answerTo(request);
    const index = forOne(WORK.search.usual, leftForNames + WORK.onLeft);
    const scores = new Map(found.map((scored) => [scored.candidate.rank, scored]));
    const others = candidates.at(ranks.filter((foodRank) => !scores.has(foodRank)));
    for (const scored of rank(readQuery(q, index), terms, index, others, language))
      scores.set(scored.candidate.rank, scored);
    return { terms, scores };
  };
  return {
    words: () => forOne(WORK.search.usual),
    explain,
    search: (request) => explain(request).scores.map(({ candidate }) => candidate.rank),
    matchAll: (q) => matchAll(forOne(WORK.all), q),
    listNamed: (q, most) => listNamed(forOne(WORK.search.usual), q, most),
    listCalled: (q) => names.named([{ nameWords: words(q), text: q }], null),
    listSaid: names.listSaid,
    scoreFoods(request, ranks) {
      if (ranks.length === 0) return [];
      const { terms, scores } = scoresOf(request, ranks);
      return ranks.map((foodRank) => describeMatch(terms, scores.get(foodRank)!));
    },
    orderFoods(request, ranks) {
      if (ranks.length === 0) return [];
      const { scores } = scoresOf(request, ranks);
      const totalOf = (foodRank: number) => scores.get(foodRank)!.total;
      return ranks.toSorted((one, other) => totalOf(other) - totalOf(one) || one - other);
    },
  };
}

/** All foods that a search ranks. */
interface Answer extends Explanation {
  /** Whether another limit could have others. */
  isForLimit: boolean;
  /** What may still be spent on scoring foods by other names, where more of them are scored for the same request. */
  leftForNames: number;
}

function answer(index: SearchIndex, request: SearchRequest): Answer {
  const { q, limit, source, effort, language = null } = request;
  const query = readQuery(q, index);
  const retrieval = { limit, source, isCertain: effort === 'certain' };
  const walk = new Walk(index, query, deriveTerms(index.vocabulary, query.words), retrieval);
  const byBarcode = index.candidates.withIds(readSearchedBarcode(q)).find((food) => isFrom(food, source));
  if (byBarcode !== undefined) walk.add(byBarcode);
  else if (walk.given.length > 0) takePasses(walk);
  const { terms, found, steps, isForLimit } = walk;
  const ranked = rank(query, terms, index, found.values(), language);
  // A food that has the barcode has all that was typed.
  const scores =
    byBarcode === undefined
      ? withoutVagueParts(withoutWildGuesses(ranked, terms), terms)
      : ranked.map((one) => ({ ...one, missing: [] }));
  const { left: leftForNames } = index.workOnNames;
  return { q, terms, isForLimit, leftForNames, steps, scores, corrected: respell(terms, scores[0]) };
}

/** From the most certain pass to the least, until there are enough foods. */
function takePasses(walk: Walk): void {
  for (const pass of PASSES) {
    if (walk.index.work.isSpent) return;
    if (pass.isNeeded(walk)) walk.take(pass);
  }
}

/** How a food matches what was typed. */
export function matchedBy({ missing, corrections }: Score): Matched {
  if (missing.length > 0) return 'part';
  return corrections.some((correction) => correction !== null) ? 'corrected' : 'all';
}

/** The score of a food in whole points, the name it was found by, and the query as that food spells it. */
export function describeMatch(terms: readonly QueryTerm[], scored: Score): MatchScore {
  const { total, found, candidate } = scored;
  return {
    read_as: respell(terms, scored),
    name: found?.name ?? candidate.name,
    language: found?.language ?? null,
    score: total,
    parts: wholePoints(scored),
  };
}

/** Rounded so that the parts add up to the total: those with the largest fractions are rounded up. */
function wholePoints({ parts, total }: Score): Record<string, number> {
  const whole = Object.entries(parts).map(([name, points]) => ({ name, points, floor: Math.floor(points) }));
  const missing = total - whole.reduce((sum, { floor }) => sum + floor, 0);
  const byFraction = [...whole].sort((a, b) => b.points - b.floor - (a.points - a.floor));
  const raised = new Set(byFraction.slice(0, Math.max(0, missing)));
  return Object.fromEntries(whole.map((part) => [part.name, part.floor + (raised.has(part) ? 1 : 0)]));
}

function listNamed(index: SearchIndex, q: string, most: number): Candidate[] {
  const { vocabulary, candidates, size } = index;
  const typed = deriveTerms(vocabulary, readQuery(q, index).words);
  const terms = typed.map((term) => broaden(vocabulary, term, size));
  const expression = allOf(withoutStopWords(terms), WITH_PREFIXES, 'name');
  if (expression === null || expression.entries > READ.entriesNamed) return [];
  return candidates.match([{ match: expression.match, most }]);
}

/** A word by itself: whether people call a food so is known from the vocabulary. */
const WORD = /^[a-z]+$/;

/** Looks for corrections until the work is spent. */
function withinWork(correct: Correct, work: Work): Correct {
  return (word, isLast) => {
    if (work.isSpent) return [];
    work.spend(WORK.corrections);
    return correct(word, isLast);
  };
}
