import type { NewSession, SessionLimits, SessionRecords } from '../account-store.ts';
import { NOTE_VISIT, SessionSql } from '../shared-sql.ts';
import type { Database, Queries } from './database.ts';

export class SessionTable extends SessionSql<Database> implements SessionRecords {
  start(
    session: NewSession,
    { most, mostOfClient }: SessionLimits,
    replacedId: number | null,
  ): Promise<void> {
    const { accountId, isComplete, client } = session;
    const beyond = (where: string) => `DELETE FROM larder.sessions WHERE id IN (
      SELECT id FROM larder.sessions WHERE account_id = $1 AND is_complete = $2${where}
      ORDER BY seen_ms DESC, id DESC OFFSET $3)`;
    return this.db.transaction(async (db) => {
      await insert(db, session);
      await db.change('DELETE FROM larder.sessions WHERE id = $1', replacedId);
      await db.change(beyond(' AND client = $4'), accountId, isComplete ? 1 : 0, mostOfClient, client);
      await db.change(beyond(''), accountId, isComplete ? 1 : 0, most);
    });
  }

  startAlone(session: NewSession): Promise<void> {
    return this.db.transaction(async (db) => {
      await db.change('DELETE FROM larder.sessions WHERE account_id = $1', session.accountId);
      await insert(db, session);
    });
  }

  async noteVisit(
    id: number,
    { nowMs, expiresMs, client, agent }: { nowMs: number; expiresMs: number; client: string; agent: string },
  ): Promise<void> {
    await this.db.change(NOTE_VISIT, nowMs, expiresMs, client, agent, id);
  }

  end(accountId: number, id: number, nowMs: number): Promise<boolean> {
    return this.#delete(' AND id = $2', nowMs, accountId, id);
  }

  endAll(accountId: number, nowMs: number): Promise<boolean> {
    return this.#delete('', nowMs, accountId);
  }

  async #delete(where: string, nowMs: number, ...values: number[]): Promise<boolean> {
    const sql = `DELETE FROM larder.sessions WHERE account_id = $1${where} RETURNING expires_ms`;
    const ended = await this.db.rows<{ expires_ms: number }>(sql, ...values);
    return ended.some(({ expires_ms }) => expires_ms > nowMs);
  }
}

async function insert(db: Queries, session: NewSession): Promise<void> {
  const { tokenHash, accountId, isComplete, agent, client, startsMs, authenticatedMs, expiresMs } = session;
  // Sign-ins to one account wait for each other, so that together they stay within the limit.
  await db.rows('SELECT 1 FROM larder.accounts WHERE id = $1 FOR NO KEY UPDATE', accountId);
  await db.change(
    `DELETE FROM larder.sessions WHERE id IN (
       SELECT id FROM larder.sessions WHERE expires_ms <= $1 FOR UPDATE SKIP LOCKED)`,
    startsMs,
  );
  await db.change(
    `INSERT INTO larder.sessions
       (token_hash, account_id, is_complete, agent, client, created_ms, seen_ms, authenticated_ms, expires_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    tokenHash,
    accountId,
    isComplete ? 1 : 0,
    agent,
    client,
    startsMs,
    authenticatedMs,
    expiresMs,
  );
}
