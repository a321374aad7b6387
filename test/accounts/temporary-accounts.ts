import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountService } from '../../src/accounts/account-service.ts';
import { foldName } from '../../src/accounts/names.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { hashKey, hintOf, makeKey } from '../../src/admission/keys.ts';
import type { PlanName } from '../../src/admission/plans.ts';

export interface TemporaryAccountsOptions {
  /** Both the time of day and the steady clock. */
  nowMs?: () => number;
  passwords?: Pick<Passwords, 'hash' | 'verify' | 'hashCodes'>;
  flushUsage?: () => Promise<void>;
}

/** Real hashing of recovery codes is slow by design, and has a test of its own. */
export const quickCodes: Pick<Passwords, 'hashCodes'> = {
  hashCodes: async (digests, salt) =>
    digests.map((digest) => Bun.SHA256.hash(`${digest}${salt.toString('hex')}`, 'base64')),
};

/** Accounts in a temporary directory, which `remove` deletes. */
export function temporaryAccounts({
  nowMs = Date.now,
  passwords = withQuickCodes(),
  flushUsage,
}: TemporaryAccountsOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'larder-accounts-'));
  const path = join(directory, 'accounts.db');
  const store = new SqliteAccountStore(path, nowMs);
  return {
    directory,
    path,
    store,
    accounts: new AccountService({
      store,
      passwords,
      ...(flushUsage !== undefined && { flushUsage }),
      nowMs,
    }),
    /** An account with its account key. The password hash is taken as it is, since real hashing is slow. */
    async account(name: string, plan: PlanName = 'pro', passwordHash: string | null = null) {
      const key = makeKey('account');
      const id = await store.accounts.create({
        name,
        foldedName: foldName(name),
        plan,
        passwordHash,
        accountKey: { name: 'account key', secret: { hash: hashKey(key), hint: hintOf(key) } },
        identity: null,
        createdMs: nowMs(),
      });
      if (id === null) throw new Error(`${name} is taken`);
      return { id, key };
    },
    /** Many changes in one transaction, which is quicker. */
    async together(act: () => Promise<void>) {
      store.db.exec('BEGIN');
      await act();
      store.db.exec('COMMIT');
    },
    remove() {
      store.close();
      rmSync(directory, { recursive: true });
    },
  };
}
/** Hashes passwords for real, and recovery codes quickly. */
export function withQuickCodes(): Pick<Passwords, 'hash' | 'verify' | 'hashCodes'> {
  const passwords = new Passwords();
  return {
    hash: (...sent) => passwords.hash(...sent),
    verify: (...sent) => passwords.verify(...sent),
    ...quickCodes,
  };
}
export type TemporaryAccounts = ReturnType<typeof temporaryAccounts>;
