import { BANDS } from '../../../food/confidence.ts';
import { isGeneric } from '../../../food/food.ts';
import type { FoodName } from '../../../food/food-names.ts';
import { readAccents } from '../../../text/accents.ts';
import { words } from '../../../text/fold.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import type { QueryTerm } from '../query/derivations.ts';
import { exactNameKey, looseNameKey } from '../query/keys.ts';
import { LEFT_OUT, type Qualifier, qualifierAt } from '../query/qualifiers.ts';
import { headOf, isDescribing, isJoining } from '../query/query-head.ts';
import type { Query } from '../query/read-query.ts';
import { COST, type Work } from '../query/work.ts';
import type { Candidate } from '../retrieve/candidates.ts';
import { type MatchQuery, matchQuery, matchWords, type WordMatch } from '../retrieve/word-matches.ts';
import { type NameParts, splitName, WITH, wordWeight } from './name-parts.ts';
import {
  ACCENTS,
  ACROSS_PARTS,
  AS_FORM,
  AS_PREFIX,
  AS_TYPED,
  AS_TYPED_BUT_STOP_WORDS,
  AT_START,
  BESIDE,
  CONFIDENCE,
  EXCLUDED,
  GENERIC,
  GUESSED_NAME,
  HEAD_BEHIND,
  HEAD_BESIDE,
  HEAD_MISSING,
  IMAGE,
  IN_ORDER,
  IS_HEAD,
  IS_HEAD_PREFIX,
  IS_SECOND_PART,
  IS_WHOLE_HEAD,
  LESS_FOR_NAME,
  MOST_SCANS,
  NAME_COVERED,
  NEGATED,
  OTHER_LANGUAGE,
  PARTLY_NAMED,
  POPULARITY,
  POPULARITY_BEHIND_HEAD,
  QUERY_MATCHED,
  SAME_NAME,
  SAME_NAME_LOOSELY,
  SPARSE,
  SPARSE_CONFIDENCE,
  STRONG_QUALIFIER,
  UNSTATED,
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
    /** For a common food, less for qualifiers that were not typed. */
    plain: number;
    same: number;
    /** For accents as typed, less for what the name contradicts. */
    meaning: number;
    confidence: number;
  };
  /** For each typed word the correction that found the food, or null. */
  corrections: (string | null)[];
  /** Whether it has every word that was typed, and whether without corrections. */
  hasAllWords: boolean;
  isComplete: boolean;
  /** Whether its name has every word as typed or in the plural, and whether they are what it is called, not a part of it. */
  isWhole: boolean;
  isCalledSo: boolean;
  /** Whether nothing in its name says that it is something else, as "Diet Coke" does for `coke`. */
  isPlain: boolean;
  /** What the name lacks of being one of the food that was typed, in points; 0 where it is one. */
  headless: number;
  /** Foods of the same name share it. */
  nameKey: string;
  /** The other name by which it was found; null for its own. */
  found: FoodName | null;
  /** Why it is not where its score would put it, or null. */
  outOfOrder: 'duplicate' | 'guess' | null;
}

/** The language of the own names of generic foods. */
export const OWN_LANGUAGE = 'en';

/** Between two names of one food. */
const OR = 'or';

/** A query prepared for ranking: once, for all candidates. */
export interface RankedQuery extends MatchQuery {
  /** The language that names should be in, if it is known. */
  language: string | null;
  /** What each typed word counts. */
  weights: number[];
  exactKey: string;
  looseKey: string;
  typedCount: number;
  /** Whether a word is surely a misspelling, which some names share. */
  isMisspelt: boolean;
  /** All that the typed words may stand for. */
  sought: readonly string[];
  /** Whether a typed word is in a script without spaces. */
  isUnspaced: boolean;
  /** The typed word that names the food, or -1. */
  head: number;
  /** Kinds of qualifiers that were typed: none of the kind counts against a name. */
  typedQualifiers: ReadonlySet<string>;
  hasAccents: boolean;
  /** Typed with commas, as lists of generic foods write names. */
  isListed: boolean;
  /** Typed with "with": what comes with the food is wanted. */
  hasAddition: boolean;
}

