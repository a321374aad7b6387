import type { AccountService, Proof } from '../accounts/account-service.ts';
import { faultOfLabel, NAME_FAULTS } from '../accounts/names.ts';
import { PASSWORD_FAULTS } from '../accounts/new-password.ts';
import { BUSY_RETRY_MS } from '../accounts/passwords.ts';
import type { CodeRefusal } from '../accounts/second-factor.ts';
import { lastDays } from '../accounts/usage-days.ts';
import { INVALID_KEY, type Refused, tooMany } from '../admission/admission.ts';
import { type ExpiryFault, readExpiry } from '../admission/keys.ts';
import { PLAN_NAMES, type PlanName, type Plans } from '../admission/plans.ts';
import {
  CHANGE_PASSWORD,
  CHANGE_PLAN,
  CONFIRM_SECOND_FACTOR,
  CREATE_KEY,
  ENROL_SECOND_FACTOR,
  LIST_KEYS,
  LIST_PLANS,
  READ_ACCOUNT,
  READ_PLAN,
  READ_USAGE,
  REMOVE_SECOND_FACTOR,
  REVOKE_KEY,
  ROTATE_KEY,
} from './account-endpoints.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoints.ts';
import { accountsAway, invalid, orWhenAccountsFail, problemOf, refuse } from './problems.ts';
import { respondUncached } from './responses.ts';
import {
  logSecurity,
  reasonOf,
  reasonOfCode,
  type SecurityDetails,
  type SecurityEvent,
} from './security-log.ts';
import { bodyReader, paramsReader, valueError } from './validation.ts';

export interface AccountRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  endpoint: Endpoint;
  answer: (call: Call) => Response | Promise<Response>;
}

export interface AccountRoutesOptions {
  accounts: AccountService;
  plans: Plans;
  /** Whether users may change their plan themselves. */
  selfService: boolean;
  /** Whether accounts without a second factor must set one up before anything else. */
  requireSecondFactor?: boolean;
  /** The client of a call, as the limits count clients. */
  clientOf: (call: Call) => string;
  /** The time of day. */
  nowMs: () => number;
}

const EXPIRY_FAULTS: Readonly<Record<ExpiryFault, string>> = {
  past: 'is in the past',
  not_a_date: 'must be a date such as 2027-01-31 or 2027-01-31T12:00:00Z',
};

const readNewKey = bodyReader(CREATE_KEY.body);
const readKeyToRotate = paramsReader(ROTATE_KEY.path, ROTATE_KEY.query);
const readRotation = bodyReader(ROTATE_KEY.body);
const readKeyToRevoke = paramsReader(REVOKE_KEY.path, REVOKE_KEY.query);
const readPasswords = bodyReader(CHANGE_PASSWORD.body);
const readEnrolment = bodyReader(ENROL_SECOND_FACTOR.body);
const readFirstCode = bodyReader(CONFIRM_SECOND_FACTOR.body);
const readLastCode = bodyReader(REMOVE_SECOND_FACTOR.body);
const readPlan = bodyReader(CHANGE_PLAN.body);
const readDays = paramsReader(READ_USAGE.path, READ_USAGE.query);

/** Every route of part 4.7, on one screen. The gate admits only the account key. */
export function createAccountRoutes(options: AccountRoutesOptions): AccountRoute[] {
  return listRoutes(options).map((route) => {
    const mustSetUp = options.requireSecondFactor === true && !SET_UP_ENDPOINTS.includes(route.endpoint);
    const answer = mustSetUp ? onceSetUp(options.accounts, route.answer) : route.answer;
    return { ...route, answer: (call) => orWhenAccountsFail(call, () => answer(call), accountsAway) };
  });
}

/** Answers accounts that have the second factor that the operator requires; others set it up first. */
function onceSetUp(accounts: AccountService, answer: AccountRoute['answer']): AccountRoute['answer'] {
  return async (call) => {
    const isSetUp = await accounts.hasSecondFactor(ownerOf(call));
    return isSetUp ? answer(call) : refuse(call, SET_UP_FIRST);
  };
}

