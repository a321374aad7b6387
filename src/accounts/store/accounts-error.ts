import { PlainError } from '../../plain-error.ts';
import { SqliteError } from '../../sqlite/driver.ts';

/** Why the accounts cannot be read or changed, and what to do about it. */
export class AccountsError extends PlainError {
  override readonly name = 'AccountsError';
}

/** Failures of a disk in plain words, by the error code of SQLite or the system. */
const FAILURES: readonly (readonly [code: RegExp, what: string, remedy: string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'the disk is full', 'free some space and try again; nothing was changed'],
  [
    /^(SQLITE_IOERR|EIO)/,
    'the disk failed to read or write',
    'check the disk and its free space; nothing was changed',
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED)/,
    'locked by another program',
    'try again when it is done; nothing was changed',
  ],
  [
    /^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EPERM|EROFS)/,
    'cannot be opened or written',
    'check its path and permissions, and those of its directory',
  ],
  [/^(ENOTDIR|EEXIST|ENOENT)/, 'cannot be created there', 'check its path'],
  [/^EISDIR/, 'is a folder', 'name a file'],
  [/^SQLITE_NOTADB/, 'not a database', 'name the accounts file with --accounts'],
  [/^SQLITE_CORRUPT/, 'is damaged', 'restore a backup'],
];

/** Runs `act`, and turns failures of the file into an AccountsError that names it. */
export function namingFailures<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const known = FAILURES.find(([pattern]) => pattern.test(code));
    if (known !== undefined) throw new AccountsError(file, `${known[1]} (${code})`, known[2]);
    if (error instanceof SqliteError) {
      throw new AccountsError(file, `the database failed (${code})`, 'check the disk and try again');
    }
    throw error;
  }
}
