import { describe, expect, test } from 'bun:test';
import { type Charge, MemoryLimiter, type Ruling } from '../../src/admission/limiter/limiter.ts';
import { SharedLimiter } from '../../src/admission/limiter/shared-limiter.ts';

const account = (id: string, perMinute: number): Charge => ({
  kind: 'account',
  id,
  limits: [perMinute, Number.POSITIVE_INFINITY],
});
const HALF_A_MINUTE_US = 30_000_000;

interface Call {
  keys: readonly string[];
  /** For each group: requests, cost, keys, then limit and length for each key. */
  numbers: readonly number[];
  answer(answer: readonly number[] | null): void;
}

/** A store that answers when the test says so, and a limiter on top of it. */
function openShared({ replicas = 3 } = {}) {
  const clock = { nowMs: 0 };
  const calls: Call[] = [];
  const store = {
    isUp: true,
    take: (keys: readonly string[], text: string) =>
      new Promise<readonly number[] | null>((answer) => {
        calls.push({ keys, numbers: text.trim().split(' ').map(Number), answer });
      }),
  };
  const nowMs = () => clock.nowMs;
  const local = new MemoryLimiter({ nowMs, seed: 7 });
  return { clock, calls, store, limiter: new SharedLimiter({ store, local, replicas, nowMs }) };
}

describe('a limiter on a shared store', () => {
  test('rules on all that came while a call was on its way with one more', async () => {
    const { calls, limiter } = openShared();
    const rulings = Array.from({ length: 5 }, () => limiter.take([account('1', 100)]));
    expect(calls).toHaveLength(1);
    calls[0]!.answer([1, 0, 99, 60_000_000]);
    await rulings[0];
    expect(calls).toHaveLength(2);
    expect(calls[1]!.numbers[0]).toBe(4);
    calls[1]!.answer([4, 0, 95, 60_000_000]);
    const settled = await Promise.all(rulings);
    expect(settled.map(({ remaining }) => remaining)).toEqual([99, 98, 97, 96, 95]);
    expect(settled.every(({ isAdmitted }) => isAdmitted)).toBe(true);
  });

  test('asks for all callers at once, and gives each its own ruling', async () => {
    const { calls, limiter } = openShared();
    const first = limiter.take([account('1', 100)]);
    const second = limiter.take([account('2', 50)]);
    const third = limiter.take([account('3', 10)], 5);
    calls[0]!.answer([1, 0, 99, 60_000_000]);
    await first;
    expect(calls).toHaveLength(2);
    expect(calls[1]!.keys).toEqual(['larder:account:2:60', 'larder:account:3:60']);
    expect(calls[1]!.numbers).toEqual([1, 1, 1, 50, 60_000_000, 1, 5, 1, 10, 60_000_000]);
    calls[1]!.answer([1, 0, 49, 60_000_000, 0, 2_000_000, 3, 60_000_000]);
    expect(await second).toMatchObject({ isAdmitted: true, limit: 50, remaining: 49 });
    expect(await third).toMatchObject({ isAdmitted: false, limit: 10, remaining: 3, retrySeconds: 2 });
  });

  test('keeps a call short, however many callers wait', async () => {
    const { calls, limiter } = openShared();
    const rulings = Array.from({ length: 301 }, (_, i) => limiter.take([account(String(i), 100)]));
    calls[0]!.answer([1, 0, 99, 60_000_000]);
    await rulings[0];
    expect(calls[1]!.keys).toHaveLength(256);
    calls[1]!.answer(null);
    await rulings[1];
    expect(calls[2]!.keys).toHaveLength(44);
    calls[2]!.answer(null);
    const settled = await Promise.all(rulings);
    expect(settled.every(({ isAdmitted }) => isAdmitted)).toBe(true);
  });

  test('refuses those that the store had no room for, and remembers it until there is', async () => {
    const { clock, calls, limiter } = openShared();
    const charges = [account('1', 100)];
    const rulings = [limiter.take(charges), limiter.take(charges), limiter.take(charges)];
    calls[0]!.answer([1, 0, 1, 60_000_000]);
    await rulings[0];
    calls[1]!.answer([1, HALF_A_MINUTE_US, 0, 60_000_000]);
    const [, second, third] = await Promise.all(rulings);
    expect([second!.isAdmitted, third!.isAdmitted]).toEqual([true, false]);
    expect(third).toMatchObject({ limit: 100, remaining: 0, retrySeconds: 30, resetSeconds: 60 });
    clock.nowMs = 20_000;
    expect(limiter.take(charges)).toMatchObject({ isAdmitted: false, retrySeconds: 10, resetSeconds: 40 });
    expect(calls).toHaveLength(2);
    clock.nowMs = 30_000;
    void limiter.take(charges);
    expect(calls).toHaveLength(3);
  });

  test('rules by itself, with its share, when the store does not answer', async () => {
    const { calls, limiter } = openShared({ replicas: 3 });
    const charges = [account('1', 9)];
    const first = limiter.take(charges);
    calls[0]!.answer(null);
    expect(await first).toMatchObject({ isAdmitted: true, limit: 9 });
  });

  test('admits its share and no more while the store is away, counting what the store admitted here', async () => {
    const { calls, store, limiter } = openShared({ replicas: 3 });
    const charges = [account('1', 9)];
    const byStore = limiter.take(charges);
    calls[0]!.answer([1, 0, 8, 60_000_000]);
    await byStore;
    store.isUp = false;
    const rulings = Array.from({ length: 5 }, () => limiter.take(charges) as Ruling);
    expect(rulings.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, false, false, false]);
    expect(rulings[4]).toMatchObject({ limit: 9, retrySeconds: 60 });
  });

  test('needs the store and its share to admit in the minute after the store is back', async () => {
    const { clock, calls, store, limiter } = openShared({ replicas: 3 });
    const charges = [account('1', 9)];
    store.isUp = false;
    for (let i = 0; i < 3; i++) expect((limiter.take(charges) as Ruling).isAdmitted).toBe(true);
    store.isUp = true;
    clock.nowMs = 1000;
    expect(limiter.take(charges)).toMatchObject({ isAdmitted: false });
    expect(calls).toHaveLength(0);
    clock.nowMs = 61_000;
    void limiter.take(charges);
    expect(calls).toHaveLength(1);
  });

  test('a share is at least one request', () => {
    const { store, limiter } = openShared({ replicas: 50 });
    store.isUp = false;
    expect(limiter.take([account('1', 9)])).toMatchObject({ isAdmitted: true });
  });
});
