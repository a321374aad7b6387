import { BUCKET_WINDOWS_MS, type Bucket, BucketTable } from './bucket-table.ts';

/**
 * Who may call now. A request names every bucket it draws from, and is admitted by all of them or by none. The limiter
 * in memory answers immediately; the shared one returns promises.
 */
export interface Limiter {
  /**
   * Takes a request from every bucket, or from none. No two charges have the same kind. A request that costs more than
   * one is admitted only if there is room for all of it.
   */
  take(charges: readonly Charge[], cost?: number): Ruling | Promise<Ruling>;
  /** What `take` would find, without taking. */
  look(charges: readonly Charge[], cost?: number): Ruling | Promise<Ruling>;
}

export interface Charge {
  readonly kind: BucketKind;
  readonly id: string;
  /** The limit for each window of the kind: a minute, and for clients and accounts an hour. Infinity for no limit. */
  readonly limits: readonly number[];
}

export interface Ruling {
  readonly isAdmitted: boolean;
  /** The lowest limit per minute. */
  readonly limit: number;
  /** What is left of the tightest budget. */
  readonly remaining: number;
  /** Seconds until that budget is full again. */
  readonly resetSeconds: number;
  /** Seconds until one more request is admitted, if nobody else draws from the same buckets; 0 when admitted. */
  readonly retrySeconds: number;
}

export interface MemoryLimiterOptions {
  /** A clock that never goes back. */
  nowMs?: () => number;
  seed?: number;
}

/**
 * How many buckets of each kind there are at most, and slots for evicted ones. Clients, visitors of pages and visitors who
 * type a search have kinds for the IPv6 networks around them; accounts count by their plan, keys by their own limit, and
 * accounts on the account routes. Clients, accounts and keys have further buckets for suggestions.
 * An attacker has plenty of addresses, so evicted clients get many slots; accounts and keys are hard to come by. A client
 * takes about half a kilobyte.
 */
const KINDS = {
  client: [16_384, 2 ** 19],
  client_56: [4096, 2 ** 17],
  client_48: [1024, 2 ** 15],
  visitor: [8192, 2 ** 18],
  visitor_56: [2048, 2 ** 16],
  visitor_48: [512, 2 ** 14],
  typist: [2048, 2 ** 16],
  typist_56: [512, 2 ** 14],
  typist_48: [128, 2 ** 12],
  account: [8192, 2 ** 14],
  key: [8192, 2 ** 14],
  account_routes: [8192, 2 ** 14],
  suggest_client: [8192, 2 ** 18],
  suggest_client_56: [2048, 2 ** 16],
  suggest_client_48: [512, 2 ** 14],
  suggest_account: [8192, 2 ** 14],
  suggest_key: [8192, 2 ** 14],
} as const satisfies Record<string, readonly [most: number, forgottenSlots: number]>;
export type BucketKind = keyof typeof KINDS;

/** The limiter of one process. */
export class MemoryLimiter implements Limiter {
  readonly #nowMs: () => number;
  readonly #tables: ReadonlyMap<BucketKind, BucketTable>;

  constructor({ nowMs = () => performance.now(), seed = randomSeed() }: MemoryLimiterOptions = {}) {
    this.#nowMs = () => exactly(nowMs());
    const tables = Object.entries(KINDS).map(([kind, [most, forgottenSlots]]): [BucketKind, BucketTable] => [
      kind as BucketKind,
      new BucketTable({ most, forgottenSlots, seed }),
    ]);
    this.#tables = new Map(tables);
  }

  take(charges: readonly Charge[], cost = 1): Ruling {
    return this.#rule(charges, cost, true);
  }

  look(charges: readonly Charge[], cost = 1): Ruling {
    return this.#rule(charges, cost, false);
  }

  /** Counts requests that another limiter has admitted by now, whether there is room for them or not. */
  note(charges: readonly Charge[], requests: number, atMs: number): void {
    const nowMs = exactly(atMs);
    for (const { kind, id, limits } of charges) this.#find(kind, id, nowMs).add(limits, nowMs, requests);
  }

  /** The number of buckets of a kind, evicted ones not included. */
  sizeOf(kind: BucketKind): number {
    return this.#tables.get(kind)!.size;
  }

  /** The sizes of all kinds. */
  sizes(): [BucketKind, number][] {
    return [...this.#tables].map(([kind, { size }]) => [kind, size]);
  }

  #find(kind: BucketKind, id: string, nowMs: number): Bucket {
    return this.#tables.get(kind)!.find(id, nowMs);
  }

  #rule(charges: readonly Charge[], cost: number, isTaken: boolean): Ruling {
    const nowMs = this.#nowMs();
    let freeAtMs = Number.NEGATIVE_INFINITY;
    const buckets = charges.map(({ kind, id, limits }) => {
      const bucket = this.#find(kind, id, nowMs);
      freeAtMs = Math.max(freeAtMs, bucket.freeAtMs(limits, cost, nowMs));
      return bucket;
    });
    const isTakenNow = isTaken && freeAtMs <= nowMs;
    let [limit, remaining] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    let wholeAtMs = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < charges.length; c++) {
      const { limits } = charges[c]!;
      const bucket = buckets[c]!;
      if (isTakenNow) bucket.add(limits, nowMs, cost);
      limit = Math.min(limit, limits[0]!);
      for (let i = 0; i < limits.length; i++) {
        const log = bucket.logs[i];
        const left = Math.max(0, limits[i]! - (log?.total ?? 0));
        if (left > remaining) continue;
        // A log of spans frees room slightly late, but no caller is told to wait for longer than the window.
        const emptyAtMs = Math.min(log?.emptyAtMs() ?? wholeAtMs, nowMs + BUCKET_WINDOWS_MS[i]!);
        wholeAtMs = left < remaining ? emptyAtMs : Math.max(wholeAtMs, emptyAtMs);
        remaining = left;
      }
    }
    return {
      isAdmitted: freeAtMs <= nowMs,
      limit,
      remaining,
      resetSeconds: secondsUntil(wholeAtMs, nowMs),
      retrySeconds: secondsUntil(freeAtMs, nowMs),
    };
  }
}

/** Rounded up, so that a caller who waits exactly this long is admitted. */
function secondsUntil(momentMs: number, nowMs: number): number {
  return momentMs <= nowMs ? 0 : Math.ceil((momentMs - nowMs) / 1000);
}

/** Ticks per millisecond. With a power of two, times can be added and subtracted without rounding errors. */
const TICKS = 1024;

/** Rounding errors would otherwise make a minute 60.0000000001 seconds long, and that is 61 when rounded up. */
function exactly(nowMs: number): number {
  return Math.floor(nowMs * TICKS) / TICKS;
}

function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}
