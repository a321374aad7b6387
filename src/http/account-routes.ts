import type { AccountActions, Actor } from '../accounts/account-actions.ts';
import type { Credentials } from '../accounts/account-service.ts';
import {
  ACTIONS,
  type ActionName,
  type Check,
  type InputOf,
  type NamedAccount,
  type ValueOf,
} from '../accounts/actions.ts';
import { isLater, isRefusal, type Refusal, retryMsOf } from '../accounts/refusals.ts';
import { lastDays } from '../accounts/usage-days.ts';
import { INVALID_KEY, type Refused, tooMany } from '../admission/admission.ts';
import { EXPIRY_FAULTS } from '../admission/keys.ts';
import { PLAN_NAMES, type PlanName, type Plans } from '../admission/plans.ts';
import type { Operation } from '../operations/operations.ts';
import {
  CHANGE_PASSWORD,
  CHANGE_PLAN,
  CONFIRM_SECOND_FACTOR,
  CREATE_KEY,
  ENROL_SECOND_FACTOR,
  LIST_KEYS,
  LIST_PLANS,
  PROBLEMS,
  READ_ACCOUNT,
  READ_PLAN,
  READ_USAGE,
  REMOVE_SECOND_FACTOR,
  REVOKE_KEY,
  ROTATE_KEY,
} from './account-endpoints.ts';
import type { Call } from './call.ts';
import { accountsAway, invalid, orWhenAccountsFail, problemOf, refuse } from './problems.ts';
import { respondUncached } from './responses.ts';
import { reportFor } from './security-log.ts';
import { bodyReader, paramsReader, valueError } from './validation.ts';

export interface AccountRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  endpoint: Operation;
  answer: (call: Call) => Response | Promise<Response>;
}

export interface AccountRoutesOptions {
  actions: AccountActions;
  plans: Plans;
  /** Whether accounts without a second factor must set one up before anything else. */
  requireSecondFactor?: boolean;
  /** The client of a call, as the limits count clients. */
  clientOf: (call: Call) => string;
  /** The time of day. */
  nowMs: () => number;
}

/** Every route of part 4.7, on one screen. The gate admits only the account key. */
export function createAccountRoutes(options: AccountRoutesOptions): AccountRoute[] {
  const read = readingAnswers(options);
  const change = changingAnswers(options);
  const route = (
    method: AccountRoute['method'],
    path: string,
    endpoint: Operation,
    answer: AccountRoute['answer'],
  ): AccountRoute => ({ method, path, endpoint, answer });
  const routes = [
    route('GET', '/auth/account', READ_ACCOUNT, read.account),
    route('GET', '/auth/keys', LIST_KEYS, read.keys),
    route('POST', '/auth/keys', CREATE_KEY, change.createKey),
    route('DELETE', '/auth/keys/:key_id', REVOKE_KEY, change.revokeKey),
    route('POST', '/auth/keys/:key_id/rotate', ROTATE_KEY, change.rotateKey),
    route('PUT', '/auth/password', CHANGE_PASSWORD, change.changePassword),
    route('POST', '/auth/second-factor', ENROL_SECOND_FACTOR, change.beginSecondFactor),
    route('POST', '/auth/second-factor/confirm', CONFIRM_SECOND_FACTOR, change.confirmSecondFactor),
    route('POST', '/auth/second-factor/remove', REMOVE_SECOND_FACTOR, change.removeSecondFactor),
    route('GET', '/billing/plans', LIST_PLANS, read.plans),
    route('GET', '/billing/plan', READ_PLAN, read.plan),
    route('PUT', '/billing/plan', CHANGE_PLAN, change.changePlan),
    route('GET', '/billing/usage', READ_USAGE, read.usage),
  ];
  return routes.map((route) => {
    const mustSetUp = options.requireSecondFactor === true && !SET_UP_ENDPOINTS.includes(route.endpoint);
    const answer = mustSetUp ? onceSetUp(options.actions, route.answer) : route.answer;
    return { ...route, answer: (call) => orWhenAccountsFail(call, () => answer(call), accountsAway) };
  });
}

/** Answers accounts that have the second factor that the operator requires; others set it up first. */
function onceSetUp({ accounts }: AccountActions, answer: AccountRoute['answer']): AccountRoute['answer'] {
  return async (call) => {
    const isSetUp = await accounts.hasSecondFactor(ownerOf(call));
    return isSetUp ? answer(call) : refuse(call, SET_UP_FIRST);
  };
}

