import { readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PlainError } from './plain-error.ts';
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

/** Fails unless a file may be put in place under this path: to replace a device or a pipe would take it from everyone. */
export function checkOutput(path: string): void {
  if (path === '') throw new PlainError('the file to write', 'its name is empty', 'give a file name');
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new PlainError(path, 'its folder does not exist', 'create the folder first');
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw new PlainError(path, 'is a directory', 'give a file name');
  if ((existing !== undefined && !existing.isFile()) || leadsToOpenFile(path))
    throw new PlainError(path, 'is a device or a pipe', 'give a file name');
}

/** `/dev/stdout` is such a link, also where it leads to a file. */
function leadsToOpenFile(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('/proc/');
  } catch {
    return false;
  }
}
