import { randomBytes } from 'node:crypto';
import { siteOf } from '../admission/client.ts';
import type { Report } from './account-events.ts';
import type { AccountStore } from './account-store.ts';
import type { NewSession, SessionLimits, SessionRow } from './tables/rows.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** An unused session ends after a week, and any session after a month. */
export const MAX_IDLE_DAYS = 7;
export const MAX_SESSION_DAYS = 30;
/** Long enough to fetch a device and type its code. */
const MAX_INCOMPLETE_MS = 10 * MINUTE_MS;
/** Visits are recorded at most this often, so that reading pages costs few writes. */
const RECORD_EVERY_MS = MINUTE_MS;
/** Nobody uses more browsers than this; the least recently seen is signed out. */
export const MAX_SESSIONS = 50;
const COMPLETE_LIMITS: SessionLimits = { most: MAX_SESSIONS, mostOfClient: MAX_SESSIONS };
/**
 * Sign-ins that still need a code. They never push a complete session out, and those of a client or a known device none of
 * another: whoever has only the password cannot keep the owner from entering the code.
 */
const INCOMPLETE_LIMITS: SessionLimits = { most: 1000, mostOfClient: 10 };
/** What matters most needs a password and code this recent. */
export const FRESH_MS = 5 * MINUTE_MS;
const MAX_AGENT_LENGTH = 200;
/** 256 random bits: nothing to guess, so the hash that is stored may be a fast one. */
const TOKEN_BYTES = 32;

/** What a browser's request says about it. */
export interface ClientContext {
  /** As the limits count clients: an IPv4 address, or the /64 of an IPv6 address. */
  address: string;
  /** The `User-Agent` header. */
  agent: string;
  /** From an earlier sign-in, if the browser sent one. */
  deviceToken: string | null;
  /** Logs what it did. */
  report?: Report;
}

export interface Session {
  id: number;
  accountId: number;
  /** False until the second factor is passed: until then the session is good for nothing else. */
  isComplete: boolean;
  /** When password and code were entered; 0 when that is unknown. */
  authenticatedMs: number;
  /** Whether that was within the last minutes. */
  isFresh: boolean;
}

/** How a session begins, if not with a password entered just now in a browser that was not signed in. */
export interface SessionStart {
  authenticatedMs?: number;
  /** What the browser had before. It ends in the same step, so that it pushes no other session out. */
  replaced?: Session | null;
  /** The browser, if it has signed in to the account before. */
  device?: string | null;
}

export interface SessionView {
  id: number;
  agent: string;
  client: string;
  createdMs: number;
  seenMs: number;
}

/** Who is signed in where. */
export class Sessions {
  constructor(
    private readonly store: AccountStore,
    private readonly nowMs: () => number,
  ) {}

  /** Returns the token, which is stored nowhere. */
  async start(
    accountId: number,
    isComplete: boolean,
    client: ClientContext,
    { authenticatedMs = this.nowMs(), replaced = null, device = null }: SessionStart = {},
  ): Promise<string> {
    const { token, session } = this.#make(accountId, isComplete, client, authenticatedMs);
    const limits = isComplete ? COMPLETE_LIMITS : INCOMPLETE_LIMITS;
    if (!isComplete) session.client = device === null ? siteOf(client.address) : `device ${device}`;
    await this.store.sessions.start(session, limits, replaced?.id ?? null);
    return token;
  }

  /** Starts a complete session and ends every other one of the account. Returns the token. */
  async startAlone(accountId: number, client: ClientContext): Promise<string> {
    const { token, session } = this.#make(accountId, true, client, this.nowMs());
    await this.store.sessions.startAlone(session);
    return token;
  }

  /** Null when there is no such session, or it has ended. Records the visit. */
  async find(token: string, client: ClientContext): Promise<Session | null> {
    const row = await this.store.sessions.find(hashOf(token), this.nowMs());
    if (row === null) return null;
    try {
      await this.#recordVisit(row, client);
    } catch {
      // A full disk must not keep anyone from reading; the next visit is recorded instead.
    }
    return {
      id: row.id,
      accountId: row.account_id,
      isComplete: row.is_complete === 1,
      authenticatedMs: row.authenticated_ms,
      isFresh: this.nowMs() - row.authenticated_ms <= FRESH_MS,
    };
  }

  /** Complete sessions that have not ended, most recently seen first. */
  async list(accountId: number): Promise<SessionView[]> {
    const rows = await this.store.sessions.list(accountId, this.nowMs());
    return rows.map((row) => ({
      id: row.id,
      agent: row.agent,
      client: row.client,
      createdMs: row.created_ms,
      seenMs: row.seen_ms,
    }));
  }

  /** Whether there was such a session; does nothing when it belongs to another account. */
  async end(accountId: number, sessionId: number): Promise<boolean> {
    return await this.store.sessions.end(accountId, sessionId, this.nowMs());
  }

  /** Whether there was any. */
  async endAll(accountId: number): Promise<boolean> {
    return await this.store.sessions.endAll(accountId, this.nowMs());
  }

  #make(
    accountId: number,
    isComplete: boolean,
    { address, agent }: ClientContext,
    authenticatedMs: number,
  ): { token: string; session: NewSession } {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const startsMs = this.nowMs();
    const session = {
      tokenHash: hashOf(token),
      accountId,
      isComplete,
      agent: agent.slice(0, MAX_AGENT_LENGTH),
      client: address,
      startsMs,
      authenticatedMs,
      expiresMs: startsMs + (isComplete ? MAX_IDLE_DAYS * DAY_MS : MAX_INCOMPLETE_MS),
    };
    return { token, session };
  }

  async #recordVisit(
    { id, is_complete, seen_ms, created_ms }: SessionRow,
    { address, agent }: ClientContext,
  ): Promise<void> {
    const nowMs = this.nowMs();
    if (is_complete === 0 || nowMs - seen_ms < RECORD_EVERY_MS) return;
    await this.store.sessions.noteVisit(id, {
      nowMs,
      expiresMs: Math.min(nowMs + MAX_IDLE_DAYS * DAY_MS, created_ms + MAX_SESSION_DAYS * DAY_MS),
      client: address,
      agent: agent.slice(0, MAX_AGENT_LENGTH),
    });
  }
}

function hashOf(token: string): string {
  return Bun.SHA256.hash(token, 'base64');
}
