import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import schema from '../../src/catalog/schema.sql' with { type: 'text' };
import { renderTable } from '../../src/cli/table.ts';
import { type Database, openDisposable, openReadOnly } from '../../src/sqlite/driver.ts';
import { openIndexWriter } from '../../test/catalog/search/index-writer.ts';
import { percentile } from '../eval/evaluate.ts';
import { readQueries } from '../eval/queries.ts';
import { drawGrowth } from './compare/plots.ts';
import { readCount, readFlags } from './flags.ts';
import { benchBeside } from './search-beside.ts';
import { generateFoods } from './search-foods.ts';
import { type BenchQuery, makeQueries, makeWorstQueries } from './search-queries.ts';
import { openLarder, openPlainFts5, type Rival } from './search-rivals.ts';

/**
 * `npm run bench -- search [--catalog FILE --queries FILE] [--sizes 250000,…] [--plot FILE]`: compares with FTS5 and bm25 on
 * the same rows in the same process, by class of query; then measures how the time of a query grows with the catalogue, and
 * what the worst queries take. Other engines: `npm run bench -- compare`.
 *
 * `npm run bench -- search --beside EXECUTABLE --catalog FILE [--beside-catalog FILE] [--queries FILE]`: only what a search takes
 * beside another executable of larder, with its own file if that has another schema.
 */
const SIZES = '250000,500000,1000000,2000000,4000000';
const PLOT = join(import.meta.dir, '..', '..', '.cache', 'search-growth.svg');
const QUERIES_OF_A_CLASS = 100;
const SAMPLED_NAMES = 20_000;
const COMMON_WORDS = 60;
const ROUNDS = 3;
const CACHE_KIB = 65_536;
const TARGETS = { timesFts5: 1.5, commonWords: 20, growth: 2, worstMs: 100 } as const;

export async function benchSearch(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['catalog', 'queries', 'sizes', 'plot', 'beside', 'beside-catalog']);
  const scratch = mkdtempSync(join(tmpdir(), 'larder-bench-'));
  try {
    const sizes = (flags.sizes ?? SIZES).split(',').map((size) => readCount(size, 0));
    const compared = flags.catalog ?? writeCatalog(join(scratch, 'compared.db'), sizes[0]!);
    const queries = flags.queries === undefined ? null : readQueries(flags.queries);
    if (flags.beside !== undefined) {
      const besideCatalog = flags['beside-catalog'] ?? compared;
      await benchBeside(
        { executable: flags.beside, catalog: compared, besideCatalog },
        queries ?? drawQueries(compared),
      );
      return;
    }
    compare(compared, queries);
    const points = sizes.map((foods) => measureSize(join(scratch, `${foods}.db`), foods));
    reportGrowth(points, flags.plot ?? PLOT);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

export function writeCatalog(file: string, count: number): string {
  const db = openDisposable(file, CACHE_KIB);
  db.exec(schema);
  db.exec('BEGIN');
  const index = openIndexWriter(db);
  for (const food of generateFoods(count, 1)) index.add(food);
  index.finish();
  const insert = db.prepare(
    `INSERT INTO foods (rank, id, name, brand, image, source, confidence, findings) VALUES (?, ?, ?, ?, 'x', ?, 0.9, 0)`,
  );
  for (const { rank, name, brand, source } of generateFoods(count, 1)) {
    insert.run(rank, rank, name, brand, source);
  }
  db.exec('CREATE UNIQUE INDEX foods_by_id ON foods (id)');
  db.exec('COMMIT');
  db.close();
  return file;
}

function compare(file: string, given: BenchQuery[] | null): void {
  const db = openReadOnly(file);
  const queries = given ?? drawQueries(file);
  const own = openLarder(db);
  const rivals = [own, openPlainFts5(db)];
  const times = new Map<string, number[][]>();
  for (const rival of rivals) times.set(rival.name, timeByClass(rival, queries));
  reportComparison(rivals, times, queries);
  reportCommonWords(db, own, rivals[1]!);
  db.close();
}

/** Queries made of the names of a catalogue. */
function drawQueries(file: string): BenchQuery[] {
  const db = openReadOnly(file);
  const queries = makeQueries(sampleNames(db), QUERIES_OF_A_CLASS, 2);
  db.close();
  return queries;
}

/** Times of each class, in the order of `classesOf`, and of all queries last. */
function timeByClass(rival: Rival, queries: readonly BenchQuery[]): number[][] {
  const classes = classesOf(queries);
  const times: number[][] = classes.map(() => []);
  for (const [at, tookMs] of bestTimes(rival, queries).entries()) {
    times[classes.indexOf(queries[at]!.class)]!.push(tookMs);
    times.at(-1)!.push(tookMs);
  }
  for (const list of times) list.sort((left, right) => left - right);
  return times;
}

function classesOf(queries: readonly BenchQuery[]): string[] {
  return [...new Set(queries.map((query) => query.class)), 'all'];
}

/** The best of a few times of each query. All are asked before any is asked again: larder knows its last answer. */
function bestTimes({ search }: Rival, queries: readonly Pick<BenchQuery, 'q'>[]): number[] {
  const bestMs = queries.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, { q }] of queries.entries()) {
      const startedMs = performance.now();
      search(q);
      bestMs[at] = Math.min(bestMs[at]!, performance.now() - startedMs);
    }
  }
  return bestMs;
}

