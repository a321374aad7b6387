import Sqlite from 'better-sqlite3';

/**
 * The one place that names the SQLite driver. `build/compile.ts` points this import at the native file of the
 * platform an executable is made for.
 */
export type Database = Sqlite.Database;
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = Sqlite.Statement<
  Parameters,
  Row
>;

export const SqliteError = Sqlite.SqliteError;

/** Opens a database for reading: a file by its path, or one held in memory by its bytes. */
export function openReadOnly(file: string | Buffer): Database {
  return typeof file === 'string'
    ? new Sqlite(file, { readonly: true, fileMustExist: true })
    : new Sqlite(file, { readonly: true });
}

/** Opens a database for writing, making it when it does not exist. */
export function openWritable(file: string): Database {
  return new Sqlite(file);
}

/**
 * Opens a new database for one long write. A build that dies throws its file away, so no journal is kept and nothing
 * is synchronised; the driver calls a database without a journal unsafe, and must be told that it is meant.
 */
export function openDisposable(file: string, cacheKib: number): Database {
  const db = new Sqlite(file);
  db.unsafeMode(true);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma(`cache_size = -${cacheKib}`);
  return db;
}
