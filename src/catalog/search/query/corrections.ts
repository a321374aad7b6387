import { LRUCache } from 'lru-cache';
import { sound, stem } from '../../../text/word-forms.ts';
import { type EditDistance, editDistance } from './edit-distance.ts';
import { isCorrectable } from './keys.ts';
import type { Term, Vocabulary } from './vocabulary.ts';
import { CORRECTION } from './weights.ts';

/** A term of the catalogue that a typed word may be a misspelling of. */
export interface Correction {
  term: string;
  /** Foods with it in the name, and in another field. */
  names: number;
  fields: number;
  edits: number;
  /** The cost of the edits, less for a common word: lower is likelier. */
  cost: number;
  /** Whether it is another word rather than a slip, unless other words agree. */
  isFar: boolean;
}

/** Before it is known whether it is far. */
type Judged = Omit<Correction, 'isFar'>;

/** Finds the likely corrections of a word, best first. The work is bounded by the lists of the vocabulary. */
export type Correct = (word: string, isLast: boolean) => readonly Correction[];

/** Words whose corrections are kept: the same slips are made again and again. */
const MAX_KEPT_WORDS = 2048;

export function openCorrections(vocabulary: Vocabulary, foods: number): Correct {
  const floor = foods < CORRECTION.minFoodsOfLarge ? CORRECTION.commonFloor : CORRECTION.commonFloorOfLarge;
  const common = Math.max(floor, foods * CORRECTION.commonShare);
  const kept = new LRUCache<string, readonly Correction[]>({ max: MAX_KEPT_WORDS });
  return (word, isLast) => {
    if (word.length < CORRECTION.minLength || !isCorrectable(word)) return [];
    const key = isLast ? `${word}…` : word;
    let found = kept.get(key);
    if (found === undefined) {
      const rarer =
        CORRECTION.frequencyWorth * Math.log10(Math.min(1, Math.max(1, foods) / CORRECTION.usualFoods));
      found = findCorrections(vocabulary, word, isLast, common).map((one) => ({
        ...one,
        isFar: one.cost + rarer > mostCost(word),
      }));
      kept.set(key, found);
    }
    return found;
  };
}

function mostCost(word: string): number {
  return (
    CORRECTION.mostCostByLength.find(([letters]) => word.length <= letters)?.[1] ?? Number.POSITIVE_INFINITY
  );
}

function findCorrections(vocabulary: Vocabulary, word: string, isLast: boolean, common: number): Judged[] {
  const near = correctNear(vocabulary, word, isLast, common);
  if (near.length > 0) return likeliest([...near, ...hop(vocabulary, near, common)]);
  return word.length < CORRECTION.minLengthOfFar ? [] : likeliest(correctFar(vocabulary, word, common));
}

function correctNear(vocabulary: Vocabulary, word: string, isLast: boolean, common: number): Judged[] {
  const found = new Map<string, Judged>();
  for (const term of vocabulary.listNear(word, isLast, common)) {
    const correction = judge(word, term, false, common, isLast);
    if (correction !== null) found.set(term.term, correction);
  }
  const sounding = vocabulary.listSounding(word);
  const heard = sound(word);
  const isSameSound = ({ term }: Term) => sound(term) === heard;
  for (const term of sounding.filter(isSameSound)) {
    const correction = judge(word, term, true, common, isLast);
    if (correction !== null) found.set(term.term, correction);
  }
  if (found.size > 0) return likeliest([...found.values()]);
  // Words that sound alike but for a plural.
  const stemHeard = sound(stem(word));
  for (const term of sounding.filter((own) => sound(stem(own.term)) === stemHeard)) {
    const correction = judge(stem(word), { ...term, term: stem(term.term) }, true, common, false);
    if (correction !== null) found.set(term.term, { ...correction, term: term.term });
  }
  return likeliest([...found.values()]);
}

