import { expect, test } from 'bun:test';
import { FOOD_TABLES, TABLE_NAMES } from '../../src/food/food-tables.ts';

/** As wide as fits beside the confidence on a phone. */
const MAX_LETTERS = 16;

test.each(TABLE_NAMES)('the label of %s is short, and readable without fonts of other scripts', (table) => {
  const { short } = FOOD_TABLES[table];
  expect(short).toMatch(/^[\x20-\x7e]+$/);
  expect(short.length).toBeLessThanOrEqual(MAX_LETTERS);
});
