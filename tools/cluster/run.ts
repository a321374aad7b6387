import { findProgram } from '../../test/outside-programs.ts';
import { findPostgres } from '../../test/postgres-server.ts';
import { compileFirst } from '../compile-first.ts';
import type { Cluster } from './cluster.ts';
import type { SceneOutcome } from './scenes.ts';

/**
 * `npm run cluster`: starts three larders with Redis, PostgreSQL and nginx on this machine, and shows what docs/cluster.md promises,
 * each with its figures in one line. The exit status is 1 if a promise is not kept. Measures the executable that
 * LARDER_EXECUTABLE names, else one that is compiled first.
 */
const NEEDED = ['nginx', 'redis-server'];
const REQUESTS = 100_000;
/** The Scale plan (Part 8). */
const PER_MINUTE = 3000;
const REQUESTS_BETWEEN = 3000;
/** So many that no request under load is over a limit, however quick the machine. */
const ACCOUNTS = 400;
const REVOKED_WITHIN_MS = 1000;

const USAGE = 'npm run cluster takes no arguments; it runs for some minutes';

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  if (args.length > 0) {
    console.error(`cluster: unexpected argument '${args[0]}'; ${USAGE}`);
    return 2;
  }
  const missing = NEEDED.filter((program) => findProgram(program) === null);
  if (findPostgres('postgres') === null) missing.push('postgresql');
  if (missing.length > 0) {
    console.error(`cluster: install ${missing.join(' and ')} first`);
    return 2;
  }
  if (!compileFirst()) return 1;
  const { startCluster } = await import('./cluster.ts');
  const cluster = await startCluster({
    perMinute: PER_MINUTE,
    requestsBetween: REQUESTS_BETWEEN,
    restMs: 0,
    accountCount: ACCOUNTS,
  });
  try {
    return (await playScenes(cluster)) ? 0 : 1;
  } finally {
    await cluster.stop();
  }
}

async function playScenes(cluster: Cluster): Promise<boolean> {
  const scenes = await import('./scenes.ts');
  // The exact limit comes first: for a minute after Redis was away, replicas are stricter than that.
  const all: ((cluster: Cluster) => Promise<SceneOutcome>)[] = [
    (cluster) => scenes.exactLimit(cluster, REQUESTS),
    (cluster) => scenes.revokedKey(cluster, REVOKED_WITHIN_MS),
    scenes.sharedSession,
    scenes.killedReplica,
    scenes.lostLimitsStore,
    scenes.lostAccountsStore,
    scenes.rolledOutCatalog,
  ];
  let isAllKept = true;
  for (const play of all) {
    const { promise, figures, isKept } = await play(cluster);
    console.log(`${isKept ? 'ok      ' : 'NOT KEPT'} ${promise}: ${figures}`);
    isAllKept &&= isKept;
  }
  return isAllKept;
}

process.exitCode = await main(process.argv.slice(2));
