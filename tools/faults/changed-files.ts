import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/build/export-file.ts';
import { type ServerProcess, startServer } from '../../test/contract/server-process.ts';
import { randomOf } from '../../test/random.ts';
import type { Figure } from './figure.ts';
import { buildWith, ENERGIES, energiesOf, energiesOnPage, FOODS, type Prepared } from './swaps.ts';

/**
 * What operators, rsync and containers do to the file of a served catalogue, under load. Two catalogues have the same
 * foods with different energies, so that every response shows which one it is from, and whether it mixes the two.
 */
export interface FileFaultOutcome {
  fault: string;
  requests: number;
  /** 503, in the agreed form. */
  unavailable: number;
  /** Anything else than 200, 404 and 503, a 503 in another form, and answers that show their insides. */
  bad: string[];
  /** Responses whose foods are not all from the catalogue that they name. */
  mixed: number;
  /** Until the next good file was served. */
  recoveredMs: number;
  hasDied: boolean;
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

const READERS = 8;
const MIN_REQUESTS = 60;
/** The promise is ten seconds; a test that waits longer says by how much it was missed. */
const MAX_RECOVERY_MS = 30_000;
export const PROMISED_RECOVERY_MS = 10_000;

export async function runFileFaults(
  faults: readonly string[] = Object.keys(FAULTS),
): Promise<FileFaultOutcome[]> {
  const folder = temporaryFolder();
  try {
    const both = [
      await buildWith(folder, 'first', ENERGIES[0]),
      await buildWith(folder, 'second', ENERGIES[1]),
    ] as const;
    const outcomes: FileFaultOutcome[] = [];
    for (const fault of faults) outcomes.push(await runFault(folder, fault, both));
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runFault(
  folder: string,
  name: string,
  [first, second]: readonly [Prepared, Prepared],
): Promise<FileFaultOutcome> {
  const served = join(folder, 'catalog.db');
  rmSync(served, { recursive: true, force: true });
  copyFileSync(first.path, served);
  const outcome: FileFaultOutcome = {
    fault: name,
    requests: 0,
    unavailable: 0,
    bad: [],
    mixed: 0,
    recoveredMs: Number.POSITIVE_INFINITY,
    hasDied: false,
  };
  const server = await startServer(['--catalog', served, '--limits', 'off', '--compat', 'openfoodfacts']);
  let isOver = false;
  try {
    await server.logged('threads ready');
    const energyOf = new Map([first, second].map(({ version, energy }) => [version, energy]));
    const readers = Array.from({ length: READERS }, async (_, reader) => {
      for (let i = reader; !isOver; i++) await readOnce(server.origin, i, energyOf, outcome);
    });
    await requestsMore(outcome);
    await FAULTS[name]!(served, readFileSync(first.path), readFileSync(second.path));
    await requestsMore(outcome);
    outcome.recoveredMs = await recover(server, served, second);
    await requestsMore(outcome);
    isOver = true;
    await Promise.all(readers);
  } finally {
    isOver = true;
    outcome.hasDied = (await server.stop()) !== 0;
  }
  return outcome;
}

async function requestsMore(outcome: FileFaultOutcome): Promise<void> {
  const enough = outcome.requests + MIN_REQUESTS;
  while (outcome.requests < enough) await Bun.sleep(1);
}

/** Copies a good catalogue over whatever is there, and waits until it answers. Infinite if it never does. */
async function recover(server: ServerProcess, served: string, { path, version }: Prepared): Promise<number> {
  if (statSync(served, { throwIfNoEntry: false })?.isDirectory()) rmSync(served, { recursive: true });
  copyFileSync(path, served);
  const sinceMs = performance.now();
  while (performance.now() - sinceMs < MAX_RECOVERY_MS) {
    const answer = await fetch(new URL(`/search?q=plain+bread&since=${performance.now()}`, server.origin));
    await answer.arrayBuffer();
    if (answer.status === 200 && answer.headers.get('x-catalog-version') === version)
      return performance.now() - sinceMs;
    await Bun.sleep(20);
  }
  return Number.POSITIVE_INFINITY;
}

async function readOnce(
  origin: URL,
  i: number,
  energyOf: ReadonlyMap<string, number>,
  outcome: FileFaultOutcome,
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
  outcome.requests++;
  try {
    const answer = await fetch(new URL(target, origin), { redirect: 'manual' });
    judge(target, answer, await answer.text(), energyOf, outcome);
  } catch (error) {
    outcome.bad.push(`${target}: ${error}`);
  }
}

const INSIDES = /sqlite|node_modules|\.ts:\d|stack|malformed/i;

function judge(
  target: string,
  answer: Response,
  body: string,
  energyOf: ReadonlyMap<string, number>,
  outcome: FileFaultOutcome,
): void {
  const { status, headers } = answer;
  if (INSIDES.test(body)) outcome.bad.push(`${target}: ${body.slice(0, 200)}`);
  if (status === 503) {
    outcome.unavailable++;
    if (headers.get('retry-after') === null) outcome.bad.push(`${target}: 503 without Retry-After`);
    return;
  }
  // A page about a food redirects to its full address, which differs from the one asked for.
  if (status !== 200 && status !== 404 && status !== 308) outcome.bad.push(`${target}: ${status}`);
  if (status !== 200) return;
  const version = headers.get('x-catalog-version');
  const energies = readEnergies(target, body);
  const expected = version === null ? energies[0] : energyOf.get(version);
  if (energies.some((energy) => energy !== expected)) outcome.mixed++;
}

function readEnergies(target: string, body: string): (number | null)[] {
  if (target.startsWith('/suggest') || target.startsWith('/api')) return [];
  return body.startsWith('<') ? energiesOnPage(body) : energiesOf(JSON.parse(body));
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
