import { describe, expect, test } from 'bun:test';
import {
  formatBarcode,
  hasValidCheckDigit,
  isInStore,
  readGtin,
  readSearchedBarcode,
  readTypedBarcode,
} from '../../src/food/barcode.ts';
import { randomOf } from '../random.ts';

/** The check digit by its definition: weights 3 and 1 from the right, up to the next ten. */
function withCheckDigit(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return body + ((10 - (sum % 10)) % 10);
}

describe('a code of a dump', () => {
  test.each([
    ['3017620422003', 3017620422003, '3017620422003'],
    ['049000006346', 49000006346, '049000006346'],
    ['0049000006346', 49000006346, '049000006346'],
    ['00049000006346', 49000006346, '049000006346'],
    ['96385074', 96385074, '96385074'],
    ['0000096385074', 96385074, '96385074'],
    ['10049000006343', 10049000006343, '10049000006343'],
    // 04252614 is no EAN-8, but the UPC-E of 042100005264.
    ['04252614', 42100005264, '042100005264'],
    ['3017620422004', 3017620422004, '3017620422004'],
    ['301-7620 422003', 3017620422003, '3017620422003'],
    ['00000000003017620422003', 3017620422003, '3017620422003'],
  ])('%s is the product %d, printed %s', (code, gtin, printed) => {
    expect(readGtin(code)).toBe(gtin);
    expect(formatBarcode(gtin)).toBe(printed);
  });

  test.each([
    '',
    'abc',
    '0',
    '00000000',
    '123456789012345',
    '30176x0422003',
    '٣٠١٧٦٢٠٤٢٢٠٠٣',
    '3.01762E+12',
    '3e12',
    '0x1F4',
    '0b11',
    '+3017620422003',
    '-3017620422003.5',
    'Infinity',
  ])('%p is none', (code) => {
    expect(readGtin(code)).toBeNull();
  });
});

describe('a typed barcode', () => {
  test('finds the same product in every printed form', () => {
    const random = randomOf(1);
    for (let round = 0; round < 2000; round++) {
      const length = [7, 11, 12, 13][round % 4]!;
      const body = Array.from({ length }, () => Math.floor(random() * 10)).join('');
      const code = withCheckDigit(body);
      const gtin = readGtin(code);
      if (gtin === null) continue;
      for (let width = Math.max(8, String(gtin).length); width <= 14; width++) {
        const typed = String(gtin).padStart(width, '0');
        expect(readTypedBarcode(typed)).toContain(gtin);
        expect(readTypedBarcode(` ${typed.slice(0, 3)} ${typed.slice(3, 6)}-${typed.slice(6)} `)).toContain(
          gtin,
        );
      }
      expect(hasValidCheckDigit(gtin)).toBe(true);
      expect(readTypedBarcode(formatBarcode(gtin))[0]).toBe(gtin);
    }
  });

  test('that is a UPC-E finds the UPC-A it abbreviates', () => {
    const random = randomOf(2);
    for (let round = 0; round < 2000; round++) {
      const digits = Array.from({ length: 6 }, () => Math.floor(random() * 10)).join('');
      const system = round % 2;
      const [a, b, c, d, e, last] = digits;
      const tail = Number(last);
      const body =
        tail <= 2
          ? `${a}${b}${last}0000${c}${d}${e}`
          : tail === 3
            ? `${a}${b}${c}00000${d}${e}`
            : tail === 4
              ? `${a}${b}${c}${d}00000${e}`
              : `${a}${b}${c}${d}${e}0000${last}`;
      const upcA = withCheckDigit(`${system}${body}`);
      const upcE = `${system}${digits}${upcA.at(-1)}`;
      // What is no valid EAN-8 can only be the UPC-E.
      expect(readTypedBarcode(upcE).at(hasValidCheckDigit(Number(upcE)) ? -1 : 0)).toBe(Number(upcA));
    }
  });

  test('of eight digits that are valid both ways is an EAN-8 first', () => {
    // 01234558 is a valid EAN-8; as a UPC-E it stands for 012345000058.
    expect(readTypedBarcode('01234558')).toEqual([1234558, 12345000058]);
  });

  test('of eight digits that are valid as a UPC-E alone is that first', () => {
    expect(readTypedBarcode('04963406')).toEqual([49000006346, 4963406]);
    // Valid neither way: as printed, first.
    expect(readTypedBarcode('04963407')[0]).toBe(4963407);
  });

  test.each(['', '1234567', '123456789012345', 'milk', '3017620422003x', '../..', '00000000'])(
    '%p means nothing',
    (code) => {
      expect(readTypedBarcode(code)).toEqual([]);
    },
  );
});

test.each([
  'EAN 4001686301265',
  'ean: 4001686301265',
  'EAN-13 4001686301265',
  'GTIN 04001686301265',
  'Barcode: 4 001686 301265',
  '"4001686301265"',
  '«4001686301265»',
  '４００１６８６３０１２６５',
])('%p in a search is the barcode in it', (text) => {
  expect(readSearchedBarcode(text)).toEqual([4001686301265]);
});

test.each(['milk', 'EAN', '1000 island dressing', 'water 4001686301265'])(
  '%p in a search is not a barcode',
  (text) => {
    expect(readSearchedBarcode(text)).toEqual([]);
  },
);

test.each([
  ['2150223004755', true],
  ['215413009513', true],
  ['0415413009513', true],
  ['20031817', true],
  // An EAN-8 from 0 is for use within a company.
  ['00030298', true],
  ['00000017', true],
  ['3017620422003', false],
  ['049000006346', false],
  ['10049000006343', false],
])('%s is assigned by a shop itself: %p', (code, inStore) => {
  expect(isInStore(readGtin(code)!)).toBe(inStore);
});