/** What an account that has yet to set up a required second factor may use. */
const SET_UP_ENDPOINTS: readonly Endpoint[] = [
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

function listRoutes(options: AccountRoutesOptions): AccountRoute[] {
  const shared = sharedBy(options);
  const keys = keyAnswers(shared);
  const password = passwordAnswers(shared);
  const secondFactor = secondFactorAnswers(shared);
  const billing = billingAnswers(shared);
  return [
    { method: 'GET', path: '/auth/account', endpoint: READ_ACCOUNT, answer: keys.account },
    { method: 'GET', path: '/auth/keys', endpoint: LIST_KEYS, answer: keys.list },
    { method: 'POST', path: '/auth/keys', endpoint: CREATE_KEY, answer: keys.create },
    { method: 'DELETE', path: '/auth/keys/:key_id', endpoint: REVOKE_KEY, answer: keys.revoke },
    { method: 'POST', path: '/auth/keys/:key_id/rotate', endpoint: ROTATE_KEY, answer: keys.rotate },
    { method: 'PUT', path: '/auth/password', endpoint: CHANGE_PASSWORD, answer: password.change },
    {
      method: 'POST',
      path: '/auth/second-factor',
      endpoint: ENROL_SECOND_FACTOR,
      answer: secondFactor.enrol,
    },
    {
      method: 'POST',
      path: '/auth/second-factor/confirm',
      endpoint: CONFIRM_SECOND_FACTOR,
      answer: secondFactor.confirm,
    },
    {
      method: 'POST',
      path: '/auth/second-factor/remove',
      endpoint: REMOVE_SECOND_FACTOR,
      answer: secondFactor.remove,
    },
    { method: 'GET', path: '/billing/plans', endpoint: LIST_PLANS, answer: billing.plans },
    { method: 'GET', path: '/billing/plan', endpoint: READ_PLAN, answer: billing.plan },
    { method: 'PUT', path: '/billing/plan', endpoint: CHANGE_PLAN, answer: billing.choose },
    { method: 'GET', path: '/billing/usage', endpoint: READ_USAGE, answer: billing.usage },
  ];
}

type Answers = ReturnType<typeof sharedBy>;

/** What handlers of several subjects need. */
function sharedBy(options: AccountRoutesOptions) {
  const { accounts, clientOf } = options;
  const log: LogChange = async (call, event, details) => {
    // What has been done is reported as done, even if nobody can say any more whose account it was.
    const name = await accounts.nameOf(ownerOf(call)).catch(() => '');
    logSecurity({ call, client: { address: clientOf(call) } }, event, name === '' ? null : name, details);
  };
  const proverOf = (call: Call) => ({ sessionId: null, client: clientOf(call) });
  /** Null when the caller proved to know more than the account key, or there is nothing more to know. */
  const refuseUnproved = async (
    call: Call,
    sent: SentProof,
    endpoint: Endpoint,
  ): Promise<Response | null> => {
    if (await accounts.hasOnlyKey(ownerOf(call))) return null;
    const credentials = { password: sent.current_password ?? null, code: sent.code ?? null };
    const proof = await accounts.prove(ownerOf(call), credentials, proverOf(call));
    return proof === 'proved' ? null : refuseProof(call, log, proof, endpoint);
  };
  return { ...options, log, proverOf, refuseUnproved };
}

/*
 * Every handler has the same shape: read the input, ask the account service, turn its refusal into a problem.
 */

function keyAnswers({ accounts, nowMs, log, refuseUnproved }: Answers) {
  return {
    async account(call: Call): Promise<Response> {
      const account = await accounts.view(ownerOf(call));
      return account === null ? gone(call) : respond(call, 200, account);
    },

    async list(call: Call): Promise<Response> {
      return respond(call, 200, await accounts.keys(ownerOf(call)));
    },

    async create(call: Call): Promise<Response> {
      const createdMs = nowMs();
      const wrongExpiry = (expires: string) => {
        const expiry = readExpiry(expires, createdMs);
        return typeof expiry === 'number' ? null : EXPIRY_FAULTS[expiry];
      };
      const input = await readNewKey(call, { name: wrongLabel, expires: wrongExpiry });
      if (Array.isArray(input)) return invalid(call, input);
      const { name, scope = 'read', expires = null, per_minute: perMinute = null } = input;
      // Anything but a future date was refused above.
      const expiresMs = expires === null ? null : (readExpiry(expires, createdMs) as number);
      const made = await accounts.createKey(ownerOf(call), { name, scope, expiresMs, perMinute });
      if (made === null) return problemOf(call, CREATE_KEY, 409);
      await log(call, 'key created', { key: made.id });
      return respond(call, 201, made);
    },

    async rotate(call: Call): Promise<Response> {
      const params = readKeyToRotate(call);
      if (Array.isArray(params)) return invalid(call, params);
      const input = await readRotation(call);
      if (Array.isArray(input)) return invalid(call, input);
      const overlapMs = (input.overlap_seconds ?? 0) * 1000;
      const { key_id: keyId } = params;
      const key = Number.isSafeInteger(keyId) ? await accounts.ownKey(ownerOf(call), keyId) : null;
      if (key?.kind === 'account') {
        const refused = await refuseUnproved(call, input, ROTATE_KEY);
        if (refused !== null) return refused;
      }
      const rotated = key === null ? null : await accounts.rotateKey(ownerOf(call), keyId, overlapMs);
      if (rotated === 'expired')
        return invalid(call, [valueError('expires', EXPIRY_FAULTS.past, key?.expires)]);
      if (rotated === null) return problemOf(call, ROTATE_KEY, 404);
      const event = rotated.kind === 'account' ? 'account key replaced' : 'key rotated';
      await log(call, event, { key: rotated.id });
      return respond(call, 200, rotated);
    },

    async revoke(call: Call): Promise<Response> {
      const params = readKeyToRevoke(call);
      if (Array.isArray(params)) return invalid(call, params);
      const { key_id: keyId } = params;
      const outcome = Number.isSafeInteger(keyId) ? await accounts.revokeKey(ownerOf(call), keyId) : null;
      if (outcome === 'account_key') return problemOf(call, REVOKE_KEY, 409);
      if (outcome === null) return problemOf(call, REVOKE_KEY, 404);
      await log(call, 'key revoked', { key: keyId });
      return respond(call, 204, null);
    },
  };
}

function passwordAnswers({ accounts, log, refuseUnproved }: Answers) {
  return {
    async change(call: Call): Promise<Response> {
      const name = (await accounts.view(ownerOf(call)))?.name;
      if (name === undefined) return gone(call);
      const wrongPassword = async (password: string) => {
        const fault = await accounts.faultOfPassword(password, name);
        return fault === null ? null : PASSWORD_FAULTS[fault];
      };
      const input = await readPasswords(call, { new_password: wrongPassword });
      if (Array.isArray(input)) return invalid(call, input);
      const { new_password: next } = input;
      const refused = await refuseUnproved(call, input, CHANGE_PASSWORD);
      if (refused !== null) return refused;
      const outcome = await accounts.resetPassword(ownerOf(call), next, { removesSecondFactor: false });
      if (outcome === 'busy') return retryLater(call, BUSY_RETRY_MS);
      await log(call, 'password changed');
      return respond(call, 204, null);
    },
  };
}

function secondFactorAnswers({ accounts, log, proverOf }: Answers) {
  return {
    async enrol(call: Call): Promise<Response> {
      const input = await readEnrolment(call);
      if (Array.isArray(input)) return invalid(call, input);
      const proof = await accounts.provePassword(ownerOf(call), input.current_password, proverOf(call));
      if (proof !== 'proved') return refuseProof(call, log, proof, ENROL_SECOND_FACTOR);
      const enrolment = await accounts.enrolSecondFactor(ownerOf(call));
      if (enrolment === null) return problemOf(call, ENROL_SECOND_FACTOR, 409);
      await log(call, 'second factor begun');
      return respond(call, 201, enrolment);
    },

    async confirm(call: Call): Promise<Response> {
      const input = await readFirstCode(call);
      if (Array.isArray(input)) return invalid(call, input);
      const outcome = await accounts.confirmSecondFactor(ownerOf(call), input.code);
      if (typeof outcome === 'object' && 'recoveryCodes' in outcome) {
        await log(call, 'second factor set up');
        return respond(call, 200, { recovery_codes: outcome.recoveryCodes });
      }
      if (outcome === 'none') return problemOf(call, CONFIRM_SECOND_FACTOR, 409);
      return refuseCode(call, log, outcome, CONFIRM_SECOND_FACTOR);
    },

    async remove(call: Call): Promise<Response> {
      const input = await readLastCode(call);
      if (Array.isArray(input)) return invalid(call, input);
      if (!(await accounts.hasSecondFactor(ownerOf(call)))) return problemOf(call, REMOVE_SECOND_FACTOR, 404);
      const proof = await accounts.provePassword(
        ownerOf(call),
        input.current_password ?? null,
        proverOf(call),
      );
      if (proof !== 'proved' && proof !== 'no_password')
        return refuseProof(call, log, proof, REMOVE_SECOND_FACTOR);
      const outcome = await accounts.removeSecondFactor(ownerOf(call), input.code);
      if (outcome === 'none') return problemOf(call, REMOVE_SECOND_FACTOR, 404);
      if (outcome !== 'right') return refuseCode(call, log, outcome, REMOVE_SECOND_FACTOR);
      await log(call, 'second factor removed');
      return respond(call, 204, null);
    },
  };
}

function billingAnswers({ accounts, plans, selfService, nowMs, log }: Answers) {
  const viewPlan = (plan: PlanName) => ({ plan, ...plans[plan] });
  const ownPlan = (plan: PlanName) => ({ ...viewPlan(plan), may_change: selfService });
  return {
    plans: (call: Call): Response => respond(call, 200, PLAN_NAMES.map(viewPlan)),

    async plan(call: Call): Promise<Response> {
      const account = await accounts.view(ownerOf(call));
      return account === null ? gone(call) : respond(call, 200, ownPlan(account.plan));
    },

    async choose(call: Call): Promise<Response> {
      const input = await readPlan(call);
      if (!selfService) return problemOf(call, CHANGE_PLAN, 403);
      if (Array.isArray(input)) return invalid(call, input);
      await accounts.setPlan(ownerOf(call), input.plan);
      await log(call, 'plan changed', { plan: input.plan });
      return respond(call, 200, ownPlan(input.plan));
    },

    async usage(call: Call): Promise<Response> {
      const params = readDays(call);
      if (Array.isArray(params)) return invalid(call, params);
      const { from, to } = lastDays(nowMs(), params.days);
      return respond(call, 200, await accounts.usage(ownerOf(call), from, to));
    },
  };
}

/** What is wrong with the name of a key, or null. */
function wrongLabel(name: string): string | null {
  const fault = faultOfLabel(name);
  return fault === null ? null : NAME_FAULTS[fault];
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

function retryLater(call: Call, afterMs: number): Response {
  return refuse(call, tooMany(Math.ceil(afterMs / 1000), null));
}

/** Logs what happened to the account of a call. */
type LogChange = (call: Call, event: SecurityEvent, details?: SecurityDetails) => Promise<void>;

/** What a body says to prove whose account it is. */
interface SentProof {
  current_password?: string | null;
  code?: string | null;
}

async function refuseProof(
  call: Call,
  log: LogChange,
  proof: Exclude<Proof, 'proved'>,
  endpoint: Endpoint,
): Promise<Response> {
  await log(call, 'confirmation failed', { reason: reasonOf(proof) });
  if (proof === 'busy') return retryLater(call, BUSY_RETRY_MS);
  return typeof proof === 'object' ? retryLater(call, proof.lockedMs) : problemOf(call, endpoint, 403);
}

async function refuseCode(
  call: Call,
  log: LogChange,
  outcome: CodeRefusal,
  endpoint: Endpoint,
): Promise<Response> {
  await log(call, 'confirmation failed', { reason: reasonOfCode(outcome) });
  if (outcome === 'busy') return retryLater(call, BUSY_RETRY_MS);
  return typeof outcome === 'object' ? retryLater(call, outcome.lockedMs) : problemOf(call, endpoint, 403);
}
