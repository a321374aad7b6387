import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { findExposure } from '../../secret-file.ts';
import { type Database, openReadOnly, openWritable, type Statement } from '../../sqlite/driver.ts';
import { AccountsError, namingFailures } from './accounts-error.ts';
import accountsAndKeys from './migrations/0001-accounts-and-keys.sql' with { type: 'text' };
import signingIn from './migrations/0002-signing-in.sql' with { type: 'text' };
import boundedKeys from './migrations/0003-bounded-keys.sql' with { type: 'text' };
import freshAuthentication from './migrations/0004-fresh-authentication.sql' with { type: 'text' };
import operators from './migrations/0005-operators.sql' with { type: 'text' };

/** Append only: a file may be at any of them. Its `user_version` is the number already applied. */
const MIGRATIONS = [accountsAndKeys, signingIn, boundedKeys, freshAuthentication, operators];

/** Identifies a file as ours: "lrda". */
const APPLICATION_ID = 0x6c726461;
/** Other writers take milliseconds; a lock held longer than this will not be released soon. */
const BUSY_TIMEOUT_MS = 3000;

/**
 * The connection to the accounts file. Nothing is written before it is needed, so the file may not exist yet, and
 * another process may create it at any time.
 */
export class Connection {
  /** Counts the changes of this process to keys, or to what keys allow. */
  keyChanges = 0;
  #db: Database | null = null;
  /** One for each SQL text of this folder. */
  readonly #statements = new Map<string, Statement>();

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

  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.open().prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#db?.close();
    this.#db = null;
  }
}

/** One or more tables of the accounts file. Failures name the file. */
export abstract class Table {
  constructor(protected readonly connection: Connection) {}

  /** Returns `nothing` while there is no file. */
  protected read<Result>(nothing: Result, act: () => Result): Result {
    return namingFailures(this.connection.path, () =>
      this.connection.existing() === null ? nothing : act(),
    );
  }

  /** In one transaction, which is on disk when this returns. */
  protected write<Result>(act: () => Result): Result {
    return namingFailures(this.connection.path, () => this.connection.open().transaction(act).immediate());
  }

  protected prepare(sql: string): Statement {
    return this.connection.prepare(sql);
  }

  /** Whether any row was changed. */
  protected change(sql: string, ...values: unknown[]): boolean {
    return this.write(() => this.prepare(sql).run(...values).changes > 0);
  }
}

/** Readable by its owner only, every change on disk before it is acknowledged, readers never waiting for a writer. */
function openAccountsFile(file: string): Database {
  return namingFailures(file, () => {
    if (!existsSync(file)) createEmpty(file);
    const db = openWritable(file);
    try {
      db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      refuseForeign(db, file);
      refuseReadable(file);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      db.pragma('foreign_keys = ON');
      // Deleted data is overwritten, so that no trace of a removed account stays in the file.
      db.pragma('secure_delete = ON');
      migrate(db, file);
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
  synchronise(dirname(file));
}

/** Waits until a file, or the names in a directory, are on disk. */
export function synchronise(path: string): void {
  // Windows cannot open a directory, and does not need this.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
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

function refuseForeign(db: Database, file: string): void {
  const id = db.pragma('application_id', { simple: true });
  const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  if (id !== APPLICATION_ID && !isEmpty) {
    throw new AccountsError(file, 'a database, but not of accounts', 'name another with --accounts');
  }
  if (versionOf(db) > MIGRATIONS.length) {
    throw new AccountsError(file, 'written by a newer larder', 'update larder');
  }
}

/** Two processes may open the file at once: the second finds nothing left to do. */
function migrate(db: Database, file: string): void {
  if (versionOf(db) === MIGRATIONS.length) return;
  const step = db.transaction(() => {
    for (const sql of MIGRATIONS.slice(versionOf(db))) db.exec(sql);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  });
  step.immediate();
  const broken = db.pragma('foreign_key_check') as unknown[];
  if (broken.length > 0) throw new AccountsError(file, 'is inconsistent', 'restore a backup');
}

function versionOf(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}
