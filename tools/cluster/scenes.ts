import { until } from '../../test/until.ts';
import { type Cluster, PASSWORD, PUBLISHED, type Replica, targetOf, untilLogged } from './cluster.ts';
import { type LoadOutcome, type RunningLoad, underLoad } from './load.ts';

/** One thing that a cluster promises, with the figures of one try. */
export interface SceneOutcome {
  promise: string;
  figures: string;
  isKept: boolean;
}

/** Requests in flight at once; nginx spreads them over the replicas. */
const CONNECTIONS = 32;
/** All requests must be over before the first admission leaves the window. */
const MAX_SECONDS = 55;
/** How often the scene of the exact limit is played. */
const MAX_TRIES = 8;
/** The proxy waits this long for a connection (packaging/cluster/nginx.conf). */
const STALLED_MS = 1000;
const MAX_STALLED_TRIES = 3;

/**
 * How many requests of one key are admitted, from all replicas together. A machine that is busy with other work may leave
 * Redis without a turn for 50 ms; limits are exact only while it answers, so the scene is then played again, by replicas
 * that have not lost it.
 */
export async function exactLimit(cluster: Cluster, requests: number): Promise<SceneOutcome> {
  const { replicas, spareKeys } = cluster;
  const losses = () =>
    replicas.flatMap(({ events }) => events).filter(({ event }) => event === 'limits store lost').length;
  let known = 0;
  for (let tried = 1; ; tried++) {
    if (losses() > known) {
      await startAnew(replicas);
      known = losses();
    }
    const outcome = await useUp(cluster, requests, spareKeys[tried]!);
    if (losses() === known || tried === MAX_TRIES) {
      return { ...outcome, figures: `${outcome.figures}${tried === 1 ? '' : `; at try ${tried}`}` };
    }
  }
}

/** For a minute after the store was away, replicas are stricter than the limit, unless they were started since. */
async function startAnew(replicas: readonly Replica[]): Promise<void> {
  for (const replica of replicas) {
    await replica.stop('SIGTERM');
    await replica.start();
    await untilLogged(replica.events, 'limits store connected');
  }
}

async function useUp(cluster: Cluster, requests: number, key: string): Promise<SceneOutcome> {
  const { proxy, perMinute } = cluster;
  const counts = { sent: 0, admitted: 0, refused: 0, failed: 0 };
  const startMs = performance.now();
  const isInTime = () => performance.now() - startMs < MAX_SECONDS * 1000;
  const read = async () => {
    while (counts.sent < requests && isInTime()) {
      const i = counts.sent++;
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await fetch(proxy.origin + targetOf(i), { headers }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.status === 200) counts.admitted++;
      else if (answer?.status === 429) counts.refused++;
      else counts.failed++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, read));
  const seconds = (performance.now() - startMs) / 1000;
  const { sent, admitted, refused, failed } = counts;
  return {
    promise: `a limit of ${count(perMinute)} a minute holds over all replicas, exactly`,
    figures: `${count(sent)} requests in ${seconds.toFixed(1)} s: ${count(admitted)} admitted, ${count(refused)} refused, ${count(failed)} failed`,
    isKept: sent === requests && admitted === perMinute && refused === requests - perMinute,
  };
}

