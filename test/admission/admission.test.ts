import { describe, expect, test } from 'bun:test';
import { type Network, parseNetwork } from '../../src/admission/address.ts';
import type { Admission, CallFacts, Identity, Verdict } from '../../src/admission/admission.ts';
import type { Caller } from '../../src/admission/caller.ts';
import { createAdmission, type Use } from '../../src/admission/keyed-admission.ts';
import { hashKey, type KeyFacts, makeKey } from '../../src/admission/keys.ts';
import { type Limiter, MemoryLimiter } from '../../src/admission/limiter/limiter.ts';
import { SPEC_PLANS } from '../../src/admission/plans.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const FOREVER = Number.POSITIVE_INFINITY;

type KeyOf = Partial<Omit<KeyFacts, 'keyId'>>;

/** An admission with some keys, its clock, and the usage it recorded. */
function keyedAdmission({
  limits = true,
  plans = SPEC_PLANS,
  trusted = [] as string[],
  inTime = <T>(value: T): T | Promise<T> => value,
} = {}) {
  const clock = { nowMs: 0 };
  const byHash = new Map<string, KeyFacts>();
  const directory = { version: 0 };
  const lookups: string[] = [];
  const uses: [number, Use][] = [];
  const requests: string[] = [];
  const memory = new MemoryLimiter({ nowMs: () => clock.nowMs });
  const limiter: Limiter = {
    take: (charges, cost) => inTime(memory.take(charges, cost)),
    look: (charges, cost) => inTime(memory.look(charges, cost)),
  };
  const admission: Admission<Caller> = createAdmission({
    keys: {
      findByHash(hash) {
        lookups.push(hash);
        return byHash.get(hash) ?? null;
      },
      get version() {
        return directory.version;
      },
    },
    plans,
    limiter: limits ? limiter : null,
    trustedProxies: [parseNetwork('10.0.0.0/8') as Network],
    trustedNetworks: trusted.map((network) => parseNetwork(network) as Network),
    usage: { note: (keyId, use) => uses.push([keyId, use]) },
    onRequest: (plan, isAdmitted) => requests.push(`${plan} ${isAdmitted ? 'admitted' : 'refused'}`),
    nowMs: () => NOW,
  });
  return {
    clock,
    uses,
    requests,
    byHash,
    directory,
    lookups,
    key(facts: KeyOf = {}): string {
      const key = makeKey(facts.kind ?? 'named');
      byHash.set(hashKey(key), {
        keyId: byHash.size + 1,
        accountId: 1,
        kind: 'named',
        scope: 'full',
        plan: 'pro',
        perMinute: null,
        validUntilMs: FOREVER,
        ...facts,
      });
      return key;
    },
    /** Identifies the caller and, unless refused, admits the call. */
    async call(facts: Partial<CallFacts> & { key?: string } = {}): Promise<Verdict> {
      const { key, ...rest } = facts;
      const call: CallFacts = {
        method: 'GET',
        area: 'data',
        authorization: key === undefined ? null : `Bearer ${key}`,
        clientAddress: '203.0.113.9',
        header: () => null,
        ...rest,
      };
      const identity: Identity<Caller> = await admission.identify(call);
      return identity.outcome === 'refused' ? identity : await admission.admit(identity.caller, call);
    },
  };
}

describe.each([true, false])('Requests for data, with limits %p', (limits) => {
  test('are reported by the plan of their caller', async () => {
    const { call, key, requests } = keyedAdmission({ limits });
    await call();
    await call({ key: key({ plan: 'scale' }) });
    await call({ area: 'page' });
    await call({ area: 'account', key: key({ kind: 'account' }) });
    await call({ key: 'nonsense' });
    expect(requests).toEqual(['anonymous admitted', 'scale admitted']);
  });
});

test('A request over the limit is reported as refused', async () => {
  const { call, key, requests } = keyedAdmission();
  const held = key({ plan: 'pro', perMinute: 1 });
  await call({ key: held });
  await call({ key: held });
  expect(requests).toEqual(['pro admitted', 'pro refused']);
});

const INVALID = { outcome: 'refused', status: 401, detail: 'Missing or invalid API key', headers: null };

