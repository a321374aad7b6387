import { copyFileSync, existsSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { versionOf } from '../../src/food/catalog.ts';
import type { Food } from '../../src/food/food.ts';
import { temporaryFolder, writeExport } from '../../test/build/export-file.ts';
import { type ServerProcess, startServer } from '../../test/contract/server-process.ts';
import { ownMb } from '../../test/process-memory.ts';

/**
 * Swaps of the catalogue under load, in a server with its default threads. Two catalogues have the same foods with
 * different energies, so that every response shows which catalogue it is from, and whether it mixes the two.
 */
export interface SwapFigures {
  swaps: number;
  requests: number;
  failed: number;
  /** Responses whose foods are not all from the catalogue that the header names. */
  mixed: number;
  /** Open files of the server, before and after. */
  descriptorsBefore: number;
  descriptorsAfter: number;
  ownMbBefore: number;
  ownMbAfter: number;
}

export const FOODS = 300;
const READERS = 8;
/** Each catalogue is read for a while before it is replaced. */
const REQUESTS_BETWEEN = 100;
export const ENERGIES = [100, 300] as const;
/** The next swap follows as soon as the server has reopened; if that takes longer, it never will. */
const MAX_WAIT_MS = 20_000;

export async function runSwaps({ swaps }: { swaps: number }): Promise<SwapFigures> {
  const folder = temporaryFolder();
  try {
    const [first, second] = [
      await buildWith(folder, 'first', ENERGIES[0]),
      await buildWith(folder, 'second', ENERGIES[1]),
    ] as const;
    const served = join(folder, 'catalog.db');
    copyFileSync(first.path, served);
    const server = await startServer(['--catalog', served, '--limits', 'off']);
    try {
      await server.logged('threads ready');
      return await swapUnderLoad(server, served, [second, first], swaps);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface Prepared {
  path: string;
  version: string;
  energy: number;
}

export async function buildWith(folder: string, name: string, energy: number): Promise<Prepared> {
  const dump = join(folder, `${name}.tsv`);
  writeExport(
    dump,
    Array.from({ length: FOODS }, (_, i) => ({
      code: String(4000000000000 + i),
      product_name: `Plain bread number ${i}`,
      'energy-kcal_100g': String(energy),
      unique_scans_n: String(i + 1),
    })),
  );
  const path = join(folder, `${name}.db`);
  await buildCatalog(
    { base: null, sources: [{ source: 'off', path: dump }], out: path, force: false },
    () => {},
  );
  const catalog = openCatalog(path);
  catalog.close();
  return { path, version: versionOf(catalog), energy };
}

async function swapUnderLoad(
  server: ServerProcess,
  served: string,
  turns: readonly [Prepared, Prepared],
  swaps: number,
): Promise<SwapFigures> {
  const counts = { requests: 0, failed: 0, mixed: 0 };
  const energyOf = new Map(turns.map(({ version, energy }) => [version, energy]));
  let isOver = false;
  const read = async (reader: number) => {
    for (let i = reader; !isOver; i++) await readOnce(server.origin, i, energyOf, counts);
  };
  await readOnce(server.origin, 0, energyOf, counts);
  const descriptorsBefore = countDescriptors(server.pid);
  const ownMbBefore = memoryOf(server.pid);
  const readers = Array.from({ length: READERS }, (_, reader) => read(reader));
  for (let swap = 0; swap < swaps; swap++) {
    await swapOnce(server, served, turns[swap % 2]!);
    const enough = counts.requests + REQUESTS_BETWEEN;
    while (counts.requests < enough) await Bun.sleep(1);
  }
  isOver = true;
  await Promise.all(readers);
  // The threads open the last catalogue, and close the one before, a moment after the server has switched.
  const untilMs = performance.now() + MAX_WAIT_MS;
  while (countDescriptors(server.pid) !== descriptorsBefore && performance.now() < untilMs)
    await Bun.sleep(5);
  return {
    swaps,
    ...counts,
    descriptorsBefore,
    descriptorsAfter: countDescriptors(server.pid),
    ownMbBefore,
    ownMbAfter: memoryOf(server.pid),
  };
}

async function readOnce(
  origin: URL,
  i: number,
  energyOf: ReadonlyMap<string, number>,
  counts: { requests: number; failed: number; mixed: number },
): Promise<void> {
  // The unused parameter changes with each request, so that the response cache has none of the answers.
  const targets = [
    `/food/${4000000000000 + (i % FOODS)}`,
    `/foods/popular?limit=50&has_image=false&unused=${i}`,
    `/search?q=plain+bread&limit=20&unused=${i}`,
    '/search?q=plain+bread&limit=20',
    `/?q=plain+bread&unused=${i}`,
  ];
  counts.requests++;
  try {
    const answer = await fetch(new URL(targets[i % targets.length]!, origin));
    if (answer.status !== 200) counts.failed++;
    const version = answer.headers.get('x-catalog-version');
    const energies = version === null ? energiesOnPage(await answer.text()) : energiesOf(await answer.json());
    const expected = version === null ? energies[0] : energyOf.get(version);
    if (energies.length === 0 || energies.some((energy) => energy !== expected)) counts.mixed++;
  } catch {
    counts.failed++;
  }
}

export function energiesOf(body: unknown): (number | null)[] {
  return (Array.isArray(body) ? body : [body]).map(({ calories_kcal }: Food) => calories_kcal);
}

/** A page does not name its catalogue, but all its foods must be from the same. */
export function energiesOnPage(text: string): number[] {
  return [...text.matchAll(/<b>(\d+)<\/b>[ \u00a0]kcal/g)].map(([, energy]) => Number(energy));
}

/** Replaces the catalogue as a build does, and waits until the server has logged it. */
async function swapOnce(server: ServerProcess, served: string, { path, version }: Prepared): Promise<void> {
  const beside = `${served}.next`;
  copyFileSync(path, beside);
  const seen = server.events.length;
  renameSync(beside, served);
  process.kill(server.pid, 'SIGHUP');
  const untilMs = performance.now() + MAX_WAIT_MS;
  const isTaken = () =>
    server.events
      .slice(seen)
      .some((event) => event.event === 'catalog replaced' && event.version === version);
  while (!isTaken()) {
    if (performance.now() > untilMs) throw new Error('the server did not open the new catalogue');
    await Bun.sleep(5);
  }
}

/** Open catalogue files; zero on systems without /proc. */
function countDescriptors(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).filter((fd) => /\.db|\(deleted\)/.test(linkOf(join(folder, fd)))).length;
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Zero on systems without /proc. */
function memoryOf(pid: number): number {
  return existsSync(`/proc/${pid}`) ? ownMb(pid) : 0;
}
