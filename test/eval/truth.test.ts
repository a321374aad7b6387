import { describe, expect, test } from 'bun:test';
import { type CleanFood, normalize } from '../../build/normalize/normalize.ts';
import { emptyRawFood, type RawFood } from '../../build/raw/raw-food.ts';
import { calibrate, renderCalibration } from '../../tools/eval/calibration.ts';
import { measureEnergy, renderEnergy } from '../../tools/eval/energy.ts';
import { isWrong } from '../../tools/eval/truth.ts';

describe('a value', () => {
  test.each([
    [64.3, 21.2, true],
    [21.2, 21.2, false],
    // Within a fifth, or within a gram.
    [24, 21, false],
    [0.9, 0, false],
    [1.1, 0, true],
    [0, 100, true],
    // What is unknown is not wrong.
    [null, 20, false],
    [20, null, false],
  ])('%p beside %p is wrong: %p', (value, reference, wrong) => {
    expect(isWrong(value, reference)).toBe(wrong);
  });
});

describe('the energies of a dump', () => {
  const row = (code: string, written: Partial<RawFood>): RawFood => ({
    ...emptyRawFood('off', 1),
    code,
    names: ['Oat biscuits'],
    protein_g: 7,
    fat_g: 18,
    carbs_g: 65,
    ...written,
  });
  const rows = [
    row('4006381333931', { calories_kcal: 450 }),
    row('5901234123457', { calories_kcal: 500 }),
    row('7610000000011', { calories_kcal: 3100 }),
    row('4000000000006', {}),
  ];
  const foods = rows.map((raw) => normalize(raw) as CleanFood);
  const byId = new Map(foods.map(({ id }, at) => [id, rows[at]!]));

  test('are counted, and what would be calculated is compared with labels that are trusted', () => {
    const figures = measureEnergy(foods, byId);
    expect(figures).toEqual({ foods: 4, known: 3, calculated: 1, distances: [0, 0.1] });
    expect(renderEnergy(figures, 5).split('\n')).toEqual([
      'rows: 5, foods: 4, with an energy: 3 (60.0 % of the rows), calculated: 1',
      'trusted labels of 20 kcal or more: 2; what would be calculated is off by 10.0 % (median), within 10 % for 100.0 %',
    ]);
    expect(renderEnergy(measureEnergy([], new Map()), 0)).toContain('off by unknown (median)');
  });
});

describe('calibration', () => {
  const outcomes = [
    ...Array.from({ length: 9 }, () => ({ confidence: 0.92, isRight: true })),
    { confidence: 0.94, isRight: false },
    { confidence: 0.75, isRight: true },
    { confidence: 0.75, isRight: false },
    { confidence: 1, isRight: true },
  ];
  const bins = calibrate(outcomes);

  test('gives the share of right foods at each confidence', () => {
    expect(bins.find(({ from }) => from === 0.9)).toMatchObject({ foods: 10, right: 0.9 });
    expect(bins.find(({ from }) => from === 0.7)).toMatchObject({ foods: 2, right: 0.5 });
    expect(bins.find(({ from }) => from === 0.3)).toMatchObject({ foods: 0, right: null });
  });

  test('is printed as a table without empty rows', () => {
    expect(renderCalibration(bins).split('\n')).toEqual([
      '| confidence | foods | mean | right |',
      '|---|---|---|---|',
      '| 0.70 to 0.80 | 2 | 0.75 | 50 % |',
      '| 0.90 to 0.95 | 10 | 0.92 | 90 % |',
      '| 0.95 to 1.00 | 1 | 1.00 | 100 % |',
    ]);
  });
});
