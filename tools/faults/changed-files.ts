import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openCatalog } from '../../src/catalog/open.ts';
import { versionOf } from '../../src/food/catalog.ts';
import type { Food } from '../../src/food/food.ts';
import { buildFrom, temporaryFolder } from '../../test/build/export-file.ts';
import { type ServerProcess, startServer } from '../../test/contract/server-process.ts';
import { randomOf } from '../../test/random.ts';
import { until } from '../../test/until.ts';
import type { Figure } from './figure.ts';

/**
 * What operators, rsync and containers do to the file of a served catalogue, and proper swaps of it, under load. Two
 * catalogues have the same foods with different energies, so that every response shows which one it is from, and whether it
 * mixes the two.
 */
interface Readings {
  requests: number;
  /** 503, in the agreed form. */
  unavailable: number;
  /** 404, and lists without a food. */
  missing: number;
  /** Anything else than 200, 404 and 503, a 503 in another form, and answers that show their insides. */
  bad: string[];
  /** Responses whose foods are not all from the catalogue that they name. */
  mixed: number;
}

export interface FileFaultOutcome extends Readings {
  fault: string;
  /** Until the next good file was served. */
  recoveredMs: number;
  hasDied: boolean;
}

export interface SwapOutcome extends Readings {
  /** Open catalogue files of the server, before and after. */
  descriptorsBefore: number;
  descriptorsAfter: number;
}

/** What is done to the served file; what is there at the end need not be a catalogue. */
type Fault = (served: string, current: Buffer, next: Buffer) => Promise<void> | void;

const CHUNK_BYTES = 64 * 1024;
const BETWEEN_CHUNKS_MS = 5;

const FAULTS: Readonly<Record<string, Fault>> = {
  'overwritten by another catalogue': (served, _current, next) => overwrite(served, next, 'w'),
  'overwritten by another, block by block': (served, _current, next) => overwrite(served, next, 'r+'),
  'overwritten by the same catalogue': (served, current) => overwrite(served, current, 'w'),
  'overwritten at once': (served, _current, next) => Bun.write(served, next).then(() => {}),
  emptied: (served) => truncateSync(served, 0),
  'cut in half': (served) => truncateSync(served, Math.floor(statSync(served).size / 2)),
  'filled with noise': (served, current) => overwrite(served, noiseOf(current.length), 'r+'),
  'noise in its middle': (served, current) => writeAt(served, noiseOf(CHUNK_BYTES), current.length / 2),
  deleted: (served) => rmSync(served),
  'replaced by a directory': (served) => {
    rmSync(served);
    mkdirSync(served);
  },
  'replaced by a file of zeros': (served, current) => overwrite(served, Buffer.alloc(current.length), 'w'),
};

const FOODS = 300;
const ENERGIES = [100, 300] as const;
const READERS = 8;
/** Each state of the file is read for a while. */
const MIN_REQUESTS = 60;
/** The promise is ten seconds; a test that waits longer says by how much it was missed. */
const MAX_RECOVERY_MS = 30_000;
export const PROMISED_RECOVERY_MS = 10_000;

interface Prepared {
  path: string;
  version: string;
  energy: number;
}

interface ServedFile {
  server: ServerProcess;
  served: string;
  /** The first is served. */
  both: readonly [Prepared, Prepared];
  readings: Readings;
  /** Waits until more requests have been answered. */
  more(): Promise<void>;
}

export async function runFileFaults(
  faults: readonly string[] = Object.keys(FAULTS),
): Promise<FileFaultOutcome[]> {
  const outcomes: FileFaultOutcome[] = [];
  for (const fault of faults) {
    let recoveredMs = Number.POSITIVE_INFINITY;
    const { readings, status } = await underLoad(async ({ server, served, both, more }) => {
      await FAULTS[fault]!(served, readFileSync(both[0].path), readFileSync(both[1].path));
      await more();
      recoveredMs = await recover(server, served, both[1]);
    });
    outcomes.push({ fault, ...readings, recoveredMs, hasDied: status !== 0 });
  }
  return outcomes;
}

