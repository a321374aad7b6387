import { describe, expect, test } from 'bun:test';
import { densityOf, gramsOfPiece, gramsOfUnit, readMeasures } from '../../src/recipe/measures.ts';

const NONE: ReadonlySet<string> = new Set();
const ONIONS = '1 cup, chopped: 160|1 cup, sliced: 115|1 large: 150|1 medium (2-1/2" dia): 110|1 small: 70';

test('measures are read as a catalogue stores them', () => {
  expect(readMeasures('5 leaves: 2.5|0.5 cup slices: 52|1 cup (8 fl oz): 245')).toEqual([
    { grams: 0.5, ml: null, words: ['leaves'] },
    { grams: 104, ml: 236.59, words: ['cup', 'slices'] },
    { grams: 245, ml: 236.59, words: ['cup'] },
  ]);
  expect(readMeasures(null)).toEqual([]);
  expect(readMeasures('a cup|0 cup: 3|1 cup: x')).toEqual([]);
});

test('a number of kernels in brackets says what one weighs, behind what is said without brackets', () => {
  const almonds = readMeasures('1 oz (23 whole kernels): 28.35|1 almond: 1.2');
  expect(almonds.map(({ words }) => words)).toEqual([['oz'], ['almond'], ['kernel']]);
  expect(gramsOfPiece(almonds, 'Nuts, almonds', null, NONE)).toBe(1.2);
  const macadamias = readMeasures('1 oz (10-12 kernels): 28.35');
  expect(gramsOfPiece(macadamias, 'Nuts, macadamia nuts, raw', null, NONE)).toBeCloseTo(2.58, 2);
  expect(gramsOfPiece(readMeasures('1 kernel: 5'), 'Nuts, brazilnuts', null, NONE)).toBe(5);
});

describe('a volume', () => {
  const ml = 236.59;
  test('is weighed by the measure with the same preparation', () => {
    expect(densityOf(readMeasures(ONIONS), new Set(['sliced']), ml)! * ml).toBeCloseTo(115, 5);
    expect(densityOf(readMeasures(ONIONS), NONE, ml)! * ml).toBeCloseTo(160, 5);
  });
  test('is not weighed by whipped cream', () => {
    const cream = readMeasures('1 cup, whipped: 120|1 tbsp: 15');
    expect(densityOf(cream, NONE, ml)! * ml).toBeCloseTo(240, 0);
    expect(densityOf(cream, new Set(['whipped']), ml)! * ml).toBeCloseTo(120, 5);
  });
  test('is unknown where no measure is one', () => {
    expect(densityOf(readMeasures('1 clove: 3'), NONE, ml)).toBeNull();
  });
});

describe('a piece', () => {
  test('is medium unless its size is named', () => {
    expect(gramsOfPiece(readMeasures(ONIONS), 'Onions, raw', null, NONE)).toBe(110);
    expect(gramsOfPiece(readMeasures(ONIONS), 'Onions, raw', 'large', NONE)).toBe(150);
  });
  test('of an egg is large', () => {
    const eggs = readMeasures('1 large: 50|1 extra large: 56|1 medium: 44');
    expect(gramsOfPiece(eggs, 'Egg, whole, raw', null, NONE)).toBe(50);
    expect(gramsOfPiece(eggs, 'Egg, whole, raw', 'extra large', NONE)).toBe(56);
  });
  test('may be named like the food, or like its kind', () => {
    expect(gramsOfPiece(readMeasures('1 cucumber (8-1/4"): 301'), 'Cucumber, raw', null, NONE)).toBe(301);
    const tomatoes = readMeasures('1 cherry: 17|1 medium whole: 123|1 slice: 20');
    expect(gramsOfPiece(tomatoes, 'Tomatoes, red', null, NONE)).toBe(123);
    expect(gramsOfPiece(tomatoes, 'Tomatoes, red', null, new Set(['cherry', 'tomato']))).toBe(17);
  });
  test('of a fruit for juice is what it yields', () => {
    const juice = readMeasures('1 cup: 244|1 lemon yields: 48|1 wedge yields: 5.9');
    expect(gramsOfPiece(juice, 'Lemon juice, raw', null, NONE)).toBe(48);
  });
  test('is never a slice, a serving or a package', () => {
    const bread = readMeasures('1 slice: 28|1 serving: 50|1 package: 400');
    expect(gramsOfPiece(bread, 'Bread', null, NONE)).toBeNull();
  });
  test('with a word for it is found by that word', () => {
    const celery = readMeasures('1 stalk, large: 64|1 stalk, medium: 40|5 leaves: 2');
    expect(gramsOfUnit(celery, 'stalk', null, NONE)).toBe(40);
    expect(gramsOfUnit(celery, 'stalk', 'large', NONE)).toBe(64);
    expect(gramsOfUnit(celery, 'leaf', null, NONE)).toBe(0.4);
    expect(gramsOfUnit(celery, 'clove', null, NONE)).toBeNull();
  });
});
