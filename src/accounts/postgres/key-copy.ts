import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KeyFacts } from '../../admission/keys.ts';
import { type Database, openWritable, type Statement } from '../../sqlite/driver.ts';
import type { KeyChange, KeyMap, KeyMapObserver, MappedKey } from './key-map.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS keys (
    hash TEXT PRIMARY KEY, key_id INTEGER NOT NULL, account_id INTEGER NOT NULL, kind TEXT NOT NULL,
    scope TEXT NOT NULL, plan TEXT NOT NULL, per_minute INTEGER, valid_until_ms INTEGER, pass INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS keys_of_account ON keys (account_id);
  CREATE INDEX IF NOT EXISTS secrets_of_key ON keys (key_id);
  CREATE TABLE IF NOT EXISTS source (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`;
const INSERT = 'INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)';
/** Rows per step, so that requests are answered in between. */
const STEP = 1000;

/**
 * The keys as last seen, on disk: with it a server can start, and admit its callers, while PostgreSQL is away. It
 * contains hashes of keys and no other secret. No request fails because the copy cannot be written.
 */
export class KeyCopy implements KeyMapObserver {
  readonly #path: string;
  readonly #source: string;
  readonly #onFailure: (error: Error) => void;
  #db: Database | null = null;
  /** Rows that still have the number of an earlier pass no longer exist. */
  #pass = 0;
  #isFailing = false;
  #isStale = false;

  /** `source` names the database: a copy of another one is not used. */
  constructor(path: string, source: string, onFailure: (error: Error) => void) {
    this.#path = path;
    this.#source = source;
    this.#onFailure = onFailure;
  }

  /** Whether a change could not be written, so that the whole copy has to be written again. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Null when there is no complete copy of this database. */
  read(): MappedKey[] | null {
    if (!existsSync(this.#path)) return null;
    return this.#attempt(null, (db) => {
      if (db.prepare('SELECT 1 FROM source WHERE name = ?').get(this.#source) === undefined) return null;
      const rows = db.prepare('SELECT * FROM keys').all() as CopiedRow[];
      return rows.map((row) => ({
        hash: row.hash,
        facts: {
          keyId: row.key_id,
          accountId: row.account_id,
          kind: row.kind,
          scope: row.scope,
          plan: row.plan,
          perMinute: row.per_minute,
          validUntilMs: row.valid_until_ms ?? Number.POSITIVE_INFINITY,
        },
      }));
    });
  }

  /** Makes the copy equal to the map. Changes to the map in the meantime are written as they come. */
  async write(map: KeyMap): Promise<void> {
    this.#isStale = false;
    const keys = map.values();
    this.#attempt(undefined, (db) => {
      db.prepare('DELETE FROM source').run();
      this.#pass =
        ((db.prepare('SELECT max(pass) AS pass FROM keys').get() as { pass: number | null }).pass ?? 0) + 1;
    });
    for (let isLast = false; !isLast; await Bun.sleep(0)) {
      isLast = this.#attempt(true, (db) => {
        const insert = db.prepare(INSERT);
        for (let i = 0; i < STEP; i++) {
          const { value, done } = keys.next();
          if (done === true) return true;
          this.#put(insert, value);
        }
        return false;
      });
    }
    this.#attempt(undefined, (db) => {
      db.prepare('DELETE FROM keys WHERE pass <> ?').run(this.#pass);
      db.prepare('INSERT OR IGNORE INTO source (name) VALUES (?)').run(this.#source);
    });
  }

  replaced({ keyIds, accountIds }: KeyChange, keys: readonly MappedKey[]): void {
    this.#attempt(undefined, (db) => {
      const remove = db.prepare('DELETE FROM keys WHERE key_id = ?');
      for (const id of keyIds) remove.run(id);
      const removeAll = db.prepare('DELETE FROM keys WHERE account_id = ?');
      for (const id of accountIds) removeAll.run(id);
      const insert = db.prepare(INSERT);
      for (const key of keys) this.#put(insert, key);
    });
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
  }

  #put(insert: Statement, { hash, facts }: MappedKey): void {
    const { keyId, accountId, kind, scope, plan, perMinute, validUntilMs } = facts;
    const untilMs = Number.isFinite(validUntilMs) ? validUntilMs : null;
    insert.run(hash, keyId, accountId, kind, scope, plan, perMinute, untilMs, this.#pass);
  }

  /** In one transaction. Returns `otherwise` when the file fails, which is reported once until it works again. */
  #attempt<Result>(otherwise: Result, act: (db: Database) => Result): Result {
    try {
      this.#db ??= openCopy(this.#path);
      const db = this.#db;
      const result = db.transaction(() => act(db))();
      this.#isFailing = false;
      return result;
    } catch (error) {
      this.close();
      if (!this.#isFailing) this.#onFailure(error as Error);
      this.#isFailing = true;
      this.#isStale = true;
      return otherwise;
    }
  }
}

/** A damaged file is replaced by a new one: it is only a copy. */
function openCopy(path: string): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return openExisting(path);
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT|ERROR)/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    rmSync(path, { force: true });
    return openExisting(path);
  }
}

function openExisting(path: string): Database {
  closeSync(openSync(path, 'a', 0o600));
  const db = openWritable(path);
  try {
    db.pragma('busy_timeout = 1000');
    db.pragma('synchronous = NORMAL');
    db.exec(SCHEMA);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

interface CopiedRow extends Pick<KeyFacts, 'kind' | 'scope' | 'plan'> {
  hash: string;
  key_id: number;
  account_id: number;
  per_minute: number | null;
  valid_until_ms: number | null;
}
