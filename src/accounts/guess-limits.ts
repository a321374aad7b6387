import { LRUCache } from 'lru-cache';
import { CLIENTS_PER_NETWORK, networksOf } from '../admission/client.ts';

export interface GuessLimitOptions {
  freeTries?: number;
  longestWaitMs?: number;
}

/** More than anyone mistypes a password they know. */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Tries are forgotten this long after the last one: well above the longest wait, so that waiting gains nothing. */
const REMEMBERED_MS = 6 * 3_600_000;
/** Targets under attack at the same time. */
const MOST_TARGETS = 10_000;

/** What is being guessed at: an account by its id, or anything named by a text of its own. */
type Target = number | string;

interface Tries {
  count: number;
  lastMs: number;
  nextMs: number;
}

/** Slows down guessing: a few tries are free, then each further try costs a wait that doubles. */
export class GuessLimit {
  readonly #steadyMs: () => number;
  readonly #freeTries: number;
  readonly #longestWaitMs: number;
  readonly #tries = new LRUCache<Target, Tries>({ max: MOST_TARGETS });

  constructor(
    steadyMs: () => number = () => performance.now(),
    { freeTries = FREE_TRIES, longestWaitMs = LONGEST_WAIT_MS }: GuessLimitOptions = {},
  ) {
    this.#steadyMs = steadyMs;
    this.#freeTries = freeTries;
    this.#longestWaitMs = longestWaitMs;
  }

  /** How long until the next try; 0 when it is allowed now. */
  waitMs(target: Target): number {
    return Math.max(0, (this.#recent(target)?.nextMs ?? 0) - this.#steadyMs());
  }

  /** Tries that were not taken back or forgotten since. */
  count(target: Target): number {
    return this.#recent(target)?.count ?? 0;
  }

  /** Call it before the check, so that many tries at once count as many. */
  note(target: Target, freeTries = this.#freeTries): void {
    const lastMs = this.#steadyMs();
    const count = this.count(target) + 1;
    const over = count - freeTries;
    const waitMs = over < 0 ? 0 : Math.min(this.#longestWaitMs, FIRST_WAIT_MS * 2 ** over);
    this.#tries.set(target, { count, lastMs, nextMs: lastMs + waitMs });
  }

  /** Uncounts a try that was right, or was never checked. */
  takeBack(target: Target): void {
    const tries = this.#recent(target);
    if (tries === null) return;
    this.#tries.set(target, { ...tries, count: Math.max(0, tries.count - 1), nextMs: this.#steadyMs() });
  }

  forget(target: Target): void {
    this.#tries.delete(target);
  }

  #recent(target: Target): Tries | null {
    const tries = this.#tries.get(target);
    return tries === undefined || this.#steadyMs() - tries.lastMs > REMEMBERED_MS ? null : tries;
  }
}

/** One try at signing in with a password. */
export interface SignInAttempt {
  /** Folded, whether or not an account has it: both are slowed down alike. */
  name: string;
  client: string;
  /** The device, when its token is valid for the account. */
  device: string | null;
}

/** A household or office may mistype many names before all its tries are slowed down. */
const FREE_TRIES_PER_CLIENT = 20;
/** Guesses at one name from all clients together, after which the name counts as under attack. */
const MOST_TRIES_PER_NAME = 100;
/** The first try at a name under attack is free for every client; its owner may be the one who makes it. */
const FREE_TRIES_UNDER_ATTACK = 1;

/**
 * Limits on guessing at sign-in: one client at one name, one client or IPv6 network at all names. Guesses from
 * everywhere at one name shut nobody out: they only leave each further client fewer free tries. A device that signed in
 * before has a limit of its own instead.
 */
export class SignInLimits {
  readonly #pairs: GuessLimit;
  readonly #clients: GuessLimit;
  readonly #networks: readonly GuessLimit[];
  readonly #names: GuessLimit;

  constructor(steadyMs: () => number = () => performance.now()) {
    this.#pairs = new GuessLimit(steadyMs);
    this.#clients = new GuessLimit(steadyMs, { freeTries: FREE_TRIES_PER_CLIENT });
    this.#networks = CLIENTS_PER_NETWORK.map(
      (clients) => new GuessLimit(steadyMs, { freeTries: FREE_TRIES_PER_CLIENT * clients }),
    );
    this.#names = new GuessLimit(steadyMs);
  }

  waitMs(attempt: SignInAttempt): number {
    return Math.max(...this.#limitsFor(attempt).map(([limit, target]) => limit.waitMs(target)));
  }

  /** Whether this client and its networks have not tried a wrong password lately. */
  isFresh(attempt: SignInAttempt): boolean {
    return this.#limitsFor(attempt).every(([limit, target]) => limit.count(target) === 0);
  }

  note(attempt: SignInAttempt): void {
    const [[pairs, pair], ...others] = this.#limitsFor(attempt);
    const isUnderAttack = this.#names.count(attempt.name) >= MOST_TRIES_PER_NAME;
    pairs.note(pair, attempt.device === null && isUnderAttack ? FREE_TRIES_UNDER_ATTACK : undefined);
    for (const [limit, target] of others) limit.note(target);
    if (attempt.device === null) this.#names.note(attempt.name);
  }

  takeBack(attempt: SignInAttempt): void {
    for (const [limit, target] of this.#limitsFor(attempt)) limit.takeBack(target);
    if (attempt.device === null) this.#names.takeBack(attempt.name);
  }

  /** The password was right: forgets what this client or device mistyped at this name, but not at other names. */
  forgive(attempt: SignInAttempt): void {
    this.takeBack(attempt);
    const [[limit, target]] = this.#limitsFor(attempt);
    limit.forget(target);
  }

  /** The first is the one that the right password clears. */
  #limitsFor({ name, client, device }: SignInAttempt): [[GuessLimit, string], ...[GuessLimit, string][]] {
    if (device !== null) return [[this.#pairs, `device ${device}`]];
    return [
      [this.#pairs, `${client} ${name}`],
      [this.#clients, client],
      ...networksOf(client).map((network, i): [GuessLimit, string] => [
        this.#networks[i] as GuessLimit,
        network,
      ]),
    ];
  }
}
