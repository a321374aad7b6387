import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file, or the names in a directory, are on the disk. */
export function synchronise(path: string): void {
  // Windows opens no directory, and needs none.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
