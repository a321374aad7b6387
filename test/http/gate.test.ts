import { describe, expect, test } from 'bun:test';
import type { Admission, Identity, Verdict } from '../../src/admission/admission.ts';
import { createApp } from '../../src/http/app.ts';
import { emptyCatalog } from './empty-catalog.ts';

const ADMITTED: Verdict = {
  outcome: 'admitted',
  isKeyed: true,
  headers: { 'x-ratelimit-limit': '500' },
  delayMs: 0,
  accountId: null,
};
const SPENT: Verdict = {
  outcome: 'refused',
  status: 429,
  detail: 'Rate limit exceeded. Retry in 7 seconds.',
  headers: { 'retry-after': '7' },
};
const READ_ONLY: Identity<string> = {
  outcome: 'refused',
  status: 403,
  detail: 'This API key is read-only.',
  headers: null,
};
const KNOWN: Identity<string> = { outcome: 'known', caller: 'ada' };

/** An app whose admission gives these outcomes and records what it was asked. */
function appWith(identity: Identity<string>, verdict: Verdict, inTime: <T>(value: T) => T | Promise<T>) {
  const asked: string[] = [];
  const admission: Admission<string> = {
    identify: ({ method, authorization }) => {
      asked.push(`identify ${method} ${authorization}`);
      return inTime(identity);
    },
    admit: (caller) => {
      asked.push(`admit ${caller}`);
      return inTime(verdict);
    },
    countFurther() {},
    budget: () => inTime({ 'x-ratelimit-remaining': '499' }),
  };
  const slept: number[] = [];
  const sleep = async (delayMs: number) => {
    slept.push(delayMs);
  };
  const app = createApp({ catalog: emptyCatalog(), admission: admission as Admission, sleep });
  const send = async (target: string, method = 'GET') => {
    const answer = await app.handle(
      new Request(`http://localhost${target}`, { method, headers: { Authorization: 'Bearer k' } }),
    );
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { send, asked, slept };
}

for (const [pace, inTime] of [
  ['at once', <T>(value: T) => value],
  ['later', <T>(value: T) => Promise.resolve(value)],
] as const) {
  describe(`Admission that answers ${pace}`, () => {
    test('is not asked about a path that does not exist', async () => {
      const { send, asked } = appWith(READ_ONLY, SPENT, inTime);
      expect((await send('/v1/search')).status).toBe(401);
      expect(asked).toEqual([]);
    });

    test('is not asked about documents', async () => {
      const { send, asked } = appWith(READ_ONLY, SPENT, inTime);
      for (const target of ['/health', '/docs', '/openapi.json'])
        expect((await send(target)).status).toBe(200);
      expect(asked).toEqual([]);
    });

    test('refuses a scope before the method is checked', async () => {
      const { send, asked } = appWith(READ_ONLY, SPENT, inTime);
      const answer = await send('/food/abc', 'DELETE');
      expect([answer.status, answer.text]).toEqual([403, '{"detail":"This API key is read-only."}']);
      expect(asked).toEqual(['identify DELETE Bearer k']);
    });

    test('is not asked about limits for a wrong method', async () => {
      const { send, asked } = appWith(KNOWN, SPENT, inTime);
      const answer = await send('/food/abc', 'DELETE');
      expect([answer.status, answer.text]).toEqual([405, '{"detail":"Method Not Allowed"}']);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('499');
      expect(asked).toEqual(['identify DELETE Bearer k']);
    });

    test('applies limits before parameters are validated', async () => {
      const { send, asked } = appWith(KNOWN, SPENT, inTime);
      const answer = await send('/food/abc');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
      expect(asked).toEqual(['identify GET Bearer k', 'admit ada']);
    });

    test('is asked once per request, and adds its headers to every response', async () => {
      const { send, asked } = appWith(KNOWN, ADMITTED, inTime);
      for (const [target, status] of [
        ['/search?q=ab', 200],
        ['/food/2', 404],
        ['/food/abc', 422],
        ['/se%61rch?q=ab', 200],
      ] as const) {
        asked.length = 0;
        const answer = await send(target);
        expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([status, '500']);
        expect(asked).toEqual(['identify GET Bearer k', 'admit ada']);
      }
    });

    test('keeps responses for key holders out of shared caches', async () => {
      const { send } = appWith(KNOWN, ADMITTED, inTime);
      const { headers } = await send('/search?q=ab');
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toContain('Authorization');
    });

    test('delays a response once, after admission', async () => {
      const { send, slept } = appWith(KNOWN, { ...ADMITTED, delayMs: 350 } as Verdict, inTime);
      expect((await send('/food/2')).status).toBe(404);
      expect((await send('/se%61rch?q=ab')).status).toBe(200);
      expect(slept).toEqual([350, 350]);
    });

    test('answers HEAD like GET, without a body', async () => {
      const { send } = appWith(KNOWN, ADMITTED, inTime);
      const answer = await send('/food/abc', 'HEAD');
      expect([answer.status, answer.text]).toEqual([422, '']);
    });
  });
}

test('The client address is looked up only when admission asks for it', async () => {
  let lookedUp = 0;
  const clientAddress = () => {
    lookedUp++;
    return '203.0.113.9';
  };
  const addresses: string[] = [];
  const curious: Admission<null> = {
    identify: (facts) => {
      addresses.push(facts.clientAddress);
      return { outcome: 'known', caller: null };
    },
    admit: () => ADMITTED,
    countFurther() {},
    budget: () => null,
  };
  await createApp({ catalog: emptyCatalog(), clientAddress }).handle(new Request('http://localhost/food/1'));
  expect(lookedUp).toBe(0);
  await createApp({ catalog: emptyCatalog(), clientAddress, admission: curious as Admission }).handle(
    new Request('http://localhost/food/1'),
  );
  expect([lookedUp, addresses]).toEqual([1, ['203.0.113.9']]);
});
