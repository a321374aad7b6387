import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import type { SignInProvider } from '../../../src/accounts/openid.ts';
import { type Browser, type DashboardApp, dashboardApp, PASSWORD, secretOn } from './dashboard-app.ts';

/** A provider that only has to be there. */
const PROVIDER: SignInProvider = {
  name: 'Example ID',
  issuer: 'https://id.example',
  begin: async (_, { linkTo, isFresh }) => ({ url: `https://id.example/${linkTo}/${isFresh}`, ticket: 'x' }),
  finish: async () => 'stale',
};
const STALE_MS = 5 * 60_000 + 1;

let at: DashboardApp;
let browser: Browser;
beforeEach(async () => {
  at = await dashboardApp({ provider: PROVIDER });
  await at.account('ada');
  browser = at.browser();
  await browser.signIn('ada');
});
afterEach(() => at.remove());

const codeOf = (seed: string) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: at.clock.nowMs });

async function enrol(): Promise<string> {
  await browser.post('/dashboard/second-factor');
  const { text } = await browser.get('/dashboard/second-factor');
  const seed = /class="seed"[^>]*>([^<]+)</.exec(text)![1]!.replaceAll(' ', '');
  await browser.post('/dashboard/second-factor/confirm', { code: codeOf(seed) });
  at.clock.nowMs += 60_000;
  return seed;
}

describe('A password entered within five minutes is needed', () => {
  test.each([
    ['/dashboard/keys/1/rotate', '/dashboard/keys/1'],
    ['/dashboard/second-factor', '/dashboard/security'],
    ['/dashboard/second-factor/confirm', '/dashboard/second-factor'],
    ['/dashboard/second-factor/remove', '/dashboard/second-factor'],
    ['/dashboard/openid/unlink', '/dashboard/security'],
    ['/dashboard/sessions/2/end', '/dashboard/sessions'],
    ['/dashboard/sessions/end-all', '/dashboard/sessions'],
    ['/dashboard/password', '/dashboard/security'],
  ])('by %s', async (path, back) => {
    await at.browser().signIn('ada');
    at.clock.nowMs += STALE_MS;
    const to = `/dashboard/confirm?to=${encodeURIComponent(back)}`;
    const fields = { current_password: PASSWORD, new_password: 'battery staple' };
    expect((await browser.post(path, fields)).location).toBe(to);
    expect((await browser.get(to)).status).toBe(200);
    const confirmed = await browser.confirm({ to: back });
    expect(confirmed.location).toBe(back);
    expect((await browser.post(path, fields)).location ?? '').not.toContain('/dashboard/confirm');
  });

  test('to see the seed of a second factor that is being set up', async () => {
    await browser.post('/dashboard/second-factor');
    expect((await browser.get('/dashboard/second-factor')).text).toContain('class="seed"');
    at.clock.nowMs += STALE_MS;
    const stale = await browser.get('/dashboard/second-factor');
    expect([stale.status, stale.location]).toEqual([
      303,
      '/dashboard/confirm?to=%2Fdashboard%2Fsecond-factor',
    ]);
    expect(stale.text).not.toContain('class="seed"');
  });

  test('by linking a provider', async () => {
    const start = () => browser.get('/dashboard/openid/start', { 'sec-fetch-site': 'same-origin' });
    expect((await start()).location).toBe('https://id.example/1/false');
    at.clock.nowMs += STALE_MS;
    expect((await start()).location).toBe('/dashboard/confirm?to=%2Fdashboard%2Fsecurity');
  });

  test('but not by signing out, or by what is easily undone', async () => {
    at.clock.nowMs += STALE_MS;
    expect((await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' })).location).toBe(
      '/dashboard/keys/shown',
    );
    expect((await browser.post('/dashboard/sessions/1/end')).location).toBe('/dashboard/sign-in');
  });

  test('and the code, where there is a second factor', async () => {
    const seed = await enrol();
    at.clock.nowMs += STALE_MS;
    expect((await browser.get('/dashboard/confirm')).text).toContain('name="code"');
    expect((await browser.confirm()).status).toBe(422);
    expect((await browser.confirm({ code: '12345' })).status).toBe(422);
    expect((await browser.confirm({ password: 'wrong', code: codeOf(seed) })).status).toBe(422);
    expect((await browser.confirm({ code: codeOf(seed) })).status).toBe(303);
  });
});

describe('Confirming', () => {
  beforeEach(() => {
    at.clock.nowMs += STALE_MS;
  });

  test('goes on under a new token', async () => {
    const before = browser.cookies.get('__Host-larder-session')!;
    await browser.confirm();
    expect(browser.cookies.get('__Host-larder-session')).not.toBe(before);
    browser.cookies.set('__Host-larder-session', before);
    expect((await browser.get('/dashboard')).location).toBe('/dashboard/sign-in');
  });

  test.each(['https://evil.example', '//evil.example', '/dashboard/keys/1/../..', '/', 'javascript:1'])(
    'never leads to %p',
    async (to) => {
      expect((await browser.confirm({ to })).location).toBe('/dashboard/security');
      const page = await browser.get(`/dashboard/confirm?to=${encodeURIComponent(to)}`);
      expect(page.location).toBe('/dashboard/security');
    },
  );

  test('cannot be guessed quickly', async () => {
    for (let i = 0; i < 5; i++) expect((await browser.confirm({ password: 'wrong' })).status).toBe(422);
    const locked = await browser.confirm();
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '1']);
  });

  test('is not delayed by guesses with the account key, in another session, or in this one from elsewhere', async () => {
    const thief = at.browser();
    await thief.signIn('ada');
    const sameSession = at.browser();
    sameSession.cookies.set('__Host-larder-session', browser.cookies.get('__Host-larder-session')!);
    const { key } = await at.accounts.rotateAccountKey(1, 0);
    const headers = { authorization: `Bearer ${key}` };
    const body = JSON.stringify({ current_password: 'wrong', new_password: 'battery staple' });
    const request = () => new Request('http://localhost/auth/password', { method: 'PUT', headers, body });
    for (let i = 0; i < 7; i++) {
      await at.app.handle(request());
      await thief.post('/dashboard/confirm', { password: 'wrong' });
      at.from.address = '198.51.100.7';
      await sameSession.post('/dashboard/confirm', { password: 'wrong' });
      at.from.address = '203.0.113.9';
    }
    expect((await at.app.handle(request())).status).toBe(429);
    expect((await thief.confirm()).status).toBe(429);
    expect((await browser.confirm()).status).toBe(303);
    const change = { current_password: PASSWORD, new_password: 'battery staple' };
    expect((await browser.post('/dashboard/password', change)).location).toBe(
      '/dashboard/security?done=password',
    );
  });

  test('leads an account without a password to its provider, which asks again', async () => {
    await at.query('UPDATE {accounts} SET password_hash = NULL');
    expect((await browser.get('/dashboard/confirm')).text).toContain('/dashboard/openid/start?again');
    const start = await browser.get('/dashboard/openid/start?again', { 'sec-fetch-site': 'same-origin' });
    expect(start.location).toBe('https://id.example/null/true');
  });
});

