import type { Network } from './address.ts';
import {
  type Admission,
  type Admitted,
  type BudgetHeaders,
  type CallFacts,
  type Identity,
  INVALID_KEY,
  isRead,
  type Refused,
  tooMany,
  type Verdict,
  WELCOME,
} from './admission.ts';
import { clientOf } from './client.ts';
import { hashKey, type KeyDirectory, type KeyFacts, readBearer } from './keys.ts';
import type { Charge, Limiter, Ruling } from './limiter/limiter.ts';
import type { Plan, Plans } from './plans.ts';

/** Parts 5 and 8: keys, scopes, plans and limits. */
export interface KeyedAdmissionOptions {
  keys: KeyDirectory;
  plans: Plans;
  /** Null on a developer's own machine, where nobody is limited or delayed. */
  limiter: Limiter | null;
  trustedProxies: readonly Network[];
  usage: UsageRecorder;
  /** The time of day, by which keys expire. */
  nowMs: () => number;
}

/** Where it is noted that a key was used. */
export interface UsageRecorder {
  note(keyId: number, use: Use): void;
}
/** A read that counted, one that was refused for the limit, or a call that has nothing to do with the plan. */
export type Use = 'counted' | 'limited' | 'managed';

/** Who calls: the holder of a key, anyone, or a person who visits a page. */
export type Caller = Holder | 'anonymous' | 'visitor';

export interface Holder extends KeyFacts {
  /** This holder, as the gate is told of it. */
  readonly identity: Identity<Caller>;
  /** What a read draws from; null where that depends on the client. */
  readonly charges: readonly Charge[] | null;
}

const READ_ONLY = 'This API key is read-only. Use a full-access key for this endpoint.';
const ACCOUNT_KEY_NEEDED = 'Use your account key to manage dashboard settings.';

const ANONYMOUS: Identity<Caller> = { outcome: 'known', caller: 'anonymous' };
const VISITOR: Identity<Caller> = { outcome: 'known', caller: 'visitor' };

/** Keys in use at one time; when there are more, all are looked up anew. */
const MOST_KNOWN = 10_000;

