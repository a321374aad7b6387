import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a rename in a folder last, even if the power fails right after. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder; there the rename itself is all that can be had.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
