import type { SecondFactorRecords, SecondFactorRow } from '../account-store.ts';
import { SecondFactorSql } from '../shared-sql.ts';
import type { Database, Queries } from './database.ts';

/** Encrypted seeds, and the hashes of recovery codes. */
export class SecondFactorTable extends SecondFactorSql<Database> implements SecondFactorRecords {
  confirm(
    pending: SecondFactorRow,
    hashes: readonly string[],
    salt: Buffer,
    nowMs: number,
  ): Promise<boolean> {
    return this.db.transaction(async (db) => {
      const sql = `UPDATE larder.second_factors SET confirmed_ms = $1, recovery_salt = $2
        WHERE account_id = $3 AND sealed_seed = $4 AND confirmed_ms IS NULL`;
      if (!(await db.change(sql, nowMs, salt, pending.account_id, pending.sealed_seed))) return false;
      await replaceCodes(db, pending.account_id, hashes);
      return true;
    });
  }

  strengthenRecoveryCodes(accountId: number, hashes: readonly string[], salt: Buffer): Promise<void> {
    return this.db.transaction(async (db) => {
      const sql = `UPDATE larder.second_factors SET recovery_salt = $1
        WHERE account_id = $2 AND recovery_salt IS NULL`;
      if (await db.change(sql, salt, accountId)) await replaceCodes(db, accountId, hashes);
    });
  }

  remove(accountId: number): Promise<void> {
    return this.db.transaction(async (db) => {
      await db.change('DELETE FROM larder.second_factors WHERE account_id = $1', accountId);
      await db.change('DELETE FROM larder.recovery_codes WHERE account_id = $1', accountId);
    });
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
