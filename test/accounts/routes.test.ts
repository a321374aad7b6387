import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import { ownerOf } from '../../src/accounts/hash-queue.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { isKey, makeKey } from '../../src/admission/keys.ts';
import { missing, noneOf, tooShort, tooSmall, wrongValue } from '../contract/expected-issues.ts';
import { findErrors } from '../http/redocly.ts';
import { appWithAccounts } from './app-with-accounts.ts';
import { testsOnce } from './engine.ts';
import { LEAST_COST } from './temporary-accounts.ts';

const testOnce = testsOnce();

let at: Awaited<ReturnType<typeof appWithAccounts>>;
let ada: { id: number; key: string };
beforeEach(async () => {
  at = await appWithAccounts();
  ada = await at.account('ada');
});
afterEach(() => at.remove());

/** Sends a request with ada's account key. */
const send = (method: string, target: string, body?: unknown) =>
  at.send(target, { method, key: ada.key, ...(body !== undefined && { body }) });
const works = async (key: string) => (await at.send('/food/1', { key })).status === 200;

describe('Keys over HTTP', () => {
  test('are listed with the account key first, and never in full', async () => {
    await at.key(ada.id, { name: 'ci', perMinute: 5 });
    const { status, json, text } = await send('GET', '/auth/keys');
    expect(status).toBe(200);
    expect(json).toMatchObject([
      { id: 1, kind: 'account', scope: 'full', expires: null, last_used: null, revoked: null },
      { id: 2, name: 'ci', kind: 'named', scope: 'read', per_minute: 5 },
    ]);
    expect(text).not.toContain(ada.key.slice(10));
  });

  test('are created, shown once, and work at once', async () => {
    const { status, json } = await send('POST', '/auth/keys', { name: 'production' });
    expect(status).toBe(201);
    expect(json).toMatchObject({ name: 'production', scope: 'read', expires: null, per_minute: null });
    expect(isKey(json.key)).toBe(true);
    expect(await works(json.key)).toBe(true);
    expect((await send('GET', '/auth/keys')).text).not.toContain(json.key.slice(10));
  });

  test('are created with scope, expiry and limit', async () => {
    const input = { name: 'ci', scope: 'full', expires: '2026-11-20', per_minute: 3 };
    const { json } = await send('POST', '/auth/keys', input);
    expect(json).toMatchObject({ scope: 'full', expires: '2026-11-20T23:59:59.999Z', per_minute: 3 });
    for (let i = 0; i < 3; i++) expect(await works(json.key)).toBe(true);
    expect(await works(json.key)).toBe(false);
    at.clock.nowMs = Date.parse('2026-11-21T00:00:00Z');
    expect((await at.send('/food/1', { key: json.key })).status).toBe(401);
  });

  test('are rotated, with and without an overlap', async () => {
    const { id, key } = await at.key(ada.id);
    const second = (await send('POST', `/auth/keys/${id}/rotate`, { overlap_seconds: 60 })).json;
    expect([await works(key), await works(second.key)]).toEqual([true, true]);
    at.clock.nowMs += 60_001;
    expect([await works(key), await works(second.key)]).toEqual([false, true]);
    const third = (await send('POST', `/auth/keys/${id}/rotate`)).json;
    expect([await works(second.key), await works(third.key)]).toEqual([false, true]);
    expect(third).toMatchObject({ id, name: 'ci' });
  });

  test('that have expired are not rotated: the new one would not work either', async () => {
    const { id } = await at.key(ada.id, { expiresMs: at.clock.nowMs + 1000 });
    const stored = () => at.query('SELECT * FROM {keys}');
    const before = await stored();
    at.clock.nowMs += 1001;
    expect(await send('POST', `/auth/keys/${id}/rotate`)).toMatchObject({
      status: 422,
      json: {
        detail: [wrongValue('is in the past', ['body', 'expires'], '2026-11-15T12:00:01.000Z')],
      },
    });
    expect(await stored()).toEqual(before);
  });

  test('are revoked at once', async () => {
    const { id, key } = await at.key(ada.id);
    expect(await works(key)).toBe(true);
    expect(await send('DELETE', `/auth/keys/${id}`)).toMatchObject({ status: 204, text: '' });
    expect(await works(key)).toBe(false);
    expect(await send('DELETE', `/auth/keys/${id}`)).toMatchObject({
      status: 404,
      text: '{"detail":"Key not found"}',
    });
  });

  test('for the account are rotated, not revoked', async () => {
    expect(await send('DELETE', '/auth/keys/1')).toMatchObject({
      status: 409,
      text: '{"detail":"The account key cannot be revoked. Rotate it instead."}',
    });
    const { json } = await send('POST', '/auth/keys/1/rotate');
    expect((await send('GET', '/auth/account')).status).toBe(401);
    expect((await at.send('/auth/account', { key: json.key })).status).toBe(200);
  });

  test('of another account are out of reach', async () => {
    const eve = await at.account('eve');
    const { id, key } = await at.key(eve.id);
    for (const [method, target] of [
      ['DELETE', `/auth/keys/${id}`],
      ['POST', `/auth/keys/${id}/rotate`],
      ['DELETE', '/auth/keys/999'],
      ['DELETE', '/auth/keys/99999999999999999999999'],
    ] as const) {
      expect((await send(method, target)).status).toBe(404);
    }
    expect(await works(key)).toBe(true);
    expect((await send('GET', '/auth/keys')).json).toHaveLength(1);
  });

  test('show when they were last used', async () => {
    const { key } = await at.key(ada.id);
    await works(key);
    await send('GET', '/billing/usage');
    const { json } = await send('GET', '/auth/keys');
    expect(json[1].last_used).toBe(new Date(at.clock.nowMs).toISOString());
  });
});

