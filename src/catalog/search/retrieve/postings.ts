import type { Database, Statement } from '../../../sqlite/driver.ts';
import { countTiers, tierTable } from '../index/tiers.ts';
import type { RankSet } from './rank-set.ts';

/**
 * The foods of a term in one tier, read from the pages in which FTS5 keeps its lists. FTS5 itself takes ten times as long
 * for the tens of thousands of foods of a common word, and four times as long to find the list of a rare one. The pages are
 * those of a table with `detail = none` (index/tier.sql), from which nothing was ever deleted: lists of ranks and nothing else.
 */
export interface Postings {
  /** The ranks of the first foods, at most `most`, that have the term, or a term that starts with it, in order. */
  list(term: string, isPrefix: boolean, most: number): Uint32Array;
  /** Adds those of all such foods to a set. */
  addTo(ranks: RankSet, term: string, isPrefix: boolean): void;
}

/** A part of a list: the bytes of a page from `start` to `end`. */
interface Run {
  block: Buffer;
  start: number;
  end: number;
}

/** The tables of a tier, and the segments that its lists are in: one, after a build. */
interface Tier {
  segments: readonly Segment[];
  selectPages: Statement<[number], [terms: string | null, pages: string | null]>;
  selectBlock: Statement<[number], Buffer>;
}

interface Segment {
  id: number;
  firstPage: number;
  /** Read when it is first needed. */
  index: PageIndex | null;
}

/**
 * Which page of a segment a term is on, if it is there at all. It takes about 150 KB for a million foods: to look a term up
 * in the file takes ten times as long, and a search has dozens of them.
 */
interface PageIndex {
  /** The beginnings of the first terms of the pages, in order, one after the other, and where each ends. */
  terms: Buffer;
  ends: Uint32Array;
  pages: Uint32Array;
}

/** The row that lists the segments. */
const STRUCTURE_ROW = 10;
const STRUCTURE_COOKIE_BYTES = 4;
/** Pages of a segment are numbered from here on. */
const ROWS_PER_SEGMENT = 2 ** 37;
/** A page starts with the place of its first rank and that of its footer, which has the places of its terms. */
const FOOTER_PLACE = 2;
const HEADER_BYTES = 4;
/** Whole terms are filed under 0, beginnings of n letters under n. */
const WHOLE_TERMS = '0';
/** A jump to the page is stored with a mark in its lowest bit. */
const PAGE_SHIFT = 1;
/** Ranks are below 2^28. */
const MOST_BYTES_OF_A_RANK = 4;
/** The longest beginnings that have lists of their own (index/tier.sql). */
const LONGEST_PREFIX = 4;

/** Those of each tier. */
export function openPostings(db: Database): Postings[] {
  return Array.from({ length: countTiers(db) }, (_, number) => {
    const tier = openTier(db, number);
    return {
      list(term, isPrefix, most) {
        const ranks = listRanks(findRuns(tier, term, isPrefix, most));
        return (tier.segments.length > 1 ? ranks.sort() : ranks).subarray(0, most);
      },
      addTo({ words }, term, isPrefix) {
        for (const run of findRuns(tier, term, isPrefix, Number.POSITIVE_INFINITY)) markRanks(run, words);
      },
    };
  });
}

function openTier(db: Database, tier: number): Tier {
  const table = tierTable(tier);
  const selectBlock = db.prepare(`SELECT block FROM ${table}_data WHERE id = ?`).pluck() as Statement<
    [number],
    Buffer
  >;
  const selectPages = db
    .prepare(
      `SELECT group_concat(hex(term)), group_concat(pgno)
       FROM (SELECT term, pgno FROM ${table}_idx WHERE segid = ? ORDER BY term)`,
    )
    .raw() as Tier['selectPages'];
  return { segments: readSegments(selectBlock.get(STRUCTURE_ROW)!), selectPages, selectBlock };
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
      segments.push({ id: numbers.next(), firstPage: numbers.next(), index: null });
      // Its last page.
      numbers.skip(1);
    }
  }
  return segments;
}

/** Whether a term has a list of its own; longer beginnings have none. */
export function hasList(term: string, isPrefix: boolean): boolean {
  return !isPrefix || [...term].length <= LONGEST_PREFIX;
}