/** A rare correction may be a misspelling itself: then the common word next to it is added. */
function hop(vocabulary: Vocabulary, near: Judged[], common: number): Judged[] {
  const rare = near[0]!;
  if (rare.names + rare.fields >= common) return [];
  const known = new Set(near.map(({ term }) => term));
  return correctNear(vocabulary, rare.term, false, common)
    .filter(({ term, edits, names, fields }) => edits === 1 && names + fields >= common && !known.has(term))
    .slice(0, 1)
    .map((further) => ({ ...further, edits: rare.edits + 1, cost: rare.cost + CORRECTION.hop }));
}

/** Terms that sound nearly alike and share letters, for long words with three edits. */
function correctFar(vocabulary: Vocabulary, word: string, common: number): Judged[] {
  const heard = sound(word);
  if (heard === null) return [];
  return vocabulary.listSharingParts(word).flatMap(({ term, names, fields }) => {
    if (names + fields < common || term[0] !== word[0]) return [];
    const heardThere = sound(term);
    if (heardThere === null || editDistance(heard, heardThere, 1) === null) return [];
    const far = editDistance(word, term, 3);
    if (far === null) return [];
    return [
      {
        term,
        names,
        fields,
        edits: far.edits,
        cost: far.cost - CORRECTION.frequencyWorth * Math.log10(names + fields),
      },
    ];
  });
}

function likeliest(found: Judged[]): Judged[] {
  found.sort((left, right) => left.cost - right.cost || (left.term < right.term ? -1 : 1));
  const limit = (found[0]?.cost ?? 0) + CORRECTION.widestGap;
  return found.filter(({ cost }) => cost <= limit).slice(0, CORRECTION.most);
}

function judge(
  word: string,
  { term, names, fields }: Term,
  soundsAlike: boolean,
  common: number,
  isLast: boolean,
): Judged | null {
  if (term === word || term.length < CORRECTION.minLength - 1) return null;
  const foods = names + fields;
  const most = mostEdits(word, term, foods, soundsAlike, common);
  const whole = editDistance(word, term, most);
  if (whole !== null && isLikelySlip(word, whole, soundsAlike)) {
    const cost =
      whole.cost +
      CORRECTION.furtherEdit * Math.max(0, whole.edits - 1) -
      (soundsAlike ? CORRECTION.soundDiscount : 0) -
      CORRECTION.frequencyWorth * Math.log10(foods);
    return { term, names, fields, edits: whole.edits, cost };
  }
  if (
    !isLast ||
    foods < common ||
    word.length < CORRECTION.minLengthOfUnfinished ||
    term.length <= word.length
  )
    return null;
  // `choc` begins neither "cocoa" nor, with another letter, much else.
  if (word.length < CORRECTION.minLengthOfLonger && ![...word].every((letter) => term.includes(letter)))
    return null;
  const prefix = editDistance(word, term, 1, true);
  if (prefix === null || prefix.edits === 0) return null;
  const cost = prefix.cost + CORRECTION.unfinished - CORRECTION.frequencyWorth * Math.log10(foods);
  return { term, names, fields, edits: prefix.edits, cost };
}

function isLikelySlip(word: string, { edits, cost }: EditDistance, soundsAlike: boolean): boolean {
  if (edits < 2 || word.length >= CORRECTION.minLengthForTwoEdits) return true;
  return cost <= (soundsAlike ? CORRECTION.mostCostOfAlikeSlips : CORRECTION.mostCostOfEasySlips);
}

function mostEdits(word: string, term: string, foods: number, soundsAlike: boolean, common: number): number {
  const length = word.length;
  const isLikely = foods >= common && word[0] === term[0];
  if (soundsAlike && isLikely && length >= CORRECTION.minLengthForThreeEdits) return 3;
  if (length >= CORRECTION.minLengthForTwoEdits) return 2;
  const isLong = Math.max(length, term.length) >= CORRECTION.minLengthOfLonger;
  return isLikely && isLong && length >= CORRECTION.minLengthForCommonTwoEdits ? 2 : 1;
}
