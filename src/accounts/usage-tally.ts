import type { UsageRecorder, Use } from '../admission/keyed-admission.ts';
import type { AccountStore } from './account-store.ts';
import type { KeyUsage } from './tables/rows.ts';

/** At most this much of the counts is lost if the process is killed. */
const FLUSH_EVERY_MS = 10_000;
const DAY_MS = 86_400_000;

/** Counts in memory how keys are used, and writes the counts now and then, so that a request costs no write. */
export class UsageTally implements UsageRecorder {
  /** Of the current day, by key; bounded by the keys that exist. */
  #today = new Map<number, KeyUsage>();
  #dayStartMs = 0;
  /** Of days that ended before they could be written. */
  #earlier: KeyUsage[] = [];
  /** What could not be written, or is being written. It keeps its name, so that it is never added twice. */
  #batch: { name: string; usage: KeyUsage[] } | null = null;
  #flushing: Promise<void> | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    private readonly store: Pick<AccountStore, 'usage'>,
    private readonly onFailure: (error: Error) => void = () => {},
    private readonly nowMs: () => number = Date.now,
  ) {}

  note(keyId: number, use: Use): void {
    const nowMs = this.nowMs();
    if (nowMs < this.#dayStartMs || nowMs >= this.#dayStartMs + DAY_MS) this.#startDay(nowMs);
    let tally = this.#today.get(keyId);
    if (tally === undefined) {
      const date = new Date(nowMs).toISOString().slice(0, 10);
      tally = { keyId, day: date, requests: 0, limited: 0, lastUsedMs: nowMs };
      this.#today.set(keyId, tally);
    }
    tally.lastUsedMs = nowMs;
    if (use === 'counted') tally.requests++;
    else if (use === 'limited') tally.limited++;
  }

  /** Writes everything counted so far. Keeps what cannot be written for the next time. */
  async flush(): Promise<void> {
    // One at a time; what was counted since the other began is written here.
    while (this.#flushing !== null) await this.#flushing;
    this.#flushing = this.#write();
    try {
      await this.#flushing;
    } finally {
      this.#flushing = null;
    }
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Flushes for the last time. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.flush();
  }

  async #write(): Promise<void> {
    try {
      if (this.#batch !== null) await this.#add(this.#batch);
      const usage = [...this.#earlier, ...this.#today.values()];
      if (usage.length === 0) return;
      this.#earlier = [];
      this.#today = new Map();
      this.#batch = { name: crypto.randomUUID(), usage };
      await this.#add(this.#batch);
    } catch (error) {
      this.onFailure(error as Error);
    }
  }

  async #add({ name, usage }: { name: string; usage: KeyUsage[] }): Promise<void> {
    await this.store.usage.add(usage, name);
    this.#batch = null;
  }

  #startDay(nowMs: number): void {
    this.#earlier.push(...this.#today.values());
    this.#today = new Map();
    this.#dayStartMs = nowMs - (nowMs % DAY_MS);
  }
}