describe('An invalid body is reported as FastAPI does', () => {
  const inBody = (name: string) => ['body', name];
  const scope = inBody('scope');
  const unknownScope = (input: string) => noneOf("'read' or 'full'", scope, input);
  const wrong = (member: string, error: string, input: string) => wrongValue(error, inBody(member), input);
  const noLimit = tooSmall(inBody('per_minute'), 0, 1);

  test.each([
    ['no body', undefined, [missing(['body'])]],
    ['no JSON', '{', [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: null }]],
    [
      'a list',
      [1],
      [
        {
          type: 'model_attributes_type',
          loc: ['body'],
          msg: 'Input should be a valid dictionary or object to extract fields from',
          input: [1],
        },
      ],
    ],
    ['no name', { scope: 'read' }, [missing(inBody('name'), { scope: 'read' })]],
    [
      'a name that is not a string',
      { name: 7 },
      [{ type: 'string_type', loc: ['body', 'name'], msg: 'Input should be a valid string', input: 7 }],
    ],
    [
      'an empty name and an unknown scope',
      { name: '', scope: 'all' },
      [tooShort('', inBody('name'), 1), unknownScope('all')],
    ],
    ['a limit of zero', { name: 'x', per_minute: 0 }, [noLimit]],
    [
      'a fractional limit',
      { name: 'x', per_minute: 1.5 },
      [
        {
          type: 'int_from_float',
          loc: ['body', 'per_minute'],
          msg: 'Input should be a valid integer, got a number with a fractional part',
          input: 1.5,
        },
      ],
    ],
    [
      'a date in the past',
      { name: 'x', expires: '2020-01-01' },
      [wrong('expires', 'is in the past', '2020-01-01')],
    ],
    [
      'something wrong everywhere, in order of declaration',
      { per_minute: 0, expires: 'foo', scope: 'admin', name: ' ' },
      [
        wrong('name', 'is empty', ' '),
        unknownScope('admin'),
        wrong('expires', 'must be a date such as 2027-01-31 or 2027-01-31T12:00:00Z', 'foo'),
        noLimit,
      ],
    ],
  ])('%s', async (_, body, detail) => {
    const { status, json, headers } = await send('POST', '/auth/keys', body);
    expect([status, json]).toEqual([422, { detail }]);
    expect(headers.get('x-ratelimit-limit')).toBe('500');
    expect((await send('GET', '/auth/keys')).json).toHaveLength(1);
  });

  test('and so are invalid parameters', async () => {
    const { status, json } = await send('DELETE', '/auth/keys/abc');
    expect([status, json.detail[0].loc]).toEqual([422, ['path', 'key_id']]);
    expect((await send('GET', '/billing/usage?days=0')).status).toBe(422);
  });

  test('without the secrets it contained', async () => {
    const { status, text } = await send('PUT', '/auth/password', {
      new_password: 'hunter2',
      current_password: 7,
    });
    expect(status).toBe(422);
    expect(text).not.toContain('hunter2');
    expect((await send('PUT', '/auth/password', { current_password: 'hunter2' })).text).not.toContain(
      'hunter2',
    );
  });

  test('with null for each secret, and other values as they were sent', async () => {
    const inputs = async (method: string, target: string, body: unknown) =>
      (await send(method, target, body)).json.detail.map(
        ({ loc, input }: { loc: string[]; input: unknown }) => [loc.at(-1), input],
      );
    expect(await inputs('POST', '/auth/keys/1/rotate', { overlap_seconds: -1, code: '1' })).toEqual([
      ['overlap_seconds', -1],
      ['code', null],
    ]);
    expect(
      await inputs('PUT', '/auth/password', { current_password: 7, new_password: 'password123' }),
    ).toEqual([
      ['current_password', null],
      ['new_password', null],
    ]);
    expect(await inputs('PUT', '/auth/password', { new_pasword: 'battery staple' })).toEqual([
      ['new_password', null],
    ]);
    expect(await inputs('PUT', '/auth/password', '"battery staple"')).toEqual([['body', null]]);
  });
});

