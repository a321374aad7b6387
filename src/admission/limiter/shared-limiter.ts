import { LRUCache } from 'lru-cache';
import { BUCKET_WINDOWS_MS, type Charge, type Limiter, type MemoryLimiter, type Ruling } from './limiter.ts';

/** Limits that several replicas share, held by a store such as Redis; exact as long as the store answers. */
export interface SharedLimiterOptions {
  store: SharedStore;
  /** Rules while the store is away, with a share of every limit. */
  local: MemoryLimiter;
  /** How many replicas share the limits. */
  replicas: number;
  nowMs?: () => number;
}

export interface SharedStore {
  readonly isUp: boolean;
  /** What take.lua returns, or null when there was no answer in time. */
  take(keys: readonly string[], args: readonly string[]): Promise<readonly number[] | null>;
}

/** After the store is back, it knows nothing of what was admitted without it; a minute later that no longer matters. */
const BOTH_MUST_ADMIT_MS = 60_000;
/** Refusals that are remembered, so that a caller over its limit costs the store one call and not one for each try. */
const MOST_REFUSALS = 50_000;
const KEY_PREFIX = 'larder:';

/** Requests that draw from the same buckets at the same cost are ruled on together. */
interface Batch {
  readonly charges: readonly Charge[];
  readonly cost: number;
  readonly waiting: ((ruling: Ruling) => void)[];
  isOnItsWay: boolean;
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
  readonly #batches = new Map<string, Batch>();
  readonly #refusals = new LRUCache<string, Refusal>({ max: MOST_REFUSALS });
  /** The text that names a list of charges; holders of keys use the same list for every request. */
  readonly #names = new WeakMap<readonly Charge[], string>();
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
    const name = this.#nameOf(charges, cost);
    const refusal = this.#refusals.get(name);
    if (refusal !== undefined && refusal.untilMs > this.#nowMs()) return this.#refuse(charges, refusal);
    // The share is looked at first: what the store admits cannot be given back.
    if (this.#isReturning()) {
      const ruling = this.#local.look(this.#shareOf(charges), cost);
      if (!ruling.isAdmitted) return withLimit(ruling, charges);
    }
    return new Promise((resolve) => this.#join(name, charges, cost, resolve));
  }

  async look(charges: readonly Charge[], cost = 1): Promise<Ruling> {
    this.#noteChange();
    const answer = this.#store.isUp ? await this.#ask(charges, cost, 0) : null;
    if (answer === null) return withLimit(this.#local.look(this.#shareOf(charges), cost), charges);
    const [, freeUs, remaining, wholeUs] = answer as [number, number, number, number];
    return rulingOf(charges, freeUs === 0, remaining, wholeUs / 1000, freeUs / 1000);
  }

  sizes() {
    return this.#local.sizes();
  }

  #join(name: string, charges: readonly Charge[], cost: number, settle: (ruling: Ruling) => void): void {
    let batch = this.#batches.get(name);
    if (batch === undefined) {
      batch = { charges, cost, waiting: [], isOnItsWay: false };
      this.#batches.set(name, batch);
    }
    batch.waiting.push(settle);
    if (!batch.isOnItsWay) void this.#send(name, batch);
  }

  /** One call for all that came while the last was on its way, until none is left. */
  async #send(name: string, batch: Batch): Promise<void> {
    batch.isOnItsWay = true;
    while (batch.waiting.length > 0) {
      const settling = batch.waiting.splice(0);
      const answer = await this.#ask(batch.charges, batch.cost, settling.length);
      if (answer === null) {
        for (const settle of settling) settle(this.#takeLocally(batch.charges, batch.cost));
      } else this.#settle(name, batch, settling, answer);
    }
    this.#batches.delete(name);
  }

  #settle(
    name: string,
    { charges, cost }: Batch,
    settling: readonly ((ruling: Ruling) => void)[],
    [admitted = 0, freeUs = 0, remaining = 0, wholeUs = 0]: readonly number[],
  ): void {
    // Should the store go away, the share counts what the store admitted here.
    if (admitted > 0) this.#local.note(charges, admitted * cost);
    if (admitted < settling.length) {
      const nowMs = this.#nowMs();
      const refusal = { untilMs: nowMs + freeUs / 1000, wholeAtMs: nowMs + wholeUs / 1000, remaining };
      this.#refusals.set(name, refusal);
    }
    for (const [i, settle] of settling.entries()) {
      const isAdmitted = i < admitted;
      const left = remaining + (isAdmitted ? (admitted - 1 - i) * cost : 0);
      settle(rulingOf(charges, isAdmitted, left, wholeUs / 1000, isAdmitted ? 0 : freeUs / 1000));
    }
  }

  #ask(charges: readonly Charge[], cost: number, requests: number): Promise<readonly number[] | null> {
    const keys: string[] = [];
    const args = [String(requests), String(cost)];
    for (const { kind, id, limits } of charges) {
      for (const [i, lengthMs] of BUCKET_WINDOWS_MS.entries()) {
        const limit = limits[i];
        if (limit === undefined || limit === Number.POSITIVE_INFINITY) continue;
        keys.push(`${KEY_PREFIX}${kind}:${id}:${lengthMs / 1000}`);
        args.push(String(limit), String(lengthMs * 1000));
      }
    }
    return this.#store.take(keys, args);
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
    return this.#nowMs() - this.#backSinceMs < BOTH_MUST_ADMIT_MS;
  }

  #nameOf(charges: readonly Charge[], cost: number): string {
    let name = this.#names.get(charges);
    if (name === undefined) {
      name = charges.map(({ kind, id, limits }) => `${kind} ${id} ${limits.join('/')}`).join(' ');
      this.#names.set(charges, name);
    }
    return cost === 1 ? name : `${cost} ${name}`;
  }
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
    // A caller who is refused waits at least a second: less cannot be written down.
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
