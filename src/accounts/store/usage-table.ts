import type {
  AccountUsage,
  Awaitable,
  KeyUsage,
  UsageRecords,
  UsageRow,
  UsageTotal,
} from '../account-store.ts';
import { BRIEF_PATIENCE_MS, Table } from './connection.ts';

export class UsageTable extends Table implements UsageRecords {
  /**
   * The only write that does not wait for the disk: a power failure may cost a few counts, and nothing else. What cannot be
   * written now is sent again.
   */
  add(usage: readonly KeyUsage[]): Awaitable<void> {
    const act = () => {
      for (const each of usage) this.#addDay(each);
    };
    const options = { isDurable: false, patienceMs: BRIEF_PATIENCE_MS };
    return this.read<Awaitable<void>>(undefined, () => this.write(act, options));
  }

  list(accountId: number, fromDay: string, toDay: string, most: number): UsageRow[] {
    const sql = `SELECT day, key_id, keys.name AS key_name, requests, limited
      FROM usage JOIN keys ON keys.id = key_id
      WHERE usage.account_id = ? AND day BETWEEN ? AND ? ORDER BY day DESC, key_id LIMIT ?`;
    return this.read([], () => this.prepare(sql).all(accountId, fromDay, toDay, most) as UsageRow[]);
  }

  listDays(accountId: number, fromDay: string, toDay: string): UsageTotal[] {
    const sql = `SELECT day, requests, limited FROM usage_totals
      WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day DESC`;
    return this.read([], () => this.prepare(sql).all(accountId, fromDay, toDay) as UsageTotal[]);
  }

  sumDays(fromDay: string, toDay: string): UsageTotal[] {
    const sql = `SELECT day, sum(requests) AS requests, sum(limited) AS limited FROM usage_totals
      WHERE day BETWEEN ? AND ? GROUP BY day ORDER BY day DESC`;
    return this.read([], () => this.prepare(sql).all(fromDay, toDay) as UsageTotal[]);
  }

  sumAccounts(fromDay: string, toDay: string): AccountUsage[] {
    const sql = `SELECT account_id, sum(requests) AS requests, sum(limited) AS limited, max(day) AS last_day
      FROM usage_totals WHERE day BETWEEN ? AND ? GROUP BY account_id`;
    return this.read([], () => this.prepare(sql).all(fromDay, toDay) as AccountUsage[]);
  }

  #addDay({ keyId, day, requests, limited, lastUsedMs }: KeyUsage): void {
    const key = this.prepare(
      'UPDATE keys SET last_used_ms = max(ifnull(last_used_ms, 0), ?) WHERE id = ? RETURNING account_id',
    ).get(lastUsedMs, keyId) as { account_id: number } | undefined;
    if (key === undefined || (requests === 0 && limited === 0)) return;
    this.prepare(
      `INSERT INTO usage (account_id, day, key_id, requests, limited) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, limited = limited + excluded.limited`,
    ).run(key.account_id, day, keyId, requests, limited);
    this.prepare(
      `INSERT INTO usage_totals (account_id, day, requests, limited) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, limited = limited + excluded.limited`,
    ).run(key.account_id, day, requests, limited);
  }
}
