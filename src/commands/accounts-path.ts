import { join } from 'node:path';
import { dataDirectory } from './data-directory.ts';
import { type OptionTable, text, type Values } from './options.ts';

/** Every command about accounts and keys takes these. */
export const ACCOUNTS_OPTIONS = {
  accounts: text('FILE', 'the accounts (accounts.db in the data directory)'),
  data: text('DIR', 'the data directory'),
} as const satisfies OptionTable;

/** Where the accounts are, or will be. */
export function accountsPath({ accounts, data }: Values<typeof ACCOUNTS_OPTIONS>): string {
  return accounts ?? join(dataDirectory(data), 'accounts.db');
}
