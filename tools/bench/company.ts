import { openCatalog } from '../../src/catalog/open.ts';
import { renderTable } from '../../src/cli/table.ts';
import { ownMb } from '../../test/process-memory.ts';
import { findCatalog } from './catalog.ts';
import { readCount, readFlags } from './flags.ts';
import { type Load, measureLatency, measureLoad } from './load.ts';
import { cpuUsOf, LARDER, type Running, type Serving, start, startBare } from './running-server.ts';
import { sampleFoods } from './sampled-foods.ts';
import { makeQueries } from './search-queries.ts';
import { median } from './turns.ts';

/**
 * `npm run bench -- company [--rows N] [--seconds N] [--catalog FILE]`: lookups in the company of searches. Two servers
 * take turns, one with the default threads and one with `--threads 0`: how lookups do beside 32 connections that search
 * without pause, how many searches each does in a second, and how long a search takes when nobody else asks. What the
 * machine itself allows is measured in the same turns: a bare Elysia route with nothing beside it, and two servers with
 * `--threads 0` that are searched at once.
 */
const ROWS = 1_000_000;
const SECONDS = 3;
/** Odd, so that there is a median. */
const TURNS = 5;
/** Not counted: each thread compiles its own code, which takes about half a minute of searches. */
const WARM_UP_TURNS = 5;
/** Connections that look foods up, one after the other. */
const READERS = 2;
/** The searches start earlier than the lookups, and end later: a load generator takes its time to start. */
const MARGIN_SECONDS = 1;
/** Enough that no cache helps, and few enough that the load generator starts soon. */
const LOOKUPS = 10_000;
/** Far more than the response cache can hold. */
const QUERIES_OF_A_KIND = 4000;
const SAMPLED_NAMES = 50_000;
/** Searches that are made one at a time, at each of the two in turn; none of them is made twice. */
const ALONE_PER_TURN = 300;
const TABLE_WIDTH = 110;

/** Own memory is measured with this many threads, whatever the number of cores. */
const MEMORY_THREADS = 4;
const MEMORY_SECONDS = 20;
/** It depends on when garbage was last collected. Odd, so that there is a median. */
const MEMORY_STARTS = 3;

const TARGETS = { p99Ms: 5, lookups: 5000, ratio: 1.7, aloneMs: 0.15, ownMb: 200 } as const;

export async function benchCompany(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['catalog', 'rows', 'seconds']);
  const seconds = readCount(flags.seconds, SECONDS);
  const catalog = await findCatalog(flags.catalog, readCount(flags.rows, ROWS));
  const { foods, anyFood } = sampleFoods(catalog);
  const searches = sampleSearches(catalog);
  console.log(`${LARDER.at(-1)} on ${foods.toLocaleString('en-US')} foods\n`);
  const threaded = await start(['--catalog', catalog]);
  const single = await start(['--catalog', catalog, '--threads', '0']);
  const second = await start(['--catalog', catalog, '--threads', '0']);
  const lookups = anyFood.slice(0, LOOKUPS).map(({ food }) => food);
  const bare = await startBare(await fetch(single.origin + lookups[0]!));
  try {
    const targets = { searches, lookups, seconds };
    const machine: Allowed[] = [];
    const rounds: Record<'threaded' | 'single', Round[]> = { threaded: [], single: [] };
    const alone: Alone[] = [];
    for (let turn = -WARM_UP_TURNS; turn < TURNS; turn++) {
      const [own, other] = [await measureRound(threaded, targets), await measureRound(single, targets)];
      const allowed = await measureMachine(bare, [single, second], targets);
      const pair = await measureAlone(threaded, single, searches, turn + WARM_UP_TURNS);
      if (turn < 0) continue;
      machine.push(allowed);
      rounds.threaded.push(own);
      rounds.single.push(other);
      alone.push(...pair);
    }
    console.log(renderRounds(rounds.threaded, rounds.single, machine));
    console.log(
      'the machine: a bare Elysia route with nothing beside it; two servers with --threads 0 at once',
    );
    console.log(`\n${renderAlone(alone)}`);
    console.log(
      `own memory: ${ownMb(threaded.pid).toFixed(0)} MB with threads, ${ownMb(single.pid).toFixed(0)} MB without`,
    );
  } finally {
    for (const server of [threaded, single, second, bare]) await server.stop();
  }
  console.log(await measureMemory(catalog, searches));
}

async function measureMemory(catalog: string, searches: readonly string[]): Promise<string> {
  const measured: number[] = [];
  for (let turn = 0; turn < MEMORY_STARTS; turn++) {
    const server = await start(['--catalog', catalog, '--threads', String(MEMORY_THREADS)]);
    await measureLoad(server.origin, searches, MEMORY_SECONDS).finally(async () => {
      measured.push(ownMb(server.pid));
      await server.stop();
    });
  }
  const list = measured.map((megabytes) => megabytes.toFixed(0)).join(', ');
  return `own memory with ${MEMORY_THREADS} threads after ${MEMORY_SECONDS} s of searches, MB: ${list}; median ${median(measured).toFixed(0)} (at most ${TARGETS.ownMb})`;
}

interface Targets {
  searches: readonly string[];
  lookups: readonly string[];
  seconds: number;
}

