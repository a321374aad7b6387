import type { KeyDirectory, KeyFacts, KeyKind } from '../../admission/keys.ts';
import type { KeyRow, KeySecret, NewKey } from './rows.ts';
import { type AccountDatabase, findRow, type Sql } from './sql.ts';

const SELECT = `SELECT keys.id, account_id, accounts.name AS account, kind, keys.name, scope, expires_ms,
  per_minute, keys.created_ms, last_used_ms, revoked_ms,
  (SELECT hint FROM larder.key_secrets WHERE key_id = keys.id
   ORDER BY ends_ms IS NULL DESC, ends_ms DESC LIMIT 1) AS hint
  FROM larder.keys JOIN larder.accounts ON accounts.id = account_id`;

/** Only keys are looked up without waiting, since every request does so. */
export class KeyTable implements KeyDirectory {
  constructor(
    readonly db: AccountDatabase,
    readonly directory: KeyDirectory,
  ) {}

  get version(): number {
    return this.directory.version;
  }

  findByHash(hash: string): KeyFacts | null {
    return this.directory.findByHash(hash);
  }

  find(id: number): Promise<KeyRow | null> {
    return findRow(this.db, `${SELECT} WHERE keys.id = $1`, id);
  }

  /** Of one account, or of all; oldest first. */
  list(accountId: number | null, withRevoked: boolean): Promise<KeyRow[]> {
    // Each combination has a text of its own, because only then does SQLite use the index that fits it.
    const conditions = [accountId !== null && 'account_id = $1', !withRevoked && 'revoked_ms IS NULL'];
    const where = conditions.filter(Boolean).join(' AND ') || 'true';
    const values = accountId === null ? [] : [accountId];
    return this.db.rows(`${SELECT} WHERE ${where} ORDER BY keys.id`, ...values);
  }

  /** Returns the id, or null when the account already has `most` named keys. */
  create(key: NewKey, most: number): Promise<number | null> {
    const { accountId, createdMs } = key;
    return this.#changeKeys(accountId, createdMs, null, async (sql) => {
      const held = await sql.rows(
        `SELECT 1 FROM larder.keys WHERE account_id = $1 AND kind = 'named' AND revoked_ms IS NULL`,
        accountId,
      );
      return held.length >= most ? null : insertKey(sql, 'named', key);
    });
  }

  /**
   * The current secret works until `endsMs`, or no longer when it is null; one from an earlier rotation stops at once,
   * so that a key never has more than two. False when the key is unknown or revoked.
   */
  async rotate(id: number, secret: KeySecret, nowMs: number, endsMs: number | null): Promise<boolean> {
    return this.#changeKeys(await this.#ownerOf(id), nowMs, false, async (sql) => {
      if ((await findRow(sql, 'SELECT 1 FROM larder.keys WHERE id = $1 AND revoked_ms IS NULL', id)) === null)
        return false;
      const replaced = endsMs === null ? '' : ' AND ends_ms IS NOT NULL';
      await sql.change(`DELETE FROM larder.key_secrets WHERE key_id = $1${replaced}`, id);
      await sql.change('UPDATE larder.key_secrets SET ends_ms = $1 WHERE key_id = $2', endsMs, id);
      await insertSecret(sql, id, secret, nowMs);
      return true;
    });
  }

  /** Keeps the latest `mostRevoked` revoked keys of the account. False when the key is unknown or already revoked. */
  async revoke(id: number, nowMs: number, mostRevoked: number): Promise<boolean> {
    const accountId = await this.#ownerOf(id);
    return this.#changeKeys(accountId, nowMs, false, async (sql) => {
      const revoke = 'UPDATE larder.keys SET revoked_ms = $1 WHERE id = $2 AND revoked_ms IS NULL';
      if (!(await sql.change(revoke, nowMs, id))) return false;
      const revoked = 'account_id = $1 AND revoked_ms IS NOT NULL';
      await sql.change(
        `DELETE FROM larder.keys WHERE ${revoked} AND id NOT IN (
           SELECT id FROM larder.keys WHERE ${revoked} ORDER BY revoked_ms DESC, id DESC LIMIT $2)`,
        accountId,
        mostRevoked,
      );
      return true;
    });
  }

  /** Null when there is no such key. A key never changes its owner. */
  async #ownerOf(id: number): Promise<number | null> {
    return (await this.find(id))?.account_id ?? null;
  }

  /** Also deletes old secrets of all keys, so that none is kept of a key that is never rotated again. */
  async #changeKeys<Result>(
    accountId: number | null,
    nowMs: number,
    unknown: Result,
    act: (sql: Sql) => Promise<Result>,
  ): Promise<Result> {
    if (accountId === null) return unknown;
    return this.db.changeKeys(
      async (sql) => {
        await sql.lockAccount(accountId);
        await sql.change('DELETE FROM larder.key_secrets WHERE ends_ms < $1', nowMs);
        return act(sql);
      },
      () => accountId,
    );
  }
}

/** Returns its id. */
export async function insertKey(sql: Sql, kind: KeyKind, key: NewKey): Promise<number> {
  const { accountId, name, scope, expiresMs, perMinute, secret, createdMs } = key;
  const row = await findRow<{ id: number }>(
    sql,
    `INSERT INTO larder.keys (account_id, kind, name, scope, expires_ms, per_minute, created_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    ...[accountId, kind, name, scope, expiresMs, perMinute, createdMs],
  );
  await insertSecret(sql, row!.id, secret, createdMs);
  return row!.id;
}

async function insertSecret(sql: Sql, keyId: number, { hash, hint }: KeySecret, createdMs: number) {
  const insert = 'INSERT INTO larder.key_secrets (hash, key_id, hint, created_ms) VALUES ($1, $2, $3, $4)';
  await sql.change(insert, hash, keyId, hint, createdMs);
}
