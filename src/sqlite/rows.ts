import type { Database } from './driver.ts';
import { damagedFile, type FileBytes, openBytes } from './file-bytes.ts';

/**
 * Reads single rows from the pages of a database file (https://sqlite.org/fileformat2.html). A statement of the driver
 * takes twice as long for a food, most of it to cross between JavaScript and native code for every column. The file
 * must not change while it is open, and its text must be UTF-8: both are true of a catalogue.
 */
export interface DatabaseFile {
  /** A page of the file to read from; each has room of its own. */
  openPage(): Page;
  close(): void;
}

export function openDatabaseFile(file: string | Buffer): DatabaseFile {
  const source = openBytes(file);
  const header = Buffer.alloc(HEADER_BYTES);
  source.reader(header)(0);
  // The one size that does not fit in the two bytes is written as 1.
  const stored = header.readUInt16BE(16);
  const pageBytes = stored === 1 ? 65_536 : stored;
  const usableBytes = pageBytes - header.readUInt8(20);
  return { openPage: () => new Page(source, pageBytes, usableBytes), close: () => source.close() };
}

/** Gives the values of a row, in the order of the columns it was opened with; undefined if there is no such row. */
export type RowReader<Row> = (rowid: number) => Row | undefined;

/** Reads the rows of a table by their rowids. */
export function openRows<Row extends unknown[]>(
  file: DatabaseFile,
  db: Database,
  table: string,
  columns: readonly string[],
): RowReader<Row> {
  const page = file.openPage();
  const root = rootOf(db, table);
  const interiors: Interiors = new Map();
  const { places, rowidPlace } = placesOf(db, table, columns);
  const lastColumn = places.findLastIndex((place) => place !== NOT_ASKED_FOR);
  // What is too long for a page goes on in others. Such rows are rare, so they are left to SQLite.
  const longRow = db.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE rowid = ?`).raw();

  /** Moves to the record of a row on its leaf, and gives its length; 0 if there is none. */
  function seek(rowid: number): number {
    let number = root;
    for (let depth = 0; depth < DEEPEST_TREE; depth++) {
      const interior = interiors.get(number) ?? loadInterior(page, number, TABLE_INTERIOR, interiors);
      if (interior === undefined) return seekOnLeaf(rowid);
      number = interior.children[placeOf(interior.keys, rowid)]!;
    }
    throw damagedFile();
  }

  function seekOnLeaf(rowid: number): number {
    page.expect(TABLE_LEAF);
    for (let low = 0, high = page.cells; low < high; ) {
      const middle = (low + high) >>> 1;
      page.moveToCell(middle, LEAF_HEADER);
      const length = page.varint();
      const found = page.varint();
      if (found === rowid) return length;
      if (found < rowid) low = middle + 1;
      else high = middle;
    }
    return 0;
  }

  return (rowid) => {
    const length = seek(rowid);
    if (length === 0) return undefined;
    if (length > page.usableBytes - LEAF_OVERHEAD) return longRow.get(rowid) as Row;
    const row = page.record(places, lastColumn, columns.length);
    if (rowidPlace !== NOT_ASKED_FOR) row[rowidPlace] = rowid;
    return row as Row;
  };
}

/** Finds the rowid for a value, by a unique index on one column of integers. */
export function openRowids(file: DatabaseFile, db: Database, index: string): RowReader<number> {
  const page = file.openPage();
  const root = rootOf(db, index);
  const interiors: Interiors = new Map();
  return (key) => {
    let number = root;
    for (let depth = 0; depth < DEEPEST_TREE; depth++) {
      const interior = interiors.get(number) ?? loadInterior(page, number, INDEX_INTERIOR, interiors);
      if (interior === undefined) return findOnLeaf(page, key);
      const place = placeOf(interior.keys, key);
      // An index has some of its entries between the pages below.
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

const HEADER_BYTES = 100;
const [INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF] = [2, 5, 10, 13];
/** The bytes of a page before the offsets of its cells. */
const [LEAF_HEADER, INTERIOR_HEADER] = [8, 12];
/** A record on a leaf that is longer than a page without these bytes goes on elsewhere. */
const LEAF_OVERHEAD = 35;
/** SQLite allows no deeper one. */
const DEEPEST_TREE = 20;
const NOT_ASKED_FOR = -1;
/** The bytes of an integer, by its type in a record; 7 is a floating-point number. */
const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** A page above the leaves: between its keys are the pages that have those in between. They are few, and are kept. */
interface Interior {
  keys: Float64Array;
  /** Of an index: the rowids for the keys. */
  rowids: Float64Array;
  children: Uint32Array;
}

type Interiors = Map<number, Interior>;

/** Loads a page, and gives it as an interior one if it is. */
function loadInterior(page: Page, number: number, type: number, known: Interiors): Interior | undefined {
  page.load(number);
  if (page.type !== type) return undefined;
  const { cells, view } = page;
  const isIndex = type === INDEX_INTERIOR;
  const interior: Interior = {
    keys: new Float64Array(cells),
    rowids: new Float64Array(isIndex ? cells : 0),
    children: new Uint32Array(cells + 1),
  };
  for (let cell = 0; cell < cells; cell++) {
    page.moveToCell(cell, INTERIOR_HEADER);
    interior.children[cell] = view.getUint32(page.at);
    page.at += 4;
    interior.keys[cell] = isIndex ? page.indexKey() : page.varint();
    if (isIndex) interior.rowids[cell] = page.indexRowid();
  }
  interior.children[cells] = view.getUint32(8);
  known.set(number, interior);
  return interior;
}

/** The place of the first key that is not less than this one. */
function placeOf(keys: Float64Array, key: number): number {
  let low = 0;
  for (let high = keys.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A copy of one page, and where it is being read. */
class Page {
  readonly view: DataView;
  at = 0;
  readonly #bytes: Buffer;
  readonly #fill: (offset: number) => void;
  #loaded = 0;
  #rowidType = 0;

  constructor(
    source: FileBytes,
    pageBytes: number,
    /** Without those that extensions of SQLite reserve at the end of a page. */
    readonly usableBytes: number,
  ) {
    this.#bytes = Buffer.alloc(pageBytes);
    this.#fill = source.reader(this.#bytes);
    this.view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, pageBytes);
  }

  load(number: number): void {
    if (number === this.#loaded) return;
    // Pages are counted from 1.
    if (number === 0) throw damagedFile();
    this.#loaded = 0;
    this.#fill((number - 1) * this.#bytes.length);
    this.#loaded = number;
  }

  get type(): number {
    return this.#bytes[0]!;
  }

  expect(type: number): void {
    if (this.type !== type) throw damagedFile();
  }

  get cells(): number {
    return this.view.getUint16(3);
  }

  moveToCell(cell: number, headerBytes: number): void {
    this.at = this.view.getUint16(headerBytes + 2 * cell);
  }

  /** Seven bits of a number in each byte, the highest first. No number here has more than 53 bits. */
  varint(): number {
    let byte = this.#bytes[this.at++]!;
    let value = byte & 0x7f;
    while (byte > 0x7f) {
      byte = this.#bytes[this.at++]!;
      value = value * 0x80 + (byte & 0x7f);
    }
    return value;
  }

  /** The key of an entry of an index; the entry is its length, and a record of the key and the rowid. */
  indexKey(): number {
    this.varint();
    const start = this.at;
    const headerBytes = this.varint();
    const keyType = this.varint();
    this.#rowidType = this.varint();
    const key = this.#number(keyType, start + headerBytes);
    this.at = start + headerBytes + NUMBER_BYTES[keyType]!;
    return key;
  }

  /** The rowid of the entry whose key was read last. */
  indexRowid(): number {
    return this.#number(this.#rowidType, this.at);
  }

  /** The columns of a row that were asked for, each at its place. */
  record(places: readonly number[], lastColumn: number, asked: number): unknown[] {
    const row: unknown[] = new Array(asked).fill(null);
    const start = this.at;
    let value = start + this.varint();
    const end = value;
    for (let column = 0; this.at < end && column <= lastColumn; column++) {
      const type = this.varint();
      const bytes = type < 12 ? NUMBER_BYTES[type]! : (type - (type & 1) - 12) / 2;
      const place = places[column]!;
      if (place !== NOT_ASKED_FOR) row[place] = this.#value(type, value, bytes);
      value += bytes;
    }
    return row;
  }

  #value(type: number, start: number, bytes: number): unknown {
    if (type === 0) return null;
    if (type < 12) return this.#number(type, start);
    if (type & 1) return this.#bytes.toString('utf8', start, start + bytes);
    return Buffer.from(this.#bytes.subarray(start, start + bytes));
  }

  #number(type: number, start: number): number {
    if (type === 7) return this.view.getFloat64(start);
    if (type >= 8) return type - 8;
    const bytes = NUMBER_BYTES[type]!;
    let value = this.view.getInt8(start);
    for (let i = 1; i < bytes; i++) value = value * 0x100 + this.#bytes[start + i]!;
    return value;
  }
}

function rootOf(db: Database, name: string): number {
  return db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name) as number;
}

/**
 * For each column of the table: its place among those asked for. An INTEGER PRIMARY KEY is the rowid, which the record of a
 * row does not have.
 */
function placesOf(db: Database, table: string, columns: readonly string[]) {
  const all = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').raw().all(table) as ColumnInfo[];
  const rowidName = all.find(([, type, pk]) => pk === 1 && type === 'INTEGER')?.[0];
  return {
    places: all.map(([name]) => (name === rowidName ? NOT_ASKED_FOR : columns.indexOf(name))),
    rowidPlace: rowidName === undefined ? NOT_ASKED_FOR : columns.indexOf(rowidName),
  };
}

type ColumnInfo = [name: string, type: string, pk: number];
