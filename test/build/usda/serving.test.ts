import { describe, expect, test } from 'bun:test';
import { wordServing } from '../../../build/usda/serving.ts';

describe('a weight is worded as a serving', () => {
  const servings: [weight: string, grams: number, words: string][] = [
    ['1 cup', 244, '1 cup (244 g)'],
    ['1 pat,  (1" sq, 1/3" high)', 5, '1 pat (1" sq, 1/3" high) (5 g)'],
    ['.5 cup,  (4 fl oz)', 126, '1/2 cup (4 fl oz) (126 g)'],
    ['.333 cup', 53, '1/3 cup (53 g)'],
    ['.35 oz', 9.9, '0.35 oz (9.9 g)'],
    ['1.25 cup,  (1 NLEA serving)', 33, '1.25 cup (1 serving) (33 g)'],
    ['1 NLEA serving', 30, '1 serving (30 g)'],
    ['1 Cup,  (1 NLEA serving)', 55, '1 cup (1 serving) (55 g)'],
    ['1 serving,  ( 3 oz )', 85, '1 serving (3 oz) (85 g)'],
    ['1 slice, , 3/4"', 15, '1 slice, 3/4" (15 g)'],
    ['1 jar,  NFS', 113, '1 jar (113 g)'],
    ['6 inch, sub', 180, '6 inch sub (180 g)'],
    ['1 potato, large (3" to 4-1/4" dia.', 299, '1 potato, large (3" to 4-1/4" dia) (299 g)'],
  ];
  for (const [weight, grams, words] of servings) {
    test(`${weight} of ${grams} g is "${words}"`, () => expect(wordServing(weight, grams)).toBe(words));
  }
});

test('the weight that a piece came from is not mistaken for the piece', () => {
  const weight = '1 piece, cooked, excluding refuse (yield from 1 lb raw meat with refuse)';
  expect(wordServing(weight, 251)).toBe('1 piece, cooked, excluding refuse (251 g)');
  expect(wordServing('1 steak,  (yield from 1 raw steak weighing 151g)', 117)).toBe('1 steak (117 g)');
});
