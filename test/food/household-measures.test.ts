import { expect, test } from 'bun:test';
import { readHouseholdMeasures } from '../../src/food/household-measures.ts';

test('Household measures have an amount, what it counts, and grams', () => {
  expect(readHouseholdMeasures('1 tbsp: 14.2|0,5 cup, sliced: 75')).toEqual([
    { amount: 1, unit: 'tbsp', grams: 14.2 },
    { amount: 0.5, unit: 'cup, sliced', grams: 75 },
  ]);
  expect(readHouseholdMeasures('')).toEqual([]);
  expect(readHouseholdMeasures(null)).toEqual([]);
});

test.each(['1 tbsp', '1 tbsp: ', 'tbsp: 14', '0 tbsp: 14', '1 tbsp: 0', '', `1 ${'a'.repeat(200)}: 14`])(
  '%p among them is none',
  (text) => {
    expect(readHouseholdMeasures(`1 cup: 227|${text}`)).toEqual([
      { amount: 1, unit: 'cup', grams: 227 },
      null,
    ]);
  },
);
