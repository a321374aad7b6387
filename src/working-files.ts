import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './system.ts';

/**
 * Files that a command writes next to its target, so that the last step is a rename. Their names contain the process id, so
 * that a later run can tell the leftovers of a dead process from the files of a running one.
 */

export function workingFile(path: string, kind: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${kind}`);
}

/** Removes the working files for this target of processes that were killed. */
export function removeLeftovers(path: string, kinds: readonly string[]): void {
  const prefix = `.${basename(path)}.`;
  const leftover = new RegExp(`^(\\d+)\\.(?:${kinds.join('|')})$`);
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(prefix) ? leftover.exec(name.slice(prefix.length))?.[1] : undefined;
    // A file with our own process id belongs to an earlier process that had the same one.
    const isLeftover = pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)));
    if (isLeftover) rmSync(join(dirname(path), name), { force: true });
  }
}
