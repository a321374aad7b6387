import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '../../../src/plain-error.ts';
import { readCount, readFlags } from '../flags.ts';
import { LARDER } from '../running-server.ts';
import { measureEngine, measureLarder, type Spans } from './contest.ts';
import { ENGINES } from './engines.ts';
import { measureGrowth } from './growth.ts';
import { findDump, type Material, REAL_NAMES, REAL_QUERIES, readMaterial } from './material.ts';
import { renderComparison } from './report.ts';
import type { EngineResult, Machine, Missing, Results } from './results.ts';
import { writeResults } from './write.ts';

/**
 * `npm run bench -- compare [--foods N] [--engines LIST] [--names FILE --queries FILE] [--sizes LIST] [--seconds N] [--out DIR]`:
 * larder beside what people would use instead, over the same names, with the same queries and the same client. With all
 * engines and all names it writes `docs/performance.json`, and from it the page, its plots and the figures of the README;
 * a shorter run writes them to `.cache/compare` unless `--out` names a checkout.
 */
const ROOT = join(import.meta.dir, '..', '..', '..');
const SHORT_OUT = join(ROOT, '.cache', 'compare');
const SECONDS = 6;
/** An engine that needs longer for all queries is judged by those that it was asked: they come in no order. */
const ASKING_SECONDS = 90;
const SIZES = '100000,250000,1000000,4000000';

export interface Options {
  /** Without the names of files, which are nobody else's. */
  command: string;
  names: string;
  queries: string;
  /** Null for all real names. */
  foods: number | null;
  engines: readonly string[];
  sizes: readonly number[];
  spans: Spans;
}

export async function benchCompare(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['foods', 'engines', 'names', 'queries', 'sizes', 'seconds', 'out']);
  const isWhole = flags.foods === undefined && flags.engines === undefined && flags.sizes === undefined;
  const results = await compare({
    command: commandOf(flags),
    names: flags.names ?? REAL_NAMES,
    queries: flags.queries ?? REAL_QUERIES,
    foods: flags.foods === undefined ? null : readCount(flags.foods, 0),
    engines: readEngines(flags.engines),
    sizes: (flags.sizes ?? SIZES).split(',').map((size) => readCount(size, 0)),
    spans: { seconds: readCount(flags.seconds, SECONDS), askingSeconds: ASKING_SECONDS },
  });
  const out = flags.out ?? (isWhole ? ROOT : SHORT_OUT);
  console.log(renderComparison(results));
  writeResults(results, ROOT, out);
  console.log(`\nwritten to ${out}`);
}

export async function compare(options: Options): Promise<Results> {
  const scratch = mkdtempSync(join(tmpdir(), 'larder-compare-'));
  try {
    // Before this comparison is itself the load.
    const machine = await describeMachine();
    const { dump, isReal, queries } = await findDump(options);
    const catalog = join(scratch, 'catalog.db');
    const buildSeconds = await buildCatalog(dump, catalog);
    const material = readMaterial(catalog, queries);
    const missing: Missing[] = [];
    const engines: EngineResult[] = [];
    for (const key of options.engines) {
      say(key);
      const result =
        key === 'larder'
          ? await measureLarder(catalog, buildSeconds, material, options.spans)
          : await measureIfInstalled(key, catalog, scratch, material, options.spans);
      if ('why' in result) missing.push(result);
      else engines.push(result);
    }
    const growth = options.sizes.flatMap((foods) => {
      say(`${foods.toLocaleString('en')} foods`);
      return measureGrowth(foods, scratch);
    });
    return {
      date: new Date().toISOString().slice(0, 10),
      command: options.command,
      machine,
      foods: material.foods,
      isReal,
      queries: material.queries.length,
      ...{ engines, missing, growth },
    };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function measureIfInstalled(
  key: string,
  catalog: string,
  scratch: string,
  material: Material,
  spans: Spans,
): Promise<EngineResult | Missing> {
  const { name, findVersion } = ENGINES[key]!;
  const version = await findVersion();
  if (version === null) return { name, why: 'not installed' };
  try {
    return await measureEngine({ key, version, catalog, scratch }, material, spans);
  } catch (error) {
    // The others have taken minutes, and are worth having without it.
    console.error(error);
    return { name, why: 'failed' };
  }
}

function commandOf(flags: Readonly<Record<string, string>>): string {
  const told = Object.entries(flags).filter(([name]) => !['names', 'queries', 'out'].includes(name));
  return ['npm run bench -- compare', ...told.map(([name, value]) => `--${name} ${value}`)].join(' ');
}

function readEngines(list: string | undefined): string[] {
  const all = ['larder', ...Object.keys(ENGINES)];
  if (list === undefined) return all;
  const chosen = list.split(',');
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new PlainError(unknown, 'no such engine', `choose from ${all.join(', ')}`);
  return chosen;
}

/** In seconds, with everything that a catalogue of larder has beyond names. */
async function buildCatalog(dump: string, out: string): Promise<number> {
  say('building the catalogue');
  const startedMs = performance.now();
  const build = Bun.spawn([...LARDER, 'build', dump, '--out', out, '--generic', 'none'], {
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const said = await new Response(build.stderr).text();
  if ((await build.exited) !== 0) throw new Error(said);
  return (performance.now() - startedMs) / 1000;
}

async function describeMachine(): Promise<Machine> {
  const [first] = cpus();
  const listed = await Bun.$`lscpu`
    .env({ LC_ALL: 'C' })
    .nothrow()
    .quiet()
    .text()
    .catch(() => '');
  return {
    cpu: /^Model name: +(.+)$/m.exec(listed)?.[1] ?? first?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0]!,
  };
}

/** To standard error, while it lasts. */
function say(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
