import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Whether a process with this id is running, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Makes a rename in a folder durable, even if the power fails right after. */
export function syncFolder(path: string): void {
  // Windows cannot open a directory, so the rename itself has to do.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
