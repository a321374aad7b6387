import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../../src/plain-error.ts';
import { openWritable, SqliteError } from '../../src/sqlite/driver.ts';

/**
 * One pull or rollback at a time. The lock is SQLite's own, which the system takes back from a process that dies: no
 * crash leaves it behind, and no number of a process that has been given to another can be mistaken.
 */
export interface PullLock {
  release(): void;
}

export function takePullLock(folder: string): PullLock {
  mkdirSync(folder, { recursive: true });
  const db = openWritable(join(folder, 'lock.db'));
  try {
    // Whoever waits here would only repeat what the other is doing.
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (pid INTEGER); DELETE FROM holder');
    db.prepare('INSERT INTO holder VALUES (?)').run(process.pid);
    // Others can read who holds the lock only once that is written; then it is taken again.
    db.exec('COMMIT; BEGIN IMMEDIATE');
    return { release: () => db.close() };
  } catch (error) {
    const isBusy = error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
    const refusal = isBusy ? refuse(folder, findHolder(db)) : error;
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

function refuse(folder: string, pid: number | null): PlainError {
  const who = pid === null ? '' : ` (process ${pid})`;
  return new PlainError(folder, `another pull is at work here${who}`, 'wait until it is done');
}
