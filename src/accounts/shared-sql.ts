import type {
  AccountRow,
  AccountUsage,
  AuditRow,
  Awaitable,
  Identity,
  KeyRow,
  ListedAccountRow,
  SecondFactorRow,
  SessionRow,
  UsageRow,
  UsageTotal,
} from './account-store.ts';

/**
 * What both stores ask their database in the same words: all that is read, and changes of a single statement. What needs
 * several statements is different in each, since only PostgreSQL has other writers at the same time. The texts are
 * PostgreSQL's, with the tables in the schema `larder` and parameters as `$1`.
 */

export interface Sql {
  rows<Row extends object>(sql: string, ...values: unknown[]): Awaitable<Row[]>;
  /** Whether any row was changed. */
  change(sql: string, ...values: unknown[]): Awaitable<boolean>;
}

abstract class SharedSql<Db extends Sql> {
  constructor(protected readonly db: Db) {}

  protected async row<Row extends object>(sql: string, ...values: unknown[]): Promise<Row | null> {
    return (await this.db.rows<Row>(sql, ...values))[0] ?? null;
  }
}

const ACCOUNT_COLUMNS = 'id, name, plan, password_hash, created_ms, is_admin';
export const FIND_BY_IDENTITY = 'SELECT account_id FROM larder.identities WHERE issuer = $1 AND subject = $2';
export const LINK_IDENTITY = `INSERT INTO larder.identities (issuer, subject, label, account_id, created_ms)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`;

export abstract class AccountSql<Db extends Sql> extends SharedSql<Db> {
  find(foldedName: string): Promise<AccountRow | null> {
    return this.row(`SELECT ${ACCOUNT_COLUMNS} FROM larder.accounts WHERE folded_name = $1`, foldedName);
  }

  findById(id: number): Promise<AccountRow | null> {
    return this.row(`SELECT ${ACCOUNT_COLUMNS} FROM larder.accounts WHERE id = $1`, id);
  }

  list(): Awaitable<ListedAccountRow[]> {
    return this.db.rows(`SELECT ${ACCOUNT_COLUMNS}, (
        SELECT count(*) FROM larder.keys
        WHERE account_id = accounts.id AND kind = 'named' AND revoked_ms IS NULL
      ) AS named_keys FROM larder.accounts ORDER BY folded_name`);
  }

  async isEmpty(): Promise<boolean> {
    return (await this.row('SELECT 1 FROM larder.accounts LIMIT 1')) === null;
  }

  setAdmin(id: number, isAdmin: boolean): Awaitable<boolean> {
    return this.db.change('UPDATE larder.accounts SET is_admin = $1 WHERE id = $2', isAdmin ? 1 : 0, id);
  }

  async findByIdentity({ issuer, subject }: Identity): Promise<number | null> {
    return (await this.row<{ account_id: number }>(FIND_BY_IDENTITY, issuer, subject))?.account_id ?? null;
  }

  findIdentity(id: number, issuer: string): Promise<Identity | null> {
    const sql = 'SELECT issuer, subject, label FROM larder.identities WHERE account_id = $1 AND issuer = $2';
    return this.row(sql, id, issuer);
  }

  async hasIdentity(id: number): Promise<boolean> {
    return (await this.row('SELECT 1 FROM larder.identities WHERE account_id = $1 LIMIT 1', id)) !== null;
  }

  unlink(id: number, issuer: string): Awaitable<boolean> {
    return this.db.change('DELETE FROM larder.identities WHERE account_id = $1 AND issuer = $2', id, issuer);
  }
}

const SELECT_KEYS = `SELECT keys.id, account_id, accounts.name AS account, kind, keys.name, scope, expires_ms,
  per_minute, keys.created_ms, last_used_ms, revoked_ms,
  (SELECT hint FROM larder.key_secrets WHERE key_id = keys.id
   ORDER BY ends_ms IS NULL DESC, ends_ms DESC LIMIT 1) AS hint
  FROM larder.keys JOIN larder.accounts ON accounts.id = account_id`;

export abstract class KeySql<Db extends Sql> extends SharedSql<Db> {
  find(id: number): Promise<KeyRow | null> {
    return this.row(`${SELECT_KEYS} WHERE keys.id = $1`, id);
  }

  list(accountId: number | null, withRevoked: boolean): Awaitable<KeyRow[]> {
    // Each combination has a text of its own, because only then does SQLite use the index that fits it.
    const conditions = [accountId !== null && 'account_id = $1', !withRevoked && 'revoked_ms IS NULL'];
    const where = conditions.filter(Boolean).join(' AND ') || 'true';
    const values = accountId === null ? [] : [accountId];
    return this.db.rows(`${SELECT_KEYS} WHERE ${where} ORDER BY keys.id`, ...values);
  }
}

const SESSION_COLUMNS = 'id, account_id, is_complete, agent, client, created_ms, seen_ms, authenticated_ms';
export const NOTE_VISIT =
  'UPDATE larder.sessions SET seen_ms = $1, expires_ms = $2, client = $3, agent = $4 WHERE id = $5';

