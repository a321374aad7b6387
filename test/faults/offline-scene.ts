import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_WORKER_PATH } from '../../src/site/assets.ts';
import { PICTURE_PATHS } from '../../src/site/pictures.ts';
import { start as startServer } from '../../tools/bench/running-server.ts';
import { LARDER } from '../contract/server-process.ts';
import { inNamespaces } from '../namespaces.ts';

/**
 * Runs in a network namespace that has no interface but loopback: every command, or every page, or `larder pull` alone.
 * Prints as JSON the outcome of each, and how often anything tried to reach another machine, as counted by the kernel:
 * whatever is sent there finds no route, and looking up a name would send a datagram.
 */
export interface OfflineOutcome {
  /** Command → exit status, or path → response status. */
  statuses: Record<string, number>;
  attempts: number;
}

const ROOT = join(import.meta.dir, '..', '..');
const LOOK_MS = 5;

/** Every command except `serve`, which has a scene of its own, and those whose job it is to reach out. */
function commandLines(folder: string): Record<string, string[]> {
  const [data, catalog, export_] = [join(folder, 'data'), join(folder, 'own.db'), join(folder, 'export.tsv')];
  const accounts = ['--accounts', join(folder, 'accounts.db')];
  return {
    build: ['build', export_, '--out', catalog, '--generic', 'foundation'],
    rollback: ['rollback', '--data', data],
    slice: ['slice', '--catalog', catalog, '--top', '1', '--out', join(folder, 'slice.db')],
    'key-pair': ['key-pair', '--out', join(folder, 'packs.key')],
    export: ['export', catalog, '--out', join(folder, 'foods.parquet')],
    reload: ['reload', '--data', data],
    verify: ['verify', catalog],
    info: ['info', catalog],
    search: ['search', 'milk'],
    find: ['find', 'milk', '--min', 'protein_g=1'],
    suggest: ['suggest', 'mil'],
    meal: ['meal', 'two eggs'],
    recipe: ['recipe', join(folder, 'recipe.txt')],
    food: ['food', '3017620422003', '--catalog', catalog],
    barcode: ['barcode', '3017620422003', '--catalog', catalog],
    mcp: ['mcp'],
    config: ['config', '--print'],
    health: ['health', '--url', 'http://127.0.0.1:9'],
    completions: ['completions', 'bash'],
    'account create': ['account', 'create', 'ada', ...accounts],
    'account list': ['account', 'list', ...accounts],
    'account plan': ['account', 'plan', 'ada', 'pro', ...accounts],
    'account admin': ['account', 'admin', 'ada', 'on', ...accounts],
    'account usage': ['account', 'usage', ...accounts],
    'account password': ['account', 'password', 'ada', ...accounts],
    'account rotate': ['account', 'rotate', 'ada', ...accounts],
    'account sign-out': ['account', 'sign-out', 'ada', ...accounts],
    'key create': ['key', 'create', '--account', 'ada', '--name', 'ci', ...accounts],
    'key list': ['key', 'list', ...accounts],
    'key rotate': ['key', 'rotate', '2', ...accounts],
    'key revoke': ['key', 'revoke', '2', ...accounts],
    'account backup': ['account', 'backup', join(folder, 'backup.db'), ...accounts],
    'account migrate': [
      'account',
      'migrate',
      '--from',
      accounts[1] as string,
      '--to',
      join(folder, 'moved.db'),
    ],
    'account remove': ['account', 'remove', 'ada', ...accounts],
    audit: ['audit', ...accounts],
    help: ['help'],
    version: ['version'],
  };
}

const PAGES = [
  '/',
  '/?q=milk',
  '/results?q=milk',
  '/food/3017620422003/nutella.html',
  '/categories',
  '/category/spreads',
  '/recipes?lines=1+cup+milk',
  '/eaten',
  '/eaten?meal=two+eggs',
  '/compare?ids=3017620422003',
  '/language',
  '/about',
  '/offline',
  '/phone',
  SERVICE_WORKER_PATH,
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/1.xml',
  '/llms.txt',
  '/favicon.ico',
  ...PICTURE_PATHS,
  '/docs',
  '/openapi.json',
  '/health',
  '/search?q=nutella',
  '/food/3017620422003',
  '/barcode/3017620422003',
  '/foods/popular',
  '/foods/categories',
  '/foods/find?min_protein_g=20',
  '/foods/facets?by=source',
  '/foods/bulk?ids=3017620422003',
  '/suggest?q=nut',
  '/recipe?line=1+cup+milk',
  '/meal?text=a+cup+of+milk',
  '/auth/account',
  '/billing/plan',
  '/dashboard',
  '/dashboard/sign-in',
  '/dashboard/sign-up',
];

