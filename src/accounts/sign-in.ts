import { type AccountEvent, type EventDetails, reportEvent } from './account-events.ts';
import type { AccountService, Credentials, Proof } from './account-service.ts';
import type { AccountStore } from './account-store.ts';
import { makeDeviceToken, readDeviceToken } from './device-token.ts';
import { GuessLimit, type SignInAttempt, SignInLimits } from './guess-limits.ts';
import { ownerOf, type Requester } from './hash-queue.ts';
import { faultOfName, faultOfNewName, foldName, MAX_NAME_LENGTH } from './names.ts';
import type { ProvenIdentity, ProviderFailure } from './openid.ts';
import type { Passwords } from './passwords.ts';
import { type Later, type Locked, reasonOf } from './refusals.ts';
import { type ClientContext, type Session, type SessionStart, Sessions } from './sessions.ts';
import type { AccountRow, Identity } from './tables/rows.ts';

/** The plan of accounts that people create themselves. */
const SIGN_UP_PLAN = 'starter';
/** New accounts from one client: enough for a household or a class. */
const FREE_SIGN_UPS = 10;
/** Variants of a provider's name that are tried before one is made up. */
const MAX_NAMES_TRIED = 20;

/** Someone signed in, or still owes a code. Both tokens are for cookies, and are stored nowhere. */
export interface Entry {
  accountId: number;
  /** The name of the account. */
  name: string;
  token: string;
  isComplete: boolean;
  /** Whether the account was created just now. */
  isNew: boolean;
  /** Recognises this browser next time, so that strangers' guesses do not slow down its owner. Null while a code is owed. */
  deviceToken: string | null;
}

/** How people sign in to the dashboard, and where they are signed in. Everything that is tried is logged. */
export class SignIn {
  readonly sessions: Sessions;
  readonly #limits: SignInLimits;
  readonly #signUps: GuessLimit;

  constructor(
    private readonly store: AccountStore,
    private readonly accounts: AccountService,
    private readonly passwords: Pick<Passwords, 'verify'>,
    private readonly nowMs: () => number = Date.now,
  ) {
    this.sessions = new Sessions(store, nowMs);
    this.#limits = new SignInLimits(store.guesses);
    this.#signUps = new GuessLimit(store.guesses, 'sign-up', FREE_SIGN_UPS);
  }

