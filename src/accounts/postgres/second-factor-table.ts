import type { SecondFactorRecords, SecondFactorRow } from '../account-store.ts';
import type { Database, Queries } from './database.ts';

/** Encrypted seeds, and the hashes of recovery codes. */
export class SecondFactorTable implements SecondFactorRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(accountId: number): Promise<SecondFactorRow | null> {
    const sql = `SELECT account_id, sealed_seed, created_ms, confirmed_ms, locked_until_ms, recovery_salt
      FROM larder.second_factors WHERE account_id = $1`;
    return (await this.#db.rows<SecondFactorRow>(sql, accountId))[0] ?? null;
  }

  begin(accountId: number, encryptedSeed: Buffer, nowMs: number): Promise<boolean> {
    const sql = `INSERT INTO larder.second_factors AS held (account_id, sealed_seed, created_ms) VALUES ($1, $2, $3)
      ON CONFLICT (account_id) DO UPDATE SET sealed_seed = excluded.sealed_seed, created_ms = excluded.created_ms
      WHERE held.confirmed_ms IS NULL`;
    return this.#db.change(sql, accountId, encryptedSeed, nowMs);
  }

  confirm(
    pending: SecondFactorRow,
    hashes: readonly string[],
    salt: Buffer,
    nowMs: number,
  ): Promise<boolean> {
    return this.#db.transaction(async (db) => {
      const sql = `UPDATE larder.second_factors SET confirmed_ms = $1, recovery_salt = $2
        WHERE account_id = $3 AND sealed_seed = $4 AND confirmed_ms IS NULL`;
      if (!(await db.change(sql, nowMs, salt, pending.account_id, pending.sealed_seed))) return false;
      await replaceCodes(db, pending.account_id, hashes);
      return true;
    });
  }

  strengthenRecoveryCodes(accountId: number, hashes: readonly string[], salt: Buffer): Promise<void> {
    return this.#db.transaction(async (db) => {
      const sql = `UPDATE larder.second_factors SET recovery_salt = $1
        WHERE account_id = $2 AND recovery_salt IS NULL`;
      if (await db.change(sql, salt, accountId)) await replaceCodes(db, accountId, hashes);
    });
  }

  remove(accountId: number): Promise<void> {
    return this.#db.transaction(async (db) => {
      await db.change('DELETE FROM larder.second_factors WHERE account_id = $1', accountId);
      await db.change('DELETE FROM larder.recovery_codes WHERE account_id = $1', accountId);
    });
  }

  useStep(accountId: number, step: number): Promise<boolean> {
    const sql = `UPDATE larder.second_factors SET last_step = $1, wrong_codes = 0, locked_until_ms = 0
      WHERE account_id = $2 AND last_step < $1`;
    return this.#db.change(sql, step, accountId);
  }

  countTry(accountId: number, mostTries: number, nowMs: number, lockedUntilMs: number): Promise<boolean> {
    const sql = `UPDATE larder.second_factors SET
      wrong_codes = CASE WHEN wrong_codes + 1 >= $1 THEN 0 ELSE wrong_codes + 1 END,
      locked_until_ms = CASE WHEN wrong_codes + 1 >= $1 THEN $2 ELSE locked_until_ms END
      WHERE account_id = $3 AND locked_until_ms <= $4`;
    return this.#db.change(sql, mostTries, lockedUntilMs, accountId, nowMs);
  }

  useRecoveryCode(accountId: number, hash: string): Promise<boolean> {
    const sql = 'DELETE FROM larder.recovery_codes WHERE hash = $1 AND account_id = $2';
    return this.#db.change(sql, hash, accountId);
  }

  async listRecoveryCodes(accountId: number): Promise<string[]> {
    const sql = 'SELECT hash FROM larder.recovery_codes WHERE account_id = $1';
    return (await this.#db.rows<{ hash: string }>(sql, accountId)).map(({ hash }) => hash);
  }

  async countRecoveryCodes(accountId: number): Promise<number> {
    const sql = 'SELECT count(*) AS count FROM larder.recovery_codes WHERE account_id = $1';
    return (await this.#db.rows<{ count: number }>(sql, accountId))[0]?.count ?? 0;
  }
}

async function replaceCodes(db: Queries, accountId: number, hashes: readonly string[]): Promise<void> {
  await db.change('DELETE FROM larder.recovery_codes WHERE account_id = $1', accountId);
  await db.change(
    'INSERT INTO larder.recovery_codes (hash, account_id) SELECT hash, $2 FROM unnest($1::text[]) AS hash',
    hashes,
    accountId,
  );
}
