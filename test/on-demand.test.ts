import { expect, test } from 'bun:test';
import { onDemand } from '../src/on-demand.ts';

test('A value is made when it is first asked for, and once', () => {
  let times = 0;
  const value = onDemand(() => `made ${++times} times`);
  expect(times).toBe(0);
  expect(value()).toBe('made 1 times');
  expect(value()).toBe('made 1 times');
});

test('A value that could not be made is tried again', () => {
  const tries = [new Error('not yet'), 'made'];
  const value = onDemand(() => {
    const next = tries.shift()!;
    if (next instanceof Error) throw next;
    return next;
  });
  expect(value).toThrow('not yet');
  expect(value()).toBe('made');
});
