import { hashKey, hintOf, makeKey } from '../admission/keys.ts';
import type { PlanName } from '../admission/plans.ts';
import type { AccountStore } from './account-store.ts';
import {
  type AccountUsageView,
  type AccountView,
  type AuditView,
  type KeyView,
  type ListedAccountView,
  type OwnedKeyView,
  type ShownKey,
  type UsageView,
  viewAccount,
  viewAccountUsage,
  viewAudit,
  viewKey,
  viewListedAccount,
  viewOwnedKey,
} from './account-views.ts';
import { GuessLimit } from './guess-limits.ts';
import { type Busy, ownerOf, type Requester } from './hash-queue.ts';
import { foldName } from './names.ts';
import { faultOfNewPassword, type PasswordFault } from './new-password.ts';
import type { Passwords } from './passwords.ts';
import type { Later } from './refusals.ts';
import { SecondFactor } from './second-factor.ts';
import type { Identity, KeySecret, NewKey, UsageTotal } from './tables/rows.ts';

/** Named keys of one account: more than anyone needs, and a list of them still fits a page. */
export const MAX_KEYS = 1000;
/** Revoked keys that the operator can still list; older ones are deleted with their usage. */
const MAX_REVOKED = 1000;
/** A month of a hundred keys; more would keep everyone else waiting while it is read and sent. */
export const MAX_USAGE_ROWS = 3000;
/** Two keys that both work for longer than this are no longer a rotation. */
export const MAX_OVERLAP_DAYS = 90;
/** The account key has no label of its own; lists show this. */
const ACCOUNT_KEY_NAME = 'account key';

/** Whoever may run commands on this machine. */
const OPERATOR: Requester = { name: 'operator', standing: 'recognised', isKnown: true };

/** What its owner chooses about a named key. */
export type KeyInput = Pick<NewKey, 'name' | 'scope' | 'expiresMs' | 'perMinute'>;

/** What someone enters to prove that they own the account, although they are signed in or have its key. */
export interface Credentials {
  password: string | null;
  code: string | null;
}

/**
 * Who proves to own an account: someone in a session, or with the account key where it is null. Their wrong tries slow down
 * neither other sessions and the key nor the same from elsewhere, so that a thief's guesses do not shut the owner out.
 */
export interface Prover {
  sessionId: number | null;
  /** As the limits count clients. */
  client: string;
}

/** `no_password` when the account has none, so that nothing can be proved. */
export type Proof = 'proved' | 'wrong_password' | 'wrong_code' | 'no_password' | Later;

export interface AccountServiceOptions {
  /** Words that no password may consist of, such as the host name of the service. */
  contextWords?: readonly string[];
  /** Writes the usage that is still in memory; left out where none is counted. */
  flushUsage?: () => Promise<void>;
  /** The time of day. */
  nowMs?: () => number;
}

/** How accounts and keys are read and changed. Whatever their owners and operators ask for goes through account-actions.ts. */
export class AccountService {
  readonly #contextWords: readonly string[];
  readonly #flushUsage: () => Promise<void>;
  readonly #nowMs: () => number;
  readonly secondFactor: SecondFactor;
  readonly #guesses: GuessLimit;

  constructor(
    private readonly store: AccountStore,
    private readonly passwords: Pick<Passwords, 'hash' | 'verify' | 'hashCodes'>,
    { contextWords = [], flushUsage = async () => {}, nowMs = Date.now }: AccountServiceOptions = {},
  ) {
    this.#contextWords = contextWords;
    this.#flushUsage = flushUsage;
    this.#nowMs = nowMs;
    this.secondFactor = new SecondFactor(store, passwords, nowMs);
    this.#guesses = new GuessLimit(store.guesses, 'proof');
  }

