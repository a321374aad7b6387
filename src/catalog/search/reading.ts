import { type FoodSource, GENERIC_SOURCE } from '../../food/food.ts';
import { readAccents } from '../../text/accents.ts';
import { withoutAmount } from '../../text/amount.ts';
import { words } from '../../text/fold.ts';
import { readQuery } from '../../text/query-words.ts';
import { stem } from '../../text/word-forms.ts';
import { deriveTerms, excludeAny, type QueryTerm, termsOfName } from './query/derivations.ts';
import {
  everydayFood,
  isEnglish,
  isSaid,
  type OtherReadings,
  otherReadings,
  translate,
} from './query/readings.ts';
import { respace } from './query/spacing.ts';
import { isForeignFood, translateWords } from './query/word-translations.ts';
import { duplicatesLast, rank, type Score } from './rank/ranking.ts';
import type { Candidate } from './retrieve/candidates.ts';
import { openPool, type Step } from './retrieve/pool.ts';
import { FULL_PAGE, type RetrievalRequest, retrieve, type SearchIndex } from './retrieve/retrieve.ts';
import { hasExcluded, matchQuery } from './retrieve/word-matches.ts';

/** Points off for a food found by a synonym, where other foods have what was typed. */
const SYNONYM = 6;
/** Points for the plain food that a word stands for. */
const PLAIN_FOOD = 8;
const NO_OTHER_READINGS: OtherReadings = { synonyms: [], plainFoods: [], standIns: [] };

/** One way to read a query, and what it finds. */
export interface Reading {
  text: string;
  /** The corrected query that this is another reading of; null where nothing had to be corrected. */
  correctedFirst: string | null;
  /** Added to every score: how likely the reading is, next to the typed one. */
  points: number;
  terms: QueryTerm[];
  steps: readonly Step[];
  scores: Score[];
}

/** A request for one reading, perhaps for generic foods only. */
interface ReadingRequest extends RetrievalRequest {
  source: FoodSource | null;
}

/** The same for all readings of a text. */
interface TextRequest extends ReadingRequest {
  q: string;
  /** How often the text was put in other words already. */
  rephrasings?: number;
}

/** Without its amount, and then in English or with other spaces: whoever says more amounts asks for no food. */
export const MAX_REPHRASINGS = 2;

export function read(
  index: SearchIndex,
  text: string,
  request: ReadingRequest,
  byBarcode: Candidate | null = null,
  points = 0,
): Reading {
  const { vocabulary, foods } = index;
  const query = readQuery(text, vocabulary.areNeighbours);
  const typed = request.isName ? termsOfName(query.words) : deriveTerms(vocabulary, query.words);
  const pool = openPool(index, request.source, keepWithoutExcluded(typed));
  if (byBarcode !== null) pool.add(byBarcode);
  const isSearched = byBarcode === null && typed.length > 0;
  const terms = isSearched ? retrieve(index, pool, query, typed, request) : typed;
  const scores = rank(query, terms, foods, pool.found.values());
  return { text, correctedFirst: null, points, terms, steps: pool.steps, scores };
}

/** Which foods a search may show: none that has what the query excludes, as far as its name says. */
function keepWithoutExcluded(terms: readonly QueryTerm[]): (food: Candidate) => boolean {
  if (!excludeAny(terms)) return () => true;
  const query = matchQuery(terms);
  return ({ name }) => !hasExcluded(query, name);
}

/** What a query finds as typed, and then what it finds read otherwise. */
export function readAll(
  index: SearchIndex,
  request: TextRequest,
  byBarcode: Candidate | null = null,
): [typed: Reading, ...others: Reading[]] {
  const typed = read(index, request.q, request, byBarcode);
  if (byBarcode !== null || index.work.isSpent) return [typed];
  const others = readOtherwise(index, request, typed);
  const { rephrasings = 0 } = request;
  const rephrasing = rephrasings < MAX_REPHRASINGS ? rephrase(index, request, typed) : null;
  const rephrased = rephrasing === null ? [] : readRephrased(index, request, typed, rephrasing);
  // Where the query makes sense in other words, what it only nearly finds as typed does not.
  const isSensible = rephrasing?.isCertain
    ? rephrased.length > 0
    : others.length > 0 && mayBeGeneric(index, request) && isForeignFood(request.q);
  const isNonsense = isSensible && !typed.scores[0]?.isComplete;
  if (!isNonsense) return [typed, ...others, ...rephrased];
  const sensible = others.filter(({ correctedFirst }) => correctedFirst === null);
  return [{ ...typed, scores: [] }, ...sensible, ...rephrased];
}

