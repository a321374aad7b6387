import { type Static, type TObject, Type } from '@sinclair/typebox';
import { EXPIRY_FAULTS, faultOfExpiry, KEY_SCOPES, readExpiry } from '../admission/keys.ts';
import { MAX_PER_WINDOW, PLAN_NAMES } from '../admission/plans.ts';
import type { AccountEvent, EventDetails } from './account-events.ts';
import { type AccountService, MAX_OVERLAP_DAYS } from './account-service.ts';
import type { AccountStore } from './account-store.ts';
import { type KeyView, oneOf } from './account-views.ts';
import { faultOfLabel, MAX_NAME_LENGTH, NAME_FAULTS } from './names.ts';
import { PASSWORD_FAULTS } from './new-password.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';
import { isRefusal, type Refusal } from './refusals.ts';
import { MAX_CODE_LENGTH } from './second-factor.ts';
import type { Identity } from './tables/rows.ts';

/**
 * What can be done to an account, one entry for each action. Routes, forms and commands translate what they are sent to an
 * input, and what comes back to an answer; account-actions.ts asks for the proof, does it, and logs it.
 */
interface Action<Input extends TObject, Value extends Result> {
  /** As the API reads it. */
  input: Input;
  /** What someone with the account key proves besides. */
  withKey: KeyProof;
  /** What someone who is signed in proves besides: that password and code were entered within the last minutes. */
  inSession: SessionProof;
  event: AccountEvent;
  /** Rules for members of the input that a schema cannot express; whoever reads an input checks them. */
  checks?: Readonly<Record<string, Check>>;
  /** Why it cannot be done whoever asks, which is said before anything has to be proved. */
  isPointless?(at: Place): Promise<Refusal | null>;
  perform(at: Place, input: Static<Input>): Promise<Done<Value> | Refusal>;
}

/** What may be wrong with a member of an input: a name for each fault, and what it is in English. */
export interface Check {
  faultOf(
    value: string,
    at: Pick<Place, 'accounts' | 'account' | 'nowMs'>,
  ): string | null | Promise<string | null>;
  english: Readonly<Record<string, string>>;
}

/** `never` is for operators, and for what is done on the dashboard only. */
export type KeyProof = 'nothing' | 'password' | 'password if any' | 'password and code' | 'never';
export type SessionProof = 'nothing' | 'fresh' | 'fresh, password if any' | 'never';

/** What an action is done with, and to whom. */
export interface Place {
  accounts: AccountService;
  store: AccountStore;
  account: NamedAccount;
  /** The session in which it is done; null for anyone with a key, and on the command line. */
  sessionId: number | null;
  /** Whether an operator acts, who may do more than the owner. */
  isOperator: boolean;
  /** Whether users may change their plan themselves. */
  selfService: boolean;
  nowMs: number;
}

/** Whom an action is about. */
export interface NamedAccount {
  id: number;
  name: string;
}

/** Never a text: those are refusals. */
type Result = object | null;

/** What came of an action, and what the log and the audit log say of it besides its event. */
interface Done<Value extends Result> {
  value: Value;
  details: EventDetails;
  audit: string;
}

const done = <Value extends Result>(value: Value, details: EventDetails = {}, audit = ''): Done<Value> => ({
  value,
  details,
  audit,
});
const doneTo = <Key extends Pick<KeyView, 'id' | 'name'>>(key: Key): Done<Key> =>
  done(key, { key: key.id }, `key ${key.id} (${key.name})`);

const NOTHING = Type.Object({});
const KEY_ID = Type.Integer({ format: 'int64', description: 'The id of the key', examples: [7] });
export const CODE = Type.String({
  minLength: 6,
  maxLength: MAX_CODE_LENGTH,
  writeOnly: true,
  description: 'Six digits from the authenticator',
  examples: ['123456'],
});
const DAY_SECONDS = 86_400;
const OVERLAP = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: MAX_OVERLAP_DAYS * DAY_SECONDS,
    description: 'How long the old key keeps working; 0 by default',
    examples: [3600],
  }),
);
const NEW_KEY = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    description: `A label for the key: 1 to ${MAX_NAME_LENGTH} characters, not only spaces, none of them invisible`,
    examples: ['production'],
  }),
  scope: Type.Optional(oneOf(KEY_SCOPES, 'KeyScope', 'A read key works for GET only; `read` by default')),
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
});
const NEW_PASSWORD = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  writeOnly: true,
  description: 'The new password',
  examples: ['battery staple'],
});

