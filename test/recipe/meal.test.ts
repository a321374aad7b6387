import { describe, expect, test } from 'bun:test';
import { analyzeMeal } from '../../src/recipe/analyze.ts';
import { useStarter } from '../starter-catalog.ts';
import { expectFields, readCases } from '../table-of-cases.ts';
import table from './meals.tsv' with { type: 'text' };

const catalog = await useStarter();

const itemsOf = (text: string) => analyzeMeal(catalog, text).meal.items;

/** The fields of the first item, and what all of them are. */
function read(text: string) {
  const items = itemsOf(text);
  const last = items.at(-1);
  return {
    ...items[0],
    food: items[0]?.food?.name ?? null,
    kcal: items[0]?.food?.calories_kcal ?? null,
    items: items.length,
    texts: items.map((item) => item.text).join(' | '),
    foods: items.map(({ food }) => food?.name).join(' | '),
    lastFood: last?.food?.name ?? null,
    lastGrams: last?.grams ?? null,
  };
}

test.each(readCases(table).map(({ about, text, expected }) => [about, text, expected] as const))(
  '%s: %s',
  (_, text, expected) => expectFields(read(text), expected),
);

test('an assumed portion is never sure', () => {
  for (const { method, confidence } of itemsOf('milk, bread, butter, rice, chicken, an apple')) {
    if (method === 'assumed') expect(confidence).toBeLessThanOrEqual(0.6);
  }
});

test('a bare number beside what is not counted in pieces says grams', () => {
  const read = itemsOf('150 rice, 330 cola, 15 Öl, 150 chicken, 2 rice, 3 coffees');
  expect(read.map(({ grams, unit }) => [grams, unit])).toEqual([
    [150, 'g'],
    [330, 'g'],
    [15, 'g'],
    [150, 'g'],
    [340, null],
    [600, null],
  ]);
  for (const { confidence } of read) expect(confidence).toBeLessThanOrEqual(0.5);
});

describe('Foods are named as their readers name them', () => {
  const namesIn = (text: string, language: string | null) =>
    analyzeMeal(catalog, text, { language }).meal.items.map(({ food }) => food?.name);
  test.each([
    ['ein Ei und Reis', 'de', [/Ei\b/, /Reis/]],
    ['un œuf et du riz', 'fr', [/œuf/i, /riz/i]],
    ['un huevo y arroz', 'es', [/huevo/i, /arroz/i]],
    ['un uovo e riso', 'it', [/uov/i, /riso/i]],
  ] as const)('%p in %p', (text, language, names) => {
    const named = namesIn(text, language);
    for (const [at, name] of names.entries()) expect(named[at]).toMatch(name);
  });

  test('in English where no language is asked for', () => {
    expect(namesIn('ein Weizen und Schnitzel', null)).toEqual([
      expect.stringMatching(/beer/i),
      expect.stringMatching(/schnitzel|escalope/i),
    ]);
  });

  test('and a number in the text is that of the food that is counted', () => {
    const idIn = (language: string | null) =>
      analyzeMeal(catalog, '1 lb ground beef (80/20)', { language }).meal.items[0]!.food!.id;
    expect(idIn('en')).toBe(idIn(null));
  });
});

test('more foods than anyone writes are all listed', () => {
  expect(itemsOf('egg,'.repeat(100))).toHaveLength(100);
});

test('a corrected item has the chosen food and grams', () => {
  const [milk] = itemsOf('milk');
  const [apple] = itemsOf('an apple');
  const { meal } = analyzeMeal(catalog, 'bread', {
    corrected: [{ text: 'an apple', food: milk!.food, grams: 150 }],
  });
  expect(meal.items.map(({ text, food, grams }) => [text, food?.id, grams])).toEqual([
    ['an apple', milk!.food!.id, 150],
    ['bread', meal.items[1]!.food!.id, 50],
  ]);
  const untouched = { text: 'an apple', food: null, grams: apple!.grams };
  expect(analyzeMeal(catalog, '', { corrected: [untouched] }).meal.items).toEqual([apple!]);
});
