import type { KeyUsage, UsageRecords } from '../account-store.ts';
import { UsageSql } from '../shared-sql.ts';
import type { Database } from './database.ts';

/** All rows of a batch in one statement: the keys it names, the usage of each by day, and the totals of their accounts. */
const ADD = `WITH used AS (
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
      AS used (key_id, day, requests, limited, last_ms)
  ), marked AS (
    UPDATE larder.keys SET last_used_ms = greatest(last_used_ms, latest.last_ms)
    FROM (SELECT key_id, max(last_ms) AS last_ms FROM used GROUP BY key_id) AS latest
    WHERE keys.id = latest.key_id RETURNING keys.id, account_id
  ), counted AS (
    SELECT account_id, day, key_id, sum(requests)::bigint AS requests, sum(limited)::bigint AS limited
    FROM used JOIN marked ON marked.id = key_id WHERE requests > 0 OR limited > 0
    GROUP BY account_id, day, key_id
  ), added AS (
    INSERT INTO larder.usage AS held (account_id, day, key_id, requests, limited) SELECT * FROM counted
    ON CONFLICT (account_id, day, key_id)
      DO UPDATE SET requests = held.requests + excluded.requests, limited = held.limited + excluded.limited
  )
  INSERT INTO larder.usage_totals AS held (account_id, day, requests, limited)
  SELECT account_id, day, sum(requests)::bigint, sum(limited)::bigint FROM counted GROUP BY account_id, day
  ON CONFLICT (account_id, day)
    DO UPDATE SET requests = held.requests + excluded.requests, limited = held.limited + excluded.limited`;

export class UsageTable extends UsageSql<Database> implements UsageRecords {
  add(usage: readonly KeyUsage[], batch: string): Promise<void> {
    return this.db.transaction(async (db) => {
      // Batches are sent again for hours at most, while the database is away.
      await db.change("DELETE FROM larder.usage_batches WHERE added < now() - interval '7 days'");
      const isNew = await db.change(
        'INSERT INTO larder.usage_batches (name) VALUES ($1) ON CONFLICT DO NOTHING',
        batch,
      );
      if (!isNew) return;
      const ids = usage.map(({ keyId }) => keyId);
      // In order, so that servers writing at the same time do not deadlock.
      await db.rows(
        'SELECT 1 FROM larder.keys WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
        ids,
      );
      await db.change(
        ADD,
        ids,
        usage.map(({ day }) => day),
        usage.map(({ requests }) => requests),
        usage.map(({ limited }) => limited),
        usage.map(({ lastUsedMs }) => lastUsedMs),
      );
    });
  }
}