/** A query in other words, which are read like a query of their own. */
interface Rephrasing {
  text: string;
  /** Whether that is what is meant, however near the typed words come to a food. */
  isCertain: boolean;
  /** Whether it may be misspelt, too. */
  isTyped: boolean;
}

function rephrase(index: SearchIndex, request: TextRequest, typed: Reading): Rephrasing | null {
  const best = typed.scores[0];
  // Where all foods are labels, those with all the typed words are the answer.
  if (best?.isComplete && best.isPlain && !mayBeGeneric(index, request)) return null;
  const food = withoutAmount(request.q, isSaid);
  if (food !== null) {
    const isName = best?.isComplete && best.isPlain && best.isWhole && best.isCalledSo;
    return isName ? null : { text: food, isCertain: true, isTyped: true };
  }
  const isForeign = mayBeGeneric(index, request) && !isOfTheCatalogue(request.q, words(request.q), best);
  const english = isForeign ? translateWords(request.q) : null;
  if (english !== null) return { text: english, isCertain: true, isTyped: false };
  // A word that is only misspelt is not two.
  const isSplit = typed.terms.some(
    ({ foods, derivations: [first] }) => foods === 0 && first?.kind === 'split',
  );
  const isSplittingUnknown = mayBeGeneric(index, request) && (isSplit || !best?.hasAllWords);
  const respaced = respace(index.vocabulary, typed.terms, isSplittingUnknown);
  return respaced === null ? null : { text: respaced.text, isCertain: respaced.isSaid, isTyped: false };
}

/** Where foods have all the typed words, only generic foods can be better answers. */
function readRephrased(
  index: SearchIndex,
  request: TextRequest,
  typed: Reading,
  { text, isCertain, isTyped }: Rephrasing,
): Reading[] {
  const best = typed.scores[0];
  const isComplete = best?.isComplete && best.isPlain;
  const source = isComplete || !isCertain ? GENERIC_SOURCE : request.source;
  const rephrasings = (request.rephrasings ?? 0) + 1;
  const [first, ...others] = readAll(index, {
    ...request,
    q: text,
    source,
    isCertain: !isTyped,
    rephrasings,
  });
  const correctedFirst = respell(first.terms, first.scores[0]);
  return [{ ...first, correctedFirst }, ...others].filter(({ scores }) => scores[0]?.hasAllWords);
}

function mayBeGeneric(index: SearchIndex, { source }: TextRequest): boolean {
  return (source === null || source === GENERIC_SOURCE) && index.candidates.hasGeneric;
}

/**
 * The other readings of a query. Where foods have all the typed words, only generic foods can be better answers, so the
 * others are not searched; where the spelling was corrected, the readings are those of the corrected query.
 */
function readOtherwise(index: SearchIndex, request: TextRequest, typed: Reading): Reading[] {
  const best = typed.scores[0];
  const typedWords = words(request.q);
  const asTyped = otherReadings(typedWords);
  const corrected = respell(typed.terms, best) ?? withOtherEnding(typed.terms);
  const isOwn = isOfTheCatalogue(request.q, typedWords, best);
  // Where there is a translation, nothing was misspelt.
  const translations = isOwn ? [] : translate(request.q);
  const canBeGeneric = mayBeGeneric(index, request);
  // Labels have the word, perhaps in the name of something made of the food: the food itself has an English name.
  const isLabel = isOwn && best?.candidate.source === 'off';
  const foreign = isLabel && canBeGeneric && isForeignFood(request.q) ? translate(request.q) : [];
  const everyday = canBeGeneric ? everydayFood(typedWords) : null;
  const isGuess = asTyped === null && everyday === null && translations.length === 0;
  const asCorrected = isGuess ? otherReadings(words(corrected ?? '')) : null;
  const { synonyms, plainFoods, standIns } = asTyped ?? asCorrected ?? NO_OTHER_READINGS;
  const certain: ReadingRequest = { ...request, isCertain: true };
  const generic: ReadingRequest = { ...certain, source: GENERIC_SOURCE };
  const hasAnswer = (asCorrected === null ? best?.isComplete : best?.hasAllWords) ?? false;
  const isComplete = hasAnswer && best!.isPlain;
  const readings: Reading[] = [];
  for (const text of translations) readings.push(read(index, text, certain));
  for (const text of foreign.slice(0, 1)) readings.push(read(index, text, { ...generic, isName: true }));
  if (!isComplete) {
    const instead = hasAnswer ? [] : standIns.filter((text) => !areKnown(typed.terms, text));
    for (const text of [...synonyms, ...instead]) readings.push(read(index, text, certain));
  } else if (canBeGeneric) {
    for (const text of synonyms) readings.push(read(index, text, generic, null, -SYNONYM));
  }
  for (const text of canBeGeneric ? plainFoods : [])
    readings.push(read(index, text, generic, null, PLAIN_FOOD));
  const otherwise = canBeGeneric ? [...(isGuess ? [corrected ?? ''] : []), ...synonyms] : [];
  const called = otherwise.map((text) => everydayFood(words(text))).find((food) => food?.isCalledSo);
  const meant = everyday?.isCalledSo ? everyday : (called ?? everyday);
  // Something near is not better than a food that has the words at its start or as whole parts of its name.
  const isSaid = best?.hasAllWords && best.isPlain && (best.isCalledSo || best.parts.start > 0);
  const isFirst =
    readings.length === 0 && best !== undefined && words(best.candidate.name).join(' ') === meant?.text;
  const isMeant = meant !== null && plainFoods.length === 0 && !isFirst;
  if (isMeant && (meant.isCalledSo || !(isSaid || synonyms.length > 0)))
    readings.push(read(index, meant.text, { ...generic, isName: true }, null, PLAIN_FOOD));
  return readings
    .filter(({ scores }) => scores[0]?.isComplete)
    .map((reading) => (isGuess ? { ...reading, correctedFirst: corrected } : reading));
}

