import { html, type Markup } from '../http/markup.ts';
import type { Locale } from './locale.ts';

/**
 * Barcodes as printed: EAN-13, UPC-A and EAN-8 by the tables of the GS1 General Specifications, a GTIN-14 as ITF-14.
 * A code is a list of runs of modules, alternating bar and space and beginning with a bar.
 */

/** Widths of space, bar, space, bar for each digit of the left half, odd parity; all other codes derive from these. */
const DIGIT_RUNS = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/** Which digits of the left half of an EAN-13 have even parity: this encodes the first digit. */
const EVEN_DIGITS = [
  '......',
  '..E.EE',
  '..EE.E',
  '..EEE.',
  '.E..EE',
  '.EE..E',
  '.EEE..',
  '.E.E.E',
  '.E.EE.',
  '.EE.E.',
];
const GUARD = '111';
const CENTRE = '11111';

/** Wide elements of each digit of an ITF code. */
const ITF_WIDE = ['..WW.', 'W...W', '.W..W', 'WW...', '..W.W', 'W.W..', '.WW..', '...WW', 'W..W.', '.W.W.'];
const ITF_START = '1111';
const ITF_WIDE_MODULES = '3';

/** The runs of a barcode of 8, 12, 13 or 14 digits, or null for any other text. */
export function barcodeRuns(code: string): number[] | null {
  if (!/^\d+$/.test(code)) return null;
  const runs =
    code.length === 13
      ? ean13(code)
      : code.length === 12
        ? ean13(`0${code}`)
        : code.length === 8
          ? ean8(code)
          : code.length === 14
            ? itf14(code)
            : null;
  return runs === null ? null : [...runs].map(Number);
}

function ean13(code: string): string {
  const even = EVEN_DIGITS[Number(code[0])]!;
  const left = [...code.slice(1, 7)].map((digit, i) => leftRuns(digit, even[i] === 'E'));
  return GUARD + left.join('') + CENTRE + rightRuns(code.slice(7)) + GUARD;
}

function ean8(code: string): string {
  const left = [...code.slice(0, 4)].map((digit) => leftRuns(digit, false));
  return GUARD + left.join('') + CENTRE + rightRuns(code.slice(4)) + GUARD;
}

/** Even parity is odd parity reversed. The right half has the same widths, with bars for spaces. */
function leftRuns(digit: string, isEven: boolean): string {
  const runs = DIGIT_RUNS[Number(digit)]!;
  return isEven ? [...runs].reverse().join('') : runs;
}

function rightRuns(digits: string): string {
  return [...digits].map((digit) => DIGIT_RUNS[Number(digit)]!).join('');
}

/** Digits come in pairs: the first in the bars, the second in the spaces between them. */
function itf14(code: string): string {
  const width = (element: string | undefined) => (element === 'W' ? ITF_WIDE_MODULES : '1');
  let runs = ITF_START;
  for (let i = 0; i < code.length; i += 2) {
    const bars = ITF_WIDE[Number(code[i])]!;
    const spaces = ITF_WIDE[Number(code[i + 1])]!;
    for (let j = 0; j < bars.length; j++) runs += width(bars[j]) + width(spaces[j]);
  }
  return `${runs}${ITF_WIDE_MODULES}11`;
}

/** The quiet zone that scanners need on both sides: at most eleven modules. */
const QUIET_MODULES = 11;
const BAR_HEIGHT = 52;
const TEXT_HEIGHT = 14;
const MODULE_PX = 2;

/** The barcode as a drawing with its digits beneath, or null when it cannot be drawn. */
export function drawBarcode(code: string, locale: Locale): Markup | null {
  const runs = barcodeRuns(code);
  if (runs === null) return null;
  const { path, end } = barPath(runs);
  const width = end + QUIET_MODULES;
  const height = BAR_HEIGHT + TEXT_HEIGHT + 4;
  return html`<svg class="barcode" viewBox="0 0 ${width} ${height}" width="${width * MODULE_PX}" height="${height * MODULE_PX}" role="img" aria-label="${locale.say(locale.words.food.barcodeOf, { digits: code })}" shape-rendering="crispEdges"><rect width="${width}" height="${height}" fill="#fff"/><path d="${path}" fill="#000"/><text x="${width / 2}" y="${BAR_HEIGHT + TEXT_HEIGHT - 1}" text-anchor="middle" textLength="${width - 3 * QUIET_MODULES}" fill="#000">${code}</text></svg>`;
}

function barPath(runs: number[]): { path: string; end: number } {
  let path = '';
  let x = QUIET_MODULES;
  runs.forEach((width, i) => {
    if (i % 2 === 0) path += `M${x} 4h${width}v${BAR_HEIGHT - 4}h-${width}z`;
    x += width;
  });
  return { path, end: x };
}
