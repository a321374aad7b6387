import { mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../../src/version.ts';
import { findPlace, type Outcome, summarize } from '../../eval/evaluate.ts';
import { loadByFetch } from '../load.ts';
import { LARDER, start } from '../running-server.ts';
import { ask } from './client.ts';
import type { Place } from './engine.ts';
import { ENGINES } from './engines.ts';
import type { Material } from './material.ts';
import { memoryMb, onOneCore } from './processes.ts';
import type { EngineResult } from './results.ts';

/** Measures one engine: fills it, asks it every query, then has many connections search and look up at once. */

/** How long each part may take. */
export interface Spans {
  seconds: number;
  askingSeconds: number;
}

const SEARCHERS = 8;
const READERS = 2;

/** An engine that is filled, with what the comparison has to know of it. */
interface Contestant {
  name: string;
  version: string;
  manner: string;
  buildSeconds: number | null;
  bytes: number | null;
  origin: string;
  pids(): number[];
  /** Starts what it needs to use all cores, and gives the addresses of all. */
  spread(): Promise<string[]>;
}

export async function measureLarder(
  catalog: string,
  buildSeconds: number,
  material: Material,
  spans: Spans,
): Promise<EngineResult> {
  const server = await start(['--catalog', catalog]);
  const contestant: Contestant = {
    name: 'larder',
    version: VERSION,
    manner: LARDER.length === 1 ? '`larder serve`, as it is' : '`larder serve`, as it is, from source',
    buildSeconds,
    bytes: statSync(catalog).size,
    origin: server.origin,
    pids: () => [server.pid],
    spread: async () => [server.origin],
  };
  return measure(contestant, material, spans).finally(server.stop);
}

/** An engine that is installed, and where it finds its foods and keeps what it builds. */
export interface Entry {
  key: string;
  version: string;
  catalog: string;
  scratch: string;
}

export async function measureEngine(
  { key, version, catalog, scratch }: Entry,
  material: Material,
  spans: Spans,
): Promise<EngineResult> {
  const engine = ENGINES[key]!;
  const folder = join(scratch, key);
  mkdirSync(folder);
  const service = await engine.startService?.(folder);
  const fronts: Front[] = [];
  const stop = async () => {
    for (const front of fronts) front.child.kill();
    await Promise.all(fronts.map(({ child }) => child.exited));
    await service?.stop();
  };
  try {
    const place: Place = { folder, url: service?.url ?? null };
    const filled = engine.fill === undefined ? null : await startFront('fill', key, place, catalog);
    const startOne = async () => {
      const front = await startFront('serve', key, place, catalog);
      fronts.push(front);
      return front;
    };
    const first = await startOne();
    return await measure(
      {
        name: engine.name,
        version,
        manner: engine.manner,
        buildSeconds: engine.isYardstick === true ? null : (filled ?? first).seconds,
        bytes: await engine.countBytes(place),
        origin: first.origin,
        pids: () => [...fronts.map(({ child }) => child.pid), ...(service?.pids() ?? [])],
        async spread() {
          while (fronts.length < availableParallelism()) await startOne();
          return fronts.map(({ origin }) => origin);
        },
      },
      material,
      spans,
    );
  } finally {
    await stop();
  }
}

interface Front {
  child: Bun.Subprocess;
  seconds: number;
  origin: string;
}

/** Waits for the one line that a front prints. */
async function startFront(
  mode: 'fill' | 'serve',
  key: string,
  place: Place,
  catalog: string,
): Promise<Front> {
  const script = join(import.meta.dir, 'front.ts');
  const child = Bun.spawn([process.execPath, script, mode, key, JSON.stringify(place), catalog], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  if (value === undefined) throw new Error(`${key}: the process that should ${mode} it has ended`);
  return { child, ...JSON.parse(new TextDecoder().decode(value)) };
}

async function measure(
  contestant: Contestant,
  { queries, classes, nextSearch, nextLookup }: Material,
  { seconds, askingSeconds }: Spans,
): Promise<EngineResult> {
  const { origin, pids, spread, ...known } = contestant;
  const search = (origins: readonly string[]) => loadByFetch(origins, nextSearch, SEARCHERS, seconds);
  // Not counted: the engines of JavaScript compile what is used often.
  await search([origin]);
  const outcomes = await askAll(origin, queries, askingSeconds);
  const placeOf = ({ query }: Outcome) => classes.indexOf(query.class);
  const oneCore = await onOneCore(pids(), () => search([origin]));
  const memory = memoryMb(pids());
  const origins = await spread();
  const all = await search(origins);
  const alone = await loadByFetch(origins, nextLookup, READERS, seconds);
  const [, beside] = await Promise.all([search(origins), loadByFetch(origins, nextLookup, READERS, seconds)]);
  const summary = summarize(outcomes.toSorted((left, right) => placeOf(left) - placeOf(right)));
  const { p50Ms, p95Ms, p99Ms } = summary.at(-1)!;
  return {
    ...known,
    ...{ memoryMb: memory, asked: outcomes.length, p50Ms, p95Ms, p99Ms },
    ...{ perSecondOneCore: oneCore?.perSecond ?? null, perSecond: all.perSecond },
    right: summary.map((result) => ({ class: result.class, first: result.at1, firstTen: result.at10 })),
    lookups: { alone, beside },
  };
}

/** One after the other, until all are asked or the time is over. */
async function askAll(origin: string, queries: Material['queries'], seconds: number): Promise<Outcome[]> {
  const endMs = performance.now() + seconds * 1000;
  const outcomes: Outcome[] = [];
  for (const query of queries) {
    if (performance.now() > endMs) break;
    const { names, tookMs } = await ask(origin, query.q);
    outcomes.push({ query, place: findPlace(query, names), tookMs });
  }
  return outcomes;
}
