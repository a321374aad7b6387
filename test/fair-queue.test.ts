import { describe, expect, test } from 'bun:test';
import { FairQueue } from '../src/fair-queue.ts';

function drain(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.shift(); item !== null; item = queue.shift()) taken.push(item);
  return taken;
}

describe('a fair queue', () => {
  test('lets clients take turns, so that a hundred requests of one do not delay the first of another', () => {
    const queue = new FairQueue<string>({ capacity: 1000 });
    for (let i = 0; i < 100; i++) queue.push('greedy', `greedy ${i}`);
    queue.push('modest', 'modest 0');
    expect(drain(queue).indexOf('modest 0')).toBe(1);
  });

  test('keeps the order of each client', () => {
    const queue = new FairQueue<string>({ capacity: 10 });
    for (const item of ['a1', 'b1', 'a2', 'a3', 'b2']) queue.push(item.charAt(0), item);
    expect(drain(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  test('when full, takes the newest of the client with the most waiting', () => {
    const queue = new FairQueue<string>({ capacity: 3 });
    for (const item of ['a1', 'a2', 'a3']) expect(queue.push('a', item)).toBeNull();
    expect(queue.push('b', 'b1')).toBe('a3');
    expect(queue.push('a', 'a4')).toBe('a4');
    expect(queue.size).toBe(3);
    expect(drain(queue)).toEqual(['a1', 'b1', 'a2']);
  });

  test('when full of clients with one request each, refuses the newcomer', () => {
    const queue = new FairQueue<string>({ capacity: 2 });
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    expect(queue.push('c', 'c1')).toBe('c1');
    expect(drain(queue)).toEqual(['a1', 'b1']);
  });

  test('forgets what is removed, and says whether it was there', () => {
    const queue = new FairQueue<string>({ capacity: 10 });
    queue.push('a', 'a1');
    queue.push('a', 'a2');
    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('a', 'a1')).toBe(false);
    expect(queue.remove('nobody', 'a2')).toBe(false);
    expect(drain(queue)).toEqual(['a2']);
    expect(queue.size).toBe(0);
  });
});
