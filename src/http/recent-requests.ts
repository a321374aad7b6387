/** One request hash per slot: a request that returns before another takes its slot is a frequent one. */
const SLOTS = 2 ** 15;

/** Which requests were made recently, for caches that store only what is requested again: an approximation. */
export class RecentRequests {
  readonly #hashes = new Uint32Array(SLOTS);
  readonly #slotsWhenFull: number;

  /**
   * Once a cache is full, only this many slots are used. With more, it admits responses that nobody asks for a third time,
   * in place of others that are.
   */
  constructor(slotsWhenFull: number) {
    this.#slotsWhenFull = slotsWhenFull;
  }

  /** Whether a request was made recently, before now. */
  isRepeated(requestHash: number, isCacheFull: boolean): boolean {
    const slot = requestHash % (isCacheFull ? this.#slotsWhenFull : SLOTS);
    if (this.#hashes[slot] === requestHash) return true;
    this.#hashes[slot] = requestHash;
    return false;
  }
}
