import { expect, test } from 'bun:test';
import {
  brandsFromTags,
  buildImageAddresses,
  isUsableImage,
  orderLanguages,
  pickFrontImage,
  readAmount,
  readTimestamp,
  splitList,
  standardUnits,
} from '../../build/open-food-facts/open-food-facts.ts';
import { testFunctions } from '../table-of-cases.ts';
import table from './open-food-facts.tsv' with { type: 'text' };

testFunctions(table, {
  brandsFromTags,
  splitList,
  readTimestamp,
  readAmount,
  standardUnits,
  pictureOf: (code: string | null, key: string, revision: string | number | null) =>
    buildImageAddresses(code, key, revision).image_url,
  frontPicture: (revisions: Record<string, unknown>, own: string) =>
    pickFrontImage(new Map(Object.entries(revisions)), '3991234500016', own)
      .image_url?.split('/')
      .at(-1) ?? null,
  orderLanguages,
  isUsableImage,
});

test('Numbers that JSON cannot write are read, or are no amount', () => {
  expect(readTimestamp(1700000000n)).toBe(1700000000);
  expect(readTimestamp(undefined)).toBeNull();
  expect(readAmount(7n)).toBe(7);
  for (const nothing of [Number.NaN, Number.POSITIVE_INFINITY, undefined])
    expect(readAmount(nothing)).toBeNull();
  expect(standardUnits('energy-kcal', 'kJ')).toBeCloseTo(1 / 4.184, 12);
});
