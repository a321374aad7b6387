import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderTable } from '../../src/cli/table.ts';
import { ownMb } from '../../test/process-memory.ts';
import { findCatalog } from './catalog.ts';
import { readCount, readFlags } from './flags.ts';
import { makeScaleKeys } from './gate.ts';
import { measureLoad, sendMany } from './load.ts';
import { cpuUsOf, LARDER, type Serving, start, startBare } from './running-server.ts';
import { type Sampled, sampleFoods } from './sampled-foods.ts';
import { median, medianPace, medianShare, type Pace, takeTurns } from './turns.ts';

/**
 * `npm run bench -- http [--rows N] [--seconds N] [--catalog FILE]`: requests per second of the service against those of
 * a bare Elysia route that returns the same bytes as a constant, in turns; then startup time and memory. Foods are
 * requested in three ways: the same one every time, as from the constant; as often as people scan them; and every food
 * equally often, so that no cache helps. Measures the executable that LARDER_EXECUTABLE names, else dist/larder if it
 * exists, else the source.
 */

const ROWS = 1_000_000;
const SECONDS = 2;
const STARTS = 9;
const MEMORY_REQUESTS = 200_000;
const MEMORY_STEPS = 4;
const TABLE_WIDTH = 110;

const TARGETS = {
  same: 0.6,
  scanned: 0.55,
  any: 0.45,
  list: 0.3,
  page: 0.25,
  gate: 0.9,
  listeningMs: 150,
  ownMb: 200,
} as const;

export async function benchHttp(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['catalog', 'rows', 'seconds']);
  const seconds = readCount(flags.seconds, SECONDS);
  const catalog = await findCatalog(flags.catalog, readCount(flags.rows, ROWS));
  const { foods, anyFood, scanned } = sampleFoods(catalog);
  console.log(`${LARDER.at(-1)} on ${foods.toLocaleString('en-US')} foods\n`);
  const rows = [['', 'larder /s', 'bare Elysia /s', 'share', 'to reach', 'CPU a request']];
  const sets = (
    [
      ['one food', anyFood.slice(0, 1), TARGETS.same],
      ['as scanned', scanned, TARGETS.scanned],
      ['any food', anyFood, TARGETS.any],
    ] as const
  ).filter(([, foods]) => foods.length > 0);
  for (const { name, paths, least } of [
    ...sets.map(([kind, foods, least]) => ({
      name: `/food/{id}, ${kind}`,
      paths: foods.map(({ food }) => food),
      least,
    })),
    ...sets.map(([kind, foods, least]) => ({
      name: `/barcode/{code}, ${kind}`,
      paths: foods.map(({ barcode }) => barcode),
      least,
    })),
    { name: '/foods/popular?limit=100', paths: ['/foods/popular?limit=100'], least: TARGETS.list },
  ]) {
    const { own, bare, share } = await compare(catalog, paths, seconds);
    const cpu = `${own.cpuUs.toFixed(0)} against ${bare.cpuUs.toFixed(0)} µs`;
    rows.push([
      name,
      figure(own.perSecond),
      figure(bare.perSecond),
      percent(share),
      `at least ${percent(least)}`,
      cpu,
    ]);
  }
  console.log(`${renderTable(rows, ['left', 'right', 'right', 'right', 'left', 'left'], TABLE_WIDTH)}\n`);
  const page = await comparePages(catalog, anyFood, seconds);
  console.log(`a page about a food: ${percent(page)} of /food/{id} (at least ${percent(TARGETS.page)})\n`);
  const gate = await compareGate(
    catalog,
    anyFood.map(({ food }) => food),
    seconds,
  );
  console.log(`${renderGate(gate)}\n`);
  const started = [['listening after', 'median', 'to reach']];
  for (const [name, flags] of [
    ['starter', []],
    [`${figure(foods)} foods`, ['--catalog', catalog]],
  ] as const) {
    const took = await timeStarts(flags);
    started.push([name, `${took.toFixed(0)} ms`, `within ${TARGETS.listeningMs} ms`]);
  }
  console.log(`${renderTable(started, ['left', 'right', 'left'])}\n`);
  const own = await watchMemory(
    catalog,
    anyFood.map(({ food }) => food),
  );
  const memory = own.map(([sent, mb]) => [figure(sent), `${mb.toFixed(0)} MB`]);
  console.log(renderTable([['requests', 'own memory'], ...memory], ['right', 'right']));
  console.log(`to reach: under ${TARGETS.ownMb} MB, and flat`);
}