export function createAdmission(options: KeyedAdmissionOptions): Admission<Caller> {
  const { keys, plans, limiter, trustedProxies, usage, nowMs } = options;

  /** Headers that were judged before, so that checking and hashing a key is done once, and not for each request. */
  const known = new Map<string, Holder>();
  let knownVersion = 0;

  function findKey(authorization: string): Holder | null {
    const { version } = keys;
    if (version !== knownVersion || known.size >= MOST_KNOWN) known.clear();
    knownVersion = version;
    const holder = known.get(authorization) ?? lookUp(authorization);
    if (holder === null || holder.validUntilMs === Number.POSITIVE_INFINITY) return holder;
    return nowMs() <= holder.validUntilMs ? holder : null;
  }

  function lookUp(authorization: string): Holder | null {
    const key = readBearer(authorization);
    const facts = key === null ? null : keys.find(hashKey(key));
    if (facts === null) return null;
    const plan = plans[facts.plan];
    const isByAccount = plan.counted_per === 'account';
    const charges = isByAccount ? withOwnCap([accountCharge(facts, plan)], facts) : null;
    const holder = { ...facts, charges } as Holder;
    const identity: Identity<Caller> = { outcome: 'known', caller: holder };
    known.set(authorization, Object.assign(holder, { identity }));
    return holder;
  }

  function clientCharge(facts: CallFacts, plan: Plan): Charge {
    const id = clientOf(facts.clientAddress, () => facts.header('x-forwarded-for'), trustedProxies);
    return { kind: 'client', id, limits: limitsOf(plan) };
  }

  /** What a read of data draws from. */
  function planCharges(caller: Holder | 'anonymous', facts: CallFacts): readonly Charge[] {
    if (caller === 'anonymous') return [clientCharge(facts, plans.anonymous)];
    return caller.charges ?? withOwnCap([clientCharge(facts, plans[caller.plan])], caller);
  }

  function chargesOf(caller: Caller, facts: CallFacts): readonly Charge[] {
    if (caller === 'visitor') {
      const { id } = clientCharge(facts, plans.anonymous);
      return [{ kind: 'visitor', id, limits: [plans.pages_per_minute] }];
    }
    if (caller === 'anonymous' || facts.area === 'data') return planCharges(caller, facts);
    return [
      { kind: 'account_routes', id: String(caller.accountId), limits: [plans.account_routes_per_minute] },
    ];
  }

  /** Decisions: a bad key costs its client one request, and once the client's budget is spent it gets 429. */
  function refuseKey(facts: CallFacts): Refused | Promise<Refused> {
    if (limiter === null) return INVALID_KEY;
    const judge = ({ isAdmitted, retrySeconds }: Ruling) =>
      isAdmitted ? INVALID_KEY : tooMany(retrySeconds, null);
    const ruling = limiter.take([clientCharge(facts, plans.anonymous)]);
    return ruling instanceof Promise ? ruling.then(judge) : judge(ruling);
  }

  function forbid(caller: Holder, facts: CallFacts, detail: string): Refused | Promise<Refused> {
    const refused = (headers: BudgetHeaders): Refused => ({
      outcome: 'refused',
      status: 403,
      detail,
      headers,
    });
    const headers = budget(caller, facts);
    return headers instanceof Promise ? headers.then(refused) : refused(headers);
  }

  function judge(caller: Caller, facts: CallFacts, ruling: Ruling): Verdict | Promise<Verdict> {
    if (typeof caller === 'string') {
      if (!ruling.isAdmitted) return tooMany(ruling.retrySeconds, null);
      return {
        outcome: 'admitted',
        isKeyed: false,
        headers: null,
        delayMs: caller === 'anonymous' ? plans.anonymous.delay_ms : 0,
        accountId: null,
      };
    }
    usage.note(caller.keyId, useOf(facts, ruling));
    if (!ruling.isAdmitted) return tooMany(ruling.retrySeconds, budgetHeaders(ruling));
    if (facts.area === 'data') return admitted(caller, budgetHeaders(ruling));
    // Routes of the account do not draw from the plan, and tell what is left of it all the same.
    const headers = budget(caller, facts);
    return headers instanceof Promise
      ? headers.then((later) => admitted(caller, later, 0))
      : admitted(caller, headers, 0);
  }

  function admitted(
    caller: Holder,
    headers: BudgetHeaders,
    delayMs: number = plans[caller.plan].delay_ms,
  ): Admitted {
    return { outcome: 'admitted', isKeyed: true, headers, delayMs, accountId: caller.accountId };
  }

  function budget(caller: Caller, facts: CallFacts): BudgetHeaders | Promise<BudgetHeaders> {
    if (limiter === null || typeof caller === 'string') return null;
    const ruling = limiter.look(planCharges(caller, facts));
    return ruling instanceof Promise ? ruling.then(budgetHeaders) : budgetHeaders(ruling);
  }

  return {
    identify(facts) {
      if (facts.area === 'page' || facts.area === 'session') return VISITOR;
      const { authorization } = facts;
      if (authorization === null) {
        return facts.area === 'data' && isRead(facts.method) ? ANONYMOUS : INVALID_KEY;
      }
      const caller = findKey(authorization);
      if (caller === null) return refuseKey(facts);
      if (facts.area === 'account') {
        return caller.kind === 'account' ? caller.identity : forbid(caller, facts, ACCOUNT_KEY_NEEDED);
      }
      if (caller.scope === 'read' && !isRead(facts.method)) return forbid(caller, facts, READ_ONLY);
      return caller.identity;
    },

    admit(caller, facts) {
      if (limiter === null) {
        if (typeof caller === 'string') return WELCOME;
        usage.note(caller.keyId, facts.area === 'account' ? 'managed' : 'counted');
        return { ...WELCOME, isKeyed: true, accountId: caller.accountId };
      }
      const ruling = limiter.take(chargesOf(caller, facts));
      if (!(ruling instanceof Promise)) return judge(caller, facts, ruling);
      return ruling.then((later) => judge(caller, facts, later));
    },

    budget,
  };
}

function accountCharge({ accountId }: KeyFacts, plan: Plan): Charge {
  return { kind: 'account', id: String(accountId), limits: limitsOf(plan) };
}

function limitsOf({ per_minute, per_hour }: Plan): number[] {
  return [per_minute, per_hour ?? Number.POSITIVE_INFINITY];
}

/** A tighter cap of a key is checked as well. */
function withOwnCap(charges: Charge[], { keyId, perMinute }: KeyFacts): Charge[] {
  if (perMinute !== null) charges.push({ kind: 'key', id: String(keyId), limits: [perMinute] });
  return charges;
}

function useOf({ area }: CallFacts, { isAdmitted }: Ruling): Use {
  if (area === 'account') return 'managed';
  return isAdmitted ? 'counted' : 'limited';
}

function budgetHeaders({ limit, remaining, resetSeconds }: Ruling): BudgetHeaders {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}
