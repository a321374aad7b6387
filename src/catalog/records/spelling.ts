/** How texts are split into pieces: the whole text, phrases, words and characters. */

/** Ends every text; no text has one inside. */
export const END = '\n';
/** Stands for a character that has no code. No piece of a text is empty. */
export const ESCAPE = '';

/** A phrase ends with one of these, and includes it. */
const PHRASE_ENDS = codesOf(`,;.:()[]|\t${END}`);
/** A word starts with one of these. */
const WORD_STARTS = codesOf(' -');

/** Calls back with the longest known pieces, from left to right, and with single characters where there are none. */
export function splitText(
  text: string,
  known: ReadonlyMap<string, unknown>,
  onPiece: (piece: string) => void,
): void {
  const whole = text + END;
  if (known.has(whole)) {
    onPiece(whole);
    return;
  }
  for (let at = 0; at < whole.length; ) {
    const phraseEnd = endOfPhrase(whole, at);
    const phrase = whole.slice(at, phraseEnd);
    if (known.has(phrase)) {
      onPiece(phrase);
      at = phraseEnd;
      continue;
    }
    // The words of this phrase, and the character that ends it.
    while (at < phraseEnd) {
      const wordEnd = endOfWord(whole, at);
      const word = whole.slice(at, wordEnd);
      if (known.has(word)) onPiece(word);
      else for (let character = at; character < wordEnd; character++) onPiece(whole[character]!);
      at = wordEnd;
    }
  }
}

/** Calls back with every piece that could get a code. */
export function everyPiece(text: string, onPiece: (piece: string) => void): void {
  const whole = text + END;
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

/** By character code, since looking one up in a set takes several times as long. */
function codesOf(characters: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (const character of characters) codes[character.charCodeAt(0)] = 1;
  return codes;
}
