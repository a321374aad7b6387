import { statfsSync } from 'node:fs';
import { FetchError } from './fetch-error.ts';

/**
 * What a build takes while it runs, by measurement: the catalogue and the records that wait on disk until all are read.
 * See docs/pull.md.
 */
export const BUILD_BYTES_PER_ROW = 900;
/** Of exports that do not tell their rows: packed bytes of one. */
export const PACKED_BYTES_PER_ROW: Readonly<Record<'jsonl' | 'csv' | 'parquet', number>> = {
  jsonl: 1200,
  csv: 280,
  parquet: 1000,
};

/** Throws when a disk will not hold what is to come: better before a download of gigabytes than after it. */
export function requireRoom(folder: string, bytesNeeded: number, freeBytes = findFreeBytes(folder)): void {
  if (freeBytes === null || freeBytes >= bytesNeeded) return;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  throw new FetchError(
    folder,
    `the disk has ${gigabytes(freeBytes)} free, and about ${gigabytes(bytesNeeded)} are needed`,
    'free some room, or name another place with --data',
  );
}

/** Null where the system does not tell. */
function findFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
