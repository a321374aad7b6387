import { LRUCache } from 'lru-cache';
import { ForgottenCounts } from './forgotten-counts.ts';
import { createRequestLogs, type RequestLogs, rowBytes, type Window } from './request-logs.ts';

/**
 * The buckets of one kind, bounded. A flood of new buckets evicts the least recently used, and never frees anyone from
 * a limit: a bucket whose caller was told to wait is set aside whole; any other leaves its counts behind, and starts
 * with them when its caller comes back. Only when more callers wait than can be set aside do those keep only their
 * counts as well, and may then have to wait longer than they were told.
 */
export interface BucketTableOptions {
  /** Each bucket has a log for each of these. */
  windows: readonly Window[];
  /** The most buckets in use; fewer where their rows are long. */
  most: number;
  /** Slots for the counts of evicted buckets; a power of two. */
  forgottenSlots: number;
  /** Must not be guessable, or a stranger could choose an address that shares the slot of another. */
  seed: number;
}

/** Buckets that may be set aside, for each one in use. */
const SET_ASIDE_SHARE = 1 / 4;
/** The most memory that the rows of one table take, when all are in use. */
const MOST_BYTES = 128 * 1024 * 1024;
/** After this many new buckets, more old ones than that are checked, so that idle ones cannot pile up. */
const TIDIED_EVERY = 64;
const MOST_CHECKED = 128;

/** The row of a bucket in the table; valid only until the next `find`. */
export type Row = number;

export class BucketTable {
  readonly logs: readonly RequestLogs[];
  readonly #options: BucketTableOptions;
  readonly #recent: LRUCache<string, Row>;
  readonly #waiting: LRUCache<string, Row>;
  readonly #freeRows: Row[] = [];
  #rowsUsed = 0;
  /** When the wait that the caller of a row was told is over. */
  readonly #waitsUntilMs: Float64Array;
  /** What each log of a row took over from forgotten counts, and the time of it. */
  readonly #inherited: readonly { counts: Uint32Array; timesMs: Float64Array }[];
  /** One for each log; created when the first bucket is evicted. */
  #forgotten: readonly ForgottenCounts[] | null = null;
  #brought = 0;
  #nowMs = 0;

