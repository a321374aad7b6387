import { describe, expect, test } from 'bun:test';
import { remember } from '../src/remember.ts';

describe('a function that remembers', () => {
  test('computes the answer to a text once, also one that is undefined', () => {
    const asked: string[] = [];
    const answer = remember((text) => {
      asked.push(text);
      return text === 'oat' ? 3 : undefined;
    });
    expect([answer('oat'), answer('oat'), answer('rye'), answer('rye')]).toEqual([
      3,
      3,
      undefined,
      undefined,
    ]);
    expect(asked).toEqual(['oat', 'rye']);
  });

  test('keeps no more answers than it may, so that the words of a million names cannot fill the memory', () => {
    let computed = 0;
    const answer = remember(() => ++computed, 2);
    for (const text of ['a', 'b', 'c', 'c', 'a', 'b', 'c']) answer(text);
    expect(computed).toBe(5);
  });

  test('keeps no long text', () => {
    let computed = 0;
    const answer = remember(() => ++computed);
    for (const text of ['x'.repeat(10_000), 'x'.repeat(10_000)]) answer(text);
    expect(computed).toBe(2);
  });
});
