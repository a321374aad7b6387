import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from '../../sqlite/driver.ts';
import { syncToDisk } from '../../system.ts';
import type { AccountStore } from '../account-store.ts';
import { AccountTables } from '../tables/account-tables.ts';
import { AccountsError, namingFailures } from './accounts-error.ts';
import { Connection, isAccountsFile } from './connection.ts';
import { EncryptionKeyFile, encryptionKeyPath } from './encryption-key-file.ts';
import { FileKeys } from './file-keys.ts';
import { MemoryFlows, MemoryGuesses, MemoryShownOnce } from './in-memory.ts';

/** Accounts in one SQLite file, which is created by the first write. */
export class SqliteAccountStore extends AccountTables implements AccountStore {
  readonly #connection: Connection;
  readonly guesses: MemoryGuesses;
  readonly flows = new MemoryFlows();
  readonly shownOnce = new MemoryShownOnce();
  readonly encryptionKey: EncryptionKeyFile;

  /** `steadyMs` is a clock that never goes back. */
  constructor(
    readonly path: string,
    steadyMs: () => number = () => performance.now(),
    keyPath: string = encryptionKeyPath(path),
  ) {
    const connection = new Connection(path);
    super(connection, new FileKeys(connection, steadyMs));
    this.#connection = connection;
    this.guesses = new MemoryGuesses(steadyMs);
    this.encryptionKey = new EncryptionKeyFile(keyPath);
  }

  /** Throws when there is a file that cannot be used. */
  check(): void {
    this.#connection.existing();
    this.encryptionKey.find();
  }

  /** The database itself; created when there is none. */
  get db(): Database {
    return this.#connection.open();
  }

  /**
   * Copies the accounts while others read and write. The copy is written beside its target and renamed at the end, so
   * that the target is always a complete backup, the old one or the new. Returns the number of accounts.
   */
  backUp(target: string): number {
    if (this.#connection.existing() === null) {
      throw new AccountsError(this.path, 'no such file', 'name another with --accounts');
    }
    if (existsSync(target) && realpathSync(target) === realpathSync(this.path)) {
      throw new AccountsError(target, 'is the accounts file itself', 'name another file for the backup');
    }
    refuseOther(target);
    const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}.unfinished`);
    namingFailures(target, () => {
      try {
        closeSync(openSync(unfinished, 'w', 0o600));
        this.db.prepare('VACUUM INTO ?').run(unfinished);
        chmodSync(unfinished, 0o600);
        syncToDisk(unfinished);
        renameSync(unfinished, target);
        syncToDisk(dirname(target));
      } finally {
        rmSync(unfinished, { force: true });
      }
    });
    return this.db.prepare('SELECT count(*) FROM accounts').pluck().get() as number;
  }

  close(): void {
    this.#connection.close();
  }
}

/** A typo must not cost anyone their catalogue. */
function refuseOther(target: string): void {
  const existing = statSync(target, { throwIfNoEntry: false });
  if (!existing?.isFile() || existing.size === 0 || isAccountsFile(target)) return;
  throw new AccountsError(
    target,
    'is not a backup of accounts and would be overwritten',
    'choose another name, or remove it first',
  );
}
