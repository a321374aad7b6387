import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extendedCatalog } from '../../test/contract/extended-catalog.ts';
import { findOrBuildCatalog } from '../bench/catalog.ts';
import { readCount, readFlags } from '../bench/flags.ts';
import { compileFirst } from '../compile-first.ts';
import { type Figure, renderFigures } from './figure.ts';

/**
 * `npm run faults [-- NAME… [--seconds N] [--seed N]]`: the long tests of the promises in docs/evidence/reliability.md, against the executable, with one
 * table of figures at the end. The exit status is 1 if a target is missed. `npm run test:all` runs the short forms.
 */
const STARTER = join(import.meta.dir, '..', '..', 'dist', 'starter.db');
/** As many as a laptop builds within a few minutes; LARDER_CATALOG names another catalogue. */
const FOODS = 1_000_000;

const fullSize = async () => process.env.LARDER_CATALOG ?? (await findOrBuildCatalog(FOODS));

/** For each endpoint, of the search for the worst texts. */
const WORST_SECONDS = 30;

interface FaultFlags {
  seconds: number;
  seed: number;
}

/** Each is loaded when it runs, after the executable has been compiled. */
export const FAULTS: Readonly<Record<string, (flags: FaultFlags) => Promise<Figure[]>>> = {
  load: async () => (await import('./mixed-load.ts')).mixedLoad(await fullSize(), 600),
  memory: async () => (await import('./small-memory.ts')).smallMemory(await fullSize(), 256, 600),
  queries: async () => (await import('./worst-queries.ts')).worstQueries(await fullSize()),
  worst: async (flags) => (await import('./worst-texts.ts')).worstTexts(await fullSize(), flags),
  waiting: async () => (await import('./waiting-reads.ts')).waitingReads(await fullSize(), 5000),
  neighbour: async () => (await import('./neighbour.ts')).neighbour(await fullSize()),
  slow: async () => (await import('./slow-connections.ts')).slowConnections(await fullSize(), 4000),
  fuzz: async () => (await import('./fuzz.ts')).fuzz(STARTER, 1_000_000),
  syntax: async () => (await import('./fts-syntax.ts')).ftsSyntax(STARTER, 100_000),
  growth: async () => (await import('./growth.ts')).growth(readFileSync(STARTER)),
  kills: async () => (await import('./kills.ts')).kills(200),
  swaps: async () => (await import('./changed-files.ts')).swaps(100),
  catalogues: async () =>
    (await import('./hostile-catalogues.ts')).hostileCatalogues(await extendedCatalog()),
  files: async () => (await import('./changed-files.ts')).changedFiles(),
  disk: async () => (await import('./full-disk.ts')).fullDisk(STARTER),
  keys: async () => (await import('./key-creation.ts')).keyCreation(500),
  bombs: async () => (await import('./bombs.ts')).bombs(10_240),
  stopping: async () => (await import('./stopping.ts')).stopping(STARTER, 1000),
  release: async () => (await import('./two-checkouts.ts')).twoCheckouts(),
};

/** A test that cannot run has missed its target. */
async function runFault(name: string, flags: FaultFlags): Promise<Figure[]> {
  try {
    return await FAULTS[name]!(flags);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [{ item: null, done: name, figure: words, toReach: 'to end by itself', isReached: false }];
  }
}

/** Names of faults, and how long and from which seed `worst` searches: `worst --seconds 60 --seed 7`. */
function readArguments(args: readonly string[]): { names: string[]; flags: FaultFlags } {
  const at = args.findIndex((arg) => arg.startsWith('--'));
  const names = args.slice(0, at === -1 ? args.length : at);
  const { seconds, seed } = readFlags(at === -1 ? [] : args.slice(at), ['seconds', 'seed']);
  return { names, flags: { seconds: readCount(seconds, WORST_SECONDS), seed: readCount(seed, 1) } };
}

async function main(args: readonly string[]): Promise<number> {
  const { names, flags } = readArguments(args);
  const unknown = names.find((name) => !Object.hasOwn(FAULTS, name));
  if (unknown !== undefined) {
    console.error(
      `faults: unknown name '${unknown}'; choose from ${Object.keys(FAULTS).join(', ')}, or give none to run all`,
    );
    return 2;
  }
  if (!compileFirst()) return 1;
  const all: Figure[] = [];
  for (const name of names.length > 0 ? names : Object.keys(FAULTS)) {
    const startedMs = performance.now();
    const figures = await runFault(name, flags);
    all.push(...figures);
    console.log(
      `# ${name}, ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n${renderFigures(figures)}\n`,
    );
  }
  console.log(renderFigures(all));
  return all.every(({ isReached }) => isReached) ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
