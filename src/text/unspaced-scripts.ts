/**
 * From words to the terms of the index. A word is a term, except in scripts that put no spaces between words: there
 * every pair of neighbouring characters is a term, so that a query of two characters finds its food.
 */

/** The terms of folded words, each once, in the order of the words. */
export function indexTerms(words: readonly string[]): string[] {
  const terms: string[] = [];
  // A name has few words, so scanning them is quicker than a set.
  for (const word of words) {
    if (hasUnspacedScript(word)) for (const run of runsOf(word)) addRun(terms, run);
    else if (!terms.includes(word)) terms.push(word);
  }
  return terms;
}

/** The parts of a word that are written in scripts with and without spaces: `500ml牛乳` gives `500ml`, `牛乳`. */
export function runsOf(word: string): string[] {
  const runs: string[] = [];
  let run = '';
  let unspaced = false;
  for (const character of word) {
    const is = isUnspaced(character.codePointAt(0)!);
    if (run !== '' && is !== unspaced) {
      runs.push(run);
      run = '';
    }
    run += character;
    unspaced = is;
  }
  if (run !== '') runs.push(run);
  return runs;
}

/** Every pair of neighbours, and the last character alone, so that one character is found as a prefix anywhere. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, i) => character + (characters[i + 1] ?? ''));
}

/** The pairs that a text must have for a run that was typed: the last character alone is a term only where a run ends. */
export function requiredPairs(run: string): string[] {
  const pairs = pairsOf(run);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}

function addRun(terms: string[], run: string): void {
  const parts = isUnspaced(run.codePointAt(0)!) ? pairsOf(run) : [run];
  for (const part of parts) if (!terms.includes(part)) terms.push(part);
}

export function hasUnspacedScript(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    if (unit > 0x0dff && (isUnspaced(unit) || (unit >= 0xd840 && unit <= 0xd888))) return true;
  }
  return false;
}

/** Thai, Lao, Myanmar, Khmer, Kana, Han; Hangul too, where spaces are a matter of taste. */
function isUnspaced(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x323af)
  );
}
