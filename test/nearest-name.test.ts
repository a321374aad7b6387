import { expect, test } from 'bun:test';
import { nearestName } from '../src/nearest-name.ts';

const NUTRIENTS = ['calories_kcal', 'protein_g', 'fat_g', 'saturated_fat_g'];

test('A name is meant by one with a few wrong letters, or without its unit', () => {
  expect(nearestName('protien_g', NUTRIENTS)).toBe('protein_g');
  expect(nearestName('calories', NUTRIENTS)).toBe('calories_kcal');
  expect(nearestName('Fat', NUTRIENTS)).toBe('fat_g');
  expect(nearestName('price', NUTRIENTS)).toBeNull();
});

test('A name that has nothing in common with another is not meant by it', () => {
  expect(nearestName('x', ['q'])).toBeNull();
  expect(nearestName('qq', ['q'])).toBe('q');
});
