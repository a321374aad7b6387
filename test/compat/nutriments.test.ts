import { expect, test } from 'bun:test';
import { findNutriment, nutrimentsOf } from '../../src/compat/nutriments.ts';
import type { Food } from '../../src/food/food.ts';

const CARROTS = { serving_size_g: null, calories_kcal: 41, sodium_mg: 69 } as Food;

test('Vitamins that an analysis gives in other units are those of a label, where no label gives them', () => {
  const analysed = nutrimentsOf(CARROTS, { vitamin_a_rae_ug: 835, folate_dfe_ug: 19 });
  expect(findNutriment(analysed, 'vitamin-a_100g')).toBe(0.000835);
  expect(findNutriment(analysed, 'vitamin-a_unit')).toBe('\u00b5g');
  expect(findNutriment(analysed, 'vitamin-b9_100g')).toBe(0.000019);
  const labelled = nutrimentsOf(CARROTS, { vitamin_a_ug: 800, vitamin_a_rae_ug: 835 });
  expect(labelled.filter(({ kind }) => kind.name === 'vitamin-a').map(({ value }) => value)).toEqual([800]);
});

test('Salt is what the label says, and follows from sodium to the last digit where the label says no other', () => {
  expect(findNutriment(nutrimentsOf(CARROTS, { salt_g: 0.2 }), 'salt_100g')).toBe(0.2);
  expect(findNutriment(nutrimentsOf(CARROTS, { salt_g: 0.173 }), 'salt_100g')).toBe(0.1725);
  expect(findNutriment(nutrimentsOf(CARROTS, {}), 'salt_100g')).toBe(0.1725);
  const salted = { ...CARROTS, sodium_mg: null };
  expect(findNutriment(nutrimentsOf(salted, { salt_g: 0.2 }), 'salt_100g')).toBe(0.2);
});
