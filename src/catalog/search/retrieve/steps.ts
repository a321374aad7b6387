import {
  MANY_FOODS,
  type MeaningKind,
  type Understanding,
  withCorrections,
  withMoreCompletions,
} from '../query/derivations.ts';
import type { Vocabulary } from '../query/vocabulary.ts';
import { allOf, type Expression, mostOf } from './match-expression.ts';

/** What the steps of a search need: the words of the catalogue, and a way to ask for foods. */
export interface Steps {
  vocabulary: Vocabulary;
  /** Foods in the catalogue. */
  foods: number;
  /** Foods that are asked for. */
  limit: number;
  /** Adds the best foods that match and tells how many there were, at most `MOST_CANDIDATES`. */
  ask(name: string, expression: Expression | null, most?: number): number;
  /** Adds the foods that are called just so and tells how many there were. */
  askNames(name: string, words: string[]): number;
}

/** Foods that are read and scored at each step; they come best first, so more of them change nothing. */
export const MOST_CANDIDATES = 120;
/** Foods of a common word that are read beyond those a page shows: the best come first, and a few are twins. */
const SPARE_CANDIDATES = 20;
/** Fewer foods than this on a page leave room for foods that match less well. */
const FULL_PAGE = 10;
/** A word that fewer foods have than one in these may be a misspelling that came with the data. */
const RARE_SHARE = 1 / 8000;
const RARE_FLOOR = 3;
/** A rare word is doubted when a word next to it is this many times as common. */
const DOUBT_RATIO = 20;
/** The more foods have a word, the surer it is: at this many, twice the ratio is asked for. */
const DOUBT_SOFTENING = 50;
/** Two words that stand side by side in names speak for a word that joins them like this many foods. */
const FOODS_OF_A_SPLIT = 20;
/** A food with a longer word that begins so counts for this much of one with the word itself. */
const WORTH_OF_A_BEGINNING = 0.25;
/** A word in one of five hundred foods is no misspelling. */
const WELL_KNOWN_SHARE = 1 / 500;
/** Words that a query of many is narrowed to when no food has all of them: the rarest say most. */
const MOST_WORDS_LEFT_OUT_OF = 6;
/** The same where two are left out: there are many ways to do that. */
const MOST_WORDS_TWO_LEFT_OUT_OF = 4;
/** Words that are left out at most. */
const MOST_LEFT_OUT = 2;
/** Corrections of a single word that are searched one by one, so that a common one cannot hide the others. */
const MOST_SINGLE_CORRECTIONS = 3;
const MOST_CANDIDATES_OF_A_CORRECTION = 50;
/** Ways to write a corrected query as a whole name, and corrections of one word among them. */
const MOST_CORRECTED_NAMES = 6;
const MOST_NAME_CORRECTIONS = 3;

const AS_TYPED: readonly MeaningKind[] = ['typed', 'form', 'split'];
const TYPED_OR_DOUBTED: readonly MeaningKind[] = [...AS_TYPED, 'correction'];
const AS_BEGUN: readonly MeaningKind[] = [...AS_TYPED, 'beginning'];
const WITH_ENDINGS: readonly MeaningKind[] = [...AS_BEGUN, 'ending'];
const WITH_CORRECTIONS: readonly MeaningKind[] = [...WITH_ENDINGS, 'correction'];

/**
 * As typed: with plurals, other endings, words joined and split, the last word begun, in any field. When more foods
 * match than are read, those that match best might not be among them, so they are asked for apart.
 */
export function askTyped(steps: Steps, understood: Understanding[]): void {
  const needed = needful(understood);
  const all = (words: Understanding[], kinds: readonly MeaningKind[], scope: 'name' | 'anywhere') =>
    allOf(words, kinds, scope, steps.foods);
  if (needed[0]?.word.isAlone && needed[0].foods >= MANY_FOODS) {
    const enough = steps.limit + SPARE_CANDIDATES;
    if (steps.ask('a common word, in the name', all(needed, AS_TYPED, 'name'), enough) >= enough) return;
  }
  const found = steps.ask('all words', all(needed, WITH_ENDINGS, 'anywhere'));
  if (found >= MOST_CANDIDATES) {
    const named = steps.ask('all words, in the name as typed', all(needed, AS_TYPED, 'name'));
    if (named < FULL_PAGE) steps.ask('all words, in the name, the last begun', all(needed, AS_BEGUN, 'name'));
  } else if (found === 0) {
    const more = needed.map((one) => withMoreCompletions(steps.vocabulary, one, steps.foods));
    if (more.some((one, i) => one !== needed[i])) {
      steps.ask('all words, the last begun as rare ones', all(more, AS_BEGUN, 'anywhere'));
    }
  }
}

/** Whether foods match without a changed ending: what is found otherwise may be a coincidence. */
export function isSure(steps: Steps, understood: Understanding[]): boolean {
  const needed = needful(understood);
  if (!needed.some(({ meanings }) => meanings.some(({ kind }) => kind === 'ending'))) return true;
  const expression = allOf(needed, AS_BEGUN, 'anywhere', steps.foods);
  return steps.ask('all words, without other endings', expression) > 0;
}

