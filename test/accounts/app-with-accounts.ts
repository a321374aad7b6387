import type { KeyInput } from '../../src/accounts/account-service.ts';
import { UsageTally } from '../../src/accounts/usage-tally.ts';
import { type Network, parseNetwork } from '../../src/admission/address.ts';
import type { Admission } from '../../src/admission/admission.ts';
import { clientOf } from '../../src/admission/client.ts';
import { createAdmission } from '../../src/admission/keyed-admission.ts';
import { MemoryLimiter } from '../../src/admission/limiter/limiter.ts';
import { SPEC_PLANS } from '../../src/admission/plans.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { createAccountRoutes } from '../../src/http/account-routes.ts';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import type { Call } from '../../src/http/call.ts';
import { EXAMPLE_FOOD } from '../../src/http/openapi-examples.ts';
import { emptyCatalog } from '../http/empty-catalog.ts';
import { quickPasswords, type TemporaryAccountsOptions, temporaryAccounts } from './temporary-accounts.ts';

export interface Sent {
  method?: string;
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  from?: string;
}

type Accounts = Awaited<ReturnType<typeof temporaryAccounts>>;

interface AccountsAppOptions {
  nowMs: () => number;
  passwords?: TemporaryAccountsOptions['passwords'];
  selfService?: boolean;
  requireSecondFactor?: boolean;
  hasLimits?: boolean;
  catalog?: Catalog;
  /** What the app has besides. */
  more?: (at: Accounts, catalog: Catalog, clientOf: (call: Call) => string) => Partial<AppOptions>;
}

/** The whole app with accounts of its own; delays take no time. */
export async function openAccountsApp({
  nowMs,
  passwords = quickPasswords(),
  selfService = false,
  requireSecondFactor = false,
  hasLimits = true,
  catalog = emptyCatalog({ findFood: (id) => (id === 1 ? EXAMPLE_FOOD : null) }),
  more = () => ({}),
}: AccountsAppOptions) {
  const at = await temporaryAccounts({ nowMs, passwords, selfService, flushUsage: () => tally.flush() });
  const tally = new UsageTally(at.store, undefined, nowMs);
  const trustedProxies = [parseNetwork('10.0.0.0/8') as Network];
  const client = (call: Call) => clientOf(call, trustedProxies);
  const slept: number[] = [];
  const logged: object[] = [];
  const from = { address: '203.0.113.9' };
  const app = createApp({
    catalog,
    admission: createAdmission({
      keys: at.store.keys,
      plans: SPEC_PLANS,
      limiter: hasLimits ? new MemoryLimiter({ nowMs }) : null,
      trustedProxies,
      usage: tally,
      nowMs,
    }) as Admission,
    accountRoutes: createAccountRoutes({
      actions: at.actions,
      plans: SPEC_PLANS,
      requireSecondFactor,
      clientOf: client,
      nowMs,
    }),
    clientAddress: () => from.address,
    async sleep(delayMs) {
      slept.push(delayMs);
    },
    log: {
      request: (record) => logged.push(record),
      event: (name, fields) => logged.push({ name, ...fields }),
      flush() {},
    },
    ...more(at, catalog, client),
  });
  return { ...at, app, tally, slept, logged, from };
}

/** The same, for programs that call it. Its clocks move only when the test moves them. */
export async function appWithAccounts(options: Omit<AccountsAppOptions, 'nowMs'> = {}) {
  const clock = { nowMs: Date.parse('2026-11-15T12:00:00Z') };
  const at = await openAccountsApp({ nowMs: () => clock.nowMs, ...options });
  return {
    ...at,
    clock,
    key: async (accountId: number, input: Partial<KeyInput> = {}) =>
      (await at.accounts.createKey(accountId, {
        name: 'ci',
        scope: 'read',
        expiresMs: null,
        perMinute: null,
        ...input,
      }))!,
    async send(target: string, { method = 'GET', key = null, body, headers, from }: Sent = {}) {
      at.from.address = from ?? '203.0.113.9';
      const answer = await at.app.handle(
        new Request(`http://localhost${target}`, {
          method,
          headers: { ...(key !== null && { Authorization: `Bearer ${key}` }), ...headers },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      );
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        get json() {
          return JSON.parse(text);
        },
      };
    },
  };
}
