import { Store } from './store.ts';

/** What one key did on one day. */
export interface DayOfUse {
  keyId: number;
  /** In UTC, such as `2026-11-15`. */
  day: string;
  requests: number;
  /** How many more were refused for a limit. */
  limited: number;
  lastUsedMs: number;
}

export interface UsageRow {
  day: string;
  key_id: number;
  key_name: string;
  requests: number;
  limited: number;
}

export class UsageStore extends Store {
  /**
   * All or nothing. Counts may be lost with the power, so their write does not wait for the disk, as everything else
   * in this file does.
   */
  add(days: readonly DayOfUse[]): void {
    this.naming(() => {
      this.db.pragma('synchronous = NORMAL');
      try {
        const write = this.db.transaction(() => {
          for (const day of days) this.#addDay(day);
        });
        write.immediate();
      } finally {
        this.db.pragma('synchronous = FULL');
      }
    });
  }

  /** Of one account, between two days, both included; the latest day first. */
  list(accountId: number, from: string, to: string): UsageRow[] {
    const sql = `SELECT day, key_id, keys.name AS key_name, requests, limited
      FROM keys JOIN usage ON key_id = keys.id
      WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day DESC, key_id`;
    return this.naming(() => this.db.prepare(sql).all(accountId, from, to) as UsageRow[]);
  }

  #addDay({ keyId, day, requests, limited, lastUsedMs }: DayOfUse): void {
    // The key may be gone by now, with its account.
    const { changes } = this.db
      .prepare('UPDATE keys SET last_used_ms = max(ifnull(last_used_ms, 0), ?) WHERE id = ?')
      .run(lastUsedMs, keyId);
    if (changes === 0 || (requests === 0 && limited === 0)) return;
    this.db
      .prepare(
        `INSERT INTO usage (key_id, day, requests, limited) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, limited = limited + excluded.limited`,
      )
      .run(keyId, day, requests, limited);
  }
}
