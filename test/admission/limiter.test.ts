import { describe, expect, test } from 'bun:test';
import { type Charge, MemoryLimiter } from '../../src/admission/limiter/limiter.ts';
import { randomOf } from '../random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const NEVER = Number.POSITIVE_INFINITY;

const client = (id: string, perMinute = 30, perHour = 900): Charge => ({
  kind: 'client',
  id,
  limits: [perMinute, perHour],
});
const account = (id: string, perMinute: number): Charge => ({
  kind: 'account',
  id,
  limits: [perMinute, NEVER],
});
const key = (id: string, perMinute: number): Charge => ({ kind: 'key', id, limits: [perMinute] });

/** A limiter and its clock, which moves only when the test moves it. */
function limiterAt(startMs = 0) {
  const clock = { nowMs: startMs };
  return { clock, limiter: new MemoryLimiter({ nowMs: () => clock.nowMs, seed: 7 }) };
}

/** The most requests in any window of this length, wherever it starts. */
function mostInAnyWindow(timesMs: readonly number[], windowMs: number): number {
  let most = 0;
  let first = 0;
  for (const [index, time] of timesMs.entries()) {
    while (timesMs[first]! + windowMs <= time) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

describe('Random schedules against a model', () => {
  /** Bursts, steady streams and silences. */
  function nextGapMs(random: () => number): number {
    const kind = random();
    if (kind < 0.5) return random() * 50;
    if (kind < 0.9) return random() * 4000;
    return random() * 90_000;
  }

  test.each([
    [1, 1],
    [2, 30],
    [3, 30],
    [4, 500],
    [5, 7],
  ])('seed %d: never more than %d in any 60 s, and nobody within the limit is refused', (seed, limit) => {
    const random = randomOf(seed);
    const { clock, limiter } = limiterAt(random() * 1e9);
    const admitted: number[] = [];
    for (let i = 0; i < 6000; i++) {
      clock.nowMs += nextGapMs(random) / (limit / 10);
      const inWindow = admitted.filter((time) => time + MINUTE_MS > clock.nowMs).length;
      const ruling = limiter.take([account('a', limit)]);
      expect(ruling.isAdmitted).toBe(inWindow < limit);
      if (ruling.isAdmitted) admitted.push(clock.nowMs);
      expect(ruling.remaining).toBe(limit - inWindow - (ruling.isAdmitted ? 1 : 0));
    }
    expect(admitted.length).toBeGreaterThan(limit);
    expect(mostInAnyWindow(admitted, MINUTE_MS)).toBe(limit);
  });

  test.each([11, 12, 13])('seed %d: never more than the hourly limit in any hour', (seed) => {
    const random = randomOf(seed);
    const { clock, limiter } = limiterAt(random() * 1e9);
    const admitted: number[] = [];
    for (let i = 0; i < 30_000; i++) {
      clock.nowMs += random() < 0.99 ? random() * 2000 : random() * HOUR_MS;
      if (limiter.take([client('a', 30, 200)]).isAdmitted) admitted.push(clock.nowMs);
    }
    expect(mostInAnyWindow(admitted, HOUR_MS)).toBe(200);
    expect(mostInAnyWindow(admitted, MINUTE_MS)).toBe(30);
  });

  test.each([21, 22, 23, 24])(
    'seed %d: after exactly Retry-After, admitted; one second earlier, not',
    (seed) => {
      const random = randomOf(seed);
      const { clock, limiter } = limiterAt(random() * 1e9);
      const charges = [client('a', 30, 100), key('k', 20)];
      let refusals = 0;
      for (let i = 0; i < 4000; i++) {
        clock.nowMs += nextGapMs(random) / 10;
        const { isAdmitted, retrySeconds } = limiter.take(charges);
        if (isAdmitted) {
          expect(retrySeconds).toBe(0);
          continue;
        }
        refusals++;
        expect(retrySeconds).toBeInteger();
        expect(retrySeconds).toBeGreaterThan(0);
        clock.nowMs += (retrySeconds - 1) * 1000;
        expect(limiter.look(charges).isAdmitted).toBe(false);
        clock.nowMs += 1000;
        expect(limiter.take(charges).isAdmitted).toBe(true);
      }
      expect(refusals).toBeGreaterThan(20);
    },
  );
});

describe('A limit', () => {
  test('per hour shows once it is the tighter one', () => {
    const { clock, limiter } = limiterAt();
    for (let i = 0; i < 60; i++) {
      clock.nowMs += 10_000;
      limiter.take([client('a', 30, 65)]);
    }
    expect(limiter.look([client('a', 30, 65)])).toMatchObject({ limit: 30, remaining: 5 });
    expect(limiter.look([client('a', 30, 65)]).resetSeconds).toBeGreaterThan(3500);
  });

  test('does not depend on the time of day', () => {
    const { clock, limiter } = limiterAt();
    const { now } = Date;
    try {
      for (let i = 0; i < 30; i++) limiter.take([client('a')]);
      Date.now = () => now() + 24 * HOUR_MS;
      clock.nowMs += 30_000;
      expect(limiter.take([client('a')])).toMatchObject({ isAdmitted: false, retrySeconds: 30 });
    } finally {
      Date.now = now;
    }
  });

  test('that a plan raises or lowers counts what was admitted before', () => {
    const { clock, limiter } = limiterAt();
    for (let i = 0; i < 500; i++) {
      clock.nowMs += 10;
      limiter.take([account('a', 500)]);
    }
    expect(limiter.take([account('a', 500)]).isAdmitted).toBe(false);
    expect(limiter.take([account('a', 3000)])).toMatchObject({ isAdmitted: true, remaining: 2499 });
    const lowered = limiter.take([account('a', 500)]);
    expect(lowered.isAdmitted).toBe(false);
    clock.nowMs += lowered.retrySeconds * 1000;
    expect(limiter.take([account('a', 500)]).isAdmitted).toBe(true);
  });

  test('too large for a log of single requests is still enforced', () => {
    const { clock, limiter } = limiterAt(500);
    const admitted: number[] = [];
    for (let i = 0; i < 100_000; i++) {
      clock.nowMs += 1.7;
      if (limiter.take([account('a', 20_000)]).isAdmitted) admitted.push(clock.nowMs);
    }
    expect(mostInAnyWindow(admitted, MINUTE_MS)).toBe(20_000);
    const { retrySeconds } = limiter.take([account('a', 20_000)]);
    clock.nowMs += retrySeconds * 1000;
    expect(limiter.take([account('a', 20_000)]).isAdmitted).toBe(true);
  });
});

describe('Several buckets', () => {
  test('are drawn from all together or not at all', () => {
    const { limiter } = limiterAt();
    const tight = [account('a', 500), key('k', 3)];
    for (let i = 0; i < 3; i++) expect(limiter.take(tight).isAdmitted).toBe(true);
    for (let i = 0; i < 50; i++) expect(limiter.take(tight).isAdmitted).toBe(false);
    expect(limiter.look([account('a', 500)]).remaining).toBe(497);
  });

  test('show the lower limit, and what is left of the tightest', () => {
    const { limiter } = limiterAt();
    for (let i = 0; i < 495; i++) limiter.take([account('a', 500)]);
    expect(limiter.take([account('a', 500), key('k', 100)])).toMatchObject({ limit: 100, remaining: 4 });
  });
});

/** The short form of `tools/faults/address-flood.ts`, which sends ten million addresses. */
describe('A flood of new addresses', () => {
  const FLOOD = 300_000;
  const address = (i: number) => `2001:db8:${(i >>> 16).toString(16)}:${(i & 0xffff).toString(16)}`;

  test('never frees a client that is being limited, and keeps its Retry-After', () => {
    const { clock, limiter } = limiterAt();
    const victims = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    for (const victim of victims) for (let i = 0; i < 31; i++) limiter.take([client(victim)]);
    for (let i = 0; i < FLOOD; i++) {
      clock.nowMs += 0.15;
      limiter.take([client(address(i))]);
      if (i % 100_000 === 0) for (const victim of victims) limiter.take([client(victim)]);
    }
    for (const victim of victims) {
      const { isAdmitted, retrySeconds } = limiter.take([client(victim)]);
      expect([isAdmitted, retrySeconds]).toEqual([false, 15]);
    }
    clock.nowMs = MINUTE_MS;
    for (const victim of victims) expect(limiter.take([client(victim)]).isAdmitted).toBe(true);
  });

  test('lets nobody exceed the limit, however often it evicts them', () => {
    const { clock, limiter } = limiterAt();
    const admitted: number[] = [];
    for (let i = 0; i < FLOOD; i++) {
      clock.nowMs += 1;
      limiter.take([client(address(i))]);
      if (i % 1000 === 0 && limiter.take([client('192.0.2.1')]).isAdmitted) admitted.push(clock.nowMs);
      if (i % 50_000 === 0) {
        while (limiter.take([client('192.0.2.1')]).isAdmitted) admitted.push(clock.nowMs);
      }
    }
    expect(mostInAnyWindow(admitted, MINUTE_MS)).toBeLessThanOrEqual(30);
    expect(admitted.length).toBeGreaterThan(60);
  });

  test('leaves new clients nearly all of their budget', () => {
    const { clock, limiter } = limiterAt();
    for (let i = 0; i < FLOOD; i++) {
      clock.nowMs += 0.05;
      limiter.take([client(address(i))]);
    }
    for (let i = 0; i < 1000; i++) {
      expect(limiter.look([client(`198.51.${i >> 8}.${i & 255}`)]).remaining).toBeGreaterThan(20);
    }
  });

  test('does not grow the table without bound', () => {
    const { clock, limiter } = limiterAt();
    for (let i = 0; i < FLOOD; i++) {
      clock.nowMs += 0.01;
      limiter.take([client(address(i))]);
    }
    expect(limiter.sizeOf('client')).toBeLessThan(25_000);
    expect(limiter.sizeOf('client')).toBeGreaterThan(10_000);
  });

  test('of clients that all reach their limit does not grow it either, and frees nobody', () => {
    const { limiter } = limiterAt();
    for (let i = 0; i < 60_000; i++) {
      for (let j = 0; j < 31; j++) limiter.take([client(address(i))]);
    }
    expect(limiter.sizeOf('client')).toBeLessThan(25_000);
    for (let i = 0; i < 60_000; i += 37) expect(limiter.take([client(address(i))]).isAdmitted).toBe(false);
  });
});

test('Buckets that are empty again are dropped', () => {
  const { clock, limiter } = limiterAt();
  for (let i = 0; i < 5000; i++) limiter.take([account(`old ${i}`, 500)]);
  expect(limiter.sizeOf('account')).toBe(5000);
  clock.nowMs += 2 * HOUR_MS;
  for (let i = 0; i < 5000; i++) limiter.take([account(`new ${i}`, 500)]);
  expect(limiter.sizeOf('account')).toBeLessThan(5200);
});

test('X-RateLimit-Reset never exceeds the window, whatever the clock says', () => {
  const random = randomOf(11);
  const { clock, limiter } = limiterAt();
  // Suggestions of the largest plan are so many that they are counted in spans.
  for (let i = 0; i < 100; i++) {
    clock.nowMs = random() * 1e9;
    const charge = { kind: 'suggest_account', id: String(i), limits: [2000] } as const;
    expect(limiter.take([charge]).resetSeconds).toBe(60);
  }
  for (let power = 17; power <= 40; power++) {
    // The end of such a window has fewer binary places than its beginning, which is where rounding errors arise.
    for (let i = 0; i < 100; i++) {
      clock.nowMs = 2 ** power - (1 - (i + random()) / 100) * MINUTE_MS;
      expect(limiter.take([account(`${power} ${i}`, 500)]).resetSeconds).toBe(60);
    }
  }
});
