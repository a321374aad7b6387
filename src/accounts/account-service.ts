import { type Static, Type } from '@sinclair/typebox';
import { KEY_KINDS, KEY_SCOPES, type KeyScope } from '../admission/keys.ts';
import { PLAN_NAMES, type PlanName } from '../admission/plans.ts';

/** What the holder of an account can see and change; the routes under `/auth/` and `/billing/` ask for it. */

const Moment = (description: string) => Type.String({ format: 'date-time', description });
const MomentOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const words = <const Words extends readonly string[]>(list: Words, description: string) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: list, description });

export const KeyView = Type.Object(
  {
    id: Type.Integer({ description: 'Names the key in other calls' }),
    name: Type.String({ description: 'What its holder calls it' }),
    kind: words(KEY_KINDS, 'The account key, or a named key that is for data alone'),
    scope: words(KEY_SCOPES, 'A read key is for GET alone'),
    hint: Type.String({ description: 'How the key begins' }),
    expires: MomentOrNull('The last moment at which it is valid; null when it does not expire'),
    per_minute: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'A cap of its own, below the limit of the account',
    }),
    created: Moment('When it was made'),
    last_used: MomentOrNull('When it was last used, to some seconds'),
    revoked: MomentOrNull('When it was revoked'),
  },
  { $id: 'Key', additionalProperties: false },
);
export type KeyView = Static<typeof KeyView>;

export const AccountView = Type.Object(
  {
    name: Type.String({ description: 'The user name' }),
    plan: words(PLAN_NAMES, 'The plan'),
    created: Moment('When the account was made'),
    has_password: Type.Boolean({ description: 'Whether it can be signed in to with a password' }),
    second_factor: Type.Boolean({ description: 'Whether a six-digit code is asked for as well' }),
    recovery_codes_left: Type.Integer({ description: 'Recovery codes that were not used yet' }),
  },
  { $id: 'Account', additionalProperties: false },
);
export type AccountView = Static<typeof AccountView>;

export const UsageView = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'The day, in UTC' }),
    key_id: Type.Integer({ description: 'The key' }),
    key_name: Type.String({ description: 'What its holder calls it' }),
    requests: Type.Integer({ description: 'Requests that were admitted' }),
    limited: Type.Integer({ description: 'Requests that were refused for a limit' }),
  },
  { $id: 'DayOfUse', additionalProperties: false },
);
export type UsageView = Static<typeof UsageView>;

export interface KeyWish {
  name: string;
  scope: KeyScope;
  expiresMs: number | null;
  perMinute: number | null;
}

/** The text of a key, which is shown this once. */
export type ShownKey = KeyView & { key: string };

/** A code that was checked: how it went, or for how long no code is checked any more. */
export type CodeOutcome = 'right' | 'wrong' | 'none' | { lockedMs: number };

export interface AccountBook {
  /** Null when the account was removed meanwhile. */
  account(accountId: number): AccountView | null;

  /** Those that are not revoked, oldest first. */
  keys(accountId: number): KeyView[];
  /** Null when the account holds as many as it can. */
  createKey(accountId: number, wish: KeyWish): ShownKey | null;
  /** Null when the account has no such key that is in force. */
  rotateKey(accountId: number, keyId: number, overlapMs: number): ShownKey | null;
  /** The account key cannot be revoked: without it, nobody could make another. */
  revokeKey(accountId: number, keyId: number): 'revoked' | 'account_key' | null;

  /** `current` is asked for where there is a password. Every session of the account ends. */
  changePassword(
    accountId: number,
    current: string | null,
    next: string,
  ): Promise<'changed' | 'wrong' | 'busy' | { lockedMs: number }>;

  /** Null when there is a second factor already. */
  enrolSecondFactor(accountId: number): { seed: string; url: string } | null;
  /** One that was begun a short while ago and waits for its first code; null when there is none. */
  pendingSecondFactor(accountId: number): { seed: string; url: string } | null;
  /** Gives the recovery codes, shown this once. */
  confirmSecondFactor(accountId: number, code: string): { recoveryCodes: string[] } | CodeOutcome;
  removeSecondFactor(accountId: number, code: string): CodeOutcome;

  setPlan(accountId: number, plan: PlanName): void;
  /** Between two days, both included; the latest first. */
  usage(accountId: number, fromDay: string, toDay: string): UsageView[];
}
