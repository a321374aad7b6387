import { LRUCache } from 'lru-cache';
import { sound, stem } from '../../../text/word-forms.ts';
import { type EditDistance, editDistance } from './edit-distance.ts';
import { isCorrectable, MIN_CORRECTED_LENGTH } from './keys.ts';
import { MIN_LENGTH_FOR_COMMON_TWO_EDITS, MIN_LENGTH_FOR_TWO_EDITS, MIN_LENGTH_OF_LONGER } from './terms.ts';
import type { Term, Vocabulary } from './vocabulary.ts';

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

/** Corrections of one word that are tried together. */
const MAX_CORRECTIONS = 8;
/** Two letters that look and sound otherwise are another word: `ribena` is not "ribeye". */
const MAX_COST_OF_EASY_SLIPS = 1.84;
/** Where the words sound alike, more may be wrong, but `baileys` is not "balls". */
const MAX_COST_OF_ALIKE_SLIPS = 2.4;
/** A term this common is a likely intention, as a share of the foods, with a floor for small catalogues. */
const COMMON_SHARE = 1 / 8000;
const COMMON_FLOOR = 2;
/** From this many foods on, names in seven languages share words that hardly anyone means. */
const MIN_FOODS_OF_LARGE = 1000;
const COMMON_FLOOR_OF_LARGE = 4;
/** Three edits, for words that sound alike and begin alike: only from this length on, and only to common words. */
const MIN_LENGTH_FOR_THREE_EDITS = 7;
/** Words from this length on may be three edits from a common word that sounds nearly the same. */
const MIN_FAR_LENGTH = 10;
/** The cost of hopping from the likeliest correction, if it is rare, to a common one. */
const HOP = 0.2;
/** What a tenfold frequency is worth in edits. */
const FREQUENCY_WORTH = 0.28;
/** A correction that costs this much more than the best is dropped. */
const WIDEST_GAP = 1.1;
/** A word that sounds the same is nearer than its letters suggest. */
const SOUND_DISCOUNT = 0.2;
/** What a correction of a word of at most this many letters may cost to be a slip: `takis` is not "kaki". */
const MOST_COST_BY_LENGTH = [
  [5, 0.45],
  [7, 0.9],
  [8, 1.5],
] as const;
/** In a smaller catalogue a word is rarer than its language makes it. */
const USUAL_FOODS = 30_000;
/** Two slips in one word are rarer than one. */
const FURTHER_EDIT = 0.1;
/** The misspelled start of a longer word is a weaker guess than a whole word, and must lead to a common one. */
const UNFINISHED = 0.5;
const MIN_UNFINISHED_LENGTH = 4;

/** Before it is known whether it is far. */
type Judged = Omit<Correction, 'isFar'>;

/** Finds the likely corrections of a word, best first. The work is bounded by the lists of the vocabulary. */
export type Correct = (word: string, isLast: boolean) => readonly Correction[];

/** Words whose corrections are kept: the same slips are made again and again. */
const MAX_KEPT_WORDS = 2048;

export function openCorrections(vocabulary: Vocabulary, foods: number): Correct {
  const floor = foods < MIN_FOODS_OF_LARGE ? COMMON_FLOOR : COMMON_FLOOR_OF_LARGE;
  const common = Math.max(floor, foods * COMMON_SHARE);
  const kept = new LRUCache<string, readonly Correction[]>({ max: MAX_KEPT_WORDS });
  return (word, isLast) => {
    if (word.length < MIN_CORRECTED_LENGTH || !isCorrectable(word)) return [];
    const key = isLast ? `${word}…` : word;
    let found = kept.get(key);
    if (found === undefined) {
      const rarer = FREQUENCY_WORTH * Math.log10(Math.min(1, Math.max(1, foods) / USUAL_FOODS));
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
  return MOST_COST_BY_LENGTH.find(([letters]) => word.length <= letters)?.[1] ?? Number.POSITIVE_INFINITY;
}

function findCorrections(vocabulary: Vocabulary, word: string, isLast: boolean, common: number): Judged[] {
  const near = correctNear(vocabulary, word, isLast, common);
  if (near.length > 0) return likeliest([...near, ...hop(vocabulary, near, common)]);
  return word.length < MIN_FAR_LENGTH ? [] : likeliest(correctFar(vocabulary, word, common));
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
    .map((further) => ({ ...further, edits: rare.edits + 1, cost: rare.cost + HOP }));
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
        cost: far.cost - FREQUENCY_WORTH * Math.log10(names + fields),
      },
    ];
  });
}

function likeliest(found: Judged[]): Judged[] {
  found.sort((left, right) => left.cost - right.cost || (left.term < right.term ? -1 : 1));
  const limit = (found[0]?.cost ?? 0) + WIDEST_GAP;
  return found.filter(({ cost }) => cost <= limit).slice(0, MAX_CORRECTIONS);
}

function judge(
  word: string,
  { term, names, fields }: Term,
  soundsAlike: boolean,
  common: number,
  isLast: boolean,
): Judged | null {
  if (term === word || term.length < MIN_CORRECTED_LENGTH - 1) return null;
  const foods = names + fields;
  const most = mostEdits(word, term, foods, soundsAlike, common);
  const whole = editDistance(word, term, most);
  if (whole !== null && isLikelySlip(word, whole, soundsAlike)) {
    const cost =
      whole.cost +
      FURTHER_EDIT * Math.max(0, whole.edits - 1) -
      (soundsAlike ? SOUND_DISCOUNT : 0) -
      FREQUENCY_WORTH * Math.log10(foods);
    return { term, names, fields, edits: whole.edits, cost };
  }
  if (!isLast || foods < common || word.length < MIN_UNFINISHED_LENGTH || term.length <= word.length)
    return null;
  // `choc` begins neither "cocoa" nor, with another letter, much else.
  if (word.length < MIN_LENGTH_OF_LONGER && ![...word].every((letter) => term.includes(letter))) return null;
  const prefix = editDistance(word, term, 1, true);
  if (prefix === null || prefix.edits === 0) return null;
  const cost = prefix.cost + UNFINISHED - FREQUENCY_WORTH * Math.log10(foods);
  return { term, names, fields, edits: prefix.edits, cost };
}

function isLikelySlip(word: string, { edits, cost }: EditDistance, soundsAlike: boolean): boolean {
  if (edits < 2 || word.length >= MIN_LENGTH_FOR_TWO_EDITS) return true;
  return cost <= (soundsAlike ? MAX_COST_OF_ALIKE_SLIPS : MAX_COST_OF_EASY_SLIPS);
}

function mostEdits(word: string, term: string, foods: number, soundsAlike: boolean, common: number): number {
  const length = word.length;
  const isLikely = foods >= common && word[0] === term[0];
  if (soundsAlike && isLikely && length >= MIN_LENGTH_FOR_THREE_EDITS) return 3;
  if (length >= MIN_LENGTH_FOR_TWO_EDITS) return 2;
  const isLong = Math.max(length, term.length) >= MIN_LENGTH_OF_LONGER;
  return isLikely && isLong && length >= MIN_LENGTH_FOR_COMMON_TWO_EDITS ? 2 : 1;
}
