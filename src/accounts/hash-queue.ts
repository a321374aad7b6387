import { siteOf } from '../admission/client.ts';
import { FairQueue } from '../fair-queue.ts';

/** A hash takes a core and 19 MiB for a while, so few run at once. */
const AT_ONCE = 2;
/** Room for bursts; anyone who would wait behind more is better off trying again later. */
const MAX_WAITING = 100;

export type Busy = 'busy';

/** Requesters who had a turn within this time let others go first. */
const TURNS_REMEMBERED_MS = 60_000;

/**
 * `recognised`: a browser with a valid device token. `fresh`: a client that has not tried a wrong password lately. `signed
 * in`: someone in a session or with the account key, who is asked for the password once more. `tried`: a client that has
 * tried a wrong password.
 */
const STANDINGS = ['recognised', 'fresh', 'signed in', 'tried'] as const;
type Standing = (typeof STANDINGS)[number];
/** An owner on a new browser waits behind the first tries of a crowd, and should not wait for their later ones too. */
const TURNS: readonly Standing[] = ['recognised', 'fresh', 'fresh', 'fresh', 'signed in', 'tried'];

/** On whose behalf a password is hashed. */
export interface Requester {
  /** Takes turns with the others: a client, or an account once it is recognised. */
  name: string;
  standing: Standing;
  /** Whether there is an account with a password to check. */
  isKnown: boolean;
}

/** Someone who already proved whose account it is, in a session or earlier on this device. */
export function ownerOf(accountId: number, standing: 'recognised' | 'signed in' = 'signed in'): Requester {
  return { name: `account ${accountId}`, standing, isKnown: true };
}

interface Waiting {
  isKnown: boolean;
  start: (outcome: 'started' | Busy) => void;
}

/**
 * Who may hash a password next. The standings take turns, and so do the requesters of each, first those who had the fewest
 * turns lately: many attempts by one delay nobody else's first, and neither guessing from many addresses nor signing in to
 * many accounts delays an owner, on a known browser or a new one. When a queue is full an unknown name gives way to a known
 * one, and otherwise the requester with the most waiting, then with the most turns, loses its newest. Until then known and
 * unknown names are served alike: the time an answer takes does not reveal which exist.
 */
export class HashQueue {
  #running = 0;
  #turn = 0;
  readonly #queues = STANDINGS.map(
    () =>
      new FairQueue<Waiting>({
        capacity: MAX_WAITING,
        turnsRememberedMs: TURNS_REMEMBERED_MS,
        yieldsFirst: ({ isKnown }) => !isKnown,
      }),
  );

  async run<Result>(
    { name, standing, isKnown }: Requester,
    act: () => Promise<Result>,
  ): Promise<Result | Busy> {
    const queue = this.#queueOf(standing);
    // One subscriber may have many IPv6 clients, which all wait in one line.
    const line = siteOf(name);
    if (this.#running < AT_ONCE) {
      this.#running++;
      queue.countTurn(line);
    } else {
      const outcome = await new Promise<'started' | Busy>((start) => {
        queue.push(line, { isKnown, start })?.start('busy');
      });
      if (outcome === 'busy') return 'busy';
    }
    try {
      return await act();
    } finally {
      const next = this.#next();
      if (next === null) this.#running--;
      else next.start('started');
    }
  }

  #queueOf(standing: Standing): FairQueue<Waiting> {
    return this.#queues[STANDINGS.indexOf(standing)]!;
  }

  #next(): Waiting | null {
    for (let i = 0; i < TURNS.length; i++) {
      const next = this.#queueOf(TURNS[this.#turn]!).shift();
      this.#turn = (this.#turn + 1) % TURNS.length;
      if (next !== null) return next;
    }
    return null;
  }
}
