import { AccountActions } from '../accounts/account-actions.ts';
import { AccountService } from '../accounts/account-service.ts';
import { Passwords } from '../accounts/passwords.ts';
import { SignIn } from '../accounts/sign-in.ts';
import { openStoreForServer } from '../accounts/stores/choose-store.ts';
import { UsageTally } from '../accounts/usage-tally.ts';
import type { Admission } from '../admission/admission.ts';
import { clientOf } from '../admission/client.ts';
import { createAdmission } from '../admission/keyed-admission.ts';
import { dataDirectory } from '../data-directory.ts';
import { createAccountRoutes } from '../http/account-routes.ts';
import type { Call } from '../http/call.ts';
import type { Log } from '../http/log.ts';
import type { RouteDeclaration } from '../http/route.ts';
import { createDashboardRoutes } from '../site/dashboard/routes.ts';
import type { Config } from './config.ts';
import { findLastPull } from './last-pull.ts';
import { openLimiter } from './limiter.ts';
import type { Metrics } from './metrics.ts';
import { findOpenIdProvider } from './openid-provider.ts';
import { readPlans } from './plans-file.ts';
import type { ServedCatalog } from './served-catalog.ts';

/** What a server needs to know about its callers. */
export interface AccessServices {
  admission: Admission;
  accountRoutes: RouteDeclaration[];
  dashboardRoutes: RouteDeclaration[];
  /** Who a call is from, for limits and turns: an address, or the network of a subscriber. */
  clientOf(call: Call): string;
  /** The number of buckets of each kind that the limiter holds. */
  buckets(): [kind: string, size: number][];
  /** Writes the usage counted so far, and closes the accounts. */
  close(): Promise<void>;
}

/** `publicUrl` is where users reach the service, if known. */
export async function openAccessServices(
  config: Config,
  log: Log,
  publicUrl: string | null,
  metrics: Metrics,
  served: Pick<ServedCatalog, 'catalog' | 'name'>,
): Promise<AccessServices> {
  const plans = readPlans(config.plans);
  let isStoreUp = true;
  const store = await openStoreForServer(config, {
    onChange(isUp, name, reason) {
      isStoreUp = isUp;
      metrics.accountsStore(isUp);
      if (isUp) log.event('accounts store connected', { store: name });
      else log.event('accounts store lost', { store: name, error: reason });
    },
    onCopyFailure: ({ message }) => log.event('key copy failed', { error: message }),
  });
  const provider = findOpenIdProvider(config, store.flows, (reason) =>
    log.event('openid failed', { error: reason }),
  );
  const tally = new UsageTally(store, ({ message }) => {
    // While the store is away, usage is kept in memory, and its loss has been logged already.
    if (isStoreUp) log.event('usage not kept', { error: message });
  });
  // Shared, so that the bound on concurrent hashes covers both.
  const passwords = new Passwords();
  const accounts = new AccountService(store, passwords, {
    contextWords: publicUrl === null ? [] : [new URL(publicUrl).hostname],
    flushUsage: () => tally.flush(),
  });
  const { limiter, buckets, close: closeLimiter } = openLimiter(config, log, metrics);
  const admission = createAdmission({
    keys: store.keys,
    plans,
    limiter,
    trustedProxies: config['trust-proxy'],
    trustedNetworks: config['trust-network'],
    usage: tally,
    onRequest: metrics.planRequest,
    nowMs: Date.now,
  });
  const client = (call: Call) => clientOf(call, config['trust-proxy']);
  const actions = new AccountActions(accounts, store, { selfService: config['self-service-plans'] === 'on' });
  const requireSecondFactor = config['require-second-factor'] === 'on';
  tally.start();
  return {
    admission: admission as Admission,
    accountRoutes: createAccountRoutes({
      actions,
      plans,
      requireSecondFactor,
      clientOf: client,
      nowMs: Date.now,
    }),
    dashboardRoutes: createDashboardRoutes({
      actions,
      signIn: new SignIn(store, accounts, passwords),
      plans,
      hasLimits: limiter !== null,
      signUp: config['sign-up'],
      requireSecondFactor,
      provider,
      publicUrl,
      shownOnce: store.shownOnce,
      service: {
        catalog: served.catalog,
        catalogName: served.name,
        lastPull: () => findLastPull(dataDirectory(config.data)),
      },
      clientOf: client,
      nowMs: Date.now,
    }),
    clientOf: client,
    buckets,
    async close() {
      await tally.stop();
      closeLimiter();
      await store.close();
    },
  };
}
