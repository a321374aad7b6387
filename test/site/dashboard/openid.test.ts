import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { Secret, TOTP } from 'otpauth';
import { isOnThisMachine, OpenIdProvider } from '../../../src/accounts/openid.ts';
import { MemoryFlows } from '../../../src/accounts/store/in-memory.ts';
import {
  type Answer,
  type Browser,
  type DashboardApp,
  type DashboardOptions,
  dashboardApp,
  ORIGIN,
} from './dashboard-app.ts';
import { type Claims, openProvider } from './real-provider.ts';

/** Sign-in through a real provider; each check of the protocol is tested by breaking what it checks. */
const RETURN = `${ORIGIN}/dashboard/openid/callback`;
const clock = { nowMs: 0 };
const failures: string[] = [];
let at: DashboardApp;
const opened: DashboardApp[] = [];
let browser: Browser;
const real = await openProvider(RETURN);
afterAll(() => real.close());
beforeEach(() => open());
afterEach(async () => {
  for (const app of opened.splice(0)) await app.remove();
  failures.length = 0;
  real.person.subject = 'grace-42';
  real.tamper.claims = null;
  real.tamper.signature = false;
});

function providerOf(changes: Partial<ConstructorParameters<typeof OpenIdProvider>[0]> = {}): OpenIdProvider {
  return new OpenIdProvider({
    issuer: new URL(real.issuer),
    clientId: real.clientId,
    clientSecret: real.clientSecret,
    name: 'Example ID',
    onFailure: (what) => failures.push(what),
    flows: new MemoryFlows(),
    nowMs: () => clock.nowMs,
    steadyMs: () => clock.nowMs,
    ...changes,
  });
}

async function open(options: DashboardOptions = {}, provider = providerOf()): Promise<void> {
  at = await dashboardApp({ provider, ...options });
  opened.push(at);
  browser = at.browser();
}

/** Goes to the provider and returns the address that the browser is sent back to. */
async function goThere(
  change: (url: URL) => void = async () => {},
  start = '/dashboard/openid/start',
): Promise<URL> {
  const begun = await browser.get(start, { 'sec-fetch-site': 'same-origin' });
  expect(begun.status).toBe(303);
  const url = new URL(begun.location!);
  change(url);
  return real.visit(url.href);
}

const comeBack = (url: URL) =>
  browser.get(`/dashboard/openid/callback${url.search}`, { 'sec-fetch-site': 'cross-site' });
const isIn = async () => (await browser.get('/dashboard')).status === 200;

/** Expects a refusal for this reason. */
async function expectUnproven(answer: Answer, reason: string | RegExp): Promise<void> {
  await expectRefusal(answer, 'does not prove who you are');
  expect(failures.splice(0).join()).toMatch(reason);
}

async function expectRefusal(answer: Answer, sentence: string): Promise<void> {
  expect(answer.status).toBe(403);
  expect(answer.text).toContain(sentence);
  expect(browser.cookies.has('__Host-larder-session')).toBe(false);
  expect(await isIn()).toBe(false);
}

