import type { AuditView } from '../../accounts/account-views.ts';
import { flag, integer, type OptionTable } from '../../options.ts';
import { ACCOUNTS_OPTIONS, withAccounts } from '../account-options.ts';
import { type Command, printList } from '../command.ts';
import { renderTable, tableWidth } from '../table.ts';

const USUAL_ENTRIES = 50;
const MAX_ENTRIES = 100_000;

const OPTIONS = {
  ...ACCOUNTS_OPTIONS,
  limit: integer('N', USUAL_ENTRIES, 1, MAX_ENTRIES, `how many entries (default: ${USUAL_ENTRIES})`),
  json: flag('as JSON'),
} as const satisfies OptionTable;

export const audit: Command<typeof OPTIONS> = {
  name: 'audit',
  usage: '[--limit 50] [--json]',
  summary: 'List what operators did to accounts, newest first',
  details: [
    'Acts of the command line and of the admin area of the dashboard, with who did them. Times are in UTC.',
  ],
  options: OPTIONS,
  run({ values }, console) {
    return withAccounts(values, async ({ accounts }) => {
      const entries = await accounts.audit(null, values.limit);
      const table = () => renderEntries(entries, tableWidth(console.stdout));
      return printList(entries, values.json, table, 'the audit log is empty', console);
    });
  },
};

function renderEntries(entries: readonly AuditView[], width: number): string {
  const rows = entries.map(({ time, actor, via, act, account, detail }) => [
    time.slice(0, 16).replace('T', ' '),
    via === 'dashboard' ? actor : `${actor} (command line)`,
    act,
    account ?? '',
    detail,
  ]);
  return renderTable(
    [['TIME', 'WHO', 'ACT', 'ACCOUNT', 'DETAIL'], ...rows],
    ['whole', 'left', 'left', 'left', 'left'],
    width,
  );
}
