import type { UsageRecorder, Use } from '../../admission/keyed-admission.ts';
import type { AccountsFile } from './accounts-file.ts';
import type { DayOfUse } from './usage-store.ts';

/** So much of the counts is lost if the process is killed. */
const FLUSH_EVERY_MS = 10_000;
const DAY_MS = 86_400_000;

/** Counts in memory how keys are used, and writes it down now and then: a request costs no write. */
export class UsageTally implements UsageRecorder {
  readonly #file: AccountsFile;
  readonly #onFailure: (error: Error) => void;
  /** Of the current day, by key. */
  #today = new Map<number, DayOfUse>();
  #beganMs = 0;
  /** Of days that ended before they could be written. */
  #earlier: DayOfUse[] = [];
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(file: AccountsFile, onFailure: (error: Error) => void = () => {}) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  note(keyId: number, use: Use): void {
    const nowMs = this.#file.nowMs();
    if (nowMs < this.#beganMs || nowMs >= this.#beganMs + DAY_MS) this.#begin(nowMs);
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

  /** Writes what is there; what cannot be written now is kept for the next time. */
  flush(): void {
    const days = [...this.#earlier, ...this.#today.values()];
    if (days.length === 0) return;
    try {
      this.#file.existing()?.usage.add(days);
    } catch (error) {
      this.#onFailure(error as Error);
      return;
    }
    this.#earlier = [];
    this.#today = new Map();
  }

  start(): void {
    this.#timer ??= setInterval(() => this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Writes for the last time. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.flush();
  }

  #begin(nowMs: number): void {
    this.#earlier.push(...this.#today.values());
    this.#today = new Map();
    this.#beganMs = nowMs - (nowMs % DAY_MS);
  }
}
