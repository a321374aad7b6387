import type { Database, Statement } from '../../../sqlite/driver.ts';
import { countTiers, tierTable } from '../index/tiers.ts';
import { LONGEST_INDEXED_PREFIX } from '../query/keys.ts';
import type { RankSet } from './rank-set.ts';

/**
 * All foods of a term, read from the pages in which FTS5 keeps its lists. Getting tens of thousands of foods from FTS5
 * one by one takes twenty times as long. The pages are those of a table with `detail = none` (index/tier.sql), from
 * which nothing was ever deleted: lists of ranks and nothing else.
 */
export interface Postings {
  /** Adds the ranks of all foods that have the term, or a term that starts with it. */
  addTo(ranks: RankSet, term: string, isPrefix: boolean): void;
}

/** The tables of a tier, and the segments that contain its lists: one, after a build. */
interface Tier {
  segments: readonly Segment[];
  /** The page of a segment on which a term is, if it is there at all. */
  selectPage: Statement<[number, Buffer], number>;
  selectBlock: Statement<[number], Buffer>;
}

interface Segment {
  id: number;
  firstPage: number;
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
/** The number of the page is stored above a flag in the lowest bit. */
const PAGE_SHIFT = 1;
/** The # before a term of a brand or category counts as a letter (index/tier.sql). */
const LONGEST_PREFIX = LONGEST_INDEXED_PREFIX + 1;

export function openPostings(db: Database): Postings {
  const tiers = Array.from({ length: countTiers(db) }, (_, tier) => openTier(db, tier));
  return {
    addTo(ranks, term, isPrefix) {
      const length = isPrefix ? [...term].length : 0;
      if (length > LONGEST_PREFIX) throw new Error(`there are no lists for beginnings of ${length} letters`);
      const key = Buffer.from((isPrefix ? String(length) : WHOLE_TERMS) + term);
      for (const tier of tiers) {
        for (const segment of tier.segments) addList(tier, segment, key, ranks);
      }
    },
  };
}

function openTier(db: Database, tier: number): Tier {
  const table = tierTable(tier);
  const selectBlock = db.prepare(`SELECT block FROM ${table}_data WHERE id = ?`).pluck() as Statement<
    [number],
    Buffer
  >;
  const selectPage = db
    .prepare(`SELECT pgno FROM ${table}_idx WHERE segid = ? AND term <= ? ORDER BY term DESC LIMIT 1`)
    .pluck() as Statement<[number, Buffer], number>;
  return { segments: readSegments(selectBlock.get(STRUCTURE_ROW)!), selectPage, selectBlock };
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
      segments.push({ id: numbers.next(), firstPage: numbers.next() });
      // Its last page.
      numbers.skip(1);
    }
  }
  return segments;
}

function addList(tier: Tier, segment: Segment, key: Buffer, ranks: RankSet): void {
  let page = (tier.selectPage.get(segment.id, key) ?? 0) >>> PAGE_SHIFT;
  page = Math.max(page, segment.firstPage);
  const readPage = (number: number) => tier.selectBlock.get(segment.id * ROWS_PER_SEGMENT + number);
  let block = readPage(page);
  if (block === undefined) return;
  const found = findList(block, key);
  if (found === null) return;
  let { start, end } = found;
  for (;;) {
    addRanks(block, start, end, ranks);
    // A list that ends before the footer ends on this page; others may continue.
    if (end < block.readUInt16BE(FOOTER_PLACE)) return;
    block = readPage(++page);
    if (block === undefined) return;
    start = HEADER_BYTES;
    end = firstTermOn(block);
    if (end === start) return;
  }
}

/** Where the list of a term starts and ends on a page; null when the term is not there. */
function findList(block: Buffer, key: Buffer): { start: number; end: number } | null {
  const footer = block.readUInt16BE(FOOTER_PLACE);
  const places = new Varints(block, footer);
  const own = new Varints(block, 0);
  let next = places.at < block.length ? places.next() : footer;
  // How many bytes the last term shares with the one that is wanted, which comes later.
  let matched = 0;
  for (let isFirst = true; next < footer; isFirst = false) {
    own.at = next;
    // All terms but the first store how many bytes they share with the previous one.
    const shared = isFirst ? 0 : own.next();
    const length = own.next();
    const start = own.at + length;
    next = places.at < block.length ? next + places.next() : footer;
    if (shared > matched) continue;
    if (shared < matched) return null;
    while (own.at < start && block[own.at] === key[matched]) {
      own.at++;
      matched++;
    }
    if (own.at === start && matched === key.length) return { start, end: next };
    if (matched === key.length || (own.at < start && block[own.at]! > key[matched]!)) return null;
  }
  return null;
}

/** Where a list from the previous page ends. */
function firstTermOn(block: Buffer): number {
  const footer = block.readUInt16BE(FOOTER_PLACE);
  return footer < block.length ? new Varints(block, footer).next() : footer;
}

/** The first number of a list on a page is a rank, the others are the distances between ranks. */
function addRanks(block: Buffer, start: number, end: number, { words }: RankSet): void {
  let rank = 0;
  for (let at = start; at < end; ) {
    let byte = block[at++]!;
    let step = byte & 127;
    while (byte > 127) {
      byte = block[at++]!;
      step = (step << 7) | (byte & 127);
    }
    rank = (rank + step) | 0;
    words[rank >>> 5]! |= 1 << (rank & 31);
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
