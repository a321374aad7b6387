import { existsSync } from 'node:fs';
import type { Database } from '../../sqlite/driver.ts';
import { namingFailures } from '../accounts-error.ts';
import { AccountStore } from './account-store.ts';
import { IdentityStore } from './identity-store.ts';
import { KeyStore } from './key-store.ts';
import { openAccountsFile } from './open.ts';
import { SecondFactorStore } from './second-factor-store.ts';
import { SessionStore } from './session-store.ts';
import { UsageStore } from './usage-store.ts';

/** Everything that the file of accounts holds, open. */
export class Accounts {
  readonly people: AccountStore;
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly secondFactors: SecondFactorStore;
  readonly sessions: SessionStore;
  readonly identities: IdentityStore;

  constructor(
    readonly db: Database,
    readonly file: string,
    nowMs: () => number,
  ) {
    this.people = new AccountStore(db, file, nowMs);
    this.keys = new KeyStore(db, file, nowMs);
    this.usage = new UsageStore(db, file, nowMs);
    this.secondFactors = new SecondFactorStore(db, file, nowMs);
    this.sessions = new SessionStore(db, file, nowMs);
    this.identities = new IdentityStore(db, file, nowMs);
  }

  /** Another number after another process has changed anything. */
  dataVersion(): number {
    return namingFailures(this.file, () => this.db.pragma('data_version', { simple: true }) as number);
  }

  close(): void {
    this.db.close();
  }
}

/**
 * The file of accounts of a running program. Nothing is written before it is needed, so the file may not be there yet,
 * and it may be made by another process at any time.
 */
export class AccountsFile {
  #open: Accounts | null = null;

  constructor(
    readonly path: string,
    /** The time of day. */
    readonly nowMs: () => number = Date.now,
  ) {}

  /** Null as long as there is no file. */
  existing(): Accounts | null {
    if (this.#open === null && !existsSync(this.path)) return null;
    return this.needed();
  }

  /** Made if need be. */
  needed(): Accounts {
    this.#open ??= new Accounts(openAccountsFile(this.path), this.path, this.nowMs);
    return this.#open;
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
  }
}
