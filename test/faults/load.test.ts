import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { type Running, start } from '../../tools/bench/running-server.ts';
import { runMixedLoad } from '../../tools/faults/mixed-load.ts';
import {
  NEVER_ENDS_ITS_HEADERS,
  openSlowConnections,
  SENDS_NOTHING,
  type SlowConnections,
} from '../../tools/faults/slow-connections.ts';
import { runWaitingReads } from '../../tools/faults/waiting-reads.ts';
import { CONNECTIONS, runWorstQueries } from '../../tools/faults/worst-queries.ts';

import { LARDER } from '../contract/server-process.ts';

/** Short forms of the load that `npm run faults -- load queries waiting slow` puts on a large catalogue. */
const LOAD_SECONDS = 2;
const LEAST_REQUESTS = 500;
const ACCOUNTS = 30;
const DIFFERENT_REQUESTS = 3000;
const MAX_OWN_MB = 500;
const SLOW_CONNECTIONS = 200;
const WAITING_READS = 1000;
/** Long enough to send all of them on a slow machine. */
const WAITING_MS = 4000;

let server: Running;
let slow: SlowConnections;
let idle: SlowConnections;
beforeAll(async () => {
  await makeStarter();
  // Opened first, since it takes some seconds until the server closes them.
  server = await start(['--catalog', STARTER], { command: LARDER });
  slow = await openSlowConnections(server.origin, SLOW_CONNECTIONS, [NEVER_ENDS_ITS_HEADERS]);
  idle = await openSlowConnections(server.origin, SLOW_CONNECTIONS, [SENDS_NOTHING]);
});
afterAll(async () => {
  slow.abandon();
  idle.abandon();
  await server.stop('SIGKILL');
});

describe('Slow and idle connections by the hundred', () => {
  test('do not keep others from being answered', async () => {
    expect([slow.open(), idle.open()]).toEqual([SLOW_CONNECTIONS, SLOW_CONNECTIONS]);
    for (let other = 0; other < 100; other++) {
      const answer = await fetch(new URL('/search?q=milk', server.origin));
      expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 10]);
    }
  });
});

test('Mixed traffic gets the answers it should, with no fault, no restart and bounded memory', async () => {
  const outcome = await runMixedLoad(STARTER, LOAD_SECONDS, {
    requests: DIFFERENT_REQUESTS,
    least: LEAST_REQUESTS,
    accountCount: ACCOUNTS,
  });
  expect(outcome).toMatchObject({ wrong: 0, examples: [], serverErrors: 0, faults: 0, hasRestarted: false });
  expect(Math.max(...outcome.ownMb)).toBeLessThan(MAX_OWN_MB);
});

test('The worst queries are all answered, and /health gets its turn among them', async () => {
  const outcome = await runWorstQueries(STARTER);
  expect(outcome).toMatchObject({ asked: 200, answeredWell: 200 });
  // If it had to wait, all queries would be answered between two of its responses.
  expect(outcome.mostBetweenHealths).toBeLessThanOrEqual(4 * CONNECTIONS);
});

test('Reads that wait in the fairness delay take little memory, and are all answered', async () => {
  const outcome = await runWaitingReads(STARTER, WAITING_READS, WAITING_MS);
  expect(outcome).toMatchObject({ waitingAtOnce: WAITING_READS, answered: WAITING_READS });
  expect(outcome.moreMb).toBeLessThan(100);
});

test('Connections that never end their headers are closed by the server, however they drip', async () => {
  await slow.closed;
  expect(slow.open()).toBe(0);
});
