import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../../src/plain-error.ts';
import { openWritable, SqliteError } from '../../src/sqlite/driver.ts';
import { type CatalogVersions, removeLeftovers } from './catalog-versions.ts';

/**
 * Allows one pull, rollback or publish at a time. It is a SQLite lock, which the operating system releases when the process dies:
 * a crash leaves no lock behind, and a recycled process id does no harm.
 */
interface PullLock {
  release(): void;
}

/** Runs a pull, and removes what it or an earlier one left unfinished. */
export async function whileLocked<Outcome>(
  versions: CatalogVersions,
  doing: () => Promise<Outcome>,
): Promise<Outcome> {
  const lock = takePullLock(versions.folder);
  try {
    removeLeftovers(versions);
    return await doing();
  } finally {
    // A rejected catalogue takes as much space as the one in place.
    removeLeftovers(versions);
    lock.release();
  }
}

export const LOCK_NAME = 'lock.db';

export function takePullLock(folder: string, what = 'pull'): PullLock {
  mkdirSync(folder, { recursive: true });
  const db = openWritable(join(folder, LOCK_NAME));
  try {
    // No waiting: a second pull would only repeat what the first one does.
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (pid INTEGER); DELETE FROM holder');
    db.prepare('INSERT INTO holder VALUES (?)').run(process.pid);
    // Others can read who holds the lock only after a commit; then the lock is taken again.
    db.exec('COMMIT; BEGIN IMMEDIATE');
    return { release: () => db.close() };
  } catch (error) {
    const isBusy = error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
    const refusal = isBusy ? refuse(folder, what, findHolder(db)) : error;
    db.close();
    throw refusal;
  }
}

function findHolder(db: ReturnType<typeof openWritable>): number | null {
  try {
    return (db.prepare('SELECT pid FROM holder').pluck().get() as number | undefined) ?? null;
  } catch {
    return null;
  }
}

function refuse(folder: string, what: string, pid: number | null): PlainError {
  const who = pid === null ? '' : ` (process ${pid})`;
  return new PlainError(folder, `another ${what} is running${who}`, 'wait until it has finished');
}