export abstract class SessionSql<Db extends Sql> extends SharedSql<Db> {
  find(tokenHash: string, nowMs: number): Promise<SessionRow | null> {
    const sql = `SELECT ${SESSION_COLUMNS} FROM larder.sessions WHERE token_hash = $1 AND expires_ms > $2`;
    return this.row(sql, tokenHash, nowMs);
  }

  list(accountId: number, nowMs: number): Awaitable<SessionRow[]> {
    const sql = `SELECT ${SESSION_COLUMNS} FROM larder.sessions
      WHERE account_id = $1 AND is_complete = 1 AND expires_ms > $2 ORDER BY seen_ms DESC, id DESC`;
    return this.db.rows(sql, accountId, nowMs);
  }
}

/** Encrypted seeds, and the hashes of recovery codes. */
export abstract class SecondFactorSql<Db extends Sql> extends SharedSql<Db> {
  find(accountId: number): Promise<SecondFactorRow | null> {
    const sql = `SELECT account_id, sealed_seed, created_ms, confirmed_ms, locked_until_ms, recovery_salt
      FROM larder.second_factors WHERE account_id = $1`;
    return this.row(sql, accountId);
  }

  begin(accountId: number, encryptedSeed: Buffer, nowMs: number): Awaitable<boolean> {
    const sql = `INSERT INTO larder.second_factors AS held (account_id, sealed_seed, created_ms)
      VALUES ($1, $2, $3) ON CONFLICT (account_id)
      DO UPDATE SET sealed_seed = excluded.sealed_seed, created_ms = excluded.created_ms
      WHERE held.confirmed_ms IS NULL`;
    return this.db.change(sql, accountId, encryptedSeed, nowMs);
  }

  useStep(accountId: number, step: number): Awaitable<boolean> {
    const sql = `UPDATE larder.second_factors SET last_step = $1, wrong_codes = 0, locked_until_ms = 0
      WHERE account_id = $2 AND last_step < $1`;
    return this.db.change(sql, step, accountId);
  }

  countTry(accountId: number, mostTries: number, nowMs: number, lockedUntilMs: number): Awaitable<boolean> {
    const sql = `UPDATE larder.second_factors SET
      wrong_codes = CASE WHEN wrong_codes + 1 >= $1 THEN 0 ELSE wrong_codes + 1 END,
      locked_until_ms = CASE WHEN wrong_codes + 1 >= $1 THEN $2 ELSE locked_until_ms END
      WHERE account_id = $3 AND locked_until_ms <= $4`;
    return this.db.change(sql, mostTries, lockedUntilMs, accountId, nowMs);
  }

  useRecoveryCode(accountId: number, hash: string): Awaitable<boolean> {
    const sql = 'DELETE FROM larder.recovery_codes WHERE hash = $1 AND account_id = $2';
    return this.db.change(sql, hash, accountId);
  }

  async listRecoveryCodes(accountId: number): Promise<string[]> {
    const sql = 'SELECT hash FROM larder.recovery_codes WHERE account_id = $1';
    return (await this.db.rows<{ hash: string }>(sql, accountId)).map(({ hash }) => hash);
  }

  async countRecoveryCodes(accountId: number): Promise<number> {
    return (await this.listRecoveryCodes(accountId)).length;
  }
}

export abstract class UsageSql<Db extends Sql> extends SharedSql<Db> {
  list(accountId: number, fromDay: string, toDay: string, most: number): Awaitable<UsageRow[]> {
    const sql = `SELECT day, key_id, keys.name AS key_name, requests, limited
      FROM larder.usage JOIN larder.keys ON keys.id = key_id
      WHERE usage.account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day DESC, key_id LIMIT $4`;
    return this.db.rows(sql, accountId, fromDay, toDay, most);
  }

  listDays(accountId: number, fromDay: string, toDay: string): Awaitable<UsageTotal[]> {
    const sql = `SELECT day, requests, limited FROM larder.usage_totals
      WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day DESC`;
    return this.db.rows(sql, accountId, fromDay, toDay);
  }

  sumDays(fromDay: string, toDay: string): Awaitable<UsageTotal[]> {
    const sql = `SELECT day, ${SUMS} FROM larder.usage_totals
      WHERE day BETWEEN $1 AND $2 GROUP BY day ORDER BY day DESC`;
    return this.db.rows(sql, fromDay, toDay);
  }

  sumAccounts(fromDay: string, toDay: string): Awaitable<AccountUsage[]> {
    const sql = `SELECT account_id, ${SUMS}, max(day) AS last_day FROM larder.usage_totals
      WHERE day BETWEEN $1 AND $2 GROUP BY account_id`;
    return this.db.rows(sql, fromDay, toDay);
  }
}

/** PostgreSQL sums integers to a number of any size, which arrives as a text. */
const SUMS = 'CAST(sum(requests) AS bigint) AS requests, CAST(sum(limited) AS bigint) AS limited';

export abstract class AuditSql<Db extends Sql> extends SharedSql<Db> {
  list(beforeId: number | null, most: number): Awaitable<AuditRow[]> {
    const sql = `SELECT id, time_ms, actor, via, act, account, detail FROM larder.audit
      WHERE id < $1 ORDER BY id DESC LIMIT $2`;
    return this.db.rows(sql, beforeId ?? Number.MAX_SAFE_INTEGER, most);
  }
}
