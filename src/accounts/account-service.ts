import { hashKey, hintOf, type KeyScope, makeKey } from '../admission/keys.ts';
import type { PlanName } from '../admission/plans.ts';
import type { AccountStore, Identity, KeySecret, UsageTotal } from './account-store.ts';
import {
  type AccountView,
  type KeyView,
  type ListedAccountView,
  type OwnedKeyView,
  type ShownKey,
  type UsageView,
  viewAccount,
  viewKey,
  viewListedAccount,
  viewOwnedKey,
} from './account-views.ts';
import { GuessLimit } from './guess-limits.ts';
import { type Busy, ownerOf, type Requester } from './hash-queue.ts';
import { foldName } from './names.ts';
import { faultOfNewPassword } from './new-password.ts';
import type { Passwords } from './passwords.ts';
import { type CodeOutcome, type Enrolment, SecondFactor } from './second-factor.ts';

/** Named keys of one account: more than anyone needs, and a list of them still fits a page. */
export const MOST_KEYS = 1000;
/** Revoked keys that the operator can still list; older ones are deleted with their usage. */
const MOST_REVOKED = 1000;
/** A month of a hundred keys; more would keep everyone else waiting while it is read and sent. */
export const MOST_USAGE_ROWS = 3000;
/** Two keys that both work for longer than this are no longer a rotation. */
export const LONGEST_OVERLAP_DAYS = 90;
/** The account key has no label of its own; lists show this. */
const ACCOUNT_KEY_NAME = 'account key';

/** Whoever may run commands on this machine. */
const OPERATOR: Requester = { name: 'operator', standing: 'recognised', isKnown: true };

/** What its owner chooses about a named key. */
export interface KeyInput {
  name: string;
  scope: KeyScope;
  expiresMs: number | null;
  perMinute: number | null;
}

/** What someone enters to prove that they own the account, although they are signed in or have its key. */
export interface Credentials {
  password: string | null;
  code: string | null;
}

/** `no_password` when the account has none, so that nothing can be proved. */
export type Proof = 'proved' | 'wrong_password' | 'wrong_code' | 'no_password' | Busy | Locked;

/** Too many wrong tries: how long until the next one is allowed. */
export interface Locked {
  lockedMs: number;
}

export interface AccountServiceOptions {
  store: AccountStore;
  passwords: Pick<Passwords, 'hash' | 'verify' | 'hashCodes'>;
  /** Words that no password may consist of, such as the host name of the service. */
  contextWords?: readonly string[];
  /** Writes the usage that is still in memory; left out where none is counted. */
  flushUsage?: () => void;
  /** The time of day. */
  nowMs?: () => number;
  /** A clock that never goes back, for limits on guessing. */
  steadyMs?: () => number;
}

/** Everything that can be done with accounts and keys, for the HTTP routes, the dashboard and the command line alike. */
export class AccountService {
  readonly #store: AccountStore;
  readonly #passwords: Pick<Passwords, 'hash' | 'verify'>;
  readonly #contextWords: readonly string[];
  readonly #flushUsage: () => void;
  readonly #nowMs: () => number;
  readonly #secondFactor: SecondFactor;
  readonly #guesses: GuessLimit;

  constructor({
    store,
    passwords,
    contextWords = [],
    flushUsage = () => {},
    nowMs = Date.now,
    steadyMs,
  }: AccountServiceOptions) {
    this.#store = store;
    this.#passwords = passwords;
    this.#contextWords = contextWords;
    this.#flushUsage = flushUsage;
    this.#nowMs = nowMs;
    this.#secondFactor = new SecondFactor(store, passwords, nowMs);
    this.#guesses = new GuessLimit(steadyMs);
  }

  /** Returns the account key, which is stored nowhere. */
  async create(
    name: string,
    plan: PlanName,
    password: string | null,
    requester: Requester = OPERATOR,
  ): Promise<{ id: number; key: string } | 'taken' | Busy> {
    const passwordHash = password === null ? null : await this.#passwords.hash(password, requester);
    if (passwordHash === 'busy') return 'busy';
    return this.#create(name, plan, passwordHash, null) ?? 'taken';
  }

  /** An account without a password, for someone who signs in through a provider. Null when the name is taken. */
  createLinked(name: string, plan: PlanName, identity: Identity): { id: number } | null {
    return this.#create(name, plan, null, identity);
  }

