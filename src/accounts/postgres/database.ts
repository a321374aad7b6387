import { readFileSync } from 'node:fs';
import pg from 'pg';
import { PlainError } from '../../plain-error.ts';
import { AccountsError } from '../store/accounts-error.ts';
import type { AccountDatabase, Sql } from '../tables/sql.ts';
import type { PostgresAddress } from './address.ts';

/** Connections of one server, besides the one that listens. Account requests are few, and each is short. */
const MAX_CONNECTIONS = 5;
/** Nobody waits longer for an account page than this, whatever the database does. */
const QUERY_DEADLINE_MS = 3000;
const CONNECT_DEADLINE_MS = 3000;
/** Deadlocks are possible where rows are deleted in bulk; trying again resolves them. */
const MAX_ATTEMPTS = 3;
const RETRIED = /^40(001|P01)$/;

/** The type of 64-bit integers. All of ours are times and counts, which a number holds exactly. */
const INT8 = 20;
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** The connections to PostgreSQL. Failures name the host and never the user or the password. */
export class Database implements AccountDatabase {
  readonly #pool: pg.Pool;
  readonly #name: string;
  /** Why the database cannot be used at the moment; null when it can. */
  readonly #fault: () => AccountsError | null;
  readonly #onLost: (error: AccountsError) => void;
  readonly #onKeyChange: (accountId: number) => Promise<void>;

  constructor(
    address: PostgresAddress,
    { fault = () => null, onLost = () => {}, onKeyChange = async () => {} }: DatabaseOptions = {},
  ) {
    this.#name = address.name;
    this.#fault = fault;
    this.#onLost = onLost;
    this.#onKeyChange = onKeyChange;
    this.#pool = new pg.Pool({ ...configOf(address), max: MAX_CONNECTIONS });
    // An idle connection that is lost is replaced by the next query.
    this.#pool.on('error', () => {});
    // The pool listens only to idle connections, and an error without a listener ends the process: a connection that
    // was given up because it hung may still report one.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return this.#attempt(() => sqlOf(this.#pool).rows<Row>(sql, ...values));
  }

  change(sql: string, ...values: unknown[]): Promise<boolean> {
    return this.#attempt(() => sqlOf(this.#pool).change(sql, ...values));
  }

  /** A lock outside a transaction is gone at once. */
  async lockAccount(): Promise<void> {}

  async changeKeys<Result>(
    act: (sql: Sql) => Promise<Result>,
    accountOf: (result: Result) => number | null,
  ): Promise<Result> {
    const result = await this.transaction(act);
    const accountId = accountOf(result);
    if (accountId !== null) await this.#onKeyChange(accountId);
    return result;
  }

