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
  [/^EISDIR/, 'is a directory', 'name a file'],
];

export interface DiskFailure {
  what: string;
  remedy: string;
}

/** Null for a code that says nothing about the disk or a file on it. */
export function explainDiskFailure(code: string): DiskFailure | null {
  const [, what, remedy] = FAILURES.find(([pattern]) => pattern.test(code)) ?? [];
  return what === undefined || remedy === undefined ? null : { what: `${what} (${code})`, remedy };
}
