import { expect, jest, test } from 'bun:test';
import { collectAfterTasks } from '../../../src/server/threads/full-collections.ts';

/** After this time a thread is idle. */
const IDLE_MS = 1000;

function openThread() {
  jest.useFakeTimers();
  let collections = 0;
  const afterTasks = collectAfterTasks(() => collections++);
  return {
    doTasks(count: number) {
      for (let i = 0; i < count; i++) afterTasks(1);
    },
    wait: (ms: number) => jest.advanceTimersByTime(ms),
    get collections() {
      return collections;
    },
    [Symbol.dispose]: () => jest.useRealTimers(),
  };
}

test('A thread collects garbage once when it becomes idle after many tasks', () => {
  using thread = openThread();
  thread.doTasks(150);
  thread.wait(10 * IDLE_MS);
  expect(thread.collections).toBe(1);
  thread.doTasks(150);
  thread.wait(10 * IDLE_MS);
  expect(thread.collections).toBe(2);
});

test('A thread that is never idle collects garbage after every two hundred tasks', () => {
  using thread = openThread();
  for (let i = 0; i < 100; i++) {
    thread.doTasks(95);
    thread.wait(IDLE_MS / 2);
  }
  expect(thread.collections).toBe(47);
  thread.wait(10 * IDLE_MS);
  expect(thread.collections).toBe(48);
});

test('A few tasks now and then are collected together', () => {
  using thread = openThread();
  thread.doTasks(75);
  thread.wait(10 * IDLE_MS);
  expect(thread.collections).toBe(0);
  thread.doTasks(75);
  thread.wait(10 * IDLE_MS);
  expect(thread.collections).toBe(1);
});
