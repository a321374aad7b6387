import type { AuditEntry, AuditRow } from './rows.ts';
import { type AccountDatabase, findRow } from './sql.ts';

/** What operators did. */
export class AuditTable {
  constructor(readonly db: AccountDatabase) {}

  /** Keeps about the latest `most` entries. */
  add({ timeMs, actor, via, act, account, detail }: AuditEntry, most: number): Promise<void> {
    return this.db.transaction(async (sql) => {
      const row = await findRow<{ id: number }>(
        sql,
        `INSERT INTO larder.audit (time_ms, actor, via, act, account, detail)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
        ...[timeMs, actor, via, act, account, detail],
      );
      await sql.change('DELETE FROM larder.audit WHERE id <= $1', row!.id - most);
    });
  }

  /** Newest first: those before an entry, or the newest of all. */
  list(beforeId: number | null, most: number): Promise<AuditRow[]> {
    const sql = `SELECT id, time_ms, actor, via, act, account, detail FROM larder.audit
      WHERE id < $1 ORDER BY id DESC LIMIT $2`;
    return this.db.rows(sql, beforeId ?? Number.MAX_SAFE_INTEGER, most);
  }
}
