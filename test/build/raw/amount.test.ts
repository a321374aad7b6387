import { describe, expect, test } from 'bun:test';
import { parseAmount, parseAmountBytes } from '../../../build/raw/amount.ts';

const AMOUNTS: [text: string, amount: number | null][] = [
  ['0', 0],
  ['12', 12],
  ['12.5', 12.5],
  ['012.50', 12.5],
  ['.5', 0.5],
  ['5.', 5],
  ['12,5', 12.5],
  [' 7 ', 7],
  ['-3', -3],
  ['-0', 0],
  ['+4', 4],
  ['1e3', 1000],
  ['7.5e-05', 0.000075],
  ['1.18E9', 1.18e9],
  ['14.000000000000002', 14.000000000000002],
  ['0.551181102362205', 0.551181102362205],
  ['123456789012345', 123456789012345],
  ['1234567890123456789', Number('1234567890123456789')],
  ['', null],
  [' ', null],
  ['.', null],
  ['-', null],
  ['NaN', null],
  ['Infinity', null],
  ['1e999', null],
  ['0x10', null],
  ['12 g', null],
  ['<0.5', null],
  ['1,234.5', null],
  ['1.2.3', null],
  ['1 000', null],
  ['１２', null],
  ['9'.repeat(65), null],
];

describe('an amount', () => {
  for (const [text, amount] of AMOUNTS) {
    test(`"${text.slice(0, 24)}" is ${amount}`, () => {
      expect(parseAmount(text)).toBe(amount);
      const bytes = Buffer.from(`\t${text}\t`);
      expect(parseAmountBytes(bytes, 1, bytes.length - 1)).toBe(amount);
    });
  }

  test('reads the same from bytes as from text, to the last bit', () => {
    for (let number = 1; number < 20_000; number++) {
      const text = String((number * 7919) / 10 ** (number % 9));
      expect(parseAmountBytes(Buffer.from(text), 0, text.length)).toBe(Number(text));
    }
  });
});
