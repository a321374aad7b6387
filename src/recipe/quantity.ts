import { memberOf } from '../member-of.ts';
import { ABOUT_WORDS, BETWEEN_WORDS, JOINING_WORDS, NUMBER_WORDS, RANGE_WORDS } from './recipe-words.ts';

/** An amount at the beginning of a text: `1½`, `2-3`, `a dozen`. */
export interface Quantity {
  /** A range counts as its mean. */
  value: number;
  /** How much of the text it takes, including the white space after it. */
  length: number;
}

/** Nobody cooks more; it also keeps totals finite. */
const MOST = 100_000;

const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅕': 1 / 5,
  '⅖': 2 / 5,
  '⅗': 3 / 5,
  '⅘': 4 / 5,
  '⅙': 1 / 6,
  '⅚': 5 / 6,
  '⅐': 1 / 7,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
  '⅑': 1 / 9,
  '⅒': 1 / 10,
};
const SIGNS = Object.keys(FRACTIONS).join('');
/** `1 1/2`, `1-1/2`, `1/2`, `1½`, `½`, `1,000`, `1.5`, `1,5`, `2`; the slash may be the fraction slash. */
const WHOLE_AND_FRACTION = new RegExp(
  `^(\\d{1,4})\\s*(?:([${SIGNS}])|[\\s-](\\d{1,2})\\s?[/⁄]\\s?(\\d{1,2}))`,
);
const FRACTION = new RegExp(`^(?:([${SIGNS}])|(\\d{1,3})\\s?[/⁄]\\s?(\\d{1,3}))`);
const GROUPED = /^(\d{1,3}(?:[.,]\d{3})+)(?![\d.,]*\d)/;
const DECIMAL = /^(\d{1,6}(?:[.,]\d{1,6})?|[.,]\d{1,6})(?!\d)/;
const SPACE = /^\s+/;
/** Two words with a hyphen between them, at the beginning. */
const HYPHENATED = /^(\p{L}+)-\p{L}/u;
/** `2 dozen` is a number, in any of the languages. */
const DOZEN = /^\s+(?:dozen|dutzend|douzaines?|docenas?|dozzin[ae])(?=\s|$)/;

export function readQuantity(text: string): Quantity | null {
  const about = skip(text, ABOUT_WORDS.find(text)?.length ?? 0);
  // Some words mean `about` before a number and `a few` without one: `unas hojas de menta`.
  const first = readOne(text.slice(about));
  if (first === null) return readBetween(text.slice(about), about) ?? (about === 0 ? null : readFew(text));
  const dozen = DOZEN.exec(text.slice(about + first.length));
  if (dozen !== null) return bounded(first.value * 12, text, about + first.length + dozen[0].length);
  const part = first.value === 1 ? readPartOfOne(text.slice(about + first.length)) : null;
  if (part !== null) return bounded(part.value, text, about + first.length + part.length);
  const fraction = readJoinedFraction(text.slice(about + first.length));
  const value = first.value + (fraction?.value ?? 0);
  const afterFirst = about + first.length + (fraction?.length ?? 0);
  const rest = text.slice(afterFirst);
  const spaces = SPACE.exec(rest)?.[0].length ?? 0;
  const range = RANGE_WORDS.find(rest.slice(spaces)) ?? dashOf(rest.slice(spaces));
  if (range !== null) {
    const between = skip(rest, spaces + range.length);
    const second = readOne(rest.slice(between));
    // `1 a 2` is a range, `1 or so` is not; nor is `3-1`.
    if (second !== null && second.value > value) {
      const mean = (value + second.value) / 2;
      return bounded(mean, text, afterFirst + between + second.length);
    }
  }
  return bounded(value, text, afterFirst);
}

/** `1 halbe Zitrone` is half of one, `1 viertel Liter` a quarter. */
function readPartOfOne(text: string): Quantity | null {
  const spaces = SPACE.exec(text)?.[0].length ?? 0;
  const part = spaces === 0 ? null : NUMBER_WORDS.find(text.slice(spaces));
  return part !== null && part.value < 1 ? { value: part.value, length: spaces + part.length } : null;
}

/** `between 2 and 3`, `de 2 à 3`: both ends are required, since `de 2 citrons` is not a range. */
function readBetween(text: string, about: number): Quantity | null {
  const between = BETWEEN_WORDS.find(text);
  if (between === null) return null;
  const from = skip(text, between.length);
  const first = readOne(text.slice(from));
  if (first === null) return null;
  const behind = skip(text, from + first.length);
  const to = JOINING_WORDS.find(text.slice(behind)) ?? RANGE_WORDS.find(text.slice(behind));
  const start = to === null ? 0 : skip(text, behind + to.length);
  const second = to === null ? null : readOne(text.slice(start));
  if (second === null || second.value <= first.value) return null;
  const range = bounded((first.value + second.value) / 2, text, start + second.length);
  return range === null ? null : { ...range, length: about + range.length };
}