/** What is the same for all candidates of a query. */
export function prepareQuery(
  { text, typed }: Query,
  terms: readonly QueryTerm[],
  catalogFoods: number,
  language: string | null,
): RankedQuery {
  const head = terms.length < 2 ? -1 : headOf(typed, terms);
  return {
    ...matchQuery(terms),
    language,
    sought: soughtWords(terms),
    isUnspaced: terms.some(({ word }) => word.isUnspaced),
    head,
    weights: terms.map((term) => queryWeight(term, catalogFoods)),
    exactKey: exactNameKey(typed),
    looseKey: looseNameKey(typed, text),
    typedCount: typed.length,
    isMisspelt: terms.some(({ derivations }) =>
      derivations.some(({ kind, cost }) => kind === 'typed' && cost > 0),
    ),
    typedQualifiers: new Set(typed.flatMap((_, at) => qualifierAt(typed, at)?.kind ?? [])),
    isListed: text.includes(','),
    hasAddition: typed.includes(WITH),
    hasAccents: terms.some(({ word }) => word.accented !== null),
  };
}

/** All that the typed words may stand for. A name that has only small words of the query need not be scored. */
function soughtWords(terms: readonly QueryTerm[]): string[] {
  const telling = terms.filter(({ word }) => !word.isStopWord);
  const all = (telling.length === 0 ? terms : telling).flatMap(({ word, next, derivations, corrections }) => [
    word.text,
    word.text + (next ?? ''),
    ...[...derivations, ...corrections].flatMap((one) => one.terms),
  ]);
  // A longer one is found with its beginning.
  return [...new Set(all)].filter((one) => !all.some((other) => other !== one && one.startsWith(other)));
}

/** Whether the words of names have one that begins like any of these, or has it anywhere in a script without spaces. */
function hasAny(nameWords: string, { sought, isUnspaced }: RankedQuery): boolean {
  for (const one of sought) {
    for (let at = nameWords.indexOf(one); at >= 0; at = nameWords.indexOf(one, at + 1)) {
      if (at === 0 || isUnspaced || nameWords[at - 1] === ' ' || nameWords[at - 1] === '\t') return true;
    }
  }
  return false;
}

/** A rare word says more about what is meant than a common one. */
function queryWeight({ word, foods }: QueryTerm, catalogFoods: number): number {
  const rarity = Math.log((catalogFoods + 1) / (foods + 1)) / Math.log(catalogFoods + 2);
  const isStop = word.isStopWord || isStopWord(word.text, word.accented ?? word.text);
  const weight = wordWeight(word.text, isStop) * (word.exclusion === null ? 1 : WORD.excluded);
  return weight * (1 - WORD.rarity + WORD.rarity * rarity);
}

/** The score of a food by its name or, if that is higher, by another name that it is known by. */
export function score(query: RankedQuery, candidate: Candidate, work: Work): Score {
  let best = scoreName(query, candidate, candidate.name);
  // Most names of a food are in other languages, and have none of the words.
  if (work.isSpent || !hasAny(candidate.nameWords, query)) return best;
  const otherWords = candidate.nameWords.split('\t');
  for (const [at, found] of candidate.names.entries()) {
    if (found.kind === 'ingredient' || !hasAny(otherWords[at] ?? '', query)) continue;
    const isForeign = found.language !== OWN_LANGUAGE && found.language !== query.language;
    // What a table also calls a food is one of several things that it may be: "Pasta" is spaghetti, and also penne.
    const isListed = found.kind === 'official' && !isForeign;
    const text = isListed ? `${found.name}, ${candidate.name}` : found.name;
    work.spend(COST.scoredName + query.terms.length * COST.scoredWord);
    const { parts, total, ...other } = scoreName(query, candidate, text, isListed ? null : otherWords[at]);
    const less =
      LESS_FOR_NAME[found.kind] +
      (isForeign ? OTHER_LANGUAGE : 0) +
      (other.hasAllWords ? 0 : PARTLY_NAMED) +
      (other.corrections.every((correction) => correction === null) ? 0 : GUESSED_NAME);
    if (total - less <= best.total) continue;
    best = { ...other, found, parts: { ...parts, name: parts.name - less }, total: total - less };
  }
  return best;
}

