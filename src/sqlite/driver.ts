import Sqlite from 'better-sqlite3';
import { PlainError } from '../plain-error.ts';

/**
 * The one file that imports the SQLite driver. `packaging/compile.ts` points this import at the native file of the
 * target platform.
 */
export type Database = Sqlite.Database;
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = Sqlite.Statement<
  Parameters,
  Row
>;

export const SqliteError = Sqlite.SqliteError;

/** Opens a database for reading: a file by its path, or a database in memory by its bytes. */
export function openReadOnly(file: string | Buffer): Database {
  return typeof file === 'string'
    ? connect(file, { readonly: true, fileMustExist: true })
    : connect(file, { readonly: true });
}

/** Opens a database for writing, and creates it if it does not exist. */
export function openWritable(file: string): Database {
  return connect(file);
}

/**
 * Opens a new database for one long write. A build that fails discards its file, so there is no journal and no syncing;
 * the driver considers that unsafe and needs to be told that it is intended.
 */
export function openDisposable(file: string, cacheKib: number): Database {
  const db = connect(file);
  db.unsafeMode(true);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma(`cache_size = -${cacheKib}`);
  return db;
}

/**
 * A parameter for how many rows a statement returns. SQLite reads a bare one while it prepares the statement, so it would prepare it
 * again for every use, which takes ten times as long as looking up a name.
 */
export const AT_MOST = '0 + ?';

/** The values of a row, in the order of the columns that the reader was opened with; undefined if there is no such row. */
export type RowReader<Row> = (rowid: number) => Row | undefined;

/** Reads the rows of a table by their rowids. */
export function openRows<Row extends unknown[]>(
  db: Database,
  table: string,
  columns: readonly string[],
): RowReader<Row> {
  const select = db.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE rowid = ?`).raw();
  return (rowid) => select.get(rowid) as Row | undefined;
}

/**
 * Values as a file stores them. Columns of SQLite accept any type, and a file may come from anywhere: what is not of the
 * expected type is unknown.
 */
export function numberOf(stored: unknown): number | null {
  return typeof stored === 'number' && Number.isFinite(stored) && stored >= 0 ? stored : null;
}

export function textOf(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}

/** The numbers of what a catalogue has a table for, such as categories, are counted from 1, so none is above this. */
const MAX_CODE = 2 ** 20;

export function isCode(stored: unknown): boolean {
  return Number.isInteger(stored) && (stored as number) > 0 && (stored as number) < MAX_CODE;
}

/** Texts by the numbers that they are stored under, at most as many as there are numbers. */
export function readNumbered(db: Database, sql: string): Map<number, string> {
  const rows = db.prepare(`${sql} LIMIT ${MAX_CODE}`).raw().all() as [number, unknown][];
  return new Map(
    rows.filter(([number]) => isCode(number)).map(([number, text]) => [number, textOf(text) ?? '']),
  );
}

/** For content that is missing, or not what it should be. */
export function damagedFile(): Error {
  return new Error('the database file is damaged');
}

/** The native file of the driver is unpacked when it is first needed, and some folders do not allow running it. */
function connect(file: string | Buffer, options: Sqlite.Options = {}): Database {
  try {
    return new Sqlite(file, options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_DLOPEN_FAILED') throw error;
    throw new PlainError(
      'the SQLite driver',
      `cannot be loaded (${message})`,
      'let TMPDIR name a folder that is writable and not mounted with noexec',
    );
  }
}
