import { sound, stem } from '../../../text/word-forms.ts';
import type { Correct } from './corrections.ts';
import { type Derivation, once, type QueryTerm, single } from './derivations.ts';
import { ALIKE, editDistance } from './edit-distance.ts';
import type { KnownNames } from './read-query.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Which typed words may be misspelled, and what they are then corrected to. */

/** The words of a catalogue, with their corrections. */
export interface Words extends KnownNames {
  vocabulary: Vocabulary;
  correct: Correct;
  /** The number of its foods. */
  size: number;
}

/** The cost of the likeliest correction; others cost more. */
export const LIKELIEST_COST = 1;
/** The cost of a word as typed that is surely a misspelling. */
const MISSPELT_COST = 1.2;
/** What another form of a correction costs more than the correction itself. */
export const CORRECTED_FORM_COST = 0.3;
/** The likeliest corrections are searched for in other forms, too. */
const MAX_INFLECTED_CORRECTIONS = 2;
const MAX_FORMS_OF_CORRECTION = 2;
/** A word found in fewer foods than this share may be a misspelling that came with the data. */
export const RARE_SHARE = 1 / 8000;
export const RARE_FLOOR = 3;
/** A word that fills a page with foods is what was meant, however common its neighbours are: `woda` is not `wódka`. */
const RARE_CEILING = 25;
/** A word that sounds like one this many times as common is a misspelling, though some names have it. */
const MISSPELT_RATIO = 50;
/** A word that is the name of a food need only be this many times as common as a typed one that is not. */
const RATIO_OF_A_WORD = 5;
/** Words from this length on sound alike though one letter is another that sounds like it: the n of `camenbert`. */
const MIN_NEARLY_HEARD_LENGTH = 6;
/** A rare word is doubted when a near word is this many times as common. */
const DOUBT_RATIO = 20;
/** The more foods have a word, the more certain it is: at this many, twice the ratio is required. */
const DOUBT_SOFTENING = 50;
/** Two words that are neighbours in names vouch for the word that joins them like this many foods. */
const FOODS_OF_A_SPLIT = 20;
/** Where names also have them as one word, the foods that have both vouch for it this much: `icecream`. */
const WORTH_OF_A_SPLIT = 0.05;
/** A food with a longer word that starts like the typed one vouches for it this much. */
const WORTH_OF_A_PREFIX = 0.25;
/** A word in one of five hundred foods is spelled right, and so is one in this many. */
const WELL_KNOWN_SHARE = 1 / 500;
const WELL_KNOWN = 200;

/**
 * A word that few foods have may be a slip, of the person or of whoever entered the food: it gets its corrections if
 * one of them is so much more common that it is the likelier intention. Where the whole query is the name of a food,
 * that food stays the best answer, however it is spelled.
 */
export function doubtRare(
  { vocabulary, correct, isName, size: catalogFoods }: Words,
  term: QueryTerm,
  isNamed = false,
): QueryTerm {
  const { foods, word } = term;
  const rare = Math.max(RARE_FLOOR, Math.min(RARE_CEILING, catalogFoods * RARE_SHARE));
  if (word.isStopWord || foods > rare) return term;
  const corrected = withCorrections(vocabulary, correct, term);
  if (corrected.corrections.length === 0 || isName(word.text)) return term;
  const known = foods + circumstantialFoods(term);
  const isDoubted = (common: number) =>
    common > 0 && common >= known * DOUBT_RATIO * (1 + known / DOUBT_SOFTENING);
  const sounding = corrected.corrections.filter(({ terms }) => soundsLike(word.text, terms[0]!));
  const mostSounding = mostCommonOf(sounding);
  const isOfWord = mostCommonOf(sounding.filter(({ terms }) => isName(terms[0]!))) >= known * RATIO_OF_A_WORD;
  if (!isOfWord && !isDoubted(mostCommonOf(corrected.corrections))) return term;
  const isMisspelt = foods > 0 && !isNamed && (isOfWord || mostSounding >= known * MISSPELT_RATIO);
  return { ...corrected, ...(isMisspelt && { derivations: asMisspelt(term) }), isDoubtful: true };
}

function mostCommonOf(corrections: readonly Derivation[]): number {
  return Math.max(0, ...corrections.map(({ names, fields }) => names + fields));
}

/** Whether a word is one slip from another and sounds like it. */
function soundsLike(typed: string, meant: string): boolean {
  const slip = typed[0] === meant[0] ? editDistance(typed, meant, 1) : null;
  if (slip === null) return false;
  const heard = sound(typed);
  return (
    (heard !== null && heard === sound(meant)) ||
    (typed.length >= MIN_NEARLY_HEARD_LENGTH && slip.cost <= ALIKE)
  );
}

/** The names that have a misspelling are found after those of the word. */
function asMisspelt({ derivations }: QueryTerm): Derivation[] {
  return derivations.map((own) => (own.kind === 'typed' ? { ...own, cost: MISSPELT_COST } : own));
}

/** Foods that vouch for a word without containing it: they have its halves, or a longer word that starts like it. */
function circumstantialFoods({ derivations, foods: typed }: QueryTerm): number {
  let foods = 0;
  for (const { kind, names, fields } of derivations) {
    if (kind === 'split') foods += FOODS_OF_A_SPLIT + (typed > 0 ? WORTH_OF_A_SPLIT * names : 0);
    else if (kind === 'prefix') foods += WORTH_OF_A_PREFIX * (names + fields);
  }
  return foods;
}

/** When no food has all the words, any of them may be a slip, except those that everyone can spell. */
export function doubtUncommon(
  { vocabulary, correct, isName, size: catalogFoods }: Words,
  term: QueryTerm,
): QueryTerm {
  const { word, corrections, foods } = term;
  const wellKnown = Math.min(WELL_KNOWN, catalogFoods * WELL_KNOWN_SHARE);
  if (word.isStopWord || corrections.length > 0 || foods > wellKnown) return term;
  const corrected = withCorrections(vocabulary, correct, term);
  return isName(word.text) ? derivedOnly(corrected) : corrected;
}

/** Of the corrections of a word that is spelled right, those that are made from it: "sprouted" for `sprouts`. */
function derivedOnly(term: QueryTerm): QueryTerm {
  const own = stem(term.word.text);
  const isDerived = ({ terms }: Derivation) => terms.every((one) => one.startsWith(own));
  return { ...term, corrections: term.corrections.filter(isDerived) };
}

function withCorrections(vocabulary: Vocabulary, correct: Correct, term: QueryTerm): QueryTerm {
  const { word, derivations } = term;
  if (word.isUnspaced) return term;
  const found = correct(word.text, word.isLast);
  const lowest = found[0]?.cost ?? 0;
  const corrections: Derivation[] = [];
  for (const [place, { cost, isFar, ...near }] of found.entries()) {
    const ownCost = LIKELIEST_COST + cost - lowest;
    corrections.push({ ...single('correction', near, ownCost), isFar });
    if (place >= MAX_INFLECTED_CORRECTIONS) continue;
    for (const form of vocabulary.listForms(near.term).slice(0, MAX_FORMS_OF_CORRECTION)) {
      corrections.push({ ...single('correction', form, ownCost + CORRECTED_FORM_COST), isFar });
    }
  }
  const known = new Set(derivations.flatMap(({ terms }) => (terms.length === 1 ? terms : [])));
  return { ...term, corrections: once(corrections).filter(({ terms }) => !known.has(terms[0]!)) };
}
