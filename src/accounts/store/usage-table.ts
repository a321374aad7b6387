import type { Awaitable, KeyUsage, UsageRecords } from '../account-store.ts';
import { UsageSql } from '../shared-sql.ts';
import { BRIEF_PATIENCE_MS, type Connection } from './connection.ts';

export class UsageTable extends UsageSql<Connection> implements UsageRecords {
  /**
   * The only write that does not wait for the disk: a power failure may cost a few counts, and nothing else. What cannot be
   * written now is sent again.
   */
  add(usage: readonly KeyUsage[]): Awaitable<void> {
    const act = () => {
      for (const each of usage) this.#addDay(each);
    };
    const options = { isDurable: false, patienceMs: BRIEF_PATIENCE_MS };
    return this.db.read<Awaitable<void>>(undefined, () => this.db.write(act, options));
  }

  #addDay({ keyId, day, requests, limited, lastUsedMs }: KeyUsage): void {
    const key = this.db
      .prepare(
        'UPDATE keys SET last_used_ms = max(ifnull(last_used_ms, 0), ?) WHERE id = ? RETURNING account_id',
      )
      .get(lastUsedMs, keyId) as { account_id: number } | undefined;
    if (key === undefined || (requests === 0 && limited === 0)) return;
    this.db
      .prepare(
        `INSERT INTO usage (account_id, day, key_id, requests, limited) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, limited = limited + excluded.limited`,
      )
      .run(key.account_id, day, keyId, requests, limited);
    this.db
      .prepare(
        `INSERT INTO usage_totals (account_id, day, requests, limited) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, limited = limited + excluded.limited`,
      )
      .run(key.account_id, day, requests, limited);
  }
}