  /** Null when the account does not exist, or was removed. */
  view(accountId: number): AccountView | null {
    const row = this.#store.accounts.findById(accountId);
    if (row === null) return null;
    const codesLeft = this.#store.secondFactors.countRecoveryCodes(accountId);
    return viewAccount(row, this.#secondFactor.isOn(accountId), codesLeft);
  }

  /** Null when there is no such account. */
  find(name: string): { id: number; name: string } | null {
    const row = this.#store.accounts.find(foldName(name));
    return row === null ? null : { id: row.id, name: row.name };
  }

  /** In order of name. */
  list(): ListedAccountView[] {
    return this.#store.accounts.list().map(viewListedAccount);
  }

  isEmpty(): boolean {
    return this.#store.accounts.isEmpty();
  }

  /** Removes its keys, sessions and usage too. */
  remove(accountId: number): void {
    this.#store.accounts.remove(accountId);
  }

  /** For the operator: ends every session of an account. */
  signOut(accountId: number): void {
    this.#store.sessions.endAll(accountId);
  }

  setPlan(accountId: number, plan: PlanName): void {
    this.#store.accounts.setPlan(accountId, plan);
  }

  /** Keys that are not revoked, oldest first. */
  keys(accountId: number): KeyView[] {
    return this.#store.keys.list(accountId, false).map(viewKey);
  }

  /** For the operator: the keys of one account, or of all, oldest first. */
  ownedKeys(accountId: number | null, withRevoked: boolean): OwnedKeyView[] {
    return this.#store.keys.list(accountId, withRevoked).map(viewOwnedKey);
  }

  /** For the operator: a key of any account. Null when it does not exist or was revoked. */
  findKey(keyId: number): OwnedKeyView | null {
    const row = this.#store.keys.find(keyId);
    return row === null || row.revoked_ms !== null ? null : viewOwnedKey(row);
  }

  /** Null when the account has no such key, or it was revoked. */
  ownKey(accountId: number, keyId: number): KeyView | null {
    const row = this.#findOwn(accountId, keyId);
    return row === null || row.revoked_ms !== null ? null : viewKey(row);
  }

  /** Null when the account has as many keys as it may have. */
  createKey(accountId: number, input: KeyInput): ShownKey | null {
    const key = makeKey('named');
    const row = { accountId, ...input, secret: secretOf(key), createdMs: this.#nowMs() };
    const id = this.#store.keys.create(row, MOST_KEYS);
    return id === null ? null : this.#show(id, key);
  }

  /** Null when the account has no such key. The old text stops working after the overlap, or at the next rotation. */
  rotateKey(accountId: number, keyId: number, overlapMs: number): ShownKey | null {
    const row = this.#findOwn(accountId, keyId);
    if (row === null) return null;
    const key = makeKey(row.kind);
    const nowMs = this.#nowMs();
    const endsMs = overlapMs === 0 ? null : nowMs + overlapMs;
    return this.#store.keys.rotate(keyId, secretOf(key), nowMs, endsMs) ? this.#show(keyId, key) : null;
  }

  rotateAccountKey(accountId: number, overlapMs: number): ShownKey {
    const held = this.keys(accountId).find(({ kind }) => kind === 'account');
    const rotated = held === undefined ? null : this.rotateKey(accountId, held.id, overlapMs);
    if (rotated === null) throw new Error(`Account ${accountId} has no account key`);
    return rotated;
  }

  /** Null when the account has no such key. The account key cannot be revoked: nobody could create another. */
  revokeKey(accountId: number, keyId: number): 'revoked' | 'account_key' | null {
    const row = this.#findOwn(accountId, keyId);
    if (row === null) return null;
    if (row.kind === 'account') return 'account_key';
    return this.#store.keys.revoke(keyId, this.#nowMs(), MOST_REVOKED) ? 'revoked' : null;
  }

  /** Checks the password, and the code where there is a second factor. A wrong password uses up no code. */
  async prove(accountId: number, { password, code }: Credentials): Promise<Proof> {
    const proof = await this.provePassword(accountId, password);
    if (proof !== 'proved') return proof;
    if (!this.#secondFactor.isOn(accountId)) return 'proved';
    const outcome = code === null ? 'wrong' : await this.#secondFactor.check(accountId, code);
    if (outcome === 'right' || outcome === 'none') return 'proved';
    return outcome === 'wrong' ? 'wrong_code' : outcome;
  }

  /** Whether an account can only be reached with its account key: it has neither a password nor an identity. */
  hasOnlyKey(accountId: number): boolean {
    const row = this.#store.accounts.findById(accountId);
    return row !== null && row.password_hash === null && !this.#store.accounts.hasIdentity(accountId);
  }

  /** Slows down guessing by someone who is signed in, or has the account key. */
  async provePassword(accountId: number, password: string | null): Promise<Proof> {
    const hash = this.#store.accounts.findById(accountId)?.password_hash ?? null;
    if (hash === null) return 'no_password';
    const lockedMs = this.#guesses.waitMs(accountId);
    if (lockedMs > 0) return { lockedMs };
    this.#guesses.note(accountId);
    const isRight = await this.#passwords.verify(password ?? '', hash, ownerOf(accountId));
    if (isRight === 'busy') this.#guesses.takeBack(accountId);
    if (isRight !== true) return isRight === 'busy' ? 'busy' : 'wrong_password';
    this.#guesses.forget(accountId);
    return 'proved';
  }

  /** What is wrong with a new password for the account of this name; null when it is valid. */
  faultOfPassword(password: string, name: string): Promise<string | null> {
    return faultOfNewPassword(password, [name, ...this.#contextWords]);
  }

  hasSecondFactor(accountId: number): boolean {
    return this.#secondFactor.isOn(accountId);
  }

  /** Sets a password without asking for the current one. Ends every session, which the old one may have opened. */
  async resetPassword(
    accountId: number,
    password: string,
    options: { removesSecondFactor: boolean },
  ): Promise<'changed' | Busy> {
    const hash = await this.#passwords.hash(password, ownerOf(accountId));
    if (hash === 'busy') return 'busy';
    this.#store.accounts.setPassword(accountId, hash, options);
    return 'changed';
  }

  /** Null when there is a second factor already. */
  enrolSecondFactor(accountId: number): Enrolment | null {
    return this.#secondFactor.enrol(accountId, this.#nameOf(accountId));
  }

  /** An enrolment that waits for its first code; null when there is none, or it was begun too long ago. */
  pendingSecondFactor(accountId: number): Enrolment | null {
    return this.#secondFactor.findPending(accountId, this.#nameOf(accountId));
  }

  /** Returns the recovery codes, which are shown only once. */
  confirmSecondFactor(accountId: number, code: string): Promise<{ recoveryCodes: string[] } | CodeOutcome> {
    return this.#secondFactor.confirm(accountId, code);
  }

  async removeSecondFactor(accountId: number, code: string): Promise<CodeOutcome> {
    const outcome = await this.#secondFactor.check(accountId, code);
    if (outcome === 'right') this.#secondFactor.remove(accountId);
    return outcome;
  }

  /** Between two days, both included; latest day first, up to the most that one answer has. */
  usage(accountId: number, fromDay: string, toDay: string): UsageView[] {
    this.#flushUsage();
    return this.#store.usage.list(accountId, fromDay, toDay, MOST_USAGE_ROWS);
  }

  /** Complete, however many keys there are; latest day first. */
  usageByDay(accountId: number, fromDay: string, toDay: string): UsageTotal[] {
    this.#flushUsage();
    return this.#store.usage.listDays(accountId, fromDay, toDay);
  }

  #create(name: string, plan: PlanName, passwordHash: string | null, identity: Identity | null) {
    const key = makeKey('account');
    const id = this.#store.accounts.create({
      name,
      foldedName: foldName(name),
      plan,
      passwordHash,
      accountKey: { name: ACCOUNT_KEY_NAME, secret: secretOf(key) },
      identity,
      createdMs: this.#nowMs(),
    });
    return id === null ? null : { id, key };
  }

  #show(keyId: number, key: string): ShownKey {
    const row = this.#store.keys.find(keyId);
    if (row === null) throw new Error(`Key ${keyId} was just created and is gone`);
    return { ...viewKey(row), key };
  }

  #findOwn(accountId: number, keyId: number) {
    const row = this.#store.keys.find(keyId);
    return row?.account_id === accountId ? row : null;
  }

  #nameOf(accountId: number): string {
    return this.#store.accounts.findById(accountId)?.name ?? '';
  }
}

function secretOf(key: string): KeySecret {
  return { hash: hashKey(key), hint: hintOf(key) };
}
