import { LRUCache } from 'lru-cache';
import { type Database, damagedFile } from '../../../sqlite/driver.ts';
import { countTiers, tierTable } from '../index/tiers.ts';
import { LONGEST_INDEXED_PREFIX } from '../query/keys.ts';
import { intersect, type Ranks, uniteAll } from './rank-lists.ts';

/**
 * The foods of each term in one tier of the index, read from the pages in which FTS5 keeps its lists. Asking FTS5 for
 * them takes twenty times as long: it hands foods out one by one, and reads the same lists again for every question.
 * The pages are those of a table with `detail = none` (index/tier.sql), from which nothing was ever deleted: lists of
 * ranks and nothing else.
 */
export interface Postings {
  /** The foods that have the term, or a term that starts with it, in order of rank; at least the first `most` of them. */
  list(term: string, isPrefix: boolean, most: number): Ranks;
  /** Those of these foods that have it. */
  keep(term: string, isPrefix: boolean, ranks: Ranks): Ranks;
}

/** The tables of a tier, and the segments that contain its lists: one, after a build. */
interface Tier {
  segments: readonly Segment[];
  /** The page of the last first term that does not come after this one, undefined where all do. */
  pageUpTo(segment: number, key: Buffer): number | undefined;
  /** The page of the first that does. */
  pageAfter(segment: number, key: Buffer): number | undefined;
  readBlock(row: number): Buffer | undefined;
}

interface Segment {
  id: number;
  firstPage: number;
  lastPage: number;
}

/** The part of a list that is on one page, from and to (exclusive). */
interface Piece {
  start: number;
  end: number;
}

/** The row that lists the segments. */
const STRUCTURE_ROW = 10;
const STRUCTURE_COOKIE_BYTES = 4;
/** Pages of a segment are numbered from here on. */
const ROWS_PER_SEGMENT = 2 ** 37;
/** A page starts with the offsets of its first rank and of its footer, which has the offsets of its terms. */
const FOOTER_PLACE = 2;
const HEADER_BYTES = 4;
/** Whole terms are filed under 0, beginnings of n letters under n. */
const WHOLE_TERMS = '0';
/** The # before a term of a brand or category counts as a letter (index/tier.sql). */
const LONGEST_PREFIX = LONGEST_INDEXED_PREFIX + 1;

const ALL = Number.POSITIVE_INFINITY;
const FEW_RANKS = 4096;
const MANY_RANKS = 65_536;
/**
 * Lists that are kept in memory, by their ranks of four bytes each. Longer ones would soon displace each other, and what
 * they leave behind makes the heap of a thread grow.
 */
const MOST_KEPT_RANKS = 2 ** 16;
const LONGEST_KEPT = 4096;
/** What keeping a list takes beside its ranks, in ranks. */
const KEPT_LIST_OVERHEAD = 64;
/** Looking a food up in a list takes about as long as reading this many pages of it. */
const PAGES_PER_LOOK_UP = 6;

