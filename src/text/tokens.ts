import { fold } from './fold.ts';

/** A word, a number or a sign of a text that may say amounts: there signs, accents and the dots of numbers matter. */
export interface Token {
  /** In lower case; a word before an apostrophe has it: `d'`. Dots behind abbreviations are left out. */
  readonly text: string;
  readonly typed: string;
  /** What a number in digits says; null for all else. */
  readonly value: number | null;
  /** Whether anything separates it from the token before it. */
  readonly isSpaced: boolean;
}
export type Tokens = readonly Token[];

/** Spaces that stand only within a number. */
const THIN_SPACES = '\\u00a0\\u2009\\u202f';
const SIGNS = '½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒';
/** `1½`, `½` · `1 1/2`, `1-1/2`, `1/2`, also with the fraction slash · `1e3`, `10^3` · `1,000`, `1'000`, `1.000,5` · `1.5`, `.5`. */
const NUMBER = [
  `(?:(?<whole>\\d{1,4})\\s*)?(?<sign>[${SIGNS}])`,
  '(?:(?<before>\\d{1,4})[\\s-])?(?<over>\\d{1,3})\\s?[/⁄]\\s?(?<under>\\d{1,3})(?![\\d/⁄])',
  '(?<power>\\d+(?:[.,]\\d+)?(?:e[+-]?|\\^)\\d+)(?![\\p{L}\\d])',
  `(?<grouped>[1-9]\\d{0,2}(?<mark>[.,'${THIN_SPACES}])\\d{3}(?:\\k<mark>\\d{3})*)(?<behind>(?!\\k<mark>)[.,]\\d+)?(?![.,']?\\d)`,
  '(?<decimal>\\d+(?:[.,]\\d+)?|(?<![\\p{L}\\p{N}])[.,]\\d+)',
].join('|');
/** `2%` is a word of a name. German joins a part and its unit: `Viertelliter`. */
const TOKEN = new RegExp(
  `\\d+(?:[.,]\\d+)?\\s?%|${NUMBER}|(?:dreiviertel|viertel|achtel|halbe[nrs]?)(?=(?:liter|kilo|pfund)(?!\\p{L}))|[\\p{L}\\p{M}]+'?|[^\\s.]`,
  'giu',
);
/** A fraction of a food has a small denominator: `80/20` beef is none. */
const MAX_DENOMINATOR = 16;

export function tokenize(text: string): Tokens {
  const plain = text.normalize('NFC').replace(/[’ʼ]/g, "'");
  let end = -1;
  return Array.from(plain.matchAll(TOKEN), ({ 0: typed, index, groups }) => {
    const isSpaced = index !== end;
    end = index + typed.length;
    return { text: typed.toLowerCase(), typed, value: readValue(groups!), isSpaced };
  });
}

function readValue({
  whole,
  sign,
  before,
  over,
  under,
  power,
  grouped,
  behind = '',
  decimal,
}: Record<string, string>) {
  if (sign !== undefined || over !== undefined) {
    // A sign is taken apart into its numbers: `½` is `1⁄2`.
    const [part = 0, parts = 0] = (sign?.normalize('NFKD') ?? `${over}⁄${under}`).split('⁄').map(Number);
    return part < parts && parts <= MAX_DENOMINATOR ? Number(whole ?? before ?? 0) + part / parts : null;
  }
  if (power !== undefined) return readPower(power.replace(',', '.').toLowerCase());
  if (grouped !== undefined) return Number(grouped.replace(/\D/g, '') + behind.replace(',', '.'));
  return decimal === undefined ? null : Number(decimal.replace(',', '.'));
}

function readPower(text: string): number {
  const [base, exponent] = text.split('^');
  return exponent === undefined ? Number(text) : Number(base) ** Number(exponent);
}

/** Tokens as a text again, in lower case or as they were typed. */
export function textOf(tokens: Tokens, form: 'text' | 'typed' = 'text'): string {
  return tokens.map((token, at) => (at > 0 && token.isSpaced ? ` ${token[form]}` : token[form])).join('');
}

