import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountsFile } from '../../src/accounts/store/accounts-file.ts';

/** A file of accounts that is gone with the tests, and the time of day as told. */
export function temporaryAccounts(nowMs: () => number = Date.now): {
  directory: string;
  path: string;
  file: AccountsFile;
  remove(): void;
} {
  const directory = mkdtempSync(join(tmpdir(), 'larder-accounts-'));
  const path = join(directory, 'accounts.db');
  const file = new AccountsFile(path, nowMs);
  return {
    directory,
    path,
    file,
    remove() {
      file.close();
      rmSync(directory, { recursive: true });
    },
  };
}
