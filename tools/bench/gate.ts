import { AccountService } from '../../src/accounts/account-service.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';

/** Enough accounts on the Scale plan that none reaches its limit while the load lasts. */
const ACCOUNTS = 500;

/** Creates a file of accounts, and returns a key of each. */
export async function makeScaleKeys(path: string, count = ACCOUNTS): Promise<string[]> {
  const store = new SqliteAccountStore(path);
  const accounts = new AccountService(store, new Passwords());
  const keys: string[] = [];
  for (let i = 0; i < count; i++) {
    const { key } = (await accounts.create(`account ${i}`, 'scale', null)) as { key: string };
    keys.push(key);
  }
  store.close();
  return keys;
}
