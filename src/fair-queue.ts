import { LRUCache } from 'lru-cache';

/** Clients whose turns are remembered. */
const MAX_REMEMBERED = 10_000;

export interface FairQueueOptions<Item> {
  capacity: number;
  /** Clients who had fewer turns within this time go first. Without it, only those who wait count. */
  turnsRememberedMs?: number;
  /** Items that give way before all others when the queue is full. */
  yieldsFirst?: (item: Item) => boolean;
}

/**
 * What waits, fair between clients: they take turns, and each client's own items keep their order, so a client with a
 * hundred requests does not delay another's first. The queue is bounded; when it is full, the client with the most waiting
 * loses its newest, so that nobody can fill it for everyone else.
 */
export class FairQueue<Item> {
  /** Clients in the order of their turns: a client that had a turn goes to the end. */
  readonly #waiting = new Map<string, Item[]>();
  /** How often each client had a turn lately. */
  readonly #turns: LRUCache<string, number> | null;
  readonly #capacity: number;
  readonly #yieldsFirst: (item: Item) => boolean;
  #size = 0;

  constructor({ capacity, turnsRememberedMs, yieldsFirst = () => false }: FairQueueOptions<Item>) {
    this.#capacity = capacity;
    this.#yieldsFirst = yieldsFirst;
    this.#turns =
      turnsRememberedMs === undefined
        ? null
        : new LRUCache({ max: MAX_REMEMBERED, ttl: turnsRememberedMs, noUpdateTTL: true });
  }

  get size(): number {
    return this.#size;
  }

  /** Adds an item at the end of its client's line; returns the item that had to give way, null if there was room. */
  push(client: string, item: Item): Item | null {
    const line = this.#waiting.get(client);
    if (line === undefined) this.#waiting.set(client, [item]);
    else line.push(item);
    this.#size++;
    return this.#size > this.#capacity ? this.#displace() : null;
  }

  /** The next item in turn, or null when nothing waits. */
  shift(): Item | null {
    const client = this.#nextClient();
    if (client === null) return null;
    const line = this.#waiting.get(client)!;
    this.#waiting.delete(client);
    this.#waiting.set(client, line);
    this.countTurn(client);
    return this.#take(client, line, 0);
  }

  /** Counts a turn of a client who did not have to wait. */
  countTurn(client: string): void {
    this.#turns?.set(client, this.#turnsOf(client) + 1);
  }

  /** Drops an item that nobody waits for any more; false when it is not in the queue. */
  remove(client: string, item: Item): boolean {
    const line = this.#waiting.get(client);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at === -1) return false;
    this.#take(client, line, at);
    return true;
  }

  #turnsOf(client: string): number {
    return this.#turns?.get(client) ?? 0;
  }

  #nextClient(): string | null {
    let next: string | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const client of this.#waiting.keys()) {
      const turns = this.#turnsOf(client);
      if (turns >= fewest) continue;
      [next, fewest] = [client, turns];
      if (turns === 0) break;
    }
    return next;
  }

  /** Only called when the queue is full, so that looking at every client is rare and bounded by the capacity. */
  #displace(): Item {
    const lines = [...this.#waiting];
    const yielding = lines.filter(([, line]) => line.some(this.#yieldsFirst));
    // Among equals the last to come gives way: the others were here first.
    const [client, line] = (yielding.length > 0 ? yielding : lines).reduce((most, each) => {
      const more = each[1].length - most[1].length || this.#turnsOf(each[0]) - this.#turnsOf(most[0]);
      return more >= 0 ? each : most;
    });
    const at = yielding.length > 0 ? line.findLastIndex(this.#yieldsFirst) : line.length - 1;
    return this.#take(client, line, at);
  }

  #take(client: string, line: Item[], at: number): Item {
    const [item] = line.splice(at, 1);
    if (line.length === 0) this.#waiting.delete(client);
    this.#size--;
    return item!;
  }
}
