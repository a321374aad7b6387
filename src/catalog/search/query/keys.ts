import { isStopWord } from '../../../text/stop-words.ts';
import { sound, stem } from '../../../text/word-forms.ts';

/**
 * The keys under which the index lists terms and whole names. The build writes lists by these keys and a search reads
 * them, so both compute them here.
 */

/** FNV-1a with a final mix; `seed` continues a hash, so that hash(a + b) is hash(b, hashStart(a)). */
export function hash(text: string, seed?: number): number {
  return hashEnd(hashStart(text, seed));
}

export function hashStart(text: string, seed = 0x811c9dc5): number {
  let started = seed;
  for (let i = 0; i < text.length; i++) started = hashStep(started, text.charCodeAt(i));
  return started;
}

function hashStep(started: number, unit: number): number {
  return Math.imul(started ^ unit, 0x01000193);
}

function hashEnd(started: number): number {
  let mixed = Math.imul(started ^ (started >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The letters of a name with nothing between them: `Coca-Cola`, `coca cola` and `CocaCola` share it. */
export function exactNameKey(nameWords: readonly string[]): string {
  return nameWords.join('');
}

/** The stems of the words of a text that carry meaning: `Apple`, `Apples` and `The Apples` share it. */
export function looseNameKey(nameWords: readonly string[], text: string): string {
  let key = '~';
  for (const word of nameWords) if (!isStopWord(word, text)) key += stem(word);
  return key.length > 1 ? key : `~${nameWords.join('')}`;
}

/** A whole name is found by its letters alone and by its stems. */
export function nameKeys(nameWords: readonly string[], text: string): [exact: string, loose: string] {
  return [exactNameKey(nameWords), looseNameKey(nameWords, text)];
}

/** How words end in the forms of a language that share all the rest: `pomodori` and `pomodoro`, `Zwiebeln` and `Zwiebel`. */
const ENDINGS: ReadonlyMap<string, RegExp> = new Map([
  ['de', /(?:er|en|em|e|n)$/],
  ['fr', /e$/],
  ['es', /[aeo]$/],
  ['it', /[aeio]$/],
]);
export const LANGUAGES_WITH_ENDINGS: readonly string[] = [...ENDINGS.keys()];
/** Shorter words are too much alike without their ending. */
const MIN_CUT = 5;

/** What is left of a name without the endings of its own language: in others, `paneer` would be a plural of `pane`. */
export function cutNameKey(nameWords: readonly string[], language: string): string {
  const cut = nameWords.map((word) => {
    const stemmed = stem(word);
    const ending = stemmed.length < MIN_CUT ? undefined : ENDINGS.get(language);
    return ending === undefined ? stemmed : stemmed.replace(ending, '');
  });
  return `${language} ${cut.join(' ')}`;
}

/** Before the keys of names that are not a food's own: products of the same name would crowd them out. */
export const OTHER_NAME = '^';
/** Before those that mean the food in a recipe only. */
export const INGREDIENT_NAME = '!';

export const stemKey = (word: string): number => hash(`=${stem(word)}`);

/** Keys of how a word sounds, with and without its plural; none for a word too short to tell. */
export function soundKeys(word: string): number[] {
  const heard = sound(word);
  const stemmed = stem(word);
  // Most words have no ending to lose.
  const heardStem = stemmed === word ? heard : sound(stemmed);
  const keys = heard === null ? [] : [hash(`~${heard}`)];
  if (heardStem !== null && heardStem !== heard) keys.push(hash(`~${heardStem}`));
  return keys;
}

/**
 * The longest prefixes that are indexed, for searches and for suggestions; longer ones have few completions, which are
 * looked up.
 */
export const MAX_INDEXED_PREFIX_LENGTH = 3;

/** Letters are removed from the first few only: it keeps the lists short, and the rest is checked anyway. */
const KEYED_LETTERS = 7;
/** Words shorter than this are not corrected: almost everything is one edit away from them. */
export const MIN_CORRECTED_LENGTH = 4;
/** From this length on, two letters may be wrong. */
const MIN_LENGTH_WITH_TWO_EDITS = 6;

/**
 * Hashes of the first letters of a word and of what is left of them after removing up to `edits` (at most two)
 * letters, each once. Two words that differ by an edit agree once a letter is removed from each, so listing every term
 * under its shortenings turns "which words are near this one" into a few direct reads, whatever the size of the
 * vocabulary. A vocabulary has millions of these, so the shortened texts are never built.
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
  if (length < MIN_CORRECTED_LENGTH - 1) return 0;
  return length < MIN_LENGTH_WITH_TWO_EDITS ? 1 : 2;
}

/** Numbers are never corrected: 500g is not a misspelling of 600g. */
export function isCorrectable(term: string): boolean {
  return /^\p{L}+$/u.test(term);
}
