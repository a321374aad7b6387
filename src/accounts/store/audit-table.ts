import type { AuditEntry, AuditRecords, Awaitable } from '../account-store.ts';
import { AuditSql } from '../shared-sql.ts';
import type { Connection } from './connection.ts';

export class AuditTable extends AuditSql<Connection> implements AuditRecords {
  add({ timeMs, actor, via, act, account, detail }: AuditEntry, most: number): Awaitable<void> {
    return this.db.write(() => {
      const { lastInsertRowid } = this.db
        .prepare('INSERT INTO audit (time_ms, actor, via, act, account, detail) VALUES (?, ?, ?, ?, ?, ?)')
        .run(timeMs, actor, via, act, account, detail);
      this.db.prepare('DELETE FROM audit WHERE id <= ?').run(Number(lastInsertRowid) - most);
    });
  }
}
