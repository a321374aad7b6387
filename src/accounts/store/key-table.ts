import type { KeyFacts } from '../../admission/keys.ts';
import {
  type Awaitable,
  type KeyFactsRow,
  type KeyRecords,
  type KeyRow,
  type KeySecret,
  keyFactsOf,
  type NewKey,
} from '../account-store.ts';
import { type Connection, Table } from './connection.ts';

/** How soon a change by another process is seen: well within the second that is promised. */
const POLL_EVERY_MS = 400;

const SELECT_KEYS = `SELECT keys.id, account_id, accounts.name AS account, kind, keys.name, scope, expires_ms,
  per_minute, keys.created_ms, last_used_ms, revoked_ms,
  (SELECT hint FROM key_secrets WHERE key_id = keys.id ORDER BY ends_ms IS NULL DESC, ends_ms DESC LIMIT 1) AS hint
  FROM keys JOIN accounts ON accounts.id = account_id`;

export class KeyTable extends Table implements KeyRecords {
  readonly #steadyMs: () => number;
  #polledMs = Number.NEGATIVE_INFINITY;
  /** Changes with every commit of another connection; -1 while there is no file. */
  #dataVersion = -1;

  constructor(connection: Connection, steadyMs: () => number) {
    super(connection);
    this.#steadyMs = steadyMs;
  }

  get version(): number {
    const nowMs = this.#steadyMs();
    if (nowMs - this.#polledMs >= POLL_EVERY_MS) {
      this.#polledMs = nowMs;
      const dataVersion = this.read(
        -1,
        () => this.connection.open().pragma('data_version', { simple: true }) as number,
      );
      if (dataVersion !== this.#dataVersion) this.connection.keyChanges++;
      this.#dataVersion = dataVersion;
    }
    return this.connection.keyChanges;
  }

  findByHash(hash: string): KeyFacts | null {
    const sql = `SELECT keys.id, account_id, kind, scope, plan, per_minute, expires_ms, ends_ms
      FROM key_secrets JOIN keys ON keys.id = key_id JOIN accounts ON accounts.id = account_id
      WHERE hash = ? AND revoked_ms IS NULL`;
    const row = this.read(undefined, () => this.prepare(sql).get(hash)) as KeyFactsRow | undefined;
    return row === undefined ? null : keyFactsOf(row);
  }

  find(id: number): KeyRow | null {
    return this.read(
      null,
      () => (this.prepare(`${SELECT_KEYS} WHERE keys.id = ?`).get(id) as KeyRow) ?? null,
    );
  }

  list(accountId: number | null, withRevoked: boolean): KeyRow[] {
    // Each combination has a text of its own, because only then does SQLite use the index that fits it.
    const conditions = [accountId !== null && 'account_id = ?', !withRevoked && 'revoked_ms IS NULL'];
    const where = conditions.filter(Boolean).join(' AND ') || 'true';
    const sql = `${SELECT_KEYS} WHERE ${where} ORDER BY keys.id`;
    const values = accountId === null ? [] : [accountId];
    return this.read([], () => this.prepare(sql).all(...values) as KeyRow[]);
  }

  create(
    { accountId, name, scope, expiresMs, perMinute, secret, createdMs }: NewKey,
    most: number,
  ): Awaitable<number | null> {
    return this.write(() => {
      const { held } = this.prepare(
        `SELECT count(*) AS held FROM keys WHERE account_id = ? AND kind = 'named' AND revoked_ms IS NULL`,
      ).get(accountId) as { held: number };
      if (held >= most) return null;
      this.#deleteExpired(createdMs);
      const { lastInsertRowid } = this.prepare(
        `INSERT INTO keys (account_id, kind, name, scope, expires_ms, per_minute, created_ms)
         VALUES (?, 'named', ?, ?, ?, ?, ?)`,
      ).run(accountId, name, scope, expiresMs, perMinute, createdMs);
      this.#addSecret(Number(lastInsertRowid), secret, createdMs);
      return Number(lastInsertRowid);
    });
  }

  rotate(id: number, secret: KeySecret, nowMs: number, endsMs: number | null): Awaitable<boolean> {
    return this.changeKeys(() => {
      const found = this.prepare('SELECT 1 FROM keys WHERE id = ? AND revoked_ms IS NULL').get(id);
      if (found === undefined) return false;
      this.#deleteExpired(nowMs);
      // With an overlap the current secret stays; one from an earlier rotation never does.
      const replaced = endsMs === null ? '' : ' AND ends_ms IS NOT NULL';
      this.prepare(`DELETE FROM key_secrets WHERE key_id = ?${replaced}`).run(id);
      this.prepare('UPDATE key_secrets SET ends_ms = ? WHERE key_id = ?').run(endsMs, id);
      this.#addSecret(id, secret, nowMs);
      return true;
    });
  }

  revoke(id: number, nowMs: number, mostRevoked: number): Awaitable<boolean> {
    return this.changeKeys(() => {
      this.#deleteExpired(nowMs);
      const row = this.prepare(
        'UPDATE keys SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL RETURNING account_id',
      ).get(nowMs, id) as { account_id: number } | undefined;
      if (row === undefined) return false;
      this.prepare(
        `DELETE FROM keys WHERE id IN (
           SELECT id FROM keys WHERE account_id = ? AND revoked_ms IS NOT NULL
           ORDER BY revoked_ms DESC, id DESC LIMIT -1 OFFSET ?)`,
      ).run(row.account_id, mostRevoked);
      return true;
    });
  }

  /** For all keys, whenever one changes: keys that are never rotated again keep no old secrets either. */
  #deleteExpired(nowMs: number): void {
    this.prepare('DELETE FROM key_secrets WHERE ends_ms < ?').run(nowMs);
  }

  #addSecret(keyId: number, { hash, hint }: KeySecret, createdMs: number): void {
    this.prepare('INSERT INTO key_secrets (hash, key_id, hint, created_ms) VALUES (?, ?, ?, ?)').run(
      hash,
      keyId,
      hint,
      createdMs,
    );
  }
}
