import { CLIENTS_PER_NETWORK, networksOf } from '../admission/client.ts';
import type { GuessCounts, Guesses, GuessTarget } from './account-store.ts';

/** More than anyone mistypes a password they know. */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 15 * 60_000;
/** Tries are forgotten this long after the last one: well above the longest wait, so that waiting gains nothing. */
const REMEMBERED_MS = 6 * 3_600_000;

/**
 * Slows down guessing: a few tries by a client are free, then each further try costs a wait that doubles. The IPv6 networks
 * around a client are slowed down too, after as many tries as several clients have. With a subject, such as a session, the
 * tries at each are counted apart.
 */
export class GuessLimit {
  /** Limits of one kind share their counts. */
  constructor(
    private readonly counts: GuessCounts,
    private readonly kind: string,
    private readonly freeTries: number = FREE_TRIES,
  ) {}

  /**
   * Counts a try and returns 0, or returns how long it has to wait. Call it before the check, so that many tries at
   * once count as many.
   */
  begin(client: string, subject = ''): number | Promise<number> {
    const targets = this.#targets(client, subject);
    return this.counts.update(targets, REMEMBERED_MS, (held, nowMs) => {
      const waitMs = longestWaitOf(held, nowMs);
      if (waitMs > 0) return { counts: held, result: waitMs };
      const counts = held.map((tries, i) => countOne(tries, targets[i]!.freeTries, nowMs));
      return { counts, result: 0 };
    });
  }

  /** Uncounts a try that was right, or was never checked. */
  async takeBack(client: string, subject = ''): Promise<void> {
    await changeEach(this.counts, this.#targets(client, subject), uncountOne);
  }

  async forget(client: string, subject = ''): Promise<void> {
    await changeEach(this.counts, this.#targets(client, subject), () => null);
  }

  #targets(client: string, subject: string): LimitedTarget[] {
    return clientTargets(this.kind, client, this.freeTries, subject);
  }
}

interface LimitedTarget extends GuessTarget {
  freeTries: number;
}

/** Replaces what is counted at each target. */
async function changeEach(
  counts: GuessCounts,
  targets: readonly GuessTarget[],
  change: (tries: Guesses | null, nowMs: number, at: number) => Guesses | null,
): Promise<void> {
  await counts.update(targets, REMEMBERED_MS, (held, nowMs) => ({
    counts: held.map((tries, at) => change(tries, nowMs, at)),
    result: null,
  }));
}

/** A client, and the IPv6 networks around it. */
function clientTargets(kind: string, client: string, freeTries: number, subject = ''): LimitedTarget[] {
  const networks = networksOf(client).map((network, i) => {
    const clients = CLIENTS_PER_NETWORK[i] as number;
    return {
      kind: `${kind} by network of ${clients} clients`,
      name: `${subject} ${network}`,
      freeTries: freeTries * clients,
    };
  });
  return [{ kind: `${kind} by client`, name: `${subject} ${client}`, freeTries }, ...networks];
}

function longestWaitOf(held: readonly (Guesses | null)[], nowMs: number): number {
  return Math.max(...held.map((tries) => waitOf(tries, nowMs)));
}

function waitOf(tries: Guesses | null, nowMs: number): number {
  return Math.max(0, (tries?.nextMs ?? 0) - nowMs);
}

function countOne(tries: Guesses | null, freeTries: number, nowMs: number): Guesses {
  const count = (tries?.count ?? 0) + 1;
  const over = count - freeTries;
  const waitMs = over < 0 ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** over);
  return { count, lastMs: nowMs, nextMs: nowMs + waitMs };
}

function uncountOne(tries: Guesses | null, nowMs: number): Guesses | null {
  return tries === null ? null : { ...tries, count: Math.max(0, tries.count - 1), nextMs: nowMs };
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
const MAX_TRIES_PER_NAME = 100;
/** The first try at a name under attack is free for every client; its owner may be the one who makes it. */
const FREE_TRIES_UNDER_ATTACK = 1;

/**
 * Limits on guessing at sign-in: one client at one name, one client or IPv6 network at all names. Guesses from
 * everywhere at one name shut nobody out: they only leave each further client fewer free tries. A device that signed in
 * before has a limit of its own instead.
 */
export class SignInLimits {
  constructor(private readonly counts: GuessCounts) {}

  /**
   * Counts a try, unless it has to wait. `isFresh` when this client and its networks have not tried a wrong password
   * lately.
   */
  begin(
    attempt: SignInAttempt,
  ): { lockedMs: number } | { isFresh: boolean } | Promise<{ lockedMs: number } | { isFresh: boolean }> {
    const limited = limitedTargets(attempt);
    return this.counts.update<{ lockedMs: number } | { isFresh: boolean }>(
      targetsOf(attempt),
      REMEMBERED_MS,
      (held, nowMs) => {
        const own = held.slice(0, limited.length);
        const lockedMs = longestWaitOf(own, nowMs);
        if (lockedMs > 0) return { counts: held, result: { lockedMs } };
        const isUnderAttack = (held[limited.length]?.count ?? 0) >= MAX_TRIES_PER_NAME;
        const counts = held.map((tries, i) => {
          const freeTries = limited[i]?.freeTries ?? FREE_TRIES;
          return countOne(tries, i === 0 && isUnderAttack ? FREE_TRIES_UNDER_ATTACK : freeTries, nowMs);
        });
        return { counts, result: { isFresh: own.every((tries) => (tries?.count ?? 0) === 0) } };
      },
    );
  }

  async takeBack(attempt: SignInAttempt): Promise<void> {
    await changeEach(this.counts, targetsOf(attempt), uncountOne);
  }

  /** The password was right: forgets what this client or device mistyped at this name, but not at other names. */
  async forgive(attempt: SignInAttempt): Promise<void> {
    await changeEach(this.counts, targetsOf(attempt), (tries, nowMs, at) =>
      at === 0 ? null : uncountOne(tries, nowMs),
    );
  }
}

function targetsOf(attempt: SignInAttempt): GuessTarget[] {
  return [...limitedTargets(attempt), ...countedTargets(attempt)];
}

/** What a try may have to wait for. The first is the one that the right password clears. */
function limitedTargets({ name, client, device }: SignInAttempt): LimitedTarget[] {
  if (device !== null) return [{ kind: 'device', name: device, freeTries: FREE_TRIES }];
  return [
    { kind: 'client and name', name: `${client} ${name}`, freeTries: FREE_TRIES },
    ...clientTargets('sign-in', client, FREE_TRIES_PER_CLIENT),
  ];
}

/** Targets that are only counted, and never cost a wait. */
function countedTargets({ name, device }: SignInAttempt): GuessTarget[] {
  return device === null ? [{ kind: 'name', name }] : [];
}
