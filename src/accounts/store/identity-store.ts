import { Store } from './store.ts';

/** Who people are at an OpenID Connect provider. A subject means something together with its issuer alone. */
export class IdentityStore extends Store {
  /** The account, or null. */
  find(issuer: string, subject: string): number | null {
    const sql = 'SELECT account_id FROM identities WHERE issuer = ? AND subject = ?';
    return this.naming(() => (this.db.prepare(sql).pluck().get(issuer, subject) as number) ?? null);
  }

  isLinked(accountId: number, issuer: string): boolean {
    const sql = 'SELECT 1 FROM identities WHERE account_id = ? AND issuer = ?';
    return this.naming(() => this.db.prepare(sql).get(accountId, issuer) !== undefined);
  }

  /** False when another account has it. */
  link(accountId: number, issuer: string, subject: string): boolean {
    const sql = `INSERT INTO identities (issuer, subject, account_id, created_ms) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING`;
    this.naming(() => this.db.prepare(sql).run(issuer, subject, accountId, this.nowMs()));
    return this.find(issuer, subject) === accountId;
  }

  unlink(accountId: number, issuer: string): boolean {
    const sql = 'DELETE FROM identities WHERE account_id = ? AND issuer = ?';
    return this.naming(() => this.db.prepare(sql).run(accountId, issuer).changes > 0);
  }
}
