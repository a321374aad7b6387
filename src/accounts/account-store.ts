import type { KeyDirectory, KeyFacts, KeyKind, KeyScope } from '../admission/keys.ts';
import type { PlanName } from '../admission/plans.ts';
import type { EncryptionKey } from './encryption.ts';

/** A file answers at once, a server later: callers always `await`. */
export type Awaitable<Result> = Result | Promise<Result>;

/**
 * Where accounts are stored. The rules are in this folder; a store only keeps rows. Every method is atomic, and what it
 * changed is durable when it returns. When there is nothing, `find` returns null, `list` an empty list, `is` false and
 * `count` 0; none of these creates anything. Only keys are looked up without waiting, since every request does so.
 */
export interface AccountStore {
  readonly accounts: AccountRecords;
  readonly keys: KeyRecords;
  readonly sessions: SessionRecords;
  readonly secondFactors: SecondFactorRecords;
  readonly usage: UsageRecords;
  readonly guesses: GuessCounts;
  readonly flows: FlowRecords;
  readonly shownOnce: ShownOnceRecords;
  readonly audit: AuditRecords;
  readonly encryptionKey: EncryptionKey;
}

export interface AccountRow {
  id: number;
  name: string;
  plan: PlanName;
  password_hash: string | null;
  created_ms: number;
  /** Whether its owner operates the service. */
  is_admin: 0 | 1;
}

/** An account as listed: `named_keys` counts the keys that are not revoked. */
export type ListedAccountRow = AccountRow & { named_keys: number };

/** Who an OpenID Connect provider says someone is. A subject is unique only within its issuer. */
export interface Identity {
  issuer: string;
  subject: string;
  /** What the provider calls this person; may be empty. */
  label: string;
}

export interface NewAccount {
  name: string;
  /** Unique: names that fold to the same text are the same name. */
  foldedName: string;
  plan: PlanName;
  passwordHash: string | null;
  accountKey: { name: string; secret: KeySecret };
  identity: Identity | null;
  createdMs: number;
}

export interface AccountRecords {
  /** Creates the account with its account key. Returns its id, or null when the name is taken. */
  create(account: NewAccount): Awaitable<number | null>;
  find(foldedName: string): Awaitable<AccountRow | null>;
  findById(id: number): Awaitable<AccountRow | null>;
  /** In order of name. */
  list(): Awaitable<ListedAccountRow[]>;
  isEmpty(): Awaitable<boolean>;
  /** False when there is no such account. */
  setPlan(id: number, plan: PlanName): Awaitable<boolean>;
  /** False when there is no such account. */
  setAdmin(id: number, isAdmin: boolean): Awaitable<boolean>;
  /** Ends every session of the account. False when there is no such account. */
  setPassword(
    id: number,
    passwordHash: string,
    options?: { removesSecondFactor: boolean },
  ): Awaitable<boolean>;
  /** Removes its keys, sessions and usage too. False when there is no such account. */
  remove(id: number): Awaitable<boolean>;

  /** The id of the account linked to this identity. */
  findByIdentity(identity: Identity): Awaitable<number | null>;
  /** The identity of this issuer that the account is linked to. */
  findIdentity(id: number, issuer: string): Awaitable<Identity | null>;
  hasIdentity(id: number): Awaitable<boolean>;
  /** False when the identity is linked to another account, or the account to another identity of this issuer. */
  link(id: number, identity: Identity, nowMs: number): Awaitable<boolean>;
  /** False when it was not linked. */
  unlink(id: number, issuer: string): Awaitable<boolean>;
}

/** What is stored of the text of a key. */
export interface KeySecret {
  hash: string;
  hint: string;
}

export interface NewKey {
  accountId: number;
  name: string;
  scope: KeyScope;
  expiresMs: number | null;
  perMinute: number | null;
  secret: KeySecret;
  createdMs: number;
}

export interface KeyRow {
  id: number;
  account_id: number;
  /** The name of the account. */
  account: string;
  kind: KeyKind;
  name: string;
  scope: KeyScope;
  expires_ms: number | null;
  per_minute: number | null;
  created_ms: number;
  last_used_ms: number | null;
  revoked_ms: number | null;
  /** How the current text of the key begins. */
  hint: string;
}

