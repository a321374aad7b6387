import type { KeyDirectory, KeyFacts } from '../../admission/keys.ts';
import { type KeyFactsRow, keyFactsOf } from '../account-store.ts';
import type { Queries } from './database.ts';

/** A key by one of its secrets. */
export interface MappedKey {
  readonly hash: string;
  readonly facts: KeyFacts;
}

/** Rows per step, so that requests are answered in between. */
const STEP = 5000;

/** Which keys have changed: some by their ids, and all those of some accounts. */
export interface KeyChange {
  readonly keyIds: readonly number[];
  readonly accountIds: readonly number[];
}

/** Keeps a copy of the map. */
export interface KeyMapObserver {
  /** Replaces everything in `change` by exactly these keys. */
  replaced(change: KeyChange, keys: readonly MappedKey[]): void;
}

/** All keys that work, in memory: a lookup waits for nothing, and needs no database. */
export class KeyMap implements KeyDirectory {
  #index = new KeyIndex();
  #version = 0;
  /** What this server has changed since it began to read keys from the database; null while it is not reading. */
  #meanwhile: { keyIds: number[]; accountIds: number[] } | null = null;
  observer: KeyMapObserver | null = null;

  get version(): number {
    return this.#version;
  }

  findByHash(hash: string): KeyFacts | null {
    return this.#index.byHash.get(hash)?.facts ?? null;
  }

  /** Changes made during the iteration appear in it. */
  values(): IterableIterator<MappedKey> {
    return this.#index.byHash.values();
  }

  /** After a change by this server: replaces everything in `change` by exactly these keys. */
  replace(change: KeyChange, keys: readonly MappedKey[]): void {
    this.#meanwhile?.keyIds.push(...change.keyIds);
    this.#meanwhile?.accountIds.push(...change.accountIds);
    this.#replace(change, keys);
  }

  /** After a change by anyone: reads what has changed. One refresh at a time. */
  async refresh(change: KeyChange, read: () => Promise<MappedKey[]>): Promise<void> {
    const meanwhile = this.#startReading();
    const keys = await read();
    // What this server changed in the meantime is newer than the answer.
    const own = this.#index.take(meanwhile);
    for (const key of own) this.#index.add(key);
    const isOlder = ({ facts }: MappedKey) =>
      meanwhile.keyIds.includes(facts.keyId) || meanwhile.accountIds.includes(facts.accountId);
    const both = {
      keyIds: [...change.keyIds, ...meanwhile.keyIds],
      accountIds: [...change.accountIds, ...meanwhile.accountIds],
    };
    this.#replace(both, [...keys.filter((key) => !isOlder(key)), ...own]);
  }

  /** Reads all keys there are. They take effect together, after the last. */
  async refreshAll(read: () => Promise<MappedKey[]>): Promise<void> {
    const meanwhile = this.#startReading();
    const keys = await read();
    const index = new KeyIndex();
    for (let start = 0; start < keys.length; start += STEP) {
      for (const key of keys.slice(start, start + STEP)) index.add(key);
      await Bun.sleep(0);
    }
    const own = this.#index.take(meanwhile);
    index.take(meanwhile);
    for (const key of own) index.add(key);
    this.#index = index;
    this.#version++;
  }

  #startReading(): { keyIds: number[]; accountIds: number[] } {
    this.#meanwhile = { keyIds: [], accountIds: [] };
    return this.#meanwhile;
  }

  #replace(change: KeyChange, keys: readonly MappedKey[]): void {
    const before = this.#index.take(change);
    for (const key of keys) this.#index.add(key);
    // A server is notified of its own changes, too.
    if (areSame(before, keys)) return;
    this.#version++;
    this.observer?.replaced(change, keys);
  }
}

function areSame(some: readonly MappedKey[], others: readonly MappedKey[]): boolean {
  if (some.length !== others.length) return false;
  const byHash = new Map(others.map(({ hash, facts }) => [hash, facts]));
  return some.every(({ hash, facts }) => {
    const other = byHash.get(hash);
    return (
      other !== undefined &&
      Object.entries(facts).every(([name, value]) => other[name as keyof KeyFacts] === value)
    );
  });
}

class KeyIndex {
  readonly byHash = new Map<string, MappedKey>();
  /** A key has a second secret while it is being rotated. */
  readonly #byKey = new Map<number, MappedKey[]>();
  readonly #byAccount = new Map<number, Set<number>>();

  add(key: MappedKey): void {
    const { keyId, accountId } = key.facts;
    this.byHash.set(key.hash, key);
    const others = this.#byKey.get(keyId);
    if (others === undefined) this.#byKey.set(keyId, [key]);
    else others.push(key);
    const siblings = this.#byAccount.get(accountId);
    if (siblings === undefined) this.#byAccount.set(accountId, new Set([keyId]));
    else siblings.add(keyId);
  }

  /** Removes keys, and returns them. */
  take({ keyIds, accountIds }: KeyChange): MappedKey[] {
    const ids = new Set(keyIds);
    for (const accountId of accountIds) for (const id of this.#byAccount.get(accountId) ?? []) ids.add(id);
    const taken = [...ids].flatMap((id) => this.#byKey.get(id) ?? []);
    for (const { hash, facts } of taken) {
      this.byHash.delete(hash);
      this.#byKey.delete(facts.keyId);
      const siblings = this.#byAccount.get(facts.accountId);
      siblings?.delete(facts.keyId);
      if (siblings?.size === 0) this.#byAccount.delete(facts.accountId);
    }
    return taken;
  }
}

interface MappedRow extends KeyFactsRow {
  hash: string;
}

/** Those of the changed keys that exist, or all keys. */
export async function readKeys(db: Queries, change: KeyChange | null): Promise<MappedKey[]> {
  const rows = await db.rows<MappedRow>(
    `SELECT hash, keys.id, account_id, kind, scope, plan, per_minute, expires_ms, ends_ms
     FROM larder.key_secrets
     JOIN larder.keys ON keys.id = key_id
     JOIN larder.accounts ON accounts.id = account_id
     WHERE revoked_ms IS NULL${change === null ? '' : ' AND (keys.id = ANY ($1) OR account_id = ANY ($2))'}`,
    ...(change === null ? [] : [change.keyIds, change.accountIds]),
  );
  return rows.map((row) => ({ hash: row.hash, facts: keyFactsOf(row) }));
}