interface Round {
  /** Lookups beside searches. */
  lookups: Load;
  /** Searches a second without any lookups. */
  searches: number;
  searchCpuUs: number;
}

async function measureRound(server: Running, { searches, lookups, seconds }: Targets): Promise<Round> {
  const searching = measureLoad(server.origin, searches, seconds + 2 * MARGIN_SECONDS);
  await Bun.sleep(MARGIN_SECONDS * 1000);
  const beside = await measureLatency(server.origin, lookups, seconds, READERS);
  await searching;
  const beforeUs = cpuUsOf(server.pid);
  const perSecond = await measureLoad(server.origin, searches, seconds);
  const searchCpuUs = (cpuUsOf(server.pid) - beforeUs) / (perSecond * seconds);
  return { lookups: beside, searches: perSecond, searchCpuUs };
}

/** What the machine allows. */
interface Allowed {
  /** Of a bare route, with nothing beside. */
  lookups: Load;
  /** Searches a second of two servers at once. */
  searches: number;
}

async function measureMachine(
  bare: Pick<Serving, 'origin'>,
  servers: readonly Serving[],
  { searches, lookups, seconds }: Targets,
): Promise<Allowed> {
  const alone = await measureLatency(bare.origin, lookups, seconds, READERS);
  const rates = await Promise.all(servers.map(({ origin }) => measureLoad(origin, searches, seconds)));
  return { lookups: alone, searches: rates.reduce((sum, rate) => sum + rate, 0) };
}

interface Alone {
  threadedMs: number;
  singleMs: number;
}

/** The same search at both, one directly after the other, and each of them first every other time. */
async function measureAlone(
  threaded: Running,
  single: Running,
  searches: readonly string[],
  turn: number,
): Promise<Alone[]> {
  const pairs: Alone[] = [];
  for (let i = 0; i < ALONE_PER_TURN; i++) {
    // A parameter that the response cache takes for another request.
    const target = `${searches[(turn * ALONE_PER_TURN + i) % searches.length]}&limit=11`;
    const pair = { threadedMs: 0, singleMs: 0 };
    const measures = [
      async () => (pair.threadedMs = await timeOne(threaded.origin + target)),
      async () => (pair.singleMs = await timeOne(single.origin + target)),
    ];
    if (i % 2 === 1) measures.reverse();
    for (const measure of measures) await measure();
    pairs.push(pair);
  }
  return pairs;
}

async function timeOne(url: string): Promise<number> {
  const startMs = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - startMs;
}

export function sampleSearches(file: string): string[] {
  const catalog = openCatalog(file);
  const names = catalog.db
    .prepare('SELECT name FROM foods ORDER BY random() LIMIT ?')
    .pluck()
    .all(SAMPLED_NAMES) as string[];
  catalog.close();
  const queries = makeQueries(names, QUERIES_OF_A_KIND, 1)
    .map(({ q }) => q)
    .filter((q) => q.length >= 2 && q.length <= 200);
  // The cache would keep those that come up often: one in six, and none of them would be searched for.
  return [...new Set(queries)].map((q) => `/search?q=${encodeURIComponent(q)}`);
}

function renderRounds(
  threaded: readonly Round[],
  single: readonly Round[],
  machine: readonly Allowed[],
): string {
  const row = (name: string, read: (round: Allowed) => number, toReach: string, digits: number) => [
    name,
    ...[threaded, single, machine].map((rounds) => median(rounds.map(read)).toFixed(digits)),
    toReach,
  ];
  const timesSingle = (rounds: readonly Allowed[]) =>
    median(rounds.map(({ searches }, turn) => searches / single[turn]!.searches)).toFixed(2);
  const cpuOf = (rounds: readonly Round[]) => median(rounds.map(({ searchCpuUs }) => searchCpuUs)).toFixed(0);
  const { p99Ms, lookups, ratio } = TARGETS;
  return renderTable(
    [
      ['', 'default threads', '--threads 0', 'the machine', 'to reach'],
      row('/food/{id} beside searches, p50 ms', ({ lookups: { p50Ms } }) => p50Ms, '', 2),
      row('/food/{id} beside searches, p99 ms', (round) => round.lookups.p99Ms, `at most ${p99Ms}`, 2),
      row(
        '/food/{id} beside searches, a second',
        (round) => round.lookups.perSecond,
        `at least ${lookups}`,
        0,
      ),
      row('searches a second', ({ searches }) => searches, '', 0),
      ['the same, ratio', timesSingle(threaded), '1', timesSingle(machine), `at least ${ratio} on two cores`],
      ['CPU a search, µs', cpuOf(threaded), cpuOf(single), '', ''],
    ],
    ['left', 'right', 'right', 'right', 'left'],
    TABLE_WIDTH,
  );
}

function renderAlone(pairs: readonly Alone[]): string {
  const difference = median(pairs.map(({ threadedMs, singleMs }) => threadedMs - singleMs));
  const [own, other] = [
    median(pairs.map(({ threadedMs }) => threadedMs)),
    median(pairs.map(({ singleMs }) => singleMs)),
  ];
  return `a search alone: ${own.toFixed(2)} ms against ${other.toFixed(2)} ms, median of the differences ${difference.toFixed(3)} ms (at most ${TARGETS.aloneMs})`;
}
