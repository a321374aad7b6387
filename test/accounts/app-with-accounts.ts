import type { KeyInput } from '../../src/accounts/account-service.ts';
import { UsageTally } from '../../src/accounts/usage-tally.ts';
import { type Network, parseNetwork } from '../../src/admission/address.ts';
import type { Admission } from '../../src/admission/admission.ts';
import { clientOf } from '../../src/admission/client.ts';
import { createAdmission } from '../../src/admission/keyed-admission.ts';
import { MemoryLimiter } from '../../src/admission/limiter/limiter.ts';
import { SPEC_PLANS } from '../../src/admission/plans.ts';
import { createAccountRoutes } from '../../src/http/account-routes.ts';
import { createApp } from '../../src/http/app.ts';
import { EXAMPLE_FOOD } from '../../src/http/openapi-examples.ts';
import { emptyCatalog } from '../http/empty-catalog.ts';
import { temporaryAccounts } from './temporary-accounts.ts';

export interface Sent {
  method?: string;
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  from?: string;
}

/** The whole app with accounts of its own. Its clocks move only when the test moves them, and delays take no time. */
export async function appWithAccounts({
  selfService = false,
  requireSecondFactor = false,
  catalog = emptyCatalog({ findFood: (id) => (id === 1 ? EXAMPLE_FOOD : null) }),
} = {}) {
  const clock = { nowMs: Date.parse('2026-11-15T12:00:00Z') };
  const nowMs = () => clock.nowMs;
  const at = await temporaryAccounts({ nowMs, selfService, flushUsage: () => tally.flush() });
  const tally = new UsageTally(at.store, undefined, nowMs);
  const admission = createAdmission({
    keys: at.store.keys,
    plans: SPEC_PLANS,
    limiter: new MemoryLimiter({ nowMs }),
    trustedProxies: [parseNetwork('10.0.0.0/8') as Network],
    usage: tally,
    nowMs,
  });
  const slept: number[] = [];
  const logged: object[] = [];
  let from = '203.0.113.9';
  const app = createApp({
    catalog,
    admission: admission as Admission,
    accountRoutes: createAccountRoutes({
      actions: at.actions,
      plans: SPEC_PLANS,
      requireSecondFactor,
      clientOf: (call) => clientOf(call, []),
      nowMs,
    }),
    clientAddress: () => from,
    async sleep(delayMs) {
      slept.push(delayMs);
    },
    log: {
      request: (record) => logged.push(record),
      event: (name, fields) => logged.push({ name, ...fields }),
      flush() {},
    },
  });
  return {
    app,
    clock,
    slept,
    logged,
    ...at,
    key: async (accountId: number, input: Partial<KeyInput> = {}) =>
      (await at.accounts.createKey(accountId, {
        name: 'ci',
        scope: 'read',
        expiresMs: null,
        perMinute: null,
        ...input,
      }))!,
    async send(target: string, { method = 'GET', key = null, body, headers, from: peer }: Sent = {}) {
      from = peer ?? '203.0.113.9';
      const answer = await app.handle(
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
