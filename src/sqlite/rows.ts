import type { Database } from './driver.ts';
import { damagedFile, type FileBytes, openBytes } from './file-bytes.ts';

/**
 * Reads single rows from the pages of a database file (https://sqlite.org/fileformat2.html). A statement of the driver
 * takes twice as long for a food, mostly because every column crosses between JavaScript and native code. The file must
 * not change while it is open, and its text must be UTF-8: both are true of a catalogue.
 */
export interface DatabaseFile {
  /** A page of the file to read from; each has its own memory. */
  openPage(): Page;
  /** The interior pages that were read, by number. They are few, so all readers keep and share them. */
  readonly interiors: Map<number, Interior>;
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
  return {
    openPage: () => new Page(source, pageBytes, usableBytes),
    interiors: new Map(),
    close: () => source.close(),
  };
}

/** The values of a row, in the order of the columns that the reader was opened with; undefined if there is no such row. */
export type RowReader<Row> = (rowid: number) => Row | undefined;

/** Reads the rows of a table by their rowids. */
export function openRows<Row extends unknown[]>(
  file: DatabaseFile,
  db: Database,
  table: string,
  columns: readonly string[],
): RowReader<Row> {
  const find = openStoredRows(file, db, table);
  const places = placesOf(db, table, columns);
  // Rows too long for a page continue on others. They are rare, so they are left to SQLite.
  const longRow = db.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE rowid = ?`).raw();
  return (rowid) => {
    const stored = find(rowid);
    if (stored === undefined) return undefined;
    if (stored === null) return longRow.get(rowid) as Row;
    const row: unknown[] = new Array(places.length);
    for (let i = 0; i < places.length; i++) {
      const place = places[i]!;
      row[i] = place === ROWID ? rowid : stored.value(place);
    }
    return row as Row;
  };
}

/** Undefined if there is no such row; null if the row is too long for one page. */
export type StoredRowFinder = (rowid: number) => StoredRow | null | undefined;

/** Finds the rows of a table by their rowids, as stored in the file. */
export function openStoredRows(file: DatabaseFile, db: Database, table: string): StoredRowFinder {
  const page = file.openPage();
  const root = rootOf(db, table);
  const row = new StoredRow(page, columnsOf(db, table).length);

  function seekLeaf(rowid: number): void {
    let number = root;
    for (let depth = 0; depth < DEEPEST_TREE; depth++) {
      const interior = file.interiors.get(number) ?? loadInterior(file, page, number, TABLE_INTERIOR);
      if (interior === undefined) {
        page.expect(TABLE_LEAF);
        return;
      }
      number = interior.children[placeOf(interior.keys, rowid)]!;
    }
    throw damagedFile();
  }

  return (rowid) => {
    seekLeaf(rowid);
    for (let low = 0, high = page.cells; low < high; ) {
      const middle = (low + high) >>> 1;
      page.moveToCell(middle, LEAF_HEADER);
      const length = page.varint();
      const found = page.varint();
      if (found === rowid) {
        if (length > page.usableBytes - LEAF_OVERHEAD) return null;
        row.readHeader();
        return row;
      }
      if (found < rowid) low = middle + 1;
      else high = middle;
    }
    return undefined;
  };
}

/**
 * A row as stored on its page, valid until the next one is looked up. Columns are named by their positions in the
 * table; one that was added to the table after the row was written is null.
 */
export class StoredRow {
  readonly #page: Page;
  readonly #types: Uint32Array;
  readonly #starts: Uint32Array;

  constructor(page: Page, columns: number) {
    this.#page = page;
    this.#types = new Uint32Array(columns);
    this.#starts = new Uint32Array(columns + 1);
  }

  /** Finds the columns of the current row: the types of all come first, then their values. */
  readHeader(): void {
    const page = this.#page;
    const types = this.#types;
    const starts = this.#starts;
    const header = page.at;
    const end = header + page.varint();
    let column = 0;
    let start = end;
    for (; column < types.length && page.at < end; column++) {
      const type = page.varint();
      types[column] = type;
      starts[column] = start;
      start += bytesOf(type);
    }
    if (start > page.bytes.length) throw damagedFile();
    types.fill(NULL, column);
    starts.fill(start, column);
  }

  isNull(column: number): boolean {
    return this.#types[column] === NULL;
  }

  number(column: number): number {
    return this.#page.number(this.#types[column]!, this.#starts[column]!);
  }

  /** The page that the row is on. */
  get bytes(): Buffer {
    return this.#page.bytes;
  }

  /** Where the bytes of a text begin on the page. */
  start(column: number): number {
    return this.#starts[column]!;
  }

  end(column: number): number {
    return this.#starts[column + 1]!;
  }

  value(column: number): unknown {
    const type = this.#types[column]!;
    if (type === NULL) return null;
    if (type < FIRST_BLOB) return this.number(column);
    const start = this.start(column);
    const end = this.end(column);
    const { bytes } = this.#page;
    return type & 1 ? bytes.toString('utf8', start, end) : Buffer.from(bytes.subarray(start, end));
  }
}

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

const HEADER_BYTES = 100;
const [INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF] = [2, 5, 10, 13];
/** The bytes of a page before the offsets of its cells. */
const [LEAF_HEADER, INTERIOR_HEADER] = [8, 12];
/** A record on a leaf that is longer than a page less these bytes continues elsewhere. */
const LEAF_OVERHEAD = 35;
/** SQLite allows no deeper tree. */
const DEEPEST_TREE = 20;
/** The position of a column that is the rowid, which the record of a row does not contain. */
const ROWID = -1;
/** Types of values: numbers come before the first blob; from there on, blobs and texts alternate. */
const [NULL, FIRST_BLOB] = [0, 12];
/** The bytes of a number, by its type; 7 is a floating-point number. */
const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function bytesOf(type: number): number {
  return type < FIRST_BLOB ? NUMBER_BYTES[type]! : (type - (type & 1) - FIRST_BLOB) / 2;
}

/** An interior page: between its keys are the pages for the keys in between. */
interface Interior {
  keys: Float64Array;
  /** In an index: the rowids for the keys. */
  rowids: Float64Array;
  children: Uint32Array;
}

/** Loads a page, and returns it if it is an interior one. */
function loadInterior(file: DatabaseFile, page: Page, number: number, type: number): Interior | undefined {
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
  file.interiors.set(number, interior);
  return interior;
}

/** The position of the first key that is not less than this one. */
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
  readonly bytes: Buffer;
  readonly #fill: (offset: number) => void;
  #loaded = 0;
  #rowidType = 0;

  constructor(
    source: FileBytes,
    pageBytes: number,
    /** Without the bytes that extensions of SQLite reserve at the end of a page. */
    readonly usableBytes: number,
  ) {
    this.bytes = Buffer.alloc(pageBytes);
    this.#fill = source.reader(this.bytes);
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, pageBytes);
  }

  load(number: number): void {
    if (number === this.#loaded) return;
    // Pages are counted from 1.
    if (number === 0) throw damagedFile();
    this.#loaded = 0;
    this.#fill((number - 1) * this.bytes.length);
    this.#loaded = number;
  }

  get type(): number {
    return this.bytes[0]!;
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
    let byte = this.bytes[this.at++]!;
    let value = byte & 0x7f;
    while (byte > 0x7f) {
      byte = this.bytes[this.at++]!;
      value = value * 0x80 + (byte & 0x7f);
    }
    return value;
  }

  /** The key of an index entry, which is its length and a record of key and rowid. */
  indexKey(): number {
    this.varint();
    const start = this.at;
    const headerBytes = this.varint();
    const keyType = this.varint();
    this.#rowidType = this.varint();
    const key = this.number(keyType, start + headerBytes);
    this.at = start + headerBytes + NUMBER_BYTES[keyType]!;
    return key;
  }

  /** The rowid of the entry whose key was read last. */
  indexRowid(): number {
    return this.number(this.#rowidType, this.at);
  }

  number(type: number, start: number): number {
    if (type === 7) return this.view.getFloat64(start);
    if (type >= 8) return type - 8;
    const bytes = NUMBER_BYTES[type]!;
    let value = this.view.getInt8(start);
    for (let i = 1; i < bytes; i++) value = value * 0x100 + this.bytes[start + i]!;
    return value;
  }
}

function rootOf(db: Database, name: string): number {
  return db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name) as number;
}

/** The positions of columns in the records of a table. An INTEGER PRIMARY KEY is the rowid. */
export function placesOf(db: Database, table: string, columns: readonly string[]): number[] {
  const all = columnsOf(db, table);
  return columns.map((name) => {
    const place = all.findIndex((column) => column.name === name);
    const { type, pk } = all[place]!;
    return pk === 1 && type === 'INTEGER' ? ROWID : place;
  });
}

function columnsOf(db: Database, table: string): Column[] {
  return db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(table) as Column[];
}

interface Column {
  name: string;
  type: string;
  pk: number;
}
