import { explainDiskFailure } from '../../disk-failure.ts';
import { PlainError } from '../../plain-error.ts';
import { SqliteError } from '../../sqlite/driver.ts';

/** Why the accounts cannot be read or changed, and what to do about it. */
export class AccountsError extends PlainError {
  override readonly name = 'AccountsError';
}

/** What else may be wrong with a file of accounts, by the error code of SQLite or the system. */
const FAILURES: readonly (readonly [code: RegExp, what: string, remedy: string])[] = [
  [/^(ENOTDIR|EEXIST|ENOENT)/, 'cannot be created there', 'check its path'],
  [/^SQLITE_NOTADB/, 'not a database', 'name the accounts file with --accounts'],
  [/^SQLITE_CORRUPT/, 'is damaged', 'restore a backup'],
];

/** Runs `act`, and turns failures of the file into an AccountsError that names it. */
export function namingFailures<Result>(file: string, act: () => Result): Result {
  try {
    const result = act();
    return result instanceof Promise ? (result.catch((error) => fail(file, error)) as Result) : result;
  } catch (error) {
    return fail(file, error);
  }
}

function fail(file: string, error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  const failure = explainDiskFailure(code);
  if (failure !== null) throw new AccountsError(file, failure.what, failure.remedy);
  const known = FAILURES.find(([pattern]) => pattern.test(code));
  if (known !== undefined) throw new AccountsError(file, `${known[1]} (${code})`, known[2]);
  if (error instanceof SqliteError)
    throw new AccountsError(file, `the database failed (${code})`, 'check the disk and try again');
  throw error;
}
