import { type Charge, MemoryLimiter } from '../../src/admission/limiter/limiter.ts';
import { SPEC_PLANS } from '../../src/admission/plans.ts';
import { count, type Figure } from './figure.ts';

/**
 * A flood of new IPv6 networks, faster than a server could take them. Memory must stay bounded, and a client that has
 * reached its limit must not be admitted because of the flood.
 */
export interface FloodOutcome {
  moreMb: number;
  buckets: number;
  /** Requests admitted beyond the limit. */
  freed: number;
}

/** 25,000 addresses a second, more than the server can answer. */
const GAP_MS = 0.04;
const MAX_MEGABYTES = 100;
const VICTIMS = 100;
/** Addresses of the flood between two tries of a victim. */
const BETWEEN_TRIES = 5000;
const BETWEEN_LOOKS = 500_000;

export async function runAddressFlood(times: number): Promise<FloodOutcome> {
  const clock = { nowMs: 0 };
  const limiter = new MemoryLimiter({ nowMs: () => clock.nowMs });
  const limits = [SPEC_PLANS.anonymous.per_minute, SPEC_PLANS.anonymous.per_hour as number];
  const client = (id: string): Charge => ({ kind: 'client', id, limits });
  const victims = Array.from({ length: VICTIMS }, (_, i) => `192.0.2.${i}`);
  const admitted = new Map<string, number[]>(victims.map((victim) => [victim, []]));
  let freed = 0;
  let most = 0;

  /** Sends requests until refused, and checks that no minute has more than the limit. */
  function press(victim: string): void {
    const times = admitted.get(victim)!;
    while (limiter.take([client(victim)]).isAdmitted) {
      times.push(clock.nowMs);
      if (times.filter((time) => time + 60_000 > clock.nowMs).length > limits[0]!) freed++;
    }
    admitted.set(victim, times.slice(-limits[0]!));
  }

  const before = residentMegabytes();
  for (let i = 0; i < times; i++) {
    clock.nowMs += GAP_MS;
    limiter.take([client(`2001:db8:${(i >>> 16).toString(16)}:${(i & 0xffff).toString(16)}`)]);
    if (i % BETWEEN_TRIES === 0) press(victims[(i / BETWEEN_TRIES) % victims.length]!);
    if (i % BETWEEN_LOOKS === 0) {
      await Bun.sleep(0);
      most = Math.max(most, residentMegabytes() - before);
    }
  }
  most = Math.max(most, residentMegabytes() - before);
  return { moreMb: most, buckets: limiter.sizeOf('client'), freed };
}

function residentMegabytes(): number {
  Bun.gc(true);
  return process.memoryUsage.rss() / 1e6;
}

export async function addressFlood(times: number): Promise<Figure[]> {
  const { moreMb, buckets, freed } = await runAddressFlood(times);
  return [
    {
      item: 12,
      done: `${count(times)} new IPv6 networks while ${VICTIMS} clients are limited`,
      figure: `${moreMb.toFixed(0)} MB more at most, ${count(buckets)} buckets, ${freed} requests too many`,
      toReach: `under ${MAX_MEGABYTES} MB, none too many`,
      isReached: freed === 0 && moreMb < MAX_MEGABYTES,
    },
  ];
}
