import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { MemoryShownOnce } from '../../../src/accounts/store/in-memory.ts';
import { ShownOnce } from '../../../src/site/dashboard/shown-once.ts';
import { type Browser, type DashboardApp, dashboardApp, ORIGIN, secretOn } from './dashboard-app.ts';

let at: DashboardApp;
let browser: Browser;
beforeEach(async () => {
  at = await dashboardApp();
  await at.account('ada');
  browser = at.browser();
  await browser.signIn('ada');
});
afterEach(() => at.remove());

/** The status that a program with this key gets. */
async function statusWith(key: string, path = '/food/1'): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await at.app.handle(new Request(ORIGIN + path, { headers }))).status;
}

async function makeKey(fields: Record<string, string> = {}): Promise<string> {
  const made = await browser.post('/dashboard/keys', { name: 'ci', scope: 'read', ...fields });
  expect(made.location).toBe('/dashboard/keys/shown');
  return secretOn(await browser.get('/dashboard/keys/shown'));
}

describe('A key', () => {
  test('is created, shown once, and works', async () => {
    await browser.post('/dashboard/keys', { name: 'ci <b>', scope: 'read' });
    expect((await browser.get('/dashboard/keys')).text).not.toMatch(/lrd_k_\w{10}/);
    // A HEAD request does not use it up.
    await browser.get('/dashboard/keys/shown', {}, 'HEAD');
    const page = await browser.get('/dashboard/keys/shown');
    const key = secretOn(page);
    expect(key).toMatch(/^lrd_k_\w{33}$/);
    expect(page.text).toContain('<b>ci &lt;b&gt;</b>');
    expect(page.text).toContain(`curl -H 'Authorization: Bearer ${key}'`);
    expect(await statusWith(key)).toBe(200);
    const again = await browser.get('/dashboard/keys/shown');
    expect(again.text).toContain('A key is shown only once');
    expect(again.text).not.toContain(key.slice(10));
    expect((await browser.get('/dashboard/keys')).text).toContain(`${key.slice(0, 10)}…`);
  });

  test('is shown only to the session that created it', async () => {
    const other = at.browser();
    await other.signIn('ada');
    await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' });
    expect(secretOn(await other.get('/dashboard/keys/shown'))).toBe('');
    expect(secretOn(await browser.get('/dashboard/keys/shown'))).not.toBe('');
  });

  test('has the scope, the expiry and the limit that were entered', async () => {
    const key = await makeKey({ scope: 'full', expires: '2026-12-31', per_minute: '60' });
    expect((await at.store.keys.list(null, false)).at(-1)).toMatchObject({
      name: 'ci',
      scope: 'full',
      expires_ms: Date.parse('2026-12-31T23:59:59.999Z'),
      per_minute: 60,
    });
    const { text } = await browser.get('/dashboard/keys');
    for (const words of ['Full access', 'Until 31 December 2026', '60 a minute', 'Last used: never']) {
      expect(text).toContain(words);
    }
    await statusWith(key);
    await at.tally.flush();
    at.clock.nowMs += 5 * 60_000;
    expect((await browser.get('/dashboard/keys')).text).toMatch(/Last used: <time [^>]*>5 minutes ago/);
    at.clock.nowMs = Date.parse('2027-01-01T00:00:00Z');
    await browser.signIn('ada');
    expect((await browser.get('/dashboard/keys')).text).toContain('Expired 31 December 2026');
  });

  test.each([
    ['Give the key a name.', 'name', { name: '  ' }],
    ['The name is longer than 64 characters.', 'name', { name: 'n'.repeat(65) }],
    ['Choose what the key can do.', 'scope', { scope: 'everything' }],
    ['This date is in the past.', 'expires', { expires: '2026-11-14' }],
    ['Enter a date such as 2027-01-31.', 'expires', { expires: 'tomorrow' }],
    ['Enter a whole number from 1 to 1,000,000.', 'per_minute', { per_minute: '0' }],
    ['Enter a whole number from 1 to 1,000,000.', 'per_minute', { per_minute: '1.5' }],
  ])('is refused with a sentence at its field: %s', async (sentence, field, wrong) => {
    const fields = { name: 'kept name', scope: 'read', expires: '2027-01-31', per_minute: '77', ...wrong };
    const answer = await browser.post('/dashboard/keys', fields);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(`<p class="fault" id="${field}-fault">${sentence}</p>`);
    expect(answer.text).toMatch(new RegExp(`aria-describedby="[^"]*${field}-fault"`));
    for (const [name, value] of Object.entries(fields)) {
      if (name !== 'scope') expect(answer.text).toContain(`value="${value.trim()}"`);
    }
    expect(await at.store.keys.list(null, false)).toHaveLength(1);
  });

  test('that is rotated without an overlap stops at once', async () => {
    const old = await makeKey();
    expect(await statusWith(old)).toBe(200);
    const answer = await browser.post('/dashboard/keys/2/rotate', { overlap_seconds: '0' });
    expect(answer.location).toBe('/dashboard/keys/shown');
    const next = secretOn(await browser.get('/dashboard/keys/shown'));
    expect(next).not.toBe(old);
    expect(await statusWith(old)).toBe(401);
    expect(await statusWith(next)).toBe(200);
  });

  test('that is rotated with an overlap keeps working that long, beside the new one', async () => {
    const old = await makeKey();
    await browser.post('/dashboard/keys/2/rotate', { overlap_seconds: '3600' });
    const next = secretOn(await browser.get('/dashboard/keys/shown'));
    at.clock.nowMs += 3_600_000;
    expect(await statusWith(old)).toBe(200);
    at.clock.nowMs += 1;
    expect(await statusWith(old)).toBe(401);
    expect(await statusWith(next)).toBe(200);
  });

  test('that has expired cannot be rotated, which the page says', async () => {
    await makeKey({ expires: '2026-11-15' });
    expect((await browser.get('/dashboard/keys/2')).text).toContain('/dashboard/keys/2/rotate');
    at.clock.nowMs = Date.parse('2026-11-16T00:00:00Z');
    await browser.signIn('ada');
    const page = await browser.get('/dashboard/keys/2');
    expect(page.text).not.toContain('/dashboard/keys/2/rotate');
    expect(page.text).toContain('Create a new key instead.');
    const refused = await browser.post('/dashboard/keys/2/rotate', { overlap_seconds: '0' });
    expect([refused.status, refused.location]).toEqual([422, null]);
    expect(refused.text).toContain('Create a new key instead.');
  });

  test('that is revoked stops working', async () => {
    const key = await makeKey();
    expect(await statusWith(key)).toBe(200);
    const answer = await browser.post('/dashboard/keys/2/revoke');
    expect(answer.location).toBe('/dashboard/keys?done=revoked');
    expect(await statusWith(key)).toBe(401);
    const { text } = await browser.get('/dashboard/keys?done=revoked');
    expect(text).toContain('The key was revoked and no longer works.');
    expect(text).toContain('None yet.');
  });

  test('for the account can be rotated, and cannot be revoked', async () => {
    expect((await browser.get('/dashboard/keys/1')).text).not.toContain('/dashboard/keys/1/revoke');
    expect((await browser.post('/dashboard/keys/1/revoke')).status).toBe(409);
    await browser.post('/dashboard/keys/1/rotate');
    const key = secretOn(await browser.get('/dashboard/keys/shown'));
    expect(key).toStartWith('lrd_a_');
    expect(await statusWith(key, '/auth/account')).toBe(200);
  });

  test('of somebody else is not found', async () => {
    await at.account('bob');
    const keys = await at.store.keys.list(null, false);
    const bobs = keys.find(({ account }) => account === 'bob')!.id;
    for (const id of [bobs, 999, 'x', '1e0', '01']) {
      expect((await browser.get(`/dashboard/keys/${id}`)).status).toBe(404);
      expect((await browser.post(`/dashboard/keys/${id}/rotate`)).status).toBe(404);
      expect((await browser.post(`/dashboard/keys/${id}/revoke`)).status).toBe(404);
    }
    expect(await at.store.keys.list(null, false)).toEqual(keys);
  });
});

test('A secret that nobody looks at is forgotten after two minutes', async () => {
  const clock = { nowMs: 0 };
  const secrets = new ShownOnce(new MemoryShownOnce(), () => clock.nowMs);
  for (const sessionId of [1, 2]) await secrets.put(sessionId, { kind: 'codes', codes: ['abcd'] });
  clock.nowMs = 120_000;
  expect(await secrets.take(1, 'key')).toBeNull();
  expect(await secrets.take(1, 'codes')).toEqual({ kind: 'codes', codes: ['abcd'] });
  clock.nowMs += 1;
  expect(await secrets.take(2, 'codes')).toBeNull();
});
