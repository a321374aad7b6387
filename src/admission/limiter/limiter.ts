import { CLIENTS_PER_NETWORK } from '../client.ts';
import {
  LIVE_SEARCHES_PER_PAGE,
  PLAN_NAMES,
  type Plan,
  type Plans,
  SUGGESTIONS_PER_REQUEST,
} from '../plans.ts';
import { BucketTable, type BucketTableOptions, type Row } from './bucket-table.ts';
import type { Window } from './request-logs.ts';

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

/**
 * Clients, visitors of pages and visitors who type a search, each with the IPv6 networks around them; accounts by their
 * plan, keys by their own limit, and accounts on the account routes. Clients, accounts and keys have further buckets for
 * suggestions.
 */
export type BucketKind =
  | 'client'
  | 'client_56'
  | 'client_48'
  | 'visitor'
  | 'visitor_56'
  | 'visitor_48'
  | 'typist'
  | 'typist_56'
  | 'typist_48'
  | 'account'
  | 'key'
  | 'account_routes'
  | SuggestionKind;
type SuggestionKind = `suggest_${'client' | 'client_56' | 'client_48' | 'account' | 'key'}`;

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
  plans: Plans;
  /** A clock that never goes back. */
  nowMs?: () => number;
  seed?: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The windows that the limits of a charge are for, in their order. */
export const BUCKET_WINDOWS_MS = [MINUTE_MS, HOUR_MS] as const;

/**
 * An attacker has plenty of addresses, so evicted clients get many slots; accounts and keys are hard to come by. With
 * the default plans, a client takes about half a kilobyte.
 */
const KINDS: Record<BucketKind, Omit<BucketTableOptions, 'seed' | 'windows'>> = {
  client: { most: 16_384, forgottenSlots: 2 ** 19 },
  client_56: { most: 4096, forgottenSlots: 2 ** 17 },
  client_48: { most: 1024, forgottenSlots: 2 ** 15 },
  visitor: { most: 8192, forgottenSlots: 2 ** 18 },
  visitor_56: { most: 2048, forgottenSlots: 2 ** 16 },
  visitor_48: { most: 512, forgottenSlots: 2 ** 14 },
  typist: { most: 2048, forgottenSlots: 2 ** 16 },
  typist_56: { most: 512, forgottenSlots: 2 ** 14 },
  typist_48: { most: 128, forgottenSlots: 2 ** 12 },
  account: { most: 8192, forgottenSlots: 2 ** 14 },
  key: { most: 8192, forgottenSlots: 2 ** 14 },
  account_routes: { most: 8192, forgottenSlots: 2 ** 14 },
  suggest_client: { most: 8192, forgottenSlots: 2 ** 18 },
  suggest_client_56: { most: 2048, forgottenSlots: 2 ** 16 },
  suggest_client_48: { most: 512, forgottenSlots: 2 ** 14 },
  suggest_account: { most: 8192, forgottenSlots: 2 ** 14 },
  suggest_key: { most: 8192, forgottenSlots: 2 ** 14 },
};

/** The limiter of one process. */
export class MemoryLimiter implements Limiter {
  readonly #nowMs: () => number;
  readonly #tables: Readonly<Record<BucketKind, BucketTable>>;
  /** The buckets of the current request; reused, so that a request allocates no list. */
  readonly #rows: Row[] = [];