function reportComparison(
  rivals: Rival[],
  times: Map<string, number[][]>,
  queries: readonly BenchQuery[],
): void {
  const rows = [['p50 / p95 / p99 ms', ...rivals.map(({ name }) => name)]];
  for (const [i, name] of classesOf(queries).entries()) {
    rows.push([name, ...rivals.map((rival) => percentiles(times.get(rival.name)![i]!))]);
  }
  rows.push([
    'searches a second',
    ...rivals.map(({ name }) => searchesPerSecond(times.get(name)!.at(-1)!).toLocaleString('en-US')),
  ]);
  console.log(`${renderTable(rows, ['left', ...rivals.map(() => 'right' as const)])}\n`);
  const p95 = rivals.map(({ name }) => percentile(times.get(name)!.at(-1)!, 95));
  console.log(`p95 is ${(p95[0]! / p95[1]!).toFixed(2)} times that of FTS5 (at most ${TARGETS.timesFts5})`);
}

/** In one thread, without a cache of answers. */
function searchesPerSecond(timesMs: readonly number[]): number {
  const totalMs = timesMs.reduce((sum, ms) => sum + ms, 0);
  return Math.round((1000 * timesMs.length) / totalMs);
}

function percentiles(sorted: readonly number[]): string {
  return [50, 95, 99].map((percent) => percentile(sorted, percent).toFixed(2)).join(' / ');
}

/** The words that most foods have: what a person types first, and what bm25 is slowest at. */
function reportCommonWords(db: Database, own: Rival, plain: Rival): void {
  const common = commonWords(db).map((q) => ({ q }));
  const [ownMs, plainMs] = [own, plain].map((rival) =>
    bestTimes(rival, common).reduce((sum, ms) => sum + ms, 0),
  ) as [number, number];
  const each = (ms: number) => (ms / common.length).toFixed(2);
  console.log(
    `common single words: ORDER BY rank ${each(plainMs)} ms, larder ${each(ownMs)} ms in all: ` +
      `${(plainMs / ownMs).toFixed(0)} times faster (at least ${TARGETS.commonWords})\n`,
  );
}

function commonWords(db: Database): string[] {
  return db
    .prepare('SELECT term FROM terms WHERE length(term) > 2 ORDER BY term_id LIMIT ?')
    .pluck()
    .all(COMMON_WORDS) as string[];
}

/** Names at regular intervals, so that good and bad foods are equally likely. */
export function sampleNames(db: Database): string[] {
  const foods = db.prepare('SELECT max(rank) FROM foods').pluck().get() as number;
  const step = Math.max(1, Math.floor(foods / SAMPLED_NAMES));
  return db.prepare('SELECT name FROM foods WHERE rank % ? = 0').pluck().all(step) as string[];
}

interface SizeResult {
  foods: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  perSecond: number;
  worstMs: number;
  worstQuery: string;
}

function measureSize(file: string, foods: number): SizeResult {
  writeCatalog(file, foods);
  const db = openReadOnly(file);
  const larder = openLarder(db);
  const queries = makeQueries(sampleNames(db), QUERIES_OF_A_CLASS, 3);
  const times = bestTimes(larder, queries).sort((left, right) => left - right);
  const worstQueries = makeWorstQueries(commonWords(db), 4);
  const worst = bestTimes(larder, worstQueries)
    .map((tookMs, at) => ({ q: worstQueries[at]!.q, tookMs }))
    .reduce((left, right) => (right.tookMs > left.tookMs ? right : left));
  db.close();
  rmSync(file);
  const [p50Ms, p95Ms, p99Ms] = [50, 95, 99].map((percent) => percentile(times, percent)) as [
    number,
    number,
    number,
  ];
  const perSecond = searchesPerSecond(times);
  return { foods, p50Ms, p95Ms, p99Ms, perSecond, worstMs: worst.tookMs, worstQuery: worst.q };
}

function reportGrowth(points: readonly SizeResult[], plot: string): void {
  const rows = [['foods', 'p50 ms', 'p95 ms', 'p99 ms', 'worst ms', 'a second']];
  for (const { foods, p50Ms, p95Ms, p99Ms, worstMs, perSecond } of points) {
    const times = [p50Ms, p95Ms, p99Ms, worstMs].map((ms) => ms.toFixed(2));
    rows.push([foods.toLocaleString('en-US'), ...times, perSecond.toLocaleString('en-US')]);
  }
  console.log(
    renderTable(
      rows,
      rows[0]!.map(() => 'right' as const),
    ),
  );
  const growth = points.at(-1)!.p95Ms / points[0]!.p95Ms;
  const worst = points.reduce((left, right) => (right.worstMs > left.worstMs ? right : left));
  console.log(`\np95 grows ${growth.toFixed(2)} times (at most ${TARGETS.growth})`);
  console.log(
    `the worst query takes ${worst.worstMs.toFixed(1)} ms (at most ${TARGETS.worstMs}): ${worst.worstQuery.slice(0, 60)}`,
  );
  mkdirSync(join(plot, '..'), { recursive: true });
  writeFileSync(plot, drawGrowth(points.map((point) => ({ name: 'larder', ...point }))));
  console.log(`plot: ${plot}`);
}
