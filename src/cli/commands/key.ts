import { faultOfLabel } from '../../accounts/names.ts';
import { type Accounts, AccountsFile } from '../../accounts/store/accounts-file.ts';
import { type KeyRow, MOST_KEYS } from '../../accounts/store/key-store.ts';
import { viewKey } from '../../accounts/store/key-view.ts';
import { readExpiry } from '../../admission/expiry.ts';
import { KEY_SCOPES } from '../../admission/keys.ts';
import { accountsPath } from '../../data-directory.ts';
import { choice, flag, integer, type OptionTable, text, UsageError, withInitial } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { ACCOUNTS_OPTIONS, ROTATE_OPTIONS } from '../account-options.ts';
import type { Command } from '../command.ts';
import { renderTable } from '../table.ts';
import { withAccount } from './account.ts';

/** Plans cannot be higher either. */
const HIGHEST_CAP = 1_000_000;

const CREATE_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  account: text('NAME', 'whose key it is (required)'),
  name: text('LABEL', 'what to call it, such as ci or production (required)'),
  scope: choice(KEY_SCOPES, 'read', 'read: for GET alone (read)'),
  expires: text('DATE', 'valid to the end of this day in UTC, or to a moment: 2027-01-31T12:00:00Z'),
  'per-minute': withInitial<number | null>(
    integer('N', 1, 1, HIGHEST_CAP, 'a cap of its own, below the limit of the account'),
    null,
  ),
} as const satisfies OptionTable;

export const keyCreate: Command<typeof CREATE_OPTIONS> = {
  name: 'key create',
  usage: '--account NAME --name LABEL [--scope read|full] [--expires DATE] [--per-minute N]',
  summary: 'Make a named key for an account, and print it',
  details: ['The key is printed alone on standard output, and is shown this once.'],
  options: CREATE_OPTIONS,
  run({ values, positionals }, { stdout }) {
    if (positionals.length > 0) throw new UsageError(`takes no '${positionals[0]}'`);
    if (values.account === null) throw new UsageError('--account NAME is missing: it says whose key it is');
    if (values.name === null) throw new UsageError('--name LABEL is missing: it says what to call the key');
    const fault = faultOfLabel(values.name);
    if (fault !== null) throw new UsageError(`--name ${fault}`);
    const wish = {
      name: values.name,
      scope: values.scope,
      expiresMs: values.expires === null ? null : expiryOf(values.expires),
      perMinute: values['per-minute'],
    };
    return withAccount(accountsPath(values), values.account, (accounts, account) => {
      const made = accounts.keys.create(account.id, wish);
      if (made === null) {
        throw new PlainError(account.name, `has ${MOST_KEYS} keys already`, 'revoke some of them first');
      }
      stdout.write(`${made.key}\n`);
      return 0;
    });
  },
};

const LIST_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  account: text('NAME', 'only the keys of this account'),
  all: flag('also those that were revoked'),
  json: flag('as JSON'),
} as const satisfies OptionTable;

export const keyList: Command<typeof LIST_OPTIONS> = {
  name: 'key list',
  usage: '[--account NAME]',
  summary: 'List the named keys',
  details: ['Account keys are not in the list; `larder account rotate NAME` replaces one.'],
  options: LIST_OPTIONS,
  run({ values, positionals }, { stdout }) {
    if (positionals.length > 0) throw new UsageError(`takes no '${positionals[0]}'`);
    const rows = listKeys(accountsPath(values), values.account, values.all);
    stdout.write(values.json ? `${JSON.stringify(rows.map(viewListed), null, 2)}\n` : renderKeys(rows));
    return 0;
  },
};

