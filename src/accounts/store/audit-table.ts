import type { AuditEntry, AuditRecords, AuditRow, Awaitable } from '../account-store.ts';
import { Table } from './connection.ts';

export class AuditTable extends Table implements AuditRecords {
  add({ timeMs, actor, via, act, account, detail }: AuditEntry, most: number): Awaitable<void> {
    return this.write(() => {
      const { lastInsertRowid } = this.prepare(
        'INSERT INTO audit (time_ms, actor, via, act, account, detail) VALUES (?, ?, ?, ?, ?, ?)',
      ).run(timeMs, actor, via, act, account, detail);
      this.prepare('DELETE FROM audit WHERE id <= ?').run(Number(lastInsertRowid) - most);
    });
  }

  list(beforeId: number | null, most: number): AuditRow[] {
    const sql = `SELECT id, time_ms, actor, via, act, account, detail FROM audit
      WHERE id < ? ORDER BY id DESC LIMIT ?`;
    return this.read(
      [],
      () => this.prepare(sql).all(beforeId ?? Number.MAX_SAFE_INTEGER, most) as AuditRow[],
    );
  }
}
