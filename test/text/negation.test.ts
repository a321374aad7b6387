import { expect, test } from 'bun:test';
import { absencesIn } from '../../src/text/negation.ts';

const heapBytes = () => {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
};

test('the words of names that say what is absent do not stay in memory', () => {
  absencesIn(['without', 'gluten']);
  const before = heapBytes();
  for (let word = 0; word < 50_000; word++) absencesIn([`word${word}`, 'without', 'gluten']);
  expect((heapBytes() - before) / 1e6).toBeLessThan(20);
});
