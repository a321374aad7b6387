import { sound, stem } from '../../../text/word-forms.ts';
import type { Correct } from './corrections.ts';
import { type CorrectedDerivation, type Derivation, once, type QueryTerm, single } from './derivations.ts';
import { editDistance } from './edit-distance.ts';
import type { KnownNames } from './read-query.ts';
import type { Term, Vocabulary } from './vocabulary.ts';
import { CORRECTION, DOUBT, SLIP } from './weights.ts';

/** Which typed words may be misspelled, and what they are then corrected to. */

/** The words of a catalogue, with their corrections. */
export interface Words extends KnownNames {
  vocabulary: Vocabulary;
  correct: Correct;
  /** The number of its foods. */
  size: number;
}

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
  const rare = Math.max(DOUBT.rareFloor, Math.min(DOUBT.rareCeiling, catalogFoods * DOUBT.rareShare));
  if (word.isStopWord || foods > rare) return term;
  const corrected = withCorrections(vocabulary, correct, term);
  const isTyped = term.derivations.some(({ kind }) => kind === 'typed');
  // `waffels` has the stem of a name, the German "Waffel", but no food is spelt so.
  if (corrected.corrections.length === 0 || (isTyped && isName(word.text))) return term;
  const known = foods + circumstantialFoods(term);
  const isDoubted = (common: number) =>
    common > 0 && common >= known * DOUBT.ratio * (1 + known / DOUBT.softening);
  const sounding = corrected.corrections.filter(({ terms }) => soundsLike(word.text, terms[0]!));
  const mostSounding = mostCommonOf(sounding);
  const isOfWord =
    mostCommonOf(sounding.filter(({ terms }) => isName(terms[0]!))) >= known * DOUBT.ratioOfName;
  if (!isOfWord && !isDoubted(mostCommonOf(corrected.corrections))) return term;
  const isMisspelt = isTyped && !isNamed && (isOfWord || mostSounding >= known * DOUBT.ratioOfMisspelt);
  return { ...corrected, isMisspelt, isDoubtful: true };
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
    (typed.length >= DOUBT.minLengthOfNearlyHeard && slip.cost <= SLIP.alike)
  );
}

/** Foods that vouch for a word without containing it: they have its halves, or a longer word that starts like it. */
function circumstantialFoods({ derivations, foods: typed }: QueryTerm): number {
  let foods = 0;
  for (const { kind, names, fields } of derivations) {
    if (kind === 'split') foods += DOUBT.foodsOfSplit + (typed > 0 ? DOUBT.worthOfSplit * names : 0);
    else if (kind === 'prefix') foods += DOUBT.worthOfPrefix * (names + fields);
  }
  return foods;
}

/** When no food has all the words, any of them may be a slip, except those that everyone can spell. */
export function doubtUncommon(
  { vocabulary, correct, isName, size: catalogFoods }: Words,
  term: QueryTerm,
): QueryTerm {
  const { word, corrections, foods } = term;
  const wellKnown = Math.min(DOUBT.wellKnown, catalogFoods * DOUBT.wellKnownShare);
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
  const corrections: CorrectedDerivation[] = [];
  for (const [place, { cost, isFar, ...near }] of found.entries()) {
    const ownCost = CORRECTION.likeliest + cost - lowest;
    corrections.push(asCorrection(near, ownCost, isFar));
    if (place >= CORRECTION.mostInflected) continue;
    for (const form of vocabulary.listForms(near.term).slice(0, CORRECTION.mostForms)) {
      corrections.push(asCorrection(form, ownCost + CORRECTION.otherForm, isFar));
    }
  }
  const known = new Set(derivations.flatMap(({ terms }) => (terms.length === 1 ? terms : [])));
  return { ...term, corrections: once(corrections).filter(({ terms }) => !known.has(terms[0]!)) };
}

function asCorrection(term: Term, cost: number, isFar: boolean): CorrectedDerivation {
  return { ...single('correction', term), kind: 'correction', cost, isFar };
}
