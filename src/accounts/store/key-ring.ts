import { LRUCache } from 'lru-cache';
import type { KeyDirectory, KeyFacts } from '../../admission/keys.ts';
import type { AccountsFile } from './accounts-file.ts';

/** Keys that are in use stay in memory; an entry takes about 300 bytes. */
const MOST_CACHED = 50_000;
/** A change made by another process is seen after this time at the latest. */
const LOOK_AGAIN_MS = 400;

/**
 * Finds keys without reading the file for each request. When another process has changed the file, such as the command
 * line that revokes a key, everything is read anew; a change of this process says so itself.
 */
export class KeyRing implements KeyDirectory {
  readonly #file: AccountsFile;
  readonly #nowMs: () => number;
  readonly #cache = new LRUCache<string, KeyFacts>({ max: MOST_CACHED });
  #dataVersion = -1;
  #version = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(file: AccountsFile, nowMs: () => number = () => performance.now()) {
    this.#file = file;
    this.#nowMs = nowMs;
  }

  find(hash: string): KeyFacts | null {
    this.#look();
    const cached = this.#cache.get(hash);
    if (cached !== undefined) return cached;
    const facts = this.#file.existing()?.keys.findByHash(hash) ?? null;
    if (facts !== null) this.#cache.set(hash, facts);
    return facts;
  }

  get version(): number {
    this.#look();
    return this.#version;
  }

  /** Something about keys or plans was changed. */
  forget(): void {
    this.#cache.clear();
    this.#version++;
  }

  #look(): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#lookedMs < LOOK_AGAIN_MS) return;
    this.#lookedMs = nowMs;
    const dataVersion = this.#file.existing()?.dataVersion() ?? -1;
    if (dataVersion !== this.#dataVersion) this.forget();
    this.#dataVersion = dataVersion;
  }
}