/** Opens the tiers, the best first. */
export function openPostings(db: Database): Postings[] {
  /** A search asks for the same lists again and again, and so do others: few words are in most queries. */
  const kept = new LRUCache<string, Ranks>({
    maxSize: MOST_KEPT_RANKS,
    maxEntrySize: LONGEST_KEPT + KEPT_LIST_OVERHEAD,
    sizeCalculation: (ranks) => ranks.length + KEPT_LIST_OVERHEAD,
  });
  const buffer = new RankBuffer();
  return Array.from({ length: countTiers(db) }, (_, number) => {
    const tier = openTier(db, number);
    const list = (key: string, most: number): Ranks => {
      const name = `${number} ${key}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const ranks = readLists(tier, Buffer.from(key), most, buffer);
      if (ranks.length < most) kept.set(name, ranks);
      return ranks;
    };
    return {
      list: (term, isPrefix, most) => list(keyOf(term, isPrefix), most),
      keep(term, isPrefix, ranks) {
        const key = keyOf(term, isPrefix);
        const known = kept.get(`${number} ${key}`);
        if (known !== undefined) return intersect(ranks, known);
        const [segment, another] = tier.segments;
        if (segment === undefined || another !== undefined) return intersect(ranks, list(key, ALL));
        return keepListed(tier, segment, Buffer.from(key), ranks, buffer);
      },
    };
  });
}

function keyOf(term: string, isPrefix: boolean): string {
  const length = isPrefix ? [...term].length : 0;
  if (length > LONGEST_PREFIX) throw new Error(`there are no lists for beginnings of ${length} letters`);
  return (isPrefix ? String(length) : WHOLE_TERMS) + term;
}

function openTier(db: Database, tier: number): Tier {
  const table = tierTable(tier);
  const block = db.prepare(`SELECT block FROM ${table}_data WHERE id = ?`).pluck();
  // The number of the page is stored above a flag in the lowest bit.
  const page = (condition: string) =>
    db.prepare(`SELECT pgno >> 1 FROM ${table}_idx WHERE segid = ? AND ${condition} LIMIT 1`).pluck();
  const upTo = page('term <= ? ORDER BY term DESC');
  const after = page('term > ? ORDER BY term');
  const readBlock = (row: number) => block.get(row) as Buffer | undefined;
  const structure = readBlock(STRUCTURE_ROW);
  if (structure === undefined) throw damagedFile();
  return {
    segments: readSegments(structure),
    pageUpTo: (segment, key) => upTo.get(segment, key) as number | undefined,
    pageAfter: (segment, key) => after.get(segment, key) as number | undefined,
    readBlock,
  };
}

function readSegments(structure: Buffer): Segment[] {
  const numbers = new Varints(structure, STRUCTURE_COOKIE_BYTES);
  const levels = numbers.next();
  // How many segments there are, and how often the table was written to.
  numbers.skip(2);
  const segments: Segment[] = [];
  for (let level = 0; level < levels; level++) {
    // How many of them are being merged.
    numbers.skip(1);
    for (let left = numbers.next(); left > 0; left--) {
      segments.push({ id: numbers.next(), firstPage: numbers.next(), lastPage: numbers.next() });
    }
  }
  return segments;
}

function readLists(tier: Tier, key: Buffer, most: number, buffer: RankBuffer): Ranks {
  return uniteAll(
    tier.segments.map((segment) => {
      buffer.clear();
      readList(tier, segment, key, most, buffer);
      return buffer.copy();
    }),
  );
}

/** Reads at least the first `most` ranks, and the rest of their page. */
function readList(tier: Tier, segment: Segment, key: Buffer, most: number, ranks: RankBuffer): void {
  const firstRow = segment.id * ROWS_PER_SEGMENT;
  let row = firstRow + pageOf(tier, segment, key);
  let block = tier.readBlock(row);
  if (block === undefined) return;
  let piece = findList(block, key);
  while (piece !== null) {
    ranks.add(block, piece);
    // A list that ends before the footer ends on this page; others may continue.
    if (ranks.count >= most || piece.end < footerOf(block)) return;
    block = tier.readBlock(++row);
    if (block === undefined) return;
    piece = continuation(block);
  }
}

/** The page on which a term is, if it is there at all. */
function pageOf(tier: Tier, { id, firstPage }: Segment, key: Buffer): number {
  return Math.max(firstPage, tier.pageUpTo(id, key) ?? firstPage);
}

/** The last page on which the list of a term may go on: the first after it that has a term of its own. */
function lastPageOf(tier: Tier, { id, lastPage }: Segment, key: Buffer): number {
  return Math.min(lastPage, tier.pageAfter(id, key) ?? lastPage);
}

/** Those of these foods that are on the list of a term, which is read page by page, or looked up in where it is long. */
function keepListed(tier: Tier, segment: Segment, key: Buffer, ranks: Ranks, buffer: RankBuffer): Ranks {
  const blockOf = (page: number) => tier.readBlock(segment.id * ROWS_PER_SEGMENT + page);
  const firstPage = pageOf(tier, segment, key);
  const first = blockOf(firstPage);
  const start = first === undefined ? null : findList(first, key);
  if (start === null) return ranks.subarray(0, 0);
  buffer.clear();
  buffer.add(first!, start);
  // Pages after one with another term have other lists.
  const isLong = start.end === footerOf(first!);
  const lastPage = isLong ? lastPageOf(tier, segment, key) : firstPage;
  const isFar = lastPage - firstPage > PAGES_PER_LOOK_UP * ranks.length;
  let page = firstPage;
  const kept = new Uint32Array(ranks.length);
  let count = 0;
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i]!;
    while (page < lastPage && buffer.last < rank) {
      // The first of these foods may come long after the first of the list.
      const isLookedUp = isFar || page === firstPage;
      page = isLookedUp ? pageWith(rank, page + 1, lastPage, (at) => firstRankOn(blockOf(at))) : page + 1;
      const block = blockOf(page);
      const piece = block === undefined ? null : continuation(block);
      buffer.clear();
      if (piece === null) page = lastPage;
      else buffer.add(block!, piece);
      if (isFar) break;
    }
    if (buffer.has(rank)) kept[count++] = rank;
  }
  return kept.subarray(0, count);
}

/** The last page from one on whose first rank does not come after this one. */
function pageWith(rank: number, from: number, to: number, firstRank: (page: number) => number): number {
  let low = from;
  for (let high = to; low < high; ) {
    const middle = (low + high + 1) >>> 1;
    if (firstRank(middle) <= rank) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first rank on a page that a list continues on; a page that it ends before comes after all of them. */
function firstRankOn(block: Buffer | undefined): number {
  const found = block === undefined ? null : continuation(block);
  return found === null ? Number.POSITIVE_INFINITY : new Varints(block!, found.start).next();
}

/** Where the list of a term starts and ends on a page; null when the term is not there. */
function findList(bytes: Buffer, key: Buffer): Piece | null {
  const footer = footerOf(bytes);
  const places = new Varints(bytes, footer);
  const own = new Varints(bytes, 0);
  let next = places.at < bytes.length ? places.next() : footer;
  // How many bytes the last term shares with the one that is wanted, which comes later.
  let matched = 0;
  for (let isFirst = true; next < footer; isFirst = false) {
    own.at = next;
    // All terms but the first store how many bytes they share with the previous one.
    const shared = isFirst ? 0 : own.next();
    const length = own.next();
    const start = own.at + length;
    next = places.at < bytes.length ? next + places.next() : footer;
    if (shared > matched) continue;
    if (shared < matched) return null;
    while (own.at < start && bytes[own.at] === key[matched]) {
      own.at++;
      matched++;
    }
    if (own.at === start && matched === key.length) return { start, end: next };
    if (matched === key.length || (own.at < start && bytes[own.at]! > key[matched]!)) return null;
  }
  return null;
}

/** Where a list from the previous page goes on and ends; null where it does not. */
function continuation(block: Buffer): Piece | null {
  const footer = footerOf(block);
  const end = footer < block.length ? new Varints(block, footer).next() : footer;
  return end === HEADER_BYTES ? null : { start: HEADER_BYTES, end };
}

function footerOf(block: Buffer): number {
  return block.readUInt16BE(FOOTER_PLACE);
}

/** Collects the ranks of a list, of which nobody knows beforehand how many there are. */
class RankBuffer {
  #ranks = new Uint32Array(FEW_RANKS);
  count = 0;
  /** The place of the rank that was last asked for. */
  #asked = 0;

  clear(): void {
    this.count = 0;
    this.#asked = 0;
    // The longest lists are rare, and their memory is worth more elsewhere.
    if (this.#ranks.length > MANY_RANKS) this.#ranks = new Uint32Array(FEW_RANKS);
  }

  /** The first number of a list on a page is a rank, the others are the distances between ranks. */
  add(bytes: Buffer, { start, end }: Piece): void {
    this.#makeRoom(end - start);
    const ranks = this.#ranks;
    let { count } = this;
    let rank = 0;
    for (let at = start; at < end; ) {
      let byte = bytes[at++]!;
      let step = byte & 127;
      while (byte > 127) {
        byte = bytes[at++]!;
        step = (step << 7) | (byte & 127);
      }
      rank = (rank + step) | 0;
      ranks[count++] = rank;
    }
    this.count = count;
  }

  /** Infinite where there is none. */
  get last(): number {
    return this.count === 0 ? Number.POSITIVE_INFINITY : this.#ranks[this.count - 1]!;
  }

  /** Is asked for ranks in ascending order. */
  has(rank: number): boolean {
    const ranks = this.#ranks;
    let at = this.#asked;
    while (at < this.count && ranks[at]! < rank) at++;
    this.#asked = at;
    return at < this.count && ranks[at] === rank;
  }

  copy(): Ranks {
    return this.#ranks.slice(0, this.count);
  }

  #makeRoom(more: number): void {
    const needed = this.count + more;
    if (needed <= this.#ranks.length) return;
    const larger = new Uint32Array(2 * needed);
    larger.set(this.#ranks.subarray(0, this.count));
    this.#ranks = larger;
  }
}

/** Numbers of seven bits a byte, the highest first. */
class Varints {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let number = 0;
    let byte: number;
    do {
      byte = this.#bytes[this.at++]!;
      number = number * 128 + (byte & 127);
    } while (byte > 127);
    return number;
  }

  skip(count: number): void {
    for (let left = count; left > 0; left--) this.next();
  }
}