/** What an account that has yet to set up a required second factor may use. */
const SET_UP_ENDPOINTS: readonly Operation[] = [
  READ_ACCOUNT,
  CHANGE_PASSWORD,
  ENROL_SECOND_FACTOR,
  CONFIRM_SECOND_FACTOR,
];
const SET_UP_FIRST: Refused = {
  outcome: 'refused',
  status: 403,
  detail: 'This service requires a second factor. Set it up first.',
  headers: null,
};

const readDays = paramsReader(READ_USAGE.path, READ_USAGE.query);

function readingAnswers({ actions, plans, nowMs }: AccountRoutesOptions) {
  const { accounts } = actions;
  return {
    async account(call: Call): Promise<Response> {
      const account = await accounts.view(ownerOf(call));
      return account === null ? gone(call) : respond(call, 200, account);
    },

    keys: async (call: Call): Promise<Response> => respond(call, 200, await accounts.keys(ownerOf(call))),

    plans: (call: Call): Response =>
      respond(
        call,
        200,
        PLAN_NAMES.map((plan) => viewPlan(plans, plan)),
      ),

    async plan(call: Call): Promise<Response> {
      const account = await accounts.view(ownerOf(call));
      return account === null ? gone(call) : respond(call, 200, viewOwnPlan(plans, account.plan, actions));
    },

    async usage(call: Call): Promise<Response> {
      const params = readDays(call);
      if (Array.isArray(params)) return invalid(call, params);
      const { from, to } = lastDays(nowMs(), params.days);
      return respond(call, 200, await accounts.usage(ownerOf(call), from, to));
    },
  };
}

function viewPlan(plans: Plans, plan: PlanName) {
  return { plan, ...plans[plan] };
}

function viewOwnPlan(plans: Plans, plan: PlanName, { selfService }: AccountActions) {
  return { ...viewPlan(plans, plan), may_change: selfService };
}

const readNewKey = bodyReader(CREATE_KEY.body);
const readKeyToRotate = paramsReader(ROTATE_KEY.path, ROTATE_KEY.query);
const readRotation = bodyReader(ROTATE_KEY.body);
const readKeyToRevoke = paramsReader(REVOKE_KEY.path, REVOKE_KEY.query);
const readPasswords = bodyReader(CHANGE_PASSWORD.body);
const readEnrolment = bodyReader(ENROL_SECOND_FACTOR.body);
const readFirstCode = bodyReader(CONFIRM_SECOND_FACTOR.body);
const readLastCode = bodyReader(REMOVE_SECOND_FACTOR.body);
const readPlan = bodyReader(CHANGE_PLAN.body);

