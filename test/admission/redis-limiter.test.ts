import { describe, expect } from 'bun:test';
import { type Charge, MemoryLimiter, type Ruling } from '../../src/admission/limiter/limiter.ts';
import { RedisStore } from '../../src/admission/limiter/redis-store.ts';
import { SharedLimiter } from '../../src/admission/limiter/shared-limiter.ts';
import { needing } from '../outside-programs.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';
import { until } from '../until.ts';

const { test, beforeAll, afterAll } = needing('redis-server');

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

interface Replica {
  limiter: SharedLimiter;
  store: RedisStore;
  changes: boolean[];
}

async function openReplica(replicas = 3, deadlineMs = 10_000): Promise<Replica> {
  const changes: boolean[] = [];
  const store = new RedisStore({
    url: redis.url,
    deadlineMs,
    onChange: (isUp) => changes.push(isUp),
  });
  await until(() => store.isUp);
  const local = new MemoryLimiter();
  return { store, changes, limiter: new SharedLimiter({ store, local, replicas }) };
}

const countAdmitted = (rulings: readonly Ruling[]) => rulings.filter(({ isAdmitted }) => isAdmitted).length;
const account = (id: string, perMinute: number): Charge => ({
  kind: 'account',
  id,
  limits: [perMinute, Number.POSITIVE_INFINITY],
});

