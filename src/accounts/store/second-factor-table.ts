import type { Awaitable, SecondFactorRecords, SecondFactorRow } from '../account-store.ts';
import { SecondFactorSql } from '../shared-sql.ts';
import type { Connection } from './connection.ts';

/** Encrypted seeds, and the hashes of recovery codes. */
export class SecondFactorTable extends SecondFactorSql<Connection> implements SecondFactorRecords {
  confirm(
    pending: SecondFactorRow,
    hashes: readonly string[],
    salt: Buffer,
    nowMs: number,
  ): Awaitable<boolean> {
    return this.db.write(() => {
      const sql = `UPDATE second_factors SET confirmed_ms = $1, recovery_salt = $2
        WHERE account_id = $3 AND sealed_seed = $4 AND confirmed_ms IS NULL`;
      if (!this.db.run(sql, nowMs, salt, pending.account_id, pending.sealed_seed)) return false;
      this.#replaceCodes(pending.account_id, hashes);
      return true;
    });
  }

  strengthenRecoveryCodes(accountId: number, hashes: readonly string[], salt: Buffer): Awaitable<void> {
    return this.db.write(() => {
      const sql =
        'UPDATE second_factors SET recovery_salt = $1 WHERE account_id = $2 AND recovery_salt IS NULL';
      if (this.db.run(sql, salt, accountId)) this.#replaceCodes(accountId, hashes);
    });
  }

  #replaceCodes(accountId: number, hashes: readonly string[]): void {
    this.db.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(accountId);
    const insert = this.db.prepare('INSERT INTO recovery_codes (hash, account_id) VALUES (?, ?)');
    for (const hash of hashes) insert.run(hash, accountId);
  }

  remove(accountId: number): Awaitable<void> {
    return this.db.write(() => {
      this.db.prepare('DELETE FROM second_factors WHERE account_id = ?').run(accountId);
      this.db.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(accountId);
    });
  }
}
