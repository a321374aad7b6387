import type { KeyUsage, UsageRecords, UsageRow } from '../account-store.ts';
import { Table } from './connection.ts';

export class UsageTable extends Table implements UsageRecords {
  /** The only write that does not wait for the disk: a power failure may cost a few counts, and nothing else. */
  add(usage: readonly KeyUsage[]): void {
    this.read(undefined, () => {
      const db = this.connection.open();
      db.pragma('synchronous = NORMAL');
      try {
        this.write(() => {
          for (const each of usage) this.#addDay(each);
        });
      } finally {
        db.pragma('synchronous = FULL');
      }
    });
  }

  list(accountId: number, fromDay: string, toDay: string): UsageRow[] {
    const sql = `SELECT day, key_id, keys.name AS key_name, requests, limited
      FROM keys JOIN usage ON key_id = keys.id
      WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day DESC, key_id`;
    return this.read([], () => this.prepare(sql).all(accountId, fromDay, toDay) as UsageRow[]);
  }

  #addDay({ keyId, day, requests, limited, lastUsedMs }: KeyUsage): void {
    const { changes } = this.prepare(
      'UPDATE keys SET last_used_ms = max(ifnull(last_used_ms, 0), ?) WHERE id = ?',
    ).run(lastUsedMs, keyId);
    if (changes === 0 || (requests === 0 && limited === 0)) return;
    this.prepare(
      `INSERT INTO usage (key_id, day, requests, limited) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, limited = limited + excluded.limited`,
    ).run(keyId, day, requests, limited);
  }
}
