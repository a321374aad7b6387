import type { Awaitable, NewSession, SessionLimits, SessionRecords, SessionRow } from '../account-store.ts';
import { BRIEF_PATIENCE_MS, Table } from './connection.ts';

const COLUMNS = 'id, account_id, is_complete, agent, client, created_ms, seen_ms, authenticated_ms';
const END_ALL = 'DELETE FROM sessions WHERE account_id = ?';

export class SessionTable extends Table implements SessionRecords {
  start(
    session: NewSession,
    { most, mostOfClient }: SessionLimits,
    replacedId: number | null,
  ): Awaitable<void> {
    const { accountId, isComplete, client } = session;
    const beyond = (where: string) => `DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE account_id = ? AND is_complete = ?${where}
      ORDER BY seen_ms DESC, id DESC LIMIT -1 OFFSET ?)`;
    return this.write(() => {
      this.run('DELETE FROM sessions WHERE id = ?', replacedId);
      this.#insert(session);
      this.run(beyond(' AND client = ?'), accountId, isComplete ? 1 : 0, client, mostOfClient);
      this.run(beyond(''), accountId, isComplete ? 1 : 0, most);
    });
  }

  startAlone(session: NewSession): Awaitable<void> {
    return this.write(() => {
      this.run(END_ALL, session.accountId);
      this.#insert(session);
    });
  }

  find(tokenHash: string, nowMs: number): SessionRow | null {
    const sql = `SELECT ${COLUMNS} FROM sessions WHERE token_hash = ? AND expires_ms > ?`;
    return this.read(null, () => (this.prepare(sql).get(tokenHash, nowMs) as SessionRow) ?? null);
  }

  noteVisit(
    id: number,
    { nowMs, expiresMs, client, agent }: { nowMs: number; expiresMs: number; client: string; agent: string },
  ): Awaitable<void> {
    const sql = 'UPDATE sessions SET seen_ms = ?, expires_ms = ?, client = ?, agent = ? WHERE id = ?';
    const act = () => void this.run(sql, nowMs, expiresMs, client, agent, id);
    return this.write(act, { patienceMs: BRIEF_PATIENCE_MS });
  }

  list(accountId: number, nowMs: number): SessionRow[] {
    const sql = `SELECT ${COLUMNS} FROM sessions
      WHERE account_id = ? AND is_complete = 1 AND expires_ms > ? ORDER BY seen_ms DESC, id DESC`;
    return this.read([], () => this.prepare(sql).all(accountId, nowMs) as SessionRow[]);
  }

  end(accountId: number, id: number, nowMs: number): Awaitable<boolean> {
    return this.#delete(`${END_ALL} AND id = ?`, nowMs, accountId, id);
  }

  endAll(accountId: number, nowMs: number): Awaitable<boolean> {
    return this.#delete(END_ALL, nowMs, accountId);
  }

  #delete(sql: string, nowMs: number, ...values: number[]): Awaitable<boolean> {
    return this.write(() => {
      const ended = this.prepare(`${sql} RETURNING expires_ms`).all(...values) as { expires_ms: number }[];
      return ended.some(({ expires_ms }) => expires_ms > nowMs);
    });
  }

  #insert(session: NewSession): void {
    const { tokenHash, accountId, isComplete, agent, client, startsMs, authenticatedMs, expiresMs } = session;
    this.prepare('DELETE FROM sessions WHERE expires_ms <= ?').run(startsMs);
    this.prepare(
      `INSERT INTO sessions
         (token_hash, account_id, is_complete, agent, client, created_ms, seen_ms, authenticated_ms, expires_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
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
