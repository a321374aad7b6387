import { LRUCache } from 'lru-cache';
import { BUCKET_WINDOWS_MS } from './bucket-table.ts';
import type { Charge, Limiter, MemoryLimiter, Ruling } from './limiter.ts';

/** Limits that several replicas share through a store such as Redis; exact as long as the store answers. */
export interface SharedLimiterOptions {
  store: SharedStore;
  /** Decides while the store is away, with a share of every limit. */
  local: MemoryLimiter;
  /** How many replicas share the limits. */
  replicas: number;
  nowMs?: () => number;
}

export interface SharedStore {
  readonly isUp: boolean;
  /** What take.lua returns for these keys and numbers, or null when there was no answer in time. */
  take(keys: readonly string[], numbers: string): Promise<readonly number[] | null>;
}

/** A store that is back does not know what was admitted without it; a minute later that no longer matters. */
const BOTH_MUST_ADMIT_MS = 60_000;
/** Refusals that are remembered, so that a caller over its limit costs the store one call, not one for each try. */
const MAX_REFUSALS = 50_000;
export const KEY_PREFIX = 'larder:';
/** The store does nothing else during a call, so one must not take longer than a few milliseconds. */
const MAX_GROUPS_PER_CALL = 256;
/** How many numbers take.lua returns for each group. */
const NUMBERS_PER_GROUP = 4;

/** Requests that draw from the same buckets at the same cost are decided on together. */
interface Group {
  /** Its name in the list of refusals. */
  readonly name: string;
  readonly buckets: Buckets;
  readonly cost: number;
  readonly waiting: ((ruling: Ruling) => void)[];
}

/** A list of charges as the store sees it. */
interface Buckets {
  readonly charges: readonly Charge[];
  readonly name: string;
  /** One for each window of each charge that has a limit. */
  readonly keys: readonly string[];
  /** For take.lua: the number of keys, then the limit and the length of the window for each. */
  readonly limits: string;
}

interface Refusal {
  untilMs: number;
  wholeAtMs: number;
  remaining: number;
}

export class SharedLimiter implements Limiter {
  readonly #store: SharedStore;
  readonly #local: MemoryLimiter;
  readonly #replicas: number;
  readonly #nowMs: () => number;
  /** What the next call will ask; while a call is on its way, requests wait here. */
  #next = new Map<string, Group>();
  #isAsking = false;
  readonly #refusals = new LRUCache<string, Refusal>({ max: MAX_REFUSALS });
  /** Holders of keys use the same list of charges for every request. */
  readonly #buckets = new WeakMap<readonly Charge[], Buckets>();
  #wasUp = true;
  #backSinceMs = Number.NEGATIVE_INFINITY;

  constructor({ store, local, replicas, nowMs = () => performance.now() }: SharedLimiterOptions) {
    this.#store = store;
    this.#local = local;
    this.#replicas = replicas;
    this.#nowMs = nowMs;
  }