function readFew(text: string): Quantity | null {
  const few = readWords(text);
  return few === null ? null : { ...few, length: skip(text, few.length) };
}

/** `1 and 1/2`, `2 y media`, `1 e mezzo`: what follows the whole number. */
function readJoinedFraction(text: string): Quantity | null {
  const spaces = SPACE.exec(text)?.[0].length ?? 0;
  const joined = spaces === 0 ? null : JOINING_WORDS.find(text.slice(spaces));
  if (joined === null) return null;
  const start = skip(text, spaces + joined.length);
  const fraction = readOne(text.slice(start));
  if (fraction === null || fraction.value >= 1) return null;
  return { value: fraction.value, length: start + fraction.length };
}

function dashOf(text: string): { length: number } | null {
  return /^[-–—]/.test(text) ? { length: 1 } : null;
}

function bounded(value: number, text: string, end: number): Quantity | null {
  return value > 0 && value <= MOST ? { value, length: skip(text, end) } : null;
}

function readOne(text: string): Quantity | null {
  return readDigits(text) ?? readWords(text);
}

function readDigits(text: string): Quantity | null {
  const mixed = WHOLE_AND_FRACTION.exec(text);
  if (mixed !== null) {
    const [matched, whole, sign, over, under] = mixed;
    return {
      value: Number(whole) + (sign === undefined ? divide(over, under) : memberOf(FRACTIONS, sign)!),
      length: matched.length,
    };
  }
  const fraction = FRACTION.exec(text);
  if (fraction !== null) {
    const [matched, sign, over, under] = fraction;
    return {
      value: sign === undefined ? divide(over, under) : memberOf(FRACTIONS, sign)!,
      length: matched.length,
    };
  }
  const grouped = GROUPED.exec(text);
  if (grouped !== null) return { value: Number(grouped[1]!.replace(/[.,]/g, '')), length: grouped[0].length };
  const decimal = DECIMAL.exec(text);
  return decimal === null
    ? null
    : { value: Number(decimal[1]!.replace(',', '.')), length: decimal[0].length };
}

/** `two hundred and fifty`, `vingt-cinq`, `treinta y cinco`: words that make up one number, the largest first. */
function readWords(text: string): Quantity | null {
  const hyphen = HYPHENATED.exec(text)?.[1]?.length ?? 0;
  if (hyphen === 0) return readSpokenNumber(text);
  // `twenty-five` is one number, but `two-inch` is not.
  const spoken = readSpokenNumber(`${text.slice(0, hyphen)} ${text.slice(hyphen + 1)}`);
  return spoken !== null && spoken.length > hyphen ? spoken : readSpokenNumber(text);
}

function readSpokenNumber(text: string): Quantity | null {
  const first = NUMBER_WORDS.find(text);
  if (first === null) return null;
  let { value, length } = first;
  for (;;) {
    const next = readNextWord(text.slice(length));
    if (next === null) break;
    const together = combine(value, next.value);
    if (together === null) break;
    value = together;
    length += next.length;
  }
  return { value, length };
}

function readNextWord(text: string): Quantity | null {
  const between = SPACE.exec(text)?.[0].length ?? 0;
  if (between === 0) return null;
  const joined = JOINING_WORDS.find(text.slice(between));
  const start = joined === null ? between : skip(text, between + joined.length);
  const found = NUMBER_WORDS.find(text.slice(start));
  return found === null ? null : { value: found.value, length: start + found.length };
}

/** What two words say together; null where the second begins something else, as in `two one-inch slices`. */
function combine(value: number, next: number): number | null {
  if (!Number.isInteger(value) || !Number.isInteger(next)) return null;
  const isMultiplied = value < next && next % 100 === 0 && value < 100;
  if (isMultiplied) return value * next;
  // The second must fit into the zeros of the first: 200 and 50, 20 and 5; in French also 60 and 15.
  const room = value % 1000 === 0 ? 1000 : value % 100 === 0 ? 100 : value === 60 || value === 80 ? 20 : 10;
  return value >= 20 && value % 10 === 0 && next < room ? value + next : null;
}

function divide(over: string | undefined, under: string | undefined): number {
  return Number(under) === 0 ? 0 : Number(over) / Number(under);
}

function skip(text: string, from: number): number {
  return from + (SPACE.exec(text.slice(from))?.[0].length ?? 0);
}
