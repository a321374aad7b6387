import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { argon2 } from '../../../src/accounts/argon2.ts';
import {
  type Answer,
  type DashboardApp,
  type DashboardOptions,
  dashboardApp,
  PASSWORD,
} from './dashboard-app.ts';

const SESSION = '__Host-larder-session';
let at: DashboardApp;
afterEach(async () => {
  mock.restore();
  await at.remove();
});
async function open(options: DashboardOptions = {}): Promise<DashboardApp> {
  at = await dashboardApp(options);
  return at;
}

describe('Signing in', () => {
  test('leads to the dashboard with a session cookie hidden from scripts and other hosts', async () => {
    await (await open()).account('ada');
    const browser = at.browser();
    const answer = await browser.signIn('Ada');
    expect(answer.status).toBe(303);
    expect(answer.location).toBe('/dashboard?welcome');
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^__Host-larder-(session|known)=[\w.-]{43,}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
      );
    }
    const page = await browser.get('/dashboard?welcome');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Signed in as <b>ada</b>');
  });

  test('starts a new session each time, and accepts none that was planted in the browser', async () => {
    await (await open()).account('ada');
    await at.account('mallory');
    const mallory = at.browser();
    await mallory.signIn('mallory');
    const planted = mallory.cookies.get(SESSION)!;
    for (const value of [planted, 'A'.repeat(43), 'x']) {
      const browser = at.browser();
      browser.cookies.set(SESSION, value);
      await browser.signIn('ada');
      expect(browser.cookies.get(SESSION)).not.toBe(value);
      expect((await browser.get('/dashboard')).text).toContain('Signed in as <b>ada</b>');
      mallory.cookies.set(SESSION, value);
      expect((await mallory.get('/dashboard')).text).not.toContain('<b>ada</b>');
    }
  });

  test('looks the same for an unknown name, a wrong password and an account without one', async () => {
    await (await open()).accounts.create('known', 'pro', PASSWORD);
    await at.account('silent', null);
    const verify = spyOn(argon2, 'verify');
    const answers: Answer[] = [];
    for (const name of ['known', 'silent', 'nobody', '-no-name-', 'n'.repeat(3000)]) {
      const answer = await at.browser().post('/dashboard/sign-in', { name, password: 'wrong password' });
      answers.push({ ...answer, text: answer.text.replaceAll(name, 'NAME') });
    }
    // They take the same time too: one comparison each, with a hash of the same cost.
    const costs = verify.mock.calls.map(([, hash]) => String(hash).split('$').slice(0, 4).join('$'));
    expect(costs).toHaveLength(5);
    expect(new Set(costs).size).toBe(1);
    const [first] = answers;
    expect(first?.status).toBe(422);
    expect(first?.text).toContain('The user name or password is wrong.');
    for (const { status, text, headers } of answers) {
      expect(status).toBe(422);
      expect(text).toBe(first!.text);
      const names = (of: Headers) => [...of.keys()].sort();
      expect(names(headers)).toEqual(names(first!.headers));
    }
  });

  test('is slowed down alike for known and unknown names, and the announced wait is right', async () => {
    await (await open()).account('ada');
    for (const name of ['ada', 'nobody']) {
      const browser = at.browser();
      for (let i = 0; i < 5; i++) await browser.signIn(name, 'wrong');
      const refused = await browser.signIn(name, PASSWORD);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.text).toContain('Too many attempts. Try again in 1 second.');
    }
    at.clock.nowMs += 1000;
    expect((await at.browser().signIn('ada')).status).toBe(303);
  });

  test('keeps the name that was entered, and never the password', async () => {
    await open();
    const { text } = await at
      .browser()
      .post('/dashboard/sign-in', { name: '"><script>x</script>', password: 'secret "><b>' });
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
    expect(text).not.toContain('secret');
    const { text: bare } = await at.browser().post('/dashboard/sign-in', {});
    expect(bare).toContain('Enter your user name.');
    expect(bare).toContain('aria-describedby="name-fault" aria-invalid="true" required autofocus');
    expect(bare).toContain('<title>Check the form: Sign in · larder</title>');
  });

  test('shows the operator how to create the first account', async () => {
    await open({ signUp: 'closed' });
    expect((await at.browser().get('/dashboard/sign-in')).text).toContain(
      'larder account create NAME --password-stdin',
    );
    expect(existsSync(at.path)).toBe(false);
    await at.account('ada');
    const { text } = await at.browser().get('/dashboard/sign-in');
    expect(text).not.toContain('larder account create');
    expect(text).toContain('Accounts are created by the operator');
    expect(text).not.toContain('/dashboard/sign-up');
  });

  test('is required first, on every page', async () => {
    await open();
    for (const { method, path } of at.pages) {
      const target = path.replace(/:\w+/g, '1');
      if (/sign-(in|up)|openid\/(start|callback)/.test(path)) continue;
      const browser = at.browser();
      const answer = method === 'GET' ? await browser.get(target) : await browser.post(target);
      // The admin area does not exist for anyone but admins.
      const expected = path.startsWith('/dashboard/admin') ? '401 null' : '303 /dashboard/sign-in';
      expect(`${target} ${answer.status} ${answer.location}`).toBe(`${target} ${expected}`);
    }
  });

  test('that the browser does not keep is explained', async () => {
    await (await open()).account('ada');
    const browser = at.browser();
    await browser.signIn('ada');
    browser.cookies.clear();
    const { location } = await browser.get('/dashboard?welcome');
    expect(location).toBe('/dashboard/sign-in?lost=1');
    expect((await browser.get(location!)).text).toContain('Your browser did not keep the session.');
    expect((await browser.get('/dashboard/sign-in/code?welcome')).location).toBe('/dashboard/sign-in?lost=1');
  });

  test('ends with signing out, only in that browser', async () => {
    await (await open()).account('ada');
    const [here, there] = [at.browser(), at.browser()];
    await here.signIn('ada');
    await there.signIn('ada');
    const token = here.cookies.get(SESSION)!;
    const answer = await here.post('/dashboard/sign-out');
    expect(answer.location).toBe('/dashboard/sign-in');
    expect(here.cookies.has(SESSION)).toBe(false);
    here.cookies.set(SESSION, token);
    expect((await here.get('/dashboard')).status).toBe(303);
    expect((await there.get('/dashboard')).status).toBe(200);
  });

  test('ends when the account is removed', async () => {
    const { id } = await (await open()).account('ada');
    const browser = at.browser();
    await browser.signIn('ada');
    await at.store.accounts.remove(id);
    expect((await browser.get('/dashboard')).location).toBe('/dashboard/sign-in');
  });
});

