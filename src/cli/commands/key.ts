import type { AccountService } from '../../accounts/account-service.ts';
import type { OwnedKeyView } from '../../accounts/account-views.ts';
import type { NamedAccount } from '../../accounts/actions.ts';
import { faultOfLabel, NAME_FAULTS } from '../../accounts/names.ts';
import { faultOfExpiry, KEY_SCOPES } from '../../admission/keys.ts';
import { MAX_PER_WINDOW } from '../../admission/plans.ts';
import { choice, flag, integer, type OptionTable, text, UsageError, withInitial } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import {
  ACCOUNT_OPTIONS,
  ACCOUNTS_OPTIONS,
  NO_SUCH_KEY,
  onlyAccount,
  ROTATE_OPTIONS,
  splitAccount,
  withAccount,
  withAccounts,
} from '../account-options.ts';
import { type Command, printList } from '../command.ts';
import { renderTable, tableWidth } from '../table.ts';

const CREATE_OPTIONS = {
  ...ACCOUNT_OPTIONS,
  name: text('LABEL', 'a label such as ci or production (required)'),
  scope: choice(KEY_SCOPES, 'read', 'read: for GET only (default: read)'),
  expires: text('DATE', 'valid until the end of this day in UTC, or until a moment: 2027-01-31T12:00:00Z'),
  'per-minute': withInitial<number | null>(
    integer('N', 1, 1, MAX_PER_WINDOW, 'its own limit; that of the account applies as well'),
    null,
  ),
} as const satisfies OptionTable;

export const keyCreate: Command<typeof CREATE_OPTIONS> = {
  name: 'key create',
  usage: 'NAME --name LABEL [--scope read|full] [--expires DATE] [--per-minute N]',
  summary: 'Create a named key for an account and print it',
  details: ['Only the key is printed on standard output. It is shown only once.'],
  options: CREATE_OPTIONS,
  run({ values, positionals }, { stdout }) {
    const account = onlyAccount(values.account, positionals);
    if (values.name === null) throw new UsageError('--name LABEL is missing');
    const fault = faultOfLabel(values.name);
    if (fault !== null) throw new UsageError(`--name ${NAME_FAULTS[fault]}`);
    const { name, scope, expires, 'per-minute': per_minute } = values;
    if (expires !== null) refuseWrongExpiry(expires, Date.now());
    return withAccount(values, account, async (account, { act }) => {
      const { key } = await act('create_key', account, { name, scope, expires, per_minute });
      stdout.write(`${key}\n`);
    });
  },
};

const LIST_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  account: text('NAME', 'only the keys of this account, in place of NAME'),
  all: flag('include revoked keys'),
  json: flag('as JSON'),
} as const satisfies OptionTable;

export const keyList: Command<typeof LIST_OPTIONS> = {
  name: 'key list',
  usage: '[NAME]',
  summary: 'List the named keys',
  details: ['Account keys are not listed; `larder account rotate NAME` replaces one.'],
  options: LIST_OPTIONS,
  run({ values, positionals }, console) {
    const { name } = splitAccount(values.account, positionals);
    const print = async (accounts: AccountService, accountId: number | null) => {
      const owned = await accounts.ownedKeys(accountId, values.all);
      const named = owned.filter(({ kind }) => kind === 'named');
      const listed = named.map(({ account_id, ...key }) => key);
      const table = () => renderKeys(listed, tableWidth(console.stdout), Date.now());
      const empty = 'there are no named keys; `larder key create` creates one';
      return printList(listed, values.json, table, empty, console);
    };
    return name === null
      ? withAccounts(values, ({ accounts }) => print(accounts, null))
      : withAccount(values, name, ({ id }, { accounts }) => print(accounts, id));
  },
};

export const keyRevoke: Command<typeof ACCOUNTS_OPTIONS> = {
  name: 'key revoke',
  usage: 'ID',
  summary: 'Revoke a key for good',
  details: ['Takes effect within a second, also on running servers. `larder key list` shows the ID.'],
  options: ACCOUNTS_OPTIONS,
  run({ values, positionals }, { stderr }) {
    const id = onlyId(positionals);
    return withAccounts(values, async ({ accounts, act }) => {
      const key = await existingKey(accounts, id);
      await act('revoke_key', ownerOf(key), { key_id: id }, `key ${id}`);
      stderr.write(`key ${key.id} (${key.name}) of ${key.account} was revoked\n`);
    });
  },
};