export function isWord(token: Token | undefined): boolean {
  return token !== undefined && /^\p{L}/u.test(token.text);
}

/** Whether a text begins with a dash that joins a word to what is before it. */
export function isJoined([dash, next]: Tokens): boolean {
  return dash?.text === '-' && !dash.isSpaced && isWord(next) && !next!.isSpaced;
}

const OPENING = '([';
const CLOSING = ')]';

/** The brackets of a text: what is in each, and where it stands. */
export function bracketsIn(tokens: Tokens): { within: Tokens; start: number; end: number }[] {
  const found = [];
  for (let start = 0; start < tokens.length; start++) {
    if (!OPENING.includes(tokens[start]!.text)) continue;
    const end = tokens.findIndex(({ text }, at) => at > start && (OPENING + CLOSING).includes(text));
    if (end === -1 || OPENING.includes(tokens[end]!.text)) continue;
    found.push({ within: tokens.slice(start + 1, end), start, end: end + 1 });
    start = end;
  }
  return found;
}

export function withoutBrackets(tokens: Tokens, isMeant: (within: Tokens) => boolean = () => true): Tokens {
  const brackets = bracketsIn(tokens).filter(({ within }) => isMeant(within));
  return tokens.filter((_, at) => !brackets.some(({ start, end }) => at >= start && at < end));
}

/** What a text begins with, and what comes after. */
export interface Taken<Value> {
  value: Value;
  rest: Tokens;
}

/** Phrases that a text may begin with. Any of their words may be joined by dashes, and may lack all accents. */
export class Phrases<Value> {
  readonly #byFirstWord = new Map<string, { words: readonly string[]; value: Value }[]>();

  constructor(phrases: Iterable<readonly [phrase: string, value: Value]>) {
    for (const [phrase, value] of phrases) {
      const words = tokenize(phrase).flatMap(({ text }) => (text === '-' ? [] : [text]));
      this.#add(words, value);
      this.#add(words.map(withoutAccents), value);
    }
    for (const listed of this.#byFirstWord.values()) listed.sort((a, b) => b.words.length - a.words.length);
  }

  #add(words: readonly string[], value: Value): void {
    const listed = this.#byFirstWord.get(words[0]!) ?? [];
    if (!listed.some((one) => one.words.join(' ') === words.join(' '))) listed.push({ words, value });
    this.#byFirstWord.set(words[0]!, listed);
  }

  /** The longest phrase that a text begins with, even if more is joined to it. */
  find(tokens: Tokens): Taken<Value> | null {
    for (const { words, value } of this.#byFirstWord.get(tokens[0]?.text ?? '') ?? []) {
      const end = endOf(words, tokens);
      if (end > 0) return { value, rest: tokens.slice(end) };
    }
    return null;
  }

  /** The longest phrase that a text begins with, as whole words. */
  take(tokens: Tokens): Taken<Value> | null {
    const found = this.find(tokens);
    return found === null || isJoined(found.rest) || isNumbered(tokens, found.rest) ? null : found;
  }

  /** A text without the phrase that it begins with. */
  skip(tokens: Tokens): Tokens {
    return this.take(tokens)?.rest ?? tokens;
  }

  /** What a whole text says. */
  get(tokens: Tokens): Value | null {
    const found = this.take(tokens);
    return found?.rest.length === 0 ? found.value : null;
  }
}

/** Where words end that a text begins with; 0 if it does not. */
function endOf(words: readonly string[], tokens: Tokens): number {
  let at = 0;
  for (const word of words) {
    if (at > 0 && isJoined(tokens.slice(at, at + 2))) at++;
    if (tokens[at]?.text !== word) return 0;
    at++;
  }
  return at;
}

/** Whether the words before the rest of a text end in a number: `omega3`, but not `d'1 citron`. */
function isNumbered(tokens: Tokens, rest: Tokens): boolean {
  const last = tokens[tokens.length - rest.length - 1]!;
  return rest[0]?.value != null && !rest[0].isSpaced && !last.text.endsWith("'");
}

function withoutAccents(word: string): string {
  return fold(word) === '' ? word : fold(word) + (word.endsWith("'") ? "'" : '');
}
