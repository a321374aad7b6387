import { Type } from '@sinclair/typebox';
import { MAX_OVERLAP_DAYS, MAX_USAGE_ROWS } from '../accounts/account-service.ts';
import { AccountView, KeyView, UsageView } from '../accounts/account-views.ts';
import { MAX_NAME_LENGTH } from '../accounts/names.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../accounts/passwords.ts';
import { MAX_CODE_LENGTH } from '../accounts/second-factor.ts';
import { USUAL_DAYS } from '../accounts/usage-days.ts';
import { KEY_SCOPES } from '../admission/keys.ts';
import { MAX_PER_WINDOW, PLAN_NAMES, Plan } from '../admission/plans.ts';
import type { Endpoint } from './endpoints.ts';
import { oneOf, withDefault } from './validation.ts';

/** Part 4.7, which the specification leaves to the server: what the account key can read and change. */

const NONE = Type.Object({});
const DAY_SECONDS = 86_400;
/** A year of usage, leap years included. */
const MAX_DAYS = 366;

const KeyPath = Type.Object({
  key_id: Type.Integer({ format: 'int64', description: 'The id of the key', examples: [7] }),
});
const Code = Type.String({
  minLength: 6,
  maxLength: MAX_CODE_LENGTH,
  writeOnly: true,
  description: 'Six digits from the authenticator',
  examples: ['123456'],
});

const CurrentPassword = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: MAX_PASSWORD_LENGTH,
  writeOnly: true,
  description: 'Required if the account has a password',
  examples: ['correct horse'],
});
/** What proves that more than the account key is known. */
const PROOF = {
  current_password: Type.Optional(CurrentPassword),
  code: Type.Optional({ ...Code, description: 'Required if there is a second factor' }),
};
const UNPROVED = { status: 403, detail: 'The current password or the code is wrong or missing.' } as const;

export const ShownKey = Type.Object(
  { ...KeyView.properties, key: Type.String({ description: 'The key itself, shown only once' }) },
  { $id: 'ShownKey', additionalProperties: false },
);

export const Enrolment = Type.Object(
  {
    seed: Type.String({
      description: 'For typing into an authenticator',
      examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
    url: Type.String({
      description: 'The content of the QR code',
      examples: ['otpauth://totp/larder:ada?issuer=larder&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
  },
  { $id: 'Enrolment', additionalProperties: false },
);

/** Not named like its only member: some generators would give both the same variable. */
export const IssuedCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each works once in place of a code; shown only once',
      examples: [['7f3k-9qwx-2m4n-8rtv']],
    }),
  },
  { $id: 'IssuedCodes', additionalProperties: false },
);

const described = <S extends object>(schema: S, example: unknown): S => ({ ...schema, examples: [example] });
const planNumbers = {
  per_minute: described(Plan.properties.per_minute, 500),
  per_hour: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Requests per hour; null for no limit',
    examples: [null],
  }),
  delay_ms: described(Plan.properties.delay_ms, 0),
  counted_per: described(
    oneOf(
      ['client', 'account'],
      'Whether the limit is shared by everyone at one address, or by all keys of the account',
      'CountedPer',
    ),
    'account',
  ),
};
const PlanName = described(oneOf(PLAN_NAMES, 'The plan', 'PlanName'), 'pro');
export const PlanView = Type.Object(
  { plan: PlanName, ...planNumbers },
  { $id: 'PlanLimits', additionalProperties: false },
);
export const OwnPlan = Type.Object(
  {
    plan: PlanName,
    ...planNumbers,
    may_change: Type.Boolean({ description: 'Whether you may change it yourself', examples: [false] }),
  },
  { $id: 'OwnPlan', additionalProperties: false },
);

const common = { area: 'account', path: NONE, query: NONE, problems: [] } as const;

export const READ_ACCOUNT = {
  ...common,
  operationId: 'getAccount',
  summary: 'Read the account',
  description: 'The account that the key belongs to.',
  answer: AccountView,
} satisfies Endpoint;

export const LIST_KEYS = {
  ...common,
  operationId: 'listKeys',
  summary: 'List the keys',
  description: 'All keys that are not revoked, oldest first. The keys themselves are never shown again.',
  answer: Type.Array(KeyView, { description: 'The keys' }),
} satisfies Endpoint;

export const CREATE_KEY = {
  ...common,
  operationId: 'createKey',
  summary: 'Create a named key',
  description: 'A key for an environment such as production or CI. It shares the limit of the account.',
  body: Type.Object({
    name: Type.String({
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      description: `A label for the key: 1 to ${MAX_NAME_LENGTH} characters, not only spaces, none of them invisible`,
      examples: ['production'],
    }),
    scope: Type.Optional(oneOf(KEY_SCOPES, 'A read key works for GET only; `read` by default', 'KeyScope')),
    expires: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The last day in UTC, or the last moment, at which it is valid',
        examples: ['2027-01-31'],
      }),
    ),
    per_minute: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: MAX_PER_WINDOW,
        description: 'Its own limit, below that of the account',
        examples: [60],
      }),
    ),
  }),
  status: 201,
  answer: ShownKey,
  problems: [{ status: 409, detail: 'This account has the maximum number of keys. Revoke one first.' }],
} satisfies Endpoint;

