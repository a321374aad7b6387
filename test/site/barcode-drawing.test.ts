import { describe, expect, test } from 'bun:test';
import { barcodeRuns, drawBarcode } from '../../src/site/barcode-drawing.ts';
import { ENGLISH } from '../../src/site/locale.ts';
import { randomOf } from '../random.ts';

/** An independent reader, from the bit patterns of the specification: it shares no table with the drawing code. */
const ODD = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const FIRST_DIGIT = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ');
const flip = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('');
const RIGHT = ODD.map(flip);
const EVEN = RIGHT.map((bits) => [...bits].reverse().join(''));

function bitsOf(runs: number[]): string {
  return runs.map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(width)).join('');
}

function readEan(bits: string, half: number): string {
  expect(bits.length).toBe(3 + 7 * half + 5 + 7 * half + 3);
  expect(bits.slice(0, 3) + bits.slice(-3)).toBe('101101');
  expect(bits.slice(3 + 7 * half, 8 + 7 * half)).toBe('01010');
  const group = (from: number) =>
    Array.from({ length: half }, (_, i) => bits.slice(from + 7 * i, from + 7 * i + 7));
  let parity = '';
  let digits = '';
  for (const seven of group(3)) {
    const isOdd = ODD.includes(seven);
    parity += isOdd ? 'O' : 'E';
    digits += (isOdd ? ODD : EVEN).indexOf(seven);
  }
  for (const seven of group(8 + 7 * half)) digits += RIGHT.indexOf(seven);
  return half === 6 ? FIRST_DIGIT.indexOf(parity) + digits : digits;
}

function readItf(bits: string): string {
  expect(bits.startsWith('1010')).toBe(true);
  expect(bits.endsWith('11101')).toBe(true);
  const elements = bits.slice(4, -5).match(/1+|0+/g) ?? [];
  const WIDE = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];
  let digits = '';
  for (let i = 0; i < elements.length; i += 10) {
    const ten = elements.slice(i, i + 10).map((element) => (element.length > 1 ? '1' : '0'));
    digits += WIDE.indexOf(ten.filter((_, j) => j % 2 === 0).join(''));
    digits += WIDE.indexOf(ten.filter((_, j) => j % 2 === 1).join(''));
  }
  return digits;
}

function read(code: string): string {
  const bits = bitsOf(barcodeRuns(code) ?? []);
  if (code.length === 14) return readItf(bits);
  const digits = readEan(bits, code.length === 8 ? 4 : 6);
  return code.length === 12 ? digits.slice(1) : digits;
}

describe('a drawn barcode', () => {
  test.each([
    '4006381333931',
    '036000291452',
    '96385074',
    '10012345678902',
    '0000000000000',
    '9999999999994',
  ])('of %s is read back as it was', (code) => {
    expect(read(code)).toBe(code);
  });

  test('of any digits reads back as the same digits', () => {
    const next = randomOf(3);
    for (let i = 0; i < 500; i++) {
      const length = [8, 12, 13, 14][i % 4] as number;
      const code = Array.from({ length }, () => Math.floor(next() * 10)).join('');
      expect(read(code)).toBe(code);
    }
  });

  test('has its bars where the picture shows them, with a quiet zone around', () => {
    const svg = drawBarcode('4006381333931', ENGLISH)?.text ?? '';
    const bars = [...svg.matchAll(/M(\d+) 4h(\d+)/g)].map(([, x, width]) => [Number(x), Number(width)]);
    const end = 11 + 95;
    const bits = Array.from({ length: end - 11 }, (_, i) =>
      bars.some(([x, width]) => i + 11 >= x! && i + 11 < x! + width!) ? '1' : '0',
    ).join('');
    expect(readEan(bits, 6)).toBe('4006381333931');
    expect(svg).toContain(`viewBox="0 0 ${end + 11} `);
  });

  test('is not drawn for text that is not a barcode', () => {
    for (const text of ['', '123', '40063813339311111', '400638133393X', '<svg>']) {
      expect(drawBarcode(text, ENGLISH)).toBeNull();
    }
  });
});
