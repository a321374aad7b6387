import { chmodSync, closeSync, existsSync, openSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AccountsError, namingFailures } from '../accounts-error.ts';
import type { Accounts } from './accounts-file.ts';
import { synchronise } from './synchronise.ts';

/**
 * A whole copy of the accounts as they stand, taken while others read and write. It is written beside its target and
 * renamed at the end: what is there is always a whole backup, the old one or the new.
 */
export function backUp(accounts: Accounts, target: string): void {
  if (existsSync(target) && realpathSync(target) === realpathSync(accounts.file)) {
    throw new AccountsError(target, 'is the file of accounts itself', 'name another file for the backup');
  }
  const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}.unfinished`);
  namingFailures(target, () => {
    try {
      closeSync(openSync(unfinished, 'w', 0o600));
      accounts.db.prepare('VACUUM INTO ?').run(unfinished);
      chmodSync(unfinished, 0o600);
      synchronise(unfinished);
      renameSync(unfinished, target);
      synchronise(dirname(target));
    } finally {
      rmSync(unfinished, { force: true });
    }
  });
}
