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
  write(db: Database, table: HashListTable, valueBytes: number, longest: number): void;
}

export function openHashListWriter(): HashListWriter {
  let hashes = new Uint32Array(1024);
  let values = new Uint32Array(1024);
  let count = 0;
  return {
    add(entryHash, value) {
      if (count === hashes.length) {
        hashes = grow(hashes);
        values = grow(values);
      }
      hashes[count] = entryHash;
      values[count++] = value;
    },
    write(db, table, valueBytes, longest) {
      const bits = bucketBits(count);
      const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
      const { starts, order } = sortByBucket(hashes, count, bits);
      for (let bucket = 0; bucket < starts.length - 1; bucket++) {
        const places = order.subarray(starts[bucket]!, starts[bucket + 1]!);
        if (places.length > 0) insert.run(bucket, pack(places, hashes, values, valueBytes, longest));
      }
      db.prepare('INSERT INTO search_facts VALUES (?, ?)').run(`${table} bits`, bits);
    },
  };
}

function bucketBits(entries: number): number {
  return Math.max(0, Math.min(24, Math.ceil(Math.log2(Math.max(1, entries / ENTRIES_PER_BUCKET)))));
}

function bucketOf(entryHash: number, bits: number): number {
  return bits === 0 ? 0 : entryHash >>> (32 - bits);
}

/** A counting sort: entries of a bucket stay in the order they came. */
function sortByBucket(
  hashes: Uint32Array,
  count: number,
  bits: number,
): { starts: Uint32Array; order: Uint32Array } {
  const starts = new Uint32Array(2 ** bits + 1);
  for (let i = 0; i < count; i++) starts[bucketOf(hashes[i]!, bits) + 1]! += 1;
  for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket]! += starts[bucket - 1]!;
  const next = starts.slice();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[next[bucketOf(hashes[i]!, bits)]!++] = i;
  return { starts, order };
}

function pack(
  places: Uint32Array,
  hashes: Uint32Array,
  values: Uint32Array,
  valueBytes: number,
  longest: number,
): Buffer {
  const packed = Buffer.allocUnsafe(places.length * (TAG_BYTES + valueBytes));
  let end = 0;
  for (const place of places) {
    const tag = hashes[place]! & 0xffff;
    if (++listLengths[tag]! > longest) continue;
    packed[end++] = tag;
    packed[end++] = tag >>> 8;
    for (let value = values[place]!, byte = 0; byte < valueBytes; byte++, value >>>= 8) packed[end++] = value;
  }
  for (const place of places) listLengths[hashes[place]! & 0xffff] = 0;
  return packed.subarray(0, end);
}

/** How long each list of the bucket in hand is; all zero between buckets. */
const listLengths = new Uint16Array(65536);

function grow(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
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