/**
 * Whether a catalogue has the words of a query in its own language, so that it needs no translation. Generic foods have
 * English names, in which a word of another language is part of something else: "Dulce de leche" is not `leche`.
 */
function isOfTheCatalogue(text: string, typedWords: readonly string[], best: Score | undefined): boolean {
  if (!best?.isComplete) return false;
  if (isEnglish(typedWords)) return true;
  if (!best.isWhole) return false;
  if (best.candidate.source === 'off') return true;
  const written = readAccents(best.candidate.name);
  return best.isCalledSo && [...readAccents(text).keys()].every((word) => written.has(word));
}

/** Whether the catalogue knows what something would stand in for: then foods with the name itself are better. */
function areKnown(terms: readonly QueryTerm[], standIn: string): boolean {
  const said = new Set(words(standIn).map(stem));
  const replaced = terms.filter(({ word }) => !word.isStopWord && !said.has(stem(word.text)));
  return replaced.length > 0 && replaced.every(({ foods }) => foods >= FULL_PAGE);
}

/** A food that answers, and the reading that found it. */
export interface FoundScore extends Score {
  reading: Reading;
}

/** The best foods of all readings, each once, by score. How likely a reading is counts as a part of the meaning. */
export function mergeReadings(readings: readonly Reading[], limit: number): FoundScore[] {
  const [typed] = readings as [Reading, ...Reading[]];
  if (readings.length === 1) return typed.scores.slice(0, limit).map((score) => foundBy(typed, score));
  const best = new Map<number, FoundScore>();
  for (const reading of readings) {
    const { scores, points } = reading;
    for (const score of scores) {
      const total = score.total + points;
      const known = best.get(score.candidate.rank);
      if (known !== undefined && known.total >= total) continue;
      const parts = { ...score.parts, meaning: score.parts.meaning + points };
      best.set(score.candidate.rank, { ...score, total, parts, outOfOrder: null, reading });
    }
  }
  const merged = [...best.values()].sort(
    (left, right) => right.total - left.total || left.candidate.rank - right.candidate.rank,
  );
  return duplicatesLast(merged).slice(0, limit);
}

export function foundBy(reading: Reading, score: Score): FoundScore {
  return { ...score, reading };
}

/** A single word that exists only with another ending: `potatoe`. */
function withOtherEnding(terms: QueryTerm[]): string | null {
  const [only] = terms;
  if (terms.length !== 1 || only!.foods > 0) return null;
  return only!.derivations.find(({ kind }) => kind === 'ending')?.terms[0] ?? null;
}

/** The query as the best food spells it, where that was a guess. */
export function respell(terms: readonly QueryTerm[], best: Score | undefined): string | null {
  if (best === undefined || best.corrections.every((correction) => correction === null)) return null;
  return terms.map(({ word }, i) => best.corrections[i] ?? word.text).join(' ');
}
