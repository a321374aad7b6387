import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWritable, SqliteError } from '../sqlite/driver.ts';

/**
 * The servers that use a data directory, so that `larder reload` can find them: one file each, named after the process
 * and locked by it. The operating system releases the lock of a process that dies, so a recycled process id is never
 * mistaken for a server. That matters because SIGHUP ends most programs.
 */
const RUNNING = /^serve-(\d+)\.lock$/;

/**
 * Registers this process and returns a function that unregisters it. The data directory is created only for a server
 * with an overlay, since such a server has to be signalled when the overlay changes.
 */
export function announceServer(dataDir: string, needsSignals: boolean): () => void {
  if (!existsSync(dataDir) && !needsSignals) return () => {};
  const file = join(dataDir, `serve-${process.pid}.lock`);
  try {
    mkdirSync(dataDir, { recursive: true });
    const db = openWritable(file);
    // Nothing is ever written, so there is no need for a journal file.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    return () => {
      db.close();
      rmSync(file, { force: true });
    };
  } catch {
    // A read-only directory can still be served from; its servers notice a new file by themselves.
    return () => {};
  }
}

/** The processes that serve from a data directory. Files of dead processes are removed. */
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
