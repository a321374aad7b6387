import { readFileSync } from 'node:fs';
import { Passwords } from '../accounts/passwords.ts';
import { createAccountBook } from '../accounts/store/account-service.ts';
import { AccountsFile } from '../accounts/store/accounts-file.ts';
import { KeyRing } from '../accounts/store/key-ring.ts';
import { createFrontDoor } from '../accounts/store/sign-in.ts';
import { UsageTally } from '../accounts/store/usage-tally.ts';
import type { Admission } from '../admission/admission.ts';
import { clientOf } from '../admission/client.ts';
import { createAdmission } from '../admission/keyed-admission.ts';
import { MemoryLimiter } from '../admission/limiter/limiter.ts';
import { changePlans, type Plans, SPEC_PLANS } from '../admission/plans.ts';
import { accountsPath } from '../data-directory.ts';
import { type AccountRoute, createAccountRoutes } from '../http/account-routes.ts';
import type { Log } from '../http/log.ts';
import type { PageRoute } from '../http/page-route.ts';
import { PlainError } from '../plain-error.ts';
import { createDashboardRoutes } from '../site/dashboard/routes.ts';
import type { Config } from './config.ts';
import { observeRulings } from './instrumentation.ts';
import type { Metrics } from './metrics.ts';
import { findOpenIdProvider } from './openid-provider.ts';

/** Everything of a server that has to do with who calls it. */
export interface Desk {
  admission: Admission;
  accountRoutes: AccountRoute[];
  dashboardRoutes: PageRoute[];
  /** How many buckets of each kind the limiter keeps. */
  buckets(): [kind: string, size: number][];
  /** Writes down what was counted, and lets the file go. */
  close(): void;
}

/** `publicUrl` is where readers reach the service, or null. */
export function openDesk(config: Config, log: Log, publicUrl: string | null, metrics: Metrics | null): Desk {
  const plans = config.plans === null ? SPEC_PLANS : readPlans(config.plans);
  const provider = findOpenIdProvider(config, (what) => log.event('openid failed', { error: what }));
  const file = new AccountsFile(accountsPath(config));
  // A file that cannot be used is told of now, and not to the first caller with a key.
  file.existing();
  const ring = new KeyRing(file);
  const tally = new UsageTally(file, ({ message }) => log.event('usage not kept', { error: message }));
  // One for both: so many hashes at once, whoever asks for them.
  const passwords = new Passwords();
  const book = createAccountBook({ file, ring, tally, passwords });
  const limiter = config.limits === 'off' ? null : new MemoryLimiter({ plans });
  const admission = createAdmission({
    keys: ring,
    plans,
    limiter: limiter === null ? null : observeRulings(limiter, metrics),
    trustedProxies: config['trust-proxy'],
    usage: tally,
    nowMs: Date.now,
  });
  const selfService = config['self-service-plans'] === 'on';
  tally.start();
  return {
    admission: admission as Admission,
    accountRoutes: createAccountRoutes({ book, plans, selfService, nowMs: Date.now }),
    dashboardRoutes: createDashboardRoutes({
      book,
      door: createFrontDoor({ file, passwords }),
      plans,
      selfService,
      signUp: config['sign-up'],
      provider,
      publicUrl,
      clientOf: (call) =>
        clientOf(call.clientAddress, () => call.header('x-forwarded-for'), config['trust-proxy']),
      nowMs: Date.now,
    }),
    buckets: () => limiter?.sizes() ?? [],
    close() {
      tally.stop();
      file.close();
    },
  };
}

function readPlans(path: string): Plans {
  let changes: unknown;
  try {
    changes = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read';
    throw new PlainError(path, why, 'check the file named by --plans');
  }
  const plans = changePlans(changes);
  if (typeof plans === 'string') throw new PlainError(path, plans, 'correct it and start again');
  return plans;
}
