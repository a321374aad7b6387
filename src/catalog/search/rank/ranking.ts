import { words } from '../../../food/text.ts';
import { loosely, tightly } from '../index/name-keys.ts';
import type { Understanding } from '../query/derivations.ts';
import { isSmallWord } from '../query/stop-words.ts';
import { stem } from '../query/word-forms.ts';
import { isPlainWord, type NameParts, partName, wordWeight } from './name-parts.ts';
import {
  AS_BEGUN,
  AS_TYPED,
  AS_TYPED_BUT_SMALL,
  AT_START,
  CONFIDENCE,
  HEDGED_FOODS,
  HEDGED_GUESSES,
  HEDGED_WITHIN,
  IMAGE,
  IN_ORDER,
  IS_HEAD,
  IS_HEAD_BEGUN,
  IS_SECOND_PART,
  MOST_PLAIN_POINTS,
  NAME_COVERED,
  PLAIN_PART,
  PLAIN_PART_NEXT,
  QUERY_MET,
  SAME_NAME,
  SAME_NAME_LOOSELY,
  WORD,
} from './weights.ts';
import { type Candidate, type Meeting, meaningsByTerm, meet, type RankedQuery } from './word-matches.ts';

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
  /** For each typed word the correction that the food was found by, or null. */
  corrections: (string | null)[];
  /** Foods of the same name and brand share it. */
  twinKey: string;
}

export function prepareRanking(typed: string[], understood: Understanding[], foods: number): RankedQuery {
  return {
    understood,
    meant: understood.map(meaningsByTerm),
    weights: understood.map((one) => queryWeight(one, foods)),
    tight: tightly(typed),
    loose: loosely(typed),
  };
}

/** A rare word says more about what is meant than a common one. */
function queryWeight({ word, foods: known }: Understanding, foods: number): number {
  const rarity = Math.log((foods + 1) / (known + 1)) / Math.log(foods + 2);
  const isSmall = word.isSmall || isSmallWord(word.text);
  return wordWeight(word.text, isSmall) * (1 - WORD.rarity + WORD.rarity * rarity);
}

/** Best first. Equal scores stand in the order of rank; twins of a food stand after all others. */
export function order(query: RankedQuery, candidates: Iterable<Candidate>): Score[] {
  const scores = [...candidates].map((candidate) => score(query, candidate));
  scores.sort((left, right) => right.total - left.total || left.candidate.rank - right.candidate.rank);
  const seen = new Set<string>();
  const firsts: Score[] = [];
  const twins: Score[] = [];
  for (const scored of scores) {
    if (seen.has(scored.twinKey)) twins.push(scored);
    else firsts.push(scored);
    seen.add(scored.twinKey);
  }
  return [...hedge(firsts), ...twins];
}

/**
 * When the words had to be guessed, the best foods of up to three guesses take turns at the top: a page full of the
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

/** How many of the typed words a food has in one of their meanings; some are known to be there. */
export function countMet(query: RankedQuery, candidate: Candidate, known: ReadonlySet<string>): number {
  const meetings = meet(query, partName(candidate.name).words, candidate);
  return meetings.filter(({ met }, i) => met > 0 || known.has(query.understood[i]!.word.text)).length;
}

export function score(query: RankedQuery, candidate: Candidate): Score {
  const name = partName(candidate.name);
  const nameWords = name.words;
  const meetings = meet(query, nameWords, candidate);
  const tight = tightly(nameWords);
  const parts = {
    query: QUERY_MET * queryMet(query.weights, meetings),
    typed: asTyped(query.understood, meetings),
    name: NAME_COVERED * nameCovered(name, meetings),
    order: IN_ORDER * inOrder(name, meetings),
    start: startPoints(name, meetings),
    same: tight === query.tight ? SAME_NAME : loosely(nameWords) === query.loose ? SAME_NAME_LOOSELY : 0,
    confidence: CONFIDENCE * candidate.confidence + (candidate.hasImage ? IMAGE : 0),
  };
  const total =
    parts.query + parts.typed + parts.name + parts.order + parts.start + parts.same + parts.confidence;
  const brand = candidate.brand === null ? '' : words(candidate.brand).join('');
  return {
    candidate,
    total: Math.round(total),
    parts,
    corrections: meetings.map(({ correction }) => correction),
    twinKey: `${tight}|${brand}`,
  };
}

function queryMet(weights: number[], meetings: Meeting[]): number {
  let met = 0;
  let all = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!;
    met += weight * meetings[i]!.met;
    all += weight;
  }
  return all === 0 ? 0 : met / all;
}

function asTyped(understood: Understanding[], meetings: Meeting[]): number {
  if (understood.length < 2) return 0;
  let points: number = AS_TYPED;
  let met = 0;
  for (let i = 0; i < meetings.length; i++) {
    const { as } = meetings[i]!;
    if (meetings[i]!.met > 0) met++;
    if (as === 'typed') continue;
    if (as === 'begun') points = Math.min(points, AS_BEGUN);
    else if (understood[i]!.word.isSmall) points = Math.min(points, AS_TYPED_BUT_SMALL);
    else if (meetings[i]!.met > 0) return 0;
  }
  return (points * met) / meetings.length;
}

function nameCovered(name: NameParts, meetings: Meeting[]): number {
  let covered = 0;
  let all = 0;
  for (let at = 0; at < name.words.length; at++) {
    all += name.weights[at]!;
    if (isMet(meetings, at)) covered += name.weights[at]!;
  }
  return all === 0 ? 0 : covered / all;
}

function isMet(meetings: Meeting[], at: number): boolean {
  return meetings.some(({ from, to }) => from <= at && at < to);
}

/** The share of neighbouring typed words that are neighbours in the name, in the same order. */
function inOrder(name: NameParts, meetings: Meeting[]): number {
  if (meetings.length < 2) return 1;
  let ordered = 0;
  for (let i = 0; i + 1 < meetings.length; i++) {
    const left = meetings[i]!;
    const right = meetings[i + 1]!;
    if (left.from < 0 || right.from < 0) continue;
    if (right.from === left.to || right.from === left.from) ordered += 1;
    else if (right.from > left.to) ordered += beginsPart(name, right.from) ? 1 : 0.5;
  }
  return ordered / (meetings.length - 1);
}

/** "Chicken, broilers or fryers, breast": behind a comma, a word is as near to the first as if it stood beside it. */
function beginsPart(name: NameParts, at: number): boolean {
  return name.partOf[at] !== name.partOf[at - 1];
}

function startPoints(name: NameParts, meetings: Meeting[]): number {
  const first = name.words.findIndex((word) => !isSmallWord(word));
  const isWhole = meetings.every(({ from }) => from >= 0);
  if (!isMet(meetings, first)) return isWhole && isPartMet(name, meetings, 1) ? IS_SECOND_PART : 0;
  const isHead = isWhole && isPartMet(name, meetings, 0);
  // A name without a comma is its own head, but only for a query in the same form.
  if (!isHead || (name.further === 0 && meetings.some(({ as }) => as === 'otherwise'))) return AT_START;
  if (meetings.some(({ as }) => as === 'begun')) return AT_START + IS_HEAD_BEGUN;
  return AT_START + IS_HEAD + plainPoints(name);
}

function isPartMet(name: NameParts, meetings: Meeting[], part: number): boolean {
  return part <= name.further && name.words.every((_, at) => name.partOf[at] !== part || isMet(meetings, at));
}

/** "Egg, whole, raw": parts that only tell the natural state, more when they follow the food itself. */
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
