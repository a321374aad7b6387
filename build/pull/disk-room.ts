import { statfsSync } from 'node:fs';
import { FetchError } from './fetch-error.ts';

/**
 * What a build needs on disk, as measured: the catalogue and the staged records. See docs/pull.md.
 */
export const BUILD_BYTES_PER_ROW = 2100;
/** To estimate the number of rows of an export from its compressed size. */
export const PACKED_BYTES_PER_ROW: Readonly<Record<'jsonl' | 'csv' | 'parquet', number>> = {
  jsonl: 1200,
  csv: 280,
  parquet: 1000,
};

/** Throws if the disk is too small: better before downloading gigabytes than afterwards. */
export function requireRoom(folder: string, bytesNeeded: number, freeBytes = findFreeBytes(folder)): void {
  if (freeBytes === null || freeBytes >= bytesNeeded) return;
  throw new FetchError(
    folder,
    `the disk has ${formatSize(freeBytes)} free, but about ${formatSize(bytesNeeded)} are needed`,
    'free some space, or choose another disk with --data',
  );
}

export function hasRoom(folder: string, bytesNeeded: number): boolean {
  return (findFreeBytes(folder) ?? Number.POSITIVE_INFINITY) >= bytesNeeded;
}

function formatSize(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Null if the system does not say. */
function findFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
