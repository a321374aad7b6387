import type { AccountUsage, KeyUsage, UsageRow, UsageTotal } from './rows.ts';
import { type AccountDatabase, findRow, type Sql } from './sql.ts';

/** PostgreSQL sums integers to a number of any size, which arrives as a text. */
const SUMS = 'CAST(sum(requests) AS bigint) AS requests, CAST(sum(limited) AS bigint) AS limited';
/** Rows of one statement: both databases bound the number of its parameters. */
const ROWS_AT_ONCE = 500;

/** How keys were used, by day. Days are texts such as `2026-11-15`; both ends of a range are included. */
export class UsageTable {
  constructor(readonly db: AccountDatabase) {}

  /**
   * Adds to what is there. Usage of keys that no longer exist is dropped. A batch that is sent again under the same
   * name, because its answer was lost, is added once.
   */
  async add(usage: readonly KeyUsage[], batch: string): Promise<void> {
    // Without accounts there is nothing to count, and no file to create.
    if ((await findRow(this.db, 'SELECT 1 FROM larder.keys LIMIT 1')) === null) return;
    await this.db.transaction(
      async (sql) => {
        if (!(await this.isNewBatch(sql, batch))) return;
        for (let start = 0; start < usage.length; start += ROWS_AT_ONCE)
          await addRows(sql, usage.slice(start, start + ROWS_AT_ONCE));
      },
      { isMinor: true },
    );
  }

  /** A file answers at once, so that no batch is ever sent again. */
  protected async isNewBatch(_sql: Sql, _batch: string): Promise<boolean> {
    return true;
  }

  /** Latest day first, and no more than `most`. */
  list(accountId: number, fromDay: string, toDay: string, most: number): Promise<UsageRow[]> {
    const sql = `SELECT day, key_id, keys.name AS key_name, requests, limited
      FROM larder.usage JOIN larder.keys ON keys.id = key_id
      WHERE usage.account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day DESC, key_id LIMIT $4`;
    return this.db.rows(sql, accountId, fromDay, toDay, most);
  }

  /** All keys of an account together, latest day first. */
  listDays(accountId: number, fromDay: string, toDay: string): Promise<UsageTotal[]> {
    const sql = `SELECT day, requests, limited FROM larder.usage_totals
      WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day DESC`;
    return this.db.rows(sql, accountId, fromDay, toDay);
  }

  /** All accounts together, latest day first. */
  sumDays(fromDay: string, toDay: string): Promise<UsageTotal[]> {
    const sql = `SELECT day, ${SUMS} FROM larder.usage_totals
      WHERE day BETWEEN $1 AND $2 GROUP BY day ORDER BY day DESC`;
    return this.db.rows(sql, fromDay, toDay);
  }

  /** Each account that was used. */
  sumAccounts(fromDay: string, toDay: string): Promise<AccountUsage[]> {
    const sql = `SELECT account_id, ${SUMS}, max(day) AS last_day FROM larder.usage_totals
      WHERE day BETWEEN $1 AND $2 GROUP BY account_id`;
    return this.db.rows(sql, fromDay, toDay);
  }
}

async function addRows(sql: Sql, usage: readonly KeyUsage[]): Promise<void> {
  const latest = new Map<number, number>();
  for (const { keyId, lastUsedMs } of usage) latest.set(keyId, Math.max(lastUsedMs, latest.get(keyId) ?? 0));
  const marked = await sql.rows<{ id: number; account_id: number }>(
    `UPDATE larder.keys
     SET last_used_ms = CASE WHEN last_used_ms > used.column2 THEN last_used_ms ELSE used.column2 END
     FROM (VALUES ${placeholders(latest.size, 2, (parameter) => `CAST(${parameter} AS bigint)`)}) AS used
     WHERE id = used.column1 RETURNING id, account_id`,
    ...[...latest].flat(),
  );
  const accountOf = new Map(marked.map(({ id, account_id }) => [id, account_id]));
  const counted = usage.flatMap(({ keyId, day, requests, limited }) => {
    const account_id = accountOf.get(keyId);
    return account_id === undefined || requests + limited === 0
      ? []
      : [{ account_id, day, key_id: keyId, requests, limited }];
  });
  await addCounts(sql, 'usage', ['account_id', 'day', 'key_id'], counted);
  await addCounts(sql, 'usage_totals', ['account_id', 'day'], counted);
}

/** Adds to the rows with these keys; several counts for one row are added up first, since a statement changes it once. */
async function addCounts<Key extends string>(
  sql: Sql,
  table: string,
  key: readonly Key[],
  counted: readonly (Record<Key, string | number> & { requests: number; limited: number })[],
): Promise<void> {
  if (counted.length === 0) return;
  const groups = Map.groupBy(counted, (count) => key.map((column) => count[column]).join(' '));
  const rows = [...groups.values()].map((group) => [
    ...key.map((column) => group[0]![column]),
    group.reduce((sum, { requests }) => sum + requests, 0),
    group.reduce((sum, { limited }) => sum + limited, 0),
  ]);
  await sql.change(
    `INSERT INTO larder.${table} AS held (${key.join(', ')}, requests, limited)
     VALUES ${placeholders(rows.length, key.length + 2)} ON CONFLICT (${key.join(', ')})
     DO UPDATE SET requests = held.requests + excluded.requests, limited = held.limited + excluded.limited`,
    ...rows.flat(),
  );
}

function placeholders(rows: number, columns: number, wrap = (parameter: string) => parameter): string {
  const row = (_: unknown, i: number) =>
    `(${Array.from({ length: columns }, (_, j) => wrap(`$${i * columns + j + 1}`)).join(', ')})`;
  return Array.from({ length: rows }, row).join(', ');
}
