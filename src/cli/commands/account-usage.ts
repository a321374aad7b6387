import type { AccountService } from '../../accounts/account-service.ts';
import type { AccountUsageView } from '../../accounts/account-views.ts';
import { type DaySpan, lastDays, USUAL_DAYS } from '../../accounts/usage-days.ts';
import { formatCount } from '../../counts.ts';
import { flag, integer, type OptionTable } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { ACCOUNT_OPTIONS, NO_ACCOUNTS, splitAccount, withAccount, withAccounts } from '../account-options.ts';
import { type Command, printList } from '../command.ts';
import { renderTable, tableWidth } from '../table.ts';

/** Usage is kept for as long as its account; a longer table is useless in a terminal. */
const MAX_DAYS = 3650;

const OPTIONS = {
  ...ACCOUNT_OPTIONS,
  days: integer('N', USUAL_DAYS, 1, MAX_DAYS, `how many days, with today (default: ${USUAL_DAYS})`),
  json: flag('as JSON'),
} as const satisfies OptionTable;

export const accountUsage: Command<typeof OPTIONS> = {
  name: 'account usage',
  usage: '[NAME] [--days 30] [--json]',
  summary: 'Show how much accounts have used',
  details: [
    'Without NAME, one line for each account; with NAME, one for each day, in UTC. A running server writes its',
    'counts every ten seconds.',
  ],
  options: OPTIONS,
  run({ values, positionals }, console) {
    const { name } = splitAccount(values.account, positionals);
    const { from, to } = lastDays(Date.now(), values.days);
    if (name === null) {
      return withAccounts(values, async ({ accounts }) => {
        const used = await accounts.usageByAccount(from, to);
        const table = () => renderAccounts(used, tableWidth(console.stdout));
        return printList(used, values.json, table, NO_ACCOUNTS, console);
      });
    }
    return withAccount(values, name, async ({ id }, { accounts }) => {
      const use = await usageOf(accounts, id, { from, to });
      const empty = `${use.account} has used nothing since ${from}`;
      return printList(use.days, values.json, () => renderDays(use), empty, console, use);
    });
  },
};

type Span = Pick<DaySpan, 'from' | 'to'>;
type OneAccount = AccountUsageView & Span & { days: { day: string; requests: number; limited: number }[] };

async function usageOf(accounts: AccountService, id: number, { from, to }: Span): Promise<OneAccount> {
  const account = await accounts.view(id);
  if (account === null)
    throw new PlainError(`account ${id}`, 'was removed a moment ago', 'run the command again');
  const days = await accounts.usageByDay(id, from, to);
  const usage: AccountUsageView = {
    account: account.name,
    plan: account.plan,
    requests: days.reduce((sum, { requests }) => sum + requests, 0),
    limited: days.reduce((sum, { limited }) => sum + limited, 0),
    last_used: days[0]?.day ?? null,
  };
  const listed = days.map(({ day, requests, limited }) => ({ day, requests, limited }));
  return { ...usage, from, to, days: listed };
}

function renderAccounts(used: readonly AccountUsageView[], width: number): string {
  const rows = used.map(({ account, plan, requests, limited, last_used }) => [
    account,
    plan,
    formatCount(requests),
    formatCount(limited),
    last_used ?? '',
  ]);
  return renderTable(
    [['ACCOUNT', 'PLAN', 'ANSWERED', 'OVER THE LIMIT', 'LAST USED'], ...rows],
    ['left', 'whole', 'right', 'right', 'whole'],
    width,
  );
}

function renderDays({ days, requests, limited }: OneAccount): string {
  const rows = days.map((day) => [day.day, formatCount(day.requests), formatCount(day.limited)]);
  return renderTable(
    [['DAY', 'ANSWERED', 'OVER THE LIMIT'], ...rows, ['total', formatCount(requests), formatCount(limited)]],
    ['whole', 'right', 'right'],
  );
}
