import type { Database } from './driver.ts';
import { damagedFile, type FileBytes, openBytes } from './file-bytes.ts';

/**
 * Reads the pages of a database file (https://sqlite.org/fileformat2.html), for rows.ts and index-entries.ts. A
 * statement of the driver takes twice as long for a food, mostly because every column crosses between JavaScript and
 * native code. The file must not change while it is open, and its text must be UTF-8: both are true of a catalogue.
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

const HEADER_BYTES = 100;
export const [INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF] = [2, 5, 10, 13];
/** The bytes of a page before the offsets of its cells. */
export const [LEAF_HEADER, INTERIOR_HEADER] = [8, 12];
/** SQLite allows no deeper tree. */
export const DEEPEST_TREE = 20;
/** The bytes of a number, by its type; 7 is a floating-point number. */
export const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

/** An interior page: between its keys are the pages for the keys in between. */
export interface Interior {
  keys: Float64Array;
  /** In an index: the rowids for the keys. */
  rowids: Float64Array;
  children: Uint32Array;
}

/** Loads a page, and returns it if it is an interior one. */
export function loadInterior(
  file: DatabaseFile,
  page: Page,
  number: number,
  type: number,
): Interior | undefined {
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
export function placeOf(keys: Float64Array, key: number): number {
  let low = 0;
  for (let high = keys.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A copy of one page, and where it is being read. */
export class Page {
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

/** The first page of a table or an index. */
export function rootOf(db: Database, name: string): number {
  return db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name) as number;
}
