/** More single requests than this in one log are too many; further ones are counted in spans of a sixtieth of the window. */
const MAX_SINGLE = 4096;
/** In a longer window even a modest limit would take too much memory: 7 kB for a client of 900 an hour. */
const MAX_EXACT_WINDOW_MS = 60_000;
const SPANS_PER_WINDOW = 60;

/**
 * When requests were admitted, as far back as a window reaches. Usually every one of them is remembered. Those that are
 * counted in spans are dated by the end of the span, which may free room slightly late, and never early.
 */
export class RequestLog {
  /** The number of requests in the window, as of the last `expire`. */
  total = 0;
  readonly #windowMs: number;
  /** The times that requests count from, oldest first, and how many there are of each. */
  #timesMs: number[] = [];
  #counts: number[] = [];
  #first = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Adds requests, none of them earlier than those added before. */
  add(timeMs: number, count: number): void {
    const last = this.#timesMs.length - 1;
    const isExact = this.#windowMs <= MAX_EXACT_WINDOW_MS && last - this.#first < MAX_SINGLE;
    const countedMs = isExact ? timeMs : endOfSpan(timeMs, this.#windowMs / SPANS_PER_WINDOW);
    this.total += count;
    if (last >= this.#first && this.#timesMs[last]! >= countedMs) {
      this.#counts[last]! += count;
      return;
    }
    this.#timesMs.push(countedMs);
    this.#counts.push(count);
  }

  /** Drops the requests that have left the window. */
  expire(nowMs: number): void {
    while (this.total > 0 && this.#timesMs[this.#first]! + this.#windowMs <= nowMs)
      this.total -= this.#counts[this.#first++]!;
    // Moved only now and then, since that takes as long as there are entries left.
    if (this.#first * 2 <= this.#timesMs.length) return;
    this.#timesMs = this.#timesMs.slice(this.#first);
    this.#counts = this.#counts.slice(this.#first);
    this.#first = 0;
  }

  /** When the window holds fewer than `most`; minus infinity when it does already. */
  freeAtMs(most: number): number {
    if (this.total < most) return Number.NEGATIVE_INFINITY;
    let at = this.#first;
    for (let left = this.total - this.#counts[at]!; left >= most; left -= this.#counts[at]!) at++;
    return this.#timesMs[at]! + this.#windowMs;
  }

  /** When the window is empty; minus infinity when it is already. */
  emptyAtMs(): number {
    return this.total === 0 ? Number.NEGATIVE_INFINITY : this.#timesMs.at(-1)! + this.#windowMs;
  }
}

function endOfSpan(timeMs: number, spanMs: number): number {
  return (Math.floor(timeMs / spanMs) + 1) * spanMs;
}
