import { existsSync } from 'node:fs';
import { AccountService, MAX_OVERLAP_DAYS } from '../accounts/account-service.ts';
import { commandLineActor, type NamedAccount, Operator } from '../accounts/operator.ts';
import { Passwords } from '../accounts/passwords.ts';
import { isPostgresUrl } from '../accounts/postgres/address.ts';
import { accountsOption } from '../accounts/stores/accounts-option.ts';
import { type OpenedStore, openStoreForCommand } from '../accounts/stores/choose-store.ts';
import type { accountsPath } from '../data-directory.ts';
import { memberOf } from '../member-of.ts';
import { type OptionTable, text, UsageError, withDefault } from '../options.ts';
import { PlainError } from '../plain-error.ts';

/** The options of every command about accounts and keys. */
export const ACCOUNTS_OPTIONS = {
  accounts: accountsOption(
    'the accounts: a file (default: accounts.db in the data directory), or postgres://…',
  ),
  data: text('DIR', 'the data directory'),
} as const satisfies OptionTable;

/** An empty list says so on standard error, so that a script reads nothing. */
export const NO_ACCOUNTS = 'there are no accounts; `larder account create NAME` creates one';

/** The options of every command about one account. */
export const ACCOUNT_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  account: text('NAME', 'the account, in place of NAME'),
} as const satisfies OptionTable;

/**
 * The account that a command names, as its first argument or with --account, and the arguments after it. Null when the
 * command names none. `others` is how many further arguments the command takes.
 */
export function splitAccount(
  flag: string | null,
  positionals: readonly string[],
  others = 0,
): { name: string | null; rest: readonly string[] } {
  if (positionals.length > others) {
    const [name = '', ...rest] = positionals;
    if (rest.length > others) throw new UsageError(`unexpected argument '${rest[others]}'`);
    if (flag !== null && flag !== name)
      throw new UsageError(`two accounts are named, '${name}' and '${flag}'`);
    return { name, rest };
  }
  return { name: flag, rest: positionals };
}

/** The account that a command names, where it needs one and takes nothing else. */
export function onlyAccount(flag: string | null, positionals: readonly string[]): string {
  const { name } = splitAccount(flag, positionals);
  if (name === null) throw new UsageError('give one NAME, or --account NAME');
  return name;
}

type AccountsValues = Parameters<typeof accountsPath>[0];

/** Opens the accounts that the options name, which must exist, and closes them at the end. */
export async function withAccounts<Result>(
  values: AccountsValues,
  act: (accounts: AccountService, operator: Operator, store: OpenedStore) => Result | Promise<Result>,
): Promise<Result> {
  refuseMissing(values.accounts);
  return withNewAccounts(values, act);
}

/** A mistyped path would pass for accounts that nobody has created yet. In the data directory there may be none. */
function refuseMissing(named: string | null): void {
  if (named === null || isPostgresUrl(named) || existsSync(named)) return;
  const remedy = 'check the path given with --accounts; `larder account create NAME` creates the file';
  throw new PlainError(named, 'no such file', remedy);
}

/** Opens the accounts that the options name, which are created if there are none, and closes them at the end. */
export async function withNewAccounts<Result>(
  values: AccountsValues,
  act: (accounts: AccountService, operator: Operator, store: OpenedStore) => Result | Promise<Result>,
): Promise<Result> {
  const store = await openStoreForCommand(values);
  try {
    const accounts = new AccountService(store, new Passwords());
    return await act(accounts, new Operator(accounts, store, commandLineActor()), store);
  } finally {
    await store.close();
  }
}

/** Opens the accounts for a command about one of them, which must exist. */
export function withAccount<Result>(
  values: AccountsValues,
  name: string,
  act: (accounts: AccountService, account: NamedAccount, operator: Operator) => Result | Promise<Result>,
): Promise<Result> {
  return withAccounts(values, async (accounts, operator) => {
    const account = await accounts.find(name);
    if (account === null) {
      throw new PlainError(name, 'no such account', '`larder account list` lists the accounts');
    }
    return act(accounts, account, operator);
  });
}

const DAY_MS = 86_400_000;
const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS };

/** A length of time such as `90s`, `15m`, `2h` or `7d`, in milliseconds. */
function readOverlap(value: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(value) ?? [];
  const lengthMs = Number(count) * (memberOf(UNITS_MS, unit ?? '') ?? Number.NaN);
  if (lengthMs <= MAX_OVERLAP_DAYS * DAY_MS) return lengthMs;
  throw new UsageError(`takes a time such as 90s, 15m, 2h or 7d, up to ${MAX_OVERLAP_DAYS}d, not '${value}'`);
}

/** The options of the commands that rotate a key. */
export const ROTATE_OPTIONS = {
  overlap: withDefault(
    'TIME',
    0,
    'how long the old key keeps working, such as 90m or 2d (default: 0s)',
    readOverlap,
  ),
} as const satisfies OptionTable;
