import { Type } from '@sinclair/typebox';
import { AccountView, KeyView, UsageView } from '../accounts/account-service.ts';
import { LONGEST_NAME } from '../accounts/names.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../accounts/password-rules.ts';
import { KEY_SCOPES } from '../admission/keys.ts';
import { MOST_PER_WINDOW, PLAN_NAMES, Plan } from '../admission/plans.ts';
import type { Endpoint } from './endpoints.ts';
import { oneOf, withDefault } from './params.ts';

/** Part 4.7, which the specification leaves to us: what the holder of an account key can see and change. */

const NONE = Type.Object({});
/** Two keys that both work for longer than this are not a rotation any more. */
const LONGEST_OVERLAP_SECONDS = 90 * 86_400;
const MOST_DAYS = 366;
const LONGEST_CODE = 64;

const KeyPath = Type.Object({ key_id: Type.Integer({ description: 'The id of the key', examples: [7] }) });
const Code = Type.String({
  minLength: 6,
  maxLength: LONGEST_CODE,
  writeOnly: true,
  description: 'Six digits from the device',
  examples: ['123456'],
});

export const ShownKey = Type.Object(
  { ...KeyView.properties, key: Type.String({ description: 'The key itself, shown this once' }) },
  { $id: 'ShownKey', additionalProperties: false },
);

export const Enrolment = Type.Object(
  {
    seed: Type.String({
      description: 'For typing into a device',
      examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
    url: Type.String({
      description: 'The same as a QR code would hold it',
      examples: ['otpauth://totp/larder:ada?issuer=larder&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
  },
  { $id: 'Enrolment', additionalProperties: false },
);

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each works once in place of a code from the device; shown this once',
      examples: [['7f3k-9qwx-2m4n-8rtv']],
    }),
  },
  { $id: 'RecoveryCodes', additionalProperties: false },
);

const PlanName = Type.Unsafe<(typeof PLAN_NAMES)[number]>({
  type: 'string',
  enum: PLAN_NAMES,
  description: 'The plan',
  examples: ['pro'],
});
const described = <S extends object>(schema: S, example: unknown): S => ({ ...schema, examples: [example] });
const planNumbers = {
  per_minute: described(Plan.properties.per_minute, 500),
  per_hour: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Requests per hour; null without a cap',
    examples: [null],
  }),
  delay_ms: described(Plan.properties.delay_ms, 0),
  counted_per: Type.Unsafe<Plan['counted_per']>({
    type: 'string',
    enum: ['client', 'account'],
    description: 'Whether the limit is shared by all of one address, or by all keys of the account',
    examples: ['account'],
  }),
};
export const PlanView = Type.Object(
  { plan: PlanName, ...planNumbers },
  { $id: 'Plan', additionalProperties: false },
);
export const OwnPlan = Type.Object(
  {
    plan: PlanName,
    ...planNumbers,
    may_change: Type.Boolean({ description: 'Whether the operator lets you choose', examples: [false] }),
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
  description: 'Every key that is not revoked, oldest first. What a key is made of is never shown again.',
  answer: Type.Array(KeyView, { description: 'The keys' }),
} satisfies Endpoint;

export const CREATE_KEY = {
  ...common,
  operationId: 'createKey',
  summary: 'Make a named key',
  description: 'A key for an environment such as production or CI. It shares the limit of the account.',
  body: Type.Object({
    name: Type.String({
      minLength: 1,
      maxLength: LONGEST_NAME,
      description: 'What to call it',
      examples: ['production'],
    }),
    scope: Type.Optional(oneOf(KEY_SCOPES, 'A read key is for GET alone; `read` when left out')),
    expires: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The last day, in UTC, or the last moment at which it is valid',
        examples: ['2027-01-31'],
      }),
    ),
    per_minute: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: MOST_PER_WINDOW,
        description: 'A cap of its own, below the limit of the account',
        examples: [60],
      }),
    ),
  }),
  status: 201,
  answer: ShownKey,
  problems: [{ status: 409, detail: 'You hold as many keys as an account can. Revoke one first.' }],
} satisfies Endpoint;

