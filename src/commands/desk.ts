import { readFileSync } from 'node:fs';
import type { Admission } from '../access/admission.ts';
import { createAdmission } from '../access/keyed-admission.ts';
import { MemoryLimiter } from '../access/limiter.ts';
import { changePlans, type Plans, SPEC_PLANS } from '../access/plans.ts';
import { createAccountBook } from '../accounts/account-book.ts';
import { AccountsFile } from '../accounts/accounts-file.ts';
import { KeyRing } from '../accounts/key-ring.ts';
import { Passwords } from '../accounts/passwords.ts';
import { UsageTally } from '../accounts/usage-tally.ts';
import type { Config } from '../config.ts';
import { type AccountRoute, createAccountRoutes } from '../http/account-routes.ts';
import type { Log } from '../http/log.ts';
import { PlainError } from '../plain-error.ts';
import { accountsPath } from './accounts-path.ts';

/** Everything of a server that has to do with who calls it. */
export interface Desk {
  admission: Admission;
  accountRoutes: AccountRoute[];
  /** Writes down what was counted, and lets the file go. */
  close(): void;
}

export function openDesk(config: Config, log: Log): Desk {
  const plans = config.plans === null ? SPEC_PLANS : readPlans(config.plans);
  const file = new AccountsFile(accountsPath(config));
  // A file that cannot be used is told of now, and not to the first caller with a key.
  file.existing();
  const ring = new KeyRing(file);
  const tally = new UsageTally(file, ({ message }) => log.event('usage not kept', { error: message }));
  const book = createAccountBook({ file, ring, tally, passwords: new Passwords() });
  const admission = createAdmission({
    keys: ring,
    plans,
    limiter: config.limits === 'off' ? null : new MemoryLimiter({ plans }),
    trustedProxies: config['trust-proxy'],
    usage: tally,
    nowMs: Date.now,
  });
  const selfService = config['self-service-plans'] === 'on';
  tally.start();
  return {
    admission: admission as Admission,
    accountRoutes: createAccountRoutes({ book, plans, selfService, nowMs: Date.now }),
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