  async transaction<Result>(act: (sql: Sql) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(() => this.#transaction(act));
      } catch (error) {
        const isRetried = error instanceof DatabaseError && RETRIED.test(error.code);
        if (!isRetried || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }

  async #transaction<Result>(act: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let isUsable = true;
    try {
      await client.query('BEGIN');
      const result = await act(sqlOf(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A ROLLBACK on a lost connection would only wait again; closing it undoes everything too.
      isUsable =
        !isLoss(error) &&
        (await client.query('ROLLBACK').then(
          () => true,
          () => false,
        ));
      throw error;
    } finally {
      client.release(!isUsable);
    }
  }

  async #attempt<Result>(act: () => Promise<Result>): Promise<Result> {
    const fault = this.#fault();
    if (fault !== null) throw fault;
    try {
      return await act();
    } catch (error) {
      const named = namePostgresFailure(this.#name, error);
      if (named instanceof AwayError) this.#onLost(named);
      throw named ?? error;
    }
  }
}

export interface DatabaseOptions {
  fault?: () => AccountsError | null;
  /** Called when a query shows that the database is away. */
  onLost?: (error: AccountsError) => void;
  /** Called after a change to the keys of an account; resolves when this server sees it. */
  onKeyChange?: (accountId: number) => Promise<void>;
}

/**
 * A connection outside the pool: for listening, and for what takes longer than a request. Its transactions may also be idle
 * for that long, since moving accounts waits for the other end.
 */
export async function connect(address: PostgresAddress, deadlineMs?: number): Promise<pg.Client> {
  const client = new pg.Client({
    ...configOf(address),
    ...(deadlineMs !== undefined && {
      query_timeout: deadlineMs,
      statement_timeout: deadlineMs,
      idle_in_transaction_session_timeout: deadlineMs,
    }),
  });
  // A later loss is reported by `end`; without a listener, the error would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    throw namePostgresFailure(address.name, error) ?? error;
  }
  return client;
}

export function sqlOf(connection: Pick<pg.ClientBase, 'query'>): Sql {
  const rows = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await connection.query(sql, values)).rows as Row[];
  return {
    rows,
    change: async (sql, ...values) => ((await connection.query(sql, values)).rowCount ?? 0) > 0,
    lockAccount: async (id) =>
      void (await rows('SELECT 1 FROM larder.accounts WHERE id = $1 FOR NO KEY UPDATE', id)),
  };
}

function configOf(address: PostgresAddress): pg.ClientConfig {
  const { host, port, user, password, database } = address;
  return {
    host,
    port,
    ...(user !== null && { user }),
    ...(password !== null && { password }),
    ...(database !== null && { database }),
    ssl: sslOf(address),
    types,
    application_name: 'larder',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_DEADLINE_MS,
    query_timeout: QUERY_DEADLINE_MS,
    // The server gives up as well, so that what was reported as failed does not happen later.
    statement_timeout: QUERY_DEADLINE_MS,
    idle_in_transaction_session_timeout: QUERY_DEADLINE_MS,
  };
}

function sslOf({ sslMode, sslRootCert }: PostgresAddress): pg.ClientConfig['ssl'] {
  if (sslMode === 'disable') return false;
  if (sslMode === 'require') return { rejectUnauthorized: false };
  if (sslRootCert === null) return { rejectUnauthorized: true };
  try {
    return { rejectUnauthorized: true, ca: readFileSync(sslRootCert, 'utf8') };
  } catch {
    throw new PlainError(sslRootCert, 'cannot be read', 'check sslrootcert in the PostgreSQL URL');
  }
}

/** The database is unreachable or too slow; it may be back at any moment. */
export class AwayError extends AccountsError {}

/** A failure that the database reported, with its code. */
export class DatabaseError extends AccountsError {
  constructor(
    where: string,
    what: string,
    remedy: string,
    readonly code: string,
  ) {
    super(where, what, remedy);
  }
}

const FAILURES: readonly (readonly [code: RegExp, what: string, remedy: string])[] = [
  [/^28/, 'refused the user or the password', 'check the URL, or PGPASSWORD'],
  [/^3D000/, 'has no such database', 'create it, or name another'],
  [/^42501/, 'does not permit this to its user', 'make the user the owner of the database'],
  [/^(53100|58030)/, 'its disk is full or failed', 'free some space; nothing was changed'],
  [/^53300/, 'has no connection left', 'raise max_connections, or run fewer servers'],
  [/^25006/, 'is read-only', 'name the primary server'],
  [/^(57014|55P03|25P03)/, 'did not answer in time', 'try again later'],
  [/^(08|57P)/, 'is shutting down or starting', 'try again later'],
];
/**
 * Codes that come from the server: five characters, at least one of them a digit, unlike EPIPE. Anything else is a
 * failure of the connection.
 */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;
const LOST_STATE = /^(08|57P|25P03|53300)/;

/** Whether the database is unusable for the moment. */
function isLoss(error: unknown): boolean {
  const { code = '' } = error as { code?: unknown };
  return typeof code !== 'string' || !SQL_STATE.test(code)
    ? isConnectionFailure(error)
    : LOST_STATE.test(code);
}

/** The driver reports these only in words. */
const CONNECTION_WORDS = /timeout|terminated|ended|closed|ECONN|not queryable|self.signed|certificate|SSL/i;

function isConnectionFailure(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return (
    /^(E[A-Z]+|ERR_|CERT_|DEPTH_|SELF_|UNABLE_|ConnectionRefused|FailedToOpenSocket)/.test(code) ||
    CONNECTION_WORDS.test(message)
  );
}

/** Null when the failure has nothing to do with the database. */
export function namePostgresFailure(name: string, error: unknown): AccountsError | null {
  if (error instanceof PlainError) return error instanceof AccountsError ? error : null;
  const where = `PostgreSQL at ${name}`;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && SQL_STATE.test(code)) {
    const [, what, remedy] = FAILURES.find(([pattern]) => pattern.test(code)) ?? [
      code,
      `failed (${code})`,
      'try again; if it stays, look into its log',
    ];
    return LOST_STATE.test(code)
      ? new AwayError(where, what, remedy)
      : new DatabaseError(where, what, remedy, code);
  }
  if (!isConnectionFailure(error)) return null;
  const reason = typeof code === 'string' ? ` (${code})` : '';
  return new AwayError(where, `cannot be reached${reason}`, 'check that it is running, and its address');
}