test('Setting up or removing the second factor ends all other sessions, under a new token', async () => {
  const other = at.browser();
  await other.signIn('ada');
  const before = browser.cookies.get('__Host-larder-session');
  const seed = await enrol();
  expect(browser.cookies.get('__Host-larder-session')).not.toBe(before);
  expect((await other.get('/dashboard')).location).toBe('/dashboard/sign-in');
  await browser.post('/dashboard/second-factor/remove', { code: codeOf(seed) });
  expect((await browser.get('/dashboard/security')).text).toContain('<b>Off.</b>');
});

test('A new password offers to replace the account key, and says which keys live', async () => {
  const { key } = await at.accounts.rotateAccountKey(1, 0);
  await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' });
  const { text } = await browser.get('/dashboard/security');
  expect(text).toContain('The account key and one named key keep working when the password changes.');
  const fields = { current_password: PASSWORD, new_password: 'battery staple', replace_key: 'on' };
  expect((await browser.post('/dashboard/password', fields)).location).toBe('/dashboard/keys/shown');
  const shown = secretOn(await browser.get('/dashboard/keys/shown'));
  const statusOf = async (sent: string) => {
    const headers = { authorization: `Bearer ${sent}` };
    return (await at.app.handle(new Request('http://localhost/auth/account', { headers }))).status;
  };
  expect([await statusOf(key), await statusOf(shown)]).toEqual([401, 200]);
});

test('Where a second factor is required, a key that a new password replaced is shown', async () => {
  await at.remove();
  at = await dashboardApp({ requireSecondFactor: true });
  await at.account('ada');
  browser = at.browser();
  await browser.signIn('ada');
  const fields = { current_password: PASSWORD, new_password: 'battery staple', replace_key: 'on' };
  expect((await browser.post('/dashboard/password', fields)).location).toBe('/dashboard/keys/shown');
  const headers = { authorization: `Bearer ${secretOn(await browser.get('/dashboard/keys/shown'))}` };
  const account = await at.app.handle(new Request('http://localhost/auth/account', { headers }));
  expect(account.status).toBe(200);
});

