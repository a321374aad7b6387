import type { Network } from './address.ts';
import {
  type Admission,
  type Admitted,
  type Allowance,
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
import { CLIENTS_PER_NETWORK, clientOf, isClientIn, networksOf } from './client.ts';
import { hashKey, type KeyDirectory, type KeyFacts, readBearer } from './keys.ts';
import type { Charge, Limiter, Ruling } from './limiter/limiter.ts';
import {
  LIVE_SEARCHES_PER_PAGE,
  type Plan,
  type PlanName,
  type Plans,
  SUGGESTIONS_PER_REQUEST,
} from './plans.ts';

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

/** The holder of a key, an anonymous caller, or a visitor to a page. */
export type Caller = Holder | 'anonymous' | 'visitor';

export class Holder implements KeyFacts {
  readonly keyId: KeyFacts['keyId'];
  readonly accountId: KeyFacts['accountId'];
  readonly kind: KeyFacts['kind'];
  readonly scope: KeyFacts['scope'];
  readonly plan: KeyFacts['plan'];
  readonly perMinute: KeyFacts['perMinute'];
  readonly validUntilMs: KeyFacts['validUntilMs'];
  /** The buckets that reads draw from; null where they depend on the client. */
  readonly charges: Readonly<Record<Allowance, readonly Charge[]>> | null;
  /** This holder as `identify` returns it; made once, so that a request makes no object. */
  readonly identity: Identity<Caller>;

  constructor(facts: KeyFacts, charges: Holder['charges']) {
    this.keyId = facts.keyId;
    this.accountId = facts.accountId;
    this.kind = facts.kind;
    this.scope = facts.scope;
    this.plan = facts.plan;
    this.perMinute = facts.perMinute;
    this.validUntilMs = facts.validUntilMs;
    this.charges = charges;
    this.identity = { outcome: 'known', caller: this };
  }
}

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

/** A client, its /56 and its /48; the networks only of an IPv6 client. */
const CLIENT_KINDS = ['client', 'client_56', 'client_48'] as const;
const VISITOR_KINDS = ['visitor', 'visitor_56', 'visitor_48'] as const;
const TYPIST_KINDS = ['typist', 'typist_56', 'typist_48'] as const;

const SUGGESTION_KINDS = {
  client: 'suggest_client',
  client_56: 'suggest_client_56',
  client_48: 'suggest_client_48',
  account: 'suggest_account',
  key: 'suggest_key',
} as const;

/** More keys than any server has in use at once; each takes about 500 bytes. Past it the cache starts over. */
const MOST_CACHED = 50_000;

export function createAdmission(options: KeyedAdmissionOptions): Admission<Caller> {
  const { keys, plans, trustedProxies, trustedNetworks = [], usage, nowMs } = options;
  const onRequest = options.onRequest ?? null;
  const withoutKey = plans.anonymous.per_minute === 0 ? KEY_REQUIRED : ANONYMOUS;

  /**
   * Valid keys by their `Authorization` header in its usual spelling, so that a key is checked, hashed and looked up
   * once. Other spellings of the same header share its entry.
   */
  const cache = new Map<string, Holder>();
  let cachedVersion = 0;

  function findKey(authorization: string): Holder | null {
    const { version } = keys;
    if (version !== cachedVersion || cache.size >= MOST_CACHED) cache.clear();
    cachedVersion = version;
    const holder = cache.get(authorization) ?? lookUp(authorization);
    if (holder === null || holder.validUntilMs === Number.POSITIVE_INFINITY) return holder;
    return nowMs() <= holder.validUntilMs ? holder : null;
  }

  function lookUp(authorization: string): Holder | null {
    const key = readBearer(authorization);
    if (key === null) return null;
    const spelling = `Bearer ${key}`;
    const cached = spelling === authorization ? undefined : cache.get(spelling);
    if (cached !== undefined) return cached;
    const facts = keys.findByHash(hashKey(key));
    if (facts === null) return null;
    const plan = plans[facts.plan];
    const isByAccount = plan.counted_per === 'account';
    const own = isByAccount ? withKeyLimit([accountCharge(facts, plan)], facts) : null;
    const charges = own === null ? null : { plan: own, suggestions: own.map(forSuggestions) };
    const holder = new Holder(facts, charges);
    cache.set(spelling, holder);
    return holder;
  }

  /** Null for a client that is not limited. */
  function limiterFor(facts: CallFacts): Limiter | null {
    const { limiter } = options;
    if (limiter === null || trustedNetworks.length === 0) return limiter;
    const forwardedFor = () => facts.header('x-forwarded-for');
    return isClientIn(trustedNetworks, facts.clientAddress, forwardedFor, trustedProxies) ? null : limiter;
  }

  /** The buckets of a client and of the networks around it. */
  function clientCharges(
    facts: CallFacts,
    limits: readonly number[],
    kinds: typeof CLIENT_KINDS | typeof VISITOR_KINDS | typeof TYPIST_KINDS = CLIENT_KINDS,
  ): Charge[] {
    const id = clientOf(facts.clientAddress, () => facts.header('x-forwarded-for'), trustedProxies);
    const charges: Charge[] = [{ kind: kinds[0], id, limits }];
    for (const [i, network] of networksOf(id).entries()) {
      const times = CLIENTS_PER_NETWORK[i] as number;
      charges.push({ kind: kinds[i + 1]!, id: network, limits: limits.map((limit) => limit * times) });
    }
    return charges;
  }

  function visitorCharges(facts: CallFacts): Charge[] {
    if (facts.area === 'live') {
      return clientCharges(facts, [plans.pages_per_minute * LIVE_SEARCHES_PER_PAGE], TYPIST_KINDS);
    }
    return clientCharges(facts, [plans.pages_per_minute], VISITOR_KINDS);
  }

  /** The buckets a read of data draws from. */
  function readCharges(caller: Holder | 'anonymous', facts: CallFacts): readonly Charge[] {
    const { allowance = 'plan' } = facts;
    if (caller !== 'anonymous' && caller.charges !== null) return caller.charges[allowance];
    const charges =
      caller === 'anonymous'
        ? clientCharges(facts, limitsOf(plans.anonymous))
        : withKeyLimit(clientCharges(facts, limitsOf(plans[caller.plan])), caller);
    return allowance === 'plan' ? charges : charges.map(forSuggestions);
  }

  function chargesOf(caller: Caller, facts: CallFacts): readonly Charge[] {
    if (caller === 'visitor') return visitorCharges(facts);
    if (caller === 'anonymous' || facts.area === 'data') return readCharges(caller, facts);
    return [
      { kind: 'account_routes', id: String(caller.accountId), limits: [plans.account_routes_per_minute] },
    ];
  }

  /** Decisions: a bad key costs its client one request; once the client's budget is spent it gets 429. */
  function refuseKey(facts: CallFacts): Refused | Promise<Refused> {
    const limiter = limiterFor(facts);
    if (limiter === null) return INVALID_KEY;
    const judge = ({ isAdmitted, retrySeconds }: Ruling) =>
      isAdmitted ? INVALID_KEY : tooMany(retrySeconds, null);
    // Where a key is required there is no anonymous budget, so a bad key costs a page.
    const charges =
      withoutKey === KEY_REQUIRED ? visitorCharges(facts) : clientCharges(facts, limitsOf(plans.anonymous));
    const ruling = limiter.take(charges);
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
    if (onRequest !== null) report(caller, facts, ruling.isAdmitted);
    if (typeof caller === 'string') {
      if (!ruling.isAdmitted) return tooMany(ruling.retrySeconds, null);
      return {
        outcome: 'admitted',
        isKeyed: false,
        headers: null,
        delayMs: caller === 'anonymous' ? delayOf(facts, plans.anonymous) : 0,
        accountId: null,
      };
    }
    usage.note(caller.keyId, useOf(facts, ruling));
    if (!ruling.isAdmitted) return tooMany(ruling.retrySeconds, budgetHeaders(ruling));
    if (facts.area === 'data') {
      return admitted(caller, budgetHeaders(ruling), delayOf(facts, plans[caller.plan]));
    }
    // Account routes do not draw from the plan, but still report what is left of it.
    const headers = budget(caller, facts);
    return headers instanceof Promise
      ? headers.then((later) => admitted(caller, later, 0))
      : admitted(caller, headers, 0);
  }

  function report(caller: Caller, facts: CallFacts, isAdmitted: boolean): void {
    if (facts.area !== 'data' || caller === 'visitor') return;
    onRequest?.(caller === 'anonymous' ? caller : caller.plan, isAdmitted);
  }

  function admitted(caller: Holder, headers: BudgetHeaders, delayMs: number): Admitted {
    return { outcome: 'admitted', isKeyed: true, headers, delayMs, accountId: caller.accountId };
  }

  function budget(caller: Caller, facts: CallFacts): BudgetHeaders | Promise<BudgetHeaders> {
    if (typeof caller === 'string') return null;
    const limiter = limiterFor(facts);
    if (limiter === null) return null;
    const ruling = limiter.look(readCharges(caller, facts));
    return ruling instanceof Promise ? ruling.then(budgetHeaders) : budgetHeaders(ruling);
  }

  return {
    identify(facts) {
      if (isForPeople(facts.area)) return VISITOR;
      const { authorization } = facts;
      if (authorization === null) {
        return facts.area === 'data' && isRead(facts) ? withoutKey : INVALID_KEY;
      }
      const caller = findKey(authorization);
      if (caller === null) return refuseKey(facts);
      if (facts.area === 'account') {
        return caller.kind === 'account' ? caller.identity : forbid(caller, facts, ACCOUNT_KEY_NEEDED);
      }
      if (caller.scope === 'read' && !isRead(facts)) return forbid(caller, facts, READ_ONLY);
      return caller.identity;
    },

    admit(caller, facts) {
      const limiter = limiterFor(facts);
      if (limiter === null) {
        if (onRequest !== null) report(caller, facts, true);
        if (typeof caller === 'string') return WELCOME;
        usage.note(caller.keyId, facts.area === 'account' ? 'managed' : 'counted');
        return { ...WELCOME, isKeyed: true, accountId: caller.accountId };
      }
      const charges = chargesOf(caller, facts);
      const ruling = limiter.take(charges, costOf(facts, charges));
      if (!(ruling instanceof Promise)) return judge(caller, facts, ruling);
      return ruling.then((later) => judge(caller, facts, later));
    },

    budget,
  };
}

/** At most the whole of the lowest limit, or a costly request could never be admitted. */
function costOf({ cost = 1 }: CallFacts, charges: readonly Charge[]): number {
  return cost === 1 ? 1 : Math.min(cost, ...charges.flatMap(({ limits }) => limits));
}

/** A list that appears while someone types is useless later, so suggestions are not delayed. */
function delayOf({ allowance }: CallFacts, { delay_ms }: Plan): number {
  return allowance === 'suggestions' ? 0 : delay_ms;
}

/** The bucket for suggestions beside one for requests: per minute only. */
function forSuggestions({ kind, id, limits }: Charge): Charge {
  const perMinute = (limits[0] as number) * SUGGESTIONS_PER_REQUEST;
  return { kind: SUGGESTION_KINDS[kind as keyof typeof SUGGESTION_KINDS], id, limits: [perMinute] };
}

function accountCharge({ accountId }: KeyFacts, plan: Plan): Charge {
  return { kind: 'account', id: String(accountId), limits: limitsOf(plan) };
}

function limitsOf({ per_minute, per_hour }: Plan): number[] {
  return [per_minute, per_hour ?? Number.POSITIVE_INFINITY];
}

/** A key's own limit is checked as well. */
function withKeyLimit(charges: Charge[], { keyId, perMinute }: KeyFacts): Charge[] {
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
