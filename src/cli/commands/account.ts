import { faultOfName } from '../../accounts/names.ts';
import { faultOfPassword } from '../../accounts/password-rules.ts';
import { Passwords } from '../../accounts/passwords.ts';
import type { AccountRow } from '../../accounts/store/account-store.ts';
import { type Accounts, AccountsFile } from '../../accounts/store/accounts-file.ts';
import { backUp } from '../../accounts/store/backup.ts';
import { isPlanName, PLAN_NAMES, type PlanName } from '../../admission/plans.ts';
import { accountsPath } from '../../data-directory.ts';
import { choice, flag, type OptionTable, UsageError } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { ACCOUNTS_OPTIONS, ROTATE_OPTIONS } from '../account-options.ts';
import type { Command } from '../command.ts';
import { renderTable } from '../table.ts';

/** A line of standard input longer than this is no password. */
const MOST_INPUT_BYTES = 64 * 1024;

const CREATE_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  plan: choice(PLAN_NAMES, 'starter', 'the plan (starter)'),
  'password-stdin': flag('read a password for the dashboard from standard input, one line'),
} as const satisfies OptionTable;

export const accountCreate: Command<typeof CREATE_OPTIONS> = {
  name: 'account create',
  usage: 'NAME [--plan pro] [--password-stdin]',
  summary: 'Make an account, and print its account key',
  details: [
    'The account key is printed alone on standard output, and is shown this once.',
    'A NAME has 1 to 64 letters, digits, single spaces and . _ - @ + and begins with a letter or digit; upper and lower case are one.',
  ],
  options: CREATE_OPTIONS,
  async run({ values, positionals }, { stdout }) {
    const name = onlyName(positionals);
    const fault = faultOfName(name);
    if (fault !== null) throw new UsageError(`NAME ${fault}`);
    const passwordHash = values['password-stdin'] ? await hashPassword(await readLine()) : null;
    return withAccounts(accountsPath(values), (accounts) => {
      const made = accounts.people.create(name, values.plan, passwordHash);
      if (made === null) throw new PlainError(name, 'is taken', 'choose another name');
      stdout.write(`${made.key}\n`);
      return 0;
    });
  },
};

const LIST_OPTIONS = { ...ACCOUNTS_OPTIONS, json: flag('as JSON') } as const satisfies OptionTable;

export const accountList: Command<typeof LIST_OPTIONS> = {
  name: 'account list',
  usage: '',
  summary: 'List the accounts',
  options: LIST_OPTIONS,
  run({ values, positionals }, { stdout }) {
    if (positionals.length > 0) throw new UsageError(`takes no '${positionals[0]}'`);
    const file = new AccountsFile(accountsPath(values));
    try {
      const rows = file.existing()?.people.list() ?? [];
      stdout.write(
        values.json ? `${JSON.stringify(rows.map(viewAccount), null, 2)}\n` : renderAccounts(rows),
      );
      return 0;
    } finally {
      file.close();
    }
  },
};

export const accountPlan: Command<typeof ACCOUNTS_OPTIONS> = {
  name: 'account plan',
  usage: 'NAME PLAN',
  summary: 'Put an account on another plan',
  details: [`PLAN is ${PLAN_NAMES.join(', ')}. It holds within a second, also in a server that runs.`],
  options: ACCOUNTS_OPTIONS,
  run({ values, positionals }, { stderr }) {
    const [name, plan, ...rest] = positionals;
    if (name === undefined || plan === undefined || rest.length > 0)
      throw new UsageError('give NAME and PLAN');
    const wanted = asPlan(plan);
    return withAccount(accountsPath(values), name, (accounts, account) => {
      accounts.people.setPlan(account.id, wanted);
      stderr.write(`${account.name} is on ${wanted}\n`);
      return 0;
    });
  },
};

const PASSWORD_OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  'forget-second-factor': flag('take the second factor away as well, for who lost it'),
} as const satisfies OptionTable;

export const accountPassword: Command<typeof PASSWORD_OPTIONS> = {
  name: 'account password',
  usage: 'NAME [--forget-second-factor]',
  summary: 'Give an account a new password, from standard input',
  details: ['For who has forgotten theirs, or never had one. It ends every session of the account.'],
  options: PASSWORD_OPTIONS,
  async run({ values, positionals }, { stderr }) {
    const name = onlyName(positionals);
    const passwordHash = await hashPassword(await readLine());
    return withAccount(accountsPath(values), name, ({ db, people, sessions, secondFactors }, account) => {
      db.transaction(() => {
        people.setPassword(account.id, passwordHash);
        if (values['forget-second-factor']) secondFactors.remove(account.id);
        sessions.endAll(account.id);
      })();
      stderr.write(`${account.name} has a new password\n`);
      return 0;
    });
  },
};

