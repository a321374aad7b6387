import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { findExposure } from '../../secret-file.ts';
import { type Database, openReadOnly, openWritable, type Statement } from '../../sqlite/driver.ts';
import { syncToDisk } from '../../system.ts';
import { otherVersion, SCHEMA_VERSION, schemaOfSqlite } from '../tables/schema.ts';
import type { AccountDatabase, Sql, TransactionOptions } from '../tables/sql.ts';
import { AccountsError, namingFailures } from './accounts-error.ts';

/** Identifies a file as ours: "lrda". */
const APPLICATION_ID = 0x6c726461;
/** Other writers take milliseconds; a lock held longer than this will not be released soon. */
export const LOCK_TIMEOUT_MS = 3000;
/** For what pages write only in passing: they should not wait long for it, and it can be written later. */
const BRIEF_LOCK_TIMEOUT_MS = 200;
const RETRY_LOCK_EVERY_MS = 20;

/**
 * The connection to the accounts file. Nothing is written before it is needed, so the file may not exist yet, and another
 * process may create it at any time. Failures name the file.
 */
export class Connection implements AccountDatabase {
  /** Counts the changes of this process to keys, or to what keys allow. */
  keyChanges = 0;
  #db: Database | null = null;
  /** Ends with the transaction that is open now: the connection has one at a time, and nobody else reads what is in it. */
  #open: Promise<void> | null = null;

  constructor(readonly path: string) {}

  /** Null while there is no file. */
  existing(): Database | null {
    return this.#db === null && !existsSync(this.path) ? null : this.open();
  }

  /** Creates the file when there is none. */
  open(): Database {
    this.#db ??= openAccountsFile(this.path);
    return this.#db;
  }

  /** Returns `nothing` while there is no file. */
  read<Result>(nothing: Result, act: (db: Database) => Result): Result {
    return namingFailures(this.path, () => {
      const db = this.existing();
      return db === null ? nothing : act(db);
    });
  }

  async rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> {
    while (this.#open !== null) await this.#open;
    return this.rowsNow(sql, ...values);
  }

  /** Also of what a transaction has not ended yet. */
  rowsNow<Row extends object>(sql: string, ...values: unknown[]): Row[] {
    return this.read([], (db) => prepare(db, sql).all(byNumber(values)) as Row[]);
  }

  change(sql: string, ...values: unknown[]): Promise<boolean> {
    return this.transaction((inside) => inside.change(sql, ...values));
  }

  async lockAccount(): Promise<void> {}

  transaction<Result>(act: (sql: Sql) => Promise<Result>, options: TransactionOptions = {}): Promise<Result> {
    return namingFailures(this.path, async () => {
      const db = this.open();
      const end = await this.#begin(db, options.isMinor ?? false);
      try {
        const result = await act(insideOf(db));
        db.exec('COMMIT');
        return result;
      } finally {
        if (db.inTransaction) db.exec('ROLLBACK');
        end();
      }
    });
  }

  async changeKeys<Result>(act: (sql: Sql) => Promise<Result>): Promise<Result> {
    try {
      return await this.transaction(act);
    } finally {
      // Whoever remembers a key has to look it up again.
      this.keyChanges++;
    }
  }

  /** Waits while another process writes, and returns what ends the transaction. A server answers everyone else meanwhile. */
  async #begin(db: Database, isMinor: boolean): Promise<() => void> {
    const untilMs = performance.now() + (isMinor ? BRIEF_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS);
    for (;;) {
      while (this.#open !== null) await this.#open;
      try {
        db.pragma(`synchronous = ${isMinor ? 'NORMAL' : 'FULL'}`);
        db.exec('BEGIN IMMEDIATE');
        break;
      } catch (error) {
        if (!isLocked(error) || performance.now() >= untilMs) throw error;
      }
      await Bun.sleep(RETRY_LOCK_EVERY_MS);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#open = promise;
    return () => {
      this.#open = null;
      resolve();
    };
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
  }
}

/** What asks a database within the transaction that is open. */
export function insideOf(db: Database): Sql {
  return {
    rows: async <Row>(sql: string, ...values: unknown[]) => prepare(db, sql).all(byNumber(values)) as Row[],
    change: async (sql, ...values) => prepare(db, sql).run(byNumber(values)).changes > 0,
    lockAccount: async () => {},
  };
}

/** A file needs no schema. */
function prepare(db: Database, sql: string): Statement {
  return db.prepare(sql.replaceAll('larder.', ''));
}

/** SQLite takes `$1` for a name. */
function byNumber(values: readonly unknown[]): Record<number, unknown> {
  return Object.fromEntries(values.map((value, i) => [i + 1, value]));
}

function isLocked(error: unknown): boolean {
  return /^SQLITE_BUSY/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Readable by its owner only, every change on disk before it is acknowledged, readers never waiting for a writer. */
function openAccountsFile(file: string): Database {
  return namingFailures(file, () => {
    if (!existsSync(file)) createEmpty(file);
    const db = openWritable(file);
    try {
      db.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
      refuseOther(db, file);
      refuseReadable(file);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      db.pragma('foreign_keys = ON');
      // Deleted data is overwritten, so that no trace of a removed account stays in the file.
      db.pragma('secure_delete = ON');
      createTables(db);
      // From here on only writers can be kept waiting, and they do so without SQLite, which would block all requests.
      db.pragma('busy_timeout = 0');
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** SQLite gives its journal files the permissions of this one. */
function createEmpty(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  syncToDisk(dirname(file));
}

/** Whoever can read the file has everyone's hashes and, with the encryption key, their second factors. */
export function refuseReadable(file: string): void {
  const exposure = findExposure(file);
  if (exposure !== null) throw new AccountsError(file, exposure.what, `run: chmod 600 '${file}'`);
}

export function isAccountsFile(path: string): boolean {
  let db: Database | null = null;
  try {
    db = openReadOnly(path);
    return db.pragma('application_id', { simple: true }) === APPLICATION_ID;
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

function refuseOther(db: Database, file: string): void {
  if (isEmpty(db)) return;
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw new AccountsError(file, 'a database, but not of accounts', 'name another with --accounts');
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version !== SCHEMA_VERSION)
    throw new AccountsError(file, otherVersion(version), 'name another with --accounts');
}

/** Two processes may open an empty file at once: the second finds nothing left to do. */
function createTables(db: Database): void {
  if (!isEmpty(db)) return;
  const create = db.transaction(() => {
    if (!isEmpty(db)) return;
    db.exec(schemaOfSqlite());
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  });
  create.immediate();
}

function isEmpty(db: Database): boolean {
  return db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
}
