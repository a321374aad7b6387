import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test';
import {
  type Answer,
  type DashboardApp,
  type DashboardOptions,
  dashboardApp,
  PASSWORD,
} from './dashboard-app.ts';

const SESSION = '__Host-larder-session';
let at: DashboardApp;
afterEach(() => {
  mock.restore();
  at.remove();
});
function open(options: DashboardOptions = {}): DashboardApp {
  at = dashboardApp(options);
  return at;
}

describe('Signing in', () => {
  test('leads to the dashboard with a session in a cookie that no script and no other host gets', async () => {
    await open().account('ada');
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

  test('gives another session each time, and takes none that was put into the browser before', async () => {
    await open().account('ada');
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
    const { file, passwords } = open();
    file.needed().people.create('known', 'pro', (await passwords.hash(PASSWORD)) as string);
    await at.account('silent', null);
    const verify = spyOn(Bun.password, 'verify');
    const answers: Answer[] = [];
    for (const name of ['known', 'silent', 'nobody', '-no-name-', 'n'.repeat(3000)]) {
      const answer = await at.browser().post('/dashboard/sign-in', { name, password: 'wrong password' });
      answers.push({ ...answer, text: answer.text.replaceAll(name, 'NAME') });
    }
    // What takes the time is the same as well: one comparison each, with a hash of the same cost.
    const costs = verify.mock.calls.map(([, hash]) => String(hash).split('$').slice(0, 4).join('$'));
    expect(costs).toHaveLength(5);
    expect(new Set(costs).size).toBe(1);
    const [first] = answers;
    expect(first?.status).toBe(422);
    expect(first?.text).toContain('The user name or the password is wrong.');
    for (const { status, text, headers } of answers) {
      expect(status).toBe(422);
      expect(text).toBe(first!.text);
      const names = (of: Headers) => [...of.keys()].sort();
      expect(names(headers)).toEqual(names(first!.headers));
    }
  });

  test('is slowed down alike for known and unknown names, with a wait that is honest', async () => {
    await open().account('ada');
    for (const name of ['ada', 'nobody']) {
      const browser = at.browser();
      for (let i = 0; i < 5; i++) await browser.signIn(name, 'wrong');
      const refused = await browser.signIn(name, PASSWORD);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.text).toContain('There were too many tries. Try again in 1 second.');
    }
    at.clock.nowMs += 1000;
    expect((await at.browser().signIn('ada')).status).toBe(303);
  });

  test('keeps the name that was typed, and never the password', async () => {
    open();
    const { text } = await at
      .browser()
      .post('/dashboard/sign-in', { name: '"><script>x</script>', password: 'secret "><b>' });
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
    expect(text).not.toContain('secret');
    const { text: bare } = await at.browser().post('/dashboard/sign-in', {});
    expect(bare).toContain('Type your user name.');
    expect(bare).toContain('aria-describedby="name-fault" aria-invalid="true" required autofocus');
    expect(bare).toContain('<title>Check the form: Sign in · larder</title>');
  });

  test('is explained to the operator as long as there is no account', async () => {
    open({ signUp: 'closed' });
    expect((await at.browser().get('/dashboard/sign-in')).text).toContain(
      'larder account create NAME --password-stdin',
    );
    expect(at.file.existing()).toBeNull();
    await at.account('ada');
    const { text } = await at.browser().get('/dashboard/sign-in');
    expect(text).not.toContain('larder account create');
    expect(text).toContain('Accounts are made by the operator');
    expect(text).not.toContain('/dashboard/sign-up');
  });

  test('is asked for first, wherever one wants to go', async () => {
    open();
    for (const { method, path } of at.pages) {
      const target = path.replace(':key_id', '1').replace(':session_id', '1');
      if (/sign-(in|up)|openid\/(start|callback)/.test(path)) continue;
      const browser = at.browser();
      const answer = method === 'GET' ? await browser.get(target) : await browser.post(target);
      expect(`${target} ${answer.status} ${answer.location}`).toBe(`${target} 303 /dashboard/sign-in`);
    }
  });

  test('that a browser forgets at once is explained', async () => {
    await open().account('ada');
    const browser = at.browser();
    await browser.signIn('ada');
    browser.cookies.clear();
    const { location } = await browser.get('/dashboard?welcome');
    expect(location).toBe('/dashboard/sign-in?lost=1');
    expect((await browser.get(location!)).text).toContain('Your browser did not keep the session.');
    expect((await browser.get('/dashboard/sign-in/code?welcome')).location).toBe('/dashboard/sign-in?lost=1');
  });

  test('ends with signing out, for that browser alone', async () => {
    await open().account('ada');
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

  test('is over when the account is removed', async () => {
    const { id } = await open().account('ada');
    const browser = at.browser();
    await browser.signIn('ada');
    at.file.needed().people.remove(id);
    expect((await browser.get('/dashboard')).location).toBe('/dashboard/sign-in');
  });
});

describe('Signing up', () => {
  test('makes an account, and the file of accounts with the first', async () => {
    open();
    const browser = at.browser();
    expect((await browser.get('/dashboard/sign-up')).status).toBe(200);
    expect(at.file.existing()).toBeNull();
    const answer = await browser.post('/dashboard/sign-up', { name: 'Ada L.', password: PASSWORD });
    expect(answer.location).toBe('/dashboard/keys?welcome');
    expect((await browser.get('/dashboard/keys')).text).toContain('Signed in as <b>Ada L.</b>');
    expect(at.file.needed().people.find('ada l.')).toMatchObject({ plan: 'starter' });
    expect((await at.browser().signIn('ada l.')).status).toBe(303);
  });

  test.each([
    ['A user name is needed.', { name: '', password: PASSWORD }],
    ['A user name may have letters, digits', { name: '-ada', password: PASSWORD }],
    ['A user name is longer than 64 characters.', { name: 'a'.repeat(65), password: PASSWORD }],
    ['This password has fewer than 8 characters.', { name: 'ada', password: 'short' }],
    ['This password has more than 256 characters.', { name: 'ada', password: 'x'.repeat(257) }],
    ['This password is the user name.', { name: 'adalovelace', password: 'AdaLovelace' }],
    ['This user name is taken. Choose another.', { name: 'TAKEN', password: PASSWORD }],
  ])('is refused in one sentence: %s', async (sentence, fields) => {
    await open().account('taken', null);
    const answer = await at.browser().post('/dashboard/sign-up', fields);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(sentence);
    expect(answer.text).not.toContain(fields.password);
    expect(at.file.needed().people.list()).toHaveLength(1);
  });

  test('is refused where the operator keeps it closed', async () => {
    open({ signUp: 'closed' });
    const page = await at.browser().get('/dashboard/sign-up');
    const answer = await at.browser().post('/dashboard/sign-up', { name: 'ada', password: PASSWORD });
    for (const { status, text } of [page, answer]) {
      expect(status).toBe(403);
      expect(text).toContain('Accounts are made by the operator');
    }
    expect(at.file.existing()).toBeNull();
  });

  test('is not to be repeated without end', async () => {
    open();
    const browser = at.browser();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await browser.post('/dashboard/sign-up', { name: `u${i}`, password: PASSWORD })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(303), 429]);
  });
});
