import type { KeyFacts, KeyKind, KeyScope } from '../../admission/keys.ts';
import type { PlanName } from '../../admission/plans.ts';

/** What is stored of accounts, and what new rows are made from. */

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

export interface NewSession {
  tokenHash: string;
  accountId: number;
  isComplete: boolean;
  agent: string;
  /** The client. An incomplete session is shown nowhere, and has here what its limit counts instead. */
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

export interface SecondFactorRow {
  account_id: number;
  /** Encrypted. */
  sealed_seed: Buffer;
  created_ms: number;
  /** Null until the first code was right. */
  confirmed_ms: number | null;
  locked_until_ms: number;
  /** What the recovery codes are hashed with; null until there are any. */
  recovery_salt: Buffer | null;
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

/** Reads the facts of keys in either store; further conditions may follow. */
export const SELECT_KEY_FACTS = `SELECT hash, keys.id, account_id, kind, scope, plan, per_minute, expires_ms, ends_ms
  FROM larder.key_secrets JOIN larder.keys ON keys.id = key_id JOIN larder.accounts ON accounts.id = account_id
  WHERE revoked_ms IS NULL`;

export type KeyFactsRow = Pick<KeyFacts, 'kind' | 'scope' | 'plan'> & {
  hash: string;
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
