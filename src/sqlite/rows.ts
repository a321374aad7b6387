import type { Database } from './driver.ts';
import { damagedFile } from './file-bytes.ts';
import {
  type DatabaseFile,
  DEEPEST_TREE,
  LEAF_HEADER,
  loadInterior,
  placeOf,
  rootOf,
  TABLE_INTERIOR,
  TABLE_LEAF,
} from './pages.ts';
import { StoredRow } from './stored-row.ts';

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

/** A blob where it is stored: bytes of a page, from and to (exclusive). */
export interface StoredBlob {
  bytes: Buffer;
  start: number;
  end: number;
}

/**
 * Reads one blob of a row without copying it: it is valid until the next one is read. A view of its own for every blob
 * would be more garbage than a thread with a small heap can collect in passing.
 */
export function openBlobs(
  file: DatabaseFile,
  db: Database,
  table: string,
  column: string,
): (rowid: number) => StoredBlob | undefined {
  const find = openStoredRows(file, db, table);
  const [place] = placesOf(db, table, [column]) as [number];
  const longBlob = db.prepare(`SELECT ${column} FROM ${table} WHERE rowid = ?`).pluck();
  const blob: StoredBlob = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  return (rowid) => {
    const stored = find(rowid);
    if (stored === undefined) return undefined;
    blob.bytes = stored === null ? (longBlob.get(rowid) as Buffer) : stored.bytes;
    blob.start = stored === null ? 0 : stored.start(place);
    blob.end = stored === null ? blob.bytes.length : stored.end(place);
    return blob;
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

/** A record on a leaf that is longer than a page less these bytes continues elsewhere. */
const LEAF_OVERHEAD = 35;
/** The position of a column that is the rowid, which the record of a row does not contain. */
const ROWID = -1;

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
