import { hash, hashEnd, hashStart, hashStep } from '../index/hash-lists.ts';
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
const SHORTEST_WITH_TWO_EDITS = 6;

export const stemKey = (word: string): number => hash(`=${stem(word)}`);
export function soundKey(word: string): number | null {
  const heard = sound(word);
  return heard === null ? null : hash(`~${heard}`);
}

/**
 * The beginning of a word and all that is left of it after up to `edits` (at most two) letters are taken out, as
 * hashes, each once. A vocabulary has millions of these, so their texts are never made.
 */
export function shortenings(word: string, edits: number): number[] {
  const length = Math.min(word.length, KEYED_LETTERS);
  const keys = [hashWithout(word, length, -1, -1)];
  for (let i = 0; i < length && edits > 0; i++) {
    addOnce(keys, hashWithout(word, length, i, -1));
    for (let j = i + 1; j < length && edits > 1; j++) addOnce(keys, hashWithout(word, length, i, j));
  }
  return keys;
}

function addOnce(keys: number[], key: number): void {
  if (!keys.includes(key)) keys.push(key);
}

function hashWithout(word: string, length: number, i: number, j: number): number {
  let started = hashStart('');
  for (let at = 0; at < length; at++) {
    if (at !== i && at !== j) started = hashStep(started, word.charCodeAt(at));
  }
  return hashEnd(started);
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
