import { type Limiter, MemoryLimiter } from '../admission/limiter/limiter.ts';
import { RedisStore } from '../admission/limiter/redis-store.ts';
import { SharedLimiter } from '../admission/limiter/shared-limiter.ts';
import type { Log } from '../http/log.ts';
import type { Config } from './config.ts';
import { observeRulings } from './instrumentation.ts';
import type { Metrics } from './metrics.ts';

/** The limiter of a server, and what keeps it connected. */
export interface OpenLimiter {
  /** Null if limits are off. */
  limiter: Limiter | null;
  /** The number of buckets of each kind that are held in memory. */
  buckets(): [kind: string, size: number][];
  close(): void;
}

export function openLimiter(config: Config, log: Log, metrics: Metrics): OpenLimiter {
  const url = config['limits-store'];
  if (config.limits === 'off') return { limiter: null, buckets: () => [], close() {} };
  const local = new MemoryLimiter();
  const buckets = () => local.sizes();
  if (url === null) return { limiter: observeRulings(local, metrics), buckets, close() {} };
  // The URL may contain a password, so only the host is logged.
  const host = hostOf(url);
  const store = new RedisStore({
    url,
    onChange(isUp, reason) {
      metrics.limitsStore(isUp);
      if (isUp) log.event('limits store connected', { store: host });
      else log.event('limits store lost', { store: host, error: reason });
    },
  });
  const limiter = new SharedLimiter({ store, local, replicas: config.replicas });
  return { limiter: observeRulings(limiter, metrics), buckets, close: () => store.close() };
}

function hostOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host === '' ? pathname : host;
}
