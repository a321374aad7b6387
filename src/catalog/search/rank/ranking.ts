import { words } from '../../../food/text.ts';
import type { QueryTerm } from '../query/derivations.ts';
import { exactNameKey, looseNameKey } from '../query/keys.ts';
import { isStopWord } from '../query/stop-words.ts';
import { stem } from '../query/word-forms.ts';
import type { Candidate } from '../retrieve/candidates.ts';
import { type MatchQuery, matchQuery, matchWords, type WordMatch } from '../retrieve/word-matches.ts';
import { isPlainWord, type NameParts, splitName, wordWeight } from './name-parts.ts';
import {
  AS_PREFIX,
  AS_TYPED,
  AS_TYPED_BUT_STOP_WORDS,
  AT_START,
  CONFIDENCE,
  HEDGED_FOODS,
  HEDGED_GUESSES,
  HEDGED_WITHIN,
  IMAGE,
  IN_ORDER,
  IS_HEAD,
  IS_HEAD_PREFIX,
  IS_SECOND_PART,
  MOST_PLAIN_POINTS,
  NAME_COVERED,
  PLAIN_PART,
  PLAIN_PART_NEXT,
  QUERY_MATCHED,
  SAME_NAME,
  SAME_NAME_LOOSELY,
  WORD,
} from './weights.ts';

/** A food's score with its parts, in points. */
export interface Score {
  candidate: Candidate;
  total: number;
  parts: {
    query: number;
    typed: number;
    name: number;
    order: number;
    start: number;
    same: number;
    confidence: number;
  };
  /** For each typed word the correction that found the food, or null. */
  corrections: (string | null)[];
  /** Foods of the same name and brand share it. */
  duplicateKey: string;
}

/** A query prepared for ranking: once, for all candidates. */
interface RankedQuery extends MatchQuery {
  /** What each typed word counts. */
  weights: number[];
  exactKey: string;
  looseKey: string;
}

/** Best first. Equal scores are in the order of rank; duplicates of a food come after all others. */
export function rank(
  typed: readonly string[],
  terms: readonly QueryTerm[],
  catalogFoods: number,
  candidates: Iterable<Candidate>,
): Score[] {
  const query: RankedQuery = {
    ...matchQuery(terms),
    weights: terms.map((term) => queryWeight(term, catalogFoods)),
    exactKey: exactNameKey(typed),
    looseKey: looseNameKey(typed),
  };
  const scores = [...candidates].map((candidate) => score(query, candidate));
  scores.sort((left, right) => right.total - left.total || left.candidate.rank - right.candidate.rank);
  const seen = new Set<string>();
  const firsts: Score[] = [];
  const duplicates: Score[] = [];
  for (const scored of scores) {
    if (seen.has(scored.duplicateKey)) duplicates.push(scored);
    else firsts.push(scored);
    seen.add(scored.duplicateKey);
  }
  return [...hedge(firsts), ...duplicates];
}

/** A rare word says more about what is meant than a common one. */
function queryWeight({ word, foods }: QueryTerm, catalogFoods: number): number {
  const rarity = Math.log((catalogFoods + 1) / (foods + 1)) / Math.log(catalogFoods + 2);
  const isStop = word.isStopWord || isStopWord(word.text);
  return wordWeight(word.text, isStop) * (1 - WORD.rarity + WORD.rarity * rarity);
}

/**
 * When words had to be guessed, the best foods of up to three guesses take turns at the top: a page full of the
 * likeliest guess is no help to someone who meant the next one. What was typed counts as a guess if it is doubted.
 */
function hedge(scores: Score[]): Score[] {
  if (scores.every(({ corrections }) => corrections.every((correction) => correction === null)))
    return scores;
  const guesses = new Map<string, Score[]>();
  for (const scored of scores) {
    const guess = scored.corrections
      .map((correction) => (correction === null ? '' : stem(correction)))
      .join(' ');
    const alike = guesses.get(guess);
    if (alike === undefined) guesses.set(guess, [scored]);
    else alike.push(scored);
  }
  const best = scores[0]!.total;
  const rivals = [...guesses.values()]
    .filter((guess) => guess[0]!.total >= best - HEDGED_WITHIN)
    .slice(0, HEDGED_GUESSES);
  const turns = takeTurns(rivals.map((guess) => guess.slice(0, HEDGED_FOODS)));
  const shown = new Set(turns);
  return [...turns, ...scores.filter((scored) => !shown.has(scored))];
}

function takeTurns(lists: Score[][]): Score[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}

