import type { KeyFacts } from '../../admission/keys.ts';
import type { KeyRecords, KeyRow, KeySecret, NewKey } from '../account-store.ts';
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
    const row = this.read(undefined, () => this.prepare(sql).get(hash)) as FactsRow | undefined;
    if (row === undefined) return null;
    return {
      keyId: row.id,
      accountId: row.account_id,
      kind: row.kind,
      scope: row.scope,
      plan: row.plan,
      perMinute: row.per_minute,
      validUntilMs: Math.min(
        row.expires_ms ?? Number.POSITIVE_INFINITY,
        row.ends_ms ?? Number.POSITIVE_INFINITY,
      ),
    };
  }

  find(id: number): KeyRow | null {
    return this.read(
      null,
      () => (this.prepare(`${SELECT_KEYS} WHERE keys.id = ?`).get(id) as KeyRow) ?? null,
    );
  }

  list(accountId: number | null, withRevoked: boolean): KeyRow[] {
    const sql = `${SELECT_KEYS} WHERE account_id = ifnull(@accountId, account_id)
      AND (@withRevoked OR revoked_ms IS NULL) ORDER BY keys.id`;
    const values = { accountId, withRevoked: withRevoked ? 1 : 0 };
    return this.read([], () => this.prepare(sql).all(values) as KeyRow[]);
  }

  create(
    { accountId, name, scope, expiresMs, perMinute, secret, createdMs }: NewKey,
    most: number,
  ): number | null {
    return this.write(() => {
      const { held } = this.prepare(
        `SELECT count(*) AS held FROM keys WHERE account_id = ? AND kind = 'named' AND revoked_ms IS NULL`,
      ).get(accountId) as { held: number };
      if (held >= most) return null;
      const { lastInsertRowid } = this.prepare(
        `INSERT INTO keys (account_id, kind, name, scope, expires_ms, per_minute, created_ms)
         VALUES (?, 'named', ?, ?, ?, ?, ?)`,
      ).run(accountId, name, scope, expiresMs, perMinute, createdMs);
      this.#addSecret(Number(lastInsertRowid), secret, createdMs);
      return Number(lastInsertRowid);
    });
  }

  rotate(id: number, secret: KeySecret, nowMs: number, endsMs: number | null): boolean {
    this.connection.keyChanges++;
    return this.write(() => {
      const found = this.prepare('SELECT 1 FROM keys WHERE id = ? AND revoked_ms IS NULL').get(id);
      if (found === undefined) return false;
      if (endsMs === null) this.prepare('DELETE FROM key_secrets WHERE key_id = ?').run(id);
      else {
        // A secret that already has an end does not get a later one.
        this.prepare(
          'UPDATE key_secrets SET ends_ms = min(ifnull(ends_ms, @endsMs), @endsMs) WHERE key_id = @id',
        ).run({ endsMs, id });
      }
      this.#addSecret(id, secret, nowMs);
      return true;
    });
  }

  revoke(id: number, nowMs: number): boolean {
    this.connection.keyChanges++;
    return this.change('UPDATE keys SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL', nowMs, id);
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

type FactsRow = Pick<KeyFacts, 'kind' | 'scope' | 'plan'> & {
  id: number;
  account_id: number;
  per_minute: number | null;
  expires_ms: number | null;
  ends_ms: number | null;
};
