import { profile } from 'bun:jsc';
import { join } from 'node:path';
import { openCatalog } from '../../src/catalog/open.ts';
import { renderTable } from '../../src/cli/table.ts';
import { cpuUsOf, LARDER, type Running, start } from './running-server.ts';
import type { BenchQuery } from './search-queries.ts';

/**
 * Searches of this version beside those of another executable, over the same foods: both serve, and each is asked the same
 * queries in turns, a class at a time. What counts is the processor time of either, since the machine is never quiet.
 */
const ROUNDS = 3;
/** Enough that the hundredths of a second in which processor time is counted do not matter. */
const AT_ONCE = 50;
const ANSWERS = 10;
const SAMPLE_US = 50;
const SOURCES = join(import.meta.dir, '..', '..', 'src');

export interface Beside {
  executable: string;
  catalog: string;
  /** The catalogue of the other one, which may be of another schema. */
  besideCatalog: string;
}

export async function benchBeside(
  { executable, catalog, besideCatalog }: Beside,
  queries: readonly BenchQuery[],
): Promise<void> {
  const distinct = [...new Map(queries.map((query) => [query.q, query])).values()];
  reportSteps(catalog, distinct);
  // Searched in the thread that answers, so that nothing else is measured.
  const own = await start(['--catalog', catalog, '--threads', '0']);
  const other = await start(['--catalog', besideCatalog, '--threads', '0'], { command: [executable] });
  try {
    // Not counted: the engine compiles what runs often.
    await askAll([own, other], distinct, ANSWERS);
    const spent = new Map<string, [own: number, other: number]>();
    for (let round = 1; round <= ROUNDS; round++) {
      // With another limit, a query is none that the cache of answers knows.
      for (const [name, us] of await askAll([own, other], distinct, ANSWERS + round)) {
        const sum = spent.get(name) ?? [0, 0];
        spent.set(name, [sum[0] + us[0], sum[1] + us[1]]);
      }
    }
    report(spent, distinct.length * ROUNDS, executable);
  } finally {
    await Promise.all([own.stop(), other.stop()]);
  }
}

type Spent = Map<string, [own: number, other: number]>;

/** The processor time of both, in microseconds, for each class of queries. */
async function askAll(
  [own, other]: readonly [Running, Running],
  queries: readonly BenchQuery[],
  limit: number,
): Promise<Spent> {
  const spent: Spent = new Map();
  for (const [name, ofClass] of Map.groupBy(queries, (query) => query.class)) {
    const sum: [number, number] = [0, 0];
    for (let from = 0; from < ofClass.length; from += AT_ONCE) {
      const some = ofClass.slice(from, from + AT_ONCE);
      sum[0] += await cpuOfAsking(own, some, limit);
      sum[1] += await cpuOfAsking(other, some, limit);
    }
    spent.set(name, sum);
  }
  return spent;
}

async function cpuOfAsking(
  { origin, pid }: Running,
  queries: readonly BenchQuery[],
  limit: number,
): Promise<number> {
  const before = cpuUsOf(pid);
  for (const { q } of queries) {
    const response = await fetch(`${origin}/search?${new URLSearchParams({ q, limit: String(limit) })}`);
    if (!response.ok) throw new Error(`${response.status} for ${q}`);
    await response.arrayBuffer();
  }
  return cpuUsOf(pid) - before;
}

function report(spent: Spent, searches: number, executable: string): void {
  const rows = [...spent].map(([name, [own, other]]) => [name, (own / other).toFixed(2)]);
  const [own, other] = [...spent.values()].reduce((sum, [a, b]) => [sum[0] + a, sum[1] + b], [0, 0]);
  const each = (us: number) => `${(us / searches / 1000).toFixed(2)} ms`;
  console.log(
    renderTable([['class', 'ratio'], ...rows, ['all', (own / other).toFixed(2)]], ['left', 'right']),
  );
  console.log(
    `\nprocessor time of a search over HTTP: ${each(own)}, ${LARDER.at(-1)}; ${each(other)}, ${executable}`,
  );
}

/** What a search takes: statements, and files of this project that are seen on the stack. */
function reportSteps(file: string, queries: readonly BenchQuery[]): void {
  const catalog = openCatalog(file);
  const searchAll = () => {
    for (const { q } of queries) void catalog.searchRead({ q, limit: ANSWERS, source: null }).foods;
  };
  // Prepares all statements, and compiles.
  searchAll();
  let statements = 0;
  const proto = Object.getPrototypeOf(catalog.db.prepare('SELECT 1'));
  const { all, get } = proto;
  const counting = (run: typeof all) =>
    function (this: unknown, ...values: unknown[]) {
      statements++;
      return run.apply(this, values);
    };
  Object.assign(proto, { all: counting(all), get: counting(get) });
  const { stackTraces } = profile(searchAll, SAMPLE_US);
  Object.assign(proto, { all, get });
  catalog.close();
  const { traces } = stackTraces as unknown as { traces: { frames: { sourceURL?: string }[] }[] };
  const files = new Set(traces.flatMap(({ frames }) => frames.map(({ sourceURL }) => sourceURL ?? '')));
  const own = [...files].filter((url) => url.startsWith(SOURCES));
  console.log(
    `${queries.length} queries: ${(statements / queries.length).toFixed(1)} statements a search, ${own.length} source files in all\n`,
  );
}
