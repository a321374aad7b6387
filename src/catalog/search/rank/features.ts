import { BANDS } from '../../../food/confidence.ts';
import { isGeneric } from '../../../food/food.ts';
import { readAccents } from '../../../text/accents.ts';
import { looseNameKey } from '../query/keys.ts';
import { LEFT_OUT, type Qualifier } from '../query/qualifiers.ts';
import { NAME, POINTS } from '../query/weights.ts';
import type { Candidate } from '../retrieve/candidates.ts';
import type { WordMatch } from '../retrieve/word-matches.ts';
import { isNounOfPart, type NameParts } from './name-parts.ts';
import type { RankedQuery } from './ranked-query.ts';

/** A name of a food, and how a query matches it. */
export interface NameMatch {
  query: RankedQuery;
  candidate: Candidate;
  /** The name as written, its words, and its letters with nothing between them. */
  text: string;
  name: NameParts;
  letters: string;
  /** For each typed word. */
  matches: readonly WordMatch[];
  hasAllWords: boolean;
}

/** Everything that decides where a food comes; the score is the sum. */
export function pointsOf(match: NameMatch) {
  const start = startPoints(match);
  const same = samePoints(match);
  return {
    query: POINTS.query * queryMatched(match),
    typed: typedPoints(match),
    name: POINTS.nameCovered * nameCovered(match),
    order: POINTS.inOrder * inOrder(match),
    start,
    /** For a common food, less for qualifiers that were not typed. */
    plain: popularityPoints(match, start) - qualifierPoints(match) - besidePoints(match),
    same,
    /** For accents as typed, less for what the name contradicts, and for another food than the one that was typed. */
    meaning: accentPoints(match) - contradictionPoints(match) - headlessPoints(match),
    confidence: confidencePoints(match, same === POINTS.sameName),
  };
}

/** In points, by the names that explanations show. */
export type Points = ReturnType<typeof pointsOf>;

/** Between two names of one food. */
const OR = 'or';

function queryMatched({ query: { weights }, matches }: NameMatch): number {
  let matched = 0;
  let all = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!;
    matched += weight * matches[i]!.strength;
    all += weight;
  }
  return all === 0 ? 0 : matched / all;
}

function typedPoints({ query: { terms }, matches, candidate }: NameMatch): number {
  // With a single word there is nothing to distinguish, but scores must compare with those of more words.
  if (terms.length < 2) return POINTS.asTyped;
  let points: number = POINTS.asTyped;
  let matched = 0;
  for (let i = 0; i < matches.length; i++) {
    const { as, strength } = matches[i]!;
    if (strength > 0) matched++;
    if (as === 'typed') continue;
    // Lists of generic foods choose singular or plural; on labels another form is another name.
    if (as === 'form' && isGeneric(candidate)) points = Math.min(points, POINTS.asForm);
    else if (as === 'prefix') points = Math.min(points, POINTS.asPrefix);
    else if (terms[i]!.word.isStopWord) points = Math.min(points, POINTS.asTypedButStopWords);
    else if (strength > 0) return 0;
  }
  return (points * matched) / matches.length;
}

function nameCovered({ name, matches }: NameMatch): number {
  let covered = 0;
  let all = 0;
  for (let at = 0; at < name.words.length; at++) {
    all += name.weights[at]!;
    if (isMatched(matches, at)) covered += name.weights[at]!;
  }
  return all === 0 ? 0 : covered / all;
}

function isMatched(matches: readonly WordMatch[], at: number): boolean {
  for (const { from, to } of matches) if (from <= at && at < to) return true;
  return false;
}

