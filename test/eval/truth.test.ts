import { describe, expect, test } from 'bun:test';
import { calibrate, plotCalibration, renderCalibration } from './calibration.ts';
import { isWrong } from './truth.ts';

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

describe('calibration', () => {
  const outcomes = [
    ...Array.from({ length: 9 }, () => ({ confidence: 0.92, isRight: true })),
    { confidence: 0.94, isRight: false },
    { confidence: 0.75, isRight: true },
    { confidence: 0.75, isRight: false },
    { confidence: 1, isRight: true },
  ];
  const bins = calibrate(outcomes);

  test('counts every food once', () => {
    expect(bins.reduce((sum, { foods }) => sum + foods, 0)).toBe(outcomes.length);
  });

  test('gives the share of right foods at each confidence', () => {
    expect(bins.find(({ from }) => from === 0.9)).toMatchObject({ foods: 10, right: 0.9 });
    expect(bins.find(({ from }) => from === 0.7)).toMatchObject({ foods: 2, right: 0.5 });
    expect(bins.find(({ from }) => from === 0.3)).toMatchObject({ foods: 0, right: null });
  });

  test('is printed as a table without empty rows, and drawn with a circle for each of them', () => {
    expect(renderCalibration(bins).split('\n')).toEqual([
      '| confidence | foods | mean | right |',
      '|---|---|---|---|',
      '| 0.70 to 0.80 | 2 | 0.75 | 50 % |',
      '| 0.90 to 0.95 | 10 | 0.92 | 90 % |',
      '| 0.95 to 1.00 | 1 | 1.00 | 100 % |',
    ]);
    expect(plotCalibration(bins).match(/<circle /g)).toHaveLength(3);
  });
});