/**
 * A word that few foods have may be a slip, of the person or of whoever entered the food: it gets its corrections,
 * if one of them is so much more common that it is likely meant.
 */
export function doubtRare(steps: Steps, one: Understanding): Understanding {
  if (one.word.isSmall || one.foods > Math.max(RARE_FLOOR, steps.foods * RARE_SHARE)) return one;
  const corrected = withCorrections(steps.vocabulary, one, steps.foods);
  const known = one.foods + circumstantial(one);
  const mostCommon = Math.max(0, ...corrected.corrections.map(({ names, fields }) => names + fields));
  if (mostCommon === 0 || mostCommon < known * DOUBT_RATIO * (1 + known / DOUBT_SOFTENING)) return one;
  return { ...corrected, isDoubtful: true };
}

/** Foods that speak for a word without having it as it is: in halves, or as the beginning of another. */
function circumstantial({ meanings }: Understanding): number {
  let foods = 0;
  for (const { kind, names, fields } of meanings) {
    if (kind === 'split') foods += FOODS_OF_A_SPLIT;
    else if (kind === 'beginning') foods += WORTH_OF_A_BEGINNING * (names + fields);
  }
  return foods;
}

/** When no food has all the words, any of them may be a slip, save those that everyone knows how to write. */
export function doubtUncommon(steps: Steps, one: Understanding): Understanding {
  if (one.word.isSmall || one.corrections.length > 0 || one.foods > steps.foods * WELL_KNOWN_SHARE)
    return one;
  return withCorrections(steps.vocabulary, one, steps.foods);
}

export function askCorrected(steps: Steps, understood: Understanding[]): void {
  for (const name of correctedNames(understood)) steps.askNames('corrected name', name);
  const needed = needful(understood);
  const only = needed.length === 1 ? needed[0]! : null;
  if (only === null) {
    steps.ask('corrected', allOf(needed, WITH_CORRECTIONS, 'anywhere', steps.foods));
    return;
  }
  for (const correction of only.corrections.slice(0, MOST_SINGLE_CORRECTIONS)) {
    const alone = { ...only, meanings: [], corrections: [correction] };
    const expression = allOf([alone], WITH_CORRECTIONS, 'anywhere', steps.foods);
    steps.ask('one of the corrections', expression, MOST_CANDIDATES_OF_A_CORRECTION);
  }
}

/** No food has all the words, but all of them are words: one may be too many. Tells how many foods have the rest. */
export function askAllButOne(steps: Steps, understood: Understanding[]): number {
  const words = rarest(needful(understood));
  const isKnown = words.every(({ foods, corrections }) => foods > 0 || corrections.length > 0);
  if (!isKnown || words.length < 2) return 0;
  return steps.ask('all but one of the words', mostOf(words, 1, TYPED_OR_DOUBTED, steps.foods));
}

/** No food has all the words: the foods that have all that are known, all but one, all but two. */
export function askMostWords(steps: Steps, understood: Understanding[], isAllButOneAsked: boolean): void {
  const needed = needful(understood);
  const known = rarest(
    needed.filter(({ meanings, corrections }) => meanings.length + corrections.length > 0),
  );
  for (
    let without = known.length < needed.length ? 0 : 1;
    without <= MOST_LEFT_OUT && without < known.length;
    without++
  ) {
    for (const kinds of [AS_BEGUN, WITH_CORRECTIONS]) {
      if (kinds === AS_BEGUN && without === 1 && isAllButOneAsked) continue;
      const words = without > 1 ? known.slice(0, MOST_WORDS_TWO_LEFT_OUT_OF) : known;
      const name = `all but ${without} of the known words${kinds === AS_BEGUN ? '' : ', corrected'}`;
      if (steps.ask(name, mostOf(words, without, kinds, steps.foods)) > 0) return;
    }
  }
}

/** The words that say most; a query of many is narrowed to these. */
function rarest(words: Understanding[]): Understanding[] {
  return words.sort((left, right) => left.foods - right.foods).slice(0, MOST_WORDS_LEFT_OUT_OF);
}

/** Whole names in which doubtful words are replaced, the likeliest first. */
function correctedNames(understood: Understanding[]): string[][] {
  let names: string[][] = [[]];
  for (const { word, corrections, foods } of understood) {
    const spellings = corrections.slice(0, MOST_NAME_CORRECTIONS).map(({ terms }) => terms[0]!);
    if (spellings.length === 0 || foods > 0) spellings.unshift(word.text);
    names = names
      .flatMap((name) => spellings.map((spelling) => [...name, spelling]))
      .slice(0, MOST_CORRECTED_NAMES);
  }
  return names;
}

function needful(understood: Understanding[]): Understanding[] {
  return understood.filter(({ word }) => !word.isSmall);
}
