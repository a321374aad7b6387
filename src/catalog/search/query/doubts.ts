import type { Correct } from './corrections.ts';
import { type Derivation, once, type QueryTerm, single } from './derivations.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Which typed words may be misspelled, and what they are then corrected to. */

/** The words of a catalogue, with their corrections and the number of its foods. */
export interface Words {
  vocabulary: Vocabulary;
  correct: Correct;
  foods: number;
}

/** The cost of the likeliest correction; others cost more. */
export const LIKELIEST_COST = 1;
/** What another form of a correction costs more than the correction itself. */
export const CORRECTED_FORM_COST = 0.3;
/** The likeliest corrections are searched for in other forms, too. */
const MOST_INFLECTED_CORRECTIONS = 2;
const MOST_FORMS_OF_CORRECTION = 2;
/** A word found in fewer foods than this share may be a misspelling that came with the data. */
export const RARE_SHARE = 1 / 8000;
export const RARE_FLOOR = 3;
/** A word that fills a page with foods is what was meant, however common its neighbours are: `woda` is not `wódka`. */
const RARE_CEILING = 25;
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
/** A word in one of five hundred foods is spelled right. */
const WELL_KNOWN_SHARE = 1 / 500;

/**
 * A word that few foods have may be a slip, of the person or of whoever entered the food: it gets its corrections if
 * one of them is so much more common that it is the likelier intention.
 */
export function doubtRare({ vocabulary, correct, foods: catalogFoods }: Words, term: QueryTerm): QueryTerm {
  if (
    term.word.isStopWord ||
    term.foods > Math.max(RARE_FLOOR, Math.min(RARE_CEILING, catalogFoods * RARE_SHARE))
  )
    return term;
  const corrected = withCorrections(vocabulary, correct, term);
  const known = term.foods + circumstantialFoods(term);
  const mostCommon = Math.max(0, ...corrected.corrections.map(({ names, fields }) => names + fields));
  if (mostCommon === 0 || mostCommon < known * DOUBT_RATIO * (1 + known / DOUBT_SOFTENING)) return term;
  return { ...corrected, isDoubtful: true };
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
  { vocabulary, correct, foods: catalogFoods }: Words,
  term: QueryTerm,
): QueryTerm {
  const { word, corrections, foods } = term;
  if (word.isStopWord || corrections.length > 0 || foods > catalogFoods * WELL_KNOWN_SHARE) return term;
  return withCorrections(vocabulary, correct, term);
}

function withCorrections(vocabulary: Vocabulary, correct: Correct, term: QueryTerm): QueryTerm {
  const { word, derivations } = term;
  if (word.isUnspaced) return term;
  const found = correct(word.text, word.isLast);
  const lowest = found[0]?.cost ?? 0;
  const corrections: Derivation[] = [];
  for (const [place, { cost, ...near }] of found.entries()) {
    const ownCost = LIKELIEST_COST + cost - lowest;
    corrections.push(single('correction', near, ownCost));
    if (place >= MOST_INFLECTED_CORRECTIONS) continue;
    for (const form of vocabulary.listForms(near.term).slice(0, MOST_FORMS_OF_CORRECTION)) {
      corrections.push(single('correction', form, ownCost + CORRECTED_FORM_COST));
    }
  }
  const known = new Set(derivations.flatMap(({ terms }) => (terms.length === 1 ? terms : [])));
  return { ...term, corrections: once(corrections).filter(({ terms }) => !known.has(terms[0]!)) };
}
