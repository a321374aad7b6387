import type { AccountService, Credentials, Locked, Proof } from './account-service.ts';
import type { AccountRow, AccountStore, Identity } from './account-store.ts';
import { makeDeviceToken, readDeviceToken } from './device-token.ts';
import { GuessLimit, type SignInAttempt, SignInLimits } from './guess-limits.ts';
import { type Busy, ownerOf, type Requester } from './hash-queue.ts';
import { faultOfName, foldName, LONGEST_NAME } from './names.ts';
import type { ProvenIdentity } from './openid.ts';
import type { Passwords } from './passwords.ts';
import { SecondFactor } from './second-factor.ts';
import { type ClientContext, type Session, Sessions } from './sessions.ts';

/** The plan of accounts that people create themselves. */
const SIGN_UP_PLAN = 'starter';
/** New accounts from one client: enough for a household or a class. */
const FREE_SIGN_UPS = 10;
/** Variants of a provider's name that are tried before one is made up. */
const MOST_NAMES_TRIED = 20;

/** Someone signed in, or still owes a code. Both tokens are for cookies, and are stored nowhere. */
export interface Entry {
  accountId: number;
  /** The name of the account. */
  name: string;
  token: string;
  isComplete: boolean;
  /** Recognises this browser next time, so that strangers' guesses do not slow down its owner. */
  deviceToken: string;
}

export interface SignInOptions {
  store: AccountStore;
  accounts: AccountService;
  passwords: Pick<Passwords, 'verify' | 'hashCodes'>;
  /** The time of day. */
  nowMs?: () => number;
  /** A clock that never goes back, for limits on guessing. */
  steadyMs?: () => number;
}

/** How people sign in to the dashboard, and where they are signed in. */
export class SignIn {
  readonly sessions: Sessions;
  readonly #store: AccountStore;
  readonly #accounts: AccountService;
  readonly #passwords: Pick<Passwords, 'verify'>;
  readonly #nowMs: () => number;
  readonly #secondFactor: SecondFactor;
  readonly #limits: SignInLimits;
  readonly #signUps: GuessLimit;

  constructor({ store, accounts, passwords, nowMs = Date.now, steadyMs }: SignInOptions) {
    this.sessions = new Sessions(store, nowMs);
    this.#store = store;
    this.#accounts = accounts;
    this.#passwords = passwords;
    this.#nowMs = nowMs;
    this.#secondFactor = new SecondFactor(store, passwords, nowMs);
    this.#limits = new SignInLimits(steadyMs);
    this.#signUps = new GuessLimit(steadyMs, { freeTries: FREE_SIGN_UPS });
  }

  /** Unknown names, wrong passwords and accounts without a password are alike, in words and in time. */
  async withPassword(
    name: string,
    password: string,
    client: ClientContext,
  ): Promise<Entry | 'wrong' | Busy | Locked> {
    const account = faultOfName(name) === null ? this.#store.accounts.find(foldName(name)) : null;
    const attempt = {
      name: foldName(name).slice(0, LONGEST_NAME),
      client: client.address,
      device: account && this.#deviceOf(account, client),
    };
    const lockedMs = this.#limits.waitMs(attempt);
    if (lockedMs > 0) return { lockedMs };
    const hash = account?.password_hash ?? null;
    const requester = this.#requesterOf(attempt, account);
    this.#limits.note(attempt);
    const isRight = await this.#passwords.verify(password, hash, requester);
    if (isRight === 'busy') {
      this.#limits.takeBack(attempt);
      return 'busy';
    }
    if (!isRight || account === null) return 'wrong';
    this.#limits.forgive(attempt);
    return this.#enter(account, client);
  }

  /** Takes a code or a recovery code. `none` when the session or its second factor is gone. */
  async withCode(
    session: Session,
    code: string,
    client: ClientContext,
  ): Promise<Entry | 'wrong' | 'none' | Busy | Locked> {
    const outcome = await this.#secondFactor.check(session.accountId, code);
    if (outcome !== 'right') return outcome;
    // A new token, so that whoever knew the one from before the code gains nothing.
    const entry = this.#start(this.#existing(session.accountId), true, client);
    this.sessions.end(session.accountId, session.id);
    return entry;
  }

  /** `unknown` when no account is linked to the identity, and none may be created. */
  withIdentity(
    identity: ProvenIdentity,
    maySignUp: boolean,
    client: ClientContext,
  ): Entry | 'unknown' | Locked {
    const found = this.#store.accounts.findByIdentity(identity);
    if (found !== null) return this.#enter(this.#existing(found), client);
    if (!maySignUp) return 'unknown';
    return this.#countSignUp(client) ?? this.#enter(this.#existing(this.#createLinked(identity)), client);
  }

