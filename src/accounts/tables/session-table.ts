import type { NewSession, SessionLimits, SessionRow } from './rows.ts';
import { type AccountDatabase, findRow, type Sql } from './sql.ts';

const COLUMNS = 'id, account_id, is_complete, agent, client, created_ms, seen_ms, authenticated_ms';

/** What a visit to a page changes. */
export interface Visit {
  nowMs: number;
  expiresMs: number;
  client: string;
  agent: string;
}

export class SessionTable {
  constructor(readonly db: AccountDatabase) {}

  /**
   * Ends the session that this one replaces, if any. Deletes expired ones, and the least recently seen of this account when
   * it has more than `most` that are complete, or incomplete, like this one, or more than `mostOfClient` of one client.
   */
  start(
    session: NewSession,
    { most, mostOfClient }: SessionLimits,
    replacedId: number | null,
  ): Promise<void> {
    const { accountId, isComplete, client } = session;
    const alike = 'account_id = $1 AND is_complete = $2';
    const beyond = (where: string) => `DELETE FROM larder.sessions WHERE ${where} AND id NOT IN (
      SELECT id FROM larder.sessions WHERE ${where} ORDER BY seen_ms DESC, id DESC LIMIT $3)`;
    return this.db.transaction(async (sql) => {
      await insert(sql, session);
      await sql.change('DELETE FROM larder.sessions WHERE id = $1', replacedId);
      const values = [accountId, isComplete ? 1 : 0];
      await sql.change(beyond(`${alike} AND client = $4`), ...values, mostOfClient, client);
      await sql.change(beyond(alike), ...values, most);
    });
  }

  /** Ends every other session of the account. */
  startAlone(session: NewSession): Promise<void> {
    return this.db.transaction(async (sql) => {
      await sql.change('DELETE FROM larder.sessions WHERE account_id = $1', session.accountId);
      await insert(sql, session);
    });
  }

  /** Null when there is no such session, or it has expired. */
  find(tokenHash: string, nowMs: number): Promise<SessionRow | null> {
    const sql = `SELECT ${COLUMNS} FROM larder.sessions WHERE token_hash = $1 AND expires_ms > $2`;
    return findRow(this.db, sql, tokenHash, nowMs);
  }

  async noteVisit(id: number, { nowMs, expiresMs, client, agent }: Visit): Promise<void> {
    const update =
      'UPDATE larder.sessions SET seen_ms = $1, expires_ms = $2, client = $3, agent = $4 WHERE id = $5';
    const values = [nowMs, expiresMs, client, agent, id];
    await this.db.transaction((sql) => sql.change(update, ...values), { isMinor: true });
  }

  /** Complete sessions that have not expired, most recently seen first. */
  list(accountId: number, nowMs: number): Promise<SessionRow[]> {
    const sql = `SELECT ${COLUMNS} FROM larder.sessions
      WHERE account_id = $1 AND is_complete = 1 AND expires_ms > $2 ORDER BY seen_ms DESC, id DESC`;
    return this.db.rows(sql, accountId, nowMs);
  }

  /** Whether there was such a session, and it had not expired. */
  end(accountId: number, id: number, nowMs: number): Promise<boolean> {
    return this.#delete('account_id = $1 AND id = $2', nowMs, accountId, id);
  }

  /** Whether there was any that had not expired. */
  endAll(accountId: number, nowMs: number): Promise<boolean> {
    return this.#delete('account_id = $1', nowMs, accountId);
  }

  async #delete(where: string, nowMs: number, ...values: number[]): Promise<boolean> {
    const ended = await this.db.transaction((sql) =>
      sql.rows<{ expires_ms: number }>(
        `DELETE FROM larder.sessions WHERE ${where} RETURNING expires_ms`,
        ...values,
      ),
    );
    return ended.some(({ expires_ms }) => expires_ms > nowMs);
  }
}

async function insert(sql: Sql, session: NewSession): Promise<void> {
  const { tokenHash, accountId, isComplete, agent, client, startsMs, authenticatedMs, expiresMs } = session;
  // Sign-ins to one account wait for each other, so that together they stay within the limit.
  await sql.lockAccount(accountId);
  await sql.change('DELETE FROM larder.sessions WHERE expires_ms <= $1', startsMs);
  await sql.change(
    `INSERT INTO larder.sessions
       (token_hash, account_id, is_complete, agent, client, created_ms, seen_ms, authenticated_ms, expires_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    ...[tokenHash, accountId, isComplete ? 1 : 0, agent, client, startsMs, authenticatedMs, expiresMs],
  );
}
