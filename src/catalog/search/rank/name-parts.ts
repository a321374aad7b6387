import { words } from '../../../food/text.ts';
import { isStopWord } from '../query/stop-words.ts';
import { WORD } from './weights.ts';

/**
 * A name taken apart for the ranking. Names of generic foods go from the food to its kind, separated by commas:
 * "Milk, whole, 3.25% milkfat, with added vitamin D". The further back a part is, the less it says.
 */
export interface NameParts {
  words: string[];
  /** The part each word belongs to, from 0 on. */
  partOf: number[];
  weights: number[];
  /** How many parts follow the first. */
  further: number;
}

/** Words for the natural state of a food: they describe the plain food, not a kind of it. */
const PLAIN_WORDS = new Set(['raw', 'fresh', 'ripe', 'whole', 'plain', 'regular']);

/** A comma inside a number separates nothing. */
const BETWEEN_PARTS = /,\s+/;

export function splitName(name: string): NameParts {
  const parts = name.includes(',') ? name.split(BETWEEN_PARTS) : [name];
  const found: NameParts = { words: [], partOf: [], weights: [], further: parts.length - 1 };
  for (let part = 0; part < parts.length; part++) {
    for (const word of words(parts[part]!)) {
      found.words.push(word);
      found.partOf.push(part);
      found.weights.push(weigh(word, part));
    }
  }
  return found;
}

export function isPlainWord(word: string): boolean {
  return PLAIN_WORDS.has(word);
}

/** What a word counts by itself. */
export function wordWeight(word: string, isStop: boolean): number {
  if (isStop) return WORD.stopWord;
  const first = word.charCodeAt(0);
  return first >= 48 && first <= 57 ? WORD.number : WORD.ordinary;
}

function weigh(word: string, part: number): number {
  const weight = wordWeight(word, isStopWord(word)) * (part > 0 && isPlainWord(word) ? WORD.plain : 1);
  return part < 2 ? weight : weight * WORD.furtherPart ** (part - 1);
}
