import { LRUCache } from 'lru-cache';
import type { PictureStore } from './picture-store.ts';
import { type PictureType, pictureTypeOf } from './picture-type.ts';

export interface Picture {
  /** Identifies the address that it was fetched from. */
  key: string;
  bytes: Buffer;
  type: PictureType;
}

/** A picture that could not be fetched is tried again after this time. */
const RETRY_AFTER_MS = 10 * 60_000;
const MAX_FAILURES_REMEMBERED = 10_000;
/** Few enough to be polite to the host of the pictures. */
const MAX_AT_ONCE = 6;
/** If a picture takes a tenth of a second, the last in line waits for about two seconds. */
const MAX_WAITING = 120;

/** A host may hang, and whoever is last in line would wait for minutes: connections are closed after half of one. */
const MAX_WAIT_MS = 15_000;

export interface ProductPicturesOptions {
  store: PictureStore;
  fetch: (address: string) => Promise<Buffer>;
  nowMs?: () => number;
  /** Calls back after a while; passed in so that no test waits. */
  after?: (delayMs: number, act: () => void) => Timer | undefined;
  /** Called with the reason when a picture could not be fetched. */
  onFailure?: (reason: string) => void;
}

/** Pictures by their address: fetched once, then from disk. */
export class ProductPictures {
  readonly #options: ProductPicturesOptions;
  readonly #nowMs: () => number;
  readonly #after: (delayMs: number, act: () => void) => Timer | undefined;
  /** When each of the pictures that could not be fetched may be tried again. */
  readonly #failures = new LRUCache<string, number>({ max: MAX_FAILURES_REMEMBERED });
  /** Everyone who requests a picture that is on its way waits for the same fetch. */
  readonly #coming = new Map<string, Promise<Picture | null>>();
  #fetching = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(options: ProductPicturesOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#after = options.after ?? ((delayMs, act) => setTimeout(act, delayMs));
  }

  /** Null for a picture that cannot be fetched now, and `busy` when too many requests wait, or this one has for long. */
  async find(address: string): Promise<Picture | null | 'busy'> {
    const key = keyOf(address);
    const bytes = await this.#options.store.read(key);
    const type = bytes === null ? null : pictureTypeOf(bytes);
    if (bytes !== null && type !== null) return { key, bytes, type };
    if ((this.#failures.get(key) ?? 0) > this.#nowMs()) return null;
    const coming = this.#coming.get(key);
    if (coming !== undefined) return this.#unlessLate(coming);
    if (this.#coming.size >= MAX_AT_ONCE + MAX_WAITING) return 'busy';
    const fetched = this.#fetch(key, address).finally(() => this.#coming.delete(key));
    this.#coming.set(key, fetched);
    return this.#unlessLate(fetched);
  }

  /** The fetch goes on, so that a later request finds the picture. */
  #unlessLate(coming: Promise<Picture | null>): Promise<Picture | null | 'busy'> {
    const { promise: late, resolve } = Promise.withResolvers<'busy'>();
    const timer = this.#after(MAX_WAIT_MS, () => resolve('busy'));
    return Promise.race([coming, late]).finally(() => clearTimeout(timer));
  }

  async #fetch(key: string, address: string): Promise<Picture | null> {
    await this.#turn();
    try {
      const bytes = await this.#options.fetch(address);
      const type = pictureTypeOf(bytes);
      if (type === null) throw new Error('it is not a picture');
      await this.#options.store.write(key, bytes);
      return { key, bytes, type };
    } catch (error) {
      this.#failures.set(key, this.#nowMs() + RETRY_AFTER_MS);
      this.#options.onFailure?.(error instanceof Error ? error.message : String(error));
      return null;
    } finally {
      this.#fetching--;
      this.#waiting.shift()?.();
    }
  }

  /** Waits until another picture may be fetched. */
  async #turn(): Promise<void> {
    if (this.#fetching >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#fetching++;
  }
}

/** The name of a picture on disk. */
export function keyOf(address: string): string {
  return new Bun.CryptoHasher('sha256').update(address).digest('hex').slice(0, 32);
}