/** Replaces the catalogue as a build does, again and again, as soon as the server has taken up the last one. */
export async function runSwaps(times: number): Promise<SwapOutcome> {
  const figures = { descriptorsBefore: 0, descriptorsAfter: 0 };
  const { readings } = await underLoad(async ({ server, served, both, more }) => {
    figures.descriptorsBefore = countDescriptors(server.pid);
    for (let swap = 1; swap <= times; swap++) {
      const { path, version } = both[swap % 2]!;
      const seen = server.events.length;
      copyFileSync(path, `${served}.next`);
      renameSync(`${served}.next`, served);
      process.kill(server.pid, 'SIGHUP');
      const isTaken = (event: Record<string, unknown>) =>
        event.event === 'catalog replaced' && event.version === version;
      await until(() => server.events.slice(seen).some(isTaken), 'the server opens the new catalogue');
      await more();
    }
    // The threads open the last catalogue, and close the one before, a moment after the server has switched.
    const haveClosed = () => countDescriptors(server.pid) === figures.descriptorsBefore;
    await until(haveClosed, 'earlier catalogues are closed', MAX_RECOVERY_MS).catch(() => {});
    figures.descriptorsAfter = countDescriptors(server.pid);
  });
  return { ...readings, ...figures };
}

/** Plays a scene while many connections read everything that a server has; returns what they read, and its exit status. */
async function underLoad(
  scene: (file: ServedFile) => Promise<void>,
): Promise<{ readings: Readings; status: number }> {
  const folder = temporaryFolder();
  const readings: Readings = { requests: 0, unavailable: 0, missing: 0, bad: [], mixed: 0 };
  const both = [
    await buildWith(folder, 'first', ENERGIES[0]),
    await buildWith(folder, 'second', ENERGIES[1]),
  ] as const;
  const served = join(folder, 'catalog.db');
  copyFileSync(both[0].path, served);
  const energyOf = new Map(both.map(({ version, energy }) => [version, energy]));
  const server = await startServer(['--catalog', served, '--limits', 'off', '--compat', 'openfoodfacts']);
  const more = () => {
    const enough = readings.requests + MIN_REQUESTS;
    return until(() => readings.requests >= enough, 'more requests');
  };
  let isOver = false;
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    await server.logged('threads ready');
    for (let i = reader; !isOver; i++) await readOnce(server.origin, i, energyOf, readings);
  });
  let status = -1;
  try {
    await more();
    await scene({ server, served, both, readings, more });
    await more();
    isOver = true;
    await Promise.all(readers);
  } finally {
    isOver = true;
    status = await server.stop();
    rmSync(folder, { recursive: true });
  }
  return { readings, status };
}

async function buildWith(folder: string, name: string, energy: number): Promise<Prepared> {
  const rows = Array.from({ length: FOODS }, (_, i) => ({
    code: String(4000000000000 + i),
    product_name: `Plain bread number ${i}`,
    'energy-kcal_100g': String(energy),
    unique_scans_n: String(i + 1),
  }));
  const path = await buildFrom(folder, rows, name);
  const catalog = openCatalog(path);
  catalog.close();
  return { path, version: versionOf(catalog), energy };
}

