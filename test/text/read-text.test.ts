import { expect, test } from 'bun:test';
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

test('the amount of a text may be what each package holds', () => {
  const { amount, food } = read('1 (14 oz) can of tomatoes');
  expect(amount).toMatchObject({ quantity: 1, unit: { name: 'can' }, contents: { quantity: 14 } });
  expect(food).toBe('tomatoes');
});
