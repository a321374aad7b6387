import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWritable, SqliteError } from '../sqlite/driver.ts';

/**
 * Which servers use a data directory, so that `larder reload` finds them: a file for each, named for its process and
 * locked by it. The system takes the lock back from a process that dies, so that the number of a dead one, which may
 * have been given to any other program, is never mistaken for a server: the signal would end most programs.
 */
const RUNNING = /^serve-(\d+)\.lock$/;

/**
 * Leaves word of this process; gives what takes it back. A directory that is not there yet is made only for a server
 * that will want to be told of changes.
 */
export function announceServer(dataDir: string, wantsToBeTold: boolean): () => void {
  if (!existsSync(dataDir) && !wantsToBeTold) return () => {};
  const file = join(dataDir, `serve-${process.pid}.lock`);
  try {
    mkdirSync(dataDir, { recursive: true });
    const db = openWritable(file);
    // Nothing is ever written, and no second file need lie beside it.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    return () => {
      db.close();
      rmSync(file, { force: true });
    };
  } catch {
    // A directory that can only be read serves all the same; its servers notice a new file by themselves.
    return () => {};
  }
}

/** The processes that serve from a data directory; word of those that died is removed. */
export function listServers(dataDir: string): number[] {
  if (!existsSync(dataDir)) return [];
  const running: number[] = [];
  for (const name of readdirSync(dataDir)) {
    const pid = Number(RUNNING.exec(name)?.[1]);
    if (Number.isNaN(pid)) continue;
    const file = join(dataDir, name);
    if (isLocked(file)) running.push(pid);
    else rmSync(file, { force: true });
  }
  return running.sort((a, b) => a - b);
}

function isLocked(file: string): boolean {
  const db = openWritable(file);
  try {
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN EXCLUSIVE');
    return false;
  } catch (error) {
    if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    db.close();
  }
}
