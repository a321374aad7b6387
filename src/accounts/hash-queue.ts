import { LRUCache } from 'lru-cache';
import { siteOf } from '../admission/client.ts';

/** A hash takes a core and 19 MiB for a while, so few run at once. */
const AT_ONCE = 2;
/** Room for bursts; whoever would wait behind more had better try again later. */
const MOST_WAITING = 100;

export type Busy = 'busy';

/** Who hashed within this time lets others go first. */
const TURNS_REMEMBERED_MS = 60_000;
/** Requesters whose turns are remembered, in each standing. */
const MOST_REMEMBERED = 10_000;

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

type Line = readonly [name: string, waiting: Waiting[]];

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
  readonly #lanes = STANDINGS.map(() => new Lane(MOST_WAITING));

  async run<Result>(
    { name, standing, isKnown }: Requester,
    act: () => Promise<Result>,
  ): Promise<Result | Busy> {
    const lane = this.#laneOf(standing);
    // One subscriber may have many IPv6 clients, which all wait in one line.
    const line = siteOf(name);
    if (this.#running < AT_ONCE) {
      this.#running++;
      lane.countTurn(line);
    } else {
      const outcome = await new Promise<'started' | Busy>((start) => {
        lane.push(line, { isKnown, start })?.start('busy');
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

  #laneOf(standing: Standing): Lane {
    return this.#lanes[STANDINGS.indexOf(standing)]!;
  }

  #next(): Waiting | null {
    for (let i = 0; i < TURNS.length; i++) {
      const next = this.#laneOf(TURNS[this.#turn]!).shift();
      this.#turn = (this.#turn + 1) % TURNS.length;
      if (next !== null) return next;
    }
    return null;
  }
}

/** Requesters of one standing, each in a line of its own. */
class Lane {
  readonly #lines = new Map<string, Waiting[]>();
  /** How often each line was served lately. */
  readonly #turns = new LRUCache<string, number>({
    max: MOST_REMEMBERED,
    ttl: TURNS_REMEMBERED_MS,
    noUpdateTTL: true,
  });
  readonly #capacity: number;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns whoever had to give way, null if there was room. */
  push(name: string, waiting: Waiting): Waiting | null {
    const line = this.#lines.get(name);
    if (line === undefined) this.#lines.set(name, [waiting]);
    else line.push(waiting);
    this.#size++;
    return this.#size > this.#capacity ? this.#displace() : null;
  }

  shift(): Waiting | null {
    if (this.#size === 0) return null;
    const [name, line] = [...this.#lines].reduce((first, each) =>
      this.#turnsOf(each) < this.#turnsOf(first) ? each : first,
    );
    const next = line.shift() as Waiting;
    // Whoever had a turn goes to the end.
    this.#lines.delete(name);
    if (line.length > 0) this.#lines.set(name, line);
    this.#size--;
    this.countTurn(name);
    return next;
  }

  countTurn(name: string): void {
    this.#turns.set(name, (this.#turns.get(name) ?? 0) + 1);
  }

  #turnsOf([name]: Line): number {
    return this.#turns.get(name) ?? 0;
  }

  #displace(): Waiting {
    const isUnknown = ({ isKnown }: Waiting) => !isKnown;
    const lines = [...this.#lines];
    const withUnknown = lines.filter(([, line]) => line.some(isUnknown));
    // Among equals the last to come gives way: the others were here first.
    const [name, line] = (withUnknown.length > 0 ? withUnknown : lines).reduce((most, each) => {
      const more = each[1].length - most[1].length || this.#turnsOf(each) - this.#turnsOf(most);
      return more >= 0 ? each : most;
    });
    const at = withUnknown.length > 0 ? line.findLastIndex(isUnknown) : line.length - 1;
    const [displaced] = line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(name);
    this.#size--;
    return displaced as Waiting;
  }
}
