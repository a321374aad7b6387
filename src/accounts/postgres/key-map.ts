import type { KeyDirectory, KeyFacts } from '../../admission/keys.ts';
import { type KeyFactsRow, keyFactsOf, SELECT_KEY_FACTS } from '../tables/rows.ts';
import type { Sql } from '../tables/sql.ts';

/** A key by one of its secrets; it has a second one while it is being rotated. */
export interface MappedKey {
  readonly hash: string;
  readonly facts: KeyFacts;
}

/** Which keys have changed: some by their ids, and all those of some accounts. */
export interface KeyChange {
  readonly keyIds: ReadonlySet<number>;
  readonly accountIds: ReadonlySet<number>;
}

/** Rows per step, so that requests are answered in between. */
const STEP = 5000;

/** All keys that work, in memory: a lookup waits for nothing, and needs no database. */
export class KeyMap implements KeyDirectory {
  #byHash = new Map<string, KeyFacts>();
  version = 0;

  findByHash(hash: string): KeyFacts | null {
    return this.#byHash.get(hash) ?? null;
  }

  /** Changes made during the iteration appear in it. */
  entries(): IterableIterator<[hash: string, KeyFacts]> {
    return this.#byHash.entries();
  }

  /** Replaces everything in `change` by exactly these keys. Looking through a million takes some 20 ms, and changes are rare. */
  replace({ keyIds, accountIds }: KeyChange, keys: readonly MappedKey[]): void {
    for (const [hash, { keyId, accountId }] of this.#byHash)
      if (keyIds.has(keyId) || accountIds.has(accountId)) this.#byHash.delete(hash);
    for (const { hash, facts } of keys) this.#byHash.set(hash, facts);
    this.version++;
  }

  /** They take effect together, after the last. */
  async replaceAll(keys: readonly MappedKey[]): Promise<void> {
    const byHash = new Map<string, KeyFacts>();
    for (let start = 0; start < keys.length; start += STEP) {
      for (const { hash, facts } of keys.slice(start, start + STEP)) byHash.set(hash, facts);
      await Bun.sleep(0);
    }
    this.#byHash = byHash;
    this.version++;
  }
}

/** Those of the changed keys that exist, or all keys. */
export async function readKeys(sql: Sql, change: KeyChange | null): Promise<MappedKey[]> {
  const rows = await (change === null
    ? sql.rows<KeyFactsRow>(SELECT_KEY_FACTS)
    : sql.rows<KeyFactsRow>(
        `${SELECT_KEY_FACTS} AND (keys.id = ANY ($1) OR account_id = ANY ($2))`,
        ...[[...change.keyIds], [...change.accountIds]],
      ));
  return rows.map((row) => ({ hash: row.hash, facts: keyFactsOf(row) }));
}
