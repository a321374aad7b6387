import { AccountsFile } from '../../src/accounts/store/accounts-file.ts';

/** Enough accounts on the Scale plan that none reaches its limit while the load lasts. */
const ACCOUNTS = 500;

/** Creates a file of accounts, and returns a key of each. */
export function makeScaleKeys(path: string): string[] {
  const file = new AccountsFile(path);
  const { db, people } = file.needed();
  const make = db.transaction(() =>
    Array.from({ length: ACCOUNTS }, (_, i) => people.create(`account ${i}`, 'scale', null)!.key),
  );
  const keys = make();
  file.close();
  return keys;
}
