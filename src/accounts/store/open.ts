import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Database, openWritable } from '../../sqlite/driver.ts';
import { AccountsError, namingFailures } from '../accounts-error.ts';
import accountsAndKeys from './migrations/0001-accounts-and-keys.sql' with { type: 'text' };
import signingIn from './migrations/0002-signing-in.sql' with { type: 'text' };
import { synchronise } from './synchronise.ts';

/** In order, and for ever: a file may be at any of them. Its `user_version` says how many it has had. */
const MIGRATIONS = [accountsAndKeys, signingIn];

/** Marks a file as ours: "lrda". */
const APPLICATION_ID = 0x6c726461;
/** Others write for milliseconds at a time; who waits longer than this waits in vain. */
const BUSY_TIMEOUT_MS = 3000;

/**
 * Opens the file of accounts, and makes it if need be: readable by its owner alone, every change on the disk before it
 * is acknowledged, readers never waiting for a writer.
 */
export function openAccountsFile(file: string): Database {
  return namingFailures(file, () => {
    if (!existsSync(file)) makeEmpty(file);
    const db = openWritable(file);
    try {
      db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      refuseForeign(db, file);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      db.pragma('foreign_keys = ON');
      // What is deleted is overwritten: no trace of a removed account stays in the file.
      db.pragma('secure_delete = ON');
      migrate(db, file);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** SQLite gives its own further files the permissions of this one. */
function makeEmpty(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  synchronise(dirname(file));
}

function refuseForeign(db: Database, file: string): void {
  const id = db.pragma('application_id', { simple: true });
  const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  if (id !== APPLICATION_ID && !isEmpty) {
    throw new AccountsError(file, 'is a database, but not one of accounts', 'name another with --accounts');
  }
  if (versionOf(db) > MIGRATIONS.length) {
    throw new AccountsError(file, 'was made by a newer larder', 'update larder');
  }
}

/** Two processes may open the file at once: whoever comes second finds nothing left to do. */
function migrate(db: Database, file: string): void {
  if (versionOf(db) === MIGRATIONS.length) return;
  const step = db.transaction(() => {
    for (const sql of MIGRATIONS.slice(versionOf(db))) db.exec(sql);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  });
  step.immediate();
  const broken = db.pragma('foreign_key_check') as unknown[];
  if (broken.length > 0) throw new AccountsError(file, 'contradicts itself', 'put a backup in its place');
}

function versionOf(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}
