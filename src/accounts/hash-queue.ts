/** A hash takes a core and 19 MiB for a while, so few run at once. */
const AT_ONCE = 2;
/** Room for bursts; whoever would wait behind more had better try again later. */
const MOST_WAITING = 100;

export type Busy = 'busy';

/**
 * `recognised`: a browser with a valid device token, or someone signed in. `fresh`: a client that has not tried a wrong
 * password lately. `tried`: one that has.
 */
const STANDINGS = ['recognised', 'fresh', 'tried'] as const;
type Standing = (typeof STANDINGS)[number];
/** An owner on a new browser waits behind the first tries of a crowd, and should not wait for their later ones too. */
const TURNS: readonly Standing[] = ['recognised', 'fresh', 'fresh', 'fresh', 'tried'];

/** On whose behalf a password is hashed. */
export interface Requester {
  /** Takes turns with the others: a client, or an account once it is recognised. */
  name: string;
  standing: Standing;
  /** Whether there is an account with a password to check. */
  isKnown: boolean;
}

/** Someone who already proved whose account it is. */
export function ownerOf(accountId: number): Requester {
  return { name: `account ${accountId}`, standing: 'recognised', isKnown: true };
}

interface Waiting {
  isKnown: boolean;
  start: (outcome: 'started' | Busy) => void;
}

/**
 * Who may hash a password next. The three standings take turns, and so do the requesters of each: many attempts by one
 * delay nobody else's first, and guessing from many addresses delays neither the owner's own browser nor a new one. When
 * a queue is full an unknown name gives way to a known one, and otherwise the requester with the most waiting loses its
 * newest. Until then known and unknown names are served alike: the time an answer takes does not reveal which exist.
 */
export class HashQueue {
  #running = 0;
  #turn = 0;
  readonly #lanes = STANDINGS.map(() => new Lane(MOST_WAITING));

  async run<Result>(
    { name, standing, isKnown }: Requester,
    act: () => Promise<Result>,
  ): Promise<Result | Busy> {
    if (this.#running < AT_ONCE) this.#running++;
    else {
      const outcome = await new Promise<'started' | Busy>((start) => {
        this.#laneOf(standing).push(name, { isKnown, start })?.start('busy');
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

/** Requesters in the order of their turns. */
class Lane {
  readonly #lines = new Map<string, Waiting[]>();
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
    const first = this.#lines.entries().next();
    if (first.done) return null;
    const [name, line] = first.value;
    const next = line.shift() as Waiting;
    // Whoever had a turn goes to the end.
    this.#lines.delete(name);
    if (line.length > 0) this.#lines.set(name, line);
    this.#size--;
    return next;
  }

  #displace(): Waiting {
    const isUnknown = ({ isKnown }: Waiting) => !isKnown;
    const lines = [...this.#lines];
    const withUnknown = lines.filter(([, line]) => line.some(isUnknown));
    // Among equals the last to come gives way: the others were here first.
    const [name, line] = (withUnknown.length > 0 ? withUnknown : lines).reduce((longest, each) =>
      each[1].length >= longest[1].length ? each : longest,
    );
    const at = withUnknown.length > 0 ? line.findLastIndex(isUnknown) : line.length - 1;
    const [displaced] = line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(name);
    this.#size--;
    return displaced as Waiting;
  }
}