  /** Returns the account key, which is stored nowhere. */
  async create(
    name: string,
    plan: PlanName,
    password: string | null,
    requester: Requester = OPERATOR,
  ): Promise<{ id: number; key: string } | 'taken' | Busy> {
    const passwordHash = password === null ? null : await this.passwords.hash(password, requester);
    if (passwordHash === 'busy') return 'busy';
    return (await this.#create(name, plan, passwordHash, null)) ?? 'taken';
  }

  /** An account without a password, for someone who signs in through a provider. Null when the name is taken. */
  createLinked(name: string, plan: PlanName, identity: Identity): Promise<{ id: number } | null> {
    return this.#create(name, plan, null, identity);
  }

  /** Null when the account does not exist, or was removed. */
  async view(accountId: number): Promise<AccountView | null> {
    const row = await this.store.accounts.findById(accountId);
    if (row === null) return null;
    const codesLeft = await this.store.secondFactors.countRecoveryCodes(accountId);
    return viewAccount(row, await this.secondFactor.isOn(accountId), codesLeft);
  }

  /** The account of someone who is signed in; null when it was removed. */
  async viewOwn(accountId: number): Promise<{ account: AccountView; isAdmin: boolean } | null> {
    const row = await this.store.accounts.findById(accountId);
    const account = row === null ? null : await this.view(accountId);
    return row === null || account === null ? null : { account, isAdmin: row.is_admin === 1 };
  }

  /** Null when there is no such account. */
  async find(name: string): Promise<{ id: number; name: string } | null> {
    const row = await this.store.accounts.find(foldName(name));
    return row === null ? null : { id: row.id, name: row.name };
  }

  /** Empty when there is no such account. */
  async nameOf(accountId: number): Promise<string> {
    return (await this.store.accounts.findById(accountId))?.name ?? '';
  }

  /** In order of name. */
  async list(): Promise<ListedAccountView[]> {
    return (await this.store.accounts.list()).map(viewListedAccount);
  }

  async isEmpty(): Promise<boolean> {
    return await this.store.accounts.isEmpty();
  }

  async setPlan(accountId: number, plan: PlanName): Promise<void> {
    await this.store.accounts.setPlan(accountId, plan);
  }

  /** Keys that are not revoked, oldest first. */
  async keys(accountId: number): Promise<KeyView[]> {
    return (await this.store.keys.list(accountId, false)).map(viewKey);
  }

  /** For the operator: the keys of one account, or of all, oldest first. */
  async ownedKeys(accountId: number | null, withRevoked: boolean): Promise<OwnedKeyView[]> {
    return (await this.store.keys.list(accountId, withRevoked)).map(viewOwnedKey);
  }

  /** For the operator: a key of any account. Null when it does not exist or was revoked. */
  async findKey(keyId: number): Promise<OwnedKeyView | null> {
    const row = await this.store.keys.find(keyId);
    return row === null || row.revoked_ms !== null ? null : viewOwnedKey(row);
  }

  /** Null when the account has no such key, or it was revoked. */
  async ownKey(accountId: number, keyId: number): Promise<KeyView | null> {
    const row = await this.#findOwn(accountId, keyId);
    return row === null || row.revoked_ms !== null ? null : viewKey(row);
  }

  /** Null when the account has as many keys as it may have. */
  async createKey(accountId: number, input: KeyInput): Promise<ShownKey | null> {
    const key = makeKey('named');
    const row = { accountId, ...input, secret: secretOf(key), createdMs: this.#nowMs() };
    const id = await this.store.keys.create(row, MAX_KEYS);
    return id === null ? null : this.#show(id, key);
  }

  /**
   * Null when the account has no such key. The old text stops working after the overlap, or at the next rotation. The
   * new one keeps the expiry date, so that of an expired key would never work.
   */
  async rotateKey(accountId: number, keyId: number, overlapMs: number): Promise<ShownKey | 'expired' | null> {
    const row = await this.#findOwn(accountId, keyId);
    if (row === null || row.revoked_ms !== null) return null;
    const nowMs = this.#nowMs();
    if (row.expires_ms !== null && row.expires_ms <= nowMs) return 'expired';
    const key = makeKey(row.kind);
    const endsMs = overlapMs === 0 ? null : nowMs + overlapMs;
    const isRotated = await this.store.keys.rotate(keyId, secretOf(key), nowMs, endsMs);
    return isRotated ? this.#show(keyId, key) : null;
  }

  async rotateAccountKey(accountId: number, overlapMs: number): Promise<ShownKey> {
    const held = (await this.keys(accountId)).find(({ kind }) => kind === 'account');
    const rotated = held === undefined ? null : await this.rotateKey(accountId, held.id, overlapMs);
    if (rotated === null || rotated === 'expired') throw new Error(`Account ${accountId} has no account key`);
    return rotated;
  }

  /** Null when the account has no such key. The account key cannot be revoked: nobody could create another. */
  async revokeKey(accountId: number, keyId: number): Promise<'revoked' | 'account_key' | null> {
    const row = await this.#findOwn(accountId, keyId);
    if (row === null) return null;
    if (row.kind === 'account') return 'account_key';
    return (await this.store.keys.revoke(keyId, this.#nowMs(), MAX_REVOKED)) ? 'revoked' : null;
  }

  /** Checks the password, and the code where there is a second factor. A wrong password does not use up a code. */
  async prove(accountId: number, { password, code }: Credentials, prover: Prover): Promise<Proof> {
    const proof = await this.provePassword(accountId, password, prover);
    if (proof !== 'proved') return proof;
    if (!(await this.secondFactor.isOn(accountId))) return 'proved';
    const outcome = code === null ? 'wrong' : await this.secondFactor.check(accountId, code);
    if (outcome === 'right' || outcome === 'none') return 'proved';
    return outcome === 'wrong' ? 'wrong_code' : outcome;
  }

  /** Whether an account can only be reached with its account key: it has neither a password nor an identity. */
  async hasOnlyKey(accountId: number): Promise<boolean> {
    const row = await this.store.accounts.findById(accountId);
    if (row === null || row.password_hash !== null) return false;
    return !(await this.store.accounts.hasIdentity(accountId));
  }

  /** Slows down guessing by someone who is signed in, or has the account key. */
  async provePassword(accountId: number, password: string | null, prover: Prover): Promise<Proof> {
    const hash = (await this.store.accounts.findById(accountId))?.password_hash ?? null;
    if (hash === null) return 'no_password';
    const { sessionId, client } = prover;
    const subject = sessionId === null ? `account ${accountId}` : `session ${sessionId}`;
    const lockedMs = await this.#guesses.begin(client, subject);
    if (lockedMs > 0) return { lockedMs };
    const isRight = await this.passwords.verify(password ?? '', hash, ownerOf(accountId));
    if (isRight === 'busy') await this.#guesses.takeBack(client, subject);
    if (isRight !== true) return isRight === 'busy' ? 'busy' : 'wrong_password';
    await this.#guesses.forget(client, subject);
    return 'proved';
  }

  /** What is wrong with a new password for the account of this name; null when it is valid. */
  faultOfPassword(password: string, name: string): Promise<PasswordFault | null> {
    return faultOfNewPassword(password, [name, ...this.#contextWords]);
  }

  /** Sets a password without asking for the current one. Ends every session, which the old one may have opened. */
  async resetPassword(
    accountId: number,
    password: string,
    options: { removesSecondFactor: boolean },
  ): Promise<'changed' | Busy> {
    const hash = await this.passwords.hash(password, ownerOf(accountId));
    if (hash === 'busy') return 'busy';
    await this.store.accounts.setPassword(accountId, hash, options);
    return 'changed';
  }

  /** Between two days, both included; latest day first, up to the most that one answer has. */
  async usage(accountId: number, fromDay: string, toDay: string): Promise<UsageView[]> {
    await this.#flushUsage();
    return await this.store.usage.list(accountId, fromDay, toDay, MAX_USAGE_ROWS);
  }

  /** Complete, however many keys there are; latest day first. */
  async usageByDay(accountId: number, fromDay: string, toDay: string): Promise<UsageTotal[]> {
    await this.#flushUsage();
    return await this.store.usage.listDays(accountId, fromDay, toDay);
  }

  /** For the operator: what each account used between two days, both included, in order of name. */
  async usageByAccount(fromDay: string, toDay: string): Promise<AccountUsageView[]> {
    await this.#flushUsage();
    const used = await this.store.usage.sumAccounts(fromDay, toDay);
    const byId = new Map(used.map((usage) => [usage.account_id, usage]));
    return (await this.store.accounts.list()).map((row) => viewAccountUsage(row, byId.get(row.id)));
  }

  /** For the operator: the usage of all accounts together, by day, latest first. */
  async usageOfAll(fromDay: string, toDay: string): Promise<UsageTotal[]> {
    await this.#flushUsage();
    return await this.store.usage.sumDays(fromDay, toDay);
  }

  /** For the operator: what operators did, newest first; only what came before an entry, if one is given. */
  async audit(beforeId: number | null, most: number): Promise<AuditView[]> {
    return (await this.store.audit.list(beforeId, most)).map(viewAudit);
  }

  async #create(name: string, plan: PlanName, passwordHash: string | null, identity: Identity | null) {
    const key = makeKey('account');
    const id = await this.store.accounts.create({
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

  async #show(keyId: number, key: string): Promise<ShownKey> {
    const row = await this.store.keys.find(keyId);
    if (row === null) throw new Error(`Key ${keyId} was just created and is gone`);
    return { ...viewKey(row), key };
  }

  async #findOwn(accountId: number, keyId: number) {
    const row = await this.store.keys.find(keyId);
    return row?.account_id === accountId ? row : null;
  }
}

function secretOf(key: string): KeySecret {
  return { hash: hashKey(key), hint: hintOf(key) };
}
