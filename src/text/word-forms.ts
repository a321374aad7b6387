/**
 * Forms of a word that count as the same, without a dictionary: singular and plural in the languages of the data, and
 * spellings that sound alike. Both yield a key that such words share; a key need not be a word.
 */

/** Shorter words have no ending to lose: `gas`, `jus`. */
const MIN_INFLECTED_LENGTH = 4;

/**
 * The part that the singular and the plural of a word share, where the plural is an s, an x or an n: in English,
 * French, German, Dutch, Spanish and Portuguese. `strawberries` and `strawberry`, `gateaux` and `gateau`, `Tomaten`
 * and `Tomate`.
 */
export function stem(word: string): string {
  const end = word.length;
  if (end < MIN_INFLECTED_LENGTH || !isLatin(word)) return word;
  const last = word[end - 1];
  if (last === 's') return withoutS(word);
  if (last === 'x' && word[end - 2] === 'u' && end > 4) return word.slice(0, -1);
  if (last === 'n' && word[end - 2] === 'e' && end > 5) return word.slice(0, -1);
  return word;
}

function withoutS(word: string): string {
  const before = word[word.length - 2]!;
  if (before === 's' || before === 'u') return word;
  if (before === 'i') return word.length > 4 ? word.slice(0, -1) : word;
  if (before !== 'e' || word.length === 4) return word.slice(0, -1);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh|o)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** What the last letter becomes when number or gender changes: Italian and Spanish vowels, a German e. */
const OTHER_ENDINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    o: ['i', 'a'],
    a: ['e', 'o'],
    i: ['o', 'e'],
    e: ['', 'a', 'i'],
  }),
);

/** Forms with another final vowel: `pomodori` of `pomodoro`, `salate` of `salata`, `Brote` of `Brot`. */
export function otherEndings(word: string): string[] {
  if (word.length < MIN_INFLECTED_LENGTH || !isLatin(word)) return [];
  const endings = OTHER_ENDINGS.get(word[word.length - 1]!);
  return endings === undefined ? [`${word}e`] : endings.map((ending) => word.slice(0, -1) + ending);
}

/** Letters that sound alike and are confused, in the order they are replaced. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/sch|sh|ch(?=[eiy])|ti(?=o)/g, 's'],
  [/ph/g, 'f'],
  [/c(?=[eiy])|[zx]/g, 's'],
  [/ck|qu?|ch|c/g, 'k'],
  [/gu(?=[eiy])/g, 'g'],
  [/j|g(?=[eiy])/g, 'j'],
  [/w/g, 'v'],
  [/d/g, 't'],
  [/b(?=$)/g, 'p'],
  [/[aeiouyh]+/g, ''],
  [/(.)\1+/g, '$1'],
];

/**
 * How a word sounds, roughly: its first letter's sound and its consonants, alike ones merged. `mayonaise` and
 * `mayonnaise`, `crewsant` and `croissant` come close. Null when too little is left to be useful.
 */
export function sound(word: string): string | null {
  if (word.length < 5 || !isLatin(word)) return null;
  const first = 'aeiouyh'.includes(word[0]!) ? 'a' : '';
  let rest = word;
  for (const [letters, replacement] of SOUNDS) rest = rest.replace(letters, replacement);
  return rest.length < 3 ? null : first + rest;
}

/** The rules for endings and sounds are about Latin letters only. */
function isLatin(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}