  /**
   * Unknown names, wrong passwords and accounts without a password look the same, in message and in time. Here and
   * below, `replaced` is the session that the browser had before, which ends when the new one begins.
   */
  async withPassword(
    name: string,
    password: string,
    client: ClientContext,
    replaced: Session | null = null,
  ): Promise<Entry | 'wrong' | Later> {
    const account = faultOfName(name) === null ? await this.store.accounts.find(foldName(name)) : null;
    const attempt = {
      name: foldName(name).slice(0, MAX_NAME_LENGTH),
      client: client.address,
      device: account && this.#deviceOf(account, client),
    };
    const failed = (reason: string) => report(client, 'sign-in failed', account?.name ?? null, { reason });
    const begun = await this.#limits.begin(attempt);
    if ('lockedMs' in begun) {
      failed('locked');
      return begun;
    }
    const hash = account?.password_hash ?? null;
    const requester = requesterOf(attempt, account, begun.isFresh);
    const isRight = await this.passwords.verify(password, hash, requester);
    if (isRight === 'busy') {
      await this.#limits.takeBack(attempt);
      failed('busy');
      return 'busy';
    }
    if (!isRight || account === null) {
      failed('wrong');
      return 'wrong';
    }
    await this.#limits.forgive(attempt);
    return reported(client, await this.#enter(account, client, { replaced }));
  }

  /** Takes a code or a recovery code. `none` when the session or its second factor is gone. */
  async withCode(
    session: Session,
    code: string,
    client: ClientContext,
  ): Promise<Entry | 'wrong' | 'none' | Later> {
    const found = await this.store.accounts.findById(session.accountId);
    const outcome = await this.accounts.secondFactor.check(session.accountId, code);
    if (outcome !== 'right') {
      const reason = `code ${typeof outcome === 'string' ? outcome : 'locked'}`;
      report(client, 'sign-in failed', found?.name ?? null, { reason });
      return outcome;
    }
    const account = await this.#existing(session.accountId);
    // A new token, so that whoever knew the one from before the code gains nothing. The code does not make an old password fresh.
    const { authenticatedMs } = session;
    return reported(client, await this.#start(account, true, client, { authenticatedMs, replaced: session }));
  }

  /**
   * `unknown` when no account is linked to the identity, and none may be created. The session is as fresh as the sign-in at
   * the provider, which may have been days ago.
   */
  async withIdentity(
    identity: ProvenIdentity,
    maySignUp: boolean,
    client: ClientContext,
    replaced: Session | null = null,
  ): Promise<Entry | 'unknown' | Locked> {
    const found = await this.store.accounts.findByIdentity(identity);
    const authenticatedMs = identity.ageMs === null ? 0 : this.nowMs() - identity.ageMs;
    const start = { authenticatedMs, replaced };
    const byProvider = { reason: 'provider' };
    if (found !== null)
      return reported(client, await this.#enter(await this.#existing(found), client, start), byProvider);
    const locked = maySignUp ? await this.#countSignUp(client) : null;
    if (!maySignUp || locked !== null) {
      const reason = locked === null ? 'provider: no account' : 'provider: too many';
      report(client, 'sign-in failed', null, { reason });
      return locked ?? 'unknown';
    }
    const created = await this.#existing(await this.#createLinked(identity));
    return reported(client, { ...(await this.#enter(created, client, start)), isNew: true }, byProvider);
  }

  /** The provider did not prove who somebody is. */
  failedAtProvider(failure: ProviderFailure, client: ClientContext): void {
    report(client, 'sign-in failed', null, { reason: `provider: ${failure}` });
  }

  /** The caller has checked that name and password are valid. */
  async signUp(
    name: string,
    password: string,
    client: ClientContext,
    replaced: Session | null = null,
  ): Promise<Entry | 'taken' | Later> {
    const locked = await this.#countSignUp(client);
    if (locked !== null) return locked;
    const requester = { name: client.address, standing: 'tried', isKnown: false } as const;
    const created = await this.accounts.create(name, SIGN_UP_PLAN, password, requester);
    if (typeof created === 'string') return created;
    const account = await this.#existing(created.id);
    return reported(client, { ...(await this.#start(account, true, client, { replaced })), isNew: true });
  }

  /** Password and code once more, before something that matters. The session continues with a new token. */
  async again(
    session: Session,
    credentials: Credentials,
    client: ClientContext,
  ): Promise<Entry | Exclude<Proof, 'proved'>> {
    const prover = { sessionId: session.id, client: client.address };
    const account = await this.#existing(session.accountId);
    const proof = await this.accounts.prove(account.id, credentials, prover);
    if (proof !== 'proved') {
      report(client, 'confirmation failed', account.name, { reason: reasonOf(proof) ?? '' });
      return proof;
    }
    report(client, 'confirmed again', account.name);
    return this.#start(account, true, client, { replaced: session });
  }

  /** A new session, which ends every other of the account. */
  async renew({ accountId }: Session, client: ClientContext): Promise<Entry> {
    const account = await this.#existing(accountId);
    const deviceToken = makeDeviceToken(this.store.encryptionKey, account);
    const token = await this.sessions.startAlone(accountId, client);
    return { accountId, name: account.name, token, isComplete: true, isNew: false, deviceToken };
  }

  /** Who the account is linked to at a provider; null when it is not. */
  async identityAt(accountId: number, issuer: string): Promise<Identity | null> {
    return await this.store.accounts.findIdentity(accountId, issuer);
  }

  async #enter(account: AccountRow, client: ClientContext, start: SessionStart): Promise<Entry> {
    return this.#start(account, !(await this.accounts.secondFactor.isOn(account.id)), client, start);
  }

  async #start(
    account: AccountRow,
    isComplete: boolean,
    client: ClientContext,
    start: SessionStart,
  ): Promise<Entry> {
    // Only for those who signed in completely: whoever has just the password is a stranger like any other.
    const deviceToken = isComplete ? makeDeviceToken(this.store.encryptionKey, account) : null;
    const device = this.#deviceOf(account, client);
    const token = await this.sessions.start(account.id, isComplete, client, { ...start, device });
    return { accountId: account.id, name: account.name, token, isComplete, isNew: false, deviceToken };
  }

  #deviceOf(account: AccountRow, { deviceToken }: ClientContext): string | null {
    return deviceToken === null ? null : readDeviceToken(this.store.encryptionKey, account, deviceToken);
  }

  /** Null when this client may create another account. */
  async #countSignUp({ address }: ClientContext): Promise<Locked | null> {
    const lockedMs = await this.#signUps.begin(address);
    return lockedMs > 0 ? { lockedMs } : null;
  }

  /** Under the name that the provider suggests, or one like it that is free. */
  async #createLinked(identity: ProvenIdentity): Promise<number> {
    for (let attempt = 1; attempt <= MAX_NAMES_TRIED; attempt++) {
      const name = nameLike(identity.suggestedName, attempt);
      const created = await this.accounts.createLinked(name, SIGN_UP_PLAN, identity);
      if (created !== null) return created.id;
    }
    throw new Error('No name was free');
  }

  async #existing(accountId: number): Promise<AccountRow> {
    const account = await this.store.accounts.findById(accountId);
    if (account === null) throw new Error(`Account ${accountId} was removed during its own request`);
    return account;
  }
}

function report(
  { report, address }: ClientContext,
  event: AccountEvent,
  account: string | null,
  details: EventDetails = {},
): void {
  if (report !== undefined) reportEvent(report, event, account, address, details);
}

/** An entry that still owes a code is worth a line too: someone who has only the password gets no further. */
function reported(client: ClientContext, entry: Entry, details: EventDetails = {}): Entry {
  const event = entry.isComplete ? 'signed in' : 'code asked for';
  report(client, entry.isNew ? 'signed up' : event, entry.name, details);
  return entry;
}

function requesterOf(attempt: SignInAttempt, account: AccountRow | null, isFresh: boolean): Requester {
  if (account !== null && attempt.device !== null) return ownerOf(account.id, 'recognised');
  const isKnown = account !== null && account.password_hash !== null;
  return { name: attempt.client, standing: isFresh ? 'fresh' : 'tried', isKnown };
}

/** The suggested name, then the same with a number; an invalid one is replaced by a plain one. */
function nameLike(suggested: string, attempt: number): string {
  const isLast = attempt === MAX_NAMES_TRIED;
  const suffix = attempt === 1 ? '' : isLast ? `-${crypto.randomUUID()}` : `-${attempt}`;
  const stem = faultOfNewName(suggested) === null && !isLast ? suggested : 'member';
  return `${[...stem].slice(0, MAX_NAME_LENGTH - suffix.length).join('')}${suffix}`;
}
