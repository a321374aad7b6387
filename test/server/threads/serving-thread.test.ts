import { expect, test } from 'bun:test';
import { performAll, type SentTask } from '../../../src/server/threads/serving-thread.ts';

/** The numbers of the tasks in each message, given how long each task takes. */
function sentTogether(...durationsMs: number[]): number[][] {
  let nowMs = 0;
  const messages: number[][] = [];
  const tasks = durationsMs.map(
    (_, number): SentTask => ({ number, name: 'search', input: '', coding: null, isHeavy: false }),
  );
  performAll(
    tasks,
    ({ number }) => {
      nowMs += durationsMs[number]!;
      return { number, error: 'no matter' };
    },
    (outcomes) => messages.push(outcomes.map(({ number }) => number)),
    () => nowMs,
  );
  return messages;
}

test('Outcomes of quick tasks are sent together', () => {
  expect(sentTogether(1, 2, 1, 2)).toEqual([[0, 1, 2, 3]]);
});

test('Outcomes are sent as soon as a slow task ends', () => {
  expect(sentTogether(1, 50, 1, 1)).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(sentTogether(1, 1, 1, 50)).toEqual([[0, 1, 2, 3]]);
  expect(sentTogether(50)).toEqual([[0]]);
});
