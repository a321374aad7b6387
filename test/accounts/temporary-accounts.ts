import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountActions, type Actor } from '../../src/accounts/account-actions.ts';
import { AccountService } from '../../src/accounts/account-service.ts';
import type { HashCost } from '../../src/accounts/argon2.ts';
import { foldName } from '../../src/accounts/names.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { readPostgresUrl } from '../../src/accounts/postgres/address.ts';
import { PostgresAccountStore } from '../../src/accounts/postgres/postgres-account-store.ts';
import { EncryptionKeyFile } from '../../src/accounts/store/encryption-key-file.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import type { OpenedStore } from '../../src/accounts/stores/choose-store.ts';
import { hashKey, hintOf, makeKey } from '../../src/admission/keys.ts';
import type { PlanName } from '../../src/admission/plans.ts';
import { postgresOf } from './engine.ts';

export interface TemporaryAccountsOptions {
  /** Both the time of day and the steady clock. */
  nowMs?: () => number;
  passwords?: Pick<Passwords, 'hash' | 'verify' | 'hashCodes'>;
  selfService?: boolean;
  flushUsage?: () => Promise<void>;
}

/** The least that argon2id allows. A hash records what it cost, so the same check accepts it. */
export const LEAST_COST: HashCost = { memoryCost: 8, timeCost: 1 };
/** Real hashing of recovery codes is slow by design, and has a test of its own. */
export const quickCodes: Pick<Passwords, 'hashCodes'> = {
  hashCodes: async (digests, salt) =>
    digests.map((digest) => Bun.SHA256.hash(`${digest}${salt.toString('hex')}`, 'base64')),
};

/** The owner of an account with its key, without a further proof. */
export const WITH_KEY: Actor = {
  client: '203.0.113.9',
  session: null,
  credentials: { password: null, code: null },
  operator: null,
  report() {},
};
export const IN_FRESH_SESSION: Actor = { ...WITH_KEY, session: { id: 1, isFresh: true } };
export const OPERATOR: Actor = { ...WITH_KEY, operator: { actor: 'root', via: 'command line' } };

interface Place {
  directory: string;
  /** The accounts file; in PostgreSQL there is none. */
  path: string;
  store: OpenedStore;
  /** Runs statements that are the same everywhere. A table is written as `{accounts}`. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  giveBack(): void;
}

/** Accounts of the test's own, in a file or in PostgreSQL, which `remove` deletes. */
export async function temporaryAccounts({
  nowMs = Date.now,
  passwords = quickPasswords(),
  selfService = false,
  flushUsage,
}: TemporaryAccountsOptions = {}) {
  const { directory, path, store, query, giveBack } = await openPlace(nowMs);
  const accounts = new AccountService(store, passwords, {
    ...(flushUsage !== undefined && { flushUsage }),
    nowMs,
  });
  return {
    directory,
    path,
    store,
    query,
    /** The file; for tests about it. */
    file(): SqliteAccountStore {
      if (store instanceof SqliteAccountStore) return store;
      throw new Error('These accounts are in PostgreSQL');
    },
    /** The number of rows of a table, such as `{sessions} WHERE is_complete = 0`. */
    async count(rows: string): Promise<number> {
      const [{ count } = { count: 0 }] = await query<{ count: number }>(
        `SELECT count(*) AS count FROM ${rows}`,
      );
      return Number(count);
    },
    accounts,
    actions: new AccountActions(accounts, store, { selfService, nowMs }),
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
    async remove() {
      await store.close();
      giveBack();
      rmSync(directory, { recursive: true });
    },
  };
}

async function openPlace(nowMs: () => number): Promise<Place> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-accounts-'));
  const path = join(directory, 'accounts.db');
  const server = postgresOf();
  if (server === null) {
    const store = new SqliteAccountStore(path, nowMs);
    const query = async <Row>(sql: string) => {
      const statement = store.db.prepare(sql.replace(/\{(\w+)\}/g, '$1'));
      if (statement.reader) return statement.all() as Row[];
      statement.run();
      return [];
    };
    return { directory, path, store, query, giveBack() {} };
  }
  const url = await server.borrowDatabase();
  const address = readPostgresUrl(url);
  const store = await PostgresAccountStore.openForServer({
    address,
    encryptionKeyFile: new EncryptionKeyFile(`${path}.seal`),
    copyPath: join(directory, 'key-copy.jsonl'),
    nowMs,
    onChange() {},
    onCopyFailure(error) {
      throw error;
    },
  });
  const query = <Row extends object>(sql: string) =>
    server.query<Row>(url, sql.replace(/\{(\w+)\}/g, 'larder.$1'));
  return { directory, path, store, query, giveBack: () => server.returnDatabase(url) };
}

/** Hashes passwords with argon2id and recovery codes without it, both quickly. */
export function quickPasswords(): Pick<Passwords, 'hash' | 'verify' | 'hashCodes'> {
  const passwords = new Passwords(LEAST_COST);
  return {
    hash: (...sent) => passwords.hash(...sent),
    verify: (...sent) => passwords.verify(...sent),
    ...quickCodes,
  };
}
export type TemporaryAccounts = Awaited<ReturnType<typeof temporaryAccounts>>;
