import { hkdfSync } from 'node:crypto';
import type {
  FlowRecords,
  GuessChange,
  GuessCounts,
  Guesses,
  GuessTarget,
  ShownOnceRecords,
} from '../account-store.ts';
import { decrypt, ENCRYPTION_KEY_BYTES, type EncryptionKey, encrypt } from '../encryption.ts';
import type { Database } from './database.ts';

/** What a single server keeps in memory, and several have to share: the next request may go to any of them. */

interface GuessRow {
  ordinal: number;
  count: number;
  last_ms: number;
  next_ms: number;
}

export class GuessTable implements GuessCounts {
  constructor(
    private readonly db: Database,
    private readonly nowMs: () => number,
  ) {}

  update<Result>(
    targets: readonly GuessTarget[],
    rememberedMs: number,
    change: (counts: readonly (Guesses | null)[], nowMs: number) => GuessChange<Result>,
  ): Promise<Result> {
    const kinds = targets.map(({ kind }) => kind);
    const names = targets.map(({ name }) => hashOf(name));
    return this.db.transaction(async (db) => {
      const nowMs = this.nowMs();
      // A target without a row can only be locked by its name; always in the same order, to avoid deadlocks.
      await db.rows(
        `SELECT pg_advisory_xact_lock(lock) FROM (
           SELECT DISTINCT hashtextextended(kind || ' ' || name, 0) AS lock
           FROM unnest($1::text[], $2::text[]) AS target (kind, name) ORDER BY lock) AS locks`,
        kinds,
        names,
      );
      const rows = await db.rows<GuessRow>(
        `SELECT ordinal::int, count, last_ms, next_ms
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (kind, target, ordinal)
         JOIN larder.guesses USING (kind, target) WHERE last_ms >= $3`,
        kinds,
        names,
        nowMs - rememberedMs,
      );
      const held = targets.map((_, i) => guessesOf(rows.find(({ ordinal }) => ordinal === i + 1)));
      const { counts, result } = change(held, nowMs);
      await db.change('DELETE FROM larder.guesses WHERE last_ms < $1', nowMs - rememberedMs);
      for (const [i, kind] of kinds.entries()) {
        const next = counts[i] ?? null;
        if (next === held[i]) continue;
        const target = [kind, names[i]];
        if (next === null) {
          await db.change('DELETE FROM larder.guesses WHERE kind = $1 AND target = $2', ...target);
        } else {
          await db.change(
            `INSERT INTO larder.guesses (kind, target, count, last_ms, next_ms) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (kind, target) DO UPDATE
             SET count = excluded.count, last_ms = excluded.last_ms, next_ms = excluded.next_ms`,
            ...target,
            next.count,
            next.lastMs,
            next.nextMs,
          );
        }
      }
      return result;
    });
  }
}

function guessesOf(row: GuessRow | undefined): Guesses | null {
  return row === undefined ? null : { count: row.count, lastMs: row.last_ms, nextMs: row.next_ms };
}

function hashOf(name: string): string {
  return Bun.SHA256.hash(name, 'base64');
}

export class FlowTable implements FlowRecords {
  constructor(
    private readonly db: Database,
    private readonly encryptionKey: EncryptionKey,
  ) {}

  /** Derived, so that a ticket never passes for anything else that the encryption key protects. */
  ticketKey(): Buffer {
    const secret = this.encryptionKey.findOrCreate();
    return Buffer.from(hkdfSync('sha256', secret, '', 'tickets of sign-ins', ENCRYPTION_KEY_BYTES));
  }

  async finish(state: string, nowMs: number, endsMs: number): Promise<boolean> {
    await this.db.change('DELETE FROM larder.finished_flows WHERE ends_ms < $1', nowMs);
    const sql = 'INSERT INTO larder.finished_flows (state, ends_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    return this.db.change(sql, hashOf(state), endsMs);
  }
}

export class ShownOnceTable implements ShownOnceRecords {
  constructor(
    private readonly db: Database,
    private readonly encryptionKey: EncryptionKey,
  ) {}

  async put(sessionId: number, kind: string, secret: string, nowMs: number, endsMs: number): Promise<void> {
    const key = this.encryptionKey.findOrCreate();
    const sealed = encrypt(key, Buffer.from(secret), contextOf(sessionId, kind));
    await this.db.change('DELETE FROM larder.shown_once WHERE ends_ms < $1', nowMs);
    await this.db.change(
      `INSERT INTO larder.shown_once (session_id, kind, sealed, ends_ms) VALUES ($1, $2, $3, $4)
       ON CONFLICT (session_id, kind) DO UPDATE SET sealed = excluded.sealed, ends_ms = excluded.ends_ms`,
      sessionId,
      kind,
      sealed,
      endsMs,
    );
  }

  async take(sessionId: number, kind: string, nowMs: number): Promise<string | null> {
    const [row] = await this.db.rows<{ sealed: Buffer; ends_ms: number }>(
      'DELETE FROM larder.shown_once WHERE session_id = $1 AND kind = $2 RETURNING sealed, ends_ms',
      sessionId,
      kind,
    );
    if (row === undefined || row.ends_ms < nowMs) return null;
    const key = this.encryptionKey.findOrCreate();
    return decrypt(key, row.sealed, contextOf(sessionId, kind))?.toString() ?? null;
  }
}

function contextOf(sessionId: number, kind: string): string {
  return `shown once: ${kind} of session ${sessionId}`;
}
