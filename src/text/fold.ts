/**
 * Folding: how both the build and the search read text. Two spellings that a person takes for the same (case, accents,
 * ligatures, width, apostrophes, hyphens, units) become the same words.
 */

/** A longer run of letters is not a word anyone types; the rest of it is left out. */
const MAX_WORD_LENGTH = 48;
/** A name has a dozen words; this bounds what a broken record or a hostile query can cost. */
const MAX_WORDS = 64;

/** Letters that Unicode does not take apart, spelled as people type them without the key; soft hyphens are not typed. */
const SPELLED_OUT: ReadonlyMap<string, string> = new Map(
  'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ı=i ħ=h ŋ=n ŧ=t ſ=s ə=e ς=σ ة=ه ى=ي ـ= \u00ad='
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const SPELLED_OUT_LETTERS = new RegExp(`[${[...SPELLED_OUT.keys()].join('')}]`, 'g');

/**
 * Marks that may be left out when typing: accents, vowel points, tone signs. Not the voicing marks of Kana
 * (U+3099, U+309A) nor the vowel signs of the scripts of India (U+0900 to U+0DFF), which are letters to a reader.
 */
const OPTIONAL_MARKS = /(?![゙゚ऀ-෿])\p{Mn}/gu;

/** Trade mark signs follow a word without being part of it; decomposed, they would become letters. */
const TRADE_MARKS = /[™®©℠]/g;

/** Words for an amount: written with or without a space after the number, and in more than one way, the first of each. */
const UNITS: ReadonlyMap<string, string> = new Map(
  ['g gr grs gm gms', 'kg kgs', 'mg', 'ml', 'cl', 'dl', 'l', 'oz', 'lb lbs', 'kcal', 'cm', 'mm'].flatMap(
    (forms) => forms.split(' ').map((form, _, [unit]) => [form, unit!] as const),
  ),
);
/** `500`, `2.5`, `6x33`: what a unit may follow. */
const AMOUNT = /^[0-9][0-9.x]*$/;
const HAS_DIGIT = /[0-9]/;
const AMOUNT_WITH_UNIT = /^([0-9][0-9.x]*)([a-z]+)$/;

const SEPARATOR = 0;
const LETTER = 1;
const DIGIT = 2;
const DECIMAL_SIGN = 3;
const PERCENT = 4;
const ELSEWHERE = 255;

/** The kind of every UTF-16 unit, worked out when first met: a lookup is cheaper than a regular expression. */
const kinds = new Uint8Array(65536).fill(ELSEWHERE);
kinds.fill(SEPARATOR, 0, 128);
kinds.fill(LETTER, 97, 123);
kinds.fill(DIGIT, 48, 58);
kinds[46] = DECIMAL_SIGN;
kinds[44] = DECIMAL_SIGN;
kinds[37] = PERCENT;

/** The words of a text, folded, in order: `Crème d'Isigny 0 %, 500 g` gives `creme d isigny 0% 500g`. */
export function words(text: string): string[] {
  const folded = foldLetters(text);
  const found = split(folded);
  return HAS_DIGIT.test(folded) ? joinAmounts(found) : found;
}

/** The words of a text as one line: equal for two texts that read alike. */
export function fold(text: string): string {
  return words(text).join(' ');
}

function foldLetters(text: string): string {
  const lower = text.toLowerCase();
  const start = findAccented(lower, 0);
  return start < 0 ? lower : (foldLatin(lower, start) ?? foldAny(lower));
}

/** The first character beyond ASCII, or -1. */
function findAccented(text: string, from: number): number {
  for (let i = from; i < text.length; i++) if (text.charCodeAt(i) > 127) return i;
  return -1;
}

/** Latin letters end here; combining marks, and letters that depend on their neighbours, come later. */
const LATIN_END = 0x250;
/** What each Latin letter beyond ASCII becomes, worked out when first met. */
const latinLetters: (string | undefined)[] = new Array(LATIN_END);

/**
 * Latin letters are folded one by one, which takes a fifth of the time of normalizing a whole text, and most names have
 * only these. Null for a text that has others.
 */
function foldLatin(text: string, start: number): string | null {
  let folded = '';
  let end = 0;
  for (let i = start; i >= 0; i = findAccented(text, i + 1)) {
    const unit = text.charCodeAt(i);
    if (unit >= LATIN_END) return null;
    latinLetters[unit] ??= foldAny(text[i]!);
    folded += text.slice(end, i) + latinLetters[unit];
    end = i + 1;
  }
  return folded + text.slice(end);
}

function foldAny(lower: string): string {
  return lower
    .replace(TRADE_MARKS, ' ')
    .normalize('NFKD')
    .replace(OPTIONAL_MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(SPELLED_OUT_LETTERS, (letter) => SPELLED_OUT.get(letter)!);
}

/** Words of a text whose letters are folded; a decimal sign or a percent sign belongs to its number. */
function split(text: string): string[] {
  const found: string[] = [];
  let start = -1;
  let end = 0;
  for (let i = 0; i <= text.length && found.length < MAX_WORDS; i++) {
    let kind = SEPARATOR;
    if (i < text.length) {
      kind = kinds[text.charCodeAt(i)]!;
      if (kind === ELSEWHERE) kind = kindAt(text, i);
    }
    if (kind === LETTER || kind === DIGIT || (kind !== SEPARATOR && isInsideNumber(text, i, kind, start))) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      addWord(found, text, start, i, end);
      start = -1;
      end = i;
    } else if (kind === PERCENT && i === end + 1 && text[end] === ' ' && endsInDigit(found)) {
      // `0 %` is `0%`.
      found[found.length - 1] += '%';
    }
  }
  return found;
}

function isInsideNumber(text: string, i: number, kind: number, start: number): boolean {
  if (start < 0 || kindAt(text, i - 1) !== DIGIT) return false;
  if (kind === PERCENT) return true;
  return kind === DECIMAL_SIGN && i + 1 < text.length && kindAt(text, i + 1) === DIGIT;
}

function addWord(found: string[], text: string, start: number, end: number, lastEnd: number): void {
  if (end - start === 1 && text[start] === 's' && start === lastEnd + 1 && isPossessive(found, text, start)) {
    found[found.length - 1] += 's';
    return;
  }
  const word = text.slice(start, Math.min(end, start + MAX_WORD_LENGTH));
  found.push(word.includes(',') ? word.replaceAll(',', '.') : word);
}

/** The s of a possessive belongs to its word, whatever is between them: `valentine's`, `valentine s`. */
function isPossessive(found: string[], text: string, start: number): boolean {
  const owner = found[found.length - 1];
  return owner !== undefined && owner.length > 1 && text[start - 1] !== ',' && !isApostrophe(text[start + 1]);
}

function endsInDigit(found: string[]): boolean {
  const last = found[found.length - 1];
  return last !== undefined && kindAt(last, last.length - 1) === DIGIT;
}

function isApostrophe(character: string | undefined): boolean {
  return character !== undefined && "'’‘`´ʼ′".includes(character);
}

function joinAmounts(found: string[]): string[] {
  let count = 0;
  for (const word of found) {
    const first = word.charCodeAt(0);
    const last = count > 0 ? found[count - 1]! : '';
    const unit = UNITS.get(word);
    if (unit !== undefined && AMOUNT.test(last)) found[count - 1] = last + unit;
    else if (first >= 48 && first <= 57) found[count++] = withShortUnit(word);
    else found[count++] = word;
  }
  found.length = count;
  return found;
}

function withShortUnit(word: string): string {
  const parts = AMOUNT_WITH_UNIT.exec(word);
  const unit = parts === null ? undefined : UNITS.get(parts[2]!);
  return unit === undefined ? word : parts![1]! + unit;
}

function kindAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  const known = kinds[unit]!;
  if (known !== ELSEWHERE) return known;
  // Both halves of a letter beyond the basic plane count as letters; nothing else there is text.
  if (unit >= 0xd800 && unit <= 0xdfff) return isLetter(text, i) ? LETTER : SEPARATOR;
  const character = text[i]!;
  const kind = /\p{Nd}/u.test(character) ? DIGIT : /[\p{L}\p{N}\p{M}]/u.test(character) ? LETTER : SEPARATOR;
  kinds[unit] = kind;
  return kind;
}

function isLetter(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  const start = unit >= 0xdc00 ? i - 1 : i;
  const code = start >= 0 ? text.codePointAt(start)! : 0;
  return code > 0xffff && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));
}
