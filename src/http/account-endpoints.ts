import { Type } from '@sinclair/typebox';
import { MAX_USAGE_ROWS } from '../accounts/account-service.ts';
import { AccountView, KeyView, UsageView } from '../accounts/account-views.ts';
import { ACTIONS, CODE } from '../accounts/actions.ts';
import { MAX_PASSWORD_LENGTH } from '../accounts/passwords.ts';
import type { RefusalName } from '../accounts/refusals.ts';
import { USUAL_DAYS } from '../accounts/usage-days.ts';
import { PLAN_NAMES, Plan } from '../admission/plans.ts';
import type { Operation } from '../operations/operations.ts';
import { oneOf, withDefault } from '../operations/parameter.ts';

/** Part 4.7, which the specification leaves to the server: what the account key can read and change. */

const NONE = Type.Object({});
/** A year of usage, leap years included. */
const MAX_DAYS = 366;

const KeyPath = Type.Object({
  key_id: Type.Integer({ format: 'int64', description: 'The id of the key', examples: [7] }),
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
  code: Type.Optional({ ...CODE, description: 'Required if there is a second factor' }),
};
const UNPROVED = { status: 403, detail: 'The current password or the code is wrong or missing.' } as const;
/** How actions are refused; what can be done later is a 429. */
export const PROBLEMS = {
  wrong_password: UNPROVED,
  wrong_code: UNPROVED,
  no_password: UNPROVED,
  not_confirmed: { status: 403, detail: 'The code is wrong or was already used.' },
  set_by_operator: { status: 403, detail: 'Plans are set by the operator of this service.' },
  no_such_key: { status: 404, detail: 'Key not found' },
  no_second_factor: { status: 404, detail: 'There is no second factor.' },
  too_many_keys: { status: 409, detail: 'This account has the maximum number of keys. Revoke one first.' },
  account_key: { status: 409, detail: 'The account key cannot be revoked. Rotate it instead.' },
  second_factor_on: { status: 409, detail: 'There already is a second factor. Remove it first.' },
  nothing_to_confirm: { status: 409, detail: 'There is no second factor to confirm.' },
} as const satisfies Partial<Record<RefusalName, Operation['problems'][number]>>;

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
} satisfies Operation;

export const LIST_KEYS = {
  ...common,
  operationId: 'listKeys',
  summary: 'List the keys',
  description: 'All keys that are not revoked, oldest first. The keys themselves are never shown again.',
  answer: Type.Array(KeyView, { description: 'The keys' }),
} satisfies Operation;

export const CREATE_KEY = {
  ...common,
  operationId: 'createKey',
  summary: 'Create a named key',
  description: 'A key for an environment such as production or CI. It shares the limit of the account.',
  body: ACTIONS.create_key.input,
  status: 201,
  answer: ShownKey,
  problems: [PROBLEMS.too_many_keys],
} satisfies Operation;

export const ROTATE_KEY = {
  ...common,
  operationId: 'rotateKey',
  summary: 'Rotate a key',
  description:
    'Replaces the key with a new one that has the same name, scope, expiry and limit. The old key stops working at once, or after the overlap. Two keys work at a time: rotating again ends an older overlap at once. Also works for the account key, with password and code.',
  path: KeyPath,
  body: Type.Object({ ...ACTIONS.replace_account_key.input.properties, ...PROOF }),
  answer: ShownKey,
  problems: [PROBLEMS.wrong_password, PROBLEMS.no_such_key],
} satisfies Operation;

export const REVOKE_KEY = {
  ...common,
  operationId: 'revokeKey',
  summary: 'Revoke a key',
  description:
    'The key stops working at once, and for good. The account key cannot be revoked, only rotated.',
  path: KeyPath,
  status: 204,
  answer: null,
  problems: [PROBLEMS.no_such_key, PROBLEMS.account_key],
} satisfies Operation;

export const CHANGE_PASSWORD = {
  ...common,
  operationId: 'changePassword',
  summary: 'Change the password',
  description:
    'The password for the dashboard. An account that only has keys needs no current password to set the first one.',
  body: Type.Object({ ...PROOF, ...ACTIONS.change_password.input.properties }),
  status: 204,
  answer: null,
  problems: [PROBLEMS.wrong_password],
} satisfies Operation;

export const ENROL_SECOND_FACTOR = {
  ...common,
  operationId: 'enrolSecondFactor',
  summary: 'Set up a second factor',
  description:
    'Returns the seed for an authenticator. The factor is on once a code has confirmed it. The account key alone is not enough: an account without a password sets one first.',
  body: Type.Object({ current_password: CurrentPassword }),
  status: 201,
  answer: Enrolment,
  problems: [PROBLEMS.wrong_password, PROBLEMS.second_factor_on],
} satisfies Operation;

export const CONFIRM_SECOND_FACTOR = {
  ...common,
  operationId: 'confirmSecondFactor',
  summary: 'Confirm the second factor',
  description: 'The first code shows that the authenticator has the seed. Returns the recovery codes.',
  body: ACTIONS.confirm_second_factor.input,
  answer: IssuedCodes,
  problems: [PROBLEMS.not_confirmed, PROBLEMS.nothing_to_confirm],
} satisfies Operation;

export const REMOVE_SECOND_FACTOR = {
  ...common,
  operationId: 'removeSecondFactor',
  summary: 'Remove the second factor',
  description: 'Takes the password, and a code from the authenticator or a recovery code.',
  body: Type.Object({
    current_password: PROOF.current_password,
    ...ACTIONS.remove_second_factor.input.properties,
  }),
  status: 204,
  answer: null,
  problems: [PROBLEMS.wrong_password, PROBLEMS.no_second_factor],
} satisfies Operation;

export const LIST_PLANS = {
  ...common,
  operationId: 'listPlans',
  summary: 'List the plans',
  description: 'All plans with their limits.',
  answer: Type.Array(PlanView, { description: 'The plans, smallest first' }),
} satisfies Operation;

export const READ_PLAN = {
  ...common,
  operationId: 'getPlan',
  summary: 'Read the plan of the account',
  description: 'The current plan, with its limits.',
  answer: OwnPlan,
} satisfies Operation;

export const CHANGE_PLAN = {
  ...common,
  operationId: 'changePlan',
  summary: 'Change the plan',
  description: 'Only where the operator lets users choose their plan.',
  body: ACTIONS.change_plan.input,
  answer: OwnPlan,
  problems: [PROBLEMS.set_by_operator],
} satisfies Operation;

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
} satisfies Operation;
