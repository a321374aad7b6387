import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { makeKey } from '../../src/admission/keys.ts';
import { appWithAccounts } from './app-with-accounts.ts';
import { testsOnce } from './engine.ts';

const testOnce = testsOnce();

let at: Awaited<ReturnType<typeof appWithAccounts>>;
beforeEach(async () => {
  at = await appWithAccounts();
});
afterEach(() => at.remove());

const UNAUTHORIZED = '{"detail":"Missing or invalid API key"}';
const READ_ONLY = '{"detail":"This API key is read-only. Use a full-access key for this endpoint."}';
const ACCOUNT_KEY = '{"detail":"Use your account key to manage dashboard settings."}';

/** The limit, what is left, and seconds until it is full again; null for an answer without these headers. */
function budgetOf(headers: Headers): string | null {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const values = names.map((name) => headers.get(name));
  return values.every((value) => value === null) ? null : values.join(' ');
}

describe('Part 5: who may call', () => {
  test('a key that is unknown, revoked, expired, removed or mistyped gets the same answer', async () => {
    const { id } = await at.account('ada');
    const revoked = await at.key(id);
    await at.accounts.revokeKey(id, revoked.id);
    const expired = await at.key(id, { expiresMs: at.clock.nowMs + 1000 });
    const rotated = await at.key(id);
    await at.accounts.rotateKey(id, rotated.id, 0);
    const gone = await at.account('eve');
    await at.store.accounts.remove(gone.id);
    at.clock.nowMs += 2000;
    const answers = [];
    for (const key of [makeKey('named'), revoked.key, expired.key, rotated.key, gone.key, 'lrd_k_x', '']) {
      const { status, text, headers } = await at.send('/food/1', { key });
      const names = [...headers.keys()].filter((name) => name !== 'x-request-id');
      answers.push(JSON.stringify([status, text, names]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toStartWith(JSON.stringify([401, UNAUTHORIZED]).slice(0, -1));
  });

  test.each([
    ['read', 'GET', '/food/1', 200, null],
    ['read', 'HEAD', '/food/1', 200, null],
    ['read', 'POST', '/food/1', 403, READ_ONLY],
    ['read', 'DELETE', '/food/abc', 403, READ_ONLY],
    ['read', 'POST', '/nope', 401, UNAUTHORIZED],
    ['full', 'POST', '/food/1', 405, '{"detail":"Method Not Allowed"}'],
    ['full', 'GET', '/food/abc', 422, null],
    ['full', 'GET', '/food/2', 404, '{"detail":"Food not found"}'],
    ['full', 'GET', '/auth/account', 403, ACCOUNT_KEY],
    ['full', 'GET', '/auth/nope', 403, ACCOUNT_KEY],
    ['read', 'POST', '/auth/keys', 403, ACCOUNT_KEY],
    ['read', 'DELETE', '/billing/plan', 403, ACCOUNT_KEY],
    ['read', 'GET', '/billing/a/b/c/d/e/f', 403, ACCOUNT_KEY],
    ['read', 'GET', '/auth/', 403, ACCOUNT_KEY],
    ['read', 'GET', '/auth', 401, UNAUTHORIZED],
    ['read', 'GET', '/authority/x', 401, UNAUTHORIZED],
    ['read', 'GET', '//auth/keys', 401, UNAUTHORIZED],
    ['full', 'GET', '///billing/plan', 401, UNAUTHORIZED],
    ['full', 'POST', '//auth//keys', 401, UNAUTHORIZED],
    ['full', 'GET', '/Auth/keys', 401, UNAUTHORIZED],
    ['full', 'GET', '/v1/auth/keys', 401, UNAUTHORIZED],
    // Under the prefix, as sent.
    ['full', 'GET', '/auth//keys', 403, ACCOUNT_KEY],
    ['read', 'GET', '/health', 200, null],
  ] as const)('a %s key: %s %s is %d', async (scope, method, target, status, body) => {
    const { key } = await at.key((await at.account('ada')).id, { scope });
    const answer = await at.send(target, { method, key });
    expect(answer.status).toBe(status);
    if (body !== null && method !== 'HEAD') expect(answer.text).toBe(body);
    const isKeyed = status !== 401 && target !== '/health';
    expect(budgetOf(answer.headers) !== null).toBe(isKeyed);
  });

  test.each([
    ['GET', '/auth/account', 200],
    ['HEAD', '/auth/account', 200],
    ['GET', '/auth/nope', 401],
    ['POST', '/auth/nope', 401],
    ['DELETE', '/auth/account', 405],
    ['GET', '/billing/plan', 200],
    ['GET', '/food/1', 200],
    ['POST', '/food/1', 405],
    ['GET', '/v1/search', 401],
  ])('the account key: %s %s is %d', async (method, target, status) => {
    const answer = await at.send(target, { method, key: (await at.account('ada')).key });
    expect(answer.status).toBe(status);
    expect(budgetOf(answer.headers) !== null).toBe(status !== 401);
  });

  test.each(['/auth/account', '/auth/nope', '/billing/plan', '/auth/'])(
    'nobody: %s is 401',
    async (target) => {
      for (const key of [null, 'bad', makeKey('account')]) {
        const answer = await at.send(target, { key });
        expect([answer.status, answer.text]).toEqual([401, UNAUTHORIZED]);
      }
    },
  );

  test('account routes are closed to other origins and never cached', async () => {
    const { key } = await at.account('ada');
    for (const [method, target] of [
      ['OPTIONS', '/auth/keys'],
      ['GET', '/auth/keys'],
      ['GET', '/auth/nope'],
      ['PATCH', '/auth/keys'],
      ['POST', '/auth/keys'],
    ] as const) {
      const { headers } = await at.send(target, { method, key, headers: { Origin: 'https://evil.example' } });
      const opened = [...headers.keys()].filter((name) => name.startsWith('access-control'));
      expect([method, opened]).toEqual([method, []]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect((await at.send('/auth/keys', { method: 'OPTIONS' })).status).toBe(204);
    expect((await at.send('/auth/nope', { method: 'OPTIONS' })).status).toBe(401);
    const data = await at.send('/food/1', { key });
    expect(data.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('Part 8: how often', () => {
  test('anonymous: thirty, each after the fairness delay, then 429 with nothing but Retry-After', async () => {
    for (let i = 0; i < 30; i++) expect((await at.send('/food/1')).status).toBe(200);
    at.clock.nowMs += 30_500;
    const { status, text, headers } = await at.send('/food/1');
    expect([status, text]).toEqual([429, '{"detail":"Rate limit exceeded. Retry in 30 seconds."}']);
    expect(headers.get('retry-after')).toBe('30');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(budgetOf(headers)).toBeNull();
    expect(at.slept).toEqual(Array(30).fill(350));
    at.clock.nowMs += 30_000;
    expect((await at.send('/food/1')).status).toBe(200);
  });

  test('every admitted request counts, also one that ends in 404 or 422', async () => {
    const { key } = await at.key((await at.account('ada')).id);
    const left = [];
    for (const target of [
      '/food/1',
      '/food/2',
      '/food/abc',
      '/search?q=a',
      '/foods/popular',
      '/foods/categories',
    ]) {
      left.push(budgetOf((await at.send(target, { key })).headers));
    }
    expect(left).toEqual([
      '500 499 60',
      '500 498 60',
      '500 497 60',
      '500 496 60',
      '500 495 60',
      '500 494 60',
    ]);
    expect(at.slept).toEqual([]);
  });

  test('what is refused for its scope or method does not count, and shows the budget', async () => {
    const { id } = await at.account('ada');
    const [read, full] = [await at.key(id), await at.key(id, { scope: 'full' })];
    await at.send('/food/1', { key: read.key });
    expect(budgetOf((await at.send('/food/1', { key: read.key, method: 'PUT' })).headers)).toBe('500 499 60');
    expect(budgetOf((await at.send('/food/1', { key: full.key, method: 'PUT' })).headers)).toBe('500 499 60');
    expect(budgetOf((await at.send('/auth/keys', { key: full.key })).headers)).toBe('500 499 60');
  });

  test('a 429 with a key says when to retry and what the budget is', async () => {
    const { key } = await at.key((await at.account('ada')).id, { perMinute: 2 });
    await at.send('/food/1', { key });
    at.clock.nowMs += 20_000;
    expect(budgetOf((await at.send('/food/1', { key })).headers)).toBe('2 0 60');
    const { status, headers } = await at.send('/food/1', { key });
    expect([status, headers.get('retry-after'), budgetOf(headers)]).toEqual([429, '40', '2 0 60']);
    expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Reset');
  });

  test('starter keys share their client with anonymous calls, delay included', async () => {
    const { key } = await at.account('ada', 'starter');
    for (let i = 0; i < 15; i++) await at.send('/food/1');
    for (let i = 0; i < 15; i++) await at.send('/food/1', { key });
    expect(at.slept).toHaveLength(30);
    expect((await at.send('/food/1')).status).toBe(429);
    expect(budgetOf((await at.send('/food/1', { key })).headers)).toBe('30 0 60');
    expect((await at.send('/food/1', { key, from: '203.0.113.10' })).status).toBe(200);
  });

  test('documents are free and ignore keys', async () => {
    for (let i = 0; i < 40; i++) await at.send('/food/1');
    for (const target of ['/health', '/docs', '/openapi.json']) {
      const { status, headers } = await at.send(target, { key: 'bad' });
      expect([status, budgetOf(headers)]).toEqual([200, null]);
    }
  });

  test('bad keys are counted, and get 429 once their client has used up its budget', async () => {
    for (let i = 0; i < 30; i++) expect((await at.send('/food/1', { key: 'bad' })).status).toBe(401);
    for (const target of ['/food/1', '/auth/account', '/auth/nope']) {
      expect((await at.send(target, { key: 'bad' })).status).toBe(429);
    }
    // An unknown path is 401 whatever was sent, and costs nothing.
    for (let i = 0; i < 40; i++)
      expect((await at.send('/nope', { key: 'bad', from: '203.0.113.10' })).status).toBe(401);
    expect((await at.send('/food/1', { from: '203.0.113.10' })).status).toBe(200);
  });

  test('forwarded addresses count only from a trusted proxy', async () => {
    const claim = (i: number) => ({ headers: { 'X-Forwarded-For': `198.51.100.${i}` } });
    for (let i = 0; i < 30; i++) await at.send('/food/1', claim(i));
    expect((await at.send('/food/1', claim(99))).status).toBe(429);
    for (let i = 0; i < 50; i++) {
      expect((await at.send('/food/1', { ...claim(i), from: '10.1.2.3' })).status).toBe(200);
    }
  });

  testOnce('a plan changed on the command line takes effect within a second', async () => {
    const { id, key } = await at.account('ada');
    expect((await at.send('/food/1', { key })).headers.get('x-ratelimit-limit')).toBe('500');
    const elsewhere = new SqliteAccountStore(at.path);
    await elsewhere.accounts.setPlan(id, 'scale');
    elsewhere.close();
    at.clock.nowMs += 500;
    expect((await at.send('/food/1', { key })).headers.get('x-ratelimit-limit')).toBe('3000');
  });
});
