/** In a fuller table it takes long to find a free slot. */
const MOST_USED = 0.8;

/** Two words for every slot, side by side: each is far from the last one that was read, and takes a visit to memory. */
const [HASH, PLACE, WORDS] = [0, 1, 2];
/** The place in a free slot. */
const FREE = -1;
/** Added to the place of an entry that was found. */
const FOUND = 2 ** 30;

/**
 * Where a food is kept, by the hash of its request: a hash table with linear probing in a typed array, which takes a third of
 * what a Map does. Entries change their slots with every `add` and `removeAt`.
 */
export class FoodIndex {
  readonly #lastSlot: number;
  readonly #words: Int32Array;
  #used = 0;

  /** The number of slots must be a power of two. */
  constructor(slots: number) {
    this.#lastSlot = slots - 1;
    this.#words = new Int32Array(slots * WORDS).fill(FREE);
  }

  get isFull(): boolean {
    return this.#used > MOST_USED * this.#lastSlot;
  }

  /** The slot of the entry with this hash, or the free one where it would be. */
  slotOf(hash: number): number {
    let slot = hash & this.#lastSlot;
    while (!this.isFreeAt(slot) && this.#words[slot * WORDS + HASH] !== hash) slot = this.#after(slot);
    return slot;
  }

  isFreeAt(slot: number): boolean {
    return this.#words[slot * WORDS + PLACE] === FREE;
  }

  placeAt(slot: number): number {
    return this.#words[slot * WORDS + PLACE]! & ~FOUND;
  }

  wasFoundAt(slot: number): boolean {
    return (this.#words[slot * WORDS + PLACE]! & FOUND) !== 0;
  }

  setFoundAt(slot: number): void {
    this.#words[slot * WORDS + PLACE]! |= FOUND;
  }

  /** Adds an entry that was not found yet, in place of the one with the same hash if there is one. Places are below 2^30. */
  add(hash: number, place: number): void {
    const slot = this.slotOf(hash);
    if (this.isFreeAt(slot)) this.#used++;
    this.#words[slot * WORDS + HASH] = hash;
    this.#words[slot * WORDS + PLACE] = place;
  }

  /** Removes an entry. Those behind it move up if they would no longer be found. */
  removeAt(slot: number): void {
    this.#used--;
    let gap = slot;
    for (let next = this.#after(gap); !this.isFreeAt(next); next = this.#after(next)) {
      const fromItsFirst = (next - this.#words[next * WORDS + HASH]!) & this.#lastSlot;
      const fromTheGap = (next - gap) & this.#lastSlot;
      if (fromItsFirst < fromTheGap) continue;
      this.#words.copyWithin(gap * WORDS, next * WORDS, (next + 1) * WORDS);
      gap = next;
    }
    this.#words[gap * WORDS + PLACE] = FREE;
  }

  clear(): void {
    this.#words.fill(FREE);
    this.#used = 0;
  }

  #after(slot: number): number {
    return (slot + 1) & this.#lastSlot;
  }
}
