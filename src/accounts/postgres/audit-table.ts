import type { AuditEntry, AuditRecords } from '../account-store.ts';
import { AuditSql } from '../shared-sql.ts';
import type { Database } from './database.ts';

export class AuditTable extends AuditSql<Database> implements AuditRecords {
  add({ timeMs, actor, via, act, account, detail }: AuditEntry, most: number): Promise<void> {
    return this.db.transaction(async (db) => {
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
}
