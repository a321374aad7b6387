/**
 * Integers in text as pydantic 2 reads them in lax mode, oddities included: `+5`, `1_000`, `5.0` and even `0-5` are
 * read as the original service reads them. Every step is a single pass.
 */
export type IntegerReading = number | 'int_parsing' | 'int_parsing_size';

/** Python refuses to convert longer strings of digits, and so does pydantic. The sign counts. */
const LONGEST_DIGITS = 4300;
/** Up to this many digits every integer is an exact double. */
const EXACT_DIGITS = 15;

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const PLUS = 43;
const DOT = 46;
const UNDERSCORE = 95;

/**
 * Two attempts, as in pydantic: the text as it is, then the text tidied. Only the first distinguishes a number that
 * is too long from text that is not a number. A value beyond 2^53 is rounded, and beyond the range of a double it is
 * an infinity.
 */
export function readInteger(text: string): IntegerReading {
  const short = readShortDigits(text);
  if (short !== -1) return short;
  if (countLeadingDigits(text) > LONGEST_DIGITS) return 'int_parsing_size';
  const tidied = isInteger(text) ? text : tidy(text);
  if (tidied === null || tidied.length > LONGEST_DIGITS || !isInteger(tidied)) return 'int_parsing';
  return Number(tidied) + 0;
}

/** Strips white space, plus sign, leading zeros, zero fraction and underscores; null when no number is left. */
function tidy(text: string): string | null {
  let rest = trimWhiteSpace(text);
  if (rest.charCodeAt(0) === PLUS) {
    if (rest.charCodeAt(1) === MINUS) return null;
    rest = rest.slice(1);
  }
  const isNegative = rest.charCodeAt(0) === MINUS;
  if (isNegative) rest = rest.slice(1);
  const start = skipLeadingZeros(rest);
  if (start === -1) return null;
  const digits = stripUnderscores(stripZeroFraction(rest.slice(start)));
  return isNegative ? `-${digits}` : digits;
}

/** The length of the run of digits at the start, with its minus; a leading zero ends it. */
function countLeadingDigits(text: string): number {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (text.charCodeAt(start) === ZERO) return start + 1;
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** The form of nearly every request, a few digits and nothing else, read without allocating. */
function readShortDigits(text: string): number {
  if (text.length === 0 || text.length > EXACT_DIGITS) return -1;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isDigit(code)) return -1;
    value = value * 10 + (code - ZERO);
  }
  return value;
}

/**
 * Trims Unicode's White_Space, as Rust does. JavaScript's trim() differs in two characters: it keeps U+0085 and strips
 * U+FEFF. A loop rather than a regular expression, since `\s+$` takes quadratic time on inner white space.
 */
function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isWhiteSpace(code: number): boolean {
  return (
    (code >= 0x09 && code <= 0x0d) ||
    code === 0x20 ||
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/**
 * Where the significant digits begin, or -1 when the text cannot be a number. Underscores among leading zeros are
 * skipped with them, and a minus after leading zeros begins the number: both as in pydantic.
 */
function skipLeadingZeros(text: string): number {
  const first = text.charCodeAt(0);
  if (first === MINUS || (first > ZERO && first <= NINE)) return 0;
  if (first !== ZERO) return -1;
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === ZERO || code === UNDERSCORE) continue;
    if (code === MINUS || (code > ZERO && code <= NINE)) return i;
    return code === DOT ? i - 1 : -1;
  }
  return text.length - 1;
}

/** `5.0` and `5.000` are 5; `5.` and `5.5` stay as they are, to be rejected. */
function stripZeroFraction(text: string): string {
  const dot = text.indexOf('.');
  if (dot === -1 || dot === text.length - 1) return text;
  for (let i = dot + 1; i < text.length; i++) if (text.charCodeAt(i) !== ZERO) return text;
  return text.slice(0, dot);
}

/** Removes single underscores within the number; any others stay, to be rejected. */
function stripUnderscores(text: string): string {
  if (!text.includes('_') || text.startsWith('_') || text.endsWith('_') || text.includes('__')) return text;
  return text.replaceAll('_', '');
}

/** An optional minus, then 0 or digits that do not begin with 0. */
function isInteger(text: string): boolean {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (text.length === start) return false;
  if (text.charCodeAt(start) === ZERO) return text.length === start + 1;
  for (let i = start; i < text.length; i++) if (!isDigit(text.charCodeAt(i))) return false;
  return true;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
