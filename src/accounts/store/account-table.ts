import type { PlanName } from '../../admission/plans.ts';
import type {
  AccountRecords,
  AccountRow,
  Awaitable,
  Identity,
  ListedAccountRow,
  NewAccount,
} from '../account-store.ts';
import { Table } from './connection.ts';

const COLUMNS = 'id, name, plan, password_hash, created_ms, is_admin';

/** The accounts, and the identities linked to them. */
export class AccountTable extends Table implements AccountRecords {
  create({
    name,
    foldedName,
    plan,
    passwordHash,
    accountKey,
    identity,
    createdMs,
  }: NewAccount): Awaitable<number | null> {
    return this.write(() => {
      const { changes, lastInsertRowid: id } = this.prepare(
        `INSERT INTO accounts (name, folded_name, plan, password_hash, created_ms)
         VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      ).run(name, foldedName, plan, passwordHash, createdMs);
      if (changes === 0) return null;
      const { lastInsertRowid: keyId } = this.prepare(
        `INSERT INTO keys (account_id, kind, name, scope, created_ms) VALUES (?, 'account', ?, 'full', ?)`,
      ).run(id, accountKey.name, createdMs);
      this.prepare('INSERT INTO key_secrets (hash, key_id, hint, created_ms) VALUES (?, ?, ?, ?)').run(
        accountKey.secret.hash,
        keyId,
        accountKey.secret.hint,
        createdMs,
      );
      if (identity !== null && !this.#link(Number(id), identity, createdMs)) {
        throw new Error('An account for this identity was created at the same moment');
      }
      return Number(id);
    });
  }

  find(foldedName: string): AccountRow | null {
    const sql = `SELECT ${COLUMNS} FROM accounts WHERE folded_name = ?`;
    return this.read(null, () => (this.prepare(sql).get(foldedName) as AccountRow) ?? null);
  }

  findById(id: number): AccountRow | null {
    const sql = `SELECT ${COLUMNS} FROM accounts WHERE id = ?`;
    return this.read(null, () => (this.prepare(sql).get(id) as AccountRow) ?? null);
  }

  list(): ListedAccountRow[] {
    const sql = `SELECT ${COLUMNS}, (
        SELECT count(*) FROM keys WHERE account_id = accounts.id AND kind = 'named' AND revoked_ms IS NULL
      ) AS named_keys FROM accounts ORDER BY folded_name`;
    return this.read([], () => this.prepare(sql).all() as ListedAccountRow[]);
  }

  isEmpty(): boolean {
    return this.read(true, () => this.prepare('SELECT 1 FROM accounts LIMIT 1').get() === undefined);
  }

  setPlan(id: number, plan: PlanName): Awaitable<boolean> {
    return this.changeKeys(() => this.run('UPDATE accounts SET plan = ? WHERE id = ?', plan, id));
  }

  setAdmin(id: number, isAdmin: boolean): Awaitable<boolean> {
    return this.change('UPDATE accounts SET is_admin = ? WHERE id = ?', isAdmin ? 1 : 0, id);
  }

  setPassword(
    id: number,
    passwordHash: string,
    { removesSecondFactor } = { removesSecondFactor: false },
  ): Awaitable<boolean> {
    return this.write(() => {
      this.prepare('DELETE FROM sessions WHERE account_id = ?').run(id);
      if (removesSecondFactor) {
        this.prepare('DELETE FROM second_factors WHERE account_id = ?').run(id);
        this.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(id);
      }
      return this.run('UPDATE accounts SET password_hash = ? WHERE id = ?', passwordHash, id);
    });
  }

  remove(id: number): Awaitable<boolean> {
    return this.changeKeys(() => this.run('DELETE FROM accounts WHERE id = ?', id));
  }

  findByIdentity({ issuer, subject }: Identity): number | null {
    const sql = 'SELECT account_id FROM identities WHERE issuer = ? AND subject = ?';
    const row = this.read(undefined, () => this.prepare(sql).get(issuer, subject));
    return (row as { account_id: number } | undefined)?.account_id ?? null;
  }

  findIdentity(id: number, issuer: string): Identity | null {
    const sql = 'SELECT issuer, subject, label FROM identities WHERE account_id = ? AND issuer = ?';
    return this.read(null, () => (this.prepare(sql).get(id, issuer) as Identity) ?? null);
  }

  hasIdentity(id: number): boolean {
    const sql = 'SELECT 1 FROM identities WHERE account_id = ?';
    return this.read(false, () => this.prepare(sql).get(id) !== undefined);
  }

  link(id: number, identity: Identity, nowMs: number): Awaitable<boolean> {
    return this.write(() => this.#link(id, identity, nowMs));
  }

  #link(id: number, identity: Identity, nowMs: number): boolean {
    const sql = `INSERT INTO identities (issuer, subject, label, account_id, created_ms) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`;
    this.run(sql, identity.issuer, identity.subject, identity.label, id, nowMs);
    return this.findByIdentity(identity) === id;
  }

  unlink(id: number, issuer: string): Awaitable<boolean> {
    return this.change('DELETE FROM identities WHERE account_id = ? AND issuer = ?', id, issuer);
  }
}
