import type { AccountService } from '../../accounts/account-service.ts';
import type { ListedAccountView } from '../../accounts/account-views.ts';
import { findLookalikes } from '../../accounts/lookalikes.ts';
import { faultOfNewName, MAX_NAME_LENGTH, NAME_FAULTS } from '../../accounts/names.ts';
import { PASSWORD_FAULTS } from '../../accounts/new-password.ts';
import { isPlanName, PLAN_NAMES, type PlanName } from '../../admission/plans.ts';
import { formatCounted } from '../../counts.ts';
import { choice, flag, listChoices, type OptionTable, UsageError } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { checkOutput } from '../../working-files.ts';
import {
  ACCOUNT_OPTIONS,
  ACCOUNTS_OPTIONS,
  NO_ACCOUNTS,
  onlyAccount,
  ROTATE_OPTIONS,
  splitAccount,
  withAccount,
  withAccounts,
  withNewAccounts,
} from '../account-options.ts';
import { type Command, printList } from '../command.ts';
import { readNewPassword } from '../new-password.ts';
import { renderTable, tableWidth } from '../table.ts';

const CREATE_OPTIONS = {
  ...ACCOUNT_OPTIONS,
  plan: choice(PLAN_NAMES, 'starter', 'the plan (default: starter)'),
  'password-stdin': flag('ask for a password for the dashboard, or read a line of standard input'),
} as const satisfies OptionTable;

export const accountCreate: Command<typeof CREATE_OPTIONS> = {
  name: 'account create',
  usage: 'NAME [--plan pro] [--password-stdin]',
  summary: 'Create an account and print its account key',
  details: [
    'Only the account key is printed on standard output. It is shown only once.',
    `NAME has 1 to ${MAX_NAME_LENGTH} letters, digits, single spaces and . _ - @ + and begins with a letter or digit. Its letters are of one script. Case does not matter.`,
  ],
  options: CREATE_OPTIONS,
  async run({ values, positionals }, { stdout, stderr }) {
    const name = onlyAccount(values.account, positionals);
    const fault = faultOfNewName(name);
    if (fault !== null) throw new UsageError(`NAME ${NAME_FAULTS[fault]}`);
    const password = values['password-stdin'] ? await readNewPassword(name, stderr) : null;
    return withNewAccounts(values, async ({ accounts, actions, by }) => {
      if (password !== null) await refuseWeak(accounts, password, name);
      const created = await accounts.create(name, values.plan, password);
      if (created === 'taken') throw new PlainError(name, 'is taken', 'choose another name');
      if (created === 'busy') throw new Error('The only password of this process had to wait');
      await actions.record('account created', name, by, {}, values.plan);
      stdout.write(`${created.key}\n`);
    });
  },
};

const LIST_OPTIONS = { ...ACCOUNTS_OPTIONS, json: flag('as JSON') } as const satisfies OptionTable;

export const accountList: Command<typeof LIST_OPTIONS> = {
  name: 'account list',
  usage: '',
  summary: 'List the accounts',
  options: LIST_OPTIONS,
  run({ values }, console) {
    return withAccounts(values, async ({ accounts }) => {
      const listed = await accounts.list();
      const table = () => renderAccounts(listed, tableWidth(console.stdout));
      return printList(listed, values.json, table, NO_ACCOUNTS, console);
    });
  },
};

export const accountPlan: Command<typeof ACCOUNT_OPTIONS> = {
  name: 'account plan',
  usage: `NAME ${PLAN_NAMES.join('|')}`,
  summary: 'Change the plan of an account',
  details: ['Takes effect within a second, also on running servers.'],
  options: ACCOUNT_OPTIONS,
  run({ values, positionals }, { stderr }) {
    const {
      name,
      rest: [text],
    } = splitAccount(values.account, positionals, 1);
    if (name === null || text === undefined) throw new UsageError(`give NAME and ${listChoices(PLAN_NAMES)}`);
    const plan = asPlan(text);
    return withAccount(values, name, async (account, { act }) => {
      await act('change_plan', account, { plan });
      stderr.write(`${account.name} is on ${plan}\n`);
    });
  },
};

const PASSWORD_OPTIONS = {
  ...ACCOUNT_OPTIONS,
  'forget-second-factor': flag('also remove the second factor, for users who lost it'),
} as const satisfies OptionTable;

export const accountPassword: Command<typeof PASSWORD_OPTIONS> = {
  name: 'account password',
  usage: 'NAME [--forget-second-factor]',
  summary: 'Set the password of an account',
  details: [
    'For users who forgot their password, or never had one. Ends every session of the account.',
    'Asks for the password on a terminal; otherwise it is the first line of standard input.',
  ],
  options: PASSWORD_OPTIONS,
  async run({ values, positionals }, { stderr }) {
    const name = onlyAccount(values.account, positionals);
    return withAccount(values, name, async (account, { accounts, act }) => {
      const new_password = await readNewPassword(account.name, stderr);
      await refuseWeak(accounts, new_password, account.name);
      const forget_second_factor = values['forget-second-factor'];
      await act('reset_password', account, { new_password, forget_second_factor });
      stderr.write(`${account.name} has a new password\n`);
    });
  },
};

