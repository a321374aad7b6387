import { LRUCache } from 'lru-cache';
import type { Database, Statement } from '../../../sqlite/driver.ts';
import { boundsOf, MAX_PREFIX_LETTERS, prefixKey, tierOf } from '../index/lists.ts';
import { intersect, type Postings, type Ranks } from './rank-lists.ts';

/** A part of a list, as it is stored (index/lists.sql). */
type Part = [first: number, distances: Buffer];

const ALL = Number.POSITIVE_INFINITY;
/**
 * Lists that are kept in memory, by their ranks of four bytes each. Longer ones would soon displace each other, and what
 * they leave behind makes the heap of a thread grow.
 */
const MAX_KEPT_RANKS = 2 ** 16;
const MAX_KEPT_LENGTH = 4096;
/** What keeping a list takes beside its ranks, in ranks. */
const KEPT_LIST_OVERHEAD = 64;
/** About as many ranks are in a full part. Looking one up takes as long as reading two parts on the way. */
const RANKS_OF_PART = 600;
const PARTS_PER_LOOK_UP = 2;
/** More than any list of a tier has. */
const MAX_PARTS = 1_000_000;
const NUMBER_GOES_ON = 0x80;
const NONE: Ranks = new Uint32Array();

/** Opens the tiers, the best first. */
export function openPostings(db: Database, foods: number): Postings[] {
  const parts = db
    .prepare(
      'SELECT first, distances FROM search_lists WHERE term = ? AND first BETWEEN ? AND ? ORDER BY first LIMIT ?',
    )
    .raw() as Statement<[string, number, number, number], Part>;
  const partWith = db
    .prepare(
      'SELECT first, distances FROM search_lists WHERE term = ? AND first BETWEEN ? AND ? ORDER BY first DESC LIMIT 1',
    )
    .raw() as Statement<[string, number, number], Part>;
  /** A search asks for the same lists again and again, and so do others: few words are in most queries. */
  const kept = new LRUCache<string, Ranks>({
    maxSize: MAX_KEPT_RANKS,
    maxEntrySize: MAX_KEPT_LENGTH + KEPT_LIST_OVERHEAD,
    sizeCalculation: (ranks) => ranks.length + KEPT_LIST_OVERHEAD,
  });
  return Array.from({ length: tierOf(Math.max(1, foods)) + 1 }, (_, tier) => {
    const [from, to] = boundsOf(tier);
    const list = (key: string, most: number): Ranks => {
      const name = `${tier} ${key}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const ranks = readParts(most, (after, count) => parts.all(key, Math.max(from, after + 1), to, count));
      if (ranks.length < most) kept.set(name, ranks);
      return ranks;
    };
    const lookUp = (key: string, ranks: Ranks): Ranks => {
      let part = NONE;
      return ranks.filter((rank) => {
        if (part.length === 0 || part[part.length - 1]! < rank) {
          const found = partWith.get(key, from, rank);
          if (found === undefined) return false;
          part = withParts(NONE, [found]);
        }
        return intersect(Uint32Array.of(rank), part).length > 0;
      });
    };
    return {
      list: (term, isPrefix, most) => list(keyOf(term, isPrefix), most),
      keep(term, isPrefix, ranks, foods) {
        const key = keyOf(term, isPrefix);
        const known = kept.get(`${tier} ${key}`);
        if (known !== undefined) return intersect(ranks, known);
        const isFar = foods / RANKS_OF_PART > PARTS_PER_LOOK_UP * ranks.length;
        return isFar ? lookUp(key, ranks) : intersect(ranks, list(key, ALL));
      },
    };
  });
}

function keyOf(term: string, isPrefix: boolean): string {
  if (!isPrefix) return term;
  const { length } = [...term];
  if (length > MAX_PREFIX_LETTERS) throw new Error(`there are no lists for beginnings of ${length} letters`);
  return prefixKey(term);
}

/** At least the first ranks of a list, and the rest of the part in which the last of them is. */
function readParts(most: number, next: (after: number, count: number) => Part[]): Ranks {
  let ranks = NONE;
  for (let after = 0; ranks.length < most; ) {
    const wanted = most === ALL ? MAX_PARTS : 1 + Math.ceil((most - ranks.length) / RANKS_OF_PART);
    const parts = next(after, wanted);
    ranks = withParts(ranks, parts);
    if (parts.length < wanted) break;
    after = parts.at(-1)![0];
  }
  return ranks;
}

/** Copied to its size: small arrays of their own are made several times as quickly as views of larger ones. */
function withParts(ranks: Ranks, parts: readonly Part[]): Ranks {
  // There are at most as many distances as bytes.
  const most = parts.reduce((sum, [, distances]) => sum + distances.length + 1, ranks.length);
  const all = new Uint32Array(most);
  all.set(ranks);
  let count = ranks.length;
  for (const [first, distances] of parts) {
    all[count++] = first;
    let rank = first;
    for (let at = 0; at < distances.length; ) {
      let distance = 0;
      let shift = 0;
      let byte: number;
      do {
        byte = distances[at++]!;
        distance |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= NUMBER_GOES_ON);
      rank += distance;
      all[count++] = rank;
    }
  }
  return all.slice(0, count);
}
