import { describe, expect } from 'bun:test';
import { type Cluster, startCluster } from '../../tools/cluster/cluster.ts';
import {
  exactLimit,
  killedReplica,
  lostAccountsStore,
  lostLimitsStore,
  revokedKey,
  rolledOutCatalog,
  type SceneOutcome,
  sharedSession,
} from '../../tools/cluster/scenes.ts';
import { findProgram, withoutMissing } from '../outside-programs.ts';
import { findPostgres } from '../postgres-server.ts';

/** The short form of `npm run cluster`. */
const missing = ['nginx', 'redis-server'].filter((program) => findProgram(program) === null);
if (findPostgres('postgres') === null) missing.push('postgres');
const { test, beforeAll, afterAll } = withoutMissing(missing);

/** Lower than that of the Scale plan, which takes longer to use up. */
const PER_MINUTE = 600;
const REQUESTS = 2000;
const REQUESTS_BETWEEN = 300;
/** Most of a scene is waiting for replicas to notice something; other tests need the processors meanwhile. */
const REST_MS = 20;
/** With these rests no more than 48,000 requests can be made in a minute. */
const ACCOUNTS = 120;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({
    perMinute: PER_MINUTE,
    requestsBetween: REQUESTS_BETWEEN,
    restMs: REST_MS,
    accountCount: ACCOUNTS,
  });
}, 300_000);
afterAll(() => cluster?.stop());

function expectKept({ figures, isKept }: SceneOutcome): void {
  expect(isKept, figures).toBe(true);
}

describe('Three replicas behind nginx', () => {
  test('admit exactly the limit of a key, together', async () => {
    expectKept(await exactLimit(cluster, REQUESTS));
  }, 400_000);

  test('refuse a key that was revoked on one of them', async () => {
    expectKept(await revokedKey(cluster, Number.POSITIVE_INFINITY));
  });

  test('share sessions', async () => {
    expectKept(await sharedSession(cluster));
  });

  test('lose no request when one is killed or restarted', async () => {
    expectKept(await killedReplica(cluster));
  }, 300_000);

  test('fail no data request when Redis is stopped, killed and restarted', async () => {
    expectKept(await lostLimitsStore(cluster));
  }, 300_000);

  test('fail no data request when PostgreSQL is stopped, killed and restarted', async () => {
    expectKept(await lostAccountsStore(cluster));
  }, 300_000);

  test('take up a new catalogue one after the other without a failed request', async () => {
    expectKept(await rolledOutCatalog(cluster));
  }, 300_000);
});
