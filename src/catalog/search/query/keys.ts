import { isStopWord } from '../../../text/stop-words.ts';
import { stem } from '../../../text/word-forms.ts';

/**
 * The keys of whole names. The build writes foods by these keys and a search looks them up, so both compute them here.
 */

/** FNV-1a with a final mix, a signed number of 32 bits; `seed` continues a hash, so that hash(a + b) is hash(b, hashStart(a)). */
export function hash(text: string, seed?: number): number {
  return hashEnd(hashStart(text, seed));
}

export function hashStart(text: string, seed = 0x811c9dc5): number {
  let started = seed;
  for (let i = 0; i < text.length; i++) started = Math.imul(started ^ text.charCodeAt(i), 0x01000193);
  return started;
}

function hashEnd(started: number): number {
  let mixed = Math.imul(started ^ (started >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** The letters of a name with nothing between them: `Coca-Cola`, `coca cola` and `CocaCola` share it. */
export function exactNameKey(nameWords: readonly string[]): string {
  return nameWords.join('');
}

/** The stems of the words of a text that carry meaning: `Apple`, `Apples` and `The Apples` share it. */
export function looseNameKey(nameWords: readonly string[], text: string): string {
  let key = '';
  for (const word of nameWords) if (!isStopWord(word, text)) key += stem(word);
  return key === '' ? exactNameKey(nameWords) : key;
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

/**
 * The longest prefixes that are indexed, for searches and for suggestions; longer ones have few completions, which are
 * looked up.
 */
export const MAX_INDEXED_PREFIX_LENGTH = 3;

/** Numbers are never corrected: 500g is not a misspelling of 600g. */
export function isCorrectable(term: string): boolean {
  return /^\p{L}+$/u.test(term);
}
