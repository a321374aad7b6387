import { PlainError } from '../../plain-error.ts';
import { refuseExposed } from '../../secret-file.ts';
import type { AccountStore } from '../account-store.ts';
import type { EncryptionKeyFile } from '../store/encryption-key-file.ts';
import { AccountTables } from '../tables/account-tables.ts';
import type { Sql } from '../tables/sql.ts';
import { UsageTable } from '../tables/usage-table.ts';
import type { PostgresAddress } from './address.ts';
import { ensureTables } from './create-tables.ts';
import { AwayError, Database } from './database.ts';
import { KeyCopy } from './key-copy.ts';
import { KeyFeed } from './key-feed.ts';
import { KeyMap } from './key-map.ts';
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
export class PostgresAccountStore extends AccountTables implements AccountStore {
  readonly guesses: GuessTable;
  readonly flows: FlowTable;
  readonly shownOnce: ShownOnceTable;
  readonly encryptionKey: SharedEncryptionKey;
  readonly #name: string;

  private constructor(
    { address, encryptionKeyFile, nowMs = Date.now }: PostgresStoreOptions,
    private readonly database: Database,
    map: KeyMap,
    private readonly stopFollowing: () => Promise<void>,
  ) {
    super(database, map, new SharedUsage(database));
    this.#name = address.name;
    this.encryptionKey = new SharedEncryptionKey(encryptionKeyFile, address.name);
    this.guesses = new GuessTable(database, nowMs);
    this.flows = new FlowTable(database, this.encryptionKey);
    this.shownOnce = new ShownOnceTable(database, this.encryptionKey);
  }

  /** For one command: nothing is looked up by key, so no keys are read. */
  static async openForCommand(options: PostgresStoreOptions): Promise<PostgresAccountStore> {
    await ensureTables(options.address);
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
    await this.stopFollowing();
    await this.database.close();
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