function scoreName(
  query: RankedQuery,
  candidate: Candidate,
  text: string,
  folded: string | null = null,
): Score {
  const name = splitName(text, folded);
  const matches = matchWords(query, name.words, candidate);
  const exactKey = exactNameKey(name.words);
  // "Milk, chocolate" is called chocolate milk, though its letters are those of milk chocolate.
  const canBeSame = !query.isMisspelt && (!name.isListed || query.isListed);
  // Where accents were typed, a name without them may be another word: `maçã` is not maca.
  const isLikeTyped = canBeSame && exactKey === query.exactKey;
  const isSame = isLikeTyped && (!query.hasAccents || accentPoints(query, text) === ACCENTS);
  const isLooselySame = canBeSame && !isSame && (isLikeTyped || isCalledLoosely(query, name, text));
  const isGeneric = candidate.source !== 'off';
  const qualifiers = qualifierPoints(query, name, matches);
  const start = startPoints(query, name, matches, isGeneric);
  const hasAllWords = matches.every(({ strength }, i) => strength > 0 || query.terms[i]!.word.isStopWord);
  const parts = {
    query: QUERY_MATCHED * queryMatched(query.weights, matches),
    typed: typedPoints(query.terms, matches, isGeneric),
    name: NAME_COVERED * nameCovered(name, matches),
    order: IN_ORDER * inOrder(name, matches),
    start,
    plain:
      popularityPoints(query, candidate, start, matches) -
      qualifiers -
      (isOnlyBeside(query, name, matches) ? BESIDE : 0),
    same: isSame ? SAME_NAME : isLooselySame ? SAME_NAME_LOOSELY : 0,
    meaning: meaningPoints(query, matches) + (query.hasAccents ? accentPoints(query, text) : 0),
    confidence: confidencePoints(candidate, isSame && query.terms.length > 1),
  };
  const { query: matched, typed, name: covered, order, plain, same, meaning, confidence } = parts;
  const total = matched + typed + covered + order + start + plain + same + meaning + confidence;
  return {
    candidate,
    total: Math.round(total),
    parts,
    corrections: matches.map(({ correction }) => correction),
    hasAllWords,
    isComplete: hasAllWords && matches.every(({ correction }) => correction === null),
    isWhole: matches.every(
      ({ as, from }, i) =>
        query.terms[i]!.word.isStopWord || (from >= 0 && (as === 'typed' || as === 'form')),
    ),
    isCalledSo: start >= AT_START + IS_HEAD / 2 || (candidate.brand === null && areWholeParts(name, matches)),
    isPlain: qualifiers < STRONG_QUALIFIER,
    headless: headlessPoints(query, name, matches),
    outOfOrder: null,
    nameKey: text === candidate.name ? exactKey : keyOf(candidate.name),
    found: null,
  };
}

/**
 * The fewer values a sparse label has, the more it loses: more than a picture can make up for. Not where several words are
 * exactly its name: they mean that food.
 */
function confidencePoints({ confidence, hasImage }: Candidate, isMeant: boolean): number {
  const image = hasImage ? IMAGE : 0;
  if (isMeant || confidence >= BANDS.complete.from) return CONFIDENCE * confidence + image;
  return SPARSE_CONFIDENCE * confidence - SPARSE + image;
}

/** A name may only have stop words besides, so a much longer one need not be looked at. */
function isCalledLoosely({ looseKey, typedCount }: RankedQuery, name: NameParts, text: string): boolean {
  const further = name.words.length - name.stopWords.filter(Boolean).length;
  return further <= typedCount && looseNameKey(name.words, text) === looseKey;
}

export function keyOf(text: string | null): string {
  return text === null ? '' : exactNameKey(words(text));
}

/** Negative where the name has what is excluded, or says that it lacks what is wanted. */
function meaningPoints({ terms }: RankedQuery, matches: WordMatch[]): number {
  let points = 0;
  for (let i = 0; i < matches.length; i++) {
    const { isContradicted, strength } = matches[i]!;
    if (terms[i]!.word.exclusion === null) points -= isContradicted ? NEGATED : 0;
    else points -= isContradicted ? EXCLUDED : strength === 0 ? UNSTATED : 0;
  }
  return points;
}

function headlessPoints({ head }: RankedQuery, name: NameParts, matches: WordMatch[]): number {
  if (head < 0) return 0;
  const { strength, from } = matches[head]!;
  if (strength === 0) return HEAD_MISSING;
  if (from < 0) return HEAD_BEHIND;
  const part = name.partOf[from]!;
  if (name.isAddition[part] || name.isBracket[part]) return HEAD_BESIDE;
  return part <= name.head && isNounOfPart(name, from) ? 0 : HEAD_BEHIND;
}

