import { hashKey, hintOf, makeKey } from '../../admission/keys.ts';
import type { PlanName } from '../../admission/plans.ts';
import { foldName } from '../names.ts';
import { Store } from './store.ts';

export interface AccountRow {
  id: number;
  name: string;
  plan: PlanName;
  password_hash: string | null;
  created_ms: number;
}

const COLUMNS = 'id, name, plan, password_hash, created_ms';
/** The account key has no name of its own; this one stands in lists. */
const ACCOUNT_KEY_NAME = 'account key';

/** The people. What changes is on the disk when a method returns. */
export class AccountStore extends Store {
  /** Gives the account key, which is nowhere else; null when the name is taken. */
  create(name: string, plan: PlanName, passwordHash: string | null): { id: number; key: string } | null {
    const key = makeKey('account');
    const createdMs = this.nowMs();
    const insert = this.db.transaction(() => {
      const { changes, lastInsertRowid } = this.db
        .prepare(
          `INSERT INTO accounts (name, folded_name, plan, password_hash, created_ms)
           VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        )
        .run(name, foldName(name), plan, passwordHash, createdMs);
      if (changes === 0) return null;
      const id = Number(lastInsertRowid);
      const made = this.db
        .prepare(
          `INSERT INTO keys (account_id, kind, name, scope, created_ms) VALUES (?, 'account', ?, 'full', ?)`,
        )
        .run(id, ACCOUNT_KEY_NAME, createdMs);
      this.db
        .prepare('INSERT INTO key_secrets (hash, key_id, hint, created_ms) VALUES (?, ?, ?, ?)')
        .run(hashKey(key), made.lastInsertRowid, hintOf(key), createdMs);
      return { id, key };
    });
    return this.naming(() => insert.immediate());
  }

  find(name: string): AccountRow | null {
    return this.naming(
      () =>
        (this.db
          .prepare(`SELECT ${COLUMNS} FROM accounts WHERE folded_name = ?`)
          .get(foldName(name)) as AccountRow) ?? null,
    );
  }

  findById(id: number): AccountRow | null {
    return this.naming(
      () => (this.db.prepare(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`).get(id) as AccountRow) ?? null,
    );
  }

  /** In the order of their names. */
  list(): (AccountRow & { named_keys: number })[] {
    const sql = `SELECT ${COLUMNS}, (
        SELECT count(*) FROM keys WHERE account_id = accounts.id AND kind = 'named' AND revoked_ms IS NULL
      ) AS named_keys FROM accounts ORDER BY folded_name`;
    return this.naming(() => this.db.prepare(sql).all() as (AccountRow & { named_keys: number })[]);
  }

  isEmpty(): boolean {
    return this.naming(() => this.db.prepare('SELECT 1 FROM accounts LIMIT 1').get() === undefined);
  }

  /** False when there is no such account. */
  setPlan(id: number, plan: PlanName): boolean {
    return this.#change('UPDATE accounts SET plan = ? WHERE id = ?', plan, id);
  }

  setPassword(id: number, passwordHash: string | null): boolean {
    return this.#change('UPDATE accounts SET password_hash = ? WHERE id = ?', passwordHash, id);
  }

  /** With its keys, sessions and usage. */
  remove(id: number): boolean {
    return this.#change('DELETE FROM accounts WHERE id = ?', id);
  }

  #change(sql: string, ...values: unknown[]): boolean {
    return this.naming(() => this.db.prepare(sql).run(...values).changes > 0);
  }
}
