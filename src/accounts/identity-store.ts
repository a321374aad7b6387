import type { Database } from '../sqlite/driver.ts';
import { namingFailures } from './accounts-error.ts';

/** Who people are at an OpenID Connect provider. A subject means something together with its issuer alone. */
export class IdentityStore {
  readonly #db: Database;
  readonly #file: string;
  readonly #nowMs: () => number;

  constructor(db: Database, file: string, nowMs: () => number) {
    this.#db = db;
    this.#file = file;
    this.#nowMs = nowMs;
  }

  /** The account, or null. */
  find(issuer: string, subject: string): number | null {
    const sql = 'SELECT account_id FROM identities WHERE issuer = ? AND subject = ?';
    return this.#naming(() => (this.#db.prepare(sql).pluck().get(issuer, subject) as number) ?? null);
  }

  isLinked(accountId: number, issuer: string): boolean {
    const sql = 'SELECT 1 FROM identities WHERE account_id = ? AND issuer = ?';
    return this.#naming(() => this.#db.prepare(sql).get(accountId, issuer) !== undefined);
  }

  /** False when another account has it. */
  link(accountId: number, issuer: string, subject: string): boolean {
    const sql = `INSERT INTO identities (issuer, subject, account_id, created_ms) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING`;
    this.#naming(() => this.#db.prepare(sql).run(issuer, subject, accountId, this.#nowMs()));
    return this.find(issuer, subject) === accountId;
  }

  unlink(accountId: number, issuer: string): boolean {
    const sql = 'DELETE FROM identities WHERE account_id = ? AND issuer = ?';
    return this.#naming(() => this.#db.prepare(sql).run(accountId, issuer).changes > 0);
  }

  #naming<Result>(act: () => Result): Result {
    return namingFailures(this.#file, act);
  }
}
