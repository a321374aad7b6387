import { expect, test } from 'bun:test';
import { rememberRanks } from '../../src/catalog/known-ranks.ts';

/** Foods whose ids are ten times their ranks, and how often they were looked for. */
function open() {
  const asked: number[] = [];
  const ranks = rememberRanks((id) => {
    asked.push(id);
    return id > 0 && id % 10 === 0 ? id / 10 : undefined;
  });
  return { asked, ...ranks };
}

test('The rank of a food that was read is not looked for again', () => {
  const { asked, rankOf, note } = open();
  note(3_017_620_422_000, 5);
  expect(rankOf(3_017_620_422_000)).toBe(5);
  expect(rankOf(20)).toBe(2);
  expect(rankOf(20)).toBe(2);
  expect(asked).toEqual([20]);
});

test('Many foods never get the rank of another, and none that is missing gets one', () => {
  const { rankOf } = open();
  for (let turn = 0; turn < 2; turn++) {
    for (let id = 0; id < 5000; id++) {
      expect(rankOf(id)).toBe(id > 0 && id % 10 === 0 ? id / 10 : undefined);
    }
  }
});
