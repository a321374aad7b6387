import { readFileSync } from 'node:fs';
import { renderTable } from '../../src/cli/table.ts';
import { startNginx } from '../cluster/nginx-server.ts';
import { findCatalog } from './catalog.ts';
import { sampleSearches } from './company.ts';
import { readCount, readFlags } from './flags.ts';
import { measureLatency, sendMany } from './load.ts';
import { cpuUsOf, LARDER, type Running, start } from './running-server.ts';

/**
 * `npm run bench -- replicas [--rows N] [--catalog FILE] [--seconds N]`: searches at one server, and at two and three behind nginx, on
 * this machine, and how many cores a thousand searches a second take. The servers share the cores of the machine, so what
 * counts is the processor time of a search: where it stays the same, each further core brings as many searches as the first.
 */
const ROWS = 1_000_000;
const SECONDS = 10;
const MAX_REPLICAS = 3;
/** Not counted: each thread of a server compiles its own code, which takes some thousand searches. */
const WARM_UP_SEARCHES = 2000;
/** More than nginx waits in production: on a busy machine, a slow search would count as failed and its server as down. */
const PATIENCE_SECONDS = 60;
/** Enough to keep every core busy, and few enough that no search waits for long where the cores are shared. */
const CONNECTIONS = 4;
const SEARCHES_A_SECOND = 1000;
/** What people ask for comes in waves, so no core is planned to be busy for more of the time. */
const PLANNED_SHARE = 0.6;

interface Measured {
  replicas: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the servers and of nginx for one search. */
  larderMs: number;
  nginxMs: number;
}

export async function benchReplicas(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['catalog', 'rows', 'seconds']);
  const seconds = readCount(flags.seconds, SECONDS);
  const catalog = await findCatalog(flags.catalog, readCount(flags.rows, ROWS));
  const searches = sampleSearches(catalog);
  console.log(`${LARDER.at(-1)} on ${catalog}\n`);
  const measured: Measured[] = [];
  const servers: Running[] = [];
  try {
    for (let at = 0; at < MAX_REPLICAS; at++) {
      const server = await start(['serve', '--catalog', catalog]);
      servers.push(server);
      await sendMany(server.origin, searches, WARM_UP_SEARCHES);
    }
    for (let replicas = 1; replicas <= MAX_REPLICAS; replicas++)
      measured.push(await measure(servers.slice(0, replicas), searches, seconds));
  } finally {
    for (const server of servers) await server.stop();
  }
  console.log(
    renderTable(
      [
        ['replicas', 'searches/s', 'p50', 'p99', 'CPU a search', 'nginx', 'cores for 1,000/s'],
        ...measured.map(render),
      ],
      ['right', 'right', 'right', 'right', 'right', 'right', 'right'],
    ),
  );
}

async function measure(
  servers: readonly Running[],
  searches: readonly string[],
  seconds: number,
): Promise<Measured> {
  const hosts = servers.map(({ origin }) => new URL(origin).host);
  const nginx = servers.length === 1 ? null : await startNginx(hosts, PATIENCE_SECONDS);
  const { origin } = nginx ?? servers[0]!;
  try {
    const larderUs = () => servers.reduce((sum, { pid }) => sum + cpuUsOf(pid), 0);
    const nginxUs = () =>
      (nginx === null ? [] : childrenOf(nginx.pid)).reduce((sum, pid) => sum + cpuUsOf(pid), 0);
    const before = { larder: larderUs(), nginx: nginxUs() };
    const load = await measureLatency(origin, searches, seconds, CONNECTIONS);
    const count = load.perSecond * seconds;
    return {
      replicas: servers.length,
      ...load,
      larderMs: (larderUs() - before.larder) / 1000 / count,
      nginxMs: (nginxUs() - before.nginx) / 1000 / count,
    };
  } finally {
    await nginx?.stop();
  }
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return children.filter((child) => child !== '').map(Number);
}

function render({ replicas, perSecond, p50Ms, p99Ms, larderMs, nginxMs }: Measured): string[] {
  const cores = ((larderMs + nginxMs) * SEARCHES_A_SECOND) / 1000 / PLANNED_SHARE;
  return [
    String(replicas),
    perSecond.toFixed(0),
    `${p50Ms.toFixed(1)} ms`,
    `${p99Ms.toFixed(1)} ms`,
    `${larderMs.toFixed(2)} ms`,
    `${nginxMs.toFixed(2)} ms`,
    cores.toFixed(1),
  ];
}
