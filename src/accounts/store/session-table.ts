import type { Awaitable, NewSession, SessionLimits, SessionRecords } from '../account-store.ts';
import { NOTE_VISIT, SessionSql } from '../shared-sql.ts';
import { BRIEF_PATIENCE_MS, type Connection } from './connection.ts';

const END_ALL = 'DELETE FROM sessions WHERE account_id = ?';

export class SessionTable extends SessionSql<Connection> implements SessionRecords {
  start(
    session: NewSession,
    { most, mostOfClient }: SessionLimits,
    replacedId: number | null,
  ): Awaitable<void> {
    const { accountId, isComplete, client } = session;
    const beyond = (where: string) => `DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE account_id = $1 AND is_complete = $2${where}
      ORDER BY seen_ms DESC, id DESC LIMIT -1 OFFSET $3)`;
    return this.db.write(() => {
      this.db.run('DELETE FROM sessions WHERE id = $1', replacedId);
      this.#insert(session);
      this.db.run(beyond(' AND client = $4'), accountId, isComplete ? 1 : 0, mostOfClient, client);
      this.db.run(beyond(''), accountId, isComplete ? 1 : 0, most);
    });
  }

  startAlone(session: NewSession): Awaitable<void> {
    return this.db.write(() => {
      this.db.prepare(END_ALL).run(session.accountId);
      this.#insert(session);
    });
  }

  noteVisit(
    id: number,
    { nowMs, expiresMs, client, agent }: { nowMs: number; expiresMs: number; client: string; agent: string },
  ): Awaitable<void> {
    const act = () => void this.db.run(NOTE_VISIT, nowMs, expiresMs, client, agent, id);
    return this.db.write(act, { patienceMs: BRIEF_PATIENCE_MS });
  }

  end(accountId: number, id: number, nowMs: number): Awaitable<boolean> {
    return this.#delete(`${END_ALL} AND id = ?`, nowMs, accountId, id);
  }

  endAll(accountId: number, nowMs: number): Awaitable<boolean> {
    return this.#delete(END_ALL, nowMs, accountId);
  }

  #delete(sql: string, nowMs: number, ...values: number[]): Awaitable<boolean> {
    return this.db.write(() => {
      const ended = this.db.prepare(`${sql} RETURNING expires_ms`).all(...values) as { expires_ms: number }[];
      return ended.some(({ expires_ms }) => expires_ms > nowMs);
    });
  }

  #insert(session: NewSession): void {
    const { tokenHash, accountId, isComplete, agent, client, startsMs, authenticatedMs, expiresMs } = session;
    this.db.prepare('DELETE FROM sessions WHERE expires_ms <= ?').run(startsMs);
    this.db
      .prepare(
        `INSERT INTO sessions
         (token_hash, account_id, is_complete, agent, client, created_ms, seen_ms, authenticated_ms, expires_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        tokenHash,
        accountId,
        isComplete ? 1 : 0,
        agent,
        client,
        startsMs,
        startsMs,
        authenticatedMs,
        expiresMs,
      );
  }
}
