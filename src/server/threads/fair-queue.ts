/**
 * Work that waits for a thread, fair between clients: they take turns, and each client's own work keeps its order, so
 * a client with a hundred requests does not delay another's first. The queue is bounded; when it is full, the client
 * with the most waiting loses its newest, so that nobody can fill it for everyone else.
 */
export class FairQueue<Item> {
  /** Clients in the order of their turns: the first is next, and whoever had a turn goes to the end. */
  readonly #waiting = new Map<string, Item[]>();
  readonly #capacity: number;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
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
    return this.#size > this.#capacity ? this.#displaceNewest() : null;
  }

  /** The next item in turn, or null when nothing waits. */
  shift(): Item | null {
    const next = this.#waiting.entries().next();
    if (next.done) return null;
    const [client, line] = next.value;
    const item = line.shift()!;
    this.#waiting.delete(client);
    if (line.length > 0) this.#waiting.set(client, line);
    this.#size--;
    return item;
  }

  /** Drops an item that nobody waits for any more; false when it is not in the queue. */
  remove(client: string, item: Item): boolean {
    const line = this.#waiting.get(client);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at === -1) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#waiting.delete(client);
    this.#size--;
    return true;
  }

  /** Only called when the queue is full, so that looking at every client is rare and bounded by the capacity. */
  #displaceNewest(): Item {
    let longest: [client: string, line: Item[]] | null = null;
    for (const entry of this.#waiting) {
      // Among equals the last to come gives way: the others were here first.
      if (longest === null || entry[1].length >= longest[1].length) longest = entry;
    }
    const [client, line] = longest!;
    const displaced = line.pop()!;
    if (line.length === 0) this.#waiting.delete(client);
    this.#size--;
    return displaced;
  }
}
