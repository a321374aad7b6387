import { LRUCache } from 'lru-cache';

/** Slows the guessing of passwords down: so many tries are free, then each one more costs a wait that doubles. */
export interface Guesses {
  /** How long until the next try for this account; 0 for none. */
  waitMs(accountId: number): number;
  noteWrong(accountId: number): void;
  forgive(accountId: number): void;
}

const FREE_TRIES = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Accounts under attack at one time. */
const MOST_ACCOUNTS = 10_000;

interface Tries {
  count: number;
  nextMs: number;
}

export class PasswordGuesses implements Guesses {
  readonly #nowMs: () => number;
  readonly #tries = new LRUCache<number, Tries>({ max: MOST_ACCOUNTS });

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  waitMs(accountId: number): number {
    return Math.max(0, (this.#tries.get(accountId)?.nextMs ?? 0) - this.#nowMs());
  }

  noteWrong(accountId: number): void {
    const count = (this.#tries.get(accountId)?.count ?? 0) + 1;
    const over = count - FREE_TRIES;
    const waitMs = over < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** over);
    this.#tries.set(accountId, { count, nextMs: this.#nowMs() + waitMs });
  }

  forgive(accountId: number): void {
    this.#tries.delete(accountId);
  }
}