export const ROTATE_KEY = {
  ...common,
  operationId: 'rotateKey',
  summary: 'Rotate a key',
  description:
    'Replaces the key with a new one that has the same name, scope, expiry and limit. The old key stops working at once, or after the overlap. Two keys work at a time: rotating again ends an older overlap at once. Also works for the account key, with password and code.',
  path: KeyPath,
  body: Type.Object({
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_DAYS * DAY_SECONDS,
        description: 'How long the old key keeps working; 0 by default',
        examples: [3600],
      }),
    ),
    ...PROOF,
  }),
  answer: ShownKey,
  problems: [UNPROVED, { status: 404, detail: 'Key not found' }],
} satisfies Endpoint;

export const REVOKE_KEY = {
  ...common,
  operationId: 'revokeKey',
  summary: 'Revoke a key',
  description:
    'The key stops working at once, and for good. The account key cannot be revoked, only rotated.',
  path: KeyPath,
  status: 204,
  answer: null,
  problems: [
    { status: 404, detail: 'Key not found' },
    { status: 409, detail: 'The account key cannot be revoked. Rotate it instead.' },
  ],
} satisfies Endpoint;

export const CHANGE_PASSWORD = {
  ...common,
  operationId: 'changePassword',
  summary: 'Change the password',
  description:
    'The password for the dashboard. An account that only has keys needs no current password to set the first one.',
  body: Type.Object({
    ...PROOF,
    new_password: Type.String({
      minLength: MIN_PASSWORD_LENGTH,
      maxLength: MAX_PASSWORD_LENGTH,
      writeOnly: true,
      description: 'The new password',
      examples: ['battery staple'],
    }),
  }),
  status: 204,
  answer: null,
  problems: [UNPROVED],
} satisfies Endpoint;

export const ENROL_SECOND_FACTOR = {
  ...common,
  operationId: 'enrolSecondFactor',
  summary: 'Set up a second factor',
  description:
    'Returns the seed for an authenticator. The factor is on once a code has confirmed it. The account key alone is not enough: an account without a password sets one first.',
  body: Type.Object({ current_password: CurrentPassword }),
  status: 201,
  answer: Enrolment,
  problems: [UNPROVED, { status: 409, detail: 'There already is a second factor. Remove it first.' }],
} satisfies Endpoint;

export const CONFIRM_SECOND_FACTOR = {
  ...common,
  operationId: 'confirmSecondFactor',
  summary: 'Confirm the second factor',
  description: 'The first code shows that the authenticator has the seed. Returns the recovery codes.',
  body: Type.Object({ code: Code }),
  answer: IssuedCodes,
  problems: [
    { status: 403, detail: 'The code is wrong or was already used.' },
    { status: 409, detail: 'There is no second factor to confirm.' },
  ],
} satisfies Endpoint;

export const REMOVE_SECOND_FACTOR = {
  ...common,
  operationId: 'removeSecondFactor',
  summary: 'Remove the second factor',
  description: 'Takes the password, and a code from the authenticator or a recovery code.',
  body: Type.Object({ current_password: PROOF.current_password, code: Code }),
  status: 204,
  answer: null,
  problems: [UNPROVED, { status: 404, detail: 'There is no second factor.' }],
} satisfies Endpoint;

export const LIST_PLANS = {
  ...common,
  operationId: 'listPlans',
  summary: 'List the plans',
  description: 'All plans with their limits.',
  answer: Type.Array(PlanView, { description: 'The plans, smallest first' }),
} satisfies Endpoint;

export const READ_PLAN = {
  ...common,
  operationId: 'getPlan',
  summary: 'Read the plan of the account',
  description: 'The current plan, with its limits.',
  answer: OwnPlan,
} satisfies Endpoint;

export const CHANGE_PLAN = {
  ...common,
  operationId: 'changePlan',
  summary: 'Change the plan',
  description: 'Only where the operator lets users choose their plan.',
  body: Type.Object({ plan: oneOf(PLAN_NAMES, 'The new plan', 'PlanName') }),
  answer: OwnPlan,
  problems: [{ status: 403, detail: 'Plans are set by the operator of this service.' }],
} satisfies Endpoint;

export const READ_USAGE = {
  ...common,
  operationId: 'getUsage',
  summary: 'Read usage',
  description: `Requests by day and key, latest day first, at most ${MAX_USAGE_ROWS} entries. Days without requests are left out.`,
  query: Type.Object({
    days: withDefault(
      Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: 'Number of days up to today, in UTC' }),
      USUAL_DAYS,
    ),
  }),
  answer: Type.Array(UsageView, { description: 'Usage by day and key' }),
} satisfies Endpoint;
