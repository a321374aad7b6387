import type { SecondFactorRecords, SecondFactorRow } from '../account-store.ts';
import { Table } from './connection.ts';

/** Encrypted seeds, and the hashes of recovery codes. */
export class SecondFactorTable extends Table implements SecondFactorRecords {
  find(accountId: number): SecondFactorRow | null {
    const sql = `SELECT account_id, sealed_seed, created_ms, confirmed_ms, locked_until_ms
      FROM second_factors WHERE account_id = ?`;
    return this.read(null, () => (this.prepare(sql).get(accountId) as SecondFactorRow) ?? null);
  }

  begin(accountId: number, encryptedSeed: Buffer, nowMs: number): boolean {
    const sql = `INSERT INTO second_factors (account_id, sealed_seed, created_ms) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET sealed_seed = excluded.sealed_seed, created_ms = excluded.created_ms
      WHERE confirmed_ms IS NULL`;
    return this.change(sql, accountId, encryptedSeed, nowMs);
  }

  confirm(accountId: number, recoveryHashes: readonly string[], nowMs: number): void {
    this.write(() => {
      this.prepare('UPDATE second_factors SET confirmed_ms = ? WHERE account_id = ?').run(nowMs, accountId);
      this.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(accountId);
      const insert = this.prepare('INSERT INTO recovery_codes (hash, account_id) VALUES (?, ?)');
      for (const hash of recoveryHashes) insert.run(hash, accountId);
    });
  }

  remove(accountId: number): void {
    this.write(() => {
      this.prepare('DELETE FROM second_factors WHERE account_id = ?').run(accountId);
      this.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(accountId);
    });
  }

  useStep(accountId: number, step: number): boolean {
    const sql = `UPDATE second_factors SET last_step = @step, wrong_codes = 0, locked_until_ms = 0
      WHERE account_id = @accountId AND last_step < @step`;
    return this.change(sql, { step, accountId });
  }

  noteWrong(accountId: number, mostWrong: number, lockedUntilMs: number): void {
    const sql = `UPDATE second_factors SET
      wrong_codes = iif(wrong_codes + 1 >= @mostWrong, 0, wrong_codes + 1),
      locked_until_ms = iif(wrong_codes + 1 >= @mostWrong, @lockedUntilMs, locked_until_ms)
      WHERE account_id = @accountId`;
    this.change(sql, { mostWrong, lockedUntilMs, accountId });
  }

  useRecoveryCode(accountId: number, hash: string): boolean {
    return this.change('DELETE FROM recovery_codes WHERE hash = ? AND account_id = ?', hash, accountId);
  }

  countRecoveryCodes(accountId: number): number {
    const sql = 'SELECT count(*) AS count FROM recovery_codes WHERE account_id = ?';
    return this.read(0, () => (this.prepare(sql).get(accountId) as { count: number }).count);
  }
}
