import type { Database, Statement } from '../../sqlite/driver.ts';

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
const PART_BITS = 4;
const PARTS = 2 ** PART_BITS;
/** Entries of a part that are set aside at once. */
const ENTRIES_SET_ASIDE = 8192;
const NUMBERS_PER_ENTRY = 2;

/** `scratch` is an attached database that may be filled up meanwhile, such as `temp`. */
export function openHashListWriter(db: Database, table: HashListTable, scratch: string): HashListWriter {
  const aside = openAside(db, `${scratch}.${table}_set_aside`);
  const waiting = Array.from({ length: PARTS }, () => new Uint32Array(ENTRIES_SET_ASIDE * NUMBERS_PER_ENTRY));
  const lengths = new Uint32Array(PARTS);
  let count = 0;

  /** All entries of a part in the order they came, each as hash and value. */
  function takePart(part: number): Uint32Array {
    const rest = waiting[part]!.subarray(0, lengths[part]);
    return joinNumbers([...aside.take(part), rest]);
  }

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
      count++;
    },
    write(valueBytes, longest) {
      const bits = bucketBits(count);
      const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
      const parts = Array.from({ length: PARTS }, (_, part) => part);
      // Where there are fewer buckets than parts, all parts are few entries, and are taken together.
      for (const group of bits < PART_BITS ? [parts] : parts.map((part) => [part])) {
        const entries = joinNumbers(group.map(takePart));
        for (const [bucket, places] of bucketsOf(entries, bits)) {
          insert.run(bucket, pack(places, entries, valueBytes, longest));
        }
      }
      aside.close();
      db.prepare('INSERT INTO search_facts VALUES (?, ?)').run(`${table} bits`, bits);
    },
  };
}

interface Aside {
  put(part: number, numbers: Uint32Array): void;
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

/** Copied, since a buffer of the driver need not begin where numbers can. */
function asNumbers(bytes: Buffer): Uint32Array {
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function joinNumbers(pieces: readonly Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    joined.set(piece, end);
    end += piece.length;
  }
  return joined;
}

function bucketBits(entries: number): number {
  return Math.max(0, Math.min(24, Math.ceil(Math.log2(Math.max(1, entries / ENTRIES_PER_BUCKET)))));
}

function bucketOf(entryHash: number, bits: number): number {
  return bits === 0 ? 0 : entryHash >>> (32 - bits);
}

/** The buckets that have entries, each with the places of its entries in the order they came: a counting sort. */
function* bucketsOf(
  entries: Uint32Array,
  bits: number,
): Generator<[bucket: number, places: Uint32Array], void, undefined> {
  const count = entries.length / NUMBERS_PER_ENTRY;
  if (count === 0) return;
  const bucketAt = (place: number) => bucketOf(entries[NUMBERS_PER_ENTRY * place]!, bits);
  let first = bucketAt(0);
  let last = first;
  for (let place = 1; place < count; place++) {
    const bucket = bucketAt(place);
    if (bucket < first) first = bucket;
    else if (bucket > last) last = bucket;
  }
  const starts = new Uint32Array(last - first + 2);
  for (let place = 0; place < count; place++) starts[bucketAt(place) - first + 1]! += 1;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const next = starts.slice();
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place++) order[next[bucketAt(place) - first]!++] = place;
  for (let bucket = first; bucket <= last; bucket++) {
    const places = order.subarray(starts[bucket - first]!, starts[bucket - first + 1]!);
    if (places.length > 0) yield [bucket, places];
  }
}

function pack(places: Uint32Array, entries: Uint32Array, valueBytes: number, longest: number): Buffer {
  const packed = Buffer.allocUnsafe(places.length * (TAG_BYTES + valueBytes));
  const tagAt = (place: number) => entries[NUMBERS_PER_ENTRY * place]! & 0xffff;
  let end = 0;
  for (const place of places) {
    const tag = tagAt(place);
    if (++listLengths[tag]! > longest) continue;
    packed[end++] = tag;
    packed[end++] = tag >>> 8;
    let value = entries[NUMBERS_PER_ENTRY * place + 1]!;
    for (let byte = 0; byte < valueBytes; byte++, value >>>= 8) packed[end++] = value;
  }
  for (const place of places) listLengths[tagAt(place)] = 0;
  return packed.subarray(0, end);
}

/** How long each list of the bucket in hand is; all zero between buckets. */
const listLengths = new Uint16Array(65536);

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
