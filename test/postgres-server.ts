import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findProgram } from './outside-programs.ts';
import { findQuickFolder } from './quick-folder.ts';

/** A PostgreSQL server of the test's own, reached by a socket in a folder of its own. */
export interface PostgresServer {
  /** Creates an empty database, and returns its URL. */
  createDatabase(): Promise<string>;
  /** The URL of a database without accounts: one that was handed back, or a new one. */
  borrowDatabase(): Promise<string>;
  returnDatabase(url: string): void;
  /** Runs a statement in a borrowed database, and returns its rows. */
  query<Row extends object>(url: string, sql: string): Promise<Row[]>;
  /** Of the server and all its connections. */
  pids(): number[];
  /** Stops or continues them. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends the server without a word, as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A server that was killed first reads its log again. */
const START_DEADLINE_MS = 90_000;
/** Debian installs the server outside of every PATH, one folder for each version. */
const DEBIAN = '/usr/lib/postgresql';

/** Null where it is not installed. */
export function findPostgres(program: 'initdb' | 'postgres'): string | null {
  const named = findProgram(program);
  if (named !== null) return named;
  let versions: string[] = [];
  try {
    versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
  } catch {
    // Not a Debian, or not installed.
  }
  const found = versions.map((version) => Bun.which(program, { PATH: join(DEBIAN, version, 'bin') }));
  return found.find((path) => path !== null) ?? null;
}

/** The server refuses to run as root. */
const IS_ROOT = process.getuid?.() === 0;
/** An ordinary user cannot enter the folder that root keeps its temporary files in. */
const TEMPORARY = IS_ROOT ? findQuickFolder('/tmp') : tmpdir();

function asOrdinaryUser(command: readonly string[]): string[] {
  if (!IS_ROOT) return [...command];
  return ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups', ...command];
}

export async function startPostgres(
  more: readonly (readonly [name: string, value: string])[] = [],
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(TEMPORARY, 'larder-pg-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  await run([findPostgres('initdb')!, '-D', data, '-U', 'larder', '-A', 'trust', '--no-sync', '-E', 'UTF8']);
  const settings = [
    ['listen_addresses', ''],
    ['unix_socket_directories', folder],
    // Nothing here has to outlive a power cut, but everything a killed server.
    ['fsync', 'off'],
    ['full_page_writes', 'off'],
    ['autovacuum', 'off'],
    ['max_connections', '200'],
    // In the folder, where nothing stays behind when the server is killed.
    ['dynamic_shared_memory_type', 'mmap'],
    ...more,
  ];
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: Bun.Subprocess | null = null;
  let databases = 0;
  const urlOf = (database: string) => `postgres://larder@localhost/${database}?host=${folder}`;
  const start = async () => {
    server = Bun.spawn(asOrdinaryUser([findPostgres('postgres')!, '-D', data, ...flags]), {
      stdout: 'ignore',
      stderr: Bun.file(join(folder, 'errors')),
      cwd: folder,
    });
    await untilAnswering(folder, server);
  };
  const pids = () => [server!.pid, ...childrenOf(server!.pid)];
  const kill = async () => {
    // Stopped first, so that it starts no other process while its processes are counted.
    server!.kill('SIGSTOP');
    const all = pids();
    for (const pid of all) sendTo(pid, 'SIGKILL');
    await server!.exited;
    // As long as one of them has the shared memory, another server refuses to start.
    while (all.some(isRunning)) await Bun.sleep(5);
  };
  const createDatabase = async () => {
    const name = `test${databases++}`;
    await ask(folder, `CREATE DATABASE ${name}`);
    return urlOf(name);
  };
  const returned: string[] = [];
  /** One for each borrowed database, since every new connection is another process of the server. */
  const clients = new Map<string, pg.Client>();
  const clientOf = async (url: string) => {
    const client = clients.get(url) ?? (await connect(folder, new URL(url).pathname.slice(1)));
    clients.set(url, client);
    return client;
  };
  await start();
  return {
    createDatabase,
    async borrowDatabase() {
      const url = returned.pop();
      if (url === undefined) return createDatabase();
      await (await clientOf(url)).query(EMPTY);
      return url;
    },
    returnDatabase(url) {
      returned.push(url);
    },
    async query<Row extends object>(url: string, sql: string) {
      const { rows } = await (await clientOf(url)).query<Row>(sql);
      return rows ?? [];
    },
    pids,
    signal(name) {
      for (const pid of pids()) sendTo(pid, name);
    },
    kill,
    start,
    async stop() {
      await Promise.all([...clients.values()].map((client) => client.end()));
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function run(command: readonly string[]): Promise<void> {
  const child = Bun.spawn(asOrdinaryUser(command), { stdout: 'pipe', stderr: 'pipe', cwd: TEMPORARY });
  const text = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(text);
}

async function untilAnswering(socket: string, server: Bun.Subprocess): Promise<void> {
  const deadlineMs = performance.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      await ask(socket, 'SELECT 1');
      return;
    } catch (error) {
      if (server.exitCode !== null) throw new Error(readFileSync(join(socket, 'errors'), 'utf8'));
      if (performance.now() > deadlineMs) throw error;
      await Bun.sleep(20);
    }
  }
}

/** Much quicker than another database, or than TRUNCATE, which makes new files for every table and index. */
const EMPTY = [
  ...['accounts', 'audit', 'usage_batches', 'guesses', 'finished_flows'].map(
    (table) => `DELETE FROM larder.${table}`,
  ),
  `DELETE FROM larder.settings WHERE name <> 'schema version'`,
  ...['accounts', 'keys', 'sessions', 'audit'].map(
    (table) => `SELECT setval(pg_get_serial_sequence('larder.${table}', 'id'), 1, false)`,
  ),
].join(';');

async function ask(socket: string, sql: string): Promise<void> {
  const client = await connect(socket, 'postgres');
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function connect(socket: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host: socket, user: 'larder', database });
  client.on('error', () => {});
  await client.connect();
  return client;
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)?.[1]) === parent);
}

/** One that has ended may be listed until its parent has noticed. */
function isRunning(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Its state, its parent and so on, as the system gives them after the name; null once it has gone. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return null;
  }
}
