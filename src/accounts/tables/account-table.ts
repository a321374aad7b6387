import type { PlanName } from '../../admission/plans.ts';
import { insertKey } from './key-table.ts';
import type { AccountRow, Identity, ListedAccountRow, NewAccount } from './rows.ts';
import { removeSecondFactor } from './second-factor-table.ts';
import { type AccountDatabase, findRow, type Sql } from './sql.ts';

const COLUMNS = 'id, name, plan, password_hash, created_ms, is_admin';

/** The accounts, and the identities linked to them. */
export class AccountTable {
  constructor(readonly db: AccountDatabase) {}

  /** Creates the account with its account key. Returns its id, or null when the name is taken. */
  create(account: NewAccount): Promise<number | null> {
    const { name, foldedName, plan, passwordHash, accountKey, identity, createdMs } = account;
    return this.db.changeKeys(
      async (sql) => {
        const row = await findRow<{ id: number }>(
          sql,
          `INSERT INTO larder.accounts (name, folded_name, plan, password_hash, created_ms)
           VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
          ...[name, foldedName, plan, passwordHash, createdMs],
        );
        if (row === null) return null;
        const key = { ...accountKey, scope: 'full' as const, expiresMs: null, perMinute: null };
        await insertKey(sql, 'account', { ...key, accountId: row.id, createdMs });
        if (identity !== null && !(await linkIdentity(sql, row.id, identity, createdMs)))
          throw new Error('An account for this identity was created at the same moment');
        return row.id;
      },
      (id) => id,
    );
  }

  find(foldedName: string): Promise<AccountRow | null> {
    return findRow(this.db, `SELECT ${COLUMNS} FROM larder.accounts WHERE folded_name = $1`, foldedName);
  }

  findById(id: number): Promise<AccountRow | null> {
    return findRow(this.db, `SELECT ${COLUMNS} FROM larder.accounts WHERE id = $1`, id);
  }

  /** In order of name. */
  list(): Promise<ListedAccountRow[]> {
    return this.db.rows(`SELECT ${COLUMNS}, (
        SELECT count(*) FROM larder.keys
        WHERE account_id = accounts.id AND kind = 'named' AND revoked_ms IS NULL
      ) AS named_keys FROM larder.accounts ORDER BY folded_name`);
  }

  async isEmpty(): Promise<boolean> {
    return (await findRow(this.db, 'SELECT 1 FROM larder.accounts LIMIT 1')) === null;
  }

  /** Here and below: false when there is no such account. */
  setPlan(id: number, plan: PlanName): Promise<boolean> {
    const sql = 'UPDATE larder.accounts SET plan = $1 WHERE id = $2';
    return this.db.changeKeys(
      (db) => db.change(sql, plan, id),
      () => id,
    );
  }

  setAdmin(id: number, isAdmin: boolean): Promise<boolean> {
    return this.db.change('UPDATE larder.accounts SET is_admin = $1 WHERE id = $2', isAdmin ? 1 : 0, id);
  }

  /** Ends every session of the account. */
  setPassword(
    id: number,
    passwordHash: string,
    { removesSecondFactor } = { removesSecondFactor: false },
  ): Promise<boolean> {
    return this.db.transaction(async (sql) => {
      await sql.change('DELETE FROM larder.sessions WHERE account_id = $1', id);
      if (removesSecondFactor) await removeSecondFactor(sql, id);
      return sql.change('UPDATE larder.accounts SET password_hash = $1 WHERE id = $2', passwordHash, id);
    });
  }

  /** Removes its keys, sessions and usage too. */
  remove(id: number): Promise<boolean> {
    return this.db.changeKeys(
      (sql) => sql.change('DELETE FROM larder.accounts WHERE id = $1', id),
      () => id,
    );
  }

  /** The id of the account linked to this identity. */
  findByIdentity(identity: Identity): Promise<number | null> {
    return findLinked(this.db, identity);
  }

  /** The identity of this issuer that the account is linked to. */
  findIdentity(id: number, issuer: string): Promise<Identity | null> {
    const sql = 'SELECT issuer, subject, label FROM larder.identities WHERE account_id = $1 AND issuer = $2';
    return findRow(this.db, sql, id, issuer);
  }

  async hasIdentity(id: number): Promise<boolean> {
    return (await findRow(this.db, 'SELECT 1 FROM larder.identities WHERE account_id = $1', id)) !== null;
  }

  /** False when the identity is linked to another account, or the account to another identity of this issuer. */
  link(id: number, identity: Identity, nowMs: number): Promise<boolean> {
    return this.db.transaction((sql) => linkIdentity(sql, id, identity, nowMs));
  }

  /** False when it was not linked. */
  unlink(id: number, issuer: string): Promise<boolean> {
    return this.db.change('DELETE FROM larder.identities WHERE account_id = $1 AND issuer = $2', id, issuer);
  }
}

async function findLinked(db: Pick<Sql, 'rows'>, { issuer, subject }: Identity): Promise<number | null> {
  const sql = 'SELECT account_id FROM larder.identities WHERE issuer = $1 AND subject = $2';
  return (await findRow<{ account_id: number }>(db, sql, issuer, subject))?.account_id ?? null;
}

async function linkIdentity(sql: Sql, id: number, identity: Identity, nowMs: number): Promise<boolean> {
  await sql.change(
    `INSERT INTO larder.identities (issuer, subject, label, account_id, created_ms)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    ...[identity.issuer, identity.subject, identity.label, id, nowMs],
  );
  return (await findLinked(sql, identity)) === id;
}
