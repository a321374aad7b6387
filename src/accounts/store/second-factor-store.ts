import { Store } from './store.ts';

export interface SecondFactorRow {
  account_id: number;
  sealed_seed: Buffer;
  created_ms: number;
  confirmed_ms: number | null;
  last_step: number;
  wrong_codes: number;
  locked_until_ms: number;
}

/** Seeds, as they are sealed, and the hashes of recovery codes. */
export class SecondFactorStore extends Store {
  find(accountId: number): SecondFactorRow | null {
    const sql = `SELECT account_id, sealed_seed, created_ms, confirmed_ms, last_step, wrong_codes, locked_until_ms
      FROM second_factors WHERE account_id = ?`;
    return this.naming(() => (this.db.prepare(sql).get(accountId) as SecondFactorRow) ?? null);
  }

  /** In place of one that was never confirmed. False when there is one that was. */
  begin(accountId: number, sealedSeed: Buffer): boolean {
    const sql = `INSERT INTO second_factors (account_id, sealed_seed, created_ms) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET sealed_seed = excluded.sealed_seed, created_ms = excluded.created_ms
      WHERE confirmed_ms IS NULL`;
    return this.naming(() => this.db.prepare(sql).run(accountId, sealedSeed, this.nowMs()).changes > 0);
  }

  confirm(accountId: number, recoveryHashes: readonly string[]): void {
    const write = this.db.transaction(() => {
      this.db
        .prepare('UPDATE second_factors SET confirmed_ms = ? WHERE account_id = ?')
        .run(this.nowMs(), accountId);
      this.db.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(accountId);
      const insert = this.db.prepare('INSERT INTO recovery_codes (hash, account_id) VALUES (?, ?)');
      for (const hash of recoveryHashes) insert.run(hash, accountId);
    });
    this.naming(() => write.immediate());
  }

  /** False when a code of this step or a later one was accepted before. */
  useStep(accountId: number, step: number): boolean {
    const sql = `UPDATE second_factors SET last_step = @step, wrong_codes = 0, locked_until_ms = 0
      WHERE account_id = @accountId AND last_step < @step`;
    return this.naming(() => this.db.prepare(sql).run({ step, accountId }).changes > 0);
  }

  /** False when there is no such code, or it was used. */
  useRecoveryCode(accountId: number, hash: string): boolean {
    const sql = 'DELETE FROM recovery_codes WHERE hash = ? AND account_id = ?';
    return this.naming(() => this.db.prepare(sql).run(hash, accountId).changes > 0);
  }

  countRecoveryCodes(accountId: number): number {
    const sql = 'SELECT count(*) FROM recovery_codes WHERE account_id = ?';
    return this.naming(() => this.db.prepare(sql).pluck().get(accountId) as number);
  }

  /** Counts a wrong code; the last of so many locks the factor for a while. */
  noteWrong(accountId: number, mostWrong: number, lockedUntilMs: number): void {
    const sql = `UPDATE second_factors SET
      wrong_codes = iif(wrong_codes + 1 >= @mostWrong, 0, wrong_codes + 1),
      locked_until_ms = iif(wrong_codes + 1 >= @mostWrong, @lockedUntilMs, locked_until_ms)
      WHERE account_id = @accountId`;
    this.naming(() => this.db.prepare(sql).run({ mostWrong, lockedUntilMs, accountId }));
  }

  remove(accountId: number): void {
    const write = this.db.transaction(() => {
      this.db.prepare('DELETE FROM second_factors WHERE account_id = ?').run(accountId);
      this.db.prepare('DELETE FROM recovery_codes WHERE account_id = ?').run(accountId);
    });
    this.naming(() => write.immediate());
  }
}