describe('The password over HTTP', () => {
  test('is first set without a current one, and then changed only with it', async () => {
    expect((await send('GET', '/auth/account')).json.has_password).toBe(false);
    expect((await send('PUT', '/auth/password', { new_password: 'correct horse' })).status).toBe(204);
    expect((await send('GET', '/auth/account')).json.has_password).toBe(true);
    for (const current of [undefined, null, '', 'wrong horse']) {
      const body = { new_password: 'battery staple', current_password: current };
      expect(await send('PUT', '/auth/password', body)).toMatchObject({
        status: 403,
        text: '{"detail":"The current password or the code is wrong or missing."}',
      });
    }
    const right = { new_password: 'battery staple', current_password: 'correct horse' };
    expect((await send('PUT', '/auth/password', right)).status).toBe(204);
    const hash = (await at.store.accounts.find('ada'))!.password_hash;
    expect(await new Passwords(LEAST_COST).verify('battery staple', hash, ownerOf(1))).toBe(true);
  });

  test('is not first set with the account key alone once someone signs in through a provider', async () => {
    const identity = { issuer: 'https://id.example', subject: '42', label: 'Ada' };
    expect(await at.store.accounts.link(ada.id, identity, 1)).toBe(true);
    expect((await send('PUT', '/auth/password', { new_password: 'correct horse' })).status).toBe(403);
  });

  test.each(['password123', 'larder2026', 'ada-ada-ada'])('may not be %p', async (password) => {
    await at.query("UPDATE {accounts} SET name = 'ada-ada'");
    const { status, text } = await send('PUT', '/auth/password', { new_password: password });
    expect(status).toBe(422);
    expect(text).toContain('"loc":["body","new_password"]');
    expect(text).not.toContain(password);
  });

  test('cannot be guessed quickly', async () => {
    await send('PUT', '/auth/password', { new_password: 'correct horse' });
    const guess = () =>
      send('PUT', '/auth/password', { new_password: 'x'.repeat(8), current_password: 'guess' });
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(403);
    const { status, text, headers } = await guess();
    expect([status, text]).toEqual([429, '{"detail":"Rate limit exceeded. Retry in 1 second."}']);
    expect(headers.get('retry-after')).toBe('1');
  });
});