describe('Signing in with a provider', () => {
  test('creates an account where sign-up is open, and finds it again', async () => {
    expect((await browser.get('/dashboard/sign-in')).text).toContain('Sign in with Example ID');
    const answer = await comeBack(await goThere());
    expect(answer.location).toBe('/dashboard?welcome');
    expect((await browser.get('/dashboard')).text).toContain('Signed in as <b>Grace</b>');
    expect(browser.cookies.has('__Host-larder-openid')).toBe(false);
    browser = at.browser();
    await comeBack(await goThere());
    expect((await browser.get('/dashboard')).text).toContain('Signed in as <b>Grace</b>');
    expect(await at.store.accounts.list()).toHaveLength(1);
    // Without a password there is nothing to guess.
    expect((await at.browser().signIn('Grace', '')).status).toBe(422);
  });

  test('sends a state, a nonce and a PKCE challenge, new each time', async () => {
    const sent: URLSearchParams[] = [];
    for (let i = 0; i < 2; i++) await goThere((url) => sent.push(url.searchParams));
    const [first, second] = sent as [URLSearchParams, URLSearchParams];
    expect(first.get('code_challenge_method')).toBe('S256');
    expect(first.get('response_type')).toBe('code');
    expect(first.get('redirect_uri')).toBe(RETURN);
    expect(first.has('client_secret')).toBe(false);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.get(name)?.length, name).toBeGreaterThanOrEqual(43);
      expect(first.get(name), name).not.toBe(second.get(name));
    }
  });

  test('works without a secret, by PKCE alone', async () => {
    const provider = providerOf({ clientId: real.publicClientId, clientSecret: null });
    await open({}, provider);
    expect((await comeBack(await goThere())).location).toBe('/dashboard?welcome');
    expect(failures).toEqual([]);
    const exchange = real.exchanges.at(-1)!;
    expect(exchange.get('client_id')).toBe(real.publicClientId);
    expect(exchange.has('client_secret')).toBe(false);
    expect(exchange.get('code_verifier')?.length).toBeGreaterThanOrEqual(43);
  });

  test('is logged: who signed up, who signed in, and who could not', async () => {
    await comeBack(await goThere());
    browser = at.browser();
    await comeBack(await goThere());
    real.person.subject = null;
    browser = at.browser();
    await comeBack(await goThere());
    const [client, request_id] = ['203.0.113.9', expect.any(String)];
    expect(at.logged.filter((each) => 'name' in each) as object[]).toEqual([
      { name: 'signed up', account: 'Grace', client, reason: 'provider', request_id },
      { name: 'signed in', account: 'Grace', client, reason: 'provider', request_id },
      { name: 'sign-in failed', client, reason: 'provider: refused', request_id },
    ]);
  });

  test('is refused where sign-up is closed and nobody is linked', async () => {
    await open({ signUp: 'closed' });
    await expectRefusal(await comeBack(await goThere()), 'no account here is linked to you');
    expect(existsSync(at.path)).toBe(false);
  });

  test('asks for the second factor too', async () => {
    await comeBack(await goThere());
    const { secondFactors } = at.store;
    await secondFactors.begin(1, Buffer.from('seed'), 1);
    await secondFactors.confirm((await secondFactors.find(1))!, ['code'], Buffer.from('salt'), 1);
    browser = at.browser();
    expect((await comeBack(await goThere())).location).toBe('/dashboard/sign-in/code?welcome');
    expect(await isIn()).toBe(false);
  });

  test('that the provider declines shows a message', async () => {
    real.person.subject = null;
    await expectRefusal(await comeBack(await goThere()), 'Example ID did not let you sign in.');
  });

  test('can only be started from here', async () => {
    const answer = await browser.get('/dashboard/openid/start', { 'sec-fetch-site': 'cross-site' });
    expect(answer.location).toBe('/dashboard/sign-in');
    expect(browser.cookies.size).toBe(0);
  });
});

test('Starting many sign-ins pushes nobody else’s out', async () => {
  const provider = providerOf();
  await open({}, provider);
  const here = await goThere();
  for (let i = 0; i < 10_100; i++) await provider.begin(RETURN, { linkTo: null, isFresh: false });
  expect((await comeBack(here)).location).toBe('/dashboard?welcome');
});

