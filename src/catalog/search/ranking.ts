import { words } from '../../food/text.ts';
import { LIKELIEST_COST, type Meaning, type Understanding } from './meanings.ts';
import { loosely, tightly } from './name-keys.ts';
import { isPlainWord, type NameParts, partName, wordWeight } from './name-parts.ts';
import type { QueryWord } from './query.ts';
import { isSmallWord } from './small-words.ts';
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
  MET,
  MOST_PLAIN_POINTS,
  NAME_COVERED,
  PLAIN_PART,
  PLAIN_PART_NEXT,
  QUERY_MET,
  SAME_NAME,
  SAME_NAME_LOOSELY,
  WORD,
} from './weights.ts';
import { stem } from './word-forms.ts';

/** What the ranking looks at of a food. */
export interface Candidate {
  rank: number;
  name: string;
  brand: string | null;
  category: string | null;
  hasImage: boolean;
  confidence: number;
}

/** How one typed word is met by a food. */
export interface Meeting {
  met: number;
  /** Whether the name has the word as it was typed (or most likely meant), or a longer word that begins so. */
  as: 'typed' | 'begun' | 'otherwise';
  /** The correction that meets it, or null when it is met as typed or nearly so. */
  correction: string | null;
  /** Positions of the words of the name that meet it, from and to (exclusive); -1 when none does. */
  from: number;
  to: number;
}

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

/** The query as the ranking needs it: prepared once, used for every candidate. */
export interface RankedQuery {
  understood: Understanding[];
  meant: Map<string, Meaning>[];
  /** What each typed word counts for. */
  weights: number[];
  tight: string;
  loose: string;
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

/** How many of the typed words a food has in one of their meanings. */
export function countMet(query: RankedQuery, candidate: Candidate): number {
  const meetings = meet(query, partName(candidate.name).words, candidate);
  return meetings.filter(({ met }) => met > 0).length;
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

function meaningsByTerm({ meanings, corrections }: Understanding): Map<string, Meaning> {
  const byTerm = new Map<string, Meaning>();
  for (const meaning of [...corrections, ...meanings]) {
    if (meaning.terms.length === 1 && !meaning.isPrefix) byTerm.set(meaning.terms[0]!, meaning);
  }
  return byTerm;
}

function meet(query: RankedQuery, nameWords: string[], candidate: Candidate): Meeting[] {
  const meetings = query.understood.map((understood, i) =>
    bestInName(understood, query.meant[i]!, nameWords),
  );
  joinNeighbours(query.understood, nameWords, meetings);
  let fields: FieldWords | null = null;
  return meetings.map((meeting, i) => {
    if (meeting.met > 0) return meeting;
    fields ??= fieldWords(candidate);
    return { ...UNMET, met: metInFields(query.understood[i]!, query.meant[i]!, fields) };
  });
}

function bestInName(understood: Understanding, meant: Map<string, Meaning>, nameWords: string[]): Meeting {
  const { word } = understood;
  let best: Meeting = UNMET;
  for (let at = 0; at < nameWords.length && best.met < MET.typed; at++) {
    const nameWord = nameWords[at]!;
    const met = metBy(understood, meant, nameWord);
    if (met > best.met) best = { met, ...howMet(word, meant, nameWord), from: at, to: at + 1 };
    const joined = understood.isDoubtful ? MET.doubtful : MET.joined;
    if (best.met < joined && at + 1 < nameWords.length) {
      const span = spanOf(word.text, nameWords, at);
      if (span > 0) best = { met: joined, as: 'otherwise', correction: null, from: at, to: at + span };
    }
  }
  return best;
}

function howMet(
  word: QueryWord,
  meant: Map<string, Meaning>,
  nameWord: string,
): Pick<Meeting, 'as' | 'correction'> {
  if (nameWord === word.text || word.isUnspaced) return { as: 'typed', correction: null };
  const meaning = meant.get(nameWord);
  if (meaning?.kind === 'correction') {
    return { as: meaning.cost <= LIKELIEST_COST ? 'typed' : 'otherwise', correction: nameWord };
  }
  const isBegun = word.isLast && meaning?.kind !== 'form' && nameWord.startsWith(word.text);
  return { as: isBegun ? 'begun' : 'otherwise', correction: null };
}

const UNMET: Meeting = { met: 0, as: 'otherwise', correction: null, from: -1, to: -1 };

function metBy({ word, isDoubtful }: Understanding, meant: Map<string, Meaning>, text: string): number {
  if (text === word.text) return MET.typed;
  if (word.isUnspaced) return text.includes(word.text) ? MET.typed : 0;
  const meaning = meant.get(text);
  if (meaning?.kind === 'correction') {
    return Math.max(MET.correctionLeast, MET.correction - MET.correctionStep * (meaning.cost - 1));
  }
  let met = meaning?.kind === 'form' ? MET.form : meaning?.kind === 'ending' ? MET.ending : 0;
  if (word.isLast && met < MET.beginningWhole && text.startsWith(word.text)) {
    const share = word.text.length / text.length;
    met = Math.max(met, MET.beginning + (MET.beginningWhole - MET.beginning) * share);
  }
  return isDoubtful ? Math.min(met, MET.doubtful) : met;
}

/** How many words of the name, from here on, make up the typed word when written together; 0 for none. */
function spanOf(text: string, nameWords: string[], at: number): number {
  let rest = text;
  for (let i = at; i < nameWords.length && i < at + 4; i++) {
    if (!rest.startsWith(nameWords[i]!)) return 0;
    rest = rest.slice(nameWords[i]!.length);
    if (rest === '') return i - at + 1;
  }
  return 0;
}

/** Two typed words that the name writes as one meet it together. */
function joinNeighbours(understood: Understanding[], nameWords: string[], meetings: Meeting[]): void {
  for (let i = 0; i + 1 < understood.length; i++) {
    if (meetings[i]!.met >= MET.joined && meetings[i + 1]!.met >= MET.joined) continue;
    const joined = understood[i]!.word.text + understood[i + 1]!.word.text;
    const at = nameWords.indexOf(joined);
    if (at < 0) continue;
    meetings[i] = { met: MET.joined, as: 'otherwise', correction: null, from: at, to: at + 1 };
    meetings[i + 1] = { met: MET.joined, as: 'otherwise', correction: null, from: at, to: at + 1 };
  }
}

interface FieldWords {
  brand: string[];
  category: string[];
}

function fieldWords({ brand, category }: Candidate): FieldWords {
  return { brand: brand === null ? [] : words(brand), category: category === null ? [] : words(category) };
}

function metInFields(understood: Understanding, meant: Map<string, Meaning>, fields: FieldWords): number {
  const inField = (fieldWords: string[], worth: number) =>
    worth * Math.max(0, ...fieldWords.map((text) => metBy(understood, meant, text)));
  return Math.max(inField(fields.brand, MET.brand), inField(fields.category, MET.category));
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
