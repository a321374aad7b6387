import { statSync } from 'node:fs';
import type { Catalog } from '../food/catalog.ts';
import { PlainError } from '../plain-error.ts';
import { CatalogError } from './catalog-error.ts';
import { readSealGently, refuseAltered } from './checksum.ts';
import { openCatalog } from './open.ts';

/**
 * Follows a catalogue file: when another file has taken its place, that one is read to its last byte and handed over,
 * opened. A file that is not what it should be is told of once, and the former catalogue stays.
 */
export interface FollowOptions {
  path: string;
  /** The content of the catalogue in use. */
  currentHash: () => string;
  /** Opens what was found to be whole; may add to it. */
  open: (path: string) => Catalog | Promise<Catalog>;
  onNext: (next: Catalog) => void;
  onRefused: (error: PlainError) => void;
  /** Lets whatever else is to be done have its turn. */
  breathe?: () => Promise<void>;
}

export type FollowOutcome = 'unchanged' | 'replaced' | 'refused';

/** How often the file is looked at: soon enough for whoever waits for it, and next to no work. */
export const LOOK_EVERY_MS = 1000;

export class FollowedFile {
  readonly #options: FollowOptions;
  readonly #breathe: () => Promise<void>;
  #seen: string | null;
  #looking: Promise<FollowOutcome> | null = null;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#breathe = options.breathe ?? (() => new Promise((resolve) => setImmediate(resolve)));
    this.#seen = markOf(options.path);
  }

  /** Looks whether another file has taken the place of the last one; one look at a time. */
  look(): Promise<FollowOutcome> {
    if (this.#looking === null && markOf(this.#options.path) === this.#seen) {
      return Promise.resolve('unchanged');
    }
    return this.lookAgain();
  }

  /** The same, also where the file seems to be the one that was seen last. */
  lookAgain(): Promise<FollowOutcome> {
    this.#looking ??= this.#take().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #take(): Promise<FollowOutcome> {
    const { path, currentHash, open, onNext, onRefused } = this.#options;
    const mark = markOf(path);
    this.#seen = mark;
    // A file that is gone may be on its way; the open one can still be read.
    if (mark === null) return 'unchanged';
    try {
      const hash = await this.#readWhole(path);
      if (hash === currentHash()) return 'unchanged';
      const next = await open(path);
      // Replaced again while it was read: the next look takes that one.
      if (markOf(path) !== mark) {
        next.close();
        return 'unchanged';
      }
      onNext(next);
      return 'replaced';
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      onRefused(error);
      return 'refused';
    }
  }

  /** The hash of the content, once every byte of it is found to be right. */
  async #readWhole(path: string): Promise<string> {
    const seal = await readSealGently(path, this.#breathe);
    if (seal === null) {
      // Opening it says what it is instead.
      openCatalog(path).close();
      throw new CatalogError(path, 'has lost its seal', 'copy it again');
    }
    refuseAltered(path, seal);
    return seal.computed;
  }
}

/** What tells one file from the next at the same path; null when there is none. */
function markOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}` : null;
}