describe('A check of the protocol holds:', () => {
  test('state', async () => {
    const url = await goThere();
    url.searchParams.set('state', `${url.searchParams.get('state')?.slice(0, -1)}_`);
    await expectUnproven(await comeBack(url), /"state"/);
    const bare = await goThere();
    bare.searchParams.delete('state');
    await expectUnproven(await comeBack(bare), /"state"/);
  });

  test('state, as sent by another browser: nobody is signed in as somebody else', async () => {
    const theirs = await goThere();
    browser = at.browser();
    await expectRefusal(await comeBack(theirs), 'in another browser');
    await goThere();
    await expectUnproven(await comeBack(theirs), /"state"/);
  });

  test('nonce', async () => {
    const url = await goThere((to) => to.searchParams.set('nonce', 'of another sign-in'));
    await expectUnproven(await comeBack(url), /"nonce"/);
    real.tamper.claims = ({ nonce, ...rest }: Claims) => rest;
    await expectUnproven(await comeBack(await goThere()), /"nonce"/);
  });

  test('PKCE', async () => {
    const other = Buffer.alloc(32, 7).toString('base64url');
    const url = await goThere((to) => to.searchParams.set('code_challenge', other));
    await expectUnproven(await comeBack(url), /invalid_grant/);
    expect(real.exchanges.at(-1)?.get('code_verifier')?.length).toBeGreaterThanOrEqual(43);
  });

  test('issuer, of the answer and of the token', async () => {
    const url = await goThere();
    expect(url.searchParams.get('iss')).toBe(real.issuer);
    url.searchParams.set('iss', 'https://evil.example');
    await expectUnproven(await comeBack(url), /"iss"/);
    real.tamper.claims = (claims) => ({ ...claims, iss: 'https://evil.example' });
    await expectUnproven(await comeBack(await goThere()), /"iss"/);
  });

  test('issuer, in the metadata of the provider', async () => {
    await open({}, providerOf({ issuer: new URL(real.issuer.replace('127.0.0.1', 'localhost')) }));
    const answer = await browser.get('/dashboard/openid/start', { 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(503);
    expect(failures.join()).toContain('issuer');
  });

  test('audience', async () => {
    real.tamper.claims = (claims) => ({ ...claims, aud: 'another client' });
    await expectUnproven(await comeBack(await goThere()), /"aud"/);
    real.tamper.claims = (claims) => ({
      ...claims,
      aud: ['larder', 'another client'],
      azp: 'another client',
    });
    await expectUnproven(await comeBack(await goThere()), /"azp"/);
  });

  test('time', async () => {
    real.tamper.claims = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 });
    await expectUnproven(await comeBack(await goThere()), /"exp"/);
  });

  test('signature', async () => {
    real.tamper.signature = true;
    await expectUnproven(await comeBack(await goThere()), /signature/);
    real.tamper.signature = false;
    // The helper that breaks tokens in these tests breaks nothing else.
    real.tamper.claims = (claims) => ({ ...claims });
    expect((await comeBack(await goThere())).status).toBe(303);
  });

  test('an answer works once', async () => {
    const url = await goThere();
    const cookies = new Map(browser.cookies);
    expect((await comeBack(url)).status).toBe(303);
    browser = at.browser();
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await expectRefusal(await comeBack(url), 'started too long ago');
  });

  test('an answer must come within ten minutes', async () => {
    const url = await goThere();
    clock.nowMs += 10 * 60_000 + 1;
    await expectRefusal(await comeBack(url), 'started too long ago');
  });

  test('the client secret', async () => {
    await open({}, providerOf({ clientSecret: 'a wrong secret' }));
    await expectUnproven(await comeBack(await goThere()), /challenge|invalid_client/);
  });
});

describe('Signing in with a provider is as fresh as the sign-in there:', () => {
  const LONG_AGO_SECONDS = 10 * 86_400;
  /** Where the dashboard leads someone who replaces the account key. */
  const replaceKey = async () => (await browser.post('/dashboard/keys/1/rotate')).location;
  const asksFirst = expect.stringMatching(/^\/dashboard\/confirm\?to=/);
  const said = (change: (claims: Claims & { iat: number }) => Claims) => {
    real.tamper.claims = (claims) => change(claims as Claims & { iat: number });
  };
  const saidLongAgo = () => said((claims) => ({ ...claims, auth_time: claims.iat - LONG_AGO_SECONDS }));

  test('a password entered there just now counts', async () => {
    await comeBack(await goThere());
    expect(await replaceKey()).toBe('/dashboard/keys/shown');
  });

  test('for what is left of five minutes', async () => {
    said((claims) => ({ ...claims, auth_time: claims.iat - 240 }));
    await comeBack(await goThere());
    expect(await replaceKey()).toBe('/dashboard/keys/shown');
    at.clock.nowMs += 61_000;
    expect(await replaceKey()).toEqual(asksFirst);
  });

  test.each([
    ['entered there long ago', (claims: Claims & { iat: number }) => claims.iat - LONG_AGO_SECONDS],
    ['of an unknown time', () => undefined],
    ['entered in the future', (claims: Claims & { iat: number }) => claims.iat + LONG_AGO_SECONDS],
    ['with a time in milliseconds', (claims: Claims & { iat: number }) => claims.iat * 1000],
  ])('a password %s does not, but signs in', async (_, timeOf) => {
    said((claims) => ({ ...claims, auth_time: timeOf(claims) }));
    await at.account('ada');
    await browser.signIn('ada');
    await comeBack(await goThere());
    at.clock.nowMs += 5 * 60_000 + 1;
    expect(await replaceKey()).toEqual(asksFirst);
    // Whoever has only the browser signs out, and in again without a password.
    await browser.post('/dashboard/sign-out');
    expect((await comeBack(await goThere())).location).toBe('/dashboard?welcome');
    expect(await isIn()).toBe(true);
    expect(await replaceKey()).toEqual(asksFirst);
    for (const path of ['/dashboard/second-factor', '/dashboard/password', '/dashboard/openid/unlink']) {
      expect((await browser.post(path)).location, path).toEqual(asksFirst);
    }
  });

  test('nor does a code of the second factor after it', async () => {
    await comeBack(await goThere());
    const { seed } = (await at.accounts.secondFactor.enrol(1, 'ada'))!;
    const totp = new TOTP({ secret: Secret.fromBase32(seed) });
    const code = () => totp.generate({ timestamp: at.clock.nowMs });
    await at.accounts.secondFactor.confirm(1, code());
    at.clock.nowMs += 60_000;
    saidLongAgo();
    browser = at.browser();
    expect((await comeBack(await goThere())).location).toBe('/dashboard/sign-in/code?welcome');
    await browser.post('/dashboard/sign-in/code', { code: code() });
    expect(await isIn()).toBe(true);
    expect(await replaceKey()).toEqual(asksFirst);
  });

  test('when it must be fresh, a browser that changes the address gains nothing', async () => {
    await comeBack(await goThere());
    at.clock.nowMs += 5 * 60_000 + 1;
    saidLongAgo();
    const again = '/dashboard/openid/start?again';
    const remove = (url: URL) => {
      expect(url.searchParams.get('prompt')).toBe('login');
      expect(url.searchParams.get('max_age')).toBe('300');
      url.searchParams.delete('prompt');
      url.searchParams.delete('max_age');
    };
    expect((await comeBack(await goThere(remove, again))).location).toBe('/dashboard/confirm?unconfirmed');
    expect((await browser.get('/dashboard/confirm?unconfirmed')).text).toContain(
      'Example ID did not say that you entered a password there',
    );
    expect(await replaceKey()).toEqual(asksFirst);
    real.tamper.claims = null;
    expect((await comeBack(await goThere(undefined, again))).location).toBe('/dashboard?welcome');
    expect(await replaceKey()).toBe('/dashboard/keys/shown');
  });
});

