import { describe, expect, test } from 'bun:test';
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

describe('Open Food Facts', () => {
  test('writes a brand as a tag, with its language and as a slug or not', () => {
    const brands: [tag: string, brand: string | null][] = [
      ['xx:marks-spencer', 'Marks Spencer'],
      ['xx:Picard', 'Picard'],
      ['en:coca-cola', 'Coca Cola'],
      ['nestle', 'Nestle'],
      ['Coca-Cola', 'Coca-Cola'],
      ["lagg's", "lagg's"],
      ['xx:émile-noël', 'Émile Noël'],
      ['xx:7-up', '7 Up'],
      ['xx:', null],
      ['', null],
    ];
    for (const [tag, brand] of brands) expect(brandsFromTags([tag])).toBe(brand);
    expect(brandsFromTags(['xx:a-b', 'xx:Cé'])).toBe('A B, Cé');
    expect(brandsFromTags([])).toBeNull();
  });

  test('separates lists by commas, with or without a blank', () => {
    expect(splitList('en:a,en:b, C d ,,')).toEqual(['en:a', 'en:b', 'C d']);
    expect(splitList('en:a')).toEqual(['en:a']);
    expect(splitList('')).toEqual([]);
  });

  test('writes a moment in seconds, milliseconds or as a date, in whichever column', () => {
    expect(readTimestamp('1700000000')).toBe(1700000000);
    expect(readTimestamp(1700000000n)).toBe(1700000000);
    expect(readTimestamp(1700000000123)).toBe(1700000000);
    expect(readTimestamp('2023-11-14T22:13:20Z')).toBe(1700000000);
    expect(readTimestamp('2023-11-14')).toBe(1699920000);
    for (const nothing of [null, undefined, '', '0', '42', 'yesterday', '2023-99-99', {}, '1'.repeat(40)]) {
      expect(readTimestamp(nothing)).toBeNull();
    }
  });

  test('writes a number as a number or as text', () => {
    expect(readAmount(1.5)).toBe(1.5);
    expect(readAmount('1,5')).toBe(1.5);
    expect(readAmount(7n)).toBe(7);
    for (const nothing of [Number.NaN, Number.POSITIVE_INFINITY, '', 'x', null, undefined, true, [], {}]) {
      expect(readAmount(nothing)).toBeNull();
    }
  });

  test('means grams, kJ, kcal and percent by volume, and may say another unit', () => {
    expect(standardUnits('fat', 'g')).toBe(1);
    expect(standardUnits('sodium', 'mg')).toBe(0.001);
    expect(standardUnits('sodium', 'µg')).toBe(0.000001);
    expect(standardUnits('sodium', 'μg')).toBe(0.000001);
    expect(standardUnits('fat', null)).toBe(1);
    expect(standardUnits('energy-kcal', 'kcal')).toBe(1);
    expect(standardUnits('energy-kcal', 'kJ')).toBeCloseTo(1 / 4.184, 12);
    expect(standardUnits('energy', 'kcal')).toBeCloseTo(4.184, 12);
    expect(standardUnits('alcohol', '% vol')).toBe(1);
    for (const unit of ['% DV', 'IU', 'kcal', '%']) expect(standardUnits('fat', unit)).toBeNull();
  });

  test('keeps the picture of a code in folders of three digits, padded to thirteen', () => {
    const root = 'https://images.openfoodfacts.org/images/products';
    expect(buildImageAddresses('00031271', 'front_en', '8')).toEqual({
      image_url: `${root}/000/000/003/1271/front_en.8.400.jpg`,
      image_thumb_url: `${root}/000/000/003/1271/front_en.8.200.jpg`,
    });
    expect(buildImageAddresses('10012345678902', 'front', 3).image_url).toBe(
      `${root}/100/123/456/78902/front.3.400.jpg`,
    );
    for (const [code, revision] of [
      [null, '8'],
      ['', '8'],
      ['../../etc', '8'],
      ['3991234500016', null],
      ['3991234500016', ''],
      ['3991234500016', '8/../x'],
    ] as const) {
      expect(buildImageAddresses(code, 'front_en', revision).image_url).toBeNull();
    }
  });

  test('has a front picture in several languages: the product’s own first, then English, then any', () => {
    const revisions = new Map<string, unknown>([
      ['1', null],
      ['front', 1],
      ['front_it', 2],
      ['front_de', 3],
      ['nutrition_fr', 4],
    ]);
    const pick = (own: string | null) =>
      pickFrontImage(revisions, '3991234500016', own).image_url?.split('/').at(-1);
    expect(pick('it')).toBe('front_it.2.400.jpg');
    expect(pick('fr')).toBe('front_de.3.400.jpg');
    revisions.set('front_en', 5);
    expect(pick('fr')).toBe('front_en.5.400.jpg');
    revisions.set('front_fr', null);
    expect(pick('fr')).toBe('front_en.5.400.jpg');
    expect(pickFrontImage(new Map([['nutrition_fr', 4]]), '3991234500016', 'fr').image_url).toBeNull();
  });

  test('puts the languages of a product in no order; here they have one', () => {
    expect(orderLanguages(['zh', 'de', 'en', 'fr', ''], 'fr')).toEqual(['fr', 'en', 'de', 'zh', '']);
    expect(orderLanguages(['zh', 'de'], null)).toEqual(['de', 'zh']);
  });

  test('has a folder `invalid` for pictures that do not exist', () => {
    expect(isUsableImage('https://images.openfoodfacts.org/images/products/invalid/front_fr.4.400.jpg')).toBe(
      false,
    );
    expect(isUsableImage('')).toBe(false);
    expect(isUsableImage(null)).toBe(false);
    expect(isUsableImage('https://images.openfoodfacts.org/images/products/1/front_fr.4.400.jpg')).toBe(true);
  });
});
