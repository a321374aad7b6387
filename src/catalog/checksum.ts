import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { CatalogError } from './catalog-file.ts';

/**
 * A catalogue contains the SHA-256 of its own bytes, so that a single changed byte anywhere is noticed; SQLite's own
 * check misses one in six. The digits are in the table `checksum`, which is created first and is therefore on the
 * second page. For computing the hash, they count as zeros.
 */
export const CHECKSUM_PREFIX = 'content-sha256:';
export const BLANK_CHECKSUM = '0'.repeat(64);

/** The header page and the page with the checksum, at any page size of SQLite up to 32 KB. */
const HEAD_BYTES = 64 * 1024;
/** Large enough that the time goes into hashing and not into system calls. */
const CHUNK_BYTES = 4 * 1024 * 1024;

interface Checksum {
  /** The hash that is stored in the file. */
  stored: string;
  /** The hash of the bytes as they are now. */
  computed: string;
}

/** Computes the hash of a finished file and stores it there. */
export function writeChecksum(path: string): string {
  const file = openSync(path, 'r+');
  try {
    const offset = findOffset(file);
    if (offset === null) throw new Error(`${path} has no room for a checksum`);
    const digest = runToEnd(hashInSteps(file, offset));
    writeSync(file, digest, offset);
    fsyncSync(file);
    return digest;
  } finally {
    closeSync(file);
  }
}

export function refuseAltered(path: string, { stored, computed }: Checksum): void {
  if (stored === computed) return;
  throw new CatalogError(
    path,
    `has been altered: its hash is ${computed}, not ${stored}`,
    'copy it again, or rebuild it with `larder build`',
  );
}

/** Reads and hashes every byte; null if the file has no checksum at all. */
export function readChecksum(path: string): Checksum | null {
  return runToEnd(readInSteps(path));
}

/** Reads and hashes with a pause every few milliseconds, so that a server can answer requests meanwhile. */
export async function readChecksumWithPauses(
  path: string,
  pause: () => Promise<void>,
): Promise<Checksum | null> {
  const steps = readInSteps(path);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

function* readInSteps(path: string): Generator<void, Checksum | null, undefined> {
  const file = openSync(path, 'r');
  try {
    const offset = findOffset(file);
    if (offset === null) return null;
    const stored = Buffer.alloc(BLANK_CHECKSUM.length);
    readSync(file, stored, 0, stored.length, offset);
    return { stored: stored.toString('latin1'), computed: yield* hashInSteps(file, offset) };
  } finally {
    closeSync(file);
  }
}

function findOffset(file: number): number | null {
  const head = Buffer.alloc(HEAD_BYTES);
  const length = readSync(file, head, 0, HEAD_BYTES, 0);
  const prefix = head.subarray(0, length).indexOf(CHECKSUM_PREFIX);
  const offset = prefix + CHECKSUM_PREFIX.length;
  return prefix === -1 || offset + BLANK_CHECKSUM.length > length ? null : offset;
}

function runToEnd<Outcome>(steps: Generator<void, Outcome, undefined>): Outcome {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function* hashInSteps(file: number, checksumOffset: number): Generator<void, string, undefined> {
  const hasher = new Bun.CryptoHasher('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = 0; ; ) {
    const length = readSync(file, chunk, 0, CHUNK_BYTES, offset);
    if (length === 0) return hasher.digest('hex');
    // The checksum is in the head, and so in the first chunk.
    if (offset === 0) chunk.write(BLANK_CHECKSUM, checksumOffset, 'latin1');
    hasher.update(chunk.subarray(0, length));
    offset += length;
    yield;
  }
}
