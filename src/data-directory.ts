import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PlainError } from './plain-error.ts';

/** Where larder keeps its files: the given directory, or else the platform's directory for user data. */
export function dataDirectory(named: string | null, environment: NodeJS.ProcessEnv = process.env): string {
  if (named !== null) return refuseFile(named);
  if (environment.XDG_DATA_HOME) return join(environment.XDG_DATA_HOME, 'larder');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'larder');
  if (process.platform === 'win32' && environment.LOCALAPPDATA)
    return join(environment.LOCALAPPDATA, 'larder');
  return join(homedir(), '.local', 'share', 'larder');
}

/** Otherwise a file here is reported under the name of whatever larder looks for inside it. */
function refuseFile(named: string): string {
  if (statSync(named, { throwIfNoEntry: false })?.isDirectory() !== false) return named;
  throw new PlainError(named, 'is not a directory', 'name one with --data');
}

/** The catalogue: the given one, or else catalog.db in the data directory. It need not exist yet. */
export function catalogPath({ catalog, data }: { catalog: string | null; data: string | null }): string {
  return catalog ?? join(dataDirectory(data), 'catalog.db');
}

/** The accounts file: the given one, or else accounts.db in the data directory. It need not exist yet. */
export function accountsPath({ accounts, data }: { accounts: string | null; data: string | null }): string {
  return accounts ?? join(dataDirectory(data), 'accounts.db');
}
