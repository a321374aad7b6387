import { describe, expect, test } from 'bun:test';
import table from '../../data/allergens.tsv' with { type: 'text' };
import {
  ALLERGENS,
  allergenName,
  findAllergen,
  mayContain,
  NAMED_ALLERGENS,
  unknownAllergen,
} from '../../src/food/allergens.ts';
import { localeOf } from '../../src/site/locale.ts';
import { LANGUAGES } from '../../src/site/names.ts';

const NO_TAGS = () => false;

describe('An allergen', () => {
  test('that is unknown is answered with those that are known', () => {
    expect(unknownAllergen('xyz', NO_TAGS)).toMatch(/^unknown allergen; known are en:gluten, .*en:milk, /);
  });

  test('that has no name here can be a tag of the catalogue', () => {
    expect(unknownAllergen('de:Hühnerfarm', (tag) => tag === 'de:hühnerfarm')).toBeNull();
    expect(unknownAllergen('banana', (tag) => tag === 'en:banana')).toBeNull();
  });

  test('can be named as the pages name it', () => {
    for (const language of LANGUAGES) {
      const locale = localeOf(language);
      for (const tag of ALLERGENS) {
        expect(findAllergen(locale.member(tag)!)).toEqual([tag]);
        expect(allergenName(tag, language)).not.toBeNull();
      }
    }
  });

  test('has names in every language', () => {
    expect(NAMED_ALLERGENS).toEqual(expect.arrayContaining([...ALLERGENS]));
    const [head, ...rows] = table.trim().split('\n').slice(2);
    const [, , ...languages] = head!.split('\t');
    expect(languages).toEqual(expect.arrayContaining([...LANGUAGES]));
    for (const row of rows) {
      expect(row.split('\t').filter((_, column) => column !== 1)).not.toContain('');
      expect(row.split('\t')).toHaveLength(2 + languages.length);
    }
  });
});

describe('A food may contain an unwanted allergen', () => {
  test.each<[string, string[], string[], boolean]>([
    ['if it has its tag', ['en:gluten', 'en:milk'], ['en:milk'], true],
    ['if its source names only the wider kind', ['en:nuts'], ['en:walnuts'], true],
    ['if its source names a narrower kind', ['en:cashew-nuts'], ['en:nuts'], true],
    ['if one of its tags cannot be read', ['de:hühnereiweiss'], ['en:milk'], true],
    ['if the unwanted tag cannot be read', ['en:milk'], ['pl:mleko'], true],
  ])('%s', (_, tags, unwanted, expected) => {
    expect(mayContain(tags, unwanted)).toBe(expected);
  });

  test('but not if it has other ones, or none', () => {
    expect(mayContain(['en:milk'], ['en:nuts'])).toBe(false);
    expect(mayContain(['en:walnuts'], ['en:cashew-nuts'])).toBe(false);
    expect(mayContain([], ['pl:mleko'])).toBe(false);
  });
});
