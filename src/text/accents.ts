import { words } from './fold.ts';

const LETTERS = /[\p{L}\p{M}]+/gu;
const NONE: Accents = new Map();

/** The words of a text that are written with accents, by their folded form: `the` leads to `thé`. */
export type Accents = ReadonlyMap<string, string>;

/** The last text that was read: its accents are looked up for every stop word of a name. */
let last: { text: string; accents: Accents } = { text: '', accents: NONE };

export function readAccents(text: string): Accents {
  if (text !== last.text) last = { text, accents: findAccents(text) };
  return last.accents;
}

/** Finds out which texts have a word that begins like this one, accents included. */
export function accentCheck(word: string): (text: string) => boolean {
  const beginning = new RegExp(`(?<![\\p{L}\\p{M}])${word}`, 'u');
  return (text) => !isAscii(text) && beginning.test(text.normalize('NFC').toLowerCase());
}

function findAccents(text: string): Accents {
  if (isAscii(text)) return NONE;
  const accents = new Map<string, string>();
  for (const [token] of text.normalize('NFC').toLowerCase().matchAll(LETTERS)) {
    if (isAscii(token)) continue;
    const folded = words(token);
    if (folded.length === 1 && folded[0] !== token) accents.set(folded[0]!, token);
  }
  return accents;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
