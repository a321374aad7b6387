import type { Network } from './address.ts';
import type { CallFacts } from './admission.ts';
import type { Caller, Holder } from './caller.ts';
import { CLIENTS_PER_NETWORK, clientOf, networksOf } from './client.ts';
import type { KeyFacts } from './keys.ts';
import type { Charge } from './limiter/limiter.ts';
import { LIVE_SEARCHES_PER_PAGE, type Plan, type Plans, SUGGESTIONS_PER_REQUEST } from './plans.ts';

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

/** Which buckets a call draws from, by its caller and the plans. */
export function createCharges(plans: Plans, trustedProxies: readonly Network[]) {
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

  /** A request without a key draws from these; so does one with a bad key. */
  const anonymousCharges = (facts: CallFacts) => clientCharges(facts, limitsOf(plans.anonymous));

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
        ? anonymousCharges(facts)
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

  /** The buckets of a key that are the same for every client; null if its plan counts by client. */
  function keyCharges(facts: KeyFacts): Holder['charges'] {
    const plan = plans[facts.plan];
    if (plan.counted_per !== 'account') return null;
    const own = withKeyLimit([accountCharge(facts, plan)], facts);
    return { plan: own, suggestions: own.map(forSuggestions) };
  }

  return { visitorCharges, anonymousCharges, readCharges, chargesOf, keyCharges };
}

/** At most the whole of the lowest limit, or a costly request could never be admitted. */
export function costOf({ cost = 1 }: CallFacts, charges: readonly Charge[]): number {
  return cost === 1 ? 1 : Math.min(cost, ...charges.flatMap(({ limits }) => limits));
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
