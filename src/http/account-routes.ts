import type { TObject } from '@sinclair/typebox';
import type { AccountActions, Actor } from '../accounts/account-actions.ts';
import type { AccountService } from '../accounts/account-service.ts';
import {
  ACTIONS,
  type ActionName,
  type InputOf,
  type NamedAccount,
  type ValueOf,
} from '../accounts/actions.ts';
import { isLater, isRefusal, type Refusal, retryMsOf } from '../accounts/refusals.ts';
import { lastDays } from '../accounts/usage-days.ts';
import { INVALID_KEY, type Refused, tooMany } from '../admission/admission.ts';
import { EXPIRY_FAULTS } from '../admission/keys.ts';
import { PLAN_NAMES, type PlanName, type Plans } from '../admission/plans.ts';
import { memberOf } from '../member-of.ts';
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
import { type Answer, uncached } from './answer.ts';
import type { Call } from './call.ts';
import { accountsAway, orWhenAccountsFail, problem, refuse } from './problems.ts';
import type { Handler, RouteDeclaration } from './route.ts';
import { reportFor } from './security-log.ts';
import { bodyReader, paramsReader, valueError } from './validation.ts';

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
export function createAccountRoutes(options: AccountRoutesOptions): RouteDeclaration[] {
  const read = readingAnswers(options);
  const change = changingAnswers(options);
  const route = (
    method: NonNullable<RouteDeclaration['method']>,
    path: string,
    operation: Operation,
    answer: Handler,
  ): RouteDeclaration => ({ method, path, area: 'account', operation, answer });
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
    const mustSetUp = options.requireSecondFactor === true && !SET_UP_ENDPOINTS.includes(route.operation!);
    const answer = mustSetUp ? onceSetUp(options.actions, route.answer) : route.answer;
    return { ...route, answer: (call) => orWhenAccountsFail(call, () => answer(call), accountsAway) };
  });
}

/** Answers accounts that have the second factor that the operator requires; others set it up first. */
function onceSetUp({ accounts }: AccountActions, answer: Handler): Handler {
  return async (call) => {
    const isSetUp = await accounts.secondFactor.isOn(ownerOf(call));
    return isSetUp ? answer(call) : refuse(SET_UP_FIRST);
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
    async account(call: Call): Promise<Answer> {
      const account = await accounts.view(ownerOf(call));
      return account === null ? refuse(INVALID_KEY) : uncached(200, account);
    },

    keys: async (call: Call): Promise<Answer> => uncached(200, await accounts.keys(ownerOf(call))),

    plans: (): Answer =>
      uncached(
        200,
        PLAN_NAMES.map((plan) => viewPlan(plans, plan)),
      ),

    async plan(call: Call): Promise<Answer> {
      const account = await accounts.view(ownerOf(call));
      return account === null
        ? refuse(INVALID_KEY)
        : uncached(200, viewOwnPlan(plans, account.plan, actions));
    },

    async usage(call: Call): Promise<Answer> {
      const params = readDays(call);
      const { from, to } = lastDays(nowMs(), params.days);
      return uncached(200, await accounts.usage(ownerOf(call), from, to));
    },
  };
}

function viewPlan(plans: Plans, plan: PlanName) {
  return { plan, ...plans[plan] };
}

function viewOwnPlan(plans: Plans, plan: PlanName, { selfService }: AccountActions) {
  return { ...viewPlan(plans, plan), may_change: selfService };
}

const readRotation = bodyReader(ROTATE_KEY.body);
const readPlan = bodyReader(CHANGE_PLAN.body);
const readKeyId = paramsReader(ROTATE_KEY.path, ROTATE_KEY.query);