describe('limits on Redis', () => {
  test('admit exactly the limit over three replicas at once', async () => {
    const replicas = await Promise.all([openReplica(), openReplica(), openReplica()]);
    const rulings = await Promise.all(
      Array.from({ length: 3000 }, (_, i) => replicas[i % 3]!.limiter.take([account('exact', 500)])),
    );
    expect(countAdmitted(rulings)).toBe(500);
    for (const { store } of replicas) store.close();
  });

  test('count suggestions apart, over all replicas', async () => {
    const replicas = await Promise.all([openReplica(), openReplica()]);
    const suggestion: Charge = { kind: 'suggest_client', id: '203.0.113.9', limits: [120] };
    const request: Charge = { ...suggestion, kind: 'client', limits: [30, 900] };
    const take = (charge: Charge, times: number) =>
      Promise.all(Array.from({ length: times }, (_, i) => replicas[i % 2]!.limiter.take([charge])));
    expect(countAdmitted(await take(suggestion, 200))).toBe(120);
    expect(countAdmitted(await take(request, 50))).toBe(30);
    for (const { store } of replicas) store.close();
  });

  test('hold the hour as well as the minute, and every bucket of a request or none', async () => {
    const { limiter, store } = await openReplica();
    const client: Charge = { kind: 'client', id: '192.0.2.7', limits: [100, 20] };
    const capped: Charge = { kind: 'key', id: '7', limits: [5] };
    const take = async (charges: Charge[], times: number) =>
      countAdmitted(await Promise.all(Array.from({ length: times }, () => limiter.take(charges))));
    expect(await take([client, capped], 30)).toBe(5);
    // What the key refused was not taken from the client.
    expect(await take([client], 30)).toBe(15);
    store.close();
  });

  test('agree with the limiter in memory on what is left, and when', async () => {
    const { limiter, store } = await openReplica();
    const inMemory = new MemoryLimiter();
    for (const cost of [1, 3, 1, 10, 2]) {
      const [shared, own] = [
        await limiter.take([account('left', 12)], cost),
        inMemory.take([account('left', 12)], cost),
      ];
      expect({ cost, ...shared }).toEqual({ cost, ...own });
      expect(await limiter.look([account('left', 12)])).toMatchObject({ remaining: shared.remaining });
    }
    store.close();
  });

  test('are kept for at least their window, and not for ever', async () => {
    const { store } = await openReplica();
    const redisClient = new Bun.RedisClient(redis.url);
    const [key, lengthUs] = ['larder:test:kept', 60_000];
    for (let i = 0; i < 60; i++) {
      // Looks and refusals in between, since those drop what has left the window, too.
      const requests = i % 7 === 3 ? 0 : 1;
      await store.take([key], `${requests} 1 1 8 ${lengthUs}`);
      const script =
        "local t = redis.call('TIME') return {t[1], t[2], redis.call('PTTL', KEYS[1]), redis.call('LINDEX', KEYS[1], -1)}";
      const state = (await redisClient.send('EVAL', [script, '1', key])) as (string | number | null)[];
      const [seconds, micros, ttlMs, last] = state.map(Number) as [number, number, number, number];
      const goneUs = seconds * 1e6 + micros + (ttlMs + 1) * 1000;
      if (state[3] !== null) expect(goneUs - last).toBeWithin(lengthUs, 4 * lengthUs);
      await Bun.sleep(5);
    }
    redisClient.close();
    store.close();
  });

  test('fail no request while Redis is stopped, and go on when it continues', async () => {
    const { limiter, store, changes } = await openReplica(2, 50);
    const charges = [account('stopped', 10)];
    expect((await limiter.take(charges)).isAdmitted).toBe(true);
    redis.signal('SIGSTOP');
    const rulings: Ruling[] = [];
    for (let i = 0; i < 8; i++) rulings.push(await limiter.take(charges));
    // Half of the limit, less the one that Redis admitted here before.
    expect(countAdmitted(rulings)).toBe(4);
    redis.signal('SIGCONT');
    await until(() => store.isUp);
    expect(changes).toEqual([true, false, true]);
    store.close();
  });

  test.each([
    ['a replica that may only be read', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    [
      'a server without memory left',
      ['CONFIG', 'SET', 'maxmemory', '1'],
      ['CONFIG', 'SET', 'maxmemory', '0'],
    ],
  ])('say once that Redis takes no writes, and once that it does again: %s', async (_, refuse, accept) => {
    const redisClient = new Bun.RedisClient(redis.url);
    const tell = ([command = '', ...words]: string[]) => redisClient.send(command, words);
    const { limiter, store, changes } = await openReplica(1);
    await tell(refuse);
    // Longer than several attempts to connect again.
    for (let i = 0; i < 100; i++) {
      expect((await limiter.take([account('refused', 1000)])).isAdmitted).toBe(true);
      await Bun.sleep(10);
    }
    expect(store.isUp).toBe(false);
    const later: boolean[] = [];
    const another = new RedisStore({ url: redis.url, onChange: (isUp) => later.push(isUp) });
    await until(() => later.length > 0);
    expect(another.isUp).toBe(false);
    another.close();
    await tell(accept);
    await until(() => store.isUp);
    expect(changes).toEqual([true, false, true]);
    expect(later).toEqual([false]);
    store.close();
    redisClient.close();
  });

  test('wait longer for a store each time that it fails again, until a request was decided on', async () => {
    const { store, changes } = await openReplica(1);
    const fail = () => store.take(['larder:x'], 'no numbers');
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      expect(await fail()).toBeNull();
      const lostMs = performance.now();
      await until(() => store.isUp);
      waits.push(performance.now() - lostMs);
    }
    expect(changes).toHaveLength(7);
    // Each wait is at least that long; how much longer it takes is up to the machine.
    expect(waits[2]).toBeGreaterThan(390);
    store.close();
  });

  test('fail no request when Redis is restarted and has forgotten its scripts', async () => {
    const { limiter, store, changes } = await openReplica(1);
    expect((await limiter.take([account('restarted', 10)])).isAdmitted).toBe(true);
    await redis.restart();
    expect((await limiter.take([account('restarted', 10)])).isAdmitted).toBe(true);
    await until(() => store.isUp);
    expect((await limiter.take([account('restarted', 10)])).isAdmitted).toBe(true);
    expect(changes).toEqual([true, false, true]);
    store.close();
  });
});
