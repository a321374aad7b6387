import { describe, expect, test } from 'bun:test';
import { fold, words } from '../../src/text/fold.ts';
import { randomOf } from '../random.ts';

describe('folding makes one of what a person takes for the same', () => {
  const alike: [string, string][] = [
    ['CRÈME BRÛLÉE', 'creme brulee'],
    ['Streusüße', 'streususse'],
    ['bœuf', 'boeuf'],
    ['Polarbrød', 'polarbrod'],
    ['Żołądkowa', 'zoladkowa'],
    ['ＦＵＬＬ ｗｉｄｔｈ', 'full width'],
    ['ﬁlet', 'filet'],
    ["jus d'orange", 'jus d orange'],
    ['jus d’orange', 'jus d`orange'],
    ["Valentine's", 'valentines'],
    ['valentine s', 'valentines'],
    ['Coca-Cola', 'coca cola'],
    ['Mac & Cheese', 'mac cheese'],
    ['500g', '500 g'],
    ['500 gr', '500g'],
    ['2,5 %', '2.5%'],
    ['1,5 L', '1.5l'],
    ['Nutella™', 'nutella'],
    ['Молоко Пискарёвское', 'молоко пискаревское'],
    ['ΓΆΛΑ', 'γαλα'],
  ];
  for (const [left, right] of alike) {
    test(`${left} is ${right}`, () => expect(fold(left)).toBe(fold(right)));
  }
});

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
  const alphabet = [
    'a',
    'É',
    '%',
    '.',
    ',',
    "'",
    '"',
    '*',
    ' ',
    '9',
    's',
    'g',
    '牛',
    'ß',
    '\u0000',
    '💡',
    '𠮷',
    '-',
    '#',
  ];
  for (let i = 0; i < 5000; i++) {
    const text = Array.from({ length: below(40) }, () => alphabet[below(alphabet.length)]).join('');
    for (const word of words(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}.%]+$/u);
  }
  expect(words('a '.repeat(16_000)).length).toBeLessThanOrEqual(64);
});
