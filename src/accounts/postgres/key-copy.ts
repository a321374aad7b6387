import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { KeyFacts } from '../../admission/keys.ts';
import { syncToDisk } from '../../system.ts';
import type { KeyMap, MappedKey } from './key-map.ts';

/** Keys per step, so that requests are answered in between. */
const STEP = 1000;

/**
 * The keys as last seen, on disk: with it a server can start, and admit its callers, while PostgreSQL is away. The first
 * line names the database, and each of the others has the hash of a key and what it may do. No request fails because
 * the copy cannot be written.
 */
export class KeyCopy {
  #isFailing = false;
  /** The version of the map that the copy has. */
  #version = -1;
  #writing = Promise.resolve();

  /** `source` names the database: a copy of another one is not used. */
  constructor(
    private readonly path: string,
    private readonly source: string,
    private readonly onFailure: (error: Error) => void,
  ) {}

  /** Null when there is no complete copy of this database. */
  read(): MappedKey[] | null {
    if (!existsSync(this.path)) return null;
    try {
      const [source = '', ...lines] = readFileSync(this.path, 'utf8').trimEnd().split('\n');
      if (JSON.parse(source) !== this.source) return null;
      return lines.map((line) => {
        const [hash, facts] = JSON.parse(line) as [string, KeyFacts];
        return { hash, facts: { ...facts, validUntilMs: facts.validUntilMs ?? Number.POSITIVE_INFINITY } };
      });
    } catch (error) {
      this.onFailure(error as Error);
      return null;
    }
  }

  /** Makes the copy equal to the map, unless it is. */
  update(map: KeyMap): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const { version } = map;
      if (version === this.#version) return;
      try {
        await this.#write(map);
        this.#version = version;
        this.#isFailing = false;
      } catch (error) {
        // Reported once until it works again.
        if (!this.#isFailing) this.onFailure(error as Error);
        this.#isFailing = true;
      }
    });
    return this.#writing;
  }

  async #write(map: KeyMap): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const unfinished = `${this.path}.unfinished`;
    await writeFile(unfinished, this.#steps(map), { mode: 0o600 });
    syncToDisk(unfinished);
    await rename(unfinished, this.path);
  }

  *#steps(map: KeyMap): Iterable<string> {
    let lines = [JSON.stringify(this.source)];
    for (const entry of map.entries()) {
      lines.push(JSON.stringify(entry));
      if (lines.length < STEP) continue;
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
    yield `${lines.join('\n')}\n`;
  }
}
