import type { SecondFactorRow } from './rows.ts';
import { type AccountDatabase, findRow, type Sql } from './sql.ts';

/** Encrypted seeds, and the hashes of recovery codes. */
export class SecondFactorTable {
  constructor(readonly db: AccountDatabase) {}

  find(accountId: number): Promise<SecondFactorRow | null> {
    const sql = `SELECT account_id, sealed_seed, created_ms, confirmed_ms, locked_until_ms, recovery_salt
      FROM larder.second_factors WHERE account_id = $1`;
    return findRow(this.db, sql, accountId);
  }

  /** Replaces one that was never confirmed. False when there is one that was. */
  begin(accountId: number, encryptedSeed: Buffer, nowMs: number): Promise<boolean> {
    const sql = `INSERT INTO larder.second_factors AS held (account_id, sealed_seed, created_ms)
      VALUES ($1, $2, $3) ON CONFLICT (account_id)
      DO UPDATE SET sealed_seed = excluded.sealed_seed, created_ms = excluded.created_ms
      WHERE held.confirmed_ms IS NULL`;
    return this.db.change(sql, accountId, encryptedSeed, nowMs);
  }

  /** Replaces the recovery codes. False, and nothing is replaced, when the factor is no longer this one, or was confirmed. */
  confirm(
    { account_id, sealed_seed }: SecondFactorRow,
    hashes: readonly string[],
    salt: Buffer,
    nowMs: number,
  ): Promise<boolean> {
    const update = `UPDATE larder.second_factors SET confirmed_ms = $1, recovery_salt = $2
      WHERE account_id = $3 AND sealed_seed = $4 AND confirmed_ms IS NULL`;
    const insert = 'INSERT INTO larder.recovery_codes (hash, account_id) VALUES ($1, $2)';
    return this.db.transaction(async (sql) => {
      if (!(await sql.change(update, nowMs, salt, account_id, sealed_seed))) return false;
      await sql.change('DELETE FROM larder.recovery_codes WHERE account_id = $1', account_id);
      for (const hash of hashes) await sql.change(insert, hash, account_id);
      return true;
    });
  }

  remove(accountId: number): Promise<void> {
    return this.db.transaction((sql) => removeSecondFactor(sql, accountId));
  }

  /** Unlocks the factor. False when a code of this time step or a later one was used before. */
  useStep(accountId: number, step: number): Promise<boolean> {
    const sql = `UPDATE larder.second_factors SET last_step = $1, wrong_codes = 0, locked_until_ms = 0
      WHERE account_id = $2 AND last_step < $1`;
    return this.db.change(sql, step, accountId);
  }

  /**
   * Counts a code before it is checked, so that many at once count as many; the last of `mostTries` in a row locks the
   * factor. False when it is locked already.
   */
  countTry(accountId: number, mostTries: number, nowMs: number, lockedUntilMs: number): Promise<boolean> {
    const sql = `UPDATE larder.second_factors SET
      wrong_codes = CASE WHEN wrong_codes + 1 >= $1 THEN 0 ELSE wrong_codes + 1 END,
      locked_until_ms = CASE WHEN wrong_codes + 1 >= $1 THEN $2 ELSE locked_until_ms END
      WHERE account_id = $3 AND locked_until_ms <= $4`;
    return this.db.change(sql, mostTries, lockedUntilMs, accountId, nowMs);
  }

  /** False when there is no such code, or it was used. */
  useRecoveryCode(accountId: number, hash: string): Promise<boolean> {
    const sql = 'DELETE FROM larder.recovery_codes WHERE hash = $1 AND account_id = $2';
    return this.db.change(sql, hash, accountId);
  }

  async countRecoveryCodes(accountId: number): Promise<number> {
    return (await this.listRecoveryCodes(accountId)).length;
  }

  async listRecoveryCodes(accountId: number): Promise<string[]> {
    const sql = 'SELECT hash FROM larder.recovery_codes WHERE account_id = $1';
    return (await this.db.rows<{ hash: string }>(sql, accountId)).map(({ hash }) => hash);
  }
}

export async function removeSecondFactor(sql: Sql, accountId: number): Promise<void> {
  await sql.change('DELETE FROM larder.second_factors WHERE account_id = $1', accountId);
  await sql.change('DELETE FROM larder.recovery_codes WHERE account_id = $1', accountId);
}
