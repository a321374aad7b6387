/**
 * The database of the accounts: a SQLite file, or PostgreSQL. Statements are PostgreSQL's, with the tables in the schema
 * `larder` and parameters as `$1`, as far as SQLite understands them too.
 */
export interface Sql {
  rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]>;
  /** Whether any row was changed. */
  change(sql: string, ...values: unknown[]): Promise<boolean>;
  /**
   * Changes to one account wait for each other until the end of the transaction, so that each sees what the others did. Does
   * nothing in a file, which has one writer at a time anyway.
   */
  lockAccount(id: number): Promise<void>;
}

export interface TransactionOptions {
  /** Nobody waits for it: it is given up soon where others write, and may be lost in a power failure. */
  isMinor?: boolean;
}

export interface AccountDatabase extends Sql {
  /** All of it is on disk at the end, or nothing is. `act` may run again, and asks only the `sql` that it is given. */
  transaction<Result>(act: (sql: Sql) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** A transaction that changes keys, or what the keys of an account may do: this server sees it at once. */
  changeKeys<Result>(
    act: (sql: Sql) => Promise<Result>,
    accountOf: (result: Result) => number | null,
  ): Promise<Result>;
}

/** The first row; null when there is none. */
export async function findRow<Row extends object>(
  db: Pick<Sql, 'rows'>,
  sql: string,
  ...values: unknown[]
): Promise<Row | null> {
  return (await db.rows<Row>(sql, ...values))[0] ?? null;
}
