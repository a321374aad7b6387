import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../alive.ts';

/**
 * Which servers use a data directory, so that `larder reload` finds them: a file for each, named for its process. A
 * directory that is not there yet is not made for it.
 */
const RUNNING = /^serve-(\d+)\.pid$/;

/** Leaves word of this process; gives what takes it back. */
export function announceServer(dataDir: string): () => void {
  if (!existsSync(dataDir)) return () => {};
  const file = join(dataDir, `serve-${process.pid}.pid`);
  try {
    writeFileSync(file, `${process.pid}\n`);
  } catch {
    // A directory that can only be read serves all the same; its servers notice a new file by themselves.
    return () => {};
  }
  return () => rmSync(file, { force: true });
}

/** The processes that serve from a data directory; word of those that died is removed. */
export function listServers(dataDir: string): number[] {
  if (!existsSync(dataDir)) return [];
  const alive: number[] = [];
  for (const name of readdirSync(dataDir)) {
    const pid = Number(RUNNING.exec(name)?.[1]);
    if (Number.isNaN(pid)) continue;
    if (isAlive(pid)) alive.push(pid);
    else rmSync(join(dataDir, name), { force: true });
  }
  return alive.sort((a, b) => a - b);
}
