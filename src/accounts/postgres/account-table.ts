import type { PlanName } from '../../admission/plans.ts';
import type { AccountRecords, Identity, NewAccount } from '../account-store.ts';
import { AccountSql, FIND_BY_IDENTITY, LINK_IDENTITY } from '../shared-sql.ts';
import type { Database, Queries } from './database.ts';
import { type KeyChange, type KeyMap, readKeys } from './key-map.ts';

/** The accounts, and the identities linked to them. */
export class AccountTable extends AccountSql<Database> implements AccountRecords {
  readonly #keys: KeyMap;

  constructor(db: Database, keys: KeyMap) {
    super(db);
    this.#keys = keys;
  }

  async create(account: NewAccount): Promise<number | null> {
    const { name, foldedName, plan, passwordHash, accountKey, identity, createdMs } = account;
    const created = await this.db.transaction(async (db) => {
      const [row] = await db.rows<{ id: number }>(
        `INSERT INTO larder.accounts (name, folded_name, plan, password_hash, created_ms)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
        name,
        foldedName,
        plan,
        passwordHash,
        createdMs,
      );
      if (row === undefined) return null;
      const [key] = await db.rows<{ id: number }>(
        `INSERT INTO larder.keys (account_id, kind, name, scope, created_ms)
         VALUES ($1, 'account', $2, 'full', $3) RETURNING id`,
        row.id,
        accountKey.name,
        createdMs,
      );
      const { hash, hint } = accountKey.secret;
      await db.change(
        'INSERT INTO larder.key_secrets (hash, key_id, hint, created_ms) VALUES ($1, $2, $3, $4)',
        hash,
        key?.id,
        hint,
        createdMs,
      );
      if (identity !== null && !(await link(db, row.id, identity, createdMs))) {
        throw new Error('An account for this identity was created at the same moment');
      }
      return { id: row.id, keys: await readKeys(db, allOf(row.id)) };
    });
    if (created === null) return null;
    this.#keys.replace(allOf(created.id), created.keys);
    return created.id;
  }

  setPlan(id: number, plan: PlanName): Promise<boolean> {
    return this.#changeKeys(id, 'UPDATE larder.accounts SET plan = $2 WHERE id = $1', plan);
  }

  setPassword(
    id: number,
    passwordHash: string,
    { removesSecondFactor } = { removesSecondFactor: false },
  ): Promise<boolean> {
    return this.db.transaction(async (db) => {
      await db.change('DELETE FROM larder.sessions WHERE account_id = $1', id);
      if (removesSecondFactor) {
        await db.change('DELETE FROM larder.second_factors WHERE account_id = $1', id);
        await db.change('DELETE FROM larder.recovery_codes WHERE account_id = $1', id);
      }
      return db.change('UPDATE larder.accounts SET password_hash = $1 WHERE id = $2', passwordHash, id);
    });
  }

  remove(id: number): Promise<boolean> {
    return this.#changeKeys(id, 'DELETE FROM larder.accounts WHERE id = $1');
  }

  link(id: number, identity: Identity, nowMs: number): Promise<boolean> {
    return this.db.transaction((db) => link(db, id, identity, nowMs));
  }

  /** A change to what the keys of an account may do, which this server sees at once. */
  async #changeKeys(id: number, sql: string, ...values: unknown[]): Promise<boolean> {
    const { isChanged, keys } = await this.db.transaction(async (db) => ({
      isChanged: await db.change(sql, id, ...values),
      keys: await readKeys(db, allOf(id)),
    }));
    this.#keys.replace(allOf(id), keys);
    return isChanged;
  }
}

function allOf(accountId: number): KeyChange {
  return { keyIds: [], accountIds: [accountId] };
}

async function link(db: Queries, id: number, identity: Identity, nowMs: number): Promise<boolean> {
  const { issuer, subject, label } = identity;
  await db.change(LINK_IDENTITY, issuer, subject, label, id, nowMs);
  const [linked] = await db.rows<{ account_id: number }>(FIND_BY_IDENTITY, issuer, subject);
  return linked?.account_id === id;
}
