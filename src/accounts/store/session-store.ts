import { randomBytes } from 'node:crypto';
import type { Session, SessionView } from '../sign-in.ts';
import { Store } from './store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A session that nobody uses ends after a week, and any session after a month. */
const LONGEST_IDLE_MS = 7 * DAY_MS;
const LONGEST_SESSION_MS = 30 * DAY_MS;
/** Long enough to fetch a device and type its code. */
const LONGEST_UNFINISHED_MS = 10 * MINUTE_MS;
/** A visit is noted at most this often, so that reading pages costs few writes. */
const NOTE_EVERY_MS = MINUTE_MS;
/** Nobody has so many browsers; beyond this the one that was not seen for longest is signed out. */
const MOST_SESSIONS = 50;
const LONGEST_AGENT = 200;
const TOKEN_BYTES = 32;

export interface Place {
  client: string;
  agent: string;
}

/** Who is signed in where. A token has 256 random bits, so its hash need not be slow. */
export class SessionStore extends Store {
  /** Gives the token, which is nowhere else. Sessions that have ended are cleared away on the occasion. */
  start(accountId: number, isComplete: boolean, { client, agent }: Place): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const nowMs = this.nowMs();
    const expiresMs = nowMs + (isComplete ? LONGEST_IDLE_MS : LONGEST_UNFINISHED_MS);
    const write = this.db.transaction(() => {
      this.db.prepare('DELETE FROM sessions WHERE expires_ms <= ?').run(nowMs);
      this.db
        .prepare(
          `INSERT INTO sessions (token_hash, account_id, is_complete, agent, client, created_ms, seen_ms, expires_ms)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(hashOf(token), accountId, isComplete ? 1 : 0, shorten(agent), client, nowMs, nowMs, expiresMs);
      this.db
        .prepare(
          `DELETE FROM sessions WHERE id IN (
             SELECT id FROM sessions WHERE account_id = ? ORDER BY seen_ms DESC, id DESC LIMIT -1 OFFSET ?)`,
        )
        .run(accountId, MOST_SESSIONS);
    });
    this.naming(() => write.immediate());
    return token;
  }

  /** Null when there is no such session, or it has ended. */
  find(token: string): (Session & { seenMs: number; createdMs: number }) | null {
    const sql = `SELECT id, account_id, is_complete, seen_ms, created_ms FROM sessions
      WHERE token_hash = ? AND expires_ms > ?`;
    const row = this.naming(() => this.db.prepare(sql).get(hashOf(token), this.nowMs())) as
      | { id: number; account_id: number; is_complete: 0 | 1; seen_ms: number; created_ms: number }
      | undefined;
    if (row === undefined) return null;
    return {
      id: row.id,
      accountId: row.account_id,
      isComplete: row.is_complete === 1,
      seenMs: row.seen_ms,
      createdMs: row.created_ms,
    };
  }

  /** Pushes the end of a session on, if its last visit was a while ago. */
  noteVisit(
    { id, isComplete, seenMs, createdMs }: Session & { seenMs: number; createdMs: number },
    { client, agent }: Place,
  ): void {
    const nowMs = this.nowMs();
    if (!isComplete || nowMs - seenMs < NOTE_EVERY_MS) return;
    const expiresMs = Math.min(nowMs + LONGEST_IDLE_MS, createdMs + LONGEST_SESSION_MS);
    const sql = 'UPDATE sessions SET seen_ms = ?, expires_ms = ?, client = ?, agent = ? WHERE id = ?';
    this.naming(() => this.db.prepare(sql).run(nowMs, expiresMs, client, shorten(agent), id));
  }

  /** Those that are complete and have not ended, the last seen first. */
  list(accountId: number): SessionView[] {
    const sql = `SELECT id, agent, client, created_ms AS createdMs, seen_ms AS seenMs FROM sessions
      WHERE account_id = ? AND is_complete = 1 AND expires_ms > ? ORDER BY seen_ms DESC, id DESC`;
    return this.naming(() => this.db.prepare(sql).all(accountId, this.nowMs()) as SessionView[]);
  }

  end(accountId: number, id: number): void {
    const sql = 'DELETE FROM sessions WHERE account_id = ? AND id = ?';
    this.naming(() => this.db.prepare(sql).run(accountId, id));
  }

  endAll(accountId: number): void {
    this.naming(() => this.db.prepare('DELETE FROM sessions WHERE account_id = ?').run(accountId));
  }
}

function hashOf(token: string): string {
  return Bun.SHA256.hash(token, 'base64');
}

function shorten(agent: string): string {
  return agent.slice(0, LONGEST_AGENT);
}
