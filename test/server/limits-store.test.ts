import { describe, expect } from 'bun:test';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { type ServerProcess, startServer } from '../contract/server-process.ts';
import { needing } from '../outside-programs.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';

const { test, beforeAll, afterAll } = needing('redis-server');

/** The limit of an anonymous client (Part 8). */
const PER_MINUTE = 30;

let redis: RedisServer;
let replicas: ServerProcess[];
beforeAll(async () => {
  redis = await startRedis();
  const flags = ['--catalog', await fixtureCatalog(), '--limits-store', redis.url, '--replicas', '2'];
  replicas = await Promise.all([startServer(flags), startServer(flags)]);
  await Promise.all(replicas.map((replica) => untilLogged(replica, 'limits store connected')));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await redis.stop();
});

async function untilLogged({ events }: ServerProcess, event: string, times = 1): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  while (events.filter((logged) => logged.event === event).length < times) {
    if (performance.now() > deadlineMs) throw new Error(`"${event}" was not logged within 10 s`);
    await Bun.sleep(10);
  }
}

/** A bad key costs its client a request like any other, and is answered without the fairness delay. */
async function statusOfBadKey({ origin }: ServerProcess): Promise<number> {
  const answer = await fetch(new URL('/foods/categories', origin), {
    headers: { Authorization: 'Bearer x' },
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('larder serve --limits-store', () => {
  test('admits exactly the limit over both replicas, and fails no request when the store goes away', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 80 }, (_, i) => statusOfBadKey(replicas[i % 2]!)),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(PER_MINUTE);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80 - PER_MINUTE);

    await redis.kill();
    for (const replica of replicas) expect([401, 429]).toContain(await statusOfBadKey(replica));
    await Promise.all(replicas.map((replica) => untilLogged(replica, 'limits store lost')));
    await redis.restart();
    await Promise.all(replicas.map((replica) => untilLogged(replica, 'limits store connected', 2)));
    expect(JSON.stringify(replicas.map(({ events }) => events))).not.toContain('"event":"fault"');
  });
});