describe('An account that has a password', () => {
  test('can be linked, signed in to that way, and unlinked', async () => {
    await open({ signUp: 'closed' });
    await at.account('ada');
    await browser.signIn('ada');
    expect((await browser.get('/dashboard/security')).text).toContain('<b>Not linked.</b>');
    expect((await comeBack(await goThere())).location).toBe('/dashboard/security?done=linked');
    expect((await browser.get('/dashboard/security')).text).toContain('<b>Linked</b> to Grace');
    const owner = browser;
    browser = at.browser();
    await comeBack(await goThere());
    expect((await browser.get('/dashboard')).text).toContain('Signed in as <b>ada</b>');
    expect((await owner.post('/dashboard/openid/unlink')).location).toBe('/dashboard/security?done=unlinked');
    browser = at.browser();
    await expectRefusal(await comeBack(await goThere()), 'no account here is linked');
  });

  test('is not linked when its owner signed out or changed accounts in between', async () => {
    await open({ signUp: 'closed' });
    await at.account('ada');
    await at.account('bob');
    await browser.signIn('ada');
    const url = await goThere();
    await browser.signIn('bob');
    expect((await comeBack(url)).status).toBe(403);
    expect(await at.count('{identities}')).toBe(0);
  });

  test('cannot be linked to an identity of another account', async () => {
    await comeBack(await goThere());
    browser = at.browser();
    await at.account('ada');
    await browser.signIn('ada');
    const answer = await comeBack(await goThere());
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Grace is linked to another account');
  });
});

test('An account without a password stays linked until it has one', async () => {
  await comeBack(await goThere());
  expect((await browser.get('/dashboard/security')).text).toContain('To unlink it, set a password first.');
  expect((await browser.post('/dashboard/openid/unlink')).status).toBe(409);
  await browser.post('/dashboard/password', { new_password: 'battery staple' });
  expect((await browser.post('/dashboard/openid/unlink')).status).toBe(303);
});

test('A provider that cannot be reached shows a message, and is retried', async () => {
  const issuer = new URL('http://127.0.0.1:9');
  await open({}, providerOf({ issuer }));
  const answer = await browser.get('/dashboard/openid/start', { 'sec-fetch-site': 'same-origin' });
  expect(answer.status).toBe(503);
  expect(answer.text).toContain('Example ID cannot be reached right now.');
  await browser.get('/dashboard/openid/start', { 'sec-fetch-site': 'same-origin' });
  expect(failures).toHaveLength(2);
});

test('Plain http is allowed only for a provider on this machine', () => {
  const local = ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:1', 'http://127.1.2.3'];
  const remote = [
    'http://id.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://10.0.0.1',
  ];
  for (const url of local) expect(isOnThisMachine(new URL(url)), url).toBe(true);
  for (const url of remote) expect(isOnThisMachine(new URL(url)), url).toBe(false);
});