  constructor({ plans, nowMs = () => performance.now(), seed = randomSeed() }: MemoryLimiterOptions) {
    this.#nowMs = () => exactly(nowMs());
    const table = (kind: BucketKind, ...windows: Window[]) =>
      new BucketTable({ ...KINDS[kind], windows, seed });
    const perMinute = (most: number): Window => ({ lengthMs: MINUTE_MS, most });
    // Without a plan that has an hourly limit, there is no log for the hour.
    const perHour = (...capped: Plan[]): Window[] =>
      capped.some(({ per_hour }) => per_hour !== null)
        ? [{ lengthMs: HOUR_MS, most: Number.POSITIVE_INFINITY }]
        : [];
    const counted = (by: Plan['counted_per']) =>
      PLAN_NAMES.map((name) => plans[name]).filter(({ counted_per }) => counted_per === by);
    const byClient = [plans.anonymous, ...counted('client')];
    const byAccount = counted('account');
    const clients = (kind: BucketKind, times: number) =>
      table(kind, perMinute(highestOf(byClient) * times), ...perHour(...byClient));
    const suggestions = (kind: SuggestionKind, ofPlans: readonly Plan[], times = 1) =>
      table(kind, perMinute(highestOf(ofPlans) * SUGGESTIONS_PER_REQUEST * times));
    const visitors = (kind: BucketKind, times: number) =>
      table(kind, perMinute(plans.pages_per_minute * times));
    const typists = (kind: BucketKind, times: number) => visitors(kind, times * LIVE_SEARCHES_PER_PAGE);
    const [per56, per48] = CLIENTS_PER_NETWORK;
    this.#tables = {
      client: clients('client', 1),
      client_56: clients('client_56', per56),
      client_48: clients('client_48', per48),
      visitor: visitors('visitor', 1),
      visitor_56: visitors('visitor_56', per56),
      visitor_48: visitors('visitor_48', per48),
      typist: typists('typist', 1),
      typist_56: typists('typist_56', per56),
      typist_48: typists('typist_48', per48),
      account: table('account', perMinute(highestOf(byAccount)), ...perHour(...byAccount)),
      // A key's own limit above that of the plan is never reached.
      key: table('key', perMinute(highestOf([...byClient, ...byAccount]))),
      account_routes: table('account_routes', perMinute(plans.account_routes_per_minute)),
      suggest_client: suggestions('suggest_client', byClient),
      suggest_client_56: suggestions('suggest_client_56', byClient, per56),
      suggest_client_48: suggestions('suggest_client_48', byClient, per48),
      suggest_account: suggestions('suggest_account', byAccount),
      suggest_key: suggestions('suggest_key', [...byClient, ...byAccount]),
    };
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
    for (const { kind, id } of charges) {
      const table = this.#tables[kind];
      table.add(table.find(id, nowMs), nowMs, requests);
    }
  }

  /** The number of buckets of a kind, evicted ones not included. */
  sizeOf(kind: BucketKind): number {
    return this.#tables[kind].size;
  }

  /** The sizes of all kinds. */
  sizes(): [BucketKind, number][] {
    return (Object.keys(this.#tables) as BucketKind[]).map((kind) => [kind, this.sizeOf(kind)]);
  }

  #rule(charges: readonly Charge[], cost: number, isTaken: boolean): Ruling {
    const nowMs = this.#nowMs();
    const rows = this.#rows;
    let freeAtMs = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < charges.length; i++) {
      const { kind, id, limits } = charges[i] as Charge;
      rows[i] = this.#tables[kind].find(id, nowMs);
      freeAtMs = Math.max(freeAtMs, this.#tables[kind].freeAtMs(rows[i] as Row, limits, cost));
    }
    if (isTaken && freeAtMs <= nowMs) {
      for (let i = 0; i < charges.length; i++) {
        this.#tables[(charges[i] as Charge).kind].add(rows[i] as Row, nowMs, cost);
      }
    }
    return this.#ruling(charges, freeAtMs, nowMs);
  }

  #ruling(charges: readonly Charge[], freeAtMs: number, nowMs: number): Ruling {
    let limit = Number.POSITIVE_INFINITY;
    let remaining = Number.POSITIVE_INFINITY;
    let wholeAtMs = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < charges.length; c++) {
      const { kind, limits } = charges[c] as Charge;
      const table = this.#tables[kind];
      const row = this.#rows[c] as Row;
      limit = Math.min(limit, limits[0] as number);
      for (let i = 0; i < table.logs.length; i++) {
        const left = table.left(row, i, limits);
        if (left > remaining) continue;
        // A coarse log frees a place slightly late, but no caller is told to wait for longer than the window.
        const emptyAtMs = Math.min(table.logs[i]!.emptyAtMs(row), nowMs + BUCKET_WINDOWS_MS[i]!);
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

/** An account can change plans while the process runs, so a log has room for the highest limit. */
function highestOf(plans: readonly Plan[]): number {
  return Math.max(1, ...plans.map(({ per_minute }) => per_minute));
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