describe('Guessing the password with a stolen account key', () => {
  const guess = (from: string) =>
    at.send('/auth/password', {
      method: 'PUT',
      key: ada.key,
      body: { new_password: 'x7kfqpzw', current_password: 'guess' },
      from,
    });
  beforeEach(() => send('PUT', '/auth/password', { new_password: 'correct horse' }));

  test('does not shut out the owner, who has the key too', async () => {
    for (let i = 0; i < 7; i++) await guess('198.51.100.7');
    expect((await guess('198.51.100.7')).status).toBe(429);
    const body = { new_password: 'battery staple', current_password: 'correct horse' };
    expect((await send('PUT', '/auth/password', body)).status).toBe(204);
  });

  test('is not helped by the addresses of an IPv6 network', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 41; i++)
      statuses.push((await guess(`2001:db8:1:${(0xaa00 + i).toString(16)}::1`)).status);
    expect(statuses).toEqual([...Array(40).fill(403), 429]);
  });
});

describe('The second factor over HTTP', () => {
  const codeOf = (seed: string) =>
    new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: at.clock.nowMs });

  const PASSWORD = { current_password: 'correct horse' };
  beforeEach(async () => {
    await send('PUT', '/auth/password', { new_password: 'correct horse' });
  });

  test('is enrolled, confirmed and removed, with the password', async () => {
    const enrolment = await send('POST', '/auth/second-factor', PASSWORD);
    expect(enrolment.status).toBe(201);
    const { seed } = enrolment.json;
    expect(await send('POST', '/auth/second-factor/confirm', { code: '000000' })).toMatchObject({
      status: 403,
      text: '{"detail":"The code is wrong or was already used."}',
    });
    const confirmed = await send('POST', '/auth/second-factor/confirm', { code: codeOf(seed) });
    expect(confirmed.status).toBe(200);
    expect(confirmed.json.recovery_codes).toHaveLength(10);
    expect((await send('GET', '/auth/account')).json).toMatchObject({
      second_factor: true,
      recovery_codes_left: 10,
    });
    expect((await send('POST', '/auth/second-factor', PASSWORD)).status).toBe(409);
    const remove = (body: object) => send('POST', '/auth/second-factor/remove', body);
    // The code that confirmed is used up.
    expect((await remove({ code: codeOf(seed), ...PASSWORD })).status).toBe(403);
    at.clock.nowMs += 30_000;
    expect((await remove({ code: codeOf(seed) })).status).toBe(403);
    expect((await remove({ code: codeOf(seed), current_password: 'wrong horse' })).status).toBe(403);
    expect((await remove({ code: codeOf(seed), ...PASSWORD })).status).toBe(204);
    expect((await send('GET', '/auth/account')).json).toMatchObject({
      second_factor: false,
      recovery_codes_left: 0,
    });
    expect((await remove({ code: codeOf(seed), ...PASSWORD })).status).toBe(404);
    expect((await send('POST', '/auth/second-factor/confirm', { code: codeOf(seed) })).status).toBe(409);
  });

  test('is not enrolled with the account key alone', async () => {
    const bob = await at.account('bob', 'pro', null);
    const enrol = (key: string, body: object) =>
      at.send('/auth/second-factor', { method: 'POST', key, body });
    expect((await enrol(ada.key, { current_password: null })).status).toBe(403);
    expect((await enrol(ada.key, { current_password: 'wrong horse' })).status).toBe(403);
    expect((await enrol(ada.key, {})).status).toBe(422);
    // Without a password there is nothing but the key.
    expect((await enrol(bob.key, { current_password: null })).status).toBe(403);
    expect(await at.accounts.secondFactor.findPending(ada.id, 'ada')).toBeNull();
  });

  test('and the password are needed to replace the account key or the password', async () => {
    const { seed } = (await send('POST', '/auth/second-factor', PASSWORD)).json;
    await send('POST', '/auth/second-factor/confirm', { code: codeOf(seed) });
    at.clock.nowMs += 30_000;
    const rotate = (body: object) => send('POST', '/auth/keys/1/rotate', body);
    const change = (body: object) =>
      send('PUT', '/auth/password', { new_password: 'battery staple', ...body });
    for (const act of [rotate, change]) {
      expect((await act({})).status).toBe(403);
      expect((await act(PASSWORD)).status).toBe(403);
      expect((await act({ code: codeOf(seed) })).status).toBe(403);
    }
    expect((await change({ ...PASSWORD, code: codeOf(seed) })).status).toBe(204);
    at.clock.nowMs += 30_000;
    const { status, json } = await rotate({ current_password: 'battery staple', code: codeOf(seed) });
    expect([status, json.kind]).toEqual([200, 'account']);
  });

  test('is locked by guessing', async () => {
    const { seed } = (await send('POST', '/auth/second-factor', PASSWORD)).json;
    await send('POST', '/auth/second-factor/confirm', { code: codeOf(seed) });
    at.clock.nowMs += 30_000;
    const wrong = codeOf(seed) === '000000' ? '111111' : '000000';
    const remove = (code: string) => send('POST', '/auth/second-factor/remove', { code, ...PASSWORD });
    for (let i = 0; i < 5; i++) await remove(wrong);
    const { status, headers } = await remove(codeOf(seed));
    expect([status, headers.get('retry-after')]).toEqual([429, '900']);
  });

  test('must be set up before anything else where the operator requires it', async () => {
    const strict = await appWithAccounts({ requireSecondFactor: true });
    const { key } = await strict.account('bob');
    const ask = (method: string, path: string, body?: object) => strict.send(path, { method, key, body });
    const refused = {
      status: 403,
      text: '{"detail":"This service requires a second factor. Set it up first."}',
    };
    expect(await ask('GET', '/auth/keys')).toMatchObject(refused);
    expect(await ask('POST', '/auth/keys', { name: 'ci' })).toMatchObject(refused);
    expect(await ask('GET', '/billing/plan')).toMatchObject(refused);
    expect((await ask('GET', '/auth/account')).status).toBe(200);
    expect((await ask('PUT', '/auth/password', { new_password: 'correct horse' })).status).toBe(204);
    const { seed } = (await ask('POST', '/auth/second-factor', PASSWORD)).json;
    const code = new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: strict.clock.nowMs });
    expect((await ask('POST', '/auth/second-factor/confirm', { code })).status).toBe(200);
    expect((await ask('GET', '/auth/keys')).status).toBe(200);
    strict.remove();
  });
});

