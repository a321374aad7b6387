import type { KeyDirectory } from '../../admission/keys.ts';
import { AccountTable } from './account-table.ts';
import { AuditTable } from './audit-table.ts';
import { KeyTable } from './key-table.ts';
import { SecondFactorTable } from './second-factor-table.ts';
import { SessionTable } from './session-table.ts';
import type { AccountDatabase } from './sql.ts';
import { UsageTable } from './usage-table.ts';

/** All tables of one database. Keys are looked up in a directory of their own. */
export class AccountTables {
  readonly accounts: AccountTable;
  readonly keys: KeyTable;
  readonly sessions: SessionTable;
  readonly secondFactors: SecondFactorTable;
  readonly audit: AuditTable;

  constructor(
    database: AccountDatabase,
    directory: KeyDirectory,
    readonly usage: UsageTable = new UsageTable(database),
  ) {
    this.accounts = new AccountTable(database);
    this.keys = new KeyTable(database, directory);
    this.sessions = new SessionTable(database);
    this.secondFactors = new SecondFactorTable(database);
    this.audit = new AuditTable(database);
  }
}
