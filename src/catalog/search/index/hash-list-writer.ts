import type { Database } from '../../../sqlite/driver.ts';
import { bucketOf, type HashListTable, TAG_BYTES, VALUE_BYTES } from '../query/hash-lists.ts';

/** About this many entries share a row: fewer would waste space on rows, more would waste time on other lists. */
const ENTRIES_PER_BUCKET = 64;

export interface HashListWriter {
  add(hash: number, value: number): void;
  /** Writes all lists; a list keeps the order in which its entries were added, up to `longest` of them. */
  write(longest: number): void;
}

/**
 * Entries are partitioned by the first bits of their hash, which are those of their bucket, so that the lists can be
 * written one part at a time: the spellings of a large vocabulary are fifty million entries, and memory holds one part.
 */
const PART_BITS = 6;
const PARTS = 2 ** PART_BITS;
/** Entries of a part that are spilled at once. */
const ENTRIES_PER_SPILL = 2048;
const NUMBERS_PER_ENTRY = 2;

/** `scratch` is an attached database for entries that do not fit in memory, such as `temp`. */
export function openHashListWriter(db: Database, table: HashListTable, scratch: string): HashListWriter {
  const spill = openSpill(db, `${scratch}.${table}_spill`);
  const waiting = Array.from({ length: PARTS }, () => new Uint32Array(ENTRIES_PER_SPILL * NUMBERS_PER_ENTRY));
  const lengths = new Uint32Array(PARTS);
  const counts = new Uint32Array(PARTS);

  return {
    add(entryHash, value) {
      const part = entryHash >>> (32 - PART_BITS);
      const numbers = waiting[part]!;
      let length = lengths[part]!;
      numbers[length++] = entryHash;
      numbers[length++] = value;
      if (length === numbers.length) {
        spill.put(part, numbers);
        length = 0;
      }
      lengths[part] = length;
      counts[part]!++;
    },
    write(longest) {
      const valueBytes = VALUE_BYTES[table];
      const bits = bucketBits(sum(counts));
      const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
      const parts = Array.from({ length: PARTS }, (_, part) => part);
      // With fewer buckets than parts there are few entries, so all parts are written together.
      const groups = bits < PART_BITS ? [parts] : parts.map((part) => [part]);
      const sizes = groups.map((group) => sum(group.map((part) => counts[part]!)));
      const sorter = new BucketSorter(Math.max(...sizes));
      for (const group of groups) {
        sorter.clear();
        for (const part of group) {
          for (const numbers of spill.take(part)) sorter.put(numbers);
          sorter.put(waiting[part]!.subarray(0, lengths[part]));
        }
        sorter.writeBuckets(bits, valueBytes, longest, (bucket, packed) => insert.run(bucket, packed));
      }
      spill.close();
      db.prepare('INSERT INTO search_facts VALUES (?, ?)').run(`${table} bits`, bits);
    },
  };
}

interface Spill {
  put(part: number, numbers: Uint32Array): void;
  /** All numbers of a part in the order they were added. */
  take(part: number): Uint32Array[];
  close(): void;
}

function openSpill(db: Database, table: string): Spill {
  db.exec(`CREATE TABLE ${table} (part INTEGER NOT NULL, numbers BLOB NOT NULL)`);
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  const select = db.prepare(`SELECT numbers FROM ${table} WHERE part = ? ORDER BY rowid`).pluck();
  return {
    put: (part, numbers) =>
      insert.run(part, Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)),
    take: (part) => (select.all(part) as Buffer[]).map(asNumbers),
    close: () => db.exec(`DROP TABLE ${table}`),
  };
}

/** Copies a buffer of the driver that is not aligned for numbers. */
function asNumbers(bytes: Buffer): Uint32Array {
  const { buffer, byteOffset, byteLength } = bytes;
  return byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0
    ? new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT)
    : new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function bucketBits(entries: number): number {
  return Math.max(0, Math.min(24, Math.ceil(Math.log2(Math.max(1, entries / ENTRIES_PER_BUCKET)))));
}

/**
 * Sorts the entries of one part after the other into buckets. Its arrays are allocated once: garbage from every part
 * would grow faster than the engine collects it.
 */
class BucketSorter {
  readonly #entries: Uint32Array;
  /** Positions of entries, bucket by bucket. */
  readonly #order: Uint32Array;
  #count = 0;
  /** The length of each list of the current bucket; all zero between buckets. */
  readonly #listLengths = new Uint16Array(2 ** (8 * TAG_BYTES));
  #packed = Buffer.alloc(0);

  constructor(mostEntries: number) {
    this.#entries = new Uint32Array(mostEntries * NUMBERS_PER_ENTRY);
    this.#order = new Uint32Array(mostEntries);
  }

  clear(): void {
    this.#count = 0;
  }

  /** Entries, each as hash and value. */
  put(numbers: Uint32Array): void {
    this.#entries.set(numbers, this.#count * NUMBERS_PER_ENTRY);
    this.#count += numbers.length / NUMBERS_PER_ENTRY;
  }

  /** Calls `write` for every bucket with entries; the bytes are valid until the next call. */
  writeBuckets(
    bits: number,
    valueBytes: number,
    longest: number,
    write: (bucket: number, packed: Buffer) => void,
  ): void {
    if (this.#count === 0) return;
    const { first, starts } = this.#sort(bits);
    for (let i = 0; i + 1 < starts.length; i++) {
      const places = this.#order.subarray(starts[i], starts[i + 1]);
      if (places.length > 0) write(first + i, this.#pack(places, valueBytes, longest));
    }
  }

  /** A counting sort, which keeps the entries of a bucket in the order they were added. */
  #sort(bits: number): { first: number; starts: Uint32Array } {
    const entries = this.#entries;
    const bucketAt = (place: number) => bucketOf(entries[NUMBERS_PER_ENTRY * place]!, bits);
    let first = bucketAt(0);
    let last = first;
    for (let place = 1; place < this.#count; place++) {
      const bucket = bucketAt(place);
      if (bucket < first) first = bucket;
      else if (bucket > last) last = bucket;
    }
    const starts = new Uint32Array(last - first + 2);
    for (let place = 0; place < this.#count; place++) starts[bucketAt(place) - first + 1]! += 1;
    for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    const next = starts.slice();
    for (let place = 0; place < this.#count; place++) this.#order[next[bucketAt(place) - first]!++] = place;
    return { first, starts };
  }

  #pack(places: Uint32Array, valueBytes: number, longest: number): Buffer {
    const entries = this.#entries;
    const room = places.length * (TAG_BYTES + valueBytes);
    if (this.#packed.length < room) this.#packed = Buffer.alloc(2 * room);
    const packed = this.#packed;
    const tagAt = (place: number) => entries[NUMBERS_PER_ENTRY * place]! & 0xffff;
    let end = 0;
    for (const place of places) {
      const tag = tagAt(place);
      if (++this.#listLengths[tag]! > longest) continue;
      packed[end++] = tag;
      packed[end++] = tag >>> 8;
      let value = entries[NUMBERS_PER_ENTRY * place + 1]!;
      for (let byte = 0; byte < valueBytes; byte++, value >>>= 8) packed[end++] = value;
    }
    for (const place of places) this.#listLengths[tagAt(place)] = 0;
    return packed.subarray(0, end);
  }
}