export const accountRemove: Command<typeof ACCOUNT_OPTIONS> = {
  name: 'account remove',
  usage: 'NAME',
  summary: 'Remove an account with its keys and usage',
  options: ACCOUNT_OPTIONS,
  run({ values, positionals }, { stderr }) {
    return withAccount(values, onlyAccount(values.account, positionals), async (account, { act }) => {
      await act('remove_account', account, {});
      stderr.write(`${account.name} was removed\n`);
    });
  },
};

export const accountSignOut: Command<typeof ACCOUNT_OPTIONS> = {
  name: 'account sign-out',
  usage: 'NAME',
  summary: 'End every session of an account',
  details: ['Takes effect at once, also on running servers. Keys keep working.'],
  options: ACCOUNT_OPTIONS,
  run({ values, positionals }, { stderr }) {
    return withAccount(values, onlyAccount(values.account, positionals), async (account, { actions, by }) => {
      const isEnded = (await actions.act('end_all_sessions', account, {}, by)) !== 'no_such_session';
      stderr.write(`${account.name} was ${isEnded ? 'signed out everywhere' : 'not signed in anywhere'}\n`);
    });
  },
};

export const accountAdmin: Command<typeof ACCOUNT_OPTIONS> = {
  name: 'account admin',
  usage: 'NAME on|off',
  summary: 'Let the owner of an account operate the service',
  details: [
    'An admin sees all accounts at /dashboard/admin, and can change plans, revoke keys and end sessions there.',
    'Takes effect at once, also on running servers. `larder audit` lists what admins did.',
  ],
  options: ACCOUNT_OPTIONS,
  run({ values, positionals }, { stderr }) {
    const {
      name,
      rest: [word],
    } = splitAccount(values.account, positionals, 1);
    if (name === null || (word !== 'on' && word !== 'off')) throw new UsageError('give NAME and on or off');
    return withAccount(values, name, async (account, { act }) => {
      await act(word === 'on' ? 'grant_admin' : 'withdraw_admin', account, {});
      stderr.write(`${account.name} is ${word === 'on' ? 'an admin' : 'no longer an admin'}\n`);
    });
  },
};

const ACCOUNT_ROTATE_OPTIONS = { ...ACCOUNT_OPTIONS, ...ROTATE_OPTIONS } as const satisfies OptionTable;

export const accountRotate: Command<typeof ACCOUNT_ROTATE_OPTIONS> = {
  name: 'account rotate',
  usage: 'NAME [--overlap 1h]',
  summary: 'Replace the account key and print the new one',
  details: ['Without --overlap the old key stops working at once.'],
  options: ACCOUNT_ROTATE_OPTIONS,
  run({ values, positionals }, { stdout }) {
    return withAccount(values, onlyAccount(values.account, positionals), async (account, { act }) => {
      const overlap_seconds = values.overlap / 1000;
      const { key } = await act('replace_account_key', account, { overlap_seconds });
      stdout.write(`${key}\n`);
    });
  },
};

export const accountBackup: Command<typeof ACCOUNTS_OPTIONS> = {
  name: 'account backup',
  usage: 'FILE',
  summary: 'Back up the accounts, also while a server is running',
  details: [
    'FILE is replaced once the copy is complete.',
    'Second factors also need the encryption key, the small file beside the accounts that ends in .seal. Without it, users sign in with a recovery code.',
  ],
  options: ACCOUNTS_OPTIONS,
  run({ values, positionals }, { stderr }) {
    const [target, ...rest] = positionals;
    if (target === undefined || rest.length > 0) throw new UsageError('give one FILE for the backup');
    checkOutput(target);
    return withAccounts(values, async ({ store, actions, by }) => {
      const count = await store.backUp(target);
      await actions.record('accounts backed up', null, by, {}, target);
      stderr.write(`${target}: ${formatCounted(count, 'account')}\n`);
    });
  },
};

function asPlan(text: string): PlanName {
  if (isPlanName(text)) return text;
  throw new UsageError(`the plan is ${listChoices(PLAN_NAMES)}, not '${text}'`);
}

async function refuseWeak(accounts: AccountService, password: string, name: string): Promise<void> {
  const fault = await accounts.faultOfPassword(password, name);
  if (fault !== null) throw new UsageError(`the password ${PASSWORD_FAULTS[fault]}`);
}

function likeOthers(names: readonly string[] | undefined): string {
  return names === undefined ? '' : `looks like ${names.join(', ')}`;
}

function renderAccounts(accounts: readonly ListedAccountView[], width: number): string {
  const lookalikes = findLookalikes(accounts.map(({ name }) => name));
  const rows = accounts.map(({ name, plan, named_keys, created, is_admin }) => [
    name,
    plan,
    String(named_keys),
    created.slice(0, 10),
    [is_admin ? 'admin' : '', likeOthers(lookalikes.get(name))].filter((note) => note !== '').join(', '),
  ]);
  return renderTable(
    [['NAME', 'PLAN', 'KEYS', 'CREATED', ''], ...rows],
    ['left', 'whole', 'right', 'whole', 'left'],
    width,
  );
}
