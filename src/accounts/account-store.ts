import type { EncryptionKey } from './encryption.ts';
import type { AccountTables } from './tables/account-tables.ts';

/**
 * Where accounts are stored. The rules are in this folder; a store only keeps rows. Every method of a table is atomic, and
 * what it changed is durable when it returns. When there is nothing, `find` returns null, `list` an empty list, `is` false
 * and `count` 0; none of these creates anything.
 */
export interface AccountStore extends AccountTables {
  readonly guesses: GuessCounts;
  readonly flows: FlowRecords;
  readonly shownOnce: ShownOnceRecords;
  readonly encryptionKey: EncryptionKey;
}

/** The guesses counted at one target. */
export interface Guesses {
  count: number;
  lastMs: number;
  /** When the next one is allowed. */
  nextMs: number;
}

/** What is being guessed at. Each kind has names of its own. */
export interface GuessTarget {
  kind: string;
  name: string;
}

export interface GuessCounts {
  /**
   * Replaces the counts of these targets by what `change` returns for them, in the same order, in one step: no other
   * guess comes between. Null stands for a target without guesses. Counts are dropped after `rememberedMs`.
   */
  update<Result>(
    targets: readonly GuessTarget[],
    rememberedMs: number,
    change: (counts: readonly (Guesses | null)[], nowMs: number) => GuessChange<Result>,
  ): Result | Promise<Result>;
}

export interface GuessChange<Result> {
  counts: readonly (Guesses | null)[];
  result: Result;
}

/** Sign-ins through a provider, between the browser's leaving and its return. */
export interface FlowRecords {
  /** What tickets are encrypted with. Servers that share accounts share it, so that any of them can finish a sign-in. */
  ticketKey(): Buffer | Promise<Buffer>;
  /** False when this flow was finished before. It is forgotten after `endsMs`. */
  finish(state: string, nowMs: number, endsMs: number): boolean | Promise<boolean>;
}

/** Secrets between the form that created them and the page that shows them. */
export interface ShownOnceRecords {
  put(sessionId: number, kind: string, secret: string, nowMs: number, endsMs: number): void | Promise<void>;
  /** Removes it. Null when there is none, or its time is over. */
  take(sessionId: number, kind: string, nowMs: number): string | null | Promise<string | null>;
}
