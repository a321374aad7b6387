import { describe, expect, test } from 'bun:test';
import { guessLanguage, IngredientFoods } from '../../src/recipe/ingredient-foods.ts';
import { readIngredientLine } from '../../src/recipe/ingredient-line.ts';
import { TELLING_WORDS } from '../../src/recipe/recipe-words.ts';
import { randomOf } from '../random.ts';
import { useStarter } from '../starter-catalog.ts';
import { expectFields, readCases } from '../table-of-cases.ts';
import table from './read-lines.tsv' with { type: 'text' };

const catalog = await useStarter();
const names = new IngredientFoods(catalog, null);
const guess = (lines: readonly string[]) => guessLanguage(names, lines, 'en', TELLING_WORDS);

function read(line: string) {
  const { unit, contents, ...rest } = readIngredientLine(line, names, guess([line]));
  return {
    ...rest,
    unit: unit?.name ?? null,
    held: contents?.quantity ?? null,
    heldUnit: contents?.unit.name ?? null,
    isTotal: contents?.isTotal ?? null,
  };
}

test.each(readCases(table).map(({ about, text, expected }) => [about, text, expected] as const))(
  '%s: %s',
  (_, line, expected) => expectFields(read(line), expected),
);

test('the words for its preparation are kept apart from a food', () => {
  const { typed, name, manner } = read('80 g gemahlene Mandeln');
  expect({ typed, name, manner: [...manner] }).toEqual({
    typed: 'gemahlene mandeln',
    name: 'mandeln',
    manner: ['ground'],
  });
});

test('any text is read without a fault', () => {
  const pieces = [
    '1',
    '½',
    '(',
    ')',
    'x',
    'cup',
    'of',
    ',',
    '-',
    '/',
    'é',
    '\u{1f35d}',
    ' ',
    '14 oz',
    "d'",
    '∞',
  ];
  const random = randomOf(7);
  for (let i = 0; i < 3000; i++) {
    const parts = Array.from({ length: 1 + (i % 12) }, () => pieces[Math.floor(random() * pieces.length)]);
    const { quantity } = read(parts.join(''));
    expect(quantity === null || quantity > 0).toBe(true);
  }
});

describe('the language', () => {
  test.each([
    [['200 g Mehl', '2 Eier'], 'de'],
    [['250 g de farine', '3 œufs'], 'fr'],
    [['200 g de harina'], 'es'],
    [['300 g di farina'], 'it'],
    [['2 cups flour'], 'en'],
    [['100 g'], 'en'],
    [['1 cuillère de miel'], 'fr'],
    [['1 cuillère à soupe de miel'], 'fr'],
    [['2 Löffel Curry'], 'de'],
  ] as const)('of %p is %p', (lines, language) => expect(guess(lines)).toBe(language));
});
