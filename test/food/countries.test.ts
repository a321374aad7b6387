import { describe, expect, test } from 'bun:test';
import { findCountry, listCountries, readCountries, uniteCountries } from '../../src/food/countries.ts';
import { findLanguage } from '../../src/food/languages.ts';

describe('countries of a product', () => {
  test.each([
    ['one tag', 'en:france', 'fr'],
    ['several tags, in the order of their codes', 'en:united-states,en:belgium,en:france', 'be fr us'],
    ['English names', 'Ivory Coast, United States', 'ci us'],
    ['a name with accents and an apostrophe', "Côte d'Ivoire,Réunion,Curaçao", 'ci cw re'],
    ['codes, among them what Open Food Facts calls the United Kingdom', 'en:FR,UK', 'fr gb'],
    ['the same country twice', 'en:scotland,en:united-kingdom', 'gb'],
    ['tags of no country among others', 'en:france,fr:nimporte,en:european-union', 'fr'],
    ['stray commas and blanks', ' , en:italy ,,', 'it'],
    ['no country at all', 'xx:nowhere', null],
    ['nothing', '', null],
    ['the whole world beside a country, which is what is known', 'en:world,en:france', 'fr'],
    ['the whole world alone, which is not a country', 'en:world', null],
    ['a country in a tag of another language', 'fr:france', 'fr'],
  ])('are read from %s', (_, list, codes) => {
    expect(readCountries(list)).toBe(codes);
  });

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
