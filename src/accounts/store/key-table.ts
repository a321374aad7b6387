import type { KeyFacts } from '../../admission/keys.ts';
import {
  type Awaitable,
  type KeyFactsRow,
  type KeyRecords,
  type KeySecret,
  keyFactsOf,
  type NewKey,
} from '../account-store.ts';
import { KeySql } from '../shared-sql.ts';
import type { Connection } from './connection.ts';

/** How soon a change by another process is seen: well within the second that is promised. */
const POLL_EVERY_MS = 400;

export class KeyTable extends KeySql<Connection> implements KeyRecords {
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
      const dataVersion = this.db.read(
        -1,
        () => this.db.open().pragma('data_version', { simple: true }) as number,
      );
      if (dataVersion !== this.#dataVersion) this.db.keyChanges++;
      this.#dataVersion = dataVersion;
    }
    return this.db.keyChanges;
  }

  findByHash(hash: string): KeyFacts | null {
    const sql = `SELECT keys.id, account_id, kind, scope, plan, per_minute, expires_ms, ends_ms
      FROM key_secrets JOIN keys ON keys.id = key_id JOIN accounts ON accounts.id = account_id
      WHERE hash = ? AND revoked_ms IS NULL`;
    const row = this.db.read(undefined, () => this.db.prepare(sql).get(hash)) as KeyFactsRow | undefined;
    return row === undefined ? null : keyFactsOf(row);
  }

  create(
    { accountId, name, scope, expiresMs, perMinute, secret, createdMs }: NewKey,
    most: number,
  ): Awaitable<number | null> {
    return this.db.write(() => {
      const { held } = this.db
        .prepare(
          `SELECT count(*) AS held FROM keys WHERE account_id = ? AND kind = 'named' AND revoked_ms IS NULL`,
        )
        .get(accountId) as { held: number };
      if (held >= most) return null;
      this.#deleteExpired(createdMs);
      const { lastInsertRowid } = this.db
        .prepare(
          `INSERT INTO keys (account_id, kind, name, scope, expires_ms, per_minute, created_ms)
         VALUES (?, 'named', ?, ?, ?, ?, ?)`,
        )
        .run(accountId, name, scope, expiresMs, perMinute, createdMs);
      this.#addSecret(Number(lastInsertRowid), secret, createdMs);
      return Number(lastInsertRowid);
    });
  }

  rotate(id: number, secret: KeySecret, nowMs: number, endsMs: number | null): Awaitable<boolean> {
    return this.db.changeKeys(() => {
      const found = this.db.prepare('SELECT 1 FROM keys WHERE id = ? AND revoked_ms IS NULL').get(id);
      if (found === undefined) return false;
      this.#deleteExpired(nowMs);
      // With an overlap the current secret stays; one from an earlier rotation never does.
      const replaced = endsMs === null ? '' : ' AND ends_ms IS NOT NULL';
      this.db.prepare(`DELETE FROM key_secrets WHERE key_id = ?${replaced}`).run(id);
      this.db.prepare('UPDATE key_secrets SET ends_ms = ? WHERE key_id = ?').run(endsMs, id);
      this.#addSecret(id, secret, nowMs);
      return true;
    });
  }

  revoke(id: number, nowMs: number, mostRevoked: number): Awaitable<boolean> {
    return this.db.changeKeys(() => {
      this.#deleteExpired(nowMs);
      const row = this.db
        .prepare('UPDATE keys SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL RETURNING account_id')
        .get(nowMs, id) as { account_id: number } | undefined;
      if (row === undefined) return false;
      this.db
        .prepare(
          `DELETE FROM keys WHERE id IN (
           SELECT id FROM keys WHERE account_id = ? AND revoked_ms IS NOT NULL
           ORDER BY revoked_ms DESC, id DESC LIMIT -1 OFFSET ?)`,
        )
        .run(row.account_id, mostRevoked);
      return true;
    });
  }

  /** For all keys, whenever one changes: keys that are never rotated again keep no old secrets either. */
  #deleteExpired(nowMs: number): void {
    this.db.prepare('DELETE FROM key_secrets WHERE ends_ms < ?').run(nowMs);
  }

  #addSecret(keyId: number, { hash, hint }: KeySecret, createdMs: number): void {
    this.db
      .prepare('INSERT INTO key_secrets (hash, key_id, hint, created_ms) VALUES (?, ?, ?, ?)')
      .run(hash, keyId, hint, createdMs);
  }
}
