import { PlainError } from '../../plain-error.ts';
import { refuseExposed } from '../../secret-file.ts';
import type { AccountStore } from '../account-store.ts';
import type { EncryptionKeyFile } from '../store/encryption-key-file.ts';
import { AccountTable } from '../tables/account-table.ts';
import { AuditTable } from '../tables/audit-table.ts';
import { KeyTable } from '../tables/key-table.ts';
import { SecondFactorTable } from '../tables/second-factor-table.ts';
import { SessionTable } from '../tables/session-table.ts';
import type { Sql } from '../tables/sql.ts';
import { UsageTable } from '../tables/usage-table.ts';
import type { PostgresAddress } from './address.ts';
import { AwayError, Database } from './database.ts';
import { KeyCopy } from './key-copy.ts';
import { KeyFeed } from './key-feed.ts';
import { KeyMap } from './key-map.ts';
import { migrate } from './migrate.ts';
import { SharedEncryptionKey } from './shared-encryption-key.ts';
import { FlowTable, GuessTable, ShownOnceTable } from './shared-state.ts';

export interface PostgresStoreOptions {
  address: PostgresAddress;
  encryptionKeyFile: EncryptionKeyFile;
  /** The time of day. */
  nowMs?: () => number;
}

export interface ServedStoreOptions extends PostgresStoreOptions {
  /** Where the last copy of the keys is kept. */
  copyPath: string;
  /** Called when the database goes away or comes back, once for each. */
  onChange: (isUp: boolean, reason: string) => void;
  /** Called when the copy of the keys cannot be read or written. */
  onCopyFailure: (error: Error) => void;
}

/** Accounts in PostgreSQL, which several servers can share. */
export class PostgresAccountStore implements AccountStore {
  readonly accounts: AccountTable;
  readonly keys: KeyTable;
  readonly sessions: SessionTable;
  readonly secondFactors: SecondFactorTable;
  readonly usage: UsageTable;
  readonly audit: AuditTable;
  readonly guesses: GuessTable;
  readonly flows: FlowTable;
  readonly shownOnce: ShownOnceTable;
  readonly encryptionKey: SharedEncryptionKey;
  readonly #name: string;
  readonly #database: Database;
  readonly #close: () => Promise<void>;

  private constructor(
    { address, encryptionKeyFile, nowMs = Date.now }: PostgresStoreOptions,
    database: Database,
    map: KeyMap,
    close: () => Promise<void>,
  ) {
    this.#name = address.name;
    this.#database = database;
    this.#close = close;
    this.encryptionKey = new SharedEncryptionKey(encryptionKeyFile, address.name);
    this.accounts = new AccountTable(database);
    this.keys = new KeyTable(database, map);
    this.sessions = new SessionTable(database);
    this.secondFactors = new SecondFactorTable(database);
    this.usage = new SharedUsage(database);
    this.audit = new AuditTable(database);
    this.guesses = new GuessTable(database, nowMs);
    this.flows = new FlowTable(database, this.encryptionKey);
    this.shownOnce = new ShownOnceTable(database, this.encryptionKey);
  }

  /** For one command: nothing is looked up by key, so no keys are read. */
  static async openForCommand(options: PostgresStoreOptions): Promise<PostgresAccountStore> {
    await migrate(options.address);
    return new PostgresAccountStore(options, new Database(options.address), new KeyMap(), async () => {});
  }

  /**
   * For a server: keeps all keys in memory and on disk. When the database is away, starts with the copy on disk, if
   * there is one.
   */
  static async openForServer(options: ServedStoreOptions): Promise<PostgresAccountStore> {
    const { address, copyPath, onChange, onCopyFailure } = options;
    refuseExposed(copyPath);
    const map = new KeyMap();
    const copy = new KeyCopy(copyPath, address.name, onCopyFailure);
    const feed = new KeyFeed({
      address,
      map,
      prepare: (db) => store.encryptionKey.prepare(db),
      onBeat: () => void copy.update(map),
      onChange,
    });
    const database = new Database(address, {
      fault: () => feed.fault,
      onLost: (error) => feed.suspect(error),
      onKeyChange: (accountId) => feed.refresh(accountId),
    });
    const store = new PostgresAccountStore(options, database, map, async () => {
      await feed.close();
      await copy.update(map);
    });
    try {
      await feed.start();
    } catch (error) {
      await startFromCopy(error, feed, copy, map).catch(async (fatal) => {
        await store.close();
        throw fatal;
      });
    }
    return store;
  }

  /** PostgreSQL has its own tools for that. */
  backUp(): never {
    throw new PlainError(
      `PostgreSQL at ${this.#name}`,
      'is not backed up by larder',
      'use pg_dump, or copy the accounts to a file with `larder account migrate`',
    );
  }

  async close(): Promise<void> {
    await this.#close();
    await this.#database.close();
  }
}

/** Throws when waiting would not help, as with a wrong password, or when there is no copy to start from. */
async function startFromCopy(error: unknown, feed: KeyFeed, copy: KeyCopy, map: KeyMap): Promise<void> {
  if (!(error instanceof AwayError)) throw error;
  const keys = copy.read();
  if (keys === null) throw error;
  await map.replaceAll(keys);
  feed.retry(error);
}

/** A batch that is sent again, because its answer was lost, is added once. */
class SharedUsage extends UsageTable {
  protected override async isNewBatch(sql: Sql, batch: string): Promise<boolean> {
    // Batches are sent again for hours at most, while the database is away.
    await sql.change("DELETE FROM larder.usage_batches WHERE added < now() - interval '7 days'");
    return sql.change('INSERT INTO larder.usage_batches (name) VALUES ($1) ON CONFLICT DO NOTHING', batch);
  }
}
