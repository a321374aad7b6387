import { describe, expect, test } from 'bun:test';
import { fold, words } from '../../src/text/fold.ts';
import { randomOf } from '../random.ts';

describe('folding keeps apart what differs', () => {
  test('numbers and percentages are words', () => {
    expect(words('7up 0% 3.25% milk')).toEqual(['7up', '0%', '3.25%', 'milk']);
  });
  test('voicing marks of Kana are letters', () => expect(fold('だし')).not.toBe(fold('たし')));
  test("the s of s'mores is no possessive", () => expect(words("s'mores")).toEqual(['s', 'mores']));
});

test('any text folds to words of letters, digits, points and percent signs, in bounded number', () => {
  const random = randomOf(20_000);
  const below = (limit: number) => Math.floor(random() * limit);
  const alphabet = [...'aÉ%.,\'"* 9sg牛ß\0💡𠮷-#'];
  for (let i = 0; i < 5000; i++) {
    const text = Array.from({ length: below(40) }, () => alphabet[below(alphabet.length)]).join('');
    for (const word of words(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}.%]+$/u);
  }
  expect(words('a '.repeat(16_000)).length).toBeLessThanOrEqual(64);
});
