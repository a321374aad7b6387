import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/**
 * Pictures on disk, one file each, up to a total size; the least used are deleted first. A file is written under
 * another name and then renamed, so that it is complete or not there. When each was last used is kept as the time of
 * its file, so a restart forgets nothing. Files with other names are left alone.
 */

const PICTURE_FILE = /^([0-9a-f]{32})\.picture$/;
/** What an interrupted write left behind. */
const PARTIAL_FILE = /^[0-9a-f]{32}\.[0-9a-f-]{36}\.part$/;
/** A file takes at least this much of a disk, so this bounds how many there can be. */
const MIN_FILE_BYTES = 4096;
/** Writing the time of every use would wear out a disk. */
const NOTE_USE_EVERY_MS = 3_600_000;

export interface PictureStoreOptions {
  directory: string;
  mostBytes: number;
  nowMs?: () => number;
  /** Called where a file could not be written, read or deleted; the picture is then fetched again. */
  onError?: (error: Error) => void;
}

interface StoredPicture {
  bytes: number;
  notedMs: number;
}

export class PictureStore {
  readonly #directory: string;
  readonly #nowMs: () => number;
  readonly #onError: (error: Error) => void;
  readonly #pictures: LRUCache<string, StoredPicture>;
  /** Resolves when the files of an earlier run are known. */
  readonly #ready: Promise<void>;

  /** Throws if the directory cannot be created. */
  constructor({ directory, mostBytes, nowMs = Date.now, onError = () => {} }: PictureStoreOptions) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    this.#nowMs = nowMs;
    this.#onError = onError;
    this.#pictures = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ bytes }) => Math.max(bytes, MIN_FILE_BYTES),
      dispose: (_, key, reason) => {
        if (reason === 'evict') void this.#attempt(unlink(this.#fileOf(key)));
      },
    });
    this.#ready = this.#recall().catch(onError);
  }

  /** The bytes of a picture, or null if it is not there. */
  async read(key: string): Promise<Buffer | null> {
    await this.#ready;
    const stored = this.#pictures.get(key);
    if (stored === undefined) return null;
    const bytes = await this.#attempt(readFile(this.#fileOf(key)));
    // A power cut can leave a file empty or short.
    if (bytes === null || bytes.length !== stored.bytes) {
      this.#pictures.delete(key);
      return null;
    }
    this.#noteUse(key, stored);
    return bytes;
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    await this.#ready;
    const partial = join(this.#directory, `${key}.${randomUUID()}.part`);
    const isWritten = await this.#attempt(
      writeFile(partial, bytes, { flush: true })
        .then(() => rename(partial, this.#fileOf(key)))
        .then(() => true),
    );
    if (isWritten) this.#add(key, { bytes: bytes.length, notedMs: this.#nowMs() });
    else await unlink(partial).catch(() => {});
  }

  /** Adopts what an earlier run left, the least recently used first. */
  async #recall(): Promise<void> {
    const names = await readdir(this.#directory);
    const partial = names.filter((name) => PARTIAL_FILE.test(name));
    await Promise.all(partial.map((name) => this.#attempt(unlink(join(this.#directory, name)))));
    const found: [key: string, StoredPicture][] = [];
    for (const name of names) {
      const key = PICTURE_FILE.exec(name)?.[1];
      const facts = key === undefined ? null : await this.#attempt(stat(join(this.#directory, name)));
      if (key !== undefined && facts !== null)
        found.push([key, { bytes: facts.size, notedMs: facts.mtimeMs }]);
    }
    found.sort(([, a], [, b]) => a.notedMs - b.notedMs);
    for (const [key, stored] of found) this.#add(key, stored);
  }

  /** A picture larger than the total limit is not kept at all. */
  #add(key: string, stored: StoredPicture): void {
    this.#pictures.set(key, stored);
    if (!this.#pictures.has(key)) void this.#attempt(unlink(this.#fileOf(key)));
  }

  #noteUse(key: string, stored: StoredPicture): void {
    const nowMs = this.#nowMs();
    if (nowMs - stored.notedMs < NOTE_USE_EVERY_MS) return;
    stored.notedMs = nowMs;
    void this.#attempt(utimes(this.#fileOf(key), nowMs / 1000, nowMs / 1000));
  }

  #fileOf(key: string): string {
    return join(this.#directory, `${key}.picture`);
  }

  /** Null where the operation failed. */
  async #attempt<Value>(operation: Promise<Value>): Promise<Value | null> {
    try {
      return await operation;
    } catch (error) {
      this.#onError(error as Error);
      return null;
    }
  }
}