/** The runs of a list, as far as it takes to have this many of its ranks. */
function findRuns(tier: Tier, term: string, isPrefix: boolean, most: number): Run[] {
  if (!hasList(term, isPrefix)) throw new Error(`there is no list for the beginning ${term}`);
  const key = Buffer.from((isPrefix ? String([...term].length) : WHOLE_TERMS) + term);
  const runs: Run[] = [];
  for (const segment of tier.segments) addRuns(tier, segment, key, most * MOST_BYTES_OF_A_RANK, runs);
  return runs;
}

function addRuns(tier: Tier, segment: Segment, key: Buffer, mostBytes: number, runs: Run[]): void {
  segment.index ??= readPageIndex(tier, segment);
  let page = Math.max(findPage(segment.index, key), segment.firstPage);
  const readPage = (number: number) => tier.selectBlock.get(segment.id * ROWS_PER_SEGMENT + number);
  let block = readPage(page);
  if (block === undefined) return;
  const found = findList(block, key);
  if (found === null) return;
  let { start, end } = found;
  let bytesLeft = mostBytes;
  for (;;) {
    runs.push({ block, start, end });
    bytesLeft -= end - start;
    if (bytesLeft <= 0) return;
    // A list that ends before the footer ends on this page; others may go on.
    if (end < block.readUInt16BE(FOOTER_PLACE)) return;
    block = readPage(++page);
    if (block === undefined) return;
    start = HEADER_BYTES;
    end = firstTermOn(block);
    if (end === start) return;
  }
}

function readPageIndex({ selectPages }: Tier, { id }: Segment): PageIndex {
  const [terms, pages] = selectPages.get(id)!;
  const hexTerms = terms?.split(',') ?? [];
  let end = 0;
  return {
    terms: Buffer.from(hexTerms.join(''), 'hex'),
    ends: Uint32Array.from(hexTerms, ({ length }) => (end += length / 2)),
    pages: Uint32Array.from(pages?.split(',') ?? [], (page) => Number(page) >>> PAGE_SHIFT),
  };
}

/** The last page whose first term is not behind the one that is looked for; 0 where there is none. */
function findPage({ terms, ends, pages }: PageIndex, key: Buffer): number {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : ends[middle - 1]!;
    if (isBehind(terms, start, ends[middle]!, key)) high = middle;
    else low = middle + 1;
  }
  return low === 0 ? 0 : pages[low - 1]!;
}

/** Whether the bytes from `start` to `end` come after those of the key. */
function isBehind(bytes: Buffer, start: number, end: number, key: Buffer): boolean {
  for (let at = start; at < end; at++) {
    const own = bytes[at]!;
    const other = key[at - start];
    if (other === undefined || own > other) return true;
    if (own < other) return false;
  }
  return false;
}

/** Where the list of a term starts and ends on a page; null when the term is not there. */
function findList(block: Buffer, key: Buffer): { start: number; end: number } | null {
  const footer = block.readUInt16BE(FOOTER_PLACE);
  const places = new Varints(block, footer);
  const own = new Varints(block, 0);
  let next = places.at < block.length ? places.next() : footer;
  // How many bytes the last term shares with the one that is looked for, which comes later.
  let matched = 0;
  for (let isFirst = true; next < footer; isFirst = false) {
    own.at = next;
    // All terms but the first say how many bytes they share with the one before.
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

/** Where a list from the page before ends. */
function firstTermOn(block: Buffer): number {
  const footer = block.readUInt16BE(FOOTER_PLACE);
  return footer < block.length ? new Varints(block, footer).next() : footer;
}

/*
 * The first number of a list on a page is a rank, the others are the distances between ranks. Two loops that are alike:
 * what is done with each rank takes no longer than reading it, so a call for each would double the time.
 */

function listRanks(runs: readonly Run[]): Uint32Array {
  // A rank takes a byte or more.
  const ranks = new Uint32Array(runs.reduce((bytes, { start, end }) => bytes + end - start, 0));
  let count = 0;
  for (const run of runs) count = addRanks(run, ranks, count);
  return ranks.subarray(0, count);
}

function addRanks({ block, start, end }: Run, ranks: Uint32Array, from: number): number {
  let count = from;
  let rank = 0;
  for (let at = start; at < end; ) {
    let byte = block[at++]!;
    let step = byte & 127;
    while (byte > 127) {
      byte = block[at++]!;
      step = (step << 7) | (byte & 127);
    }
    rank = (rank + step) | 0;
    ranks[count++] = rank;
  }
  return count;
}

function markRanks({ block, start, end }: Run, words: Int32Array): void {
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