export const ROTATE_KEY = {
  ...common,
  operationId: 'rotateKey',
  summary: 'Replace a key by a new one',
  description:
    'Name, scope, expiry and cap stay. The old key ends at once, or after the overlap. Works for the account key, too.',
  path: KeyPath,
  body: Type.Object({
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_OVERLAP_SECONDS,
        description: 'How long the old key still works; 0 when left out',
        examples: [3600],
      }),
    ),
  }),
  answer: ShownKey,
  problems: [{ status: 404, detail: 'Key not found' }],
} satisfies Endpoint;

export const REVOKE_KEY = {
  ...common,
  operationId: 'revokeKey',
  summary: 'Revoke a key for good',
  description: 'It is refused from now on. The account key cannot be revoked, only replaced.',
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
  description: 'The password for signing in to the dashboard; the first one needs no current one.',
  body: Type.Object({
    current_password: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: LONGEST_PASSWORD,
        writeOnly: true,
        description: 'The one in force, if there is one',
        examples: ['correct horse'],
      }),
    ),
    new_password: Type.String({
      minLength: SHORTEST_PASSWORD,
      maxLength: LONGEST_PASSWORD,
      writeOnly: true,
      description: 'The one to be',
      examples: ['battery staple'],
    }),
  }),
  status: 204,
  answer: null,
  problems: [{ status: 403, detail: 'The current password is wrong.' }],
} satisfies Endpoint;

export const ENROL_SECOND_FACTOR = {
  ...common,
  operationId: 'enrolSecondFactor',
  summary: 'Begin with a second factor',
  description: 'Gives the seed for an authenticator. It counts once a first code has confirmed it.',
  status: 201,
  answer: Enrolment,
  problems: [{ status: 409, detail: 'There is a second factor already. Remove it first.' }],
} satisfies Endpoint;

export const CONFIRM_SECOND_FACTOR = {
  ...common,
  operationId: 'confirmSecondFactor',
  summary: 'Confirm the second factor',
  description: 'A code shows that the device knows the seed. Gives the recovery codes.',
  body: Type.Object({ code: Code }),
  answer: RecoveryCodes,
  problems: [
    { status: 403, detail: 'The code is wrong, or was used before.' },
    { status: 409, detail: 'There is no second factor to confirm.' },
  ],
} satisfies Endpoint;

export const REMOVE_SECOND_FACTOR = {
  ...common,
  operationId: 'removeSecondFactor',
  summary: 'Remove the second factor',
  description: 'With a code of the device, or a recovery code.',
  body: Type.Object({ code: Code }),
  status: 204,
  answer: null,
  problems: [
    { status: 403, detail: 'The code is wrong, or was used before.' },
    { status: 404, detail: 'There is no second factor.' },
  ],
} satisfies Endpoint;

export const LIST_PLANS = {
  ...common,
  operationId: 'listPlans',
  summary: 'List the plans',
  description: 'Every plan with its limits.',
  answer: Type.Array(PlanView, { description: 'The plans, smallest first' }),
} satisfies Endpoint;

export const READ_PLAN = {
  ...common,
  operationId: 'getPlan',
  summary: 'Read the plan of the account',
  description: 'The plan in force, with its limits.',
  answer: OwnPlan,
} satisfies Endpoint;

export const CHANGE_PLAN = {
  ...common,
  operationId: 'changePlan',
  summary: 'Choose another plan',
  description: 'Where the operator lets account holders choose.',
  body: Type.Object({ plan: oneOf(PLAN_NAMES, 'The plan to be on') }),
  answer: OwnPlan,
  problems: [{ status: 403, detail: 'Plans are set by the operator of this service.' }],
} satisfies Endpoint;

export const READ_USAGE = {
  ...common,
  operationId: 'getUsage',
  summary: 'Read how the keys were used',
  description: 'Requests by day and key, the latest day first. Days without a request are left out.',
  query: Type.Object({
    days: withDefault(
      Type.Integer({ minimum: 1, maximum: MOST_DAYS, description: 'So many days up to today, in UTC' }),
      30,
    ),
  }),
  answer: Type.Array(UsageView, { description: 'Days and keys' }),
} satisfies Endpoint;