export interface KeyRecords extends KeyDirectory {
  find(id: number): Awaitable<KeyRow | null>;
  /** Of one account, or of all; oldest first. */
  list(accountId: number | null, withRevoked: boolean): Awaitable<KeyRow[]>;
  /** Returns the id, or null when the account already has `most` named keys. */
  create(key: NewKey, most: number): Awaitable<number | null>;
  /**
   * The current secret works until `endsMs`, or no longer when it is null; one from an earlier rotation stops at once,
   * so that a key never has more than two. False when the key is unknown or revoked.
   */
  rotate(id: number, secret: KeySecret, nowMs: number, endsMs: number | null): Awaitable<boolean>;
  /** Keeps the latest `mostRevoked` revoked keys of the account. False when the key is unknown or already revoked. */
  revoke(id: number, nowMs: number, mostRevoked: number): Awaitable<boolean>;
}

export interface NewSession {
  tokenHash: string;
  accountId: number;
  isComplete: boolean;
  agent: string;
  /** The client; for a session that is incomplete, and therefore shown nowhere, whoever it counts against. */
  client: string;
  startsMs: number;
  /** When password and code were entered; 0 when that is unknown. */
  authenticatedMs: number;
  expiresMs: number;
}

export interface SessionRow {
  id: number;
  account_id: number;
  is_complete: 0 | 1;
  agent: string;
  client: string;
  created_ms: number;
  seen_ms: number;
  /** When password and code were last entered. */
  authenticated_ms: number;
}

export interface SessionLimits {
  most: number;
  mostOfClient: number;
}

export interface SessionRecords {
  /**
   * Ends the session that this one replaces, if any. Deletes expired ones, and the least recently seen of this account when
   * it has more than `most` that are complete, or incomplete, like this one, or more than `mostOfClient` of one client.
   */
  start(session: NewSession, limits: SessionLimits, replacedId: number | null): Awaitable<void>;
  /** The same, and ends every other session of the account. */
  startAlone(session: NewSession): Awaitable<void>;
  /** Null when there is no such session, or it has expired. */
  find(tokenHash: string, nowMs: number): Awaitable<SessionRow | null>;
  noteVisit(
    id: number,
    visit: { nowMs: number; expiresMs: number; client: string; agent: string },
  ): Awaitable<void>;
  /** Complete sessions that have not expired, most recently seen first. */
  list(accountId: number, nowMs: number): Awaitable<SessionRow[]>;
  /** Whether there was such a session, and it had not expired. */
  end(accountId: number, id: number, nowMs: number): Awaitable<boolean>;
  /** Whether there was any that had not expired. */
  endAll(accountId: number, nowMs: number): Awaitable<boolean>;
}

export interface SecondFactorRow {
  account_id: number;
  /** Encrypted. */
  sealed_seed: Buffer;
  created_ms: number;
  /** Null until the first code was right. */
  confirmed_ms: number | null;
  locked_until_ms: number;
  /** Null while the recovery codes have only a fast hash. */
  recovery_salt: Buffer | null;
}

export interface SecondFactorRecords {
  find(accountId: number): Awaitable<SecondFactorRow | null>;
  /** Replaces one that was never confirmed. False when there is one that was. */
  begin(accountId: number, encryptedSeed: Buffer, nowMs: number): Awaitable<boolean>;
  /** Replaces the recovery codes. False when the factor is no longer this one, or was confirmed already. */
  confirm(
    pending: SecondFactorRow,
    hashes: readonly string[],
    salt: Buffer,
    nowMs: number,
  ): Awaitable<boolean>;
  /** Replaces hashes that have no salt yet; does nothing when they have one. */
  strengthenRecoveryCodes(accountId: number, hashes: readonly string[], salt: Buffer): Awaitable<void>;
  remove(accountId: number): Awaitable<void>;
  /** Unlocks the factor. False when a code of this time step or a later one was used before. */
  useStep(accountId: number, step: number): Awaitable<boolean>;
  /**
   * Counts a code before it is checked, so that many at once count as many; the last of `mostTries` in a row locks the
   * factor. False when it is locked already.
   */
  countTry(accountId: number, mostTries: number, nowMs: number, lockedUntilMs: number): Awaitable<boolean>;
  /** False when there is no such code, or it was used. */
  useRecoveryCode(accountId: number, hash: string): Awaitable<boolean>;
  countRecoveryCodes(accountId: number): Awaitable<number>;
  listRecoveryCodes(accountId: number): Awaitable<string[]>;
}

/** How one key was used on one day. */
export interface KeyUsage {
  keyId: number;
  /** In UTC, such as `2026-11-15`. */
  day: string;
  requests: number;
  /** Requests refused because of a limit; not part of `requests`. */
  limited: number;
  lastUsedMs: number;
}

