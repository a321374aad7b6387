import type { KeyDirectory, KeyFacts } from '../../admission/keys.ts';
import { type KeyFactsRow, keyFactsOf, SELECT_KEY_FACTS } from '../tables/rows.ts';
import type { Connection } from './connection.ts';

/** How soon a change by another process is seen: well within the second that is promised. */
const POLL_EVERY_MS = 400;

/** Looks keys up in the accounts file. */
export class FileKeys implements KeyDirectory {
  #polledMs = Number.NEGATIVE_INFINITY;
  /** Changes with every commit of another connection; -1 while there is no file. */
  #dataVersion = -1;

  constructor(
    private readonly connection: Connection,
    private readonly steadyMs: () => number,
  ) {}

  get version(): number {
    const nowMs = this.steadyMs();
    if (nowMs - this.#polledMs >= POLL_EVERY_MS) {
      this.#polledMs = nowMs;
      const dataVersion = this.connection.read(
        -1,
        (db) => db.pragma('data_version', { simple: true }) as number,
      );
      if (dataVersion !== this.#dataVersion) this.connection.keyChanges++;
      this.#dataVersion = dataVersion;
    }
    return this.connection.keyChanges;
  }

  findByHash(hash: string): KeyFacts | null {
    const [row] = this.connection.rowsNow<KeyFactsRow>(`${SELECT_KEY_FACTS} AND hash = $1`, hash);
    return row === undefined ? null : keyFactsOf(row);
  }
}
