import { statSync } from 'node:fs';
import { PlainError } from '../plain-error.ts';
import { CatalogError } from './catalog-file.ts';
import { readChecksumWithPauses, refuseAltered } from './checksum.ts';
import { openCatalog } from './open.ts';

/**
 * Follows a catalogue file: when it has been replaced, every byte of the new file is checked, and the new catalogue is
 * opened and passed on. A bad file is reported once, and the old catalogue stays in use.
 */
interface FollowOptions<Opened extends { close(): void }> {
  path: string;
  /** What `fileIdentity` said before the catalogue in use was opened: another may have taken its place since. */
  seen: string | null;
  /** The checksum of the catalogue in use; null if that cannot be used any more, so that even an equal one is taken. */
  currentHash: () => string | null;
  /** Opens a file that has been found intact, possibly with an overlay. */
  open: (path: string) => Opened | Promise<Opened>;
  onNext: (next: Opened) => void;
  onRefused: (error: PlainError) => void;
  /** Gives other work a turn while the file is being read. */
  pause?: () => Promise<void>;
}

/** `superseded`: the file was replaced again while it was being read, and the next look takes that one. */
type FollowOutcome = 'unchanged' | 'missing' | 'superseded' | 'replaced' | 'refused';

/** Soon enough for an operator who waits for it, and hardly any work. */
export const LOOK_EVERY_MS = 1000;

export class FollowedFile<Opened extends { close(): void }> {
  readonly #options: FollowOptions<Opened>;
  readonly #pause: () => Promise<void>;
  #seen: string | null;
  #looking: Promise<FollowOutcome> | null = null;

  constructor(options: FollowOptions<Opened>) {
    this.#options = options;
    this.#pause = options.pause ?? (() => new Promise((resolve) => setImmediate(resolve)));
    this.#seen = options.seen;
  }

  /** Checks whether the file has been replaced since the last look. Only one look runs at a time. */
  look(): Promise<FollowOutcome> {
    if (this.#looking === null && fileIdentity(this.#options.path) === this.#seen) {
      return Promise.resolve('unchanged');
    }
    return this.lookAgain();
  }

  /** Reads the file even if it looks unchanged. */
  lookAgain(): Promise<FollowOutcome> {
    this.#looking ??= this.#take().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #take(): Promise<FollowOutcome> {
    const { path, currentHash, open, onNext, onRefused } = this.#options;
    const identity = fileIdentity(path);
    this.#seen = identity;
    // A missing file may be about to be replaced; the open one stays readable.
    if (identity === null) return 'missing';
    try {
      const hash = await this.#readWhole(path);
      if (hash === currentHash()) return 'unchanged';
      const next = await open(path);
      if (fileIdentity(path) !== identity) {
        next.close();
        return 'superseded';
      }
      onNext(next);
      return 'replaced';
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      // It is still being written.
      if (fileIdentity(path) !== identity) return 'superseded';
      onRefused(error);
      return 'refused';
    }
  }

  /** Checks every byte, and returns the checksum. */
  async #readWhole(path: string): Promise<string> {
    const checksum = await readChecksumWithPauses(path, this.#pause);
    if (checksum === null) {
      // If it is not a catalogue at all, opening it throws a better message.
      openCatalog(path).close();
      throw new CatalogError(path, 'has no checksum', 'copy it again');
    }
    refuseAltered(path, checksum);
    return checksum.computed;
  }
}

/**
 * Differs between two files at the same path, and after a change to one; null if no file is there that can be
 * reached. A copy may be given the times of its original, but nobody can set the time of the last change to the file itself.
 */
export function fileIdentity(path: string): string | null {
  try {
    const found = statSync(path);
    return found.isFile()
      ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
      : null;
  } catch {
    return null;
  }
}
