import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountService } from '../../src/accounts/account-service.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { openStoreForCommand } from '../../src/accounts/stores/choose-store.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { versionOf } from '../../src/food/catalog.ts';
import { buildFrom } from '../../test/build/export-file.ts';
import { type ObjectStore, openObjectStore } from '../../test/build/pull/object-store.ts';
import { LARDER, type ServerProcess, startServer } from '../../test/contract/server-process.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { type RedisServer, startRedis } from '../../test/redis-server.ts';
import { until } from '../../test/until.ts';
import { findFreePort, type NginxServer, startNginx } from './nginx-server.ts';

/** Three larders behind nginx on this machine, which share limits, accounts and the place they pull from. */
export interface Cluster {
  readonly replicas: readonly Replica[];
  readonly proxy: NginxServer;
  readonly redis: RedisServer;
  readonly postgres: PostgresServer;
  readonly store: ObjectStore;
  /** A key of each of many accounts on the Scale plan, enough that none reaches its limit under load. */
  readonly keys: readonly string[];
  /** More of them, for whatever uses a limit up. */
  readonly spareKeys: readonly string[];
  /** The limit of each of these accounts. */
  readonly perMinute: number;
  /** How many requests are answered between two events of a scene under load. */
  readonly requestsBetween: number;
  /** How long each connection rests between two requests of a scene under load. */
  readonly restMs: number;
  /** Two catalogues; the first is served. */
  readonly catalogs: readonly [PreparedCatalog, PreparedCatalog];
  /** Runs a command with access to the object store; throws if it fails. */
  larder(...args: string[]): Promise<string>;
  /** The flag that names the accounts, for commands. */
  readonly accounts: readonly string[];
  stop(): Promise<void>;
}

export interface Replica {
  readonly origin: string;
  readonly data: string;
  /** The events that it has logged since it was started last. */
  readonly events: ServerProcess['events'];
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** On the same port, and with the same data. */
  start(): Promise<void>;
}

export interface PreparedCatalog {
  path: string;
  version: string;
}

const REPLICAS = 3;
const SPARE_KEYS = 10;
const FOODS = 300;
const FIRST_ID = 4_000_000_000_000;
/** Where the catalogue is published. */
export const PUBLISHED = 's3://catalogues/catalog.db';

/** Data requests of the usual kinds; the number makes them differ. */
export function targetOf(i: number): string {
  const targets = [
    `/food/${FIRST_ID + (i % FOODS)}`,
    `/barcode/${FIRST_ID + (i % FOODS)}`,
    `/search?q=plain+bread&limit=${1 + (i % 20)}`,
    `/foods/popular?limit=${1 + (i % 20)}&has_image=false`,
  ];
  return targets[i % targets.length]!;
}

interface ClusterOptions extends Pick<Cluster, 'perMinute' | 'requestsBetween' | 'restMs'> {
  /** How many accounts to create. */
  accountCount: number;
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { perMinute, requestsBetween, restMs, accountCount } = options;
  const folder = mkdtempSync(join(tmpdir(), 'larder-cluster-'));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ scale: { per_minute: perMinute } }));
  const catalogs = [await prepare(folder, 'first', 100), await prepare(folder, 'second', 300)] as const;
  const [redis, postgres, store] = [await startRedis(), await startPostgres(), await openObjectStore()];
  // As an operator hands it to every replica.
  const encryptionKey = join(folder, 'encryption-key');
  writeFileSync(encryptionKey, randomBytes(32).toString('hex'), { mode: 0o600 });
  const database = await postgres.createDatabase();
  const accounts = ['--accounts', database];
  const keys = await createScaleKeys(accountCount, database, encryptionKey);
  const spareKeys = keys.splice(0, SPARE_KEYS);
  const larder = (...args: string[]) => runLarder(args, store.environment);
  await larder('publish', catalogs[0].path, '--to', PUBLISHED);
  const flags = [
    ...accounts,
    ...['--encryption-key-file', encryptionKey],
    ...['--limits-store', redis.url, '--replicas', String(REPLICAS)],
    ...['--plans', plans, '--trust-proxy', '127.0.0.1'],
  ];
  const replicas: Replica[] = [];
  for (let i = 0; i < REPLICAS; i++) {
    const data = join(folder, `replica-${i + 1}`);
    await larder('pull', '--from', PUBLISHED, '--data', data);
    replicas.push(await startReplica(data, flags));
  }
  const proxy = await startNginx(replicas.map(({ origin }) => new URL(origin).host));
  for (const { events } of replicas) await untilLogged(events, 'limits store connected');
  return {
    replicas,
    proxy,
    redis,
    postgres,
    store,
    keys,
    spareKeys,
    perMinute,
    requestsBetween,
    restMs,
    catalogs,
    larder,
    accounts,
    async stop() {
      await proxy.stop();
      for (const replica of replicas) await replica.stop('SIGTERM');
      await redis.stop();
      await postgres.stop();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A key of each of many accounts. */
async function createScaleKeys(count: number, url: string, encryptionKey: string): Promise<string[]> {
  const settings = { accounts: url, data: null, 'encryption-key-file': encryptionKey };
  const store = await openStoreForCommand(settings);
  const accounts = new AccountService(store, new Passwords());
  const keys: string[] = [];
  for (let i = 0; i < count; i++) {
    const { key } = (await accounts.create(`account ${i}`, 'scale', null)) as { key: string };
    keys.push(key);
  }
  await store.close();
  return keys;
}

async function startReplica(data: string, flags: readonly string[]): Promise<Replica> {
  const port = await findFreePort();
  const start = () => startServer(['--data', data, '--port', String(port), ...flags]);
  let server = await start();
  return {
    origin: `http://127.0.0.1:${port}`,
    data,
    get events() {
      return server.events;
    },
    async stop(signal) {
      await server.stop(signal);
    },
    async start() {
      server = await start();
    },
  };
}

async function prepare(folder: string, name: string, energy: number): Promise<PreparedCatalog> {
  const rows = Array.from({ length: FOODS }, (_, i) => ({
    code: String(FIRST_ID + i),
    product_name: `Plain bread number ${i}`,
    'energy-kcal_100g': String(energy),
    unique_scans_n: String(i + 1),
  }));
  const path = await buildFrom(folder, rows, name);
  const catalog = openCatalog(path);
  catalog.close();
  return { path, version: versionOf(catalog) };
}

/** Not spawnSync, since the object store in this process has to answer meanwhile. */
async function runLarder(args: readonly string[], environment: Record<string, string>): Promise<string> {
  const child = Bun.spawn([...LARDER, ...args], {
    stdin: Buffer.from(`${PASSWORD}\n`),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...environment },
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`larder ${args.join(' ')}: ${stderr}`);
  return stdout;
}
/** For the command that asks for one. */
export const PASSWORD = 'correct horse battery staple';

export function untilLogged(events: ServerProcess['events'], event: string): Promise<void> {
  return until(() => events.some((logged) => logged.event === event), `"${event}" in the log`);
}
