import { describe, expect, test } from 'bun:test';
import { fold } from '../../src/text/fold.ts';
import { readText } from '../../src/text/read-text.ts';

const FOODS = new Set(['milk', 'banana', 'egg', 'fillet steak', 'steak', 'petits pois']);
const find = (text: string) => (FOODS.has(fold(text)) ? fold(text) : null);
const read = (text: string) => readText(text, { foods: { language: null, find } });

test('the words of a text are folded, with accents as typed, stems, stop words and positions', () => {
  const { words } = read('Thé glacé aux pêches');
  expect(words.map(({ text }) => text)).toEqual(['the', 'glace', 'aux', 'peches']);
  expect(words.map(({ accented }) => accented)).toEqual(['thé', 'glacé', null, 'pêches']);
  expect(words.map(({ stem }) => stem)).toEqual(['the', 'glace', 'aux', 'pech']);
  expect(words.map(({ isStopWord }) => isStopWord)).toEqual([false, false, true, false]);
  expect(words.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
});

describe('the amount of a text', () => {
  test.each([
    ['2 cups of whole Milk', 2, 'cup', null, 'whole Milk'],
    ['1 1/2 kg 250 g Mehl', 1.75, 'kg', null, 'Mehl'],
    ['500ml lait', 500, 'ml', null, 'lait'],
    ['2-3 große Zwiebeln', 2.5, null, 'large', 'Zwiebeln'],
    ['twenty-five g sugar', 25, 'g', null, 'sugar'],
    ['un bicchiere e mezzo di latte', 1.5, 'glass', null, 'latte'],
    ['rice 100 g', 100, 'g', null, 'rice'],
    ['coca cola 330 ml can', 330, 'ml', null, 'coca cola'],
    ['medium banana', null, null, 'medium', 'banana'],
    ['glass of milk', 1, 'glass', null, 'milk'],
    ['1 fillet steak', 1, null, null, 'fillet steak'],
    ['- 2 eggs', 2, null, null, 'eggs'],
    ['"2" cups milk', 2, 'cup', null, 'milk'],
    ['Slices "zorka Moya" 200g', 200, 'g', null, 'Slices zorka Moya'],
    ['Oatly 250g - 300g', 275, 'g', null, 'Oatly'],
  ])('%s', (text, quantity, unit, size, food) => {
    const { amount, food: left } = read(text);
    expect({ ...amount, unit: amount?.unit?.name ?? null, food: left }).toMatchObject({
      quantity,
      unit,
      size,
      food,
    });
  });
  test('may be what each package holds', () => {
    const { amount, food } = read('1 (14 oz) can of tomatoes');
    expect(amount).toMatchObject({ quantity: 1, unit: { name: 'can' }, contents: { quantity: 14 } });
    expect(food).toBe('tomatoes');
  });
  test.each(['2% milk', '80/20 beef', '3 in 1 coffee', '5 spice', 'petits pois', 'half and half', '7up', ''])(
    '%p has none, and is a food as a whole',
    (text) => {
      expect(read(text).amount).toBeNull();
      expect(read(text).food).toBe(text);
    },
  );
});

describe('what a text excludes', () => {
  test.each([
    ['bread without salt', ['bread', 'salt'], 1],
    ['sugar-free cola', ['sugar', 'cola'], 1],
    ['pain sans gluten ni lactose', ['pain', 'gluten', 'lactose'], 2],
    ['Milch ohne Zucker', ['milch', 'zucker'], 1],
    ['zero sugar cola', ['sugar', 'cola'], 1],
    ['salt', ['salt'], 0],
  ])('%s', (text, words, count) => {
    const read = readText(text);
    expect(read.words.map((word) => word.text)).toEqual(words);
    expect(read.exclusions.length).toBe(count);
  });
});

test.each(['', '..', '--', '🍎🍎', '%%', '\ud800', '((', '/', "'"])(
  'a text without a word is an ordinary one: %p',
  (text) => {
    const { words, exclusions, amount } = readText(text);
    expect({ words, exclusions, amount }).toEqual({ words: [], exclusions: [], amount: null });
  },
);
