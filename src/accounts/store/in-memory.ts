import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type {
  FlowRecords,
  GuessChange,
  GuessCounts,
  Guesses,
  GuessTarget,
  ShownOnceRecords,
} from '../account-store.ts';
import { ENCRYPTION_KEY_BYTES } from '../encryption.ts';

/** What a server with its own accounts keeps in memory: a restart may forget it. */

/** Targets of one kind under attack at the same time. */
const MAX_TARGETS = 10_000;
/** Sign-ins finished within the time that a ticket is valid. */
const MAX_FINISHED = 10_000;
/** People about to see a secret at the same time. */
const MAX_WAITING = 1000;

export class MemoryGuesses implements GuessCounts {
  /** By kind, so that guesses of one kind never evict those of another. There are only a few kinds. */
  readonly #kinds = new Map<string, LRUCache<string, Guesses>>();

  /** `steadyMs` is a clock that never goes back. */
  constructor(private readonly steadyMs: () => number) {}

  update<Result>(
    targets: readonly GuessTarget[],
    rememberedMs: number,
    change: (counts: readonly (Guesses | null)[], nowMs: number) => GuessChange<Result>,
  ): Result {
    const nowMs = this.steadyMs();
    const held = targets.map(({ kind, name }) => this.#ofKind(kind).get(name) ?? null);
    const recent = held.map((each) => (each === null || nowMs - each.lastMs > rememberedMs ? null : each));
    const { counts, result } = change(recent, nowMs);
    for (const [i, { kind, name }] of targets.entries()) {
      const next = counts[i] ?? null;
      if (next === null) this.#ofKind(kind).delete(name);
      else this.#ofKind(kind).set(name, next);
    }
    return result;
  }

  #ofKind(kind: string): LRUCache<string, Guesses> {
    let counts = this.#kinds.get(kind);
    if (counts === undefined) {
      counts = new LRUCache({ max: MAX_TARGETS });
      this.#kinds.set(kind, counts);
    }
    return counts;
  }
}

export class MemoryFlows implements FlowRecords {
  /** A restart ends the sign-ins in progress. */
  readonly #ticketKey = randomBytes(ENCRYPTION_KEY_BYTES);
  readonly #finished = new LRUCache<string, true>({ max: MAX_FINISHED });

  ticketKey(): Buffer {
    return this.#ticketKey;
  }

  finish(state: string): boolean {
    if (this.#finished.has(state)) return false;
    this.#finished.set(state, true);
    return true;
  }
}

export class MemoryShownOnce implements ShownOnceRecords {
  readonly #waiting = new LRUCache<string, { secret: string; endsMs: number }>({ max: MAX_WAITING });

  put(sessionId: number, kind: string, secret: string, _nowMs: number, endsMs: number): void {
    this.#waiting.set(`${sessionId} ${kind}`, { secret, endsMs });
  }

  take(sessionId: number, kind: string, nowMs: number): string | null {
    const key = `${sessionId} ${kind}`;
    const found = this.#waiting.get(key);
    this.#waiting.delete(key);
    return found === undefined || nowMs > found.endsMs ? null : found.secret;
  }
}