/** Each reads an input and what proves whose account it is, lets it be done, and answers with what came of it. */
function changingAnswers({ actions, plans, clientOf, nowMs }: AccountRoutesOptions) {
  const { accounts } = actions;

  /** Null when the account was removed during the request. */
  async function findAccount(call: Call): Promise<NamedAccount | null> {
    const id = ownerOf(call);
    const name = await accounts.nameOf(id);
    return name === '' ? null : { id, name };
  }

  async function act<Name extends ActionName>(
    call: Call,
    name: Name,
    input: InputOf<Name>,
    answer: (value: ValueOf<Name>) => Response,
    { credentials = NO_CREDENTIALS, refused = refuseAction }: ActionOptions = {},
  ): Promise<Response> {
    const account = await findAccount(call);
    if (account === null) return gone(call);
    const by: Actor = {
      client: clientOf(call),
      session: null,
      credentials,
      operator: null,
      report: reportFor(call),
    };
    const outcome = await actions.act(name, account, input, by);
    return isRefusal(outcome) ? refused(call, outcome) : answer(outcome);
  }

  /** What else is wrong with a member that fits its schema, in English. */
  async function checksOf(call: Call, name: 'create_key' | 'change_password') {
    const account = (await findAccount(call)) ?? { id: 0, name: '' };
    const at = { accounts, account, nowMs: nowMs() };
    const checks: Readonly<Record<string, Check>> = ACTIONS[name].checks ?? {};
    return Object.fromEntries(
      Object.entries(checks).map(([member, { faultOf, english }]) => [
        member,
        async (value: string) => {
          const fault = await faultOf(value, at);
          return fault === null ? null : (english[fault] ?? fault);
        },
      ]),
    );
  }

  return {
    async createKey(call: Call): Promise<Response> {
      const input = await readNewKey(call, await checksOf(call, 'create_key'));
      if (Array.isArray(input)) return invalid(call, input);
      return act(call, 'create_key', input, (key) => respond(call, 201, key));
    },

    async rotateKey(call: Call): Promise<Response> {
      const params = readKeyToRotate(call);
      if (Array.isArray(params)) return invalid(call, params);
      const input = await readRotation(call);
      if (Array.isArray(input)) return invalid(call, input);
      const { key_id } = params;
      const key = Number.isSafeInteger(key_id) ? await accounts.ownKey(ownerOf(call), key_id) : null;
      if (key === null) return refuseAction(call, 'no_such_key');
      if (key.kind === 'account') {
        const credentials = credentialsOf(input);
        return act(call, 'replace_account_key', input, (key) => respond(call, 200, key), { credentials });
      }
      return act(call, 'rotate_key', { ...input, key_id }, (key) => respond(call, 200, key), {
        refused: (_, refusal) =>
          refusal === 'key_expired'
            ? invalid(call, [valueError('expires', EXPIRY_FAULTS.past, key.expires)])
            : refuseAction(call, refusal),
      });
    },

    async revokeKey(call: Call): Promise<Response> {
      const params = readKeyToRevoke(call);
      if (Array.isArray(params)) return invalid(call, params);
      if (!Number.isSafeInteger(params.key_id)) return refuseAction(call, 'no_such_key');
      return act(call, 'revoke_key', params, () => respond(call, 204, null));
    },

    async changePassword(call: Call): Promise<Response> {
      const input = await readPasswords(call, await checksOf(call, 'change_password'));
      if (Array.isArray(input)) return invalid(call, input);
      const credentials = credentialsOf(input);
      return act(call, 'change_password', input, () => respond(call, 204, null), { credentials });
    },

    async beginSecondFactor(call: Call): Promise<Response> {
      const input = await readEnrolment(call);
      if (Array.isArray(input)) return invalid(call, input);
      const credentials = credentialsOf(input);
      return act(call, 'begin_second_factor', {}, (enrolment) => respond(call, 201, enrolment), {
        credentials,
      });
    },

    async confirmSecondFactor(call: Call): Promise<Response> {
      const input = await readFirstCode(call);
      if (Array.isArray(input)) return invalid(call, input);
      return act(call, 'confirm_second_factor', input, (recovery_codes) =>
        respond(call, 200, { recovery_codes }),
      );
    },

    async removeSecondFactor(call: Call): Promise<Response> {
      const input = await readLastCode(call);
      if (Array.isArray(input)) return invalid(call, input);
      const credentials = credentialsOf(input);
      return act(call, 'remove_second_factor', input, () => respond(call, 204, null), { credentials });
    },

    async changePlan(call: Call): Promise<Response> {
      const input = await readPlan(call);
      if (!actions.selfService) return refuseAction(call, 'set_by_operator');
      if (Array.isArray(input)) return invalid(call, input);
      return act(call, 'change_plan', input, ({ plan }) =>
        respond(call, 200, viewOwnPlan(plans, plan, actions)),
      );
    },
  };
}

interface ActionOptions {
  credentials?: Credentials;
  refused?: (call: Call, refusal: Refusal) => Response;
}

const NO_CREDENTIALS: Credentials = { password: null, code: null };

function credentialsOf(sent: { current_password?: string | null; code?: string | null }): Credentials {
  return { password: sent.current_password ?? null, code: sent.code ?? null };
}

function refuseAction(call: Call, refusal: Refusal): Response {
  if (isLater(refusal)) return refuse(call, tooMany(Math.ceil(retryMsOf(refusal) / 1000), null));
  const problem = PROBLEMS[refusal as keyof typeof PROBLEMS];
  if (problem === undefined) throw new Error(`The API has no words for ${refusal}`);
  return problemOf(call, { problems: [problem] }, problem.status);
}

function respond(call: Call, status: 200 | 201 | 204, body: object | null): Response {
  return respondUncached(call, status, body === null ? null : JSON.stringify(body));
}

/** The gate admits no call without one. */
function ownerOf({ accountId }: Call): number {
  if (accountId === null) throw new Error('An account route was reached without an account');
  return accountId;
}

/** The account was removed during the request. */
function gone(call: Call): Response {
  return refuse(call, INVALID_KEY);
}
