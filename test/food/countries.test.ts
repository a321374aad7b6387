import { describe, expect, test } from 'bun:test';
import { findCountry, listCountries, uniteCountries } from '../../src/food/countries.ts';
import { findLanguage } from '../../src/food/languages.ts';

describe('countries of a product', () => {
  test('are united without regard to their order', () => {
    expect(uniteCountries('be fr', 'de fr')).toBe('be de fr');
    expect(uniteCountries('de fr', 'be fr')).toBe('be de fr');
    expect(uniteCountries(null, 'fr')).toBe('fr');
    expect(uniteCountries('fr', null)).toBe('fr');
    expect(uniteCountries(null, null)).toBeNull();
    expect(listCountries('be fr')).toEqual(['be', 'fr']);
  });

  test('have a code each: all of ISO 3166, and Kosovo', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    expect(codes.filter((code) => findCountry(code) === code)).toHaveLength(250);
    expect(findCountry('zz')).toBeNull();
    expect(findCountry('')).toBeNull();
  });
});

test('a language has a code of ISO 639, and a label without words has none', () => {
  expect(['fr', 'EN', ' de '].map(findLanguage)).toEqual(['fr', 'en', 'de']);
  expect(['xx', 'french', ''].map(findLanguage)).toEqual([null, null, null]);
});
