import { type Static, Type } from '@sinclair/typebox';
import { KEY_KINDS, KEY_SCOPES } from '../admission/keys.ts';
import { PLAN_NAMES } from '../admission/plans.ts';
import type { AccountRow, AccountUsage, AuditRow, KeyRow, ListedAccountRow } from './tables/rows.ts';

/** Accounts, keys and usage as people and programs see them; never with a secret. */

const Time = (description: string) => Type.String({ format: 'date-time', description });
const TimeOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
export const oneOf = <const Words extends readonly string[]>(
  list: Words,
  name: string,
  description: string,
) => Type.Unsafe<Words[number]>({ $id: name, type: 'string', enum: list, description });

export const KeyView = Type.Object(
  {
    id: Type.Integer({ format: 'int64', description: 'Identifies the key in other calls' }),
    name: Type.String({ description: 'The label its owner gave it' }),
    kind: oneOf(KEY_KINDS, 'KeyKind', 'The account key, or a named key for data only'),
    scope: oneOf(KEY_SCOPES, 'KeyScope', 'A read key works for GET only'),
    hint: Type.String({ description: 'The first characters of the key' }),
    expires: TimeOrNull('The last moment it is valid; null when it does not expire'),
    per_minute: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Its own limit, below that of the account',
    }),
    created: Time('When it was created'),
    last_used: TimeOrNull('When it was last used, accurate to a few seconds'),
    revoked: TimeOrNull('When it was revoked'),
  },
  { $id: 'Key', additionalProperties: false },
);
export type KeyView = Static<typeof KeyView>;

/** A key together with its text, which is shown only once. */
export type ShownKey = KeyView & { key: string };
/** A key as the operator sees it, with its account. */
export type OwnedKeyView = KeyView & { account_id: number; account: string };

export const AccountView = Type.Object(
  {
    name: Type.String({ description: 'The user name' }),
    plan: oneOf(PLAN_NAMES, 'PlanName', 'The plan'),
    created: Time('When the account was created'),
    has_password: Type.Boolean({ description: 'Whether its owner can sign in with a password' }),
    second_factor: Type.Boolean({ description: 'Whether signing in also requires a six-digit code' }),
    recovery_codes_left: Type.Integer({ description: 'Unused recovery codes' }),
  },
  { $id: 'Account', additionalProperties: false },
);
export type AccountView = Static<typeof AccountView>;

/** An account as the operator sees it in a list. */
export interface ListedAccountView {
  id: number;
  name: string;
  plan: AccountView['plan'];
  has_password: boolean;
  named_keys: number;
  created: string;
  /** Whether its owner operates the service. */
  is_admin: boolean;
}

export const UsageView = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'The day, in UTC' }),
    key_id: Type.Integer({ format: 'int64', description: 'The key' }),
    key_name: Type.String({ description: 'The label its owner gave it' }),
    requests: Type.Integer({ description: 'Requests admitted' }),
    limited: Type.Integer({ description: 'Requests refused because of a limit' }),
  },
  { $id: 'DayOfUse', additionalProperties: false },
);
export type UsageView = Static<typeof UsageView>;

/** What an account used in some days, as the operator sees it. */
export interface AccountUsageView {
  account: string;
  plan: AccountView['plan'];
  requests: number;
  /** Refused because of a limit. */
  limited: number;
  /** The last of these days with a request; null when there was none. */
  last_used: string | null;
}

export function viewAccountUsage(
  { name, plan }: Pick<AccountRow, 'name' | 'plan'>,
  usage: AccountUsage | undefined,
): AccountUsageView {
  const { requests = 0, limited = 0, last_day = null } = usage ?? {};
  return { account: name, plan, requests, limited, last_used: last_day };
}

/** An entry of the audit log. */
export type AuditView = Omit<AuditRow, 'time_ms'> & { time: string };

export function viewAudit({ id, time_ms, ...rest }: AuditRow): AuditView {
  return { id, time: isoOf(time_ms), ...rest };
}

export function viewKey(row: KeyRow): KeyView {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    scope: row.scope,
    hint: row.hint,
    expires: isoOrNull(row.expires_ms),
    per_minute: row.per_minute,
    created: isoOf(row.created_ms),
    last_used: isoOrNull(row.last_used_ms),
    revoked: isoOrNull(row.revoked_ms),
  };
}

export function viewOwnedKey(row: KeyRow): OwnedKeyView {
  const { id, name, ...rest } = viewKey(row);
  return { id, name, account: row.account, account_id: row.account_id, ...rest };
}

export function viewAccount(
  row: AccountRow,
  hasSecondFactor: boolean,
  recoveryCodesLeft: number,
): AccountView {
  return {
    name: row.name,
    plan: row.plan,
    created: isoOf(row.created_ms),
    has_password: row.password_hash !== null,
    second_factor: hasSecondFactor,
    recovery_codes_left: recoveryCodesLeft,
  };
}

export function viewListedAccount(row: ListedAccountRow): ListedAccountView {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    has_password: row.password_hash !== null,
    named_keys: row.named_keys,
    created: isoOf(row.created_ms),
    is_admin: row.is_admin === 1,
  };
}

function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

function isoOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : isoOf(timeMs);
}
