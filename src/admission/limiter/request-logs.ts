/**
 * When requests were admitted, as far back as a window reaches: one log in each row of a table, whose memory grows with
 * the rows in use and is then reused. With a small limit, every request is remembered. With a large one, or in a long
 * window, requests are counted in sixtieths of the window, each dated by its end: that may free a place slightly late,
 * and never early.
 */
export interface RequestLogs {
  /** Drops the requests that have left the window. */
  expire(row: number, nowMs: number): void;
  /** The number of requests in the window, as of the last `expire`. */
  total(row: number): number;
  /** When the window holds fewer than `most`; minus infinity when it does already. */
  freeAtMs(row: number, most: number): number;
  /** When the window is empty; minus infinity when it is already. */
  emptyAtMs(row: number): number;
  /** Adds requests, none of them earlier than those added before. */
  add(row: number, timeMs: number, count: number): void;
  /** Drops everything, so that the row can be reused. */
  clear(row: number): void;
}

/** A window holds at most `most` requests; further ones change nothing. */
export interface Window {
  readonly lengthMs: number;
  readonly most: number;
}

/** Up to this limit a log of single requests is small enough: 32 kB a row. */
const MOST_REMEMBERED = 4096;
/** Longer windows would take too much memory: 7 kB for a client of 900 an hour. */
const LONGEST_REMEMBERED_MS = 60_000;

export function createRequestLogs(window: Window, rows: number): RequestLogs {
  return rowBytes(window) === COARSE_ROW_BYTES
    ? new CoarseLogs(window.lengthMs, rows)
    : new ExactLogs(window, rows);
}

/** The memory of one row. */
export function rowBytes({ lengthMs, most }: Window): number {
  const isExact = lengthMs <= LONGEST_REMEMBERED_MS && most <= MOST_REMEMBERED;
  return isExact ? most * Float64Array.BYTES_PER_ELEMENT : COARSE_ROW_BYTES;
}

/** Memory is allocated for this many rows at a time. */
const ROWS_PER_CHUNK = 64;

function chunkOf(row: number): number {
  return Math.floor(row / ROWS_PER_CHUNK);
}

const ALREADY = Number.NEGATIVE_INFINITY;

/** Each row is a ring of times, oldest first. */
class ExactLogs implements RequestLogs {
  readonly #lengthMs: number;
  readonly #most: number;
  readonly #chunks: Float64Array[] = [];
  readonly #oldest: Uint16Array;
  readonly #totals: Uint16Array;

  constructor({ lengthMs, most }: Window, rows: number) {
    this.#lengthMs = lengthMs;
    this.#most = most;
    this.#oldest = new Uint16Array(rows);
    this.#totals = new Uint16Array(rows);
  }

  expire(row: number, nowMs: number): void {
    let total = this.#totals[row] as number;
    if (total === 0) return;
    let oldest = this.#oldest[row] as number;
    const times = this.#chunks[chunkOf(row)] as Float64Array;
    const start = (row % ROWS_PER_CHUNK) * this.#most;
    while (total > 0 && (times[start + oldest] as number) + this.#lengthMs <= nowMs) {
      oldest = oldest + 1 === this.#most ? 0 : oldest + 1;
      total--;
    }
    // An empty ring starts over, so that a quiet row touches little memory.
    this.#oldest[row] = total === 0 ? 0 : oldest;
    this.#totals[row] = total;
  }

  total(row: number): number {
    return this.#totals[row] as number;
  }

  freeAtMs(row: number, most: number): number {
    const total = this.total(row);
    return total < most ? ALREADY : this.#at(row, total - most) + this.#lengthMs;
  }

  emptyAtMs(row: number): number {
    const total = this.total(row);
    return total === 0 ? ALREADY : this.#at(row, total - 1) + this.#lengthMs;
  }

  add(row: number, timeMs: number, count: number): void {
    const from = this.total(row);
    const to = Math.min(this.#most, from + count);
    const chunk = chunkOf(row);
    this.#chunks[chunk] ??= new Float64Array(ROWS_PER_CHUNK * this.#most);
    for (let i = from; i < to; i++) this.#chunks[chunk][this.#place(row, i)] = timeMs;
    this.#totals[row] = to;
  }

  clear(row: number): void {
    this.#totals[row] = 0;
    this.#oldest[row] = 0;
  }

  #at(row: number, index: number): number {
    return this.#chunks[chunkOf(row)]?.[this.#place(row, index)] as number;
  }

