import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extendedCatalog } from '../../test/contract/extended-catalog.ts';
import { findOrBuildCatalog } from '../bench/catalog.ts';
import { readCount, readFlags } from '../bench/flags.ts';
import type { Figure } from './figure.ts';

/**
 * `npm run faults [-- NAME… [--seconds N] [--seed N]]`: the long tests of the promises in docs/evidence/reliability.md, against the executable, with one
 * table of figures at the end. The exit status is 1 if a target is missed. `npm run test:all` runs the short forms.
 */
const ROOT = join(import.meta.dir, '..', '..');
const EXECUTABLE = join(ROOT, 'dist', 'larder');
const STARTER = join(ROOT, 'dist', 'starter.db');
/** As many as a laptop builds within a few minutes; LARDER_CATALOG names another catalogue. */
const FOODS = 1_000_000;

const fullSize = async () => process.env.LARDER_CATALOG ?? (await findOrBuildCatalog(FOODS));

/** For each endpoint, of the search for the worst texts. */
const WORST_SECONDS = 30;

interface FaultFlags {
  seconds: number;
  seed: number;
}

export const FAULTS: Readonly<Record<string, (flags: FaultFlags) => Promise<Figure[]>>> = {
  load: async () => (await import('./mixed-load.ts')).mixedLoad(await fullSize(), 600),
  memory: async () => (await import('./small-memory.ts')).smallMemory(await fullSize(), 256, 600),
  queries: async () => (await import('./worst-queries.ts')).worstQueries(await fullSize()),
  worst: async (flags) => (await import('./worst-texts.ts')).worstTexts(await fullSize(), flags),
  waiting: async () => (await import('./waiting-reads.ts')).waitingReads(await fullSize(), 5000),
  slow: async () => (await import('./slow-connections.ts')).slowConnections(await fullSize(), 4000),
  crowd: async () => (await import('./page-crowd.ts')).pageCrowd(await fullSize()),
  guesses: async () => (await import('./guessing-crowd.ts')).guessingCrowd(STARTER),
  fuzz: async () => (await import('./fuzz.ts')).fuzz(STARTER, 1_000_000),
  syntax: async () => (await import('./fts-syntax.ts')).ftsSyntax(STARTER, 100_000),
  growth: async () => (await import('./growth.ts')).growth(readFileSync(STARTER)),
  addresses: async () => (await import('./address-flood.ts')).addressFlood(10_000_000),
  kills: async () => killFigures(200),
  pack: async () => (await import('./packs.ts')).packFigures({ kills: 100, cuts: 100, flips: 400 }, 38),
  swaps: async () => swapFigures(100),
  catalogues: async () =>
    (await import('./hostile-catalogues.ts')).hostileCatalogues(await extendedCatalog()),
  files: async () => (await import('./changed-files.ts')).changedFiles(),
  flips: async () => (await import('./flipped-bytes.ts')).flippedBytes(STARTER, 1000),
  verify: async () => (await import('./verify-speed.ts')).verifySpeed(await fullSize()),
  disk: async () => (await import('./full-disk.ts')).fullDisk(STARTER),
  keys: async () => keyFigures(500),
  bombs: async () => (await import('./bombs.ts')).bombs(10_240),
  stopping: async () => (await import('./stopping.ts')).stopping(STARTER, 1000),
  release: async () => (await import('./two-checkouts.ts')).twoCheckouts(),
};

async function killFigures(kills: number): Promise<Figure[]> {
  const { killDuringBuildAndPull } = await import('./kills.ts');
  const { old, new: renewed, resumed, broken, litter } = await killDuringBuildAndPull({ kills });
  return [
    {
      item: 19,
      done: [`${kills} times kill -9 during build and pull`, ...broken, ...litter].join('; '),
      figure: `${old} old, ${renewed} new (${resumed} downloads resumed), ${broken.length} broken, ${litter.length} files left over`,
      toReach: `${kills} whole ones, no litter`,
      isReached: old + renewed === kills && broken.length + litter.length === 0,
    },
  ];
}

/** A server may have a connection or a log more open than at its start, but no file of an earlier catalogue. */
const MAX_MORE_DESCRIPTORS = 2;

async function swapFigures(swaps: number): Promise<Figure[]> {
  const { runSwaps } = await import('./swaps.ts');
  const outcome = await runSwaps({ swaps });
  const { requests, failed, mixed, descriptorsBefore, descriptorsAfter } = outcome;
  const memory = `${outcome.ownMbBefore.toFixed(0)} and ${outcome.ownMbAfter.toFixed(0)} MB`;
  return [
    {
      item: 20,
      done: `${outcome.swaps} swaps of the catalogue under load`,
      figure: `${requests} requests, ${failed} failed, ${mixed} mixed, ${descriptorsBefore} and ${descriptorsAfter} files open, ${memory}`,
      toReach: 'none failed or mixed, as many files open as before',
      isReached:
        outcome.swaps === swaps &&
        requests > 0 &&
        failed + mixed === 0 &&
        descriptorsAfter <= descriptorsBefore + MAX_MORE_DESCRIPTORS,
    },
  ];
}

async function keyFigures(kills: number): Promise<Figure[]> {
  const { killDuringKeyCreation } = await import('./key-creation.ts');
  const { shown, lost } = await killDuringKeyCreation(kills);
  return [
    {
      item: 23,
      done: `${kills} times kill -9 during key creation`,
      figure: `${shown} keys shown, ${lost.length} lost`,
      toReach: 'none lost',
      isReached: shown > 0 && lost.length === 0,
    },
  ];
}

/** A test that cannot run has missed its target. */
async function runFault(name: string, flags: FaultFlags): Promise<Figure[]> {
  try {
    return await FAULTS[name]!(flags);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [{ item: null, done: name, figure: words, toReach: 'to end by itself', isReached: false }];
  }
}

/** Compiles the executable from this source, and the starter catalogue with it. */
function compileFirst(): boolean {
  const compiled = spawnSync(process.execPath, ['packaging/compile.ts'], { cwd: ROOT, stdio: 'inherit' });
  return compiled.status === 0 && existsSync(EXECUTABLE);
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
  if (process.env.LARDER_EXECUTABLE === undefined) {
    if (!compileFirst()) return 1;
    // Before any fault is loaded, since they read it when imported.
    process.env.LARDER_EXECUTABLE = EXECUTABLE;
  }
  const { renderFigures } = await import('./figure.ts');
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
