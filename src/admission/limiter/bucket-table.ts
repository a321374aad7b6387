import { LRUCache } from 'lru-cache';
import { ForgottenCounts } from './forgotten-counts.ts';
import { RequestLog } from './request-log.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The windows that the limits of a charge are for, in their order. */
export const BUCKET_WINDOWS_MS = [MINUTE_MS, HOUR_MS] as const;

/**
 * The buckets of one kind, bounded. A flood of new buckets evicts the least recently used, and never frees anyone from
 * a limit: a bucket whose caller was told to wait is set aside whole; any other leaves its counts behind, and starts
 * with them when its caller comes back. Only when more callers wait than can be set aside do those keep only their
 * counts as well, and may then have to wait longer than they were told.
 */
export interface BucketTableOptions {
  /** The most buckets in use. */
  most: number;
  /** Slots for the counts of evicted buckets; a power of two. */
  forgottenSlots: number;
  /** Must not be guessable, or a stranger could choose an address that shares the slot of another. */
  seed: number;
}

/** Buckets that may be set aside, for each one in use. */
const SET_ASIDE_SHARE = 1 / 4;
/** After this many new buckets, more old ones than that are checked, so that idle ones cannot pile up. */
const TIDIED_EVERY = 64;
const MAX_CHECKED = 128;

export class Bucket {
  /** One for each window, from the first request on that has a limit for it. */
  readonly logs: (RequestLog | undefined)[] = [];
  /** When the wait that the caller was told is over. */
  waitsUntilMs = 0;
  /** By window: what was taken over from forgotten counts, and the time of it. */
  readonly inherited: { count: number; timeMs: number }[] = [];

  get isEmpty(): boolean {
    return this.logs.every((log) => (log?.total ?? 0) === 0);
  }

  /** Windows without a limit are not counted. */
  add(limits: readonly number[], nowMs: number, requests: number): void {
    for (let i = 0; i < limits.length; i++)
      if (limits[i] !== Number.POSITIVE_INFINITY) this.addTo(i, nowMs, requests);
  }

  addTo(window: number, timeMs: number, requests: number): void {
    this.logs[window] ??= new RequestLog(BUCKET_WINDOWS_MS[window]!);
    this.logs[window].add(timeMs, requests);
  }

  expire(nowMs: number): void {
    for (let i = 0; i < this.logs.length; i++) this.logs[i]?.expire(nowMs);
  }

  /** When it admits a request of this cost; minus infinity when it does already. */
  freeAtMs(limits: readonly number[], cost: number, nowMs: number): number {
    let latestMs = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < limits.length; i++)
      latestMs = Math.max(latestMs, this.logs[i]?.freeAtMs(Math.max(1, limits[i]! - cost + 1)) ?? latestMs);
    if (latestMs > nowMs) this.waitsUntilMs = latestMs;
    return latestMs;
  }
}

export class BucketTable {
  readonly #options: BucketTableOptions;
  readonly #recent: LRUCache<string, Bucket>;
  readonly #waiting: LRUCache<string, Bucket>;
  /** One for each window; created when the first bucket is evicted. */
  #forgotten: readonly ForgottenCounts[] | null = null;
  #brought = 0;
  #nowMs = 0;

  constructor(options: BucketTableOptions) {
    this.#options = options;
    this.#recent = new LRUCache({
      max: options.most,
      dispose: (bucket, id, reason) => {
        if (reason !== 'evict') return;
        if (bucket.waitsUntilMs > this.#nowMs) this.#waiting.set(id, bucket);
        else this.#forget(id, bucket);
      },
    });
    this.#waiting = new LRUCache({
      max: Math.max(1, Math.floor(options.most * SET_ASIDE_SHARE)),
      dispose: (bucket, id, reason) => {
        if (reason === 'evict') this.#forget(id, bucket);
      },
    });
  }

  /** The bucket of this id, without the requests that have left its window. */
  find(id: string, nowMs: number): Bucket {
    this.#nowMs = nowMs;
    const bucket = this.#recent.get(id) ?? this.#bring(id);
    bucket.expire(nowMs);
    return bucket;
  }

  /** Buckets in use or set aside. */
  get size(): number {
    return this.#recent.size + this.#waiting.size;
  }

  /** Brings back a bucket that was set aside, or creates one. */
  #bring(id: string): Bucket {
    this.#dropIdle();
    const bucket = this.#waiting.get(id) ?? this.#recall(id);
    this.#waiting.delete(id);
    this.#recent.set(id, bucket);
    return bucket;
  }

  #recall(id: string): Bucket {
    const bucket = new Bucket();
    const hash = this.#hash(id);
    for (const [i, forgotten] of this.#forgotten?.entries() ?? []) {
      const count = forgotten.recall(hash, this.#nowMs);
      bucket.inherited[i] = { count, timeMs: forgotten.latestMs };
      if (count > 0) bucket.addTo(i, forgotten.latestMs, count);
    }
    return bucket;
  }

  /** Leaves the counts of the logs behind, except those they took over, which are still where they came from. */
  #forget(id: string, bucket: Bucket): void {
    const { forgottenSlots } = this.#options;
    const nowMs = this.#nowMs;
    this.#forgotten ??= BUCKET_WINDOWS_MS.map((ms) => new ForgottenCounts(ms, forgottenSlots, nowMs));
    const hash = this.#hash(id);
    bucket.expire(nowMs);
    for (const [i, log] of bucket.logs.entries()) {
      const { count = 0, timeMs = 0 } = bucket.inherited[i] ?? {};
      const isStillIn = timeMs + BUCKET_WINDOWS_MS[i]! > nowMs;
      const own = (log?.total ?? 0) - (isStillIn ? count : 0);
      if (own > 0) this.#forgotten[i]!.note(hash, own, nowMs);
    }
  }

  /** Removes the oldest buckets that are empty, some at a time as new ones come. */
  #dropIdle(): void {
    this.#brought = (this.#brought + 1) % TIDIED_EVERY;
    if (this.#brought !== 0) return;
    for (const cache of [this.#recent, this.#waiting]) for (const id of this.#idleOf(cache)) cache.delete(id);
  }

  #idleOf(cache: LRUCache<string, Bucket>): string[] {
    const idle: string[] = [];
    for (const id of cache.rkeys()) {
      const bucket = cache.peek(id)!;
      bucket.expire(this.#nowMs);
      if (idle.length === MAX_CHECKED || !bucket.isEmpty) break;
      idle.push(id);
    }
    return idle;
  }

  #hash(id: string): number {
    return Bun.hash.xxHash32(id, this.#options.seed);
  }
}
