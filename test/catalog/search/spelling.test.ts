import { describe, expect, test } from 'bun:test';
import { editDistance } from '../../../src/catalog/search/query/edit-distance.ts';
import { openTerms } from '../../../src/catalog/search/query/terms.ts';
import { otherEndings, sound, stem } from '../../../src/text/word-forms.ts';
import { randomOf } from '../../random.ts';
import { writeTerms } from './search-catalog.ts';

describe('edits', () => {
  test('a swap of neighbours is one', () => expect(editDistance('mlik', 'milk', 2)?.edits).toBe(1));
  test('a doubled letter is the cheapest', () => {
    const doubled = editDistance('mozzarela', 'mozzarella', 2)!.cost;
    expect(doubled).toBeLessThan(editDistance('mozzarelxa', 'mozzarella', 2)!.cost);
  });
  test('more than allowed is none at all', () => expect(editDistance('milk', 'bread', 2)).toBeNull());
  test('a beginning may go on', () => {
    expect(editDistance('cauliflwe', 'cauliflower', 1, true)?.edits).toBe(1);
    expect(editDistance('cauliflwe', 'cauliflower', 1)).toBeNull();
  });
  test.each([
    ['short words', 3, 'abc'],
    ['longer words', 12, 'abcdefgh'],
    ['words with other letters', 8, 'abcéßш'],
    ['words of more letters than a number has bits', 40, 'abcdefgh'],
  ])('of %s are as many as it takes', (_, length, letters) => {
    const random = randomOf(3);
    const below = (limit: number) => Math.floor(random() * limit);
    const letter = () => letters[below(letters.length)]!;
    let found = 0;
    for (let i = 0; i < 1500; i++) {
      const word = Array.from({ length: 1 + length + below(3) }, letter).join('');
      let typed = word;
      for (let left = below(5); left > 0; left--) typed = misspell(typed, below, letter) || typed;
      const most = 1 + below(3);
      const least = fewestEdits(typed, word);
      const edits = editDistance(typed, word, most)?.edits ?? null;
      expect([typed, word, edits]).toEqual([typed, word, least <= most ? least : null]);
      if (edits !== null) found++;
    }
    expect(found).toBeGreaterThan(500);
  });
});

/** The same by trying everything: a letter more, a letter less, another letter, two swapped. */
function fewestEdits(typed: string, word: string): number {
  const table: number[][] = [];
  for (let i = 0; i <= typed.length; i++) {
    table.push([]);
    for (let j = 0; j <= word.length; j++) {
      const ways = i === 0 || j === 0 ? [i + j] : [table[i - 1]![j]! + 1, table[i]![j - 1]! + 1];
      if (i > 0 && j > 0) ways.push(table[i - 1]![j - 1]! + (typed[i - 1] === word[j - 1] ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1];
      if (isSwapped) ways.push(table[i - 2]![j - 2]! + 1);
      table[i]!.push(Math.min(...ways));
    }
  }
  return table[typed.length]![word.length]!;
}

test('a misspelling is near to its word, be it a common one or, where that is long, a rare one', () => {
  const random = randomOf(11);
  const below = (limit: number) => Math.floor(random() * limit);
  const letter = () => String.fromCharCode(97 + below(26));
  const known = Array.from({ length: 1500 }, () => Array.from({ length: 4 + below(9) }, letter).join(''));
  const terms = openTerms(writeTerms(known.map((term) => ({ term, names: 10, fields: 0 }))));
  for (const word of known) {
    for (const [common, edits] of [
      [10, word.length < 8 ? 1 : 2],
      [11, word.length < 10 ? 1 : 2],
    ] as const) {
      let typed = word;
      for (let edit = 0; edit < edits; edit++) typed = misspell(typed, below, letter);
      const near = terms.near(typed, false, common);
      expect([word, typed, near.some(({ term }) => term === word)]).toEqual([word, typed, true]);
      expect(near.length).toBeLessThan(known.length / 5);
    }
  }
});

function misspell(word: string, below: (limit: number) => number, letter: () => string): string {
  const at = below(word.length);
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const edits = [before + after.slice(1), before + letter() + after, before + letter() + after.slice(1)];
  if (after.length > 1) edits.push(before + after[1]! + after[0]! + after.slice(2));
  return edits[below(edits.length)]!;
}

describe('forms of a word', () => {
  const alike: [string, string][] = [
    ['strawberries', 'strawberry'],
    ['tomatoes', 'tomato'],
    ['gateaux', 'gateau'],
    ['tomaten', 'tomate'],
    ['dishes', 'dish'],
    ['kiwis', 'kiwi'],
    ['galletas', 'galleta'],
  ];
  for (const [plural, singular] of alike) {
    test(`${plural} is ${singular}`, () => expect(stem(plural)).toBe(stem(singular)));
  }
  for (const word of ['couscous', 'asparagus', 'swiss', 'mais', 'jus', '500s']) {
    test(`${word} is not a plural`, () => expect(stem(word)).toBe(word));
  }
  test('Italian changes the vowel', () => expect(otherEndings('pomodori')).toContain('pomodoro'));
  test('words that sound alike share a sound', () => {
    expect(sound('mayonaise')).toBe(sound('mayonnaise')!);
    expect(sound('vinegarette')).toBe(sound('vinaigrette')!);
    expect(sound('milk')).toBeNull();
  });
});
