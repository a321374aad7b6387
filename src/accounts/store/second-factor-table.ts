import type { Awaitable, SecondFactorRecords, SecondFactorRow } from '../account-store.ts';
import { Table } from './connection.ts';

/** Encrypted seeds, and the hashes of recovery codes. */
export class SecondFactorTable extends Table implements SecondFactorRecords {
  find(accountId: number): SecondFactorRow | null {
    const sql = `SELECT account_id, sealed_seed, created_ms, confirmed_ms, locked_until_ms, recovery_salt
      FROM second_factors WHERE account_id = ?`;
    return this.read(null, () => (this.prepare(sql).get(accountId) as SecondFactorRow) ?? null);
  }

  begin(accountId: number, encryptedSeed: Buffer, nowMs: number): Awaitable<boolean> {
    const sql = `INSERT INTO second_factors (account_id, sealed_seed, created_ms) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET sealed_seed = excluded.sealed_seed, created_ms = excluded.created_ms
      WHERE confirmed_ms IS NULL`;
    return this.change(sql, accountId, encryptedSeed, nowMs);
  }

  confirm(
    pending: SecondFactorRow,
    hashes: readonly string[],
    salt: Buffer,
    nowMs: number,
  ): Awaitable<boolean> {
    return this.write(() => {
      const sql = `UPDATE second_factors SET confirmed_ms = ?, recovery_salt = ?
        WHERE account_id = ? AND sealed_seed = ? AND confirmed_ms IS NULL`;
      if (!this.run(sql, nowMs, salt, pending.account_id, pending.sealed_seed)) return false;
      this.#replaceCodes(pending.account_id, hashes);
      return true;
    });
  }

  strengthenRecoveryCodes(accountId: number, hashes: readonly string[], salt: Buffer): Awaitable<void> {
    return this.write(() => {
      const sql =
        'UPDATE second_factors SET recovery_salt = ? WHERE account_id = ? AND recovery_salt IS NULL';
      if (this.run(sql, salt, accountId)) this.#replaceCodes(accountId, hashes);
    });
  }

  #replaceCodes(accountId: number, hashes: readonly string[]): void {
    this.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(accountId);
    const insert = this.prepare('INSERT INTO recovery_codes (hash, account_id) VALUES (?, ?)');
    for (const hash of hashes) insert.run(hash, accountId);
  }

  remove(accountId: number): Awaitable<void> {
    return this.write(() => {
      this.prepare('DELETE FROM second_factors WHERE account_id = ?').run(accountId);
      this.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(accountId);
    });
  }

  useStep(accountId: number, step: number): Awaitable<boolean> {
    const sql = `UPDATE second_factors SET last_step = @step, wrong_codes = 0, locked_until_ms = 0
      WHERE account_id = @accountId AND last_step < @step`;
    return this.change(sql, { step, accountId });
  }

  countTry(accountId: number, mostTries: number, nowMs: number, lockedUntilMs: number): Awaitable<boolean> {
    const sql = `UPDATE second_factors SET
      wrong_codes = iif(wrong_codes + 1 >= @mostTries, 0, wrong_codes + 1),
      locked_until_ms = iif(wrong_codes + 1 >= @mostTries, @lockedUntilMs, locked_until_ms)
      WHERE account_id = @accountId AND locked_until_ms <= @nowMs`;
    return this.change(sql, { mostTries, lockedUntilMs, accountId, nowMs });
  }

  useRecoveryCode(accountId: number, hash: string): Awaitable<boolean> {
    return this.change('DELETE FROM recovery_codes WHERE hash = ? AND account_id = ?', hash, accountId);
  }

  listRecoveryCodes(accountId: number): string[] {
    const sql = 'SELECT hash FROM recovery_codes WHERE account_id = ?';
    return this.read([], () =>
      (this.prepare(sql).all(accountId) as { hash: string }[]).map(({ hash }) => hash),
    );
  }

  countRecoveryCodes(accountId: number): number {
    const sql = 'SELECT count(*) AS count FROM recovery_codes WHERE account_id = ?';
    return this.read(0, () => (this.prepare(sql).get(accountId) as { count: number }).count);
  }
}
