import { describe, expect, test } from 'bun:test';
import { roundFurther } from '../../src/food/further-nutrients.ts';

describe('an amount of a further nutrient', () => {
  test.each([
    [1.23456, 1.235],
    [12.3456, 12.35],
    [12_345.6, 12_350],
    [0.0015, 0.002],
    [0.1234, 0.123],
    [7, 7],
    [0, 0],
  ])('of %p has four digits and at most three decimals: %p', (amount, rounded) => {
    expect(roundFurther('iron_mg', amount)).toBe(rounded);
  });

  test.each([
    ['iron_mg', -1],
    ['iron_mg', 100_001],
    ['salt_g', 100.1],
    ['salt_g', 0.0004],
    ['salt_g', Number.NaN],
  ])('of %s that no food can have, or that rounds to nothing, is unknown: %p', (name, amount) => {
    expect(roundFurther(name, amount)).toBeNull();
  });
});
