import type { PlanName } from '../../admission/plans.ts';
import type { AccountRecords, AccountRow, Identity, ListedAccountRow, NewAccount } from '../account-store.ts';
import type { Database, Queries } from './database.ts';
import { type KeyChange, type KeyMap, readKeys } from './key-map.ts';

const COLUMNS = 'id, name, plan, password_hash, created_ms, is_admin';

/** The accounts, and the identities linked to them. */
export class AccountTable implements AccountRecords {
  readonly #db: Database;
  readonly #keys: KeyMap;

  constructor(db: Database, keys: KeyMap) {
    this.#db = db;
    this.#keys = keys;
  }

  async create(account: NewAccount): Promise<number | null> {
    const { name, foldedName, plan, passwordHash, accountKey, identity, createdMs } = account;
    const created = await this.#db.transaction(async (db) => {
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

  async find(foldedName: string): Promise<AccountRow | null> {
    const sql = `SELECT ${COLUMNS} FROM larder.accounts WHERE folded_name = $1`;
    return (await this.#db.rows<AccountRow>(sql, foldedName))[0] ?? null;
  }

  async findById(id: number): Promise<AccountRow | null> {
    const sql = `SELECT ${COLUMNS} FROM larder.accounts WHERE id = $1`;
    return (await this.#db.rows<AccountRow>(sql, id))[0] ?? null;
  }

  list(): Promise<ListedAccountRow[]> {
    const sql = `SELECT ${COLUMNS}, (
        SELECT count(*) FROM larder.keys
        WHERE account_id = accounts.id AND kind = 'named' AND revoked_ms IS NULL
      ) AS named_keys FROM larder.accounts ORDER BY folded_name`;
    return this.#db.rows<ListedAccountRow>(sql);
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#db.rows('SELECT 1 FROM larder.accounts LIMIT 1')).length === 0;
  }

  setPlan(id: number, plan: PlanName): Promise<boolean> {
    return this.#changeKeys(id, 'UPDATE larder.accounts SET plan = $2 WHERE id = $1', plan);
  }

  setAdmin(id: number, isAdmin: boolean): Promise<boolean> {
    return this.#db.change('UPDATE larder.accounts SET is_admin = $1 WHERE id = $2', isAdmin ? 1 : 0, id);
  }

  setPassword(
    id: number,
    passwordHash: string,
    { removesSecondFactor } = { removesSecondFactor: false },
  ): Promise<boolean> {
    return this.#db.transaction(async (db) => {
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

  async findByIdentity(identity: Identity): Promise<number | null> {
    return findByIdentity(this.#db, identity);
  }

  async findIdentity(id: number, issuer: string): Promise<Identity | null> {
    const sql = 'SELECT issuer, subject, label FROM larder.identities WHERE account_id = $1 AND issuer = $2';
    return (await this.#db.rows<Identity>(sql, id, issuer))[0] ?? null;
  }

  async hasIdentity(id: number): Promise<boolean> {
    const sql = 'SELECT 1 FROM larder.identities WHERE account_id = $1 LIMIT 1';
    return (await this.#db.rows(sql, id)).length > 0;
  }

  link(id: number, identity: Identity, nowMs: number): Promise<boolean> {
    return this.#db.transaction((db) => link(db, id, identity, nowMs));
  }

  unlink(id: number, issuer: string): Promise<boolean> {
    const sql = 'DELETE FROM larder.identities WHERE account_id = $1 AND issuer = $2';
    return this.#db.change(sql, id, issuer);
  }

  /** A change to what the keys of an account may do, which this server sees at once. */
  async #changeKeys(id: number, sql: string, ...values: unknown[]): Promise<boolean> {
    const { isChanged, keys } = await this.#db.transaction(async (db) => ({
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

async function findByIdentity(db: Queries, { issuer, subject }: Identity): Promise<number | null> {
  const sql = 'SELECT account_id FROM larder.identities WHERE issuer = $1 AND subject = $2';
  return (await db.rows<{ account_id: number }>(sql, issuer, subject))[0]?.account_id ?? null;
}

async function link(db: Queries, id: number, identity: Identity, nowMs: number): Promise<boolean> {
  await db.change(
    `INSERT INTO larder.identities (issuer, subject, label, account_id, created_ms) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    identity.issuer,
    identity.subject,
    identity.label,
    id,
    nowMs,
  );
  return (await findByIdentity(db, identity)) === id;
}
