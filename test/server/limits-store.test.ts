import { describe, expect } from 'bun:test';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { type ServerProcess, startServer } from '../contract/server-process.ts';
import { needing } from '../outside-programs.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';
import { until } from '../until.ts';

const { test, beforeAll, afterAll } = needing('redis-server');

/** The limit of an anonymous client (Part 8). */
const PER_MINUTE = 30;

let redis: RedisServer;
let replicas: ServerProcess[];
beforeAll(async () => {
  redis = await startRedis();
  const store = ['--limits-store', redis.url, '--replicas', '2', '--trust-proxy', '127.0.0.1'];
  const flags = ['--catalog', await fixtureCatalog(), ...store];
  replicas = await Promise.all([startServer(flags), startServer(flags)]);
  await Promise.all(replicas.map((replica) => untilLogged(replica, 'limits store connected')));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await redis.stop();
});

function untilLogged({ events }: ServerProcess, event: string, times = 1): Promise<void> {
  const count = () => events.filter((logged) => logged.event === event).length;
  return until(() => count() >= times, `"${event}" in the log`);
}

function untilConnected({ events }: ServerProcess): Promise<void> {
  const last = () => events.findLast(({ event }) => String(event).startsWith('limits store '))?.event;
  return until(() => last() === 'limits store connected', 'the limits store is connected');
}

function countConnected(events: ServerProcess['events']): number {
  return events.filter(({ event }) => event === 'limits store connected').length;
}

/** A bad key costs its client a request like any other, and is answered without the fairness delay. */
async function statusOfBadKey({ origin }: ServerProcess, client: string): Promise<number> {
  const answer = await fetch(new URL('/foods/categories', origin), {
    headers: { Authorization: 'Bearer x', 'X-Forwarded-For': client },
  });
  await answer.arrayBuffer();
  return answer.status;
}

const REQUESTS = 80;
/** On a machine that is busy with other tests, the store may be given up now and then. */
const ATTEMPTS = 20;

/** How many requests of a client were admitted, over both replicas; null if the store did not answer all the time. */
async function countAdmitted(client: string): Promise<number | null> {
  const losses = () =>
    replicas.flatMap(({ events }) => events).filter(({ event }) => event === 'limits store lost').length;
  // A replica that is still without it from the attempt before would admit its own share.
  await Promise.all(replicas.map(untilConnected));
  const before = losses();
  const statuses = await Promise.all(
    Array.from({ length: REQUESTS }, (_, i) => statusOfBadKey(replicas[i % 2]!, client)),
  );
  const admitted = statuses.filter((status) => status === 401).length;
  expect(statuses.filter((status) => status === 429)).toHaveLength(REQUESTS - admitted);
  return losses() === before ? admitted : null;
}

describe('larder serve --limits-store', () => {
  test('admits exactly the limit over both replicas, and fails no request when the store goes away', async () => {
    let admitted: number | null = null;
    for (let i = 1; admitted === null && i <= ATTEMPTS; i++) admitted = await countAdmitted(`192.0.2.${i}`);
    expect(admitted).toBe(PER_MINUTE);

    await redis.kill();
    for (const replica of replicas) expect(await statusOfBadKey(replica, '198.51.100.1')).toBe(401);
    await Promise.all(replicas.map((replica) => untilLogged(replica, 'limits store lost')));
    const connections = replicas.map(({ events }) => countConnected(events));
    await redis.restart();
    await Promise.all(
      replicas.map((replica, i) => untilLogged(replica, 'limits store connected', connections[i]! + 1)),
    );
    expect(JSON.stringify(replicas.map(({ events }) => events))).not.toContain('"event":"fault"');
  });
});
