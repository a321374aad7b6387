/**
 * What is left of buckets that had to go: how many requests each had admitted, added up in a fixed number of slots.
 * Several buckets share a slot, so what it recalls for one of them may be too much and is never too little. Two
 * generations, each as long as the window, see to it that nothing is recalled for longer than twice the window.
 */
export class ForgottenCounts {
  readonly #windowMs: number;
  #current: Generation;
  #previous: Generation;
  #bornMs: number;

  constructor(windowMs: number, slots: number, nowMs: number) {
    this.#windowMs = windowMs;
    this.#current = emptyGeneration(slots);
    this.#previous = emptyGeneration(slots);
    this.#bornMs = nowMs;
  }

  /** Remembers requests that were admitted up to now. */
  note(hash: number, count: number, nowMs: number): void {
    this.#turn(nowMs);
    const { counts } = this.#current;
    const slot = hash & (counts.length - 1);
    counts[slot] = Math.min(MOST_IN_SLOT, (counts[slot] as number) + count);
    this.#current.latestMs = nowMs;
  }

  /** How many requests a bucket of this hash may have had, at most. */
  recall(hash: number, nowMs: number): number {
    this.#turn(nowMs);
    const slot = hash & (this.#current.counts.length - 1);
    const count = (this.#current.counts[slot] as number) + (this.#previous.counts[slot] as number);
    return count < MOST_IN_SLOT ? count : BEYOND_EVERY_LIMIT;
  }

  /** When the latest of all that is recalled may have been. */
  get latestMs(): number {
    return Math.max(this.#current.latestMs, this.#previous.latestMs);
  }

  #turn(nowMs: number): void {
    const ageMs = nowMs - this.#bornMs;
    if (ageMs < this.#windowMs) return;
    const [oldest, newest] = [this.#previous, this.#current];
    clear(oldest);
    if (ageMs >= 2 * this.#windowMs) clear(newest);
    this.#current = oldest;
    this.#previous = newest;
    this.#bornMs = nowMs;
  }
}

interface Generation {
  counts: Uint16Array;
  latestMs: number;
}

const MOST_IN_SLOT = 0xffff;
/** A slot that is full may stand for any number: no limit is higher than this. */
const BEYOND_EVERY_LIMIT = 1_000_000;

function emptyGeneration(slots: number): Generation {
  return { counts: new Uint16Array(slots), latestMs: Number.NEGATIVE_INFINITY };
}

/** A generation that nobody wrote to needs no wiping, which would touch all its memory. */
function clear(generation: Generation): void {
  if (generation.latestMs === Number.NEGATIVE_INFINITY) return;
  generation.counts.fill(0);
  generation.latestMs = Number.NEGATIVE_INFINITY;
}
