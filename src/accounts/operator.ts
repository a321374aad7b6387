import type { PlanName } from '../admission/plans.ts';
import { loginName } from '../system.ts';
import type { AccountService, KeyInput } from './account-service.ts';
import type { AccountStore } from './account-store.ts';
import type { KeyView, ShownKey } from './account-views.ts';
import type { Busy } from './hash-queue.ts';
import type { AuditEntry } from './tables/rows.ts';

/** Years of a busy operator; older entries are dropped. */
const MAX_ENTRIES = 100_000;

export type OperatorAct =
  | 'account created'
  | 'plan changed'
  | 'password set'
  | 'account removed'
  | 'sessions ended'
  | 'account key replaced'
  | 'key created'
  | 'key replaced'
  | 'key revoked'
  | 'admin granted'
  | 'admin withdrawn'
  | 'accounts backed up'
  | 'accounts migrated';

/** Who acts: a user of this machine, or the owner of an account that operates the service. */
export type Actor = Pick<AuditEntry, 'actor' | 'via'>;

/** Whom an act is about. */
export interface NamedAccount {
  id: number;
  name: string;
}

/** What an operator does to the accounts of others, from the command line or the dashboard; all of it is recorded. */
export class Operator {
  constructor(
    private readonly accounts: AccountService,
    private readonly store: AccountStore,
    private readonly actor: Actor,
    private readonly nowMs: () => number = Date.now,
  ) {}

  async create(
    name: string,
    plan: PlanName,
    password: string | null,
  ): Promise<{ id: number; key: string } | 'taken' | Busy> {
    const created = await this.accounts.create(name, plan, password);
    if (typeof created !== 'string') await this.record('account created', name, plan);
    return created;
  }

  async setPlan({ id, name }: NamedAccount, plan: PlanName): Promise<void> {
    const before = (await this.accounts.view(id))?.plan ?? '';
    await this.accounts.setPlan(id, plan);
    await this.record('plan changed', name, `${before} to ${plan}`);
  }

  async setAdmin({ id, name }: NamedAccount, isAdmin: boolean): Promise<void> {
    await this.store.accounts.setAdmin(id, isAdmin);
    await this.record(isAdmin ? 'admin granted' : 'admin withdrawn', name, '');
  }

  async resetPassword(
    { id, name }: NamedAccount,
    password: string,
    options: { removesSecondFactor: boolean },
  ): Promise<'changed' | Busy> {
    const outcome = await this.accounts.resetPassword(id, password, options);
    const detail = options.removesSecondFactor ? 'second factor removed' : '';
    if (outcome === 'changed') await this.record('password set', name, detail);
    return outcome;
  }

  async remove({ id, name }: NamedAccount): Promise<void> {
    await this.store.accounts.remove(id);
    await this.record('account removed', name, '');
  }

  /** Ends one session of an account, or all of them. Returns whether there was any. */
  async endSessions({ id, name }: NamedAccount, sessionId: number | null): Promise<boolean> {
    const { sessions } = this.store;
    const nowMs = this.nowMs();
    const isEnded = await (sessionId === null
      ? sessions.endAll(id, nowMs)
      : sessions.end(id, sessionId, nowMs));
    const which = sessionId === null ? 'all' : `session ${sessionId}`;
    if (isEnded) await this.record('sessions ended', name, which);
    return isEnded;
  }

  async rotateAccountKey({ id, name }: NamedAccount, overlapMs: number): Promise<ShownKey> {
    const rotated = await this.accounts.rotateAccountKey(id, overlapMs);
    await this.record('account key replaced', name, '');
    return rotated;
  }

  /** Null when the account has as many keys as it may have. */
  async createKey({ id, name }: NamedAccount, input: KeyInput): Promise<ShownKey | null> {
    const created = await this.accounts.createKey(id, input);
    if (created !== null) await this.record('key created', name, describeKey(created));
    return created;
  }

  /** Null when there is no such key. */
  async rotateKey(
    { id, name }: NamedAccount,
    keyId: number,
    overlapMs: number,
  ): Promise<ShownKey | 'expired' | null> {
    const rotated = await this.accounts.rotateKey(id, keyId, overlapMs);
    if (rotated !== null && rotated !== 'expired')
      await this.record('key replaced', name, describeKey(rotated));
    return rotated;
  }

  async revokeKey(
    { id, name }: NamedAccount,
    key: Pick<KeyView, 'id' | 'name'>,
  ): Promise<'revoked' | 'account_key' | null> {
    const outcome = await this.accounts.revokeKey(id, key.id);
    if (outcome === 'revoked') await this.record('key revoked', name, describeKey(key));
    return outcome;
  }

  async record(act: OperatorAct, account: string | null, detail: string): Promise<void> {
    const entry = { timeMs: this.nowMs(), ...this.actor, act, account, detail };
    await this.store.audit.add(entry, MAX_ENTRIES);
  }
}

/** The user of this machine who runs a command. */
export function commandLineActor(): Actor {
  return { actor: loginName(), via: 'command line' };
}

function describeKey({ id, name }: Pick<KeyView, 'id' | 'name'>): string {
  return `key ${id} (${name})`;
}