  /** The caller has checked that name and password are valid. */
  async signUp(
    name: string,
    password: string,
    client: ClientContext,
  ): Promise<Entry | 'taken' | Busy | Locked> {
    const locked = this.#countSignUp(client);
    if (locked !== null) return locked;
    const requester = { name: client.address, standing: 'tried', isKnown: false } as const;
    const created = await this.#accounts.create(name, SIGN_UP_PLAN, password, requester);
    return typeof created === 'string' ? created : this.#start(this.#existing(created.id), true, client);
  }

  /** Password and code once more, before something that matters. The session goes on under a new token. */
  async again(
    session: Session,
    credentials: Credentials,
    client: ClientContext,
  ): Promise<Entry | Exclude<Proof, 'proved'>> {
    const proof = await this.#accounts.prove(session.accountId, credentials);
    if (proof !== 'proved') return proof;
    const entry = this.#start(this.#existing(session.accountId), true, client);
    this.sessions.end(session.accountId, session.id);
    return entry;
  }

  /** A new session, which ends every other of the account. */
  renew({ accountId }: Session, client: ClientContext): Entry {
    const { name } = this.#existing(accountId);
    const deviceToken = makeDeviceToken(this.#store.encryptionKey, this.#existing(accountId));
    const token = this.sessions.startAlone(accountId, client);
    return { accountId, name, token, isComplete: true, deviceToken };
  }

  /** False when the identity is linked to another account, or the account to another identity at the provider. */
  link(accountId: number, identity: ProvenIdentity): boolean {
    return this.#store.accounts.link(accountId, identity, this.#nowMs());
  }

  /** False when it was not linked, or the account has no password to sign in with instead. */
  unlink(accountId: number, issuer: string): boolean {
    if (this.#existing(accountId).password_hash === null) return false;
    return this.#store.accounts.unlink(accountId, issuer);
  }

  /** Who the account is linked to at a provider; null when it is not. */
  identityAt(accountId: number, issuer: string): Identity | null {
    return this.#store.accounts.findIdentity(accountId, issuer);
  }

  #enter(account: AccountRow, client: ClientContext): Entry {
    return this.#start(account, !this.#secondFactor.isOn(account.id), client);
  }

  #start(account: AccountRow, isComplete: boolean, client: ClientContext): Entry {
    const deviceToken = makeDeviceToken(this.#store.encryptionKey, account);
    const token = this.sessions.start(account.id, isComplete, client);
    return { accountId: account.id, name: account.name, token, isComplete, deviceToken };
  }

  #deviceOf(account: AccountRow, { deviceToken }: ClientContext): string | null {
    return deviceToken === null ? null : readDeviceToken(this.#store.encryptionKey, account, deviceToken);
  }

  #requesterOf(attempt: SignInAttempt, account: AccountRow | null): Requester {
    if (account !== null && attempt.device !== null) return ownerOf(account.id);
    const standing = this.#limits.isFresh(attempt) ? 'fresh' : 'tried';
    return { name: attempt.client, standing, isKnown: account !== null && account.password_hash !== null };
  }

  /** Null when this client may create another account. */
  #countSignUp({ address }: ClientContext): Locked | null {
    const lockedMs = this.#signUps.waitMs(address);
    if (lockedMs > 0) return { lockedMs };
    this.#signUps.note(address);
    return null;
  }

  /** Under the name that the provider suggests, or one like it that is free. */
  #createLinked(identity: ProvenIdentity): number {
    for (let attempt = 1; attempt <= MOST_NAMES_TRIED; attempt++) {
      const name = nameLike(identity.suggestedName, attempt);
      const created = this.#accounts.createLinked(name, SIGN_UP_PLAN, identity);
      if (created !== null) return created.id;
    }
    throw new Error('No name was free');
  }

  #existing(accountId: number): AccountRow {
    const account = this.#store.accounts.findById(accountId);
    if (account === null) throw new Error(`Account ${accountId} was removed during its own request`);
    return account;
  }
}

/** The suggested name, then the same with a number; an invalid one is replaced by a plain one. */
function nameLike(suggested: string, attempt: number): string {
  const isLast = attempt === MOST_NAMES_TRIED;
  const suffix = attempt === 1 ? '' : isLast ? `-${crypto.randomUUID()}` : `-${attempt}`;
  const stem = faultOfName(suggested) === null && !isLast ? suggested : 'member';
  return `${[...stem].slice(0, LONGEST_NAME - suffix.length).join('')}${suffix}`;
}
