import type { KeyFacts } from '../../admission/keys.ts';
import type { KeyRecords, KeySecret, NewKey } from '../account-store.ts';
import { KeySql } from '../shared-sql.ts';
import type { Database, Queries } from './database.ts';
import { type KeyChange, type KeyMap, readKeys } from './key-map.ts';

/** Keys are looked up in the map; everything else asks the database. */
export class KeyTable extends KeySql<Database> implements KeyRecords {
  readonly #map: KeyMap;

  constructor(db: Database, map: KeyMap) {
    super(db);
    this.#map = map;
  }

  get version(): number {
    return this.#map.version;
  }

  findByHash(hash: string): KeyFacts | null {
    return this.#map.findByHash(hash);
  }

  create(key: NewKey, most: number): Promise<number | null> {
    const { accountId, name, scope, expiresMs, perMinute, secret, createdMs } = key;
    return this.#changeKey(async (db) => {
      await lockAccount(db, accountId);
      const [{ held = 0 } = {}] = await db.rows<{ held: number }>(
        `SELECT count(*) AS held FROM larder.keys
         WHERE account_id = $1 AND kind = 'named' AND revoked_ms IS NULL`,
        accountId,
      );
      if (held >= most) return { keyId: null, result: null };
      await deleteExpired(db, createdMs);
      const [row] = await db.rows<{ id: number }>(
        `INSERT INTO larder.keys (account_id, kind, name, scope, expires_ms, per_minute, created_ms)
         VALUES ($1, 'named', $2, $3, $4, $5, $6) RETURNING id`,
        accountId,
        name,
        scope,
        expiresMs,
        perMinute,
        createdMs,
      );
      const id = row?.id ?? null;
      await addSecret(db, id, secret, createdMs);
      return { keyId: id, result: id };
    });
  }

  rotate(id: number, secret: KeySecret, nowMs: number, endsMs: number | null): Promise<boolean> {
    return this.#changeKey(async (db) => {
      await lockOwner(db, id);
      const live = await db.rows('SELECT 1 FROM larder.keys WHERE id = $1 AND revoked_ms IS NULL', id);
      if (live.length === 0) return { keyId: null, result: false };
      await deleteExpired(db, nowMs);
      // With an overlap the current secret stays; one from an earlier rotation never does.
      const replaced = endsMs === null ? '' : ' AND ends_ms IS NOT NULL';
      await db.change(`DELETE FROM larder.key_secrets WHERE key_id = $1${replaced}`, id);
      await db.change('UPDATE larder.key_secrets SET ends_ms = $1 WHERE key_id = $2', endsMs, id);
      await addSecret(db, id, secret, nowMs);
      return { keyId: id, result: true };
    });
  }

  revoke(id: number, nowMs: number, mostRevoked: number): Promise<boolean> {
    return this.#changeKey(async (db) => {
      const accountId = await lockOwner(db, id);
      await deleteExpired(db, nowMs);
      const sql = 'UPDATE larder.keys SET revoked_ms = $1 WHERE id = $2 AND revoked_ms IS NULL';
      if (!(await db.change(sql, nowMs, id))) return { keyId: null, result: false };
      await db.change(
        `DELETE FROM larder.keys WHERE id IN (
           SELECT id FROM larder.keys WHERE account_id = $1 AND revoked_ms IS NOT NULL
           ORDER BY revoked_ms DESC, id DESC OFFSET $2)`,
        accountId,
        mostRevoked,
      );
      return { keyId: id, result: true };
    });
  }

  /** This server sees its own changes at once, and the others as soon as they are notified. */
  async #changeKey<Result>(
    act: (db: Queries) => Promise<{ keyId: number | null; result: Result }>,
  ): Promise<Result> {
    const { keyId, keys, result } = await this.db.transaction(async (db) => {
      const changed = await act(db);
      const keys = changed.keyId === null ? [] : await readKeys(db, only(changed.keyId));
      return { ...changed, keys };
    });
    if (keyId !== null) this.#map.replace(only(keyId), keys);
    return result;
  }
}

function only(keyId: number): KeyChange {
  return { keyIds: [keyId], accountIds: [] };
}

/** Changes to the keys of one account wait for each other, so that each sees what the others did. */
async function lockAccount(db: Queries, accountId: number): Promise<void> {
  await db.rows('SELECT 1 FROM larder.accounts WHERE id = $1 FOR NO KEY UPDATE', accountId);
}

/** Null when there is no such key. */
async function lockOwner(db: Queries, keyId: number): Promise<number | null> {
  const [row] = await db.rows<{ account_id: number }>(
    'SELECT account_id FROM larder.keys WHERE id = $1',
    keyId,
  );
  if (row === undefined) return null;
  await lockAccount(db, row.account_id);
  return row.account_id;
}

/** For all keys, whenever one changes: keys that are never rotated again keep no old secrets either. */
async function deleteExpired(db: Queries, nowMs: number): Promise<void> {
  await db.change('DELETE FROM larder.key_secrets WHERE ends_ms < $1', nowMs);
}

async function addSecret(
  db: Queries,
  keyId: number | null,
  { hash, hint }: KeySecret,
  createdMs: number,
): Promise<void> {
  await db.change(
    'INSERT INTO larder.key_secrets (hash, key_id, hint, created_ms) VALUES ($1, $2, $3, $4)',
    hash,
    keyId,
    hint,
    createdMs,
  );
}
