import { PlainError } from '../plain-error.ts';
import { SqliteError } from '../sqlite/driver.ts';

const DISK_FULL = 'the disk is full: free some room and run it again; nothing was changed';

/** A failure in one line: what was wrong, where, and what to do. */
export function explainFailure(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  if (error instanceof SqliteError) {
    if (error.code === 'SQLITE_FULL') return DISK_FULL;
    return `the database failed (${error.code}: ${error.message}); check the disk and run it again`;
  }
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return DISK_FULL;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${path ?? 'a file'}: cannot be written or read (${code}); check its permissions`;
  }
  return message ?? String(error);
}