export const accountRemove: Command<typeof ACCOUNTS_OPTIONS> = {
  name: 'account remove',
  usage: 'NAME',
  summary: 'Remove an account with its keys and usage',
  options: ACCOUNTS_OPTIONS,
  run({ values, positionals }, { stderr }) {
    return withAccount(accountsPath(values), onlyName(positionals), (accounts, account) => {
      accounts.people.remove(account.id);
      stderr.write(`${account.name} is removed\n`);
      return 0;
    });
  },
};

export const accountRotate: Command<typeof ROTATE_OPTIONS> = {
  name: 'account rotate',
  usage: 'NAME [--overlap 1h]',
  summary: 'Print a new account key in place of the old one',
  options: ROTATE_OPTIONS,
  run({ values, positionals }, { stdout }) {
    return withAccount(accountsPath(values), onlyName(positionals), (accounts, account) => {
      const held = accounts.keys.list(account.id, true).find(({ kind }) => kind === 'account');
      const rotated = held === undefined ? null : accounts.keys.rotate(held.id, values.overlap);
      if (rotated === null) throw new Error(`${account.name} has no account key`);
      stdout.write(`${rotated.key}\n`);
      return 0;
    });
  },
};

export const accountBackup: Command<typeof ACCOUNTS_OPTIONS> = {
  name: 'account backup',
  usage: 'FILE',
  summary: 'Copy the accounts safely, also while a server runs',
  details: [
    'FILE is replaced when the copy is whole.',
    'Second factors also need the small file beside the accounts that ends in .seal; without it, people sign in with a recovery code.',
  ],
  options: ACCOUNTS_OPTIONS,
  run({ values, positionals }, { stderr }) {
    const [target, ...rest] = positionals;
    if (target === undefined || rest.length > 0) throw new UsageError('give one FILE for the backup');
    const file = new AccountsFile(accountsPath(values));
    try {
      const accounts = file.existing();
      if (accounts === null) throw new PlainError(file.path, 'no such file', 'name another with --accounts');
      backUp(accounts, target);
      stderr.write(`${target}: ${accounts.people.list().length} accounts\n`);
      return 0;
    } finally {
      file.close();
    }
  },
};

/** Does something with the accounts, which are made if need be. */
function withAccounts<Result>(path: string, act: (accounts: Accounts) => Result): Result {
  const file = new AccountsFile(path);
  try {
    return act(file.needed());
  } finally {
    file.close();
  }
}

/** Does something with one account, which must be there. */
export function withAccount<Result>(
  path: string,
  name: string,
  act: (accounts: Accounts, account: AccountRow) => Result,
): Result {
  const file = new AccountsFile(path);
  try {
    const accounts = file.existing();
    const account = accounts?.people.find(name) ?? null;
    if (accounts === null || account === null) {
      throw new PlainError(name, 'no such account', '`larder account list` shows those there are');
    }
    return act(accounts, account);
  } finally {
    file.close();
  }
}

function onlyName(positionals: readonly string[]): string {
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError('give one NAME');
  return name;
}

function asPlan(text: string): PlanName {
  if (isPlanName(text)) return text;
  throw new UsageError(`PLAN is ${PLAN_NAMES.join(', ')}, not '${text}'`);
}

/** The first line of standard input. */
async function readLine(): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of Bun.stdin.stream()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n') || text.length > MOST_INPUT_BYTES) break;
  }
  return text.split('\n', 1)[0]!.replace(/\r$/, '');
}

async function hashPassword(password: string): Promise<string> {
  const fault = faultOfPassword(password);
  if (fault !== null) throw new UsageError(`the password ${fault}`);
  return (await new Passwords().hash(password)) as string;
}

type ListedAccount = ReturnType<Accounts['people']['list']>[number];

function viewAccount({ id, name, plan, password_hash, created_ms, named_keys }: ListedAccount) {
  return {
    id,
    name,
    plan,
    has_password: password_hash !== null,
    named_keys,
    created: new Date(created_ms).toISOString(),
  };
}

function renderAccounts(accounts: readonly ListedAccount[]): string {
  if (accounts.length === 0) return '';
  const rows = accounts.map((account) => [
    account.name,
    account.plan,
    String(account.named_keys),
    new Date(account.created_ms).toISOString().slice(0, 10),
  ]);
  return `${renderTable([['NAME', 'PLAN', 'KEYS', 'MADE'], ...rows], ['left', 'left', 'right', 'left'])}\n`;
}