describe('Keys', () => {
  test('are looked up once, until something about keys has changed', async () => {
    const { call, key, byHash, directory, lookups } = keyedAdmission();
    const held = key();
    for (let i = 0; i < 100; i++) expect((await call({ key: held })).outcome).toBe('admitted');
    expect(lookups).toHaveLength(1);
    byHash.delete(hashKey(held));
    directory.version++;
    expect(await call({ key: held })).toEqual(INVALID as Verdict);
    expect(lookups).toHaveLength(2);
  });

  test('are cached once, however their header is spelled', async () => {
    const { call, key, lookups } = keyedAdmission();
    const text = key({ plan: 'scale' });
    for (let i = 0; i < 500; i++) {
      const authorization = `${i % 2 ? 'bearer' : 'BeArEr'} ${' '.repeat(i % 21)}${text}${'\t'.repeat(i % 23)}`;
      expect((await call({ authorization })).outcome).toBe('admitted');
    }
    expect(lookups).toHaveLength(1);
  });

  test('that are unknown are not remembered, so that a new key works at once', async () => {
    const { call, key, byHash } = keyedAdmission();
    const held = key();
    const facts = byHash.get(hashKey(held))!;
    byHash.delete(hashKey(held));
    expect(await call({ key: held })).toEqual(INVALID as Verdict);
    byHash.set(hashKey(held), facts);
    expect((await call({ key: held })).outcome).toBe('admitted');
  });

  test('are valid to their last moment', async () => {
    const { call, key } = keyedAdmission();
    expect((await call({ key: key({ validUntilMs: NOW }) })).outcome).toBe('admitted');
  });
});

describe('Live searches', () => {
  const SECOND_MS = 1000;

  test('let two people behind one address type for as long as they like', async () => {
    const { call, clock } = keyedAdmission();
    for (let second = 0; second < 120; second++) {
      for (let n = 0; n < 8; n++) expect((await call({ area: 'live' })).outcome).toBe('admitted');
      clock.nowMs += SECOND_MS;
    }
  });

  test('are limited, and take nothing from pages or data', async () => {
    const { call } = keyedAdmission();
    for (let n = 0; n < 480; n++) expect((await call({ area: 'live' })).outcome).toBe('admitted');
    expect(await call({ area: 'live' })).toMatchObject({ outcome: 'refused', status: 429 });
    expect(await call({ area: 'page' })).toMatchObject({ outcome: 'admitted', delayMs: 0 });
    expect((await call()).outcome).toBe('admitted');
  });

  test('are still there when all pages are spent', async () => {
    const { call } = keyedAdmission();
    for (let n = 0; n < 120; n++) await call({ area: 'page' });
    expect((await call({ area: 'page' })).outcome).toBe('refused');
    expect((await call({ area: 'live' })).outcome).toBe('admitted');
  });
});

describe('Where anonymous callers have no requests', () => {
  const plans = { ...SPEC_PLANS, anonymous: { ...SPEC_PLANS.anonymous, per_minute: 0 }, pages_per_minute: 2 };
  const required = {
    outcome: 'refused',
    status: 401,
    detail: 'This server requires an API key. Send it as Authorization: Bearer KEY.',
    headers: null,
  };

  test.each([true, false])('a key is required (limits: %p)', async (limits) => {
    const { call, key } = keyedAdmission({ plans, limits });
    expect(await call()).toEqual(required as Verdict);
    expect(await call({ authorization: `Bearer ${key()}` })).toMatchObject({ outcome: 'admitted' });
  });

  test('guesses are still limited', async () => {
    const { call } = keyedAdmission({ plans });
    const guess = { authorization: 'Bearer nonsense' };
    expect(await call(guess)).toEqual(INVALID as Verdict);
    expect(await call(guess)).toEqual(INVALID as Verdict);
    expect(await call(guess)).toMatchObject({ status: 429 });
  });
});

describe('A call that counts for several requests', () => {
  const outcomes = async (calls: (() => Promise<Verdict>)[]) => {
    const seen: string[] = [];
    for (const call of calls) seen.push((await call()).outcome);
    return seen;
  };

  test('takes all of them from the budget of its client, or none', async () => {
    const { call } = keyedAdmission();
    const costly = () => call({ cost: 10 });
    expect(await outcomes([costly, costly, () => call(), costly])).toEqual([
      'admitted',
      'admitted',
      'admitted',
      'refused',
    ]);
    // Nine are left.
    expect(await outcomes([() => call({ cost: 9 }), () => call()])).toEqual(['admitted', 'refused']);
  });

  test('takes all of them from the hour as well', async () => {
    const { call, clock } = keyedAdmission();
    for (let minute = 0; minute < 90; minute++) {
      expect((await call({ cost: 10 })).outcome).toBe('admitted');
      clock.nowMs += 30_000;
    }
    expect((await call()).outcome).toBe('refused');
  });

  test('costs at most the whole limit, and that of the key if it is lower', async () => {
    const { call, key } = keyedAdmission();
    expect(await outcomes([() => call({ cost: 31 }), () => call()])).toEqual(['admitted', 'refused']);
    const capped = key({ perMinute: 4 });
    const verdict = await call({ key: capped, cost: 10 });
    expect(verdict).toMatchObject({
      outcome: 'admitted',
      headers: { 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '0' },
    });
    expect((await call({ key: capped })).outcome).toBe('refused');
  });
});

