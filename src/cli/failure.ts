import { explainDiskFailure } from '../disk-failure.ts';
import { PlainError } from '../plain-error.ts';
import { SqliteError } from '../sqlite/driver.ts';

/** The system refused something: ENOTDIR, ECONNRESET and so on, unlike ERR_INVALID_ARG_TYPE, which is our fault. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

/** A person stopped a command; the message says what became of it. */
export class Stopped extends Error {}

/** One line that says what went wrong, where, and what to do about it; or where in larder a fault is. */
export function explainFailure(error: unknown): string {
  if (error instanceof PlainError || error instanceof Stopped) return error.message;
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) return `${path}: no such file; check the path`;
  const isDatabase = error instanceof SqliteError;
  const failure = explainDiskFailure(code);
  if (failure !== null) {
    const where = path ?? (isDatabase ? 'the database' : null);
    return `${where === null ? '' : `${where}: `}${failure.what}; ${failure.remedy}`;
  }
  if (isDatabase)
    return `the database failed (${code}: ${message}); check the disk and run the command again`;
  return SYSTEM_CODE.test(code) ? message : describeFault(error);
}

/** Whoever reports a fault of larder's own has nothing to go by but this. */
function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return `internal error: ${String(error)}; please report it`;
  return `internal error: ${error.message}; please report it with these lines:\n${error.stack ?? error.name}`;
}