  take(charges: readonly Charge[], cost = 1): Ruling | Promise<Ruling> {
    this.#noteChange();
    if (!this.#store.isUp) return this.#takeLocally(charges, cost);
    const buckets = this.#bucketsOf(charges);
    const name = cost === 1 ? buckets.name : `${cost} ${buckets.name}`;
    const refusal = this.#refusals.get(name);
    if (refusal !== undefined && refusal.untilMs > this.#nowMs()) return this.#refuse(charges, refusal);
    // The share is looked at first: what the store admits cannot be given back.
    if (this.#isReturning()) {
      const ruling = this.#local.look(this.#shareOf(charges), cost);
      if (!ruling.isAdmitted) return withLimit(ruling, charges);
    }
    return new Promise((resolve) => this.#join(name, buckets, cost, resolve));
  }

  async look(charges: readonly Charge[], cost = 1): Promise<Ruling> {
    this.#noteChange();
    const group = { name: '', buckets: this.#bucketsOf(charges), cost, waiting: [] };
    const answer = this.#store.isUp ? await this.#ask([group]) : null;
    if (answer === null) return withLimit(this.#local.look(this.#shareOf(charges), cost), charges);
    const [, freeUs, remaining, wholeUs] = answer as [number, number, number, number];
    return rulingOf(charges, freeUs === 0, remaining, wholeUs / 1000, freeUs / 1000);
  }

  sizes() {
    return this.#local.sizes();
  }

  #join(name: string, buckets: Buckets, cost: number, settle: (ruling: Ruling) => void): void {
    let group = this.#next.get(name);
    if (group === undefined) {
      group = { name, buckets, cost, waiting: [] };
      this.#next.set(name, group);
    }
    group.waiting.push(settle);
    if (!this.#isAsking) void this.#askInTurns();
  }

  /** One call for all that came while the last was on its way, until none is left. */
  async #askInTurns(): Promise<void> {
    this.#isAsking = true;
    try {
      while (this.#next.size > 0) {
        const groups = this.#takeNext();
        const answers = await this.#ask(groups);
        const nowMs = this.#nowMs();
        for (const [i, group] of groups.entries()) {
          if (answers !== null) this.#settle(group, answers, i * NUMBERS_PER_GROUP, nowMs);
          else
            for (const settle of group.waiting) settle(this.#takeLocally(group.buckets.charges, group.cost));
        }
      }
    } finally {
      this.#isAsking = false;
    }
  }

  #takeNext(): Group[] {
    const groups = [...this.#next.values()];
    this.#next = new Map();
    for (const group of groups.splice(MAX_GROUPS_PER_CALL)) this.#next.set(group.name, group);
    return groups;
  }

  #settle(
    { name, buckets: { charges }, cost, waiting }: Group,
    answers: readonly number[],
    at: number,
    nowMs: number,
  ): void {
    const [admitted = 0, freeUs = 0, remaining = 0, wholeUs = 0] = answers.slice(at, at + NUMBERS_PER_GROUP);
    // Should the store go away, the share counts what the store admitted here.
    if (admitted > 0) this.#local.note(charges, admitted * cost, nowMs);
    if (admitted < waiting.length) {
      const refusal = { untilMs: nowMs + freeUs / 1000, wholeAtMs: nowMs + wholeUs / 1000, remaining };
      this.#refusals.set(name, refusal);
    }
    for (const [i, settle] of waiting.entries()) {
      const isAdmitted = i < admitted;
      const left = remaining + (isAdmitted ? (admitted - 1 - i) * cost : 0);
      settle(rulingOf(charges, isAdmitted, left, wholeUs / 1000, isAdmitted ? 0 : freeUs / 1000));
    }
  }

  #ask(groups: readonly Group[]): Promise<readonly number[] | null> {
    const keys: string[] = [];
    let numbers = '';
    for (const { buckets, cost, waiting } of groups) {
      for (const key of buckets.keys) keys.push(key);
      numbers += `${waiting.length} ${cost} ${buckets.limits} `;
    }
    return this.#store.take(keys, numbers);
  }

  #takeLocally(charges: readonly Charge[], cost: number): Ruling {
    return withLimit(this.#local.take(this.#shareOf(charges), cost), charges);
  }

  #refuse(charges: readonly Charge[], { untilMs, wholeAtMs, remaining }: Refusal): Ruling {
    const nowMs = this.#nowMs();
    return rulingOf(charges, false, remaining, wholeAtMs - nowMs, untilMs - nowMs);
  }

  /** This replica's part of each limit, and never less than one request. */
  #shareOf(charges: readonly Charge[]): Charge[] {
    const share = (limit: number) =>
      limit === Number.POSITIVE_INFINITY ? limit : Math.max(1, Math.floor(limit / this.#replicas));
    return charges.map((charge) => ({ ...charge, limits: charge.limits.map(share) }));
  }

  #noteChange(): void {
    const { isUp } = this.#store;
    if (isUp && !this.#wasUp) this.#backSinceMs = this.#nowMs();
    this.#wasUp = isUp;
  }

  #isReturning(): boolean {
    // Most of the time the store was never away, and the clock need not be read.
    if (this.#backSinceMs === Number.NEGATIVE_INFINITY) return false;
    return this.#nowMs() - this.#backSinceMs < BOTH_MUST_ADMIT_MS;
  }

  #bucketsOf(charges: readonly Charge[]): Buckets {
    let buckets = this.#buckets.get(charges);
    if (buckets === undefined) {
      buckets = describeBuckets(charges);
      this.#buckets.set(charges, buckets);
    }
    return buckets;
  }
}

function describeBuckets(charges: readonly Charge[]): Buckets {
  const keys: string[] = [];
  const numbers: number[] = [];
  for (const { kind, id, limits } of charges) {
    for (const [i, lengthMs] of BUCKET_WINDOWS_MS.entries()) {
      const limit = limits[i];
      if (limit === undefined || limit === Number.POSITIVE_INFINITY) continue;
      keys.push(`${KEY_PREFIX}${kind}:${id}:${lengthMs / 1000}`);
      numbers.push(limit, lengthMs * 1000);
    }
  }
  const name = charges.map(({ kind, id, limits }) => `${kind} ${id} ${limits.join('/')}`).join(' ');
  return { charges, name, keys, limits: [keys.length, ...numbers].join(' ') };
}

function rulingOf(
  charges: readonly Charge[],
  isAdmitted: boolean,
  remaining: number,
  wholeInMs: number,
  freeInMs: number,
): Ruling {
  const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));
  return {
    isAdmitted,
    limit: limitOf(charges),
    remaining,
    resetSeconds: seconds(wholeInMs),
    // A refused caller waits at least a second: Retry-After has no smaller unit.
    retrySeconds: isAdmitted ? 0 : Math.max(1, seconds(freeInMs)),
  };
}

/** Callers are shown their limit, not this replica's share of it. */
function withLimit(ruling: Ruling, charges: readonly Charge[]): Ruling {
  return { ...ruling, limit: limitOf(charges) };
}

function limitOf(charges: readonly Charge[]): number {
  return Math.min(...charges.map(({ limits }) => limits[0] as number));
}