  constructor(options: BucketTableOptions) {
    this.#options = options;
    const bytes = options.windows.reduce((sum, window) => sum + rowBytes(window), 0);
    const most = Math.max(1, Math.min(options.most, Math.floor(MOST_BYTES / bytes)));
    const mostWaiting = Math.max(1, Math.floor(most * SET_ASIDE_SHARE));
    // A bucket that moves from one list to the other briefly has its row in both.
    const rows = most + mostWaiting + 2;
    this.logs = options.windows.map((window) => createRequestLogs(window, rows));
    this.#waitsUntilMs = new Float64Array(rows);
    this.#inherited = this.logs.map(() => ({
      counts: new Uint32Array(rows),
      timesMs: new Float64Array(rows),
    }));
    this.#recent = new LRUCache<string, Row>({
      max: most,
      dispose: (row, id, reason) => {
        if (reason === 'evict') this.#setAside(id, row);
      },
    });
    this.#waiting = new LRUCache<string, Row>({
      max: mostWaiting,
      dispose: (row, id, reason) => {
        if (reason === 'evict') this.#forget(id, row);
      },
    });
  }

  /** The bucket of this id, without the requests that have left its window. */
  find(id: string, nowMs: number): Row {
    this.#nowMs = nowMs;
    const row = this.#recent.get(id) ?? this.#bring(id);
    this.#expire(row);
    return row;
  }

  add(row: Row, nowMs: number, requests: number): void {
    for (let i = 0; i < this.logs.length; i++) this.logs[i]?.add(row, nowMs, requests);
  }

  /** When a bucket admits a request of this cost; minus infinity when it does already. */
  freeAtMs(row: Row, limits: readonly number[], cost: number): number {
    let latestMs = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.logs.length; i++) {
      const most = Math.max(1, this.#limitOf(limits, i) - cost + 1);
      latestMs = Math.max(latestMs, this.logs[i]!.freeAtMs(row, most));
    }
    if (latestMs > this.#nowMs) this.#waitsUntilMs[row] = latestMs;
    return latestMs;
  }

  /** How many more the log of one window admits. */
  left(row: Row, i: number, limits: readonly number[]): number {
    return Math.max(0, this.#limitOf(limits, i) - this.logs[i]!.total(row));
  }

  /** Buckets in use or set aside. */
  get size(): number {
    return this.#recent.size + this.#waiting.size;
  }

  /** Brings back a bucket that was set aside, or creates one. */
  #bring(id: string): Row {
    this.#dropIdle();
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) this.#waiting.delete(id);
    const row = waiting ?? this.#recall(id, this.#freeRows.pop() ?? this.#rowsUsed++);
    this.#recent.set(id, row);
    return row;
  }

  #recall(id: string, row: Row): Row {
    if (this.#forgotten === null) return row;
    const hash = this.#hash(id);
    for (let i = 0; i < this.logs.length; i++) {
      const forgotten = this.#forgotten[i] as ForgottenCounts;
      const { counts, timesMs } = this.#inherited[i]!;
      const count = forgotten.recall(hash, this.#nowMs);
      counts[row] = count;
      timesMs[row] = forgotten.latestMs;
      if (count > 0) this.logs[i]?.add(row, forgotten.latestMs, count);
    }
    return row;
  }

  #setAside(id: string, row: Row): void {
    if ((this.#waitsUntilMs[row] as number) > this.#nowMs) this.#waiting.set(id, row);
    else this.#forget(id, row);
  }

  /** Leaves the counts of the logs behind, except those they took over, which are still where they came from. */
  #forget(id: string, row: Row): void {
    const { windows, forgottenSlots } = this.#options;
    const nowMs = this.#nowMs;
    this.#forgotten ??= windows.map(({ lengthMs }) => new ForgottenCounts(lengthMs, forgottenSlots, nowMs));
    const hash = this.#hash(id);
    this.#expire(row);
    for (let i = 0; i < windows.length; i++) {
      const { counts, timesMs } = this.#inherited[i]!;
      const isStillIn = (timesMs[row] as number) + windows[i]!.lengthMs > nowMs;
      const own = this.logs[i]!.total(row) - (isStillIn ? (counts[row] as number) : 0);
      if (own > 0) this.#forgotten[i]?.note(hash, own, nowMs);
    }
    this.#release(row);
  }

  #release(row: Row): void {
    for (const log of this.logs) log.clear(row);
    for (const { counts } of this.#inherited) counts[row] = 0;
    this.#waitsUntilMs[row] = 0;
    this.#freeRows.push(row);
  }

  /** A log has only the room it was created with, so no limit can be higher. */
  #limitOf(limits: readonly number[], i: number): number {
    return Math.min(limits[i] as number, this.#options.windows[i]!.most);
  }

  #expire(row: Row): void {
    for (let i = 0; i < this.logs.length; i++) this.logs[i]?.expire(row, this.#nowMs);
  }

  /** Removes the oldest buckets that are empty, some at a time as new ones come. */
  #dropIdle(): void {
    this.#brought = (this.#brought + 1) % TIDIED_EVERY;
    if (this.#brought !== 0) return;
    for (const cache of [this.#recent, this.#waiting]) {
      for (const id of this.#idleOf(cache)) {
        this.#release(cache.peek(id) as Row);
        cache.delete(id);
      }
    }
  }

  #idleOf(cache: LRUCache<string, Row>): string[] {
    const idle: string[] = [];
    for (const id of cache.rkeys()) {
      const row = cache.peek(id) as Row;
      this.#expire(row);
      if (idle.length === MOST_CHECKED || this.logs.some((log) => log.total(row) > 0)) break;
      idle.push(id);
    }
    return idle;
  }

  #hash(id: string): number {
    return Bun.hash.xxHash32(id, this.#options.seed);
  }
}