describe('Suggestions', () => {
  const suggestions = { allowance: 'suggestions' } as const;

  test('are four times as many a minute as other requests, apart from them, without delay', async () => {
    const { call, clock } = keyedAdmission();
    for (let i = 0; i < 30; i++) await call();
    for (let i = 0; i < 120; i++) {
      expect(await call(suggestions)).toMatchObject({ outcome: 'admitted', delayMs: 0, headers: null });
    }
    expect(await call(suggestions)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect(await call({ ...suggestions, clientAddress: '203.0.113.10' })).toMatchObject({
      outcome: 'admitted',
    });
    clock.nowMs += 60_000;
    expect(await call()).toMatchObject({ outcome: 'admitted', delayMs: 350 });
  });

  test('do not count against the hour', async () => {
    const { call, clock } = keyedAdmission();
    for (let i = 0; i < 2000; i++) {
      expect((await call(suggestions)).outcome).toBe('admitted');
      clock.nowMs += 501;
    }
    expect((await call()).outcome).toBe('admitted');
  });

  test('of a key are those of its plan, or of its own limit if that is lower', async () => {
    const { call, key } = keyedAdmission();
    const [pro, bounded] = [key(), key({ perMinute: 5, accountId: 2 })];
    const headers = (limit: number, remaining: number) => ({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      // The higher the limit, the coarser its log.
      'x-ratelimit-reset': expect.stringMatching(/^6[01]$/) as unknown as string,
    });
    expect(await call({ ...suggestions, key: pro })).toMatchObject({
      headers: headers(2000, 1999),
      delayMs: 0,
    });
    expect(await call({ key: pro })).toMatchObject({ headers: headers(500, 499) });
    for (let left = 19; left >= 0; left--) {
      expect(await call({ ...suggestions, key: bounded })).toMatchObject({ headers: headers(20, left) });
    }
    expect(await call({ ...suggestions, key: bounded })).toMatchObject({ status: 429 });
    expect((await call({ key: bounded })).outcome).toBe('admitted');
  });

  test('of a free key share the budget of its client', async () => {
    const { call, key } = keyedAdmission();
    const free = key({ plan: 'starter' });
    for (let i = 0; i < 60; i++) await call(suggestions);
    expect(await call({ ...suggestions, key: free })).toMatchObject({
      headers: { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '59' },
      delayMs: 0,
    });
  });

  test('of an IPv6 /56 are bounded as well', async () => {
    const { call } = keyedAdmission();
    const clientAddress = (i: number) => `2001:db8:1:ab${(i % 256).toString(16).padStart(2, '0')}::1`;
    for (let i = 0; i < 8 * 120; i++) {
      expect((await call({ ...suggestions, clientAddress: clientAddress(i) })).outcome).toBe('admitted');
    }
    expect(await call({ ...suggestions, clientAddress: clientAddress(3) })).toMatchObject({ status: 429 });
  });
});

describe('Limits', () => {
  const spent = (seconds: number) => ({
    outcome: 'refused',
    status: 429,
    detail: `Rate limit exceeded. Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  });

  test('anonymous: 900 an hour', async () => {
    const { call, clock } = keyedAdmission();
    for (let i = 0; i < 900; i++) {
      expect((await call()).outcome).toBe('admitted');
      clock.nowMs += 2001;
    }
    const answer = await call();
    expect(answer).toMatchObject({ status: 429 });
    clock.nowMs += Number(answer.headers?.['retry-after']) * 1000;
    expect((await call()).outcome).toBe('admitted');
  });

  /** Another client each time, all in one /56, or all in one /48. */
  const in56 = (i: number) => `2001:db8:1:ab${(i % 256).toString(16).padStart(2, '0')}::1`;
  const in48 = (i: number) => `2001:db8:1:${((i * 37) % 65_536).toString(16)}::1`;

  test.each([
    ['/56', 8 * 30, in56],
    ['/48', 64 * 30, in48],
  ])('an IPv6 %s has %d a minute, however many clients it has', async (_, most, addressOf) => {
    const { call } = keyedAdmission();
    for (let i = 0; i < most; i++) {
      expect((await call({ clientAddress: addressOf(i) })).outcome).toBe('admitted');
    }
    expect(await call({ clientAddress: addressOf(most) })).toMatchObject({ status: 429 });
    expect((await call({ clientAddress: '2001:db8:2::1' })).outcome).toBe('admitted');
  });

  test.each([
    ['/56', 8 * 900, in56],
    ['/48', 64 * 900, in48],
  ])('an IPv6 %s has %d an hour', async (_, most, addressOf) => {
    const { call, clock } = keyedAdmission();
    for (let i = 0; i < most; i++) {
      const { outcome } = await call({ clientAddress: addressOf(i) });
      if (outcome !== 'admitted') expect(i).toBe(most);
      clock.nowMs += (30 * 60_000) / most;
    }
    clock.nowMs += 60_000;
    expect(await call({ clientAddress: addressOf(most) })).toMatchObject({ status: 429 });
  });

  test('an IPv6 /56 has 960 pages a minute', async () => {
    const { call } = keyedAdmission();
    const visit = (i: number) => call({ area: 'page', clientAddress: in56(i) });
    for (let i = 0; i < 960; i++) expect((await visit(i)).outcome).toBe('admitted');
    expect(await visit(960)).toMatchObject({ status: 429 });
  });

  test.each([
    ['pro', 500],
    ['scale', 3000],
  ] as const)(
    '%s: %d a minute for all keys of the account, from anywhere, without delay',
    async (plan, limit) => {
      const { call, key } = keyedAdmission();
      const keys = Array.from({ length: 7 }, () => key({ plan }));
      for (let i = 0; i < limit; i++) {
        const answer = await call({ key: keys[i % 7]!, clientAddress: `198.51.100.${i % 200}` });
        expect(answer).toMatchObject({ outcome: 'admitted', delayMs: 0, isKeyed: true });
        expect(answer.headers?.['x-ratelimit-remaining']).toBe(String(limit - i - 1));
      }
      expect(await call({ key: keys[0]! })).toMatchObject(spent(60));
      expect((await call()).outcome).toBe('admitted');
      expect((await call({ key: key({ plan, accountId: 2 }) })).outcome).toBe('admitted');
    },
  );

  test('for pages are 120 a minute for each client, apart from data, and ignore keys', async () => {
    const { call } = keyedAdmission();
    for (let i = 0; i < 120; i++) {
      expect(await call({ area: 'page', key: 'bad' })).toEqual({
        outcome: 'admitted',
        isKeyed: false,
        headers: null,
        delayMs: 0,
        accountId: null,
      });
    }
    expect(await call({ area: 'page' })).toMatchObject(spent(60));
    expect((await call()).outcome).toBe('admitted');
  });

  test('of the plan do not apply to account routes, which have their own limit', async () => {
    const { call, key } = keyedAdmission();
    const account = key({ kind: 'account', plan: 'starter' });
    for (let i = 0; i < 120; i++) {
      const answer = await call({ key: account, area: 'account' });
      expect(answer).toMatchObject({ outcome: 'admitted', delayMs: 0 });
      expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '30' });
    }
    expect(await call({ key: account, area: 'account' })).toMatchObject(spent(60));
    expect((await call({ key: account })).headers).toMatchObject({ 'x-ratelimit-remaining': '29' });
  });

  test('that are off admit everything without delay, and still refuse a bad key', async () => {
    const { call, key } = keyedAdmission({ limits: false });
    for (let i = 0; i < 100; i++) {
      expect(await call()).toEqual({
        outcome: 'admitted',
        isKeyed: false,
        headers: null,
        delayMs: 0,
        accountId: null,
      });
      expect(await call({ key: 'bad' })).toEqual(INVALID as Verdict);
    }
    expect(await call({ key: key({ perMinute: 1 }) })).toMatchObject({ outcome: 'admitted', isKeyed: true });
  });

  test('may be decided asynchronously, by a limiter that several machines share', async () => {
    const { call, key } = keyedAdmission({ inTime: <T>(value: T) => Promise.resolve(value) });
    for (let i = 0; i < 30; i++) expect((await call()).outcome).toBe('admitted');
    expect(await call()).toMatchObject(spent(60));
    expect(await call({ key: 'bad' })).toMatchObject(spent(60));
    const read = key({ scope: 'read' });
    expect((await call({ key: read })).headers).toMatchObject({ 'x-ratelimit-remaining': '499' });
    expect(await call({ key: read, method: 'PUT' })).toMatchObject({
      status: 403,
      headers: { 'x-ratelimit-remaining': '499' },
    });
  });
});

test('A limit of a key above that of its account is no more than that of the account', async () => {
  const { call, key } = keyedAdmission();
  const verdict = await call({ key: key({ plan: 'pro', perMinute: 501 }) });
  expect(verdict).toMatchObject({ headers: { 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '499' } });
});

describe('A trusted network', () => {
  const trusted = ['192.168.1.0/24', '2001:db8:1::/48', '127.0.0.1'];
  const far = { clientAddress: '203.0.113.9' };

  test.each(['192.168.1.7', '::ffff:192.168.1.7', '2001:db8:1:2::3', '::ffff:7f00:1'])(
    'lets %s read without limits and delay',
    async (clientAddress) => {
      const { call } = keyedAdmission({ trusted });
      for (let i = 0; i < 200; i++) {
        expect(await call({ clientAddress })).toMatchObject({
          outcome: 'admitted',
          delayMs: 0,
          headers: null,
        });
      }
    },
  );

  test.each(['192.168.2.7', '2001:db8:2::1', '::ffff:192.168.2.7', 'unknown', ''])(
    'does not include %s',
    async (clientAddress) => {
      const { call } = keyedAdmission({ trusted });
      expect(await call({ clientAddress })).toMatchObject({ outcome: 'admitted', delayMs: 350 });
      for (let i = 0; i < 29; i++) await call({ clientAddress });
      expect(await call({ clientAddress })).toMatchObject({ status: 429 });
    },
  );

  test('is judged by the client behind a trusted proxy, and by nobody else', async () => {
    const { call } = keyedAdmission({ trusted });
    const through = (peer: string, forwarded: string) =>
      call({ clientAddress: peer, header: (name) => (name === 'x-forwarded-for' ? forwarded : null) });
    expect(await through('10.0.0.1', '192.168.1.7')).toMatchObject({ delayMs: 0 });
    expect(await through('10.0.0.1', '192.168.1.7, 203.0.113.9')).toMatchObject({ delayMs: 350 });
    expect(await through('203.0.113.9', '192.168.1.7')).toMatchObject({ delayMs: 350 });
    expect(await through('192.168.1.7', '203.0.113.9')).toMatchObject({ delayMs: 0 });
  });

  test('covers pages and keys, whose use is still counted', async () => {
    const { call, key, uses } = keyedAdmission({ trusted });
    const near = { clientAddress: '127.0.0.1' };
    const starter = key({ plan: 'starter', perMinute: 1 });
    for (let i = 0; i < 200; i++) {
      expect(await call({ ...near, area: 'page' })).toMatchObject({ outcome: 'admitted' });
      expect(await call({ ...near, key: starter })).toMatchObject({
        outcome: 'admitted',
        isKeyed: true,
        delayMs: 0,
      });
    }
    expect(uses).toHaveLength(200);
    expect(await call({ ...far, key: starter })).toMatchObject({ delayMs: 350 });
    expect(await call({ ...far, key: starter })).toMatchObject({ status: 429 });
  });

  test('refuses a bad key as ever, and never for its number', async () => {
    const { call } = keyedAdmission({ trusted });
    for (let i = 0; i < 100; i++) {
      expect(await call({ clientAddress: '127.0.0.1', key: 'nonsense' })).toEqual(INVALID as Verdict);
    }
    expect(await call({ clientAddress: '127.0.0.1' })).toMatchObject({ outcome: 'admitted' });
  });

  test('still needs a key where the operator requires one', async () => {
    const plans = { ...SPEC_PLANS, anonymous: { ...SPEC_PLANS.anonymous, per_minute: 0 } };
    const { call } = keyedAdmission({ trusted, plans });
    expect(await call({ clientAddress: '127.0.0.1' })).toMatchObject({ status: 401 });
  });
});
