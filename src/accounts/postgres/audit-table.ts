import type { AuditEntry, AuditRecords, AuditRow } from '../account-store.ts';
import type { Database } from './database.ts';

export class AuditTable implements AuditRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add({ timeMs, actor, via, act, account, detail }: AuditEntry, most: number): Promise<void> {
    return this.#db.transaction(async (db) => {
      const [row] = await db.rows<{ id: number }>(
        `INSERT INTO larder.audit (time_ms, actor, via, act, account, detail)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
        timeMs,
        actor,
        via,
        act,
        account,
        detail,
      );
      await db.change('DELETE FROM larder.audit WHERE id <= $1', (row?.id ?? 0) - most);
    });
  }

  list(beforeId: number | null, most: number): Promise<AuditRow[]> {
    const sql = `SELECT id, time_ms, actor, via, act, account, detail FROM larder.audit
      WHERE id < $1 ORDER BY id DESC LIMIT $2`;
    return this.#db.rows<AuditRow>(sql, beforeId ?? Number.MAX_SAFE_INTEGER, most);
  }
}
