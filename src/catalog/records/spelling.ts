import type { PieceNumbers } from './piece-numbers.ts';

/** How texts are split into pieces: the whole text, phrases, words and characters. */

/** Ends every text; no text contains one. */
export const END = '\n';
/** Stands for a character that has no code. No piece of a text is empty. */
export const ESCAPE = '';

/** A phrase ends with one of these, and includes it. */
const PHRASE_ENDS = codesOf(`,;.:()[]|\t${END}`);
/** A word starts with one of these. */
const WORD_STARTS = codesOf(' -');

/**
 * Calls back with the longest known pieces, from left to right, by their numbers; where there is none, with undefined and
 * the position of each character. A text must end in END.
 */
export function splitText(
  text: string,
  known: PieceNumbers,
  onPiece: (piece: number | undefined, at: number) => void,
): void {
  const whole = known.find(text, 0, text.length);
  if (whole !== undefined) {
    onPiece(whole, 0);
    return;
  }
  for (let at = 0; at < text.length; ) {
    const phraseEnd = endOfPhrase(text, at);
    const phrase = known.find(text, at, phraseEnd);
    if (phrase !== undefined) {
      onPiece(phrase, at);
      at = phraseEnd;
      continue;
    }
    // The words of this phrase, and the character that ends it.
    while (at < phraseEnd) {
      const wordEnd = endOfWord(text, at);
      const word = known.find(text, at, wordEnd);
      if (word !== undefined) onPiece(word, at);
      else
        for (let character = at; character < wordEnd; character++)
          onPiece(known.find(text, character, character + 1), character);
      at = wordEnd;
    }
  }
}

/** Calls back with every piece that could get a code. */
export function everyPiece(whole: string, onPiece: (piece: string) => void): void {
  onPiece(whole);
  for (let at = 0; at < whole.length; ) {
    const phraseEnd = endOfPhrase(whole, at);
    if (phraseEnd - at < whole.length) onPiece(whole.slice(at, phraseEnd));
    while (at < phraseEnd) {
      const wordEnd = endOfWord(whole, at);
      if (wordEnd - at > 1) onPiece(whole.slice(at, wordEnd));
      at = wordEnd;
    }
  }
}

function endOfPhrase(text: string, start: number): number {
  let at = start;
  while (PHRASE_ENDS[text.charCodeAt(at)] !== 1) at++;
  return at + 1;
}

/** A character that ends a phrase is a word of its own. */
function endOfWord(text: string, start: number): number {
  let at = start + 1;
  if (PHRASE_ENDS[text.charCodeAt(start)] === 1) return at;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (PHRASE_ENDS[code] === 1 || WORD_STARTS[code] === 1) break;
  }
  return at;
}

/** By character code, since a lookup in a set takes several times as long. */
function codesOf(characters: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (const character of characters) codes[character.charCodeAt(0)] = 1;
  return codes;
}
