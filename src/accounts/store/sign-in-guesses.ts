import { PasswordGuesses } from './password-guesses.ts';

/** Whose password is tried, from where, and by which browser if it is known to belong to that account. */
export interface Attempt {
  /** Folded, whether or not anybody has it: both are slowed down alike. */
  name: string;
  client: string;
  knownBrowser: string | null;
}

/** One household or office may mistype many names, before all of its tries are slowed down. */
const FREE_TRIES_OF_A_CLIENT = 20;
/** Guesses at one name from many clients together. The wait stays short: it is strangers' guessing that it slows. */
const FREE_TRIES_AT_A_NAME = 100;
const LONGEST_WAIT_FOR_A_NAME_MS = 60_000;

/**
 * Guessing at sign-in is slowed down three times over: what one client tries at one name, what it tries at all names,
 * and what all clients try at one name. A browser that was let in before is counted by itself, so that strangers who
 * guess from everywhere do not keep the owner out.
 */
export class SignInGuesses {
  readonly #pairs: PasswordGuesses;
  readonly #clients: PasswordGuesses;
  readonly #names: PasswordGuesses;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#pairs = new PasswordGuesses(nowMs);
    this.#clients = new PasswordGuesses(nowMs, { freeTries: FREE_TRIES_OF_A_CLIENT });
    this.#names = new PasswordGuesses(nowMs, {
      freeTries: FREE_TRIES_AT_A_NAME,
      longestWaitMs: LONGEST_WAIT_FOR_A_NAME_MS,
    });
  }

  waitMs(attempt: Attempt): number {
    return Math.max(...this.#countedBy(attempt).map(([guesses, target]) => guesses.waitMs(target)));
  }

  /** To be called before a password is checked, so that many tries at once count as many. */
  note(attempt: Attempt): void {
    for (const [guesses, target] of this.#countedBy(attempt)) guesses.noteWrong(target);
  }

  /** It was right, or was not looked at. */
  takeBack(attempt: Attempt): void {
    for (const [guesses, target] of this.#countedBy(attempt)) guesses.takeBack(target);
  }

  /** It was right: what this client or browser mistyped at this name before is forgotten. */
  forgive(attempt: Attempt): void {
    this.takeBack(attempt);
    const [[guesses, target]] = this.#countedBy(attempt);
    guesses.forgive(target);
  }

  #countedBy({ name, client, knownBrowser }: Attempt): Counted {
    if (knownBrowser !== null) return [[this.#pairs, `browser ${knownBrowser}`]];
    return [
      [this.#pairs, `${client} ${name}`],
      [this.#clients, client],
      [this.#names, name],
    ];
  }
}

type Counted = [[PasswordGuesses, string], ...[PasswordGuesses, string][]];