/** Whether a word is what its part of a name is about: "root" in "Ginger root", "soupe" in "Soupe de tomates". */
function isNounOfPart({ words: own, partOf, qualifiers }: NameParts, at: number): boolean {
  const part = partOf[at]!;
  for (let next = at + 1; partOf[next] === part; next++) {
    const word = own[next]!;
    if (isDescribing(word) || isJoining(word)) return true;
    if (!qualifiers.some(({ at: from, qualifier }) => from <= next && next < from + qualifier.words.length))
      return false;
  }
  return true;
}

/** `pâte` is not `pâté`: names with the typed accents first, then names without any. */
function accentPoints({ terms }: RankedQuery, name: string): number {
  const written = readAccents(name);
  let share = 0;
  let accented = 0;
  for (const { word } of terms) {
    if (word.accented === null) continue;
    accented++;
    const own = written.get(word.text);
    share += own === word.accented ? 1 : own === undefined ? 0.5 : 0;
  }
  return (ACCENTS * share) / accented;
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

function typedPoints(terms: readonly QueryTerm[], matches: WordMatch[], isGeneric: boolean): number {
  // With a single word there is nothing to distinguish, but scores must compare with those of more words.
  if (terms.length < 2) return AS_TYPED;
  let points: number = AS_TYPED;
  let matched = 0;
  for (let i = 0; i < matches.length; i++) {
    const { as, strength } = matches[i]!;
    if (strength > 0) matched++;
    if (as === 'typed') continue;
    // Lists of generic foods choose singular or plural; on labels another form is another name.
    if (as === 'form' && isGeneric) points = Math.min(points, AS_FORM);
    else if (as === 'prefix') points = Math.min(points, AS_PREFIX);
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
  for (const { from, to } of matches) if (from <= at && at < to) return true;
  return false;
}

/** The share of neighbouring typed words that are neighbours in the name, in the same order. */
function inOrder(name: NameParts, matches: WordMatch[]): number {
  if (matches.length < 2) return 1;
  let ordered = 0;
  for (let i = 0; i + 1 < matches.length; i++) {
    const left = matches[i]!;
    const right = matches[i + 1]!;
    if (left.from < 0 || right.from < 0) continue;
    const isAcross = right.from > left.from && name.partOf[right.from] !== name.partOf[left.from];
    if (isAcross && startsPart(name, right.from)) ordered += ACROSS_PARTS;
    else if (right.from === left.to || right.from === left.from) ordered += 1;
    else if (right.from > left.to) ordered += 0.5;
    else if (isInverted(name, left.from, right.from)) ordered += 1;
  }
  return ordered / (matches.length - 1);
}

/** "Milk, chocolate" is chocolate milk. */
function isInverted(name: NameParts, left: number, right: number): boolean {
  return name.partOf[right] === name.head && name.partOf[left]! > name.head && startsPart(name, left);
}

/** "Chicken, broilers or fryers, breast": after a comma, a word is nearly as close as if it were next to the head. */
function startsPart(name: NameParts, at: number): boolean {
  return name.partOf[at] !== name.partOf[at - 1];
}

/** Points for a query that the name starts with, after the group it is filed under or in brackets. */
function startPoints(query: RankedQuery, name: NameParts, matches: WordMatch[], isGeneric: boolean): number {
  let best = 0;
  for (let part = 0; part <= Math.max(name.head, name.lastBracket); part++) {
    if (part <= name.head || name.isBracket[part])
      best = Math.max(best, headPoints(query, name, matches, part, isGeneric));
  }
  if (best > 0) return best;
  const isWhole = matches.every(({ from }) => from >= 0);
  return isWhole && isPartMatched(name, matches, name.head + 1) ? IS_SECOND_PART : 0;
}

function headPoints(
  { terms, hasAddition }: RankedQuery,
  name: NameParts,
  matches: WordMatch[],
  part: number,
  isGeneric: boolean,
): number {
  if (!isMatched(matches, firstOfPart(name, part))) return 0;
  const isBracket = name.isBracket[part]!;
  // What is in brackets explains the name, and what comes with a food is not the food: neither is part of the head.
  const isWhole = matches.every(({ from }, i) => {
    const own = name.partOf[from]!;
    const isSide = name.isBracket[own] !== isBracket || (name.isAddition[own]! && !hasAddition);
    return from >= 0 && (!isSide || terms[i]!.word.exclusion !== null);
  });
  const isHead = isWhole && isPartMatched(name, matches, part);
  if (isBracket && (!isHead || matches.some(({ correction }) => correction !== null))) return 0;
  // A label without parts is its own head, but only for a query in the same form.
  const isSameForm = matches.every(({ as }) => as !== 'other' && (as !== 'form' || isGeneric));
  if (!isHead || (name.last === 0 && !isSameForm)) return AT_START;
  if (matches.some(({ as }) => as === 'prefix')) return AT_START + IS_HEAD_PREFIX;
  const isWholeHead = name.last > 0 && matches.every(({ from }) => name.partOf[from] === part);
  // "Water with vitamins and minerals" is not mineral water.
  return AT_START + IS_HEAD * (0.5 + 0.5 * inOrder(name, matches)) + (isWholeHead ? IS_WHOLE_HEAD : 0);
}

/** Whether the name has the words only in what comes with the food: "McFlurry with M&M's" for `m&ms`. */
function isOnlyBeside({ hasAddition }: RankedQuery, name: NameParts, matches: WordMatch[]): boolean {
  if (hasAddition || !name.isAddition.includes(true)) return false;
  const inName = matches.filter(({ from }) => from >= 0);
  return inName.length > 0 && inName.every(({ from }) => name.isAddition[name.partOf[from]!]);
}

/** The first word of a part that carries meaning, or -1. */
function firstOfPart({ partOf, stopWords }: NameParts, part: number): number {
  for (let at = 0; at < partOf.length; at++) if (partOf[at] === part && !stopWords[at]) return at;
  return -1;
}

/** "Hazelnuts or filberts" is matched by one of the two. */
function isPartMatched({ last, partOf, words: own }: NameParts, matches: WordMatch[], part: number): boolean {
  if (part > last) return false;
  let isAlternativeMatched = true;
  for (let at = partOf.indexOf(part); partOf[at] === part; at++) {
    if (own[at] === OR) {
      if (isAlternativeMatched) return true;
      isAlternativeMatched = true;
    } else if (!isMatched(matches, at)) isAlternativeMatched = false;
  }
  return isAlternativeMatched;
}

/** Whether the words are the head of the name or other parts of it from end to end: "Beef, flank, steak". */
function areWholeParts(name: NameParts, matches: WordMatch[]): boolean {
  return matches.every(({ from }) => from >= 0 && isPartMatched(name, matches, name.partOf[from]!));
}

/** Foods that people eat often, and generic ones: what a plain word means. */
function popularityPoints(
  { terms }: RankedQuery,
  { scans, source, brand }: Candidate,
  start: number,
  matches: WordMatch[],
): number {
  const popularity = Math.min(1, Math.log1p(scans ?? 0) / Math.log1p(MOST_SCANS));
  const isGuessed = matches.some(({ correction }, i) => correction !== null && terms[i]!.foods > 0);
  const share = start > AT_START && !isGuessed ? 1 : POPULARITY_BEHIND_HEAD;
  return share * (POPULARITY * popularity + (isGeneric({ source }) && brand === null ? GENERIC : 0));
}

/** Whether a qualifier was typed, all of it: `baby spinach` does not ask for "Baby food, spinach". */
function isAsked(name: NameParts, matches: WordMatch[], at: number, { words: own }: Qualifier): boolean {
  return own.every((_, i) => isMatched(matches, at + i) || (own.length > 1 && name.stopWords[at + i]));
}

/** Points off for qualifiers that were not typed: "Egg, whole, raw" loses none for `egg`, "Egg, dried" some. */
function qualifierPoints({ typedQualifiers }: RankedQuery, name: NameParts, matches: WordMatch[]): number {
  // Most names have none.
  if (name.qualifiers.length === 0) return 0;
  const counted = new Set(typedQualifiers);
  let points = 0;
  for (const { at, qualifier } of name.qualifiers) {
    if (isAsked(name, matches, at, qualifier) || counted.has(qualifier.kind)) continue;
    if (!name.isListed && qualifier.points < STRONG_QUALIFIER && qualifier.kind !== LEFT_OUT) continue;
    counted.add(qualifier.kind);
    points += qualifier.points;
  }
  return points;
}
