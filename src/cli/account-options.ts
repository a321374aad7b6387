import { existsSync } from 'node:fs';
import { AccountActions, type Actor } from '../accounts/account-actions.ts';
import { AccountService, MAX_KEYS, MAX_OVERLAP_DAYS } from '../accounts/account-service.ts';
import type { ActionName, InputOf, NamedAccount, ValueOf } from '../accounts/actions.ts';
import { Passwords } from '../accounts/passwords.ts';
import { isPostgresUrl } from '../accounts/postgres/address.ts';
import { isRefusal, type Refusal } from '../accounts/refusals.ts';
import { accountsOption } from '../accounts/stores/accounts-option.ts';
import { type OpenedStore, openStoreForCommand } from '../accounts/stores/choose-store.ts';
import type { accountsPath } from '../data-directory.ts';
import { memberOf } from '../member-of.ts';
import { type OptionTable, text, UsageError, withDefault } from '../options.ts';
import { PlainError } from '../plain-error.ts';
import { loginName } from '../system.ts';

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

/** The accounts that a command reads and changes. What it does is in the audit log. */
export interface OpenAccounts {
  accounts: AccountService;
  store: OpenedStore;
  actions: AccountActions;
  /** Whoever runs the command. */
  by: Actor;
  /** Throws when it is refused, in the words of the command line. `about` is what a refusal names, if not the account. */
  act<Name extends ActionName>(
    name: Name,
    account: NamedAccount,
    input: InputOf<Name>,
    about?: string,
  ): Promise<ValueOf<Name>>;
}

type Act<Result> = (open: OpenAccounts) => Result | Promise<Result>;

/** Opens the accounts that the options name, which must exist, and closes them at the end. */
export async function withAccounts<Result>(values: AccountsValues, act: Act<Result>): Promise<Result> {
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
export async function withNewAccounts<Result>(values: AccountsValues, act: Act<Result>): Promise<Result> {
  const store = await openStoreForCommand(values);
  try {
    const accounts = new AccountService(store, new Passwords());
    const actions = new AccountActions(accounts, store);
    const by = commandLineActor();
    return await act({
      accounts,
      store,
      actions,
      by,
      async act(name, account, input, about = account.name) {
        const outcome = await actions.act(name, account, input, by);
        if (isRefusal(outcome)) throw refusalInWords(outcome, account, about);
        return outcome;
      },
    });
  } finally {
    await store.close();
  }
}

/** The user of this machine who runs a command. There is no server whose log could have it. */
export function commandLineActor(): Actor & { operator: { via: 'command line' } } {
  return {
    client: '',
    session: null,
    credentials: { password: null, code: null },
    operator: { actor: loginName(), via: 'command line' },
    report() {},
  };
}

/** What the only command of this process can be refused. */
const REFUSALS: Partial<Record<string, (account: NamedAccount) => [what: string, remedy: string]>> = {
  too_many_keys: () => [`already has ${MAX_KEYS} keys`, 'revoke some of them first'],
  no_such_key: () => NO_SUCH_KEY,
  key_expired: () => ['has expired, and a rotated key keeps the expiry', 'use `larder key create`'],
  account_key: ({ name }) => [
    `is the account key of ${name}`,
    'replace it with `larder account rotate`, or remove the account with `larder account remove`',
  ],
};
export const NO_SUCH_KEY: [what: string, remedy: string] = [
  'no such key',
  '`larder key list` lists the keys',
];

function refusalInWords(refusal: Refusal, account: NamedAccount, about: string): Error {
  const words = typeof refusal === 'string' ? REFUSALS[refusal]?.(account) : undefined;
  return words === undefined ? new Error(`Refused: ${refusal}`) : new PlainError(about, ...words);
}

/** Opens the accounts for a command about one of them, which must exist. */
export function withAccount<Result>(
  values: AccountsValues,
  name: string,
  act: (account: NamedAccount, open: OpenAccounts) => Result | Promise<Result>,
): Promise<Result> {
  return withAccounts(values, async (open) => {
    const account = await open.accounts.find(name);
    if (account === null) {
      throw new PlainError(name, 'no such account', '`larder account list` lists the accounts');
    }
    return act(account, open);
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
