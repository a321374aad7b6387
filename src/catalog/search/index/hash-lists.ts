import type { Database, Statement } from '../../../sqlite/driver.ts';

/**
 * Lists of numbers by the hash of a text, in a table of buckets. A bucket holds the entries of all hashes that
 * begin with its bits: two bytes of each hash and the number. A list may hold a stranger (one in thousands, when
 * two hashes agree); whoever reads a list checks what it leads to.
 */

/** About this many entries share a row: fewer would waste room on rows, more would waste time on strangers. */
const ENTRIES_PER_BUCKET = 64;
const TAG_BYTES = 2;

export type HashListTable = 'search_spellings' | 'search_names' | 'search_neighbours';

/** FNV-1a with a final mix; `seed` continues a hash, so that hash(a + b) is hash(b, start(a)). */
export function hashStart(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = hashStep(hash, text.charCodeAt(i));
  return hash;
}

export function hashStep(started: number, unit: number): number {
  return Math.imul(started ^ unit, 0x01000193);
}

export function hash(text: string, seed?: number): number {
  return hashEnd(hashStart(text, seed));
}

export function hashEnd(started: number): number {
  let mixed = Math.imul(started ^ (started >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export interface HashListWriter {
  add(hash: number, value: number): void;
  /** Writes all lists; a list keeps the order in which its entries were added, up to `longest` of them. */
  write(valueBytes: number, longest: number): void;
}

/**
 * Entries wait by the first bits of their hash, which are those of their bucket, so that the lists can be written one
 * part after the other: the spellings of a large vocabulary are fifty million entries, and memory holds one part.
 */
const PART_BITS = 6;
const PARTS = 2 ** PART_BITS;
/** Entries of a part that are set aside at once. */
const ENTRIES_SET_ASIDE = 2048;
const NUMBERS_PER_ENTRY = 2;

/** `scratch` is an attached database that may be filled up meanwhile, such as `temp`. */
export function openHashListWriter(db: Database, table: HashListTable, scratch: string): HashListWriter {
  const aside = openAside(db, `${scratch}.${table}_set_aside`);
  const waiting = Array.from({ length: PARTS }, () => new Uint32Array(ENTRIES_SET_ASIDE * NUMBERS_PER_ENTRY));
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
        aside.put(part, numbers);
        length = 0;
      }
      lengths[part] = length;
      counts[part]!++;
    },
    write(valueBytes, longest) {
      const bits = bucketBits(sum(counts));
      const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
      const parts = Array.from({ length: PARTS }, (_, part) => part);
      // Where there are fewer buckets than parts, all parts are few entries, and are taken together.
      const groups = bits < PART_BITS ? [parts] : parts.map((part) => [part]);
      const sizes = groups.map((group) => sum(group.map((part) => counts[part]!)));
      const desk = new SortingDesk(Math.max(...sizes));
      for (const group of groups) {
        desk.clear();
        for (const part of group) {
          for (const numbers of aside.take(part)) desk.put(numbers);
          desk.put(waiting[part]!.subarray(0, lengths[part]));
        }
        desk.writeBuckets(bits, valueBytes, longest, (bucket, packed) => insert.run(bucket, packed));
      }
      aside.close();
      db.prepare('INSERT INTO search_facts VALUES (?, ?)').run(`${table} bits`, bits);
    },
  };
}

interface Aside {
  put(part: number, numbers: Uint32Array): void;
  /** All numbers of a part in the order they came. */
  take(part: number): Uint32Array[];
  close(): void;
}

function openAside(db: Database, table: string): Aside {
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

/** Copied where a buffer of the driver does not begin where numbers can. */
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

function bucketOf(entryHash: number, bits: number): number {
  return bits === 0 ? 0 : entryHash >>> (32 - bits);
}

/**
 * Where the entries of one part after the other are sorted into buckets. Its room is taken once: what the engine
 * would have to clear away after each part grows faster than it clears.
 */
class SortingDesk {
  readonly #entries: Uint32Array;
  /** Places of entries, bucket by bucket. */
  readonly #order: Uint32Array;
  #count = 0;
  /** How long each list of the bucket in hand is; all zero between buckets. */
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

  /** Gives every bucket that has entries; its bytes are good until the next. */
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

  /** A counting sort, which keeps the entries of a bucket in the order they came. */
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

export interface HashLists {
  /** The numbers listed under the hash, in the order they were added; none when there is no such list. */
  read(hash: number): number[];
}

export function openHashLists(db: Database, table: HashListTable, valueBytes: number): HashLists {
  const bits = db
    .prepare('SELECT value FROM search_facts WHERE fact = ?')
    .pluck()
    .get(`${table} bits`) as number;
  const select = db.prepare(`SELECT entries FROM ${table} WHERE bucket = ?`).pluck() as Statement<
    [number],
    Buffer
  >;
  return {
    read(entryHash) {
      const entries = select.get(bucketOf(entryHash, bits));
      if (entries === undefined) return [];
      const found: number[] = [];
      const tag = entryHash & 0xffff;
      for (let at = 0; at < entries.length; at += TAG_BYTES + valueBytes) {
        if ((entries[at]! | (entries[at + 1]! << 8)) === tag)
          found.push(entries.readUIntLE(at + TAG_BYTES, valueBytes));
      }
      return found;
    },
  };
}