test('Where a second factor is required, no provider is linked before it is set up', async () => {
  await at.remove();
  const identity = { issuer: 'https://id.example', subject: '42', label: '', suggestedName: '', ageMs: 0 };
  const finish = async () => ({ identity, linkTo: 1, isFresh: false });
  at = await dashboardApp({ requireSecondFactor: true, provider: { ...PROVIDER, finish } });
  await at.account('ada');
  browser = at.browser();
  await browser.signIn('ada');
  const start = () => browser.get('/dashboard/openid/start', { 'sec-fetch-site': 'same-origin' });
  expect((await browser.get('/dashboard/security')).text).not.toContain('Example ID');
  expect((await start()).location).toBe('/dashboard/security');
  browser.cookies.set('__Host-larder-openid', 'x');
  expect((await browser.get('/dashboard/openid/callback?code=x')).location).toBe('/dashboard/security');
  expect(await at.count('{identities}')).toBe(0);
  // Someone without a password still confirms through the provider.
  const again = await browser.get('/dashboard/openid/start?again', { 'sec-fetch-site': 'same-origin' });
  expect(again.location).toBe('https://id.example/null/true');
  await enrol();
  expect((await start()).location).toBe('https://id.example/1/false');
});

test('Where a second factor is required, nothing else can be done before it is set up', async () => {
  await at.remove();
  at = await dashboardApp({ requireSecondFactor: true });
  await at.account('ada');
  browser = at.browser();
  await browser.signIn('ada');
  for (const path of ['/dashboard', '/dashboard/keys', '/dashboard/plan', '/dashboard/sessions']) {
    expect((await browser.get(path)).location, path).toBe('/dashboard/security');
  }
  expect((await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' })).location).toBe(
    '/dashboard/security',
  );
  expect((await browser.get('/dashboard/security')).text).toContain('This service requires a second factor.');
  await enrol();
  expect((await browser.get('/dashboard')).status).toBe(200);
});

test('Changes to an account are logged with account and client', async () => {
  await at.remove();
  at = await dashboardApp({ selfService: true });
  await at.account('ada');
  browser = at.browser();
  await browser.signIn('ada');
  at.logged.length = 0;
  await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' });
  await browser.post('/dashboard/keys/2/rotate');
  await browser.post('/dashboard/keys/1/rotate');
  await browser.post('/dashboard/keys/2/revoke');
  await browser.post('/dashboard/plan', { plan: 'scale' });
  await browser.post('/dashboard/password', { current_password: 'wrong', new_password: 'battery staple' });
  await browser.post('/dashboard/second-factor/confirm', { code: '12345' });
  const seed = await enrol();
  await browser.post('/dashboard/second-factor/remove', { code: '12345' });
  await browser.post('/dashboard/second-factor/remove', { code: codeOf(seed) });
  await enrol();
  await at.browser().signIn('ada');
  await browser.post('/dashboard/sessions/end-all');
  const events = at.logged.filter((each): each is { name: string; reason?: string } => 'name' in each);
  expect(events.map(({ name, reason }) => (reason === undefined ? name : `${name}: ${reason}`))).toEqual([
    'key created',
    'key rotated',
    'account key replaced',
    'key revoked',
    'plan changed',
    'confirmation failed: password',
    'confirmation failed: no second factor',
    'second factor begun',
    'second factor set up',
    'confirmation failed: code',
    'second factor removed',
    'second factor begun',
    'second factor set up',
    'code asked for',
    'sessions ended',
  ]);
  for (const event of events) {
    expect(event).toMatchObject({ account: 'ada', client: '203.0.113.9', request_id: expect.any(String) });
  }
});

test('Sign-ins are logged with account and client, and unknown names are not', async () => {
  await at.browser().signIn('ada', 'wrong password');
  await at.browser().signIn('my secret password', 'x');
  const logged: object[] = at.logged.filter((each) => 'name' in each);
  const client = '203.0.113.9';
  expect(logged).toEqual([
    { name: 'signed in', account: 'ada', client, request_id: expect.any(String) },
    { name: 'sign-in failed', account: 'ada', client, reason: 'wrong', request_id: expect.any(String) },
    { name: 'sign-in failed', client, reason: 'wrong', request_id: expect.any(String) },
  ]);
});
