/** In a fuller table it takes long to find a free slot. */
const MOST_USED = 0.8;
/** The place in a free slot. */
const FREE = -1;

/**
 * Where a food is kept, by the hash of its request: a hash table with linear probing in typed arrays, which take a third of
 * what a Map does. Entries change their slots with every `add` and `removeAt`.
 */
export class FoodIndex {
  readonly #lastSlot: number;
  readonly #hashes: Int32Array;
  readonly #places: Int32Array;
  readonly #wasFound: Uint8Array;
  #used = 0;

  /** The number of slots must be a power of two. */
  constructor(slots: number) {
    this.#lastSlot = slots - 1;
    this.#hashes = new Int32Array(slots);
    this.#places = new Int32Array(slots).fill(FREE);
    this.#wasFound = new Uint8Array(slots);
  }

  get isFull(): boolean {
    return this.#used > MOST_USED * this.#lastSlot;
  }

  /** The slot of the entry with this hash, or the free one where it would be. */
  slotOf(hash: number): number {
    let slot = hash & this.#lastSlot;
    while (this.#places[slot] !== FREE && this.#hashes[slot] !== hash) slot = this.#after(slot);
    return slot;
  }

  isFreeAt(slot: number): boolean {
    return this.#places[slot] === FREE;
  }

  placeAt(slot: number): number {
    return this.#places[slot]!;
  }

  wasFoundAt(slot: number): boolean {
    return this.#wasFound[slot] === 1;
  }

  setFoundAt(slot: number): void {
    this.#wasFound[slot] = 1;
  }

  /** Adds an entry that was not found yet, in place of the one with the same hash if there is one. */
  add(hash: number, place: number): void {
    const slot = this.slotOf(hash);
    if (this.isFreeAt(slot)) this.#used++;
    this.#hashes[slot] = hash;
    this.#places[slot] = place;
    this.#wasFound[slot] = 0;
  }

  /** Removes an entry. Those behind it move up if they would no longer be found. */
  removeAt(slot: number): void {
    this.#used--;
    let gap = slot;
    for (let next = this.#after(gap); !this.isFreeAt(next); next = this.#after(next)) {
      const fromItsFirst = (next - this.#hashes[next]!) & this.#lastSlot;
      const fromTheGap = (next - gap) & this.#lastSlot;
      if (fromItsFirst < fromTheGap) continue;
      this.#hashes[gap] = this.#hashes[next]!;
      this.#places[gap] = this.#places[next]!;
      this.#wasFound[gap] = this.#wasFound[next]!;
      gap = next;
    }
    this.#places[gap] = FREE;
  }

  clear(): void {
    this.#places.fill(FREE);
    this.#used = 0;
  }

  #after(slot: number): number {
    return (slot + 1) & this.#lastSlot;
  }
}