/** `mostMs` is how long it may take; on a machine that is busy with other tests, that says nothing. */
export async function revokedKey(
  { replicas, larder, accounts }: Cluster,
  mostMs: number,
): Promise<SceneOutcome> {
  const name = `revoked ${Date.now()}`;
  const created = await larder('account', 'create', name, '--plan', 'scale', ...accounts);
  const accountKey = /[\w-]{20,}/.exec(created)![0];
  const manage = (method: string, path: string, body: object | null) =>
    fetch(replicas[0]!.origin + path, {
      method,
      headers: { Authorization: `Bearer ${accountKey}`, 'content-type': 'application/json' },
      body: body === null ? null : JSON.stringify(body),
    });
  const statusAt = async ({ origin }: Replica, key: string) => {
    const answer = await fetch(origin + targetOf(0), { headers: { Authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
  await untilAll(replicas, async (replica) => (await statusAt(replica, accountKey)) === 200);
  const { id, key } = (await (await manage('POST', '/auth/keys', { name: 'to revoke' })).json()) as {
    id: number;
    key: string;
  };
  await untilAll(replicas, async (replica) => (await statusAt(replica, key)) === 200);
  const startMs = performance.now();
  const revoked = await manage('DELETE', `/auth/keys/${id}`, null);
  const tookMs = await Promise.all(
    replicas.map(async (replica) => {
      await until(async () => (await statusAt(replica, key)) === 401, 'a revoked key is refused');
      return performance.now() - startMs;
    }),
  );
  return {
    promise: 'a key revoked on one replica is refused by all within a second',
    figures: `status ${revoked.status}; refused after ${tookMs.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`,
    isKept: revoked.status === 204 && tookMs.every((ms) => ms <= mostMs),
  };
}

export async function sharedSession({ replicas, larder, accounts }: Cluster): Promise<SceneOutcome> {
  const name = `session ${Date.now()}`;
  await larder('account', 'create', name, '--password-stdin', ...accounts);
  const { origin } = replicas[0]!;
  const signedIn = await fetch(`${origin}/dashboard/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ name, password: PASSWORD }),
    headers: { origin },
  });
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const statuses = await Promise.all(
    replicas.map(async (replica) => {
      const headers = { cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin' };
      return (await fetch(`${replica.origin}/dashboard`, { redirect: 'manual', headers })).status;
    }),
  );
  const stranger = await fetch(`${origin}/dashboard`, { redirect: 'manual' });
  return {
    promise: 'a session from one replica works on the others',
    figures: `signed in with status ${signedIn.status}; the dashboard of each answers ${statuses.join(', ')}, without a session ${stranger.status}`,
    isKept: statuses.every((status) => status === 200) && stranger.status === 303,
  };
}

export function killedReplica(cluster: Cluster): Promise<SceneOutcome> {
  const [, second, third] = cluster.replicas as [Replica, Replica, Replica];
  const promise = 'killing and restarting replicas behind the proxy loses no request';
  return failsNone(cluster, promise, async ({ more }) => {
    await second.stop('SIGKILL');
    await more();
    await second.start();
    await more();
    // An upgrade: requests in flight are answered, then the process ends.
    await third.stop('SIGTERM');
    await more();
    await third.start();
  });
}

export function lostLimitsStore(cluster: Cluster): Promise<SceneOutcome> {
  const { redis } = cluster;
  const promise = 'stopping, killing and restarting Redis fails no data request';
  return failsNone(cluster, promise, async ({ more }) => {
    await untilAllNotice(cluster, 'limits store', 'lost', () => redis.signal('SIGSTOP'));
    await more();
    await untilAllNotice(cluster, 'limits store', 'connected', () => redis.signal('SIGCONT'));
    await untilAllNotice(cluster, 'limits store', 'lost', () => redis.kill());
    await more();
    await untilAllNotice(cluster, 'limits store', 'connected', () => redis.restart());
  });
}

export function lostAccountsStore(cluster: Cluster): Promise<SceneOutcome> {
  const { postgres, replicas } = cluster;
  const promise =
    'stopping, killing and restarting PostgreSQL, and a replica meanwhile, fails no data request';
  return failsNone(cluster, promise, async ({ more }) => {
    await untilAllNotice(cluster, 'accounts store', 'lost', () => postgres.signal('SIGSTOP'));
    await more();
    await untilAllNotice(cluster, 'accounts store', 'connected', () => postgres.signal('SIGCONT'));
    await untilAllNotice(cluster, 'accounts store', 'lost', () => postgres.kill());
    await more();
    // A replica that starts now has nothing but its own copy of the keys.
    await replicas[0]!.stop('SIGTERM');
    await replicas[0]!.start();
    await more();
    await untilAllNotice(cluster, 'accounts store', 'connected', () => postgres.start());
  });
}

/**
 * Plays a scene under load that no request may fail in. On a machine that stood still for longer than the proxy waits,
 * requests fail whatever replicas do: the scene is then played again.
 */
async function failsNone(
  cluster: Cluster,
  promise: string,
  scene: (load: RunningLoad) => Promise<void>,
): Promise<SceneOutcome> {
  for (let tried = 1; ; tried++) {
    const outcome = await underLoad(cluster, scene);
    const isMachineToBlame = outcome.failed > 0 && outcome.stalledMs >= STALLED_MS;
    if (!isMachineToBlame || tried === MAX_STALLED_TRIES) return noneFailed(promise, outcome);
  }
}

/**
 * Does something to a store, and waits until every replica knows. What counts is what a replica has logged last: on a busy
 * machine it may have lost the store before, and says so only once.
 */
async function untilAllNotice(
  { replicas }: Cluster,
  store: 'limits store' | 'accounts store',
  state: 'lost' | 'connected',
  act: () => void | Promise<void>,
): Promise<void> {
  await act();
  const isStoreEvent = ({ event }: Record<string, unknown>) => String(event).startsWith(`${store} `);
  for (const replica of replicas) {
    await until(
      () => replica.events.findLast(isStoreEvent)?.event === `${store} ${state}`,
      `"${store} ${state}" as the last of its kind in the log`,
    );
  }
}

export async function rolledOutCatalog(cluster: Cluster): Promise<SceneOutcome> {
  const { replicas, larder, catalogs } = cluster;
  const [, next] = catalogs;
  let seconds = 0;
  const outcome = await underLoad(cluster, async ({ more }) => {
    const startMs = performance.now();
    await larder('publish', next.path, '--to', PUBLISHED);
    for (const { data, origin } of replicas) {
      await larder('pull', '--from', PUBLISHED, '--data', data);
      await until(async () => {
        const { headers } = await fetch(origin + targetOf(0), { headers: keyOf(cluster) });
        return headers.get('x-catalog-version') === next.version;
      }, 'the new catalogue is served');
      await more();
    }
    seconds = (performance.now() - startMs) / 1000;
  });
  const { promise, figures, isKept } = noneFailed(
    'a new catalogue, published once and pulled by one replica after the other, fails no request',
    outcome,
  );
  return { promise, figures: `${figures}; on all replicas after ${seconds.toFixed(1)} s`, isKept };
}

function keyOf({ keys }: Cluster): Record<string, string> {
  return { Authorization: `Bearer ${keys[0]}` };
}

async function untilAll(
  replicas: readonly Replica[],
  holds: (replica: Replica) => Promise<boolean>,
): Promise<void> {
  for (const replica of replicas) await until(() => holds(replica), 'a new key works everywhere');
}

function noneFailed(promise: string, { requests, failed, examples, longestMs }: LoadOutcome): SceneOutcome {
  const shown = examples.length === 0 ? '' : ` (${examples.join('; ')})`;
  return {
    promise,
    figures: `${count(requests)} requests, ${count(failed)} failed${shown}, the longest took ${longestMs.toFixed(0)} ms`,
    isKept: failed === 0,
  };
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
