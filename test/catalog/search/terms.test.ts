import { describe, expect, test } from 'bun:test';
import { openTerms } from '../../../src/catalog/search/query/terms.ts';
import { writeTerms } from './search-catalog.ts';

const KNOWN = [
  { term: 'milk', names: 70_000, fields: 3 },
  { term: '牛乳', names: 600, fields: 0 },
  { term: 'jalapeño', names: 500, fields: 1 },
  { term: 'молоко', names: 400, fields: 65_536 },
  { term: 'œuf', names: 300, fields: 2 },
  { term: 'milks', names: 200, fields: 0 },
];
/** More than are read at once. */
const FURTHER = Array.from({ length: 20_000 }, (_, i) => ({ term: `term${i}`, names: 1, fields: 0 }));
const ALL = [...KNOWN, ...FURTHER];
const terms = openTerms(writeTerms(ALL));
const near = (word: string, isUnfinished = false) =>
  terms.near(word, isUnfinished, 100).map(({ term }) => term);

describe('Terms', () => {
  test('are found by their number and by their text, in any script', () => {
    for (const [i, known] of ALL.entries()) {
      expect(terms.at(i + 1)).toEqual(known);
      expect(terms.find(known.term)).toEqual(known);
    }
  });

  test('that a catalogue does not have are not found', () => {
    for (const text of ['', 'mil', 'milkss', 'молок', 'term20000']) expect(terms.find(text)).toBeNull();
    expect(() => terms.at(0)).toThrow('damaged');
    expect(() => terms.at(ALL.length + 1)).toThrow('damaged');
  });

  test('of one stem are found together, the most common first', () => {
    expect(terms.withStem('milk').map(({ term }) => term)).toEqual(['milk', 'milks']);
    expect(terms.withStem('milks')).toEqual([]);
  });

  test('are near by their length and letters, in any script', () => {
    expect(near('mlik')).toEqual(['milk', 'milks']);
    expect(near('малоко')).toEqual(['молоко']);
    expect(near('молокососы')).toEqual([]);
  });

  test('may continue where they are common', () => {
    expect(near('jalabe', true)).toEqual(['jalapeño']);
    expect(near('jalabe')).toEqual([]);
    expect(near('terx1', true)).not.toContain('term19999');
  });

  test('are none in an empty catalogue', () => {
    const none = openTerms(writeTerms([]));
    expect(none.find('milk')).toBeNull();
    expect(none.near('milk', true, 1)).toEqual([]);
  });
});