async function runCommands(folder: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [name, args] of Object.entries(commandLines(folder))) statuses[name] = await run(args, folder);
  return statuses;
}

async function run(args: readonly string[], home: string): Promise<number> {
  return start(args, home).exited;
}

/** A pull retries for a long time, so it is killed once it was seen trying. */
async function runUntilAttempt(args: readonly string[], home: string): Promise<number> {
  const before = countAttempts();
  const child = start(args, home);
  while (child.exitCode === null && countAttempts() === before) await Bun.sleep(LOOK_MS);
  child.kill('SIGKILL');
  return child.exited;
}

function start(args: readonly string[], home: string): Bun.Subprocess {
  return Bun.spawn([...LARDER, ...args], {
    // For the command that asks for a password.
    stdin: Buffer.from('correct horse battery staple\n'),
    stdout: 'ignore',
    stderr: 'ignore',
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home },
  });
}

async function requestPages(folder: string): Promise<Record<string, number>> {
  const catalog = join(folder, 'own.db');
  await run(['build', join(folder, 'export.tsv'), '--out', catalog, '--without', 'generic'], folder);
  const flags = ['--accounts', join(folder, 'accounts.db'), '--metrics', '127.0.0.1:0', '--sign-up', 'open'];
  const server = await startServer(['--catalog', catalog, ...flags], { command: LARDER });
  const statuses: Record<string, number> = {};
  const assets = new Set<string>();
  const request = async (path: string) => {
    const answer = await fetch(new URL(path, server.origin), { redirect: 'manual' });
    statuses[path] = answer.status;
    const text = await answer.text();
    for (const [, asset] of text.matchAll(/"(\/assets\/[^"]+)"/g)) assets.add(asset!);
  };
  for (const page of PAGES) await request(page);
  for (const asset of assets) await request(asset);
  await server.stop();
  return statuses;
}

function countAttempts(): number {
  const ip = readCounters('/proc/net/snmp');
  const ip6 = new Map(
    readFileSync('/proc/net/snmp6', 'utf8')
      .split('\n')
      .map((line) => line.split(/\s+/) as [string, string]),
  );
  const attempts = [
    ip('Ip', 'OutNoRoutes'),
    ip('Udp', 'OutDatagrams'),
    ip6.get('Ip6OutNoRoutes'),
    ip6.get('Udp6OutDatagrams'),
  ];
  return attempts.reduce<number>((sum, value) => sum + Number(value), 0);
}

/** Two lines for each protocol: names, then values. */
function readCounters(path: string): (protocol: string, name: string) => string | undefined {
  const lines = readFileSync(path, 'utf8').split('\n');
  return (protocol, name) => {
    const [names, values] = lines
      .filter((line) => line.startsWith(`${protocol}: `))
      .map((line) => line.split(' '));
    return values?.[names?.indexOf(name) ?? -1];
  };
}

async function play(scene: string): Promise<OfflineOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-offline-'));
  try {
    mkdirSync(join(folder, 'data'));
    writeFileSync(
      join(folder, 'export.tsv'),
      'code\tproduct_name\tcategories_tags\n3017620422003\tNutella\ten:spreads\n5449000000996\tCola\ten:colas\n',
    );
    writeFileSync(join(folder, 'recipe.txt'), '1 cup milk\n');
    const before = countAttempts();
    const statuses =
      scene === 'commands'
        ? await runCommands(folder)
        : scene === 'pages'
          ? await requestPages(folder)
          : {
              pull: await runUntilAttempt(['pull', '--from', scene, '--data', join(folder, 'data')], folder),
            };
    return { statuses, attempts: countAttempts() - before };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Plays a scene in a network namespace. */
export async function runOffline(scene: string): Promise<OfflineOutcome> {
  const script = 'ip link set lo up && exec "$@"';
  const child = Bun.spawn(inNamespaces(['net'], script, process.execPath, import.meta.path, scene), {
    cwd: ROOT,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [result, problem] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`the scene failed: ${problem}`);
  return JSON.parse(result) as OfflineOutcome;
}

if (import.meta.main) process.stdout.write(JSON.stringify(await play(process.argv[2] ?? '')));