  #place(row: number, index: number): number {
    const place = (this.#oldest[row] as number) + index;
    return (row % ROWS_PER_CHUNK) * this.#most + (place < this.#most ? place : place - this.#most);
  }
}

const SPANS_PER_WINDOW = 60;
/** A window and the current span, rounded up to a power of two so that indexes wrap with a mask. */
const SPANS_IN_RING = 64;
const COARSE_ROW_BYTES = SPANS_IN_RING * Uint32Array.BYTES_PER_ELEMENT;

/** Each row is a ring of counts, one for each span of time. */
class CoarseLogs implements RequestLogs {
  readonly #lengthMs: number;
  readonly #spanMs: number;
  readonly #chunks: Uint32Array[] = [];
  readonly #totals: Uint32Array;
  /** The span of the last `add` or `expire`; meaningless in an empty row. */
  readonly #latest: Float64Array;

  constructor(lengthMs: number, rows: number) {
    this.#lengthMs = lengthMs;
    this.#spanMs = lengthMs / SPANS_PER_WINDOW;
    this.#totals = new Uint32Array(rows);
    this.#latest = new Float64Array(rows);
  }

  expire(row: number, nowMs: number): void {
    if (this.#totals[row] !== 0) this.#advance(row, Math.floor(nowMs / this.#spanMs));
  }

  total(row: number): number {
    return this.#totals[row] as number;
  }

  freeAtMs(row: number, most: number): number {
    let left = this.total(row);
    const latest = this.#latest[row] as number;
    for (let span = latest - SPANS_PER_WINDOW; left >= most; span++) {
      left -= this.#countAt(row, span);
      if (left < most) return this.#goneAtMs(span);
    }
    return ALREADY;
  }

  emptyAtMs(row: number): number {
    if (this.total(row) === 0) return ALREADY;
    let span = this.#latest[row] as number;
    while (this.#countAt(row, span) === 0) span--;
    return this.#goneAtMs(span);
  }

  add(row: number, timeMs: number, count: number): void {
    const span = Math.floor(timeMs / this.#spanMs);
    if (this.total(row) === 0) this.#latest[row] = span;
    else this.#advance(row, span);
    const chunk = chunkOf(row);
    this.#chunks[chunk] ??= new Uint32Array(ROWS_PER_CHUNK * SPANS_IN_RING);
    this.#chunks[chunk][placeInChunk(row, span)]! += count;
    this.#totals[row] = this.total(row) + count;
  }

  clear(row: number): void {
    if (this.#totals[row] === 0) return;
    const start = placeInChunk(row, 0);
    this.#chunks[chunkOf(row)]!.fill(0, start, start + SPANS_IN_RING);
    this.#totals[row] = 0;
  }

  /** Drops the spans that a later one has pushed out of the window. */
  #advance(row: number, span: number): void {
    const latest = this.#latest[row] as number;
    if (span <= latest) return;
    if (span - latest > SPANS_PER_WINDOW) this.clear(row);
    for (let gone = latest; gone < span && this.total(row) > 0; gone++) {
      const expired = gone - SPANS_PER_WINDOW;
      this.#totals[row] = this.total(row) - this.#countAt(row, expired);
      this.#chunks[chunkOf(row)]![placeInChunk(row, expired)] = 0;
    }
    this.#latest[row] = span;
  }

  /** A span leaves the window when even its last moment has. */
  #goneAtMs(span: number): number {
    return (span + 1) * this.#spanMs + this.#lengthMs;
  }

  /** For a row that is not empty. */
  #countAt(row: number, span: number): number {
    return this.#chunks[chunkOf(row)]![placeInChunk(row, span)]!;
  }
}

function placeInChunk(row: number, span: number): number {
  return (row % ROWS_PER_CHUNK) * SPANS_IN_RING + (span & (SPANS_IN_RING - 1));
}
