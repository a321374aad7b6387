import { Passwords } from '../../src/accounts/passwords.ts';
import { createAccountBook } from '../../src/accounts/store/account-service.ts';
import { KeyRing } from '../../src/accounts/store/key-ring.ts';
import type { NewKey } from '../../src/accounts/store/key-store.ts';
import { UsageTally } from '../../src/accounts/store/usage-tally.ts';
import { type Network, parseNetwork } from '../../src/admission/address.ts';
import type { Admission } from '../../src/admission/admission.ts';
import { createAdmission } from '../../src/admission/keyed-admission.ts';
import { MemoryLimiter } from '../../src/admission/limiter/limiter.ts';
import { type PlanName, SPEC_PLANS } from '../../src/admission/plans.ts';
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

/** The whole app with accounts of its own, whose clocks move only when told and whose delays are over at once. */
export function appWithAccounts({ selfService = false } = {}) {
  const clock = { nowMs: Date.parse('2026-11-15T12:00:00Z') };
  const nowMs = () => clock.nowMs;
  const at = temporaryAccounts(nowMs);
  const ring = new KeyRing(at.file, nowMs);
  const tally = new UsageTally(at.file);
  const book = createAccountBook({ file: at.file, ring, tally, passwords: new Passwords() });
  const admission = createAdmission({
    keys: ring,
    plans: SPEC_PLANS,
    limiter: new MemoryLimiter({ plans: SPEC_PLANS, nowMs }),
    trustedProxies: [parseNetwork('10.0.0.0/8') as Network],
    usage: tally,
    nowMs,
  });
  const slept: number[] = [];
  const logged: object[] = [];
  let from = '203.0.113.9';
  const app = createApp({
    catalog: emptyCatalog({ findFood: (id) => (id === 1 ? EXAMPLE_FOOD : null) }),
    admission: admission as Admission,
    accountRoutes: createAccountRoutes({ book, plans: SPEC_PLANS, selfService, nowMs }),
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
    /** An account with its key. */
    account: (name: string, plan: PlanName = 'pro', passwordHash: string | null = null) =>
      at.file.needed().people.create(name, plan, passwordHash)!,
    key: (accountId: number, wish: Partial<NewKey> = {}) =>
      at.file.needed().keys.create(accountId, {
        name: 'ci',
        scope: 'read',
        expiresMs: null,
        perMinute: null,
        ...wish,
      })!,
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
