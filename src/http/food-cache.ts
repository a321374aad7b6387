import { restore, type ShortFood } from '../food/food-shorthand.ts';
import { FoodIndex } from './food-index.ts';
import { RecentRequests } from './recent-requests.ts';

/** No entry crosses the border of two segments. A power of two, in bytes. */
const SEGMENT_BYTES = 64 * 1024;
/** A longer food is not worth the room. With its request and the fields, in bytes. */
const LONGEST_ENTRY = 4 * 1024;
/** What sweeping a segment leaves of it at most: there is always room for another entry. */
const MOST_KEPT = SEGMENT_BYTES - LONGEST_ENTRY;
/** A usual food takes 250 bytes. Where foods take less, the index is full before the segments are. */
const BYTES_PER_SLOT = 192;
/** How many requests a full cache remembers. With a quarter of them, 1 % fewer lookups of foods as scanned found theirs. */
const REMEMBERED_WHEN_FULL = 2 ** 13;

/** The fields at the start of an entry, in words; the request and the food in shorthand follow as bytes. */
const [HASH, REQUEST_LENGTH, FOOD_LENGTH, FIELDS] = [0, 1, 2, 3];
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
 * twice as many as bytes, and five times as many in shorthand; and the engine, which marks every object in each full
 * collection, does not see them.
 */
export class FoodCache {
  readonly #mostSegments: number;
  readonly #segments: Segment[] = [];
  /** Where the entry of a request begins, counted in words from the first segment, by the hash of the request. */
  readonly #index: FoodIndex;
  readonly #recent = new RecentRequests(REMEMBERED_WHEN_FULL);
  /** The segment that is being filled. */
  #current = 0;
  /** The catalogue version of the cached foods. */
  #version = '';

  constructor(mostBytes: number) {
    this.#mostSegments = Math.ceil(mostBytes / SEGMENT_BYTES);
    const slots = (this.#mostSegments * SEGMENT_BYTES) / BYTES_PER_SLOT;
    this.#index = new FoodIndex(2 ** Math.ceil(Math.log2(slots)));
  }

  /** The JSON of a food, valid until the next one is found. */
  find(version: string, request: string, requestHash: number): Uint8Array<ArrayBuffer> | null {
    if (version !== this.#version) this.#clear(version);
    const slot = this.#index.slotOf(requestHash | 0);
    if (this.#index.isFreeAt(slot)) return null;
    const place = this.#index.placeAt(slot) * WORD_BYTES;
    const { bytes, words } = this.#segments[Math.floor(place / SEGMENT_BYTES)]!;
    const first = (place % SEGMENT_BYTES) / WORD_BYTES;
    const requestStart = (first + FIELDS) * WORD_BYTES;
    if (!isAt(bytes, requestStart, words[first + REQUEST_LENGTH]!, request)) return null;
    this.#index.setFoundAt(slot);
    const start = requestStart + request.length;
    return restore(bytes, start, start + words[first + FOOD_LENGTH]!);
  }

  /** Stores a food only if it was also built recently, so that reading the whole catalogue evicts nothing. */
  storeIfRepeated(version: string, request: string, requestHash: number, food: ShortFood): void {
    if (version !== this.#version || !this.#recent.isRepeated(requestHash, this.#isFull)) return;
    const size = sizeOf(request.length, food.length);
    if (size > LONGEST_ENTRY) return;
    const segment = this.#segmentFor(size);
    const { bytes, words, length } = segment;
    const first = length / WORD_BYTES;
    words[first + HASH] = requestHash;
    words[first + REQUEST_LENGTH] = request.length;
    words[first + FOOD_LENGTH] = food.length;
    const requestStart = (first + FIELDS) * WORD_BYTES;
    bytes.write(request, requestStart, 'latin1');
    food.bytes.copy(bytes, requestStart + request.length, 0, food.length);
    this.#index.add(requestHash | 0, (this.#current * SEGMENT_BYTES + length) / WORD_BYTES);
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
    this.#index.clear();
    for (const segment of this.#segments) segment.length = 0;
    this.#current = 0;
    this.#version = version;
  }

  /** The segment to write the next entry to. */
  #segmentFor(size: number): Segment {
    let segment = this.#segments[this.#current] ?? this.#addSegment();
    while (segment.length + size > SEGMENT_BYTES || this.#index.isFull) {
      this.#current = this.#next;
      segment = this.#segments[this.#current] ?? this.#addSegment();
      this.#sweep(segment);
    }
    return segment;
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
    const index = this.#index;
    const base = (this.#current * SEGMENT_BYTES) / WORD_BYTES;
    let kept = 0;
    for (let at = 0, size = 0; at < length; at += size) {
      const first = at / WORD_BYTES;
      const hash = words[first + HASH]!;
      size = sizeOf(words[first + REQUEST_LENGTH]!, words[first + FOOD_LENGTH]!);
      const slot = index.slotOf(hash);
      // Another request with the same hash has replaced it.
      if (index.isFreeAt(slot) || index.placeAt(slot) !== base + first) continue;
      if (!index.wasFoundAt(slot) || kept + size > MOST_KEPT) {
        index.removeAt(slot);
        continue;
      }
      bytes.copyWithin(kept, at, at + size);
      index.add(hash, base + kept / WORD_BYTES);
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