export const keyRevoke: Command<typeof ACCOUNTS_OPTIONS> = {
  name: 'key revoke',
  usage: 'ID',
  summary: 'Revoke a key for good',
  details: ['It holds within a second, also in a server that runs. `larder key list` tells the ID.'],
  options: ACCOUNTS_OPTIONS,
  run({ values, positionals }, { stderr }) {
    return withKey(accountsPath(values), positionals, (accounts, key) => {
      if (key.kind === 'account') {
        const remedy = `\`larder account rotate\` replaces it, \`larder account remove\` removes the account`;
        throw new PlainError(`key ${key.id}`, `is the account key of ${key.account}`, remedy);
      }
      accounts.keys.revoke(key.id);
      stderr.write(`key ${key.id} (${key.name}) of ${key.account} is revoked\n`);
      return 0;
    });
  },
};

export const keyRotate: Command<typeof ROTATE_OPTIONS> = {
  name: 'key rotate',
  usage: 'ID [--overlap 1h]',
  summary: 'Print a new key in place of an old one',
  details: ['Name, scope, expiry and cap stay. Without --overlap the old key ends at once.'],
  options: ROTATE_OPTIONS,
  run({ values, positionals }, { stdout }) {
    return withKey(accountsPath(values), positionals, (accounts, key) => {
      const rotated = accounts.keys.rotate(key.id, values.overlap);
      if (rotated === null) throw noSuchKey(String(key.id));
      stdout.write(`${rotated.key}\n`);
      return 0;
    });
  },
};

/** Does something with one key, which must be there and in force. */
function withKey<Result>(
  path: string,
  positionals: readonly string[],
  act: (accounts: Accounts, key: KeyRow) => Result,
): Result {
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0) throw new UsageError('give one ID');
  if (!/^\d{1,15}$/.test(id)) throw new UsageError(`ID is a number, not '${id}'`);
  const file = new AccountsFile(path);
  try {
    const accounts = file.existing();
    const key = accounts?.keys.find(Number(id)) ?? null;
    if (accounts === null || key === null || key.revoked_ms !== null) throw noSuchKey(id);
    return act(accounts, key);
  } finally {
    file.close();
  }
}

function noSuchKey(id: string): PlainError {
  return new PlainError(`key ${id}`, 'no such key', '`larder key list` shows those there are');
}

function listKeys(path: string, accountName: string | null, withRevoked: boolean): KeyRow[] {
  const isNamed = ({ kind }: KeyRow) => kind === 'named';
  if (accountName !== null) {
    return withAccount(path, accountName, ({ keys }, { id }) => keys.list(id, withRevoked).filter(isNamed));
  }
  const file = new AccountsFile(path);
  try {
    return file.existing()?.keys.list(null, withRevoked).filter(isNamed) ?? [];
  } finally {
    file.close();
  }
}

function expiryOf(date: string): number {
  const expiry = readExpiry(date, Date.now());
  if (expiry === 'past') throw new UsageError(`--expires is past: '${date}'`);
  if (expiry === 'not_a_date') {
    throw new UsageError(`--expires takes a date such as 2027-01-31 or 2027-01-31T12:00:00Z, not '${date}'`);
  }
  return expiry;
}

function viewListed(row: KeyRow) {
  const { id, name, ...rest } = viewKey(row);
  return { id, name, account: row.account, ...rest };
}

function renderKeys(keys: readonly KeyRow[]): string {
  if (keys.length === 0) return '';
  const rows = keys.map((key) => [
    String(key.id),
    key.account,
    key.name,
    key.scope,
    stateOf(key),
    key.per_minute === null ? '' : String(key.per_minute),
    dateOf(key.last_used_ms),
  ]);
  return `${renderTable(
    [['ID', 'ACCOUNT', 'NAME', 'SCOPE', 'EXPIRES', 'PER MIN', 'LAST USED'], ...rows],
    ['right', 'left', 'left', 'left', 'left', 'right', 'left'],
  )}\n`;
}

function stateOf({ revoked_ms, expires_ms }: KeyRow): string {
  if (revoked_ms !== null) return 'revoked';
  if (expires_ms === null) return '';
  return expires_ms < Date.now() ? 'expired' : dateOf(expires_ms);
}

function dateOf(timeMs: number | null): string {
  return timeMs === null ? '' : new Date(timeMs).toISOString().slice(0, 10);
}
