/**
 * Integers in text as pydantic 2 reads them in lax mode, oddities included: `+5`, `1_000`, `5.0` and even `0-5` are
 * read as the original service reads them. Every step takes time in proportion to the text.
 */
export type IntegerReading = number | 'int_parsing' | 'int_parsing_size';

/** Python refuses to convert longer strings of digits, and so does pydantic. The sign counts. */
const MAX_DIGITS = 4300;
/** The form of nearly every request. Up to this many digits every integer is an exact double. */
const SHORT_DIGITS = /^\d{1,15}$/;

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
/** The digits at the start, with their minus; a leading zero ends them. */
const LEADING_DIGITS = /^-?(?:0|[1-9]\d*)?/;
/** What Rust trims. JavaScript's trim() differs in two characters: it keeps U+0085 and strips U+FEFF. */
const WHITE_SPACE = /\p{White_Space}/u;
/**
 * Leading zeros, and underscores among them, as far as digits or a minus follow, both as in pydantic. The last one stays
 * where nothing or a fraction follows.
 */
const LEADING_ZEROS = /^(?:0[0_]*(?=[-1-9])|[0_]*(?=[0_](?:\.|$)))/;
/** `5.0` and `5.000` are 5; `5.` and `5.5` stay as they are, to be rejected. */
const ZERO_FRACTION = /^([^.]*)\.0+$/;
/** Single underscores within the number are removed; any others stay, to be rejected. */
const STRAY_UNDERSCORE = /^_|__|_$/;

/**
 * Two attempts, as in pydantic: the text as it is, then the text tidied. Only the first distinguishes a number that
 * is too long from text that is not a number. A value beyond 2^53 is rounded, and beyond the range of a double it is
 * an infinity.
 */
export function readInteger(text: string): IntegerReading {
  if (SHORT_DIGITS.test(text)) return Number(text);
  if (LEADING_DIGITS.exec(text)![0].length > MAX_DIGITS) return 'int_parsing_size';
  const tidied = INTEGER.test(text) ? text : tidy(text);
  if (tidied === null || tidied.length > MAX_DIGITS || !INTEGER.test(tidied)) return 'int_parsing';
  return Number(tidied) + 0;
}

/** Strips white space, plus sign, leading zeros, zero fraction and underscores; null when no number is left. */
function tidy(text: string): string | null {
  const [, sign = '', rest] = /^(?:\+(?!-)|(-?))(.*)$/s.exec(trim(text)) ?? [];
  if (rest === undefined || !/^[-\d]/.test(rest)) return null;
  const digits = rest.replace(LEADING_ZEROS, '').replace(ZERO_FRACTION, '$1');
  return sign + (STRAY_UNDERSCORE.test(digits) ? digits : digits.replaceAll('_', ''));
}

/** From both ends by hand, since `\s+$` takes quadratic time on inner white space. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && WHITE_SPACE.test(text[start]!)) start++;
  while (end > start && WHITE_SPACE.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
