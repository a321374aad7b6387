import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { CatalogError } from './catalog-error.ts';

/**
 * A catalogue carries the SHA-256 of its own bytes, so that one changed byte anywhere can be found: SQLite's own
 * check misses one in six. The digits stand in the table `seal`, which is made first and so lies on the second page;
 * for the hash itself they are read as zeros.
 */
export const SEAL_MARK = 'content-sha256:';
export const UNSEALED = '0'.repeat(64);

/** The header page and the page of the seal, at any page size that SQLite knows up to 32 KB. */
const HEAD_BYTES = 64 * 1024;
/** Large reads keep the hash, not the calls, the cost. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface Seal {
  /** What the file says its hash is. */
  written: string;
  /** What its hash is. */
  computed: string;
}

/** Computes the hash of a finished file and writes it into its place. */
export function sealFile(path: string): string {
  const file = openSync(path, 'r+');
  try {
    const place = findSeal(file);
    if (place === null) throw new Error(`${path} has no place for a seal`);
    const digest = inOneGo(hashInSteps(file, place));
    writeSync(file, digest, place);
    fsyncSync(file);
    return digest;
  } finally {
    closeSync(file);
  }
}

/** Throws what is to be told of a file whose bytes are not those it was sealed with. */
export function refuseAltered(path: string, { written, computed }: Seal): void {
  if (written === computed) return;
  throw new CatalogError(
    path,
    `is altered: its bytes have hash ${computed}, not ${written}`,
    'copy it again, or build it again with `larder build`',
  );
}

/** Reads every byte and compares; null when the file has no seal at all. */
export function readSeal(path: string): Seal | null {
  return inOneGo(readSealInSteps(path));
}

/** The same with a pause after every few milliseconds, for a server that has requests to answer meanwhile. */
export async function readSealGently(path: string, breathe: () => Promise<void>): Promise<Seal | null> {
  const steps = readSealInSteps(path);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await breathe();
  }
}

function* readSealInSteps(path: string): Generator<void, Seal | null, undefined> {
  const file = openSync(path, 'r');
  try {
    const place = findSeal(file);
    if (place === null) return null;
    const written = Buffer.alloc(UNSEALED.length);
    readSync(file, written, 0, written.length, place);
    return { written: written.toString('latin1'), computed: yield* hashInSteps(file, place) };
  } finally {
    closeSync(file);
  }
}

function findSeal(file: number): number | null {
  const head = Buffer.alloc(HEAD_BYTES);
  const length = readSync(file, head, 0, HEAD_BYTES, 0);
  const mark = head.subarray(0, length).indexOf(SEAL_MARK);
  const place = mark + SEAL_MARK.length;
  return mark === -1 || place + UNSEALED.length > length ? null : place;
}

function inOneGo<Outcome>(steps: Generator<void, Outcome, undefined>): Outcome {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function* hashInSteps(file: number, place: number): Generator<void, string, undefined> {
  const hasher = new Bun.CryptoHasher('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = 0; ; ) {
    const length = readSync(file, chunk, 0, CHUNK_BYTES, offset);
    if (length === 0) return hasher.digest('hex');
    // The seal lies in the first chunk, since it lies in the head.
    if (offset === 0) chunk.write(UNSEALED, place, 'latin1');
    hasher.update(chunk.subarray(0, length));
    offset += length;
    yield;
  }
}
