import type { PlanName } from '../../admission/plans.ts';
import type { AccountRecords, Awaitable, Identity, NewAccount } from '../account-store.ts';
import { AccountSql, FIND_BY_IDENTITY, LINK_IDENTITY } from '../shared-sql.ts';
import type { Connection } from './connection.ts';

/** The accounts, and the identities linked to them. */
export class AccountTable extends AccountSql<Connection> implements AccountRecords {
  create({
    name,
    foldedName,
    plan,
    passwordHash,
    accountKey,
    identity,
    createdMs,
  }: NewAccount): Awaitable<number | null> {
    return this.db.write(() => {
      const { changes, lastInsertRowid: id } = this.db
        .prepare(
          `INSERT INTO accounts (name, folded_name, plan, password_hash, created_ms)
         VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        )
        .run(name, foldedName, plan, passwordHash, createdMs);
      if (changes === 0) return null;
      const { lastInsertRowid: keyId } = this.db
        .prepare(
          `INSERT INTO keys (account_id, kind, name, scope, created_ms) VALUES (?, 'account', ?, 'full', ?)`,
        )
        .run(id, accountKey.name, createdMs);
      this.db
        .prepare('INSERT INTO key_secrets (hash, key_id, hint, created_ms) VALUES (?, ?, ?, ?)')
        .run(accountKey.secret.hash, keyId, accountKey.secret.hint, createdMs);
      if (identity !== null && !this.#link(Number(id), identity, createdMs)) {
        throw new Error('An account for this identity was created at the same moment');
      }
      return Number(id);
    });
  }

  setPlan(id: number, plan: PlanName): Awaitable<boolean> {
    return this.db.changeKeys(() => this.db.run('UPDATE accounts SET plan = $1 WHERE id = $2', plan, id));
  }

  setPassword(
    id: number,
    passwordHash: string,
    { removesSecondFactor } = { removesSecondFactor: false },
  ): Awaitable<boolean> {
    return this.db.write(() => {
      this.db.prepare('DELETE FROM sessions WHERE account_id = ?').run(id);
      if (removesSecondFactor) {
        this.db.prepare('DELETE FROM second_factors WHERE account_id = ?').run(id);
        this.db.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(id);
      }
      return this.db.run('UPDATE accounts SET password_hash = $1 WHERE id = $2', passwordHash, id);
    });
  }

  remove(id: number): Awaitable<boolean> {
    return this.db.changeKeys(() => this.db.run('DELETE FROM accounts WHERE id = $1', id));
  }

  link(id: number, identity: Identity, nowMs: number): Awaitable<boolean> {
    return this.db.write(() => this.#link(id, identity, nowMs));
  }

  #link(id: number, identity: Identity, nowMs: number): boolean {
    const { issuer, subject, label } = identity;
    this.db.run(LINK_IDENTITY, issuer, subject, label, id, nowMs);
    const [linked] = this.db.rows<{ account_id: number }>(FIND_BY_IDENTITY, issuer, subject);
    return linked?.account_id === id;
  }
}
