import { closeSync, fstatSync, openSync, type Stats } from 'node:fs';

/**
 * What identifies the content of a file as long as nobody sets its times back. Every write changes the time before it
 * changes a byte, so bytes that were read before a look at an unchanged time are those of the former content.
 */
export interface FileState {
  device: number;
  inode: number;
  bytes: number;
  modifiedMs: number;
}

export function stateOf({ dev, ino, size, mtimeMs }: Stats): FileState {
  return { device: dev, inode: ino, bytes: size, modifiedMs: mtimeMs };
}

export function isSameState(one: FileState, other: FileState): boolean {
  return (
    one.modifiedMs === other.modifiedMs &&
    one.bytes === other.bytes &&
    one.inode === other.inode &&
    one.device === other.device
  );
}

/**
 * A file that is being read, and is expected to stay as it is: others replace a catalogue by another file at the same path.
 * Some copy over it instead, so every reader checks afterwards whether it has changed.
 */
export class OpenFile {
  readonly state: FileState;
  readonly #descriptor: number;
  #isClosed = false;
  /** Once changed, it stays so: its old content may come back, but not all at once. */
  #hasChanged = false;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.state = stateOf(fstatSync(this.#descriptor));
  }

  get hasChanged(): boolean {
    if (this.#hasChanged || this.#isClosed) return this.#hasChanged;
    this.#hasChanged = !this.#isAsOpened();
    return this.#hasChanged;
  }

  #isAsOpened(): boolean {
    try {
      return isSameState(this.state, stateOf(fstatSync(this.#descriptor)));
    } catch {
      // It cannot be reached any more, as on a network drive that is gone.
      return false;
    }
  }

  /** Somebody has found that it is not as it was, though it looks so. */
  distrust(): void {
    this.#hasChanged = true;
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#descriptor);
    this.#isClosed = true;
  }
}
