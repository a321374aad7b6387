/**
 * Barcodes as numbers. A GTIN-8, -12, -13 or -14 is one number written with more or fewer leading zeros, so the number
 * itself is the canonical form, and every zero-padding of a code is equal. UPC-E is the one form that is not a
 * zero-padding; it expands to the UPC-A it abbreviates.
 */
export type Gtin = number;

const MAX_GTIN_LENGTH = 14;
const MIN_TYPED_LENGTH = 8;
const SEPARATORS = /[\s-]+/g;
const DIGITS = /^[0-9]+$/;

/** The GTIN that a record of a dump means by its code, or null when the code is not a barcode. */
export function readGtin(code: string): Gtin | null {
  const digits = readDigits(code);
  if (digits === null) return null;
  const gtin = Number(stripZerosBeyond(digits));
  if (!isGtin(gtin)) return null;
  if (digits.length !== 8 || hasValidCheckDigit(gtin)) return gtin;
  const expanded = expandUpcE(digits);
  return expanded !== null && hasValidCheckDigit(expanded) ? expanded : gtin;
}

/** A number in another notation, such as "3.01762E+12" or "0x1F4", is not a code. */
function readDigits(code: string): string | null {
  // Nearly all codes of a dump are digits alone.
  if (DIGITS.test(code)) return code;
  const digits = code.replace(SEPARATORS, '');
  return DIGITS.test(digits) ? digits : null;
}

/** What people copy along with a code: what kind it is, and quotation marks. */
const CODE_LABEL = /^(?:(?:ean|gtin|upc|jan|isbn)(?:[\s-]?(?:8|1[234]|[ae])(?![0-9]))?|bar\s?code)[\s.:#-]*/i;
const QUOTATION_MARKS = /["'`´“”„‟‘’‚«»‹›]/g;

/** The codes that the text of a search may mean; it may be quoted, labelled or typed in full-width digits. */
export function readSearchedBarcode(text: string): Gtin[] {
  // Nearly all searches are words.
  if (!/\p{Nd}{3}/u.test(text)) return [];
  const code = text.normalize('NFKC').replace(QUOTATION_MARKS, '').trim().replace(CODE_LABEL, '');
  return readTypedBarcode(code);
}

/** The GTINs that a person may mean by a typed code, likeliest first; none when it is not a barcode. */
export function readTypedBarcode(code: string): Gtin[] {
  const digits = readDigits(code);
  if (digits === null || digits.length < MIN_TYPED_LENGTH || digits.length > MAX_GTIN_LENGTH) return [];
  const gtin = Number(digits);
  const meant = isGtin(gtin) ? [gtin] : [];
  const expanded = digits.length === 8 ? expandUpcE(digits) : null;
  if (expanded === null) return meant;
  const isUpcE = !hasValidCheckDigit(gtin) && hasValidCheckDigit(expanded);
  return isUpcE ? [expanded, ...meant] : [...meant, expanded];
}

export function formatBarcode(gtin: Gtin): string {
  return String(gtin).padStart(printedDigits(gtin), '0');
}

/** How many digits are printed: 8 of an EAN-8, 12 of a UPC-A, else 13; 14 of a case with indicator 1 to 9. */
export function printedDigits(gtin: Gtin): number {
  if (gtin < 1e8) return 8;
  if (gtin < 1e12) return 12;
  return gtin < 1e13 ? 13 : MAX_GTIN_LENGTH;
}

export function isGtin(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 10 ** MAX_GTIN_LENGTH;
}

export function hasValidCheckDigit(gtin: Gtin): boolean {
  let rest = Math.floor(gtin / 10);
  let sum = 0;
  for (let weight = 3; rest > 0; weight = 4 - weight) {
    sum += (rest % 10) * weight;
    rest = Math.floor(rest / 10);
  }
  return (10 - (sum % 10)) % 10 === gtin % 10;
}

/** Codes that each shop assigns itself (prefix 2, 02, 04): two shops may use one code for two products. */
export function isInStore(gtin: Gtin): boolean {
  return IN_STORE.some(([from, to]) => gtin >= from && gtin < to);
}

/** EAN-8 from 0 and from 2; UPC-A from 2 and from 4, which are EAN-13 from 02 and 04; EAN-13 from 2. */
const IN_STORE = [
  [0, 1e7],
  [2e7, 3e7],
  [2e11, 3e11],
  [4e11, 5e11],
  [2e12, 3e12],
] as const;

/** The UPC-A of an eight-digit UPC-E (number system, six digits, check digit), or null when it is not one. */
function expandUpcE(digits: string): Gtin | null {
  const system = digits[0];
  if (system !== '0' && system !== '1') return null;
  const [a, b, c, d, e, last] = digits.slice(1, 7);
  const check = digits[7];
  const body =
    last === '0' || last === '1' || last === '2'
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`;
  const gtin = Number(`${system}${body}${check}`);
  return isGtin(gtin) ? gtin : null;
}

/** Some exports pad a code far beyond 14 digits; the padding means nothing, a further digit does. */
function stripZerosBeyond(digits: string): string {
  return digits.length <= MAX_GTIN_LENGTH ? digits : digits.replace(/^0+(?=[0-9]{14})/, '');
}
