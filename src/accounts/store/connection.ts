import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { findExposure } from '../../secret-file.ts';
import { type Database, openReadOnly, openWritable, type Statement } from '../../sqlite/driver.ts';
import { syncToDisk } from '../../system.ts';
import type { Awaitable } from '../account-store.ts';
import type { Sql } from '../shared-sql.ts';
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
const LOCK_PATIENCE_MS = 3000;
/** For what pages write only in passing: they should not wait long for it, and it can be written later. */
export const BRIEF_PATIENCE_MS = 200;
const RETRY_LOCK_EVERY_MS = 20;

/**
 * How to wait while another process has locked the file. A command blocks until it is free. A server yields: it tries
 * again later, and answers everyone else meanwhile.
 */
export type LockWait = 'blocking' | 'yielding';

export interface WriteOptions {
  /** Whether the change must be on disk before anyone is told. */
  isDurable?: boolean;
  /** How long to wait while the file is locked. */
  patienceMs?: number;
}

/**
 * The connection to the accounts file. Failures name the file. Nothing is written before it is needed, so the file may not exist yet, and
 * another process may create it at any time.
 */
export class Connection implements Sql {
  /** Counts the changes of this process to keys, or to what keys allow. */
  keyChanges = 0;
  #db: Database | null = null;
  /** One for each SQL text of this folder. */
  readonly #statements = new Map<string, Statement>();

  constructor(
    readonly path: string,
    readonly lockWait: LockWait = 'blocking',
  ) {}

  /** Null while there is no file. */
  existing(): Database | null {
    return this.#db === null && !existsSync(this.path) ? null : this.open();
  }

  /** Creates the file when there is none. */
  open(): Database {
    this.#db ??= openAccountsFile(this.path, this.lockWait);
    return this.#db;
  }

  /** In one transaction. */
  transact<Result>(act: () => Result, { isDurable = true }: WriteOptions): Result {
    const db = this.open();
    if (!isDurable) db.pragma('synchronous = NORMAL');
    try {
      return db.transaction(act).immediate();
    } finally {
      if (!isDurable) db.pragma('synchronous = FULL');
    }
  }

  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.open().prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Returns `nothing` while there is no file. */
  read<Result>(nothing: Result, act: () => Result): Result {
    return namingFailures(this.path, () => (this.existing() === null ? nothing : act()));
  }

  /**
   * In one transaction, which is on disk when this is done: at once, or later where a server has to wait for another
   * process. `act` runs without interruption either way.
   */
  write<Result>(act: () => Result, options: WriteOptions = {}): Awaitable<Result> {
    const untilMs = performance.now() + (options.patienceMs ?? LOCK_PATIENCE_MS);
    const first = this.#attempt(act, options, this.lockWait === 'blocking');
    return first === null ? this.#retry(act, options, untilMs) : first.result;
  }

  async #retry<Result>(act: () => Result, options: WriteOptions, untilMs: number): Promise<Result> {
    for (;;) {
      await Bun.sleep(RETRY_LOCK_EVERY_MS);
      const done = this.#attempt(act, options, performance.now() >= untilMs);
      if (done !== null) return done.result;
    }
  }

  /** Null when the file is locked and it is worth trying again. */
  #attempt<Result>(act: () => Result, options: WriteOptions, isLast: boolean): { result: Result } | null {
    return namingFailures(this.path, () => {
      try {
        return { result: this.transact(act, options) };
      } catch (error) {
        if (!isLast && isLocked(error)) return null;
        throw error;
      }
    });
  }

  /** The same for what changes keys, or what they allow: whoever remembers a key has to look it up again afterwards. */
  changeKeys<Result>(act: () => Result): Awaitable<Result> {
    return this.write(() => {
      this.keyChanges++;
      return act();
    });
  }

  /** Part of a transaction. Returns whether any row was changed. */
  run(sql: string, ...values: unknown[]): boolean {
    return this.prepare(ownSql(sql)).run(byNumber(values)).changes > 0;
  }

  rows<Row extends object>(sql: string, ...values: unknown[]): Row[] {
    return this.read([], () => this.prepare(ownSql(sql)).all(byNumber(values)) as Row[]);
  }

  /** A transaction of its own. Returns whether any row was changed. */
  change(sql: string, ...values: unknown[]): Awaitable<boolean> {
    return this.write(() => this.run(sql, ...values));
  }

  close(): void {
    this.#statements.clear();
    this.#db?.close();
    this.#db = null;
  }
}

/** A file needs no schema. */
function ownSql(sql: string): string {
  return sql.replaceAll('larder.', '');
}

/** SQLite takes `$1` for a name. */
function byNumber(values: readonly unknown[]): Record<number, unknown> {
  return Object.fromEntries(values.map((value, i) => [i + 1, value]));
}

function isLocked(error: unknown): boolean {
  return /^SQLITE_BUSY/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Readable by its owner only, every change on disk before it is acknowledged, readers never waiting for a writer. */
function openAccountsFile(file: string, lockWait: LockWait): Database {
  return namingFailures(file, () => {
    if (!existsSync(file)) createEmpty(file);
    const db = openWritable(file);
    try {
      db.pragma(`busy_timeout = ${LOCK_PATIENCE_MS}`);
      refuseForeign(db, file);
      refuseReadable(file);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      db.pragma('foreign_keys = ON');
      // Deleted data is overwritten, so that no trace of a removed account stays in the file.
      db.pragma('secure_delete = ON');
      migrate(db, file);
      // From here on only writers can be kept waiting, and they do so without SQLite, which would block all requests.
      if (lockWait === 'yielding') db.pragma('busy_timeout = 0');
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