/** Copies a good catalogue over whatever is there, and waits until it answers. Infinite if it never does. */
async function recover(server: ServerProcess, served: string, { path, version }: Prepared): Promise<number> {
  if (statSync(served, { throwIfNoEntry: false })?.isDirectory()) rmSync(served, { recursive: true });
  copyFileSync(path, served);
  const sinceMs = performance.now();
  const isServed = async () => {
    const answer = await fetch(new URL(`/search?q=plain+bread&since=${performance.now()}`, server.origin));
    await answer.arrayBuffer();
    return answer.status === 200 && answer.headers.get('x-catalog-version') === version;
  };
  try {
    await until(isServed, 'the good file is served', MAX_RECOVERY_MS);
    return performance.now() - sinceMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function readOnce(
  origin: URL,
  i: number,
  energyOf: ReadonlyMap<string, number>,
  readings: Readings,
): Promise<void> {
  const id = 4000000000000 + (i % FOODS);
  // The unused parameter changes with each request, so that no cache has the answer.
  const targets = [
    `/food/${id}?unused=${i}`,
    `/barcode/${id}?full=true&unused=${i}`,
    `/foods/popular?limit=50&has_image=false&unused=${i}`,
    `/search?q=plain+bread&limit=20&unused=${i}`,
    '/search?q=plain+bread&limit=20',
    `/foods/find?min_calories_kcal=1&limit=50&unused=${i}`,
    `/?q=plain+bread&unused=${i}`,
    `/food/${id}/plain.html?unused=${i}`,
    `/api/v2/product/${id}.json?unused=${i}`,
    `/suggest?q=plai&unused=${i}`,
  ];
  const target = targets[i % targets.length]!;
  readings.requests++;
  try {
    const answer = await fetch(new URL(target, origin), { redirect: 'manual' });
    judge(target, answer, await answer.text(), energyOf, readings);
  } catch (error) {
    readings.bad.push(`${target}: ${error}`);
  }
}

const INSIDES = /sqlite|node_modules|\.ts:\d|stack|malformed/i;

function judge(
  target: string,
  { status, headers }: Response,
  body: string,
  energyOf: ReadonlyMap<string, number>,
  readings: Readings,
): void {
  if (INSIDES.test(body)) readings.bad.push(`${target}: ${body.slice(0, 200)}`);
  if (status === 503) {
    readings.unavailable++;
    if (headers.get('retry-after') === null) readings.bad.push(`${target}: 503 without Retry-After`);
    return;
  }
  // A page about a food redirects to its full address, which differs from the one asked for.
  if (status !== 200 && status !== 404 && status !== 308) readings.bad.push(`${target}: ${status}`);
  if (status === 404) readings.missing++;
  if (status !== 200 || target.startsWith('/suggest') || target.startsWith('/api')) return;
  const version = headers.get('x-catalog-version');
  const energies = readEnergies(body);
  const expected = version === null ? energies[0] : energyOf.get(version);
  if (energies.length === 0) readings.missing++;
  if (energies.some((energy) => energy !== expected)) readings.mixed++;
}

/** A page does not name its catalogue, but all its foods must be from the same. */
function readEnergies(body: string): (number | null)[] {
  if (body.startsWith('<'))
    return [...body.matchAll(/<b>(\d+)<\/b>[ \u00a0]kcal/g)].map(([, energy]) => Number(energy));
  return [JSON.parse(body)].flat().map(({ calories_kcal }: Food) => calories_kcal);
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
    // It was closed in the meantime.
    return '';
  }
}

/** As `cp` (flag `w`) or `rsync --inplace` (`r+`) do it, slowly. */
async function overwrite(path: string, bytes: Buffer, flag: 'w' | 'r+'): Promise<void> {
  const file = openSync(path, flag);
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      writeSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), at);
      await Bun.sleep(BETWEEN_CHUNKS_MS);
    }
    ftruncateSync(file, bytes.length);
  } finally {
    closeSync(file);
  }
}

function writeAt(path: string, bytes: Buffer, offset: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, Math.floor(offset));
  closeSync(file);
}

function noiseOf(length: number): Buffer {
  const random = randomOf(7);
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

export async function changedFiles(): Promise<Figure[]> {
  const outcomes = await runFileFaults();
  return outcomes.map(({ fault, requests, unavailable, bad, mixed, recoveredMs, hasDied }) => ({
    item: 33,
    done: [`the served file ${fault}`, ...bad.slice(0, 3)].join('; '),
    figure: `${requests} requests, ${unavailable} times 503, ${bad.length} bad, ${mixed} mixed, served again after ${(recoveredMs / 1000).toFixed(1)} s${hasDied ? ', the server died' : ''}`,
    toReach: `none bad or mixed, served again within ${PROMISED_RECOVERY_MS / 1000} s`,
    isReached: bad.length + mixed === 0 && !hasDied && recoveredMs <= PROMISED_RECOVERY_MS,
  }));
}

/** A server may have a connection or a log more open than at its start, but no file of an earlier catalogue. */
const MAX_MORE_DESCRIPTORS = 2;

export async function swaps(times: number): Promise<Figure[]> {
  const { requests, bad, unavailable, missing, mixed, descriptorsBefore, descriptorsAfter } =
    await runSwaps(times);
  const failed = bad.length + unavailable + missing;
  return [
    {
      item: 20,
      done: `${times} swaps of the catalogue under load`,
      figure: `${requests} requests, ${failed} failed, ${mixed} mixed, ${descriptorsBefore} and ${descriptorsAfter} files open`,
      toReach: 'none failed or mixed, as many files open as before',
      isReached: failed + mixed === 0 && descriptorsAfter <= descriptorsBefore + MAX_MORE_DESCRIPTORS,
    },
  ];
}