/** Each reads an input and what proves whose account it is, lets it be done, and answers with what came of it. */
function changingAnswers(options: AccountRoutesOptions) {
  const { actions, plans } = options;
  const { accounts } = actions;

  async function act<Name extends ActionName>(
    call: Call,
    name: Name,
    input: InputOf<Name>,
    answer: (value: ValueOf<Name>) => Answer,
    refused: (refusal: Refusal) => Answer = refuseAction,
  ): Promise<Answer> {
    const account = await findAccount(call, accounts);
    if (account === null) return refuse(INVALID_KEY);
    const outcome = await actions.act(name, account, input, actorOf(call, input, options));
    return isRefusal(outcome) ? refused(outcome) : answer(outcome);
  }

  /** For an action whose input is the body, and whose value is the answer. */
  function change<Name extends ActionName>(
    name: Name,
    { body, status = 200 }: { body: TObject; status?: 200 | 201 | 204 },
    viewOf: (value: ValueOf<Name>) => object | null = (value) => value,
  ): Handler {
    const read = bodyReader(body);
    return async (call) => {
      const input = await read(call, await checksOf(call, name, options));
      return act(call, name, input as InputOf<Name>, (value) => uncached(status, viewOf(value)));
    };
  }

  return {
    createKey: change('create_key', CREATE_KEY),
    changePassword: change('change_password', CHANGE_PASSWORD),
    beginSecondFactor: change('begin_second_factor', ENROL_SECOND_FACTOR),
    confirmSecondFactor: change('confirm_second_factor', CONFIRM_SECOND_FACTOR, (recovery_codes) => ({
      recovery_codes,
    })),
    removeSecondFactor: change('remove_second_factor', REMOVE_SECOND_FACTOR),

    async rotateKey(call: Call): Promise<Answer> {
      const params = readKeyId(call);
      const input = await readRotation(call);
      const { key_id } = params;
      const key = Number.isSafeInteger(key_id) ? await accounts.ownKey(ownerOf(call), key_id) : null;
      if (key === null) return refuseAction('no_such_key');
      const answer = (rotated: object) => uncached(200, rotated);
      if (key.kind === 'account') return act(call, 'replace_account_key', input, answer);
      return act(call, 'rotate_key', { ...input, key_id }, answer, (refusal) =>
        refusal === 'key_expired'
          ? problem(422, [valueError('expires', EXPIRY_FAULTS.past, key.expires)])
          : refuseAction(refusal),
      );
    },

    async revokeKey(call: Call): Promise<Answer> {
      const params = readKeyId(call);
      if (!Number.isSafeInteger(params.key_id)) return refuseAction('no_such_key');
      return act(call, 'revoke_key', params, () => uncached(204, null));
    },

    async changePlan(call: Call): Promise<Answer> {
      if (!actions.selfService) return refuseAction('set_by_operator');
      const input = await readPlan(call);
      return act(call, 'change_plan', input, ({ plan }) => uncached(200, viewOwnPlan(plans, plan, actions)));
    },
  };
}

/** Null when the account was removed during the request. */
async function findAccount(call: Call, accounts: AccountService): Promise<NamedAccount | null> {
  const id = ownerOf(call);
  const name = await accounts.nameOf(id);
  return name === '' ? null : { id, name };
}

/** Someone with the account key, and with what the body has to prove whose account it is. */
function actorOf(call: Call, input: object, { clientOf }: AccountRoutesOptions): Actor {
  const { current_password: password = null, code = null } = input as SentProof;
  const credentials = { password, code };
  return { client: clientOf(call), session: null, credentials, operator: null, report: reportFor(call) };
}

interface SentProof {
  current_password?: string | null;
  code?: string | null;
}

/** What else may be wrong with the members of an input that fit its schema, in English. */
async function checksOf(call: Call, name: ActionName, { actions, nowMs }: AccountRoutesOptions) {
  const checks = Object.entries(ACTIONS[name].checks ?? {});
  if (checks.length === 0) return {};
  const { accounts } = actions;
  const at = {
    accounts,
    account: (await findAccount(call, accounts)) ?? { id: 0, name: '' },
    nowMs: nowMs(),
  };
  return Object.fromEntries(
    checks.map(([member, { faultOf, english }]) => [
      member,
      async (value: unknown) => {
        const fault = await faultOf(String(value), at);
        return fault === null ? null : (memberOf(english, fault) ?? fault);
      },
    ]),
  );
}

function refuseAction(refusal: Refusal): Answer {
  if (isLater(refusal)) return refuse(tooMany(Math.ceil(retryMsOf(refusal) / 1000), null));
  const known = memberOf(PROBLEMS, refusal);
  if (known === undefined) throw new Error(`The API has no words for ${refusal}`);
  return problem(known.status, known.detail);
}

/** The gate admits no call without one. */
function ownerOf({ accountId }: Call): number {
  if (accountId === null) throw new Error('An account route was reached without an account');
  return accountId;
}