const KEY_ROTATE_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  ...ROTATE_OPTIONS,
  'account-key': text('NAME', 'required if ID is the account key of this account'),
} as const satisfies OptionTable;

export const keyRotate: Command<typeof KEY_ROTATE_OPTIONS> = {
  name: 'key rotate',
  usage: 'ID [--overlap 1h] [--account-key NAME]',
  summary: 'Replace a key and print the new one',
  details: [
    'Keeps name, scope, expiry and limit. Without --overlap the old key stops working at once.',
    'The new key is printed on standard output, and whose it is on standard error.',
  ],
  options: KEY_ROTATE_OPTIONS,
  run({ values, positionals }, { stdout, stderr }) {
    const id = onlyId(positionals);
    return withAccounts(values, async ({ accounts, act }) => {
      const key = await existingKey(accounts, id);
      await refuseWrongKind(accounts, key, values['account-key']);
      const overlap_seconds = values.overlap / 1000;
      const rotated =
        key.kind === 'account'
          ? await act('replace_account_key', ownerOf(key), { overlap_seconds })
          : await act('rotate_key', ownerOf(key), { key_id: id, overlap_seconds }, `key ${id}`);
      stderr.write(`key ${id} (${key.name}) of ${key.account} was replaced\n`);
      stdout.write(`${rotated.key}\n`);
    });
  },
};

/** A mistyped ID must not lock an account holder out, so an account key has to be named as one. */
async function refuseWrongKind(
  accounts: AccountService,
  key: OwnedKeyView,
  named: string | null,
): Promise<void> {
  if (key.kind === 'named') {
    if (named === null) return;
    throw new PlainError(`key ${key.id}`, `is a named key of ${key.account}`, 'leave out --account-key');
  }
  if (named !== null && (await accounts.find(named))?.id === key.account_id) return;
  const remedy = `use \`larder account rotate ${key.account}\`, or add --account-key ${key.account}`;
  throw new PlainError(`key ${key.id}`, `is the account key of ${key.account}`, remedy);
}

function onlyId(positionals: readonly string[]): number {
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0) throw new UsageError('give one ID');
  if (!/^\d{1,15}$/.test(id)) throw new UsageError(`ID is a number, not '${id}'`);
  return Number(id);
}

async function existingKey(accounts: AccountService, id: number): Promise<OwnedKeyView> {
  const key = await accounts.findKey(id);
  if (key === null) throw new PlainError(`key ${id}`, ...NO_SUCH_KEY);
  return key;
}

function ownerOf({ account_id, account }: OwnedKeyView): NamedAccount {
  return { id: account_id, name: account };
}

function refuseWrongExpiry(date: string, nowMs: number): void {
  const fault = faultOfExpiry(date, nowMs);
  if (fault === 'past') throw new UsageError(`--expires is in the past: '${date}'`);
  if (fault === 'not_a_date') {
    throw new UsageError(`--expires takes a date such as 2027-01-31 or 2027-01-31T12:00:00Z, not '${date}'`);
  }
}

type ListedKey = Omit<OwnedKeyView, 'account_id'>;

function renderKeys(keys: readonly ListedKey[], width: number, nowMs: number): string {
  const rows = keys.map((key) => [
    String(key.id),
    key.account,
    key.name,
    key.scope,
    expiryInWords(key, nowMs),
    key.per_minute === null ? '' : String(key.per_minute),
    key.last_used?.slice(0, 10) ?? 'never',
  ]);
  return renderTable(
    [['ID', 'ACCOUNT', 'NAME', 'SCOPE', 'EXPIRES', 'PER MIN', 'LAST USED'], ...rows],
    ['right', 'left', 'left', 'whole', 'whole', 'right', 'whole'],
    width,
  );
}

function expiryInWords({ revoked, expires }: ListedKey, nowMs: number): string {
  if (revoked !== null) return 'revoked';
  if (expires === null) return '';
  return Date.parse(expires) < nowMs ? 'expired' : expires.slice(0, 10);
}
