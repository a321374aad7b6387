import type { Network } from './address.ts';
import {
  type Admission,
  type Admitted,
  type BudgetHeaders,
  type CallFacts,
  type Identity,
  INVALID_KEY,
  isForPeople,
  isRead,
  type Refused,
  tooMany,
  type Verdict,
  WELCOME,
} from './admission.ts';
import type { Caller, Holder } from './caller.ts';
import { costOf, createCharges } from './charges.ts';
import { isClientIn } from './client.ts';
import { cacheKeys } from './key-cache.ts';
import type { KeyDirectory } from './keys.ts';
import type { Limiter, Ruling } from './limiter/limiter.ts';
import type { Plan, PlanName, Plans } from './plans.ts';

/** Parts 5 and 8: keys, scopes, plans and limits. */
export interface KeyedAdmissionOptions {
  keys: KeyDirectory;
  plans: Plans;
  /** Null with `--limits off`: nobody is limited or delayed. */
  limiter: Limiter | null;
  trustedProxies: readonly Network[];
  /** Clients in these networks are neither limited nor delayed; none when left out. */
  trustedNetworks?: readonly Network[];
  usage: UsageRecorder;
  /** Called for every request for data that was decided on. */
  onRequest?: ((plan: PlanName | 'anonymous', isAdmitted: boolean) => void) | undefined;
  /** The time of day, by which keys expire. */
  nowMs: () => number;
}

/** Records how keys are used. */
export interface UsageRecorder {
  note(keyId: number, use: Use): void;
}
/** A request that counted against the plan, one refused because of a limit, or one that managed the account. */
export type Use = 'counted' | 'limited' | 'managed';

const READ_ONLY = 'This API key is read-only. Use a full-access key for this endpoint.';
const ACCOUNT_KEY_NEEDED = 'Use your account key to manage dashboard settings.';

const KEY_REQUIRED: Refused = {
  outcome: 'refused',
  status: 401,
  detail: 'This server requires an API key. Send it as Authorization: Bearer KEY.',
  headers: null,
};

const ANONYMOUS: Identity<Caller> = { outcome: 'known', caller: 'anonymous' };
const VISITOR: Identity<Caller> = { outcome: 'known', caller: 'visitor' };

export function createAdmission(options: KeyedAdmissionOptions): Admission<Caller> {
  const { keys, plans, trustedProxies, trustedNetworks = [], usage, onRequest, nowMs } = options;
  const charges = createCharges(plans, trustedProxies);
  const findHolder = cacheKeys(keys, charges.keyCharges, nowMs);
  const withoutKey = plans.anonymous.per_minute === 0 ? KEY_REQUIRED : ANONYMOUS;

  /** Null for a client that is not limited. */
  function limiterFor(facts: CallFacts): Limiter | null {
    const { limiter } = options;
    if (limiter === null || trustedNetworks.length === 0) return limiter;
    return isClientIn(trustedNetworks, facts, trustedProxies) ? null : limiter;
  }

  /** Decisions: a bad key costs its client one request; once the client's budget is spent it gets 429. */
  async function refuseKey(facts: CallFacts): Promise<Refused> {
    const limiter = limiterFor(facts);
    if (limiter === null) return INVALID_KEY;
    // Where a key is required there is no anonymous budget, so a bad key costs a page.
    const { visitorCharges, anonymousCharges } = charges;
    const { isAdmitted, retrySeconds } = await limiter.take(
      withoutKey === KEY_REQUIRED ? visitorCharges(facts) : anonymousCharges(facts),
    );
    return isAdmitted ? INVALID_KEY : tooMany(retrySeconds, null);
  }

  async function forbid(caller: Holder, facts: CallFacts, detail: string): Promise<Refused> {
    return { outcome: 'refused', status: 403, detail, headers: await budget(caller, facts) };
  }

  function judge(caller: Caller, facts: CallFacts, ruling: Ruling): Verdict | Promise<Verdict> {
    report(caller, facts, ruling.isAdmitted);
    if (typeof caller === 'string') {
      if (!ruling.isAdmitted) return tooMany(ruling.retrySeconds, null);
      return { ...WELCOME, delayMs: caller === 'anonymous' ? delayOf(facts, plans.anonymous) : 0 };
    }
    usage.note(caller.keyId, useOf(facts, ruling));
    if (!ruling.isAdmitted) return tooMany(ruling.retrySeconds, budgetHeaders(ruling));
    if (facts.area === 'data') {
      return admitted(caller, budgetHeaders(ruling), delayOf(facts, plans[caller.plan]));
    }
    // Account routes do not draw from the plan, but still report what is left of it.
    return budget(caller, facts).then((headers) => admitted(caller, headers, 0));
  }

  function report(caller: Caller, facts: CallFacts, isAdmitted: boolean): void {
    if (facts.area === 'data' && caller !== 'visitor')
      onRequest?.(caller === 'anonymous' ? caller : caller.plan, isAdmitted);
  }

  function admitted(caller: Holder, headers: BudgetHeaders, delayMs: number): Admitted {
    return { outcome: 'admitted', isKeyed: true, headers, delayMs, accountId: caller.accountId };
  }

  async function budget(caller: Caller, facts: CallFacts): Promise<BudgetHeaders> {
    if (typeof caller === 'string') return null;
    const limiter = limiterFor(facts);
    if (limiter === null) return null;
    return budgetHeaders(await limiter.look(charges.readCharges(caller, facts)));
  }

  return {
    identify(facts) {
      if (isForPeople(facts.area)) return VISITOR;
      const { authorization } = facts;
      if (authorization === null) {
        return facts.area === 'data' && isRead(facts) ? withoutKey : INVALID_KEY;
      }
      const caller = findHolder(authorization);
      if (caller === null) return refuseKey(facts);
      if (facts.area === 'account') {
        return caller.kind === 'account'
          ? { outcome: 'known', caller }
          : forbid(caller, facts, ACCOUNT_KEY_NEEDED);
      }
      if (caller.scope === 'read' && !isRead(facts)) return forbid(caller, facts, READ_ONLY);
      return { outcome: 'known', caller };
    },

    async admit(caller, facts) {
      const limiter = limiterFor(facts);
      if (limiter === null) {
        report(caller, facts, true);
        if (typeof caller === 'string') return WELCOME;
        usage.note(caller.keyId, facts.area === 'account' ? 'managed' : 'counted');
        return { ...WELCOME, isKeyed: true, accountId: caller.accountId };
      }
      const drawn = charges.chargesOf(caller, facts);
      return judge(caller, facts, await limiter.take(drawn, costOf(facts, drawn)));
    },

    countFurther(caller, facts, requests) {
      const limiter = limiterFor(facts);
      if (limiter === null) return;
      const drawn = charges.chargesOf(caller, facts);
      // One by one: a caller who has room for some of them is left with none.
      for (let counted = 0; counted < requests; counted++) void limiter.take(drawn);
    },

    budget,
  };
}

/** A list that appears while someone types is useless later, so suggestions are not delayed. */
function delayOf({ allowance }: CallFacts, { delay_ms }: Plan): number {
  return allowance === 'suggestions' ? 0 : delay_ms;
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
