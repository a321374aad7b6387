import { type Database, openRows } from '../../../sqlite/driver.ts';

/**
 * Lists of numbers by the hash of a text, in a table of buckets. A bucket holds the entries of all hashes that begin
 * with its bits: two bytes of each hash (the tag) and the number. Now and then (one in thousands) two hashes share
 * bucket and tag, so readers of a list check what it leads to. index/hash-list-writer.ts writes these tables.
 */
export interface HashLists {
  /** The numbers listed under the hash, in the order they were added; empty when there is no such list. */
  read(hash: number): number[];
}

export type HashListTable = 'search_spellings' | 'search_names' | 'search_neighbours';

export const TAG_BYTES = 2;
/** What one entry of each table takes: the number of a term, the rank of a food, a place in a word. */
export const VALUE_BYTES: Readonly<Record<HashListTable, number>> = {
  search_spellings: 3,
  search_names: 4,
  search_neighbours: 1,
};

export function bucketOf(entryHash: number, bits: number): number {
  return bits === 0 ? 0 : entryHash >>> (32 - bits);
}

export function openHashLists(db: Database, table: HashListTable): HashLists {
  const valueBytes = VALUE_BYTES[table];
  const bits = db
    .prepare('SELECT value FROM search_facts WHERE fact = ?')
    .pluck()
    .get(`${table} bits`) as number;
  const entriesOf = openRows<[Buffer]>(db, table, ['entries']);
  return {
    read(entryHash) {
      const row = entriesOf(bucketOf(entryHash, bits));
      if (row === undefined) return [];
      const [bytes] = row;
      const found: number[] = [];
      const tag = entryHash & 0xffff;
      for (let at = 0; at < bytes.length; at += TAG_BYTES + valueBytes) {
        if ((bytes[at]! | (bytes[at + 1]! << 8)) === tag) {
          found.push(readNumber(bytes, at + TAG_BYTES, valueBytes));
        }
      }
      return found;
    },
  };
}

/** The lowest byte first, and below 2^31. */
function readNumber(bytes: Buffer, start: number, count: number): number {
  let number = 0;
  for (let at = start + count - 1; at >= start; at--) number = (number << 8) | bytes[at]!;
  return number;
}
