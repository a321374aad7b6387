import { type QueryTerm, SURELY_ONE_WORD } from './derivations.ts';
import { isEnglish } from './readings.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Spaces that were left out of a query or typed into a word: `oliveoil`, `straw berry`. Lists of generic foods write "Oil,
 * olive", so that neighbours in names do not tell.
 */

/** Shorter words are seldom half of another: `ham` and `burger`, not `to` and `mato`. */
const SHORTEST_HALF = 3;
/** A half that fewer names have may be a coincidence. */
const FEWEST_NAMES = 2;
const ONLY_LETTERS = /^[a-z]+$/;

/** A query with its spaces elsewhere. */
export interface Respaced {
  text: string;
  /** Whether that is what people call a food, or only words that some foods have. */
  isSaid: boolean;
}

/** Null where the spaces are where people have them. Words that no food has are split only if asked for. */
export function respace(
  vocabulary: Vocabulary,
  terms: readonly QueryTerm[],
  isSplittingUnknown: boolean,
): Respaced | null {
  const typed = terms.map(({ word }) => word.text);
  if (terms.some(({ word }) => word.isUnspaced || word.exclusion !== null) || isEnglish(typed)) return null;
  const said = [...listSplit(terms, typed), ...listJoined(typed)].find(isEnglish);
  const split = said ?? (isSplittingUnknown ? splitUnknown(vocabulary, terms) : null);
  return split === null ? null : { text: split.join(' '), isSaid: said !== undefined };
}

/** The words with any one of them split in two. */
function listSplit(terms: readonly QueryTerm[], typed: readonly string[]): string[][] {
  return terms.flatMap(({ word, foods }, at) =>
    foods >= SURELY_ONE_WORD
      ? []
      : halvesOf(word.text).map((halves) => [...typed.slice(0, at), ...halves, ...typed.slice(at + 1)]),
  );
}

function halvesOf(word: string): [string, string][] {
  if (!ONLY_LETTERS.test(word)) return [];
  const halves: [string, string][] = [];
  for (let place = SHORTEST_HALF; place <= word.length - SHORTEST_HALF; place++) {
    halves.push([word.slice(0, place), word.slice(place)]);
  }
  return halves;
}

/** The words with any two neighbours as one. */
function listJoined(typed: readonly string[]): string[][] {
  return typed.slice(1).map((next, at) => [...typed.slice(0, at), typed[at]! + next, ...typed.slice(at + 2)]);
}

/** Every word that no food has is split: where names have the halves next to each other, else where most names have both. */
function splitUnknown(vocabulary: Vocabulary, terms: readonly QueryTerm[]): string[] | null {
  const split = terms.map(({ word, foods, derivations }) => {
    if (foods > 0 || word.isStopWord) return [word.text];
    return derivations.find(({ kind }) => kind === 'split')?.terms ?? splitIntoKnown(vocabulary, word.text);
  });
  return split.some((words) => words.length > 1) ? split.flat() : null;
}

function splitIntoKnown(vocabulary: Vocabulary, word: string): string[] {
  let best: string[] = [word];
  let most = FEWEST_NAMES - 1;
  for (const halves of halvesOf(word)) {
    const [left, right] = halves;
    // Few places have a word on the left, so the right is looked up for those only.
    const before = vocabulary.find(left)?.names ?? 0;
    if (before <= most) continue;
    const after = vocabulary.find(right)?.names ?? vocabulary.listForms(right)[0]?.names ?? 0;
    if (after <= most) continue;
    best = halves;
    most = Math.min(before, after);
  }
  return best;
}
