import { existsSync, rmSync } from 'node:fs';
import type { AccountEvent } from '../../accounts/account-events.ts';
import { isPostgresUrl } from '../../accounts/postgres/address.ts';
import { accountsOption } from '../../accounts/stores/accounts-option.ts';
import { openTransferEnd } from '../../accounts/stores/choose-store.ts';
import { transfer } from '../../accounts/stores/transfer.ts';
import { type OptionTable, text, UsageError } from '../../options.ts';
import { commandLineActor } from '../account-options.ts';
import type { Command } from '../command.ts';

const OPTIONS = {
  from: accountsOption('where the accounts are (required)'),
  to: accountsOption('where they are copied to; it must not have any yet (required)'),
  data: text('DIR', 'the data directory'),
  'encryption-key-file': text(
    'FILE',
    'the encryption key of accounts in PostgreSQL (default: accounts.db.seal in the data directory)',
  ),
} as const satisfies OptionTable;

export const accountMigrate: Command<typeof OPTIONS> = {
  name: 'account migrate',
  usage: '--from FILE|postgres://… --to FILE|postgres://…',
  summary: 'Copy all accounts to another file or database',
  details: [
    'Everything is compared before it takes effect: accounts, keys, usage, sessions, second factors and identities, with their ids. The source is left as it is; the audit log of the target says when and from where.',
    'Stop the servers first: changes that are made in the meantime are not copied.',
  ],
  options: OPTIONS,
  async run({ values }, { stderr }) {
    const { from, to } = values;
    if (from === null) throw new UsageError('--from is missing');
    if (to === null) throw new UsageError('--to is missing');
    const settings = { ...values, accounts: null };
    const source = await openTransferEnd(from, settings, true);
    const isNewFile = !isPostgresUrl(to) && !existsSync(to);
    let isDone = false;
    try {
      const target = await openTransferEnd(to, settings, false);
      try {
        const transferred = await transfer(source, target, {
          timeMs: Date.now(),
          ...commandLineActor().operator,
          act: 'accounts migrated' satisfies AccountEvent,
          account: null,
          detail: `from ${source.name}`,
        });
        const counts = transferred.map(({ table, rows }) => `${table.replaceAll('_', ' ')} ${rows}`);
        stderr.write(`${target.name}: ${counts.join(', ')}\n`);
        isDone = true;
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
      // An unfinished file without accounts is of no use.
      if (isNewFile && !isDone) for (const end of ['', '-wal', '-shm']) rmSync(to + end, { force: true });
    }
  },
};