describe('Billing', () => {
  test('shows the plans, the plan of the account, and its usage by day and key', async () => {
    expect((await send('GET', '/billing/plans')).json).toEqual([
      { plan: 'starter', per_minute: 30, per_hour: 900, delay_ms: 350, counted_per: 'client' },
      { plan: 'pro', per_minute: 500, per_hour: null, delay_ms: 0, counted_per: 'account' },
      { plan: 'scale', per_minute: 3000, per_hour: null, delay_ms: 0, counted_per: 'account' },
    ]);
    expect((await send('GET', '/billing/plan')).json).toMatchObject({ plan: 'pro', may_change: false });
    const { id, key } = await at.key(ada.id, { perMinute: 2 });
    for (let i = 0; i < 3; i++) await works(key);
    at.clock.nowMs += 86_400_000;
    await works(key);
    await works(ada.key);
    expect((await send('GET', '/billing/usage')).json).toEqual([
      { day: '2026-11-16', key_id: 1, key_name: 'account key', requests: 1, limited: 0 },
      { day: '2026-11-16', key_id: id, key_name: 'ci', requests: 1, limited: 0 },
      { day: '2026-11-15', key_id: id, key_name: 'ci', requests: 2, limited: 1 },
    ]);
    expect((await send('GET', '/billing/usage?days=1')).json).toHaveLength(2);
  });

  test('leaves the plan to the operator, unless users may choose', async () => {
    expect(await send('PUT', '/billing/plan', { plan: 'scale' })).toMatchObject({
      status: 403,
      text: '{"detail":"Plans are set by the operator of this service."}',
    });
    const open = await appWithAccounts({ selfService: true });
    const { key } = await open.account('bob', 'starter');
    const choose = (plan: string) => open.send('/billing/plan', { method: 'PUT', key, body: { plan } });
    expect((await choose('scale')).json).toMatchObject({ plan: 'scale', may_change: true });
    expect((await open.send('/food/1', { key })).headers.get('x-ratelimit-limit')).toBe('3000');
    expect((await choose('gold')).status).toBe(422);
    const changes = open.logged.filter((each) => 'name' in each);
    expect(changes).toMatchObject([{ name: 'plan changed', account: 'bob', plan: 'scale' }]);
    open.remove();
  });
});

