import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Whether a process with this id exists, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Makes a rename in this folder survive a power failure. */
export function syncFolder(path: string): void {
  // Windows cannot open a directory.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
