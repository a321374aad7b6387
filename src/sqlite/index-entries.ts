import type { Database } from './driver.ts';
import { damagedFile } from './file-bytes.ts';
import {
  type DatabaseFile,
  DEEPEST_TREE,
  INDEX_INTERIOR,
  INDEX_LEAF,
  INTERIOR_HEADER,
  LEAF_HEADER,
  loadInterior,
  type Page,
  placeOf,
  rootOf,
} from './pages.ts';
import type { RowReader } from './rows.ts';
import { StoredRow } from './stored-row.ts';

/** Finds the rowid for a value, by a unique index on one column of integers. */
export function openRowids(file: DatabaseFile, db: Database, index: string): RowReader<number> {
  const page = file.openPage();
  const root = rootOf(db, index);
  return (key) => {
    let number = root;
    for (let depth = 0; depth < DEEPEST_TREE; depth++) {
      const interior = file.interiors.get(number) ?? loadInterior(file, page, number, INDEX_INTERIOR);
      if (interior === undefined) return findOnLeaf(page, key);
      const place = placeOf(interior.keys, key);
      // An index has some of its entries on interior pages.
      if (interior.keys[place] === key) return interior.rowids[place];
      number = interior.children[place]!;
    }
    throw damagedFile();
  };
}

function findOnLeaf(page: Page, key: number): number | undefined {
  page.expect(INDEX_LEAF);
  for (let low = 0, high = page.cells; low < high; ) {
    const middle = (low + high) >>> 1;
    page.moveToCell(middle, LEAF_HEADER);
    const found = page.indexKey();
    if (found === key) return page.indexRowid();
    if (found < key) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** Below 0 for an entry that comes before what is looked for, above 0 for one that comes after it. */
export type Comparison = (entry: StoredRow) => number;

/** The entries of an index, or of a table WITHOUT ROWID. An entry is valid until the next one is looked for. */
export interface Entries {
  /** The last entry that does not come after what is looked for; undefined if all do. */
  last(compare: Comparison): StoredRow | undefined;
  /** The first entry that does; undefined if there is none. */
  next(compare: Comparison): StoredRow | undefined;
}

export function openEntries(file: DatabaseFile, db: Database, index: string, columns: number): Entries {
  const root = rootOf(db, index);
  /** A page for each level of the tree: the first levels are needed again for the next search. */
  const levels: Level[] = [];

  /** Goes down to the leaf where the entries around the place looked for are, if not on a page above it. */
  function seek(compare: Comparison): number {
    let number = root;
    for (let depth = 0; depth < DEEPEST_TREE; depth++) {
      if (depth === levels.length) levels.push(openLevel(file, columns));
      const level = levels[depth]!;
      level.page.load(number);
      level.before = countBefore(level, compare);
      if (level.page.type === INDEX_LEAF) return depth;
      number = childAt(level.page, level.before);
    }
    throw damagedFile();
  }

  return {
    last(compare) {
      for (let depth = seek(compare); depth >= 0; depth--) {
        const level = levels[depth]!;
        if (level.before > 0) return entryAt(level, level.before - 1);
      }
      return undefined;
    },
    next(compare) {
      for (let depth = seek(compare); depth >= 0; depth--) {
        const level = levels[depth]!;
        if (level.before < level.page.cells) return entryAt(level, level.before);
      }
      return undefined;
    },
  };
}

interface Level {
  page: Page;
  entry: StoredRow;
  /** How many entries of the page do not come after what is looked for. */
  before: number;
}

function openLevel(file: DatabaseFile, columns: number): Level {
  const page = file.openPage();
  return { page, entry: new StoredRow(page, columns), before: 0 };
}

function countBefore(level: Level, compare: Comparison): number {
  let low = 0;
  for (let high = level.page.cells; low < high; ) {
    const middle = (low + high) >>> 1;
    if (compare(entryAt(level, middle)) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function entryAt({ page, entry }: Level, cell: number): StoredRow {
  if (page.type === INDEX_INTERIOR) {
    page.moveToCell(cell, INTERIOR_HEADER);
    page.at += CHILD_BYTES;
  } else {
    page.expect(INDEX_LEAF);
    page.moveToCell(cell, LEAF_HEADER);
  }
  // Its length. An entry longer than a quarter of a page would continue elsewhere; no term is nearly as long.
  page.varint();
  entry.readHeader();
  return entry;
}

/** The page with the entries before the one in a cell, or after all of them. */
function childAt(page: Page, cell: number): number {
  page.expect(INDEX_INTERIOR);
  if (cell === page.cells) return page.view.getUint32(LAST_CHILD);
  page.moveToCell(cell, INTERIOR_HEADER);
  return page.view.getUint32(page.at);
}

/** Compares a text or a blob of an entry with another, byte by byte as SQLite does. */
export function compareBytes(entry: StoredRow, column: number, key: Buffer): number {
  const { bytes } = entry;
  const start = entry.start(column);
  const length = entry.end(column) - start;
  const common = Math.min(length, key.length);
  for (let i = 0; i < common; i++) {
    const difference = bytes[start + i]! - key[i]!;
    if (difference !== 0) return difference;
  }
  return length - key.length;
}

/** Whether a text or a blob of an entry starts with these bytes. */
export function startsWithBytes(entry: StoredRow, column: number, key: Buffer): boolean {
  const start = entry.start(column);
  if (entry.end(column) - start < key.length) return false;
  return key.compare(entry.bytes, start, start + key.length) === 0;
}

/** Before an entry on an interior page is the number of another page; the one after all entries is in the header. */
const CHILD_BYTES = 4;
const LAST_CHILD = 8;
