import type { Holder } from './caller.ts';
import { hashKey, type KeyDirectory, type KeyFacts, readBearer } from './keys.ts';

/** More keys than any server has in use at once; each takes about 500 bytes. Past it the cache starts over. */
const MAX_CACHED = 50_000;

/** Makes what finds the holder of a valid key by an `Authorization` header; null for any other header. */
export function cacheKeys(
  keys: KeyDirectory,
  chargesOf: (facts: KeyFacts) => Holder['charges'],
  nowMs: () => number,
): (authorization: string) => Holder | null {
  /**
   * Valid keys by their `Authorization` header in its usual spelling, so that a key is checked, hashed and looked up
   * once. Other spellings of the same header share its entry.
   */
  const cache = new Map<string, Holder>();
  let cachedVersion = 0;

  function lookUp(authorization: string): Holder | null {
    const key = readBearer(authorization);
    if (key === null) return null;
    const spelling = `Bearer ${key}`;
    const cached = spelling === authorization ? undefined : cache.get(spelling);
    if (cached !== undefined) return cached;
    const facts = keys.findByHash(hashKey(key));
    if (facts === null) return null;
    const holder = { ...facts, charges: chargesOf(facts) };
    cache.set(spelling, holder);
    return holder;
  }

  return (authorization) => {
    const { version } = keys;
    if (version !== cachedVersion || cache.size >= MAX_CACHED) cache.clear();
    cachedVersion = version;
    const holder = cache.get(authorization) ?? lookUp(authorization);
    if (holder === null || holder.validUntilMs === Number.POSITIVE_INFINITY) return holder;
    return nowMs() <= holder.validUntilMs ? holder : null;
  };
}
