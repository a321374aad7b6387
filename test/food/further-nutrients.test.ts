import { describe, expect, test } from 'bun:test';
import { roundFurther } from '../../src/food/further-nutrients.ts';
import { randomOf } from '../random.ts';

describe('an amount of a further nutrient', () => {
  test('has four digits and at most three decimals, however it is rounded', () => {
    const random = randomOf(5);
    for (let round = 0; round < 50_000; round++) {
      const size = 10 ** (random() * 8 - 3);
      const exact = random() * size;
      // Labels have few decimals, some of which end half way between two steps.
      for (const amount of [exact, Math.round(exact * 1e4) / 1e4, Math.round(exact * 100) / 100]) {
        const rounded = Math.round(Number(amount.toPrecision(4)) * 1000) / 1000;
        expect(roundFurther('iron_mg', amount)).toBe(rounded === 0 && amount > 0 ? null : rounded);
      }
    }
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
