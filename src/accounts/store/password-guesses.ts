import { LRUCache } from 'lru-cache';

/** Slows the guessing of passwords down: so many tries are free, then each one more costs a wait that doubles. */
export interface Guesses {
  /** How long until the next try at this; 0 for none. */
  waitMs(target: Target): number;
  noteWrong(target: Target): void;
  /** A try that was noted was right, or was no try at all: it does not count. */
  takeBack(target: Target): void;
  forgive(target: Target): void;
}

/** What is tried: an account by its id, or anything that has a text of its own. */
export type Target = number | string;

export interface GuessesOptions {
  freeTries?: number;
  longestWaitMs?: number;
}

const FREE_TRIES = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Tries are forgotten this long after the last; well above the longest wait, so that waiting gains nothing. */
const REMEMBERED_MS = 6 * 3_600_000;
/** What is under attack at one time. */
const MOST_TARGETS = 10_000;

interface Tries {
  count: number;
  lastMs: number;
  nextMs: number;
}

export class PasswordGuesses implements Guesses {
  readonly #nowMs: () => number;
  readonly #freeTries: number;
  readonly #longestWaitMs: number;
  readonly #tries = new LRUCache<Target, Tries>({ max: MOST_TARGETS });

  constructor(
    nowMs: () => number = () => performance.now(),
    { freeTries = FREE_TRIES, longestWaitMs = LONGEST_WAIT_MS }: GuessesOptions = {},
  ) {
    this.#nowMs = nowMs;
    this.#freeTries = freeTries;
    this.#longestWaitMs = longestWaitMs;
  }

  waitMs(target: Target): number {
    return Math.max(0, (this.#recent(target)?.nextMs ?? 0) - this.#nowMs());
  }

  noteWrong(target: Target): void {
    const lastMs = this.#nowMs();
    const count = (this.#recent(target)?.count ?? 0) + 1;
    const over = count - this.#freeTries;
    const waitMs = over < 0 ? 0 : Math.min(this.#longestWaitMs, FIRST_WAIT_MS * 2 ** over);
    this.#tries.set(target, { count, lastMs, nextMs: lastMs + waitMs });
  }

  takeBack(target: Target): void {
    const tries = this.#recent(target);
    if (tries === null) return;
    this.#tries.set(target, { ...tries, count: Math.max(0, tries.count - 1), nextMs: this.#nowMs() });
  }

  forgive(target: Target): void {
    this.#tries.delete(target);
  }

  #recent(target: Target): Tries | null {
    const tries = this.#tries.get(target);
    return tries === undefined || this.#nowMs() - tries.lastMs > REMEMBERED_MS ? null : tries;
  }
}
