import { describe, expect, test } from 'bun:test';
import { formatBarcode, hasValidCheckDigit, readGtin, readTypedBarcode } from '../../src/food/barcode.ts';
import { randomOf } from '../random.ts';

/** The check digit by its definition: weights 3 and 1 from the right, up to the next ten. */
function withCheckDigit(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return body + ((10 - (sum % 10)) % 10);
}

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

  test('of eight digits that are valid neither way is first as it is printed', () => {
    expect(readTypedBarcode('04963407')[0]).toBe(4963407);
  });
});
