import { type AccountEvent, type EventDetails, type Report, reportEvent } from './account-events.ts';
import type { AccountService, Credentials } from './account-service.ts';
import type { AccountStore } from './account-store.ts';
import {
  ACTIONS,
  type ActionName,
  type InputOf,
  type NamedAccount,
  type Place,
  type ValueOf,
} from './actions.ts';
import { isRefusal, type Refusal, reasonOf } from './refusals.ts';
import type { Session } from './sessions.ts';
import type { AuditEntry } from './tables/rows.ts';

/** Years of a busy operator; older entries are dropped. */
const MAX_ENTRIES = 100_000;

/** Who acts, and where from. */
export interface Actor {
  /** As the limits count clients. */
  client: string;
  /** Null for someone who has the account key, and on the command line. */
  session: Pick<Session, 'id' | 'isFresh'> | null;
  /** What was sent to prove whose account it is. */
  credentials: Credentials;
  /** A user of this machine, or an account that operates the service; null for the owner of the account. */
  operator: Pick<AuditEntry, 'actor' | 'via'> | null;
  report: Report;
}

export interface AccountActionsOptions {
  /** Whether users may change their plan themselves. */
  selfService?: boolean;
  /** The time of day. */
  nowMs?: () => number;
}

/** Does what can be done to accounts: asks for the proof that an action needs, performs it, and logs what came of it. */
export class AccountActions {
  readonly selfService: boolean;
  readonly #nowMs: () => number;

  constructor(
    readonly accounts: AccountService,
    private readonly store: AccountStore,
    { selfService = false, nowMs = Date.now }: AccountActionsOptions = {},
  ) {
    this.selfService = selfService;
    this.#nowMs = nowMs;
  }

  async act<Name extends ActionName>(
    name: Name,
    account: NamedAccount,
    input: InputOf<Name>,
    by: Actor,
  ): Promise<ValueOf<Name> | Refusal> {
    const at = this.#placeOf(account, by);
    const action = ACTIONS[name];
    const refusal = (await action.isPointless?.(at)) ?? (await this.#findUnproved(name, account, by));
    // Every entry of the table takes its own input, which the types of this method ensure.
    const outcome = refusal ?? (await action.perform(at, input as never));
    if (isRefusal(outcome)) {
      const reason = reasonOf(outcome);
      if (reason !== null) reportEvent(by.report, 'confirmation failed', account.name, by.client, { reason });
      return outcome;
    }
    await this.record(action.event, account.name, by, outcome.details, outcome.audit);
    return outcome.value as ValueOf<Name>;
  }

  /** Logs what was done, and what an operator did also in the audit log. */
  async record(
    event: AccountEvent,
    account: string | null,
    { operator, client, report }: Actor,
    details: EventDetails,
    audit: string,
  ): Promise<void> {
    if (operator !== null) {
      const entry = { timeMs: this.#nowMs(), ...operator, act: event, account, detail: audit };
      await this.store.audit.add(entry, MAX_ENTRIES);
    }
    reportEvent(
      report,
      event,
      account,
      client,
      operator === null ? details : { ...details, by: operator.actor },
    );
  }

  /** Whether this session first has to enter password and code once more. */
  mustConfirm(name: ActionName, { isFresh }: Pick<Session, 'isFresh'>): boolean {
    return ACTIONS[name].inSession !== 'nothing' && !isFresh;
  }

  #placeOf(account: NamedAccount, { operator, session }: Actor): Place {
    return {
      accounts: this.accounts,
      store: this.store,
      account,
      sessionId: session?.id ?? null,
      isOperator: operator !== null,
      selfService: this.selfService,
      nowMs: this.#nowMs(),
    };
  }

  /** Null when the actor proved what the action needs. */
  async #findUnproved(name: ActionName, { id }: NamedAccount, by: Actor): Promise<Refusal | null> {
    const { client, session, credentials, operator } = by;
    const { withKey, inSession } = ACTIONS[name];
    if (operator !== null) return session === null || session.isFresh ? null : 'not_fresh';
    const needed = session === null ? withKey : inSession;
    if (needed === 'never') throw new Error(`${name} is not for the owner of an account`);
    if (needed === 'nothing') return null;
    if (session !== null && !session.isFresh) return 'not_fresh';
    if (needed === 'fresh') return null;
    const prover = { sessionId: session?.id ?? null, client };
    if (needed === 'password and code') {
      if (await this.accounts.hasOnlyKey(id)) return null;
      const proof = await this.accounts.prove(id, credentials, prover);
      return proof === 'proved' ? null : proof;
    }
    const proof = await this.accounts.provePassword(id, credentials.password, prover);
    if (proof === 'no_password' && needed !== 'password') return null;
    return proof === 'proved' ? null : proof;
  }
}