/** The share of neighbouring typed words that are neighbours in the name, in the same order. */
function inOrder({ name, matches }: NameMatch): number {
  if (matches.length < 2) return 1;
  let ordered = 0;
  for (let i = 0; i + 1 < matches.length; i++) {
    const left = matches[i]!;
    const right = matches[i + 1]!;
    if (left.from < 0 || right.from < 0) continue;
    const isAcross = right.from > left.from && name.partOf[right.from] !== name.partOf[left.from];
    if (isAcross && startsPart(name, right.from)) ordered += NAME.acrossParts;
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

/** For a query that the name starts with, after the group it is filed under or in brackets. */
function startPoints(match: NameMatch): number {
  const { name, matches } = match;
  let best = 0;
  for (let part = 0; part <= Math.max(name.head, name.lastBracket); part++) {
    if (part <= name.head || name.isBracket[part]) best = Math.max(best, headPoints(match, part));
  }
  if (best > 0) return best;
  const isWhole = matches.every(({ from }) => from >= 0);
  return isWhole && isPartMatched(name, matches, name.head + 1) ? POINTS.isSecondPart : 0;
}

function headPoints(match: NameMatch, part: number): number {
  const { query, name, matches, candidate } = match;
  if (!isMatched(matches, firstOfPart(name, part))) return 0;
  const isBracket = name.isBracket[part]!;
  // What is in brackets explains the name, and what comes with a food is not the food: neither is part of the head.
  const isWhole = matches.every(({ from }, i) => {
    const own = name.partOf[from]!;
    const isSide = name.isBracket[own] !== isBracket || (name.isAddition[own]! && !query.hasAddition);
    return from >= 0 && (!isSide || query.terms[i]!.word.exclusion !== null);
  });
  const isHead = isWhole && isPartMatched(name, matches, part);
  if (isBracket && (!isHead || matches.some(({ correction }) => correction !== null))) return 0;
  // A label without parts is its own head, but only for a query in the same form.
  const isSameForm = matches.every(({ as }) => as !== 'other' && (as !== 'form' || isGeneric(candidate)));
  if (!isHead || (name.last === 0 && !isSameForm)) return POINTS.atStart;
  if (matches.some(({ as }) => as === 'prefix')) return POINTS.atStart + POINTS.isHeadPrefix;
  const isWholeHead = name.last > 0 && matches.every(({ from }) => name.partOf[from] === part);
  // "Water with vitamins and minerals" is not mineral water.
  const head = POINTS.isHead * (0.5 + 0.5 * inOrder(match));
  return POINTS.atStart + head + (isWholeHead ? POINTS.isWholeHead : 0);
}

/** The first word of a part that carries meaning, or -1. */
function firstOfPart({ partOf, stopWords }: NameParts, part: number): number {
  for (let at = 0; at < partOf.length; at++) if (partOf[at] === part && !stopWords[at]) return at;
  return -1;
}

/** "Hazelnuts or filberts" is matched by one of the two. */
function isPartMatched(
  { last, partOf, words: own }: NameParts,
  matches: readonly WordMatch[],
  part: number,
): boolean {
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

/** Foods that people eat often, and generic ones: what a plain word means. */
function popularityPoints({ query, candidate, matches }: NameMatch, start: number): number {
  const popularity = Math.min(1, Math.log1p(candidate.scans ?? 0) / Math.log1p(NAME.mostScans));
  const isGuessed = matches.some(({ correction }, i) => correction !== null && query.terms[i]!.foods > 0);
  const share = start > POINTS.atStart && !isGuessed ? 1 : NAME.popularityBehindHead;
  const isPlain = isGeneric(candidate) && candidate.brand === null;
  return share * (POINTS.popularity * popularity + (isPlain ? POINTS.generic : 0));
}

/** Whether a qualifier was typed, all of it: `baby spinach` does not ask for "Baby food, spinach". */
function isAsked({ name, matches }: NameMatch, at: number, { words: own }: Qualifier): boolean {
  return own.every((_, i) => isMatched(matches, at + i) || (own.length > 1 && name.stopWords[at + i]));
}

/** Off for qualifiers that were not typed: "Egg, whole, raw" loses none for `egg`, "Egg, dried" some. */
function qualifierPoints(match: NameMatch): number {
  const { query, name } = match;
  // Most names have none.
  if (name.qualifiers.length === 0) return 0;
  const counted = new Set(query.typedQualifiers);
  let points = 0;
  for (const { at, qualifier } of name.qualifiers) {
    if (isAsked(match, at, qualifier) || counted.has(qualifier.kind)) continue;
    if (!name.isListed && qualifier.points < NAME.strongQualifier && qualifier.kind !== LEFT_OUT) continue;
    counted.add(qualifier.kind);
    points += qualifier.points;
  }
  return points;
}

/** Off where the name has the words only in what comes with the food: "McFlurry with M&M's" for `m&ms`. */
function besidePoints({ query, name, matches }: NameMatch): number {
  if (query.hasAddition || !name.isAddition.includes(true)) return 0;
  const inName = matches.filter(({ from }) => from >= 0);
  const isBeside = inName.length > 0 && inName.every(({ from }) => name.isAddition[name.partOf[from]!]);
  return isBeside ? POINTS.beside : 0;
}

/** "Milk, chocolate" is called chocolate milk, though its letters are those of milk chocolate. */
function samePoints(match: NameMatch): number {
  const { query, name, letters } = match;
  if (query.isMisspelt || (name.isListed && !query.isListed)) return 0;
  const isLikeTyped = letters === query.exactKey;
  // Where accents were typed, a name without them may be another word: `maçã` is not maca.
  if (isLikeTyped && (!query.hasAccents || accentPoints(match) === POINTS.accents)) return POINTS.sameName;
  return isLikeTyped || isCalledLoosely(match) ? POINTS.sameNameLoosely : 0;
}

/** A name may only have stop words besides, so a much longer one need not be looked at. */
function isCalledLoosely({ query, name, text }: NameMatch): boolean {
  const further = name.words.length - name.stopWords.filter(Boolean).length;
  return further <= query.typedCount && looseNameKey(name.words, text) === query.looseKey;
}

/** `pâte` is not `pâté`: names with the typed accents first, then names without any. */
function accentPoints({ query: { hasAccents, terms }, text }: NameMatch): number {
  if (!hasAccents) return 0;
  const written = readAccents(text);
  let share = 0;
  let accented = 0;
  for (const { word } of terms) {
    if (word.accented === null) continue;
    accented++;
    const own = written.get(word.text);
    share += own === word.accented ? 1 : own === undefined ? 0.5 : 0;
  }
  return (POINTS.accents * share) / accented;
}

/** Off where the name has what is excluded, or says that it lacks what is wanted. */
function contradictionPoints({ query: { terms }, matches }: NameMatch): number {
  let points = 0;
  for (let i = 0; i < matches.length; i++) {
    const { isContradicted, strength } = matches[i]!;
    if (terms[i]!.word.exclusion === null) points += isContradicted ? POINTS.negated : 0;
    else points += isContradicted ? POINTS.excluded : strength === 0 ? POINTS.unstated : 0;
  }
  return points;
}

/** Off for foods that have only some of the words, and not the one that names the food: `peppermint tea` is tea. */
function headlessPoints({ query: { head }, name, matches, hasAllWords }: NameMatch): number {
  if (head < 0 || hasAllWords) return 0;
  const { strength, from } = matches[head]!;
  if (strength === 0) return POINTS.headMissing;
  if (from < 0) return POINTS.headBehind;
  const part = name.partOf[from]!;
  if (name.isAddition[part] || name.isBracket[part]) return POINTS.headBeside;
  return part <= name.head && isNounOfPart(name, from) ? 0 : POINTS.headBehind;
}

/** The fewer values a sparse label has, the more it loses: more than a picture can make up for. */
function confidencePoints({ candidate, query }: NameMatch, isSame: boolean): number {
  const { confidence, hasImage } = candidate;
  const image = hasImage ? POINTS.image : 0;
  if (confidence >= BANDS.complete.from) return POINTS.confidence * confidence + image;
  const lost = POINTS.sparse - POINTS.sparseConfidence * confidence;
  return image - lost * (isSame && query.terms.length > 1 ? NAME.sparseNamesake : 1);
}
