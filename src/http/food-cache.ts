import type { Content } from '../text-writer.ts';
import { RecentRequests } from './recent-requests.ts';

/** No entry crosses the border of two segments. A power of two, in bytes. */
const SEGMENT_BYTES = 64 * 1024;
/** A longer food is not worth the room. With its request and the fields, in bytes. */
const LONGEST_ENTRY = 4 * 1024;
/** What sweeping a segment leaves of it at most: there is always room for another entry. */
const MOST_KEPT = SEGMENT_BYTES - LONGEST_ENTRY;
/** How many requests a full cache remembers. With a quarter of them, 1 % fewer lookups of foods as scanned found theirs. */
const REMEMBERED_WHEN_FULL = 2 ** 13;

/** The fields at the start of an entry, in words; the request and the food follow as bytes. */
const [HASH, REQUEST_LENGTH, FOOD_LENGTH, IS_ASCII, WAS_FOUND, FIELDS] = [0, 1, 2, 3, 4, 5];
const WORD_BYTES = 4;

interface Segment {
  bytes: Buffer<ArrayBuffer>;
  /** The same memory. */
  words: Int32Array;
  /** How much of it holds entries, in bytes. */
  length: number;
}

/**
 * Foods by request, in a ring of segments: the oldest segment makes room for new entries, and keeps those that were found
 * since they were written. A food is small and half of what an object for it takes is the object, so the same memory holds
 * twice as many as bytes; and the engine, which marks every object in each full collection, does not see them.
 */
export class FoodCache {
  readonly #mostSegments: number;
  readonly #segments: Segment[] = [];
  /** Where the entry of a request begins, counted from the first segment, by the hash of the request. */
  readonly #positions = new Map<number, number>();
  readonly #recent = new RecentRequests(REMEMBERED_WHEN_FULL);
  /** The segment that is being filled. */
  #current = 0;
  /** The catalogue version of the cached foods. */
  #version = '';

  constructor(mostBytes: number) {
    this.#mostSegments = Math.ceil(mostBytes / SEGMENT_BYTES);
  }

  find(version: string, request: string, requestHash: number): Content | null {
    if (version !== this.#version) this.#clear(version);
    const position = this.#positions.get(requestHash | 0);
    if (position === undefined) return null;
    const { bytes, words } = this.#segments[Math.floor(position / SEGMENT_BYTES)]!;
    const first = (position % SEGMENT_BYTES) / WORD_BYTES;
    const requestStart = (first + FIELDS) * WORD_BYTES;
    if (!isAt(bytes, requestStart, words[first + REQUEST_LENGTH]!, request)) return null;
    words[first + WAS_FOUND] = 1;
    const start = requestStart + request.length;
    const end = start + words[first + FOOD_LENGTH]!;
    // A copy: the segment may be overwritten before the food is sent.
    return words[first + IS_ASCII] === 1
      ? bytes.toString('latin1', start, end)
      : new Uint8Array(bytes.subarray(start, end));
  }

  /** Stores a food only if it was also built recently, so that reading the whole catalogue evicts nothing. */
  storeIfRepeated(version: string, request: string, requestHash: number, food: Content): void {
    if (version !== this.#version || !this.#recent.isRepeated(requestHash, this.#isFull)) return;
    const foodLength = typeof food === 'string' ? Buffer.byteLength(food) : food.length;
    const size = sizeOf(request.length, foodLength);
    if (size > LONGEST_ENTRY) return;
    const segment = this.#segmentFor(size);
    const { bytes, words, length } = segment;
    const first = length / WORD_BYTES;
    words[first + HASH] = requestHash;
    words[first + REQUEST_LENGTH] = request.length;
    words[first + FOOD_LENGTH] = foodLength;
    words[first + IS_ASCII] = Number(typeof food === 'string' && foodLength === food.length);
    words[first + WAS_FOUND] = 0;
    const requestStart = (first + FIELDS) * WORD_BYTES;
    bytes.write(request, requestStart, 'latin1');
    if (typeof food === 'string') bytes.write(food, requestStart + request.length);
    else bytes.set(food, requestStart + request.length);
    this.#positions.set(requestHash | 0, this.#current * SEGMENT_BYTES + length);
    segment.length += size;
  }

  get #isFull(): boolean {
    const next = this.#segments[this.#next];
    return next !== undefined && next.length > 0;
  }

  get #next(): number {
    return (this.#current + 1) % this.#mostSegments;
  }

  #clear(version: string): void {
    this.#positions.clear();
    for (const segment of this.#segments) segment.length = 0;
    this.#current = 0;
    this.#version = version;
  }

  /** The segment to write the next entry to. */
  #segmentFor(size: number): Segment {
    const current = this.#segments[this.#current];
    if (current !== undefined && current.length + size <= SEGMENT_BYTES) return current;
    if (current !== undefined) this.#current = this.#next;
    const next = this.#segments[this.#current];
    if (next === undefined) return this.#addSegment();
    this.#sweep(next);
    return next;
  }

  #addSegment(): Segment {
    const bytes = Buffer.from(new ArrayBuffer(SEGMENT_BYTES));
    const segment = { bytes, words: new Int32Array(bytes.buffer), length: 0 };
    this.#segments.push(segment);
    return segment;
  }

  /** Makes room in the current segment. */
  #sweep(segment: Segment): void {
    const { bytes, words, length } = segment;
    const base = this.#current * SEGMENT_BYTES;
    let kept = 0;
    for (let at = 0, size = 0; at < length; at += size) {
      const first = at / WORD_BYTES;
      const hash = words[first + HASH]!;
      size = sizeOf(words[first + REQUEST_LENGTH]!, words[first + FOOD_LENGTH]!);
      // Another request with the same hash has replaced it.
      if (this.#positions.get(hash) !== base + at) continue;
      if (words[first + WAS_FOUND] === 0 || kept + size > MOST_KEPT) {
        this.#positions.delete(hash);
        continue;
      }
      words[first + WAS_FOUND] = 0;
      bytes.copyWithin(kept, at, at + size);
      this.#positions.set(hash, base + kept);
      kept += size;
    }
    segment.length = kept;
  }
}

/** What an entry takes: the next one begins at a whole word. In bytes. */
function sizeOf(requestLength: number, foodLength: number): number {
  return Math.ceil((FIELDS * WORD_BYTES + requestLength + foodLength) / WORD_BYTES) * WORD_BYTES;
}

function isAt(bytes: Uint8Array, start: number, length: number, text: string): boolean {
  if (length !== text.length) return false;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