const LABEL: Check = { faultOf: faultOfLabel, english: NAME_FAULTS };
const EXPIRY: Check = {
  faultOf: (expires, { nowMs }) => faultOfExpiry(expires, nowMs),
  english: EXPIRY_FAULTS,
};
const PASSWORD: Check = {
  faultOf: (password, { accounts, account }) => accounts.faultOfPassword(password, account.name),
  english: PASSWORD_FAULTS,
};

const action = <Input extends TObject, Value extends Result>(declared: Action<Input, Value>) => declared;
const FOR_OPERATORS = { withKey: 'never', inSession: 'never' } as const;

export const ACTIONS = {
  create_key: action({
    input: NEW_KEY,
    withKey: 'nothing',
    inSession: 'nothing',
    event: 'key created',
    checks: { name: LABEL, expires: EXPIRY },
    async perform({ accounts, account, nowMs }, input) {
      const { name, scope = 'read', expires = null, per_minute: perMinute = null } = input;
      const expiresMs = expires === null ? null : readExpiry(expires, nowMs);
      if (typeof expiresMs === 'string') throw new Error(`A key cannot expire at ${expires}`);
      const key = await accounts.createKey(account.id, { name, scope, expiresMs, perMinute });
      return key === null ? 'too_many_keys' : doneTo(key);
    },
  }),

  /** A named key. The account key takes more proof, and has an action of its own. */
  rotate_key: action({
    input: Type.Object({ key_id: KEY_ID, overlap_seconds: OVERLAP }),
    withKey: 'nothing',
    inSession: 'nothing',
    event: 'key rotated',
    async perform({ accounts, account }, { key_id, overlap_seconds = 0 }) {
      const held = await accounts.ownKey(account.id, key_id);
      if (held?.kind === 'account') return 'account_key';
      const key = await accounts.rotateKey(account.id, key_id, overlap_seconds * 1000);
      if (key === 'expired') return 'key_expired';
      return key === null ? 'no_such_key' : doneTo(key);
    },
  }),

  replace_account_key: action({
    input: Type.Object({ overlap_seconds: OVERLAP }),
    withKey: 'password and code',
    inSession: 'fresh',
    event: 'account key replaced',
    async perform({ accounts, account }, { overlap_seconds = 0 }) {
      const key = await accounts.rotateAccountKey(account.id, overlap_seconds * 1000);
      return done(key, { key: key.id });
    },
  }),

  revoke_key: action({
    input: Type.Object({ key_id: KEY_ID }),
    withKey: 'nothing',
    inSession: 'nothing',
    event: 'key revoked',
    async perform({ accounts, account }, { key_id }) {
      const key = await accounts.ownKey(account.id, key_id);
      const outcome = key === null ? null : await accounts.revokeKey(account.id, key.id);
      if (outcome === 'account_key') return outcome;
      return key === null || outcome === null ? 'no_such_key' : doneTo(key);
    },
  }),

  change_plan: action({
    input: Type.Object({ plan: oneOf(PLAN_NAMES, 'PlanName', 'The new plan') }),
    withKey: 'nothing',
    inSession: 'nothing',
    event: 'plan changed',
    isPointless: async ({ isOperator, selfService }) =>
      isOperator || selfService ? null : 'set_by_operator',
    async perform({ accounts, account }, { plan }) {
      const before = (await accounts.view(account.id))?.plan ?? '';
      await accounts.setPlan(account.id, plan);
      return done({ plan }, { plan }, `${before} to ${plan}`);
    },
  }),

  change_password: action({
    input: Type.Object({ new_password: NEW_PASSWORD }),
    withKey: 'password and code',
    inSession: 'fresh, password if any',
    event: 'password changed',
    checks: { new_password: PASSWORD },
    async perform({ accounts, account }, { new_password }) {
      const outcome = await accounts.resetPassword(account.id, new_password, { removesSecondFactor: false });
      return outcome === 'busy' ? outcome : done(null);
    },
  }),

  /** For users who forgot their password, or never had one. */
  reset_password: action({
    input: Type.Object({ new_password: NEW_PASSWORD, forget_second_factor: Type.Boolean() }),
    ...FOR_OPERATORS,
    event: 'password changed',
    checks: { new_password: PASSWORD },
    async perform({ accounts, account }, { new_password, forget_second_factor: removesSecondFactor }) {
      const outcome = await accounts.resetPassword(account.id, new_password, { removesSecondFactor });
      return outcome === 'busy'
        ? outcome
        : done(null, {}, removesSecondFactor ? 'second factor removed' : '');
    },
  }),

  begin_second_factor: action({
    input: NOTHING,
    // The account key alone is not enough: whoever has only that could lock the owner out.
    withKey: 'password',
    inSession: 'fresh',
    event: 'second factor begun',
    async perform({ accounts, account }) {
      const enrolment = await accounts.secondFactor.enrol(account.id, account.name);
      return enrolment === null ? 'second_factor_on' : done(enrolment);
    },
  }),

  confirm_second_factor: action({
    input: Type.Object({ code: CODE }),
    withKey: 'nothing',
    inSession: 'fresh',
    event: 'second factor set up',
    async perform({ accounts, account }, { code }) {
      const outcome = await accounts.secondFactor.confirm(account.id, code);
      if (outcome === 'wrong') return 'not_confirmed';
      if (outcome === 'none') return 'nothing_to_confirm';
      return isRefusal(outcome) ? outcome : done(outcome.recoveryCodes);
    },
  }),

  remove_second_factor: action({
    input: Type.Object({ code: CODE }),
    withKey: 'password if any',
    inSession: 'fresh',
    event: 'second factor removed',
    isPointless: async ({ accounts, account }) =>
      (await accounts.secondFactor.isOn(account.id)) ? null : 'no_second_factor',
    async perform({ accounts, account }, { code }) {
      const outcome = await accounts.secondFactor.check(account.id, code);
      if (outcome === 'wrong') return 'wrong_code';
      if (outcome === 'none') return 'no_second_factor';
      if (outcome !== 'right') return outcome;
      await accounts.secondFactor.remove(account.id);
      return done(null);
    },
  }),

  link_identity: action({
    input: Type.Object({ identity: Type.Unsafe<Identity>() }),
    withKey: 'never',
    // Asked for before the browser leaves for the provider, where people may take minutes.
    inSession: 'nothing',
    event: 'identity linked',
    async perform({ store, account, nowMs }, { identity }) {
      return (await store.accounts.link(account.id, identity, nowMs)) ? done(null) : 'linked_otherwise';
    },
  }),

  unlink_identity: action({
    input: Type.Object({ issuer: Type.String() }),
    withKey: 'never',
    inSession: 'fresh',
    event: 'identity unlinked',
    async perform({ accounts, store, account }, { issuer }) {
      const hasPassword = (await accounts.view(account.id))?.has_password === true;
      return hasPassword && (await store.accounts.unlink(account.id, issuer)) ? done(null) : 'still_linked';
    },
  }),

  end_session: action({
    input: Type.Object({ session_id: Type.Integer() }),
    withKey: 'never',
    inSession: 'fresh',
    event: 'sessions ended',
    perform: (at, { session_id }) => endSession(at, session_id),
  }),

  /** Ends the session in which it is done. */
  sign_out: action({
    input: NOTHING,
    withKey: 'never',
    inSession: 'nothing',
    event: 'sessions ended',
    perform: (at) => endSession(at, at.sessionId),
  }),

  end_all_sessions: action({
    input: NOTHING,
    withKey: 'never',
    inSession: 'fresh',
    event: 'sessions ended',
    async perform({ store, account, nowMs }) {
      return (await store.sessions.endAll(account.id, nowMs)) ? done(null, {}, 'all') : 'no_such_session';
    },
  }),

  grant_admin: action({
    input: NOTHING,
    ...FOR_OPERATORS,
    event: 'admin granted',
    perform: (at) => setAdmin(at, true),
  }),

  withdraw_admin: action({
    input: NOTHING,
    ...FOR_OPERATORS,
    event: 'admin withdrawn',
    perform: (at) => setAdmin(at, false),
  }),

  remove_account: action({
    input: NOTHING,
    ...FOR_OPERATORS,
    event: 'account removed',
    async perform({ store, account }) {
      await store.accounts.remove(account.id);
      return done(null);
    },
  }),
};

async function endSession(
  { store, account, nowMs }: Place,
  id: number | null,
): Promise<Done<null> | Refusal> {
  const isEnded =
    id !== null && Number.isSafeInteger(id) && (await store.sessions.end(account.id, id, nowMs));
  return isEnded ? done(null, {}, `session ${id}`) : 'no_such_session';
}

async function setAdmin({ store, account }: Place, isAdmin: boolean): Promise<Done<null>> {
  await store.accounts.setAdmin(account.id, isAdmin);
  return done(null);
}

export type ActionName = keyof typeof ACTIONS;
export type InputOf<Name extends ActionName> = Static<(typeof ACTIONS)[Name]['input']>;
/** What comes of an action that is not refused. */
export type ValueOf<Name extends ActionName> =
  Awaited<ReturnType<(typeof ACTIONS)[Name]['perform']>> extends Done<infer Value> | Refusal ? Value : never;