describe('Signing up', () => {
  test('creates an account, and the accounts file with the first one', async () => {
    await open();
    const browser = at.browser();
    expect((await browser.get('/dashboard/sign-up')).status).toBe(200);
    expect(existsSync(at.path)).toBe(false);
    const answer = await browser.post('/dashboard/sign-up', { name: 'Ada L.', password: PASSWORD });
    expect(answer.location).toBe('/dashboard/keys?welcome');
    expect((await browser.get('/dashboard/keys')).text).toContain('Signed in as <b>Ada L.</b>');
    expect(await at.store.accounts.find('ada l.')).toMatchObject({ plan: 'starter' });
    expect((await at.browser().signIn('ada l.')).status).toBe(303);
  });

  test.each([
    ['A user name is required.', { name: '', password: PASSWORD }],
    ['A user name may contain letters, digits', { name: '-ada', password: PASSWORD }],
    ['This user name is longer than 64 characters.', { name: 'a'.repeat(65), password: PASSWORD }],
    ['This password has fewer than 8 characters.', { name: 'ada', password: 'short' }],
    ['This password has more than 256 characters.', { name: 'ada', password: 'x'.repeat(257) }],
    ['This password is little more than your user name', { name: 'adalovelace', password: 'AdaLovelace' }],
    ['This user name is taken. Choose another one.', { name: 'TAKEN', password: PASSWORD }],
  ])('is refused with a sentence: %s', async (sentence, fields) => {
    await (await open()).account('taken', null);
    const answer = await at.browser().post('/dashboard/sign-up', fields);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(sentence);
    expect(answer.text).not.toContain(fields.password);
    expect(await at.store.accounts.list()).toHaveLength(1);
  });

  test('is refused where it is closed', async () => {
    await open({ signUp: 'closed' });
    const page = await at.browser().get('/dashboard/sign-up');
    const answer = await at.browser().post('/dashboard/sign-up', { name: 'ada', password: PASSWORD });
    for (const { status, text } of [page, answer]) {
      expect(status).toBe(403);
      expect(text).toContain('Accounts are created by the operator');
    }
    expect(existsSync(at.path)).toBe(false);
  });

  test('cannot be repeated endlessly', async () => {
    await open();
    const browser = at.browser();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await browser.post('/dashboard/sign-up', { name: `u${i}`, password: PASSWORD })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(303), 429]);
  });
});
