import {
  hashKey,
  hintOf,
  type KeyFacts,
  type KeyKind,
  type KeyScope,
  makeKey,
} from '../../admission/keys.ts';
import type { Database, Statement } from '../../sqlite/driver.ts';
import { Store } from './store.ts';

export interface KeyRow {
  id: number;
  account_id: number;
  account: string;
  kind: KeyKind;
  name: string;
  scope: KeyScope;
  expires_ms: number | null;
  per_minute: number | null;
  created_ms: number;
  last_used_ms: number | null;
  revoked_ms: number | null;
  /** Of the secret that is in force. */
  hint: string;
}

export interface NewKey {
  name: string;
  scope: KeyScope;
  expiresMs: number | null;
  perMinute: number | null;
}

/** Nobody has a use for more, and a list of them still fits a page. */
export const MOST_KEYS = 1000;

const SELECT_KEYS = `SELECT keys.id, account_id, accounts.name AS account, kind, keys.name, scope, expires_ms,
  per_minute, keys.created_ms, last_used_ms, revoked_ms,
  (SELECT hint FROM key_secrets WHERE key_id = keys.id ORDER BY ends_ms IS NULL DESC, ends_ms DESC LIMIT 1) AS hint
  FROM keys JOIN accounts ON accounts.id = account_id`;

/** The keys. What changes is on the disk when a method returns, so a key that is shown works. */
export class KeyStore extends Store {
  readonly #byHash: Statement;

  constructor(db: Database, file: string, nowMs: () => number) {
    super(db, file, nowMs);
    this.#byHash = db.prepare(`SELECT keys.id, account_id, kind, scope, plan, per_minute, expires_ms, ends_ms
      FROM key_secrets JOIN keys ON keys.id = key_id JOIN accounts ON accounts.id = account_id
      WHERE hash = ? AND revoked_ms IS NULL`);
  }

  /** Null when there is no such key, or it was revoked. */
  findByHash(hash: string): KeyFacts | null {
    const row = this.naming(() => this.#byHash.get(hash)) as FactsRow | undefined;
    if (row === undefined) return null;
    const lastMs = Math.min(
      row.expires_ms ?? Number.POSITIVE_INFINITY,
      row.ends_ms ?? Number.POSITIVE_INFINITY,
    );
    return {
      keyId: row.id,
      accountId: row.account_id,
      kind: row.kind,
      scope: row.scope,
      plan: row.plan,
      perMinute: row.per_minute,
      validUntilMs: lastMs,
    };
  }

  /** Gives the text of the key, which is nowhere else; null when the account has too many. */
  create(
    accountId: number,
    { name, scope, expiresMs, perMinute }: NewKey,
  ): { id: number; key: string } | null {
    const key = makeKey('named');
    const insert = this.db.transaction(() => {
      const held = this.db
        .prepare(`SELECT count(*) FROM keys WHERE account_id = ? AND kind = 'named' AND revoked_ms IS NULL`)
        .pluck()
        .get(accountId) as number;
      if (held >= MOST_KEYS) return null;
      const { lastInsertRowid } = this.db
        .prepare(
          `INSERT INTO keys (account_id, kind, name, scope, expires_ms, per_minute, created_ms)
           VALUES (?, 'named', ?, ?, ?, ?, ?)`,
        )
        .run(accountId, name, scope, expiresMs, perMinute, this.nowMs());
      const id = Number(lastInsertRowid);
      this.#addSecret(id, key);
      return { id, key };
    });
    return this.naming(() => insert.immediate());
  }

  /** Null when there is no such key that is still in force. Earlier secrets end after the overlap. */
  rotate(id: number, overlapMs: number): { key: string } | null {
    const swap = this.db.transaction(() => {
      const found = this.db.prepare('SELECT kind FROM keys WHERE id = ? AND revoked_ms IS NULL').get(id);
      if (found === undefined) return null;
      const key = makeKey((found as { kind: KeyKind }).kind);
      const endsMs = this.nowMs() + overlapMs;
      if (overlapMs === 0) this.db.prepare('DELETE FROM key_secrets WHERE key_id = ?').run(id);
      else {
        this.db
          .prepare(
            'UPDATE key_secrets SET ends_ms = min(ifnull(ends_ms, @endsMs), @endsMs) WHERE key_id = @id',
          )
          .run({ endsMs, id });
      }
      this.#addSecret(id, key);
      return { key };
    });
    return this.naming(() => swap.immediate());
  }

  /** False when there is no such key that is still in force. */
  revoke(id: number): boolean {
    const sql = 'UPDATE keys SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL';
    return this.naming(() => this.db.prepare(sql).run(this.nowMs(), id).changes > 0);
  }

  find(id: number): KeyRow | null {
    return this.naming(() => (this.db.prepare(`${SELECT_KEYS} WHERE keys.id = ?`).get(id) as KeyRow) ?? null);
  }

  /** Oldest first; those of one account, or of all. */
  list(accountId: number | null, withRevoked: boolean): KeyRow[] {
    const sql = `${SELECT_KEYS} WHERE account_id = ifnull(@accountId, account_id)
      AND (@withRevoked OR revoked_ms IS NULL) ORDER BY keys.id`;
    return this.naming(
      () => this.db.prepare(sql).all({ accountId, withRevoked: withRevoked ? 1 : 0 }) as KeyRow[],
    );
  }

  #addSecret(keyId: number, key: string): void {
    this.db
      .prepare('INSERT INTO key_secrets (hash, key_id, hint, created_ms) VALUES (?, ?, ?, ?)')
      .run(hashKey(key), keyId, hintOf(key), this.nowMs());
  }
}

type FactsRow = Pick<KeyFacts, 'kind' | 'scope' | 'plan'> & {
  id: number;
  account_id: number;
  per_minute: number | null;
  expires_ms: number | null;
  ends_ms: number | null;
};
