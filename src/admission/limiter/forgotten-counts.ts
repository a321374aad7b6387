import { MAX_PER_WINDOW } from '../plans.ts';

/**
 * What is left of evicted buckets: how many requests each had admitted, added up in a fixed number of slots. Buckets
 * share slots, so the count recalled for one of them may be too high but never too low. Two generations, each as long as
 * the window, ensure that nothing is recalled for longer than twice the window.
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

  /** Adds requests that were admitted up to now. */
  note(hash: number, count: number, nowMs: number): void {
    this.#turn(nowMs);
    const { counts } = this.#current;
    const slot = hash & (counts.length - 1);
    counts[slot] = Math.min(MAX_IN_SLOT, (counts[slot] as number) + count);
    this.#current.latestMs = nowMs;
  }

  /** The most requests that a bucket with this hash can have admitted. */
  recall(hash: number, nowMs: number): number {
    this.#turn(nowMs);
    const slot = hash & (this.#current.counts.length - 1);
    const count = (this.#current.counts[slot] as number) + (this.#previous.counts[slot] as number);
    return count < MAX_IN_SLOT ? count : MAX_PER_WINDOW;
  }

  /** The latest time at which a recalled request can have been admitted. */
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

/** A full slot may stand for any number, so it recalls the highest limit there is. */
const MAX_IN_SLOT = 0xffff;

function emptyGeneration(slots: number): Generation {
  return { counts: new Uint16Array(slots), latestMs: Number.NEGATIVE_INFINITY };
}

/** Leaves an unused generation alone: filling it would touch all its memory. */
function clear(generation: Generation): void {
  if (generation.latestMs === Number.NEGATIVE_INFINITY) return;
  generation.counts.fill(0);
  generation.latestMs = Number.NEGATIVE_INFINITY;
}
