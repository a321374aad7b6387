import type { Network } from './address.ts';
import type { CallFacts } from './admission.ts';
import type { Caller, Holder } from './caller.ts';
import { CLIENTS_PER_NETWORK, clientOf, networksOf } from './client.ts';
import type { KeyFacts } from './keys.ts';
import type { BucketKind, Charge } from './limiter/limiter.ts';
import { LIVE_SEARCHES_PER_PAGE, type Plan, type Plans, SUGGESTIONS_PER_REQUEST } from './plans.ts';

/** The prefix lengths of the networks around an IPv6 client. */
const NETWORKS = [56, 48] as const;

/** Which buckets a call draws from, by its caller and the plans. */
export function createCharges(plans: Plans, trustedProxies: readonly Network[]) {
  /** The buckets of a client and of the networks around it. */
  function clientCharges(
    facts: CallFacts,
    limits: readonly number[],
    kind: 'client' | 'visitor' | 'typist' = 'client',
  ): Charge[] {
    const id = clientOf(facts, trustedProxies);
    const charges: Charge[] = [{ kind, id, limits }];
    for (const [i, network] of networksOf(id).entries()) {
      const times = CLIENTS_PER_NETWORK[i] as number;
      charges.push({
        kind: `${kind}_${NETWORKS[i]!}`,
        id: network,
        limits: limits.map((limit) => limit * times),
      });
    }
    return charges;
  }

  /** A request without a key draws from these; so does one with a bad key. */
  const anonymousCharges = (facts: CallFacts) => clientCharges(facts, limitsOf(plans.anonymous));

  function visitorCharges(facts: CallFacts): Charge[] {
    if (facts.area === 'live') {
      return clientCharges(facts, [plans.pages_per_minute * LIVE_SEARCHES_PER_PAGE], 'typist');
    }
    return clientCharges(facts, [plans.pages_per_minute], 'visitor');
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
  return { kind: `suggest_${kind}` as BucketKind, id, limits: [perMinute] };
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