function score(query: RankedQuery, candidate: Candidate): Score {
  const name = splitName(candidate.name);
  const matches = matchWords(query, name.words, candidate);
  const exactKey = exactNameKey(name.words);
  const isSame = exactKey === query.exactKey;
  const parts = {
    query: QUERY_MATCHED * queryMatched(query.weights, matches),
    typed: typedPoints(query.terms, matches),
    name: NAME_COVERED * nameCovered(name, matches),
    order: IN_ORDER * inOrder(name, matches),
    start: startPoints(name, matches),
    same: isSame ? SAME_NAME : looseNameKey(name.words) === query.looseKey ? SAME_NAME_LOOSELY : 0,
    confidence: CONFIDENCE * candidate.confidence + (candidate.hasImage ? IMAGE : 0),
  };
  const total =
    parts.query + parts.typed + parts.name + parts.order + parts.start + parts.same + parts.confidence;
  const brand = candidate.brand === null ? '' : words(candidate.brand).join('');
  return {
    candidate,
    total: Math.round(total),
    parts,
    corrections: matches.map(({ correction }) => correction),
    duplicateKey: `${exactKey}|${brand}`,
  };
}

function queryMatched(weights: number[], matches: WordMatch[]): number {
  let matched = 0;
  let all = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!;
    matched += weight * matches[i]!.strength;
    all += weight;
  }
  return all === 0 ? 0 : matched / all;
}

function typedPoints(terms: readonly QueryTerm[], matches: WordMatch[]): number {
  if (terms.length < 2) return 0;
  let points: number = AS_TYPED;
  let matched = 0;
  for (let i = 0; i < matches.length; i++) {
    const { as, strength } = matches[i]!;
    if (strength > 0) matched++;
    if (as === 'typed') continue;
    if (as === 'prefix') points = Math.min(points, AS_PREFIX);
    else if (terms[i]!.word.isStopWord) points = Math.min(points, AS_TYPED_BUT_STOP_WORDS);
    else if (strength > 0) return 0;
  }
  return (points * matched) / matches.length;
}

function nameCovered(name: NameParts, matches: WordMatch[]): number {
  let covered = 0;
  let all = 0;
  for (let at = 0; at < name.words.length; at++) {
    all += name.weights[at]!;
    if (isMatched(matches, at)) covered += name.weights[at]!;
  }
  return all === 0 ? 0 : covered / all;
}

function isMatched(matches: WordMatch[], at: number): boolean {
  return matches.some(({ from, to }) => from <= at && at < to);
}

/** The share of neighbouring typed words that are neighbours in the name, in the same order. */
function inOrder(name: NameParts, matches: WordMatch[]): number {
  if (matches.length < 2) return 1;
  let ordered = 0;
  for (let i = 0; i + 1 < matches.length; i++) {
    const left = matches[i]!;
    const right = matches[i + 1]!;
    if (left.from < 0 || right.from < 0) continue;
    if (right.from === left.to || right.from === left.from) ordered += 1;
    else if (right.from > left.to) ordered += startsPart(name, right.from) ? 1 : 0.5;
  }
  return ordered / (matches.length - 1);
}

/** "Chicken, broilers or fryers, breast": after a comma, a word is as near to the head as if it were next to it. */
function startsPart(name: NameParts, at: number): boolean {
  return name.partOf[at] !== name.partOf[at - 1];
}

function startPoints(name: NameParts, matches: WordMatch[]): number {
  const first = name.words.findIndex((word) => !isStopWord(word));
  const isWhole = matches.every(({ from }) => from >= 0);
  if (!isMatched(matches, first)) return isWhole && isPartMatched(name, matches, 1) ? IS_SECOND_PART : 0;
  const isHead = isWhole && isPartMatched(name, matches, 0);
  // A name without a comma is its own head, but only for a query in the same form.
  if (!isHead || (name.further === 0 && matches.some(({ as }) => as === 'other'))) return AT_START;
  if (matches.some(({ as }) => as === 'prefix')) return AT_START + IS_HEAD_PREFIX;
  return AT_START + IS_HEAD + plainPoints(name);
}

function isPartMatched(name: NameParts, matches: WordMatch[], part: number): boolean {
  if (part > name.further) return false;
  return name.words.every((_, at) => name.partOf[at] !== part || isMatched(matches, at));
}

/** "Egg, whole, raw": parts that only describe the natural state, worth more right after the food itself. */
function plainPoints(name: NameParts): number {
  let points = 0;
  let isNext = true;
  for (let part = 1; part <= name.further; part++) {
    const isPlain = name.words.every((word, at) => name.partOf[at] !== part || isPlainWord(word));
    if (isPlain) points += isNext ? PLAIN_PART_NEXT : PLAIN_PART;
    else isNext = false;
  }
  return Math.min(points, MOST_PLAIN_POINTS);
}