interface Comparison {
  own: Pace;
  bare: Pace;
  /** Of the requests per second. */
  share: number;
}

/** Both in turns, so that a busy moment affects both; medians of the paces and of their ratios. */
async function compare(catalog: string, paths: readonly string[], seconds: number): Promise<Comparison> {
  const own = await start(['--catalog', catalog]);
  const bare = await startBare(await fetch(own.origin + (paths[0] as string)));
  try {
    const paces = await takeTurns({
      own: () => measurePace(own, paths, seconds),
      bare: () => measurePace(bare, paths, seconds),
    });
    return {
      own: medianPace(paces.own),
      bare: medianPace(paces.bare),
      share: medianShare(paces.own, paces.bare),
    };
  } finally {
    await own.stop();
    await bare.stop();
  }
}

/** What a page costs compared with the same food as JSON: the ratio of requests per second, in turns. */
async function comparePages(catalog: string, targets: readonly Sampled[], seconds: number): Promise<number> {
  const own = await start(['--catalog', catalog]);
  try {
    const measure = (paths: string[]) => () => measurePace(own, paths, seconds);
    const { food, page } = await takeTurns({
      food: measure(targets.map((target) => target.food)),
      page: measure(targets.map((target) => target.page)),
    });
    return medianShare(page, food);
  } finally {
    await own.stop();
  }
}

/** The pace of each turn. */
interface GatePaces {
  /** Without limits and without a key. */
  open: Pace[];
  /** Without limits, each request with a key. */
  keyed: Pace[];
  /** With keys of the Scale plan, and their limits. */
  limited: Pace[];
}

/** What keys and limits cost, in turns like the rest. */
async function compareGate(catalog: string, paths: string[], seconds: number): Promise<GatePaces> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-gate-'));
  const accounts = join(directory, 'accounts.db');
  const keys = await makeScaleKeys(accounts);
  const flags = ['--catalog', catalog, '--accounts', accounts];
  const free = await start(flags);
  const guarded = await start(flags, { limits: 'spec' });
  try {
    return await takeTurns({
      open: () => measurePace(free, paths, seconds),
      keyed: () => measurePace(free, paths, seconds, keys),
      limited: () => measurePace(guarded, paths, seconds, keys),
    });
  } finally {
    await free.stop();
    await guarded.stop();
    rmSync(directory, { recursive: true });
  }
}

function renderGate({ open, keyed, limited }: GatePaces): string {
  const row = (name: string, paces: Pace[], toReach: string) => [
    name,
    figure(medianPace(paces).perSecond),
    percent(medianShare(paces, keyed)),
    toReach,
    `${medianPace(paces).cpuUs.toFixed(0)} µs`,
  ];
  return renderTable(
    [
      ['/food/{id}', 'larder /s', 'share', 'to reach', 'CPU a request'],
      row('no key, no limits', open, ''),
      row('Scale keys, no limits', keyed, ''),
      row('Scale keys and limits', limited, `at least ${percent(TARGETS.gate)}`),
    ],
    ['left', 'right', 'right', 'left', 'left'],
    TABLE_WIDTH,
  );
}

async function measurePace(
  { origin, pid }: Serving,
  paths: readonly string[],
  seconds: number,
  keys: readonly string[] = [],
): Promise<Pace> {
  const beforeUs = cpuUsOf(pid);
  const perSecond = await measureLoad(origin, paths, seconds, keys);
  return { perSecond, cpuUs: (cpuUsOf(pid) - beforeUs) / (perSecond * seconds) };
}

async function timeStarts(flags: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const server = await start([...flags]);
    times.push(server.listeningMs);
    await server.stop();
  }
  return median(times);
}

/** Memory of the server's own after every batch of requests; mapped pages of the catalogue do not count. */
async function watchMemory(catalog: string, paths: string[]): Promise<[sent: number, mb: number][]> {
  const server = await start(['--catalog', catalog]);
  const seen: [number, number][] = [[0, ownMb(server.pid)]];
  for (let step = 1; step <= MEMORY_STEPS; step++) {
    await sendMany(server.origin, paths, MEMORY_REQUESTS / MEMORY_STEPS);
    seen.push([(step * MEMORY_REQUESTS) / MEMORY_STEPS, ownMb(server.pid)]);
  }
  await server.stop();
  return seen;
}

function figure(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
