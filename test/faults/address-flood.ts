import { type Charge, MemoryLimiter } from '../../src/access/limiter.ts';
import { SPEC_PLANS } from '../../src/access/plans.ts';

/**
 * `bun test/faults/address-flood.ts [10000000]`: a flood of new IPv6 networks, as fast as a server could take them.
 * The memory stays bounded, and nobody who was limited before it is free during it.
 */
const times = Number(process.argv[2] ?? 10_000_000);
/** The flood comes at 25,000 a second, more than the server answers. */
const GAP_MS = 0.04;
const MOST_MEGABYTES = 100;

const clock = { nowMs: 0 };
const limiter = new MemoryLimiter({ plans: SPEC_PLANS, nowMs: () => clock.nowMs });
const limits = [SPEC_PLANS.anonymous.per_minute, SPEC_PLANS.anonymous.per_hour as number];
const client = (id: string): Charge => ({ kind: 'client', id, limits });
const megabytes = () => {
  Bun.gc(true);
  return process.memoryUsage.rss() / 1e6;
};

const victims = Array.from({ length: 100 }, (_, i) => `192.0.2.${i}`);
const admitted = new Map<string, number[]>(victims.map((victim) => [victim, []]));
let freed = 0;
let most = 0;

/** Calls as often as it is let, and checks that no minute has more than the limit. */
function press(victim: string): void {
  const times = admitted.get(victim)!;
  while (limiter.take([client(victim)]).isAdmitted) {
    times.push(clock.nowMs);
    if (times.filter((time) => time + 60_000 > clock.nowMs).length > limits[0]!) freed++;
  }
  admitted.set(victim, times.slice(-limits[0]!));
}

const before = megabytes();
for (let i = 0; i < times; i++) {
  clock.nowMs += GAP_MS;
  limiter.take([client(`2001:db8:${(i >>> 16).toString(16)}:${(i & 0xffff).toString(16)}`)]);
  if (i % 5000 === 0) press(victims[(i / 5000) % victims.length]!);
  if (i % 500_000 === 0) {
    await Bun.sleep(0);
    most = Math.max(most, megabytes() - before);
  }
}
most = Math.max(most, megabytes() - before);
console.log(
  `${times} addresses: ${most.toFixed(0)} MB more at most, ${limiter.sizeOf('client')} buckets, ${freed} requests too many`,
);
process.exitCode = freed === 0 && most < MOST_MEGABYTES ? 0 : 1;
