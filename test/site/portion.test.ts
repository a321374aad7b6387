import { describe, expect, test } from 'bun:test';
import { portionOf } from '../../src/food/portion.ts';
import { MAX_TYPED_G, readWeight } from '../../src/site/figures.ts';
import { ENGLISH, localeOf } from '../../src/site/locale.ts';

describe('a portion', () => {
  test.each([
    [539, 15, 80.85],
    [30.9, 200, 61.8],
    [0, 50, 0],
    [6.3, 100, 6.3],
  ])('of a food with %p per 100 g has, in %p g, %p', (per100g, grams, expected) => {
    expect(portionOf(per100g, grams)).toBeCloseTo(expected, 10);
  });
});

describe('a typed weight', () => {
  test.each([
    ['30', 30],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['0.1', 0.1],
    [String(MAX_TYPED_G), MAX_TYPED_G],
  ])('%p is %p grams', (typed, grams) => {
    expect(readWeight(typed)).toBe(grams);
  });

  test.each(['', '0', '-5', '1e3', 'NaN', 'Infinity', '10001', '1.2345', '٣', '5 g', null])(
    '%p is not a weight',
    (typed) => {
      expect(readWeight(typed)).toBeNull();
    },
  );

  test('is shown with at most two decimals', () => {
    expect([28.35, 56.7, 100, 0.1 + 0.2].map((grams) => ENGLISH.weight(grams))).toEqual([
      '28.35',
      '56.7',
      '100',
      '0.3',
    ]);
  });
});

describe('an amount on a label', () => {
  test.each([
    [539, 'kcal', '539'],
    [80.85, 'kcal', '80.9'],
    [365.5, 'kcal', '366'],
    [30.94, 'g', '30.9'],
    [6.345, 'g', '6.35'],
    [0, 'g', '0'],
    [42.84, 'mg', '42.8'],
    [1250.4, 'mg', '1,250'],
  ] as const)('%p %s is printed as %p', (value, unit, printed) => {
    expect(ENGLISH.amount(value, unit)).toBe(printed);
  });

  test('has its thousands apart, as its language does', () => {
    expect([localeOf('de').amount(1289, 'kcal'), localeOf('de').weight(1031.33)]).toEqual([
      '1.289',
      '1.031,33',
    ]);
  });

  test('above zero is never printed as 0', () => {
    expect(ENGLISH.amount(0.001, 'g')).toBe('< 0.01');
    expect(ENGLISH.amount(0.01, 'mg')).toBe('< 0.1');
  });
});
