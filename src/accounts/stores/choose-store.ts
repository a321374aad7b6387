import { join } from 'node:path';
import { accountsPath, dataDirectory } from '../../data-directory.ts';
import type { AccountStore } from '../account-store.ts';
import { isPostgresUrl, type PostgresAddress, readPostgresUrl } from '../postgres/address.ts';
import { EncryptionKeyFile, encryptionKeyPath } from '../store/encryption-key-file.ts';
import { SqliteAccountStore } from '../store/sqlite-account-store.ts';
import type { Target } from './transfer.ts';

/** The settings that say where accounts are. */
export interface AccountsSettings {
  /** A file or a URL; null for the file in the data directory. */
  accounts: string | null;
  data: string | null;
  'encryption-key-file'?: string | null;
}

export interface OpenedStore extends AccountStore {
  /** Copies the accounts to a file, and returns their number. */
  backUp(target: string): number | Promise<number>;
  close(): void | Promise<void>;
}

export interface StoreEvents {
  /** A shared store went away or came back. `name` has no credentials. */
  onChange(isUp: boolean, name: string, reason: string): void;
  /** The copy of the keys on disk cannot be read or written. */
  onCopyFailure(error: Error): void;
}

/** Throws when there are accounts that cannot be used. */
export async function openStoreForServer(
  settings: AccountsSettings,
  { onChange, onCopyFailure }: StoreEvents,
): Promise<OpenedStore> {
  const address = addressOf(settings);
  if (address === null) {
    const store = openFile(settings);
    // Report an unusable file now, not to the first caller with a key.
    store.check();
    return store;
  }
  const { PostgresAccountStore } = await import('../postgres/postgres-account-store.ts');
  return PostgresAccountStore.openForServer({
    address,
    encryptionKeyFile: keyFileOf(settings),
    copyPath: join(dataDirectory(settings.data), 'key-copy.jsonl'),
    onChange: (isUp, reason) => onChange(isUp, address.name, reason),
    onCopyFailure,
  });
}

/** Accounts to move from or to. `settings` say where the encryption key of accounts in PostgreSQL is. */
export async function openTransferEnd(
  named: string,
  settings: AccountsSettings,
  isSource: boolean,
): Promise<Target> {
  const { openFileEnd, openPostgresEnd } = await import('./transfer-ends.ts');
  if (!isPostgresUrl(named)) return openFileEnd(new SqliteAccountStore(named), isSource);
  return openPostgresEnd(readPostgresUrl(named), keyFileOf(settings), isSource);
}

/** Only as much as one command needs. */
export async function openStoreForCommand(settings: AccountsSettings): Promise<OpenedStore> {
  const address = addressOf(settings);
  if (address === null) return openFile(settings);
  const { PostgresAccountStore } = await import('../postgres/postgres-account-store.ts');
  return PostgresAccountStore.openForCommand({ address, encryptionKeyFile: keyFileOf(settings) });
}

/** Null for a file. */
function addressOf({ accounts }: AccountsSettings): PostgresAddress | null {
  return accounts !== null && isPostgresUrl(accounts) ? readPostgresUrl(accounts) : null;
}

function openFile(settings: AccountsSettings): SqliteAccountStore {
  const keyPath = settings['encryption-key-file'] ?? undefined;
  return new SqliteAccountStore(accountsPath(settings), undefined, keyPath);
}

/** Where a server looks for the encryption key of accounts in PostgreSQL. */
function keyFileOf(settings: AccountsSettings): EncryptionKeyFile {
  const beside = encryptionKeyPath(accountsPath({ accounts: null, data: settings.data }));
  return new EncryptionKeyFile(settings['encryption-key-file'] ?? beside);
}
