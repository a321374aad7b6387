import { PlainError } from '../plain-error.ts';
import { SqliteError } from '../sqlite/driver.ts';

const DISK_FULL = 'the disk is full: free some space and run the command again; nothing was changed';

/** One line that says what went wrong, where, and what to do about it. */
export function explainFailure(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  if (error instanceof SqliteError) {
    if (error.code === 'SQLITE_FULL') return DISK_FULL;
    return `the database failed (${error.code}: ${error.message}); check the disk and run the command again`;
  }
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return DISK_FULL;
  if (code === 'ENOENT' && path !== undefined) return `${path}: no such file; check the path`;
  if (code === 'EISDIR' && path !== undefined) return `${path}: is a folder; name a file`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${path ?? 'a file'}: cannot be read or written (${code}); check its permissions`;
  }
  return message ?? String(error);
}
