import type pg from 'pg';
import type { AccountsError } from '../store/accounts-error.ts';
import type { Sql } from '../tables/sql.ts';
import type { PostgresAddress } from './address.ts';
import { ensureTables, hasTables } from './create-tables.ts';
import { AwayError, connect, namePostgresFailure, sqlOf } from './database.ts';
import { type KeyMap, readKeys } from './key-map.ts';

/** As the triggers in schema.sql name it. */
const CHANNEL = 'larder_keys';
const ANNOUNCEMENT = /^(key|account) (\d{1,15})$/;
/** A connection can be lost silently; only a query shows whether it is still there. */
const HEARTBEAT_MS = 1000;
const FIRST_RECONNECT_MS = 100;
const MAX_RECONNECT_MS = 2000;
/** An answer may have to wait for a query on the same connection. */
const HEARTBEAT_DEADLINE_MS = 3000;
/** All keys of a large service, over a slow network. */
const LOAD_DEADLINE_MS = 30_000;

export interface KeyFeedOptions {
  address: PostgresAddress;
  map: KeyMap;
  /** Called for every new connection, before keys are read. */
  prepare: (sql: Sql) => Promise<void>;
  /** Called once all keys have been read, and then about every second. */
  onBeat: () => void;
  onChange: (isUp: boolean, reason: string) => void;
}

/**
 * Keeps the map of keys current: one connection listens for changes, and reads the keys that have changed. A connection
 * that was lost may have missed some, so every new one reads them all.
 */
export class KeyFeed {
  #client: pg.Client | null = null;
  #reconnectMs = FIRST_RECONNECT_MS;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;
  /** Null before the first attempt has ended. */
  #wasUp: boolean | null = null;
  #fault: AccountsError | null = null;
  /** What has changed and has not been read yet. */
  #changed = { keyIds: new Set<number>(), accountIds: new Set<number>() };
  #reading: Promise<void> | null = null;

  constructor(private readonly options: KeyFeedOptions) {}

  /** Why the database cannot be used; null when it can. */
  get fault(): AccountsError | null {
    return this.#client === null ? this.#fault : null;
  }

  /** Connects and reads all keys. Throws when that fails; the caller may then `retry`. */
  async start(): Promise<void> {
    const client = await this.#open();
    if (this.#isClosed) return void client.end().catch(() => {});
    this.#client = client;
    this.#fault = null;
    this.#reconnectMs = FIRST_RECONNECT_MS;
    client.on('end', () => this.lose(client, this.#unreachable()));
    this.#report(true, '');
    this.options.onBeat();
    this.#later(HEARTBEAT_MS, () => this.#beat(client));
    // Changes announced while the keys were read.
    void this.#readChanged();
  }

  /** Connects again, as often as it takes. */
  retry(error: AccountsError): void {
    this.#fault = error;
    this.#report(false, error.message);
    const delayMs = this.#reconnectMs;
    this.#reconnectMs = Math.min(2 * delayMs, MAX_RECONNECT_MS);
    this.#later(delayMs, async () => {
      try {
        await this.start();
      } catch (next) {
        this.retry(this.#name(next));
      }
    });
  }

  /** The database is away, as the feed or another query has noticed. */
  lose(client: pg.Client | null, error: AccountsError): void {
    if (this.#isClosed || client === null || this.#client !== client) return;
    this.#client = null;
    this.#changed = { keyIds: new Set(), accountIds: new Set() };
    void client.end().catch(() => {});
    this.retry(error);
  }

  /** A query elsewhere failed because the database is away. */
  suspect(error: AccountsError): void {
    this.lose(this.#client, error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  async #open(): Promise<pg.Client> {
    const { address, map, prepare } = this.options;
    const client = await connect(address, LOAD_DEADLINE_MS);
    try {
      if (!(await hasTables(client, address))) await ensureTables(address);
      client.on('notification', ({ payload = '' }) => this.#note(client, payload));
      await client.query(`LISTEN ${CHANNEL}`);
      const sql = sqlOf(client);
      await prepare(sql);
      await map.replaceAll(await readKeys(sql, null));
      return client;
    } catch (error) {
      void client.end().catch(() => {});
      throw namePostgresFailure(address.name, error) ?? error;
    }
  }

  #note(client: pg.Client, payload: string): void {
    const [, what, id] = ANNOUNCEMENT.exec(payload) ?? [];
    if (id === undefined) return;
    this.#changed[what === 'key' ? 'keyIds' : 'accountIds'].add(Number(id));
    if (this.#client === client) void this.#readChanged();
  }

  /**
   * After a change by this server: resolves when the map has it, or the connection is lost, whose successor reads everything.
   * All keys are read by one connection, one query after the other, so that no answer is older than the map.
   */
  async refresh(accountId: number): Promise<void> {
    this.#changed.accountIds.add(accountId);
    // A query on its way may have been sent before the change.
    await this.#reading;
    await this.#readChanged();
  }

  /** One query at a time, for everything that has changed since the last. */
  #readChanged(): Promise<void> {
    this.#reading ??= this.#readInTurns().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readInTurns(): Promise<void> {
    const client = this.#client;
    try {
      while (client !== null && this.#client === client) {
        const change = this.#changed;
        if (change.keyIds.size + change.accountIds.size === 0) break;
        this.#changed = { keyIds: new Set(), accountIds: new Set() };
        this.options.map.replace(change, await readKeys(sqlOf(client), change));
      }
    } catch (error) {
      this.lose(client, this.#name(error));
    }
  }

  async #beat(client: pg.Client): Promise<void> {
    try {
      await client.query({ text: 'SELECT 1', query_timeout: HEARTBEAT_DEADLINE_MS } as pg.QueryConfig);
    } catch (error) {
      this.lose(client, this.#name(error));
      return;
    }
    if (this.#client !== client) return;
    this.options.onBeat();
    this.#later(HEARTBEAT_MS, () => this.#beat(client));
  }

  #later(delayMs: number, act: () => Promise<void>): void {
    if (this.#isClosed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void act(), delayMs);
    this.#timer.unref();
  }

  /** Reports each change once. */
  #report(isUp: boolean, reason: string): void {
    if (this.#isClosed || isUp === this.#wasUp) return;
    this.#wasUp = isUp;
    this.options.onChange(isUp, reason);
  }

  #name(error: unknown): AccountsError {
    return namePostgresFailure(this.options.address.name, error) ?? this.#unreachable();
  }

  #unreachable(): AccountsError {
    return new AwayError(
      `PostgreSQL at ${this.options.address.name}`,
      'closed the connection',
      'try again later',
    );
  }
}