export interface UsageRow {
  day: string;
  key_id: number;
  key_name: string;
  requests: number;
  limited: number;
}

/** The usage of all keys of an account on one day. */
export interface UsageTotal {
  day: string;
  requests: number;
  limited: number;
}

/** The usage of one account over some days. */
export interface AccountUsage {
  account_id: number;
  requests: number;
  limited: number;
  /** The last of the days with a request. */
  last_day: string;
}

export interface UsageRecords {
  /**
   * Adds to what is there. Usage of keys that no longer exist is dropped. A batch that is sent again under the same
   * name, because its answer was lost, is added once.
   */
  add(usage: readonly KeyUsage[], batch: string): Awaitable<void>;
  /** Between two days, both included; latest day first, and no more than `most`. */
  list(accountId: number, fromDay: string, toDay: string, most: number): Awaitable<UsageRow[]>;
  /** The same, summed up by day, latest first. */
  listDays(accountId: number, fromDay: string, toDay: string): Awaitable<UsageTotal[]>;
  /** The usage of all accounts together, by day, latest first. */
  sumDays(fromDay: string, toDay: string): Awaitable<UsageTotal[]>;
  /** The usage of each account that was used between two days, both included. */
  sumAccounts(fromDay: string, toDay: string): Awaitable<AccountUsage[]>;
}

/** Something that an operator did. */
export interface AuditEntry {
  timeMs: number;
  /** A user of the machine, or the name of an account. */
  actor: string;
  via: 'command line' | 'dashboard';
  act: string;
  /** The account that it was done to, by name. */
  account: string | null;
  detail: string;
}

export interface AuditRow extends Omit<AuditEntry, 'timeMs'> {
  id: number;
  time_ms: number;
}

export interface AuditRecords {
  /** Keeps about the latest `most` entries. */
  add(entry: AuditEntry, most: number): Awaitable<void>;
  /** Newest first: those before an entry, or the newest of all. */
  list(beforeId: number | null, most: number): Awaitable<AuditRow[]>;
}

/** The guesses counted at one target. */
export interface Guesses {
  count: number;
  lastMs: number;
  /** When the next one is allowed. */
  nextMs: number;
}

/** What is being guessed at. Each kind has names of its own. */
export interface GuessTarget {
  kind: string;
  name: string;
}

export interface GuessCounts {
  /**
   * Replaces the counts of these targets by what `change` returns for them, in the same order, in one step: no other
   * guess comes between. Null stands for a target without guesses. Counts are dropped after `rememberedMs`.
   */
  update<Result>(
    targets: readonly GuessTarget[],
    rememberedMs: number,
    change: (counts: readonly (Guesses | null)[], nowMs: number) => GuessChange<Result>,
  ): Awaitable<Result>;
}

export interface GuessChange<Result> {
  counts: readonly (Guesses | null)[];
  result: Result;
}

/** Sign-ins through a provider, between the browser's leaving and its return. */
export interface FlowRecords {
  /** What tickets are encrypted with. Servers that share accounts share it, so that any of them can finish a sign-in. */
  ticketKey(): Awaitable<Buffer>;
  /** False when this flow was finished before. It is forgotten after `endsMs`. */
  finish(state: string, nowMs: number, endsMs: number): Awaitable<boolean>;
}

/** Secrets between the form that created them and the page that shows them. */
export interface ShownOnceRecords {
  put(sessionId: number, kind: string, secret: string, nowMs: number, endsMs: number): Awaitable<void>;
  /** Removes it. Null when there is none, or its time is over. */
  take(sessionId: number, kind: string, nowMs: number): Awaitable<string | null>;
}

/** The columns that the facts of a key are read from, in either store. */
export type KeyFactsRow = Pick<KeyFacts, 'kind' | 'scope' | 'plan'> & {
  id: number;
  account_id: number;
  per_minute: number | null;
  expires_ms: number | null;
  ends_ms: number | null;
};

/** A secret works until its key expires, or until the overlap after a rotation ends. */
export function keyFactsOf(row: KeyFactsRow): KeyFacts {
  return {
    keyId: row.id,
    accountId: row.account_id,
    kind: row.kind,
    scope: row.scope,
    plan: row.plan,
    perMinute: row.per_minute,
    validUntilMs: Math.min(
      row.expires_ms ?? Number.POSITIVE_INFINITY,
      row.ends_ms ?? Number.POSITIVE_INFINITY,
    ),
  };
}