describe('The description of the account routes', () => {
  testOnce('lists them all and passes the Redocly linter', async () => {
    const { text, json } = await at.send('/openapi.json');
    const listed = Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(listed.filter((name) => /\/(auth|billing)\//.test(name))).toEqual([
      'get /auth/account',
      'get /auth/keys',
      'post /auth/keys',
      'delete /auth/keys/{key_id}',
      'post /auth/keys/{key_id}/rotate',
      'put /auth/password',
      'post /auth/second-factor',
      'post /auth/second-factor/confirm',
      'post /auth/second-factor/remove',
      'get /billing/plans',
      'get /billing/plan',
      'put /billing/plan',
      'get /billing/usage',
    ]);
    expect(await findErrors(text)).toEqual([]);
  });

  test('is on the documentation page, each with its method', async () => {
    const page = await at.app.handle(new Request('http://localhost/docs'));
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('<span class="method">DELETE</span> /auth/keys/{key_id}');
  });
});

test('Changes and failed proofs are logged with account and client', async () => {
  const password = 'battery staple';
  await send('PUT', '/auth/password', { new_password: password });
  const proof = { current_password: password };
  await send('PUT', '/auth/password', { current_password: 'a wrong one', new_password: 'x7kfqpzw' });
  await send('POST', '/auth/keys', { name: 'ci' });
  await send('POST', '/auth/keys/2/rotate', {});
  await send('DELETE', '/auth/keys/2');
  await send('DELETE', '/auth/keys/2');
  await send('POST', '/auth/second-factor', { current_password: 'a wrong one' });
  const { seed } = (await send('POST', '/auth/second-factor', proof)).json;
  const totp = new TOTP({ secret: Secret.fromBase32(seed) });
  const code = () => totp.generate({ timestamp: at.clock.nowMs });
  await send('POST', '/auth/second-factor/confirm', { code: '12345x' });
  await send('POST', '/auth/second-factor/confirm', { code: code() });
  at.clock.nowMs += 60_000;
  await send('POST', '/auth/keys/1/rotate', { ...proof, code: '12345x' });
  ada.key = (await send('POST', '/auth/keys/1/rotate', { ...proof, code: code() })).json.key;
  at.clock.nowMs += 60_000;
  await send('POST', '/auth/second-factor/remove', { ...proof, code: '12345x' });
  await send('POST', '/auth/second-factor/remove', { ...proof, code: code() });
  const events = at.logged.filter((each): each is { name: string; reason?: string } => 'name' in each);
  expect(events.map(({ name, reason }) => (reason === undefined ? name : `${name}: ${reason}`))).toEqual([
    'password changed',
    'confirmation failed: password',
    'key created',
    'key rotated',
    'key revoked',
    'confirmation failed: password',
    'second factor begun',
    'confirmation failed: code',
    'second factor set up',
    'confirmation failed: code',
    'account key replaced',
    'confirmation failed: code',
    'second factor removed',
  ]);
  for (const event of events) {
    expect(event).toMatchObject({
      account: 'ada',
      client: '203.0.113.9',
      request_id: expect.any(String),
    });
  }
});

test('No secret is logged, whatever was sent and however it ended', async () => {
  const secrets = [
    ada.key,
    (await at.key(ada.id)).key,
    makeKey('named'),
    'correct horse',
    'wrong horse',
    '271828',
  ];
  for (const key of secrets) {
    await at.send('/food/1', { key });
    await at.send('/auth/account', { key });
  }
  await send('PUT', '/auth/password', { new_password: 'correct horse' });
  await send('PUT', '/auth/password', { new_password: 'x', current_password: 'wrong horse' });
  await send('POST', '/auth/second-factor', { current_password: 'correct horse' });
  await send('POST', '/auth/second-factor/confirm', { code: '271828' });
  at.store.close();
  const words = JSON.stringify(at.logged);
  expect(at.logged.length).toBeGreaterThan(10);
  for (const secret of secrets) expect(words).not.toContain(secret.length > 20 ? secret.slice(10) : secret);
});
