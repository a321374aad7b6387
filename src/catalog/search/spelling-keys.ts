import { sound, stem } from './word-forms.ts';

/**
 * The keys under which a term is listed, so that a misspelling of it leads there. Two words that differ by an
 * edit agree once a letter is left out of each: listing every term under its shortenings turns "which words are
 * near this one" into a few direct reads, whatever the size of the vocabulary.
 */

/** Letters are left out of the beginning only; it keeps the lists small, and what follows is checked anyway. */
const KEYED_LETTERS = 7;
/** Words shorter than this are not corrected: almost everything is one edit away from them. */
export const SHORTEST_CORRECTED = 4;
/** From this length on, two letters may be wrong. */
export const SHORTEST_WITH_TWO_EDITS = 6;

export const stemKey = (word: string): string => `=${stem(word)}`;
export function soundKey(word: string): string | null {
  const heard = sound(word);
  return heard === null ? null : `~${heard}`;
}

/** The beginning of a word and all that is left of it after up to `edits` letters are taken out, each once. */
export function shortenings(word: string, edits: number): string[] {
  const beginning = word.length > KEYED_LETTERS ? word.slice(0, KEYED_LETTERS) : word;
  const all = new Set([beginning]);
  let longer = [beginning];
  for (let edit = 0; edit < edits; edit++) {
    const shorter = new Set<string>();
    for (const text of longer) {
      for (let i = 0; i < text.length; i++) shorter.add(text.slice(0, i) + text.slice(i + 1));
    }
    longer = [...shorter].filter((text) => text.length > 1);
    for (const text of longer) all.add(text);
  }
  return [...all];
}

/** How many letters may be wrong in a word of this length. */
export function editsFor(length: number): number {
  if (length < SHORTEST_CORRECTED - 1) return 0;
  return length < SHORTEST_WITH_TWO_EDITS ? 1 : 2;
}

/** Numbers are never corrected: 500g is not a misspelling of 600g. */
export function isCorrectable(term: string): boolean {
  return /^\p{L}+$/u.test(term);
}
