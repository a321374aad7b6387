import { describe, expect, test } from 'bun:test';
import { readInteger } from '../../src/http/integer.ts';
import { randomOf } from '../random.ts';

/**
 * The grammar again, as regular expressions: what pydantic 2 was observed to accept. Slower than the reader under test,
 * and independent of it.
 */
const PLAIN = /^-?(?:0|[1-9][0-9]*)$/;
const ODD = new RegExp(
  [
    '^\\+?(?:',
    // Digits, perhaps behind zeros, single underscores between them.
    '(?<sign>(?<!\\+)-)?(?:0[0_]*)?(?<digits>[1-9](?:_?[0-9])*)',
    // Nothing but zeros.
    '|(?:(?<!\\+)-)?(?<zero>0(?:[0_]*0)?)',
    // A minus behind zeros.
    '|0[0_]*-_?(?<late>0|[1-9](?:_?[0-9])*)',
    ')(?:\\.0+)?$',
  ].join(''),
);
const TOO_LONG = /^(?=[-0-9]{4301})-?[1-9][0-9]{4299}/;

function expected(text: string): number | string {
  if (TOO_LONG.test(text)) return 'int_parsing_size';
  if (PLAIN.test(text)) return Number(text) + 0;
  const groups = ODD.exec(text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, ''))?.groups;
  if (groups === undefined) return 'int_parsing';
  const { sign = '', digits, late } = groups;
  const number = digits !== undefined ? sign + digits : late !== undefined ? `-${late}` : '0';
  const plain = number.replaceAll('_', '');
  return plain.length > 4300 ? 'int_parsing' : Number(plain) + 0;
}

/** Digits, what may stand around and between them, spaces of all kinds, and letters that are no digits. */
const ATOMS = [
  ...'0 0 1 5 9 12 00 _ __ . .0 .00 - + a e 0x ٥ ² é 🍎'.split(' '),
  ...' \t\u0085\u00a0\u3000\u2028\ufeff\u200b\u180e\u001c',
];

describe('An integer in a request', () => {
  test('follows the grammar for random input', () => {
    const random = randomOf(1);
    const pick = <T>(items: T[]) => items[Math.floor(random() * items.length)] as T;
    for (let i = 0; i < 100_000; i++) {
      const text = Array.from({ length: Math.floor(random() * 8) }, () => pick(ATOMS)).join('');
      expect([text, readInteger(text)]).toEqual([text, expected(text)]);
    }
  });

  test('follows the grammar around the maximum length', () => {
    for (let length = 4297; length <= 4303; length++) {
      for (const start of ['', '-', '+', '0', '-0', ' ', '0-', '1_']) {
        for (const end of ['', '.0', '_1', 'a', '.5', ' ']) {
          const text = start + '9'.repeat(length) + end;
          expect([start, length, end, readInteger(text)]).toEqual([start, length, end, expected(text)]);
        }
      }
    }
  });

  test('is exact up to the largest safe integer', () => {
    expect(readInteger('9007199254740991')).toBe(9007199254740991);
    expect(readInteger('-9007199254740991')).toBe(-9007199254740991);
    expect(readInteger('999999999999999')).toBe(999999999999999);
    expect(readInteger('1000000000000000')).toBe(1000000000000000);
  });

  test('is never minus zero', () => {
    for (const text of ['-0', '-00', '-0.0', '0-0']) expect(Object.is(readInteger(text), 0)).toBe(true);
  });
});
