import { afterEach, describe, expect, test } from 'bun:test';
import { describeAgent } from '../../../src/site/dashboard/sessions-page.ts';
import { renderMoment, waitInWords } from '../../../src/site/dashboard/times.ts';
import { renderUsageChart } from '../../../src/site/dashboard/usage-chart.ts';
import { ENGLISH } from '../../../src/site/locale.ts';
import {
  type Browser,
  type DashboardApp,
  type DashboardOptions,
  dashboardApp,
  ORIGIN,
  PASSWORD,
  secretOn,
} from './dashboard-app.ts';

let at: DashboardApp;
const opened: DashboardApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.remove();
});

async function signedIn(options: DashboardOptions = {}): Promise<Browser> {
  at = await dashboardApp(options);
  opened.push(at);
  await at.account('ada');
  const browser = at.browser();
  await browser.signIn('ada');
  return browser;
}

describe('The plan', () => {
  test('is shown, and left to the operator unless users may choose', async () => {
    const browser = await signedIn();
    const { text } = await browser.get('/dashboard/plan');
    expect(text).toContain('You are on <b>Pro</b>.');
    expect(text).toContain('3,000 requests a minute, for all your keys together. No delay.');
    expect(text).toContain('Plans are set by the operator');
    expect((await browser.post('/dashboard/plan', { plan: 'scale' })).status).toBe(403);
    expect((await at.store.accounts.find('ada'))?.plan).toBe('pro');
  });

  test('can be changed where users may choose, and applies to keys at once', async () => {
    const browser = await signedIn({ selfService: true, hasLimits: true });
    await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' });
    const key = secretOn(await browser.get('/dashboard/keys/shown'));
    const limitOf = async () => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await at.app.handle(new Request(`${ORIGIN}/food/1`, { headers }));
      return answer.headers.get('x-ratelimit-limit');
    };
    expect(await limitOf()).toBe('500');
    const answer = await browser.post('/dashboard/plan', { plan: 'scale' });
    expect(answer.location).toBe('/dashboard/plan?done=plan');
    expect(await limitOf()).toBe('3000');
    expect((await browser.post('/dashboard/plan', { plan: 'anonymous' })).status).toBe(422);
    expect((await browser.get('/dashboard/plan')).text).toContain('value="scale" checked');
  });
});

describe('The password', () => {
  test('is changed with the current one; all other sessions end, and this one gets a new token', async () => {
    const browser = await signedIn();
    const other = at.browser();
    await other.signIn('ada');
    const token = browser.cookies.get('__Host-larder-session');
    const fields = { current_password: PASSWORD, new_password: 'battery staple' };
    const answer = await browser.post('/dashboard/password', fields);
    expect(answer.location).toBe('/dashboard/security?done=password');
    expect(browser.cookies.get('__Host-larder-session')).not.toBe(token);
    expect((await browser.get('/dashboard')).status).toBe(200);
    expect((await other.get('/dashboard')).location).toBe('/dashboard/sign-in');
    expect((await at.browser().signIn('ada')).status).toBe(422);
    expect((await at.browser().signIn('ada', 'battery staple')).status).toBe(303);
  });

  test('that is changed through the API ends every session too', async () => {
    const browser = await signedIn();
    const { key } = await at.accounts.rotateAccountKey(1, 0);
    const answer = await at.app.handle(
      new Request(`${ORIGIN}/auth/password`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify({ current_password: PASSWORD, new_password: 'battery staple' }),
      }),
    );
    expect(answer.status).toBe(204);
    expect((await browser.get('/dashboard')).location).toBe('/dashboard/sign-in');
  });

  test.each([
    ['Enter the current password.', { current_password: '', new_password: 'battery staple' }],
    ['This is not the current password.', { current_password: 'wrong', new_password: 'battery staple' }],
    ['This password has fewer than 8 characters.', { current_password: PASSWORD, new_password: 'short' }],
  ])('is not changed: %s', async (sentence, fields) => {
    const browser = await signedIn();
    const answer = await browser.post('/dashboard/password', fields);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(sentence);
    expect(answer.text).not.toContain(PASSWORD);
    expect((await at.browser().signIn('ada')).status).toBe(303);
  });
});

describe('Sessions', () => {
  test('are listed with their browser and address, and ended one by one', async () => {
    const browser = await signedIn();
    at.from.address = '2001:db8:1:2:3:4:5:6';
    const phone = at.browser({
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1',
    });
    await phone.signIn('ada');
    at.clock.nowMs += 3 * 3_600_000;
    const { text } = await browser.get('/dashboard/sessions');
    expect(text).toContain('Safari on iOS');
    expect(text).toContain('2001:db8:1:2::/64');
    expect(text).toMatch(/Firefox on Linux<\/b> <span class="badge">This one<\/span>/);
    expect(text).toContain('3 hours ago');
    await browser.confirm();
    const answer = await browser.post('/dashboard/sessions/2/end');
    expect(answer.location).toBe('/dashboard/sessions?done=ended');
    expect((await phone.get('/dashboard')).status).toBe(303);
    expect((await browser.get('/dashboard')).status).toBe(200);
  });

  test('of somebody else cannot be ended', async () => {
    const browser = await signedIn();
    await at.account('bob');
    const bob = at.browser();
    await bob.signIn('bob');
    await browser.post('/dashboard/sessions/2/end');
    expect((await bob.get('/dashboard')).status).toBe(200);
  });

  test('are logged as ended only if one was', async () => {
    const browser = await signedIn();
    await at.account('bob');
    await at.browser().signIn('bob');
    await browser.confirm();
    const ended = () => at.logged.filter((each) => 'name' in each && each.name === 'sessions ended');
    for (const id of ['2', '999', 'x'])
      expect((await browser.post(`/dashboard/sessions/${id}/end`)).location).toBe('/dashboard/sessions');
    expect(ended()).toHaveLength(0);
    await browser.post('/dashboard/sessions/end-all');
    expect(ended()).toHaveLength(1);
  });

  test('end everywhere at once, including here', async () => {
    const browser = await signedIn();
    const other = at.browser();
    await other.signIn('ada');
    expect((await browser.post('/dashboard/sessions/end-all')).location).toBe('/dashboard/sign-in');
    for (const each of [browser, other]) expect((await each.get('/dashboard')).status).toBe(303);
  });

  test('are named after the browser and system', () => {
    expect(describeAgent('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', ENGLISH)).toBe(
      'Edge on Windows',
    );
    expect(describeAgent('Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', ENGLISH)).toBe(
      'Chrome on Android',
    );
    expect(describeAgent('curl/8.0', ENGLISH)).toBe('curl/8.0');
    expect(describeAgent('', ENGLISH)).toBe('Unknown browser');
  });
});

describe('Usage', () => {
  test('names the limit of the plan only where limits apply', async () => {
    expect((await (await signedIn()).get('/dashboard')).text).toContain('This service has no limits.');
  });

  test('is charted and listed by day and key, including the latest requests', async () => {
    const browser = await signedIn();
    expect((await browser.get('/dashboard')).text).toContain('No requests in this period.');
    await browser.post('/dashboard/keys', { name: 'ci <i>', scope: 'read' });
    const key = secretOn(await browser.get('/dashboard/keys/shown'));
    for (let i = 0; i < 3; i++) {
      await at.app.handle(new Request(`${ORIGIN}/food/1`, { headers: { authorization: `Bearer ${key}` } }));
    }
    const { text } = await browser.get('/dashboard');
    expect(text).toContain(
      '3 requests answered and 0 over the limit in 30 days; most on 2026-11-15, with 3.',
    );
    expect(text).toContain('<th scope="row">ci &lt;i&gt;</th><td>3</td><td>0</td>');
    expect(text).toContain('<title>2026-11-15: 3 answered, 0 over the limit</title>');
    expect((await browser.get('/dashboard?days=7')).text).toContain('over the limit in 7 days');
    expect((await browser.get('/dashboard?days=9999')).text).toContain('over the limit in 30 days');
  });

  test('is drawn to scale', () => {
    const days = [
      { day: '2026-11-14', requests: 100, limited: 0 },
      { day: '2026-11-15', requests: 40, limited: 10 },
    ];
    const { text } = renderUsageChart(days, ENGLISH);
    const heights = [...text.matchAll(/class="(answered|over)" [^>]*height="([\d.]+)"/g)].map(
      ([, kind, height]) => `${kind} ${height}`,
    );
    expect(heights).toEqual(['answered 200.00', 'answered 80.00', 'over 20.00']);
    expect(text).toContain('100 a day');
  });
});

test('Moments and waits are written as people say them', () => {
  const nowMs = Date.parse('2026-11-15T12:00:00Z');
  const written = (agoMs: number) => />([^<]+)</.exec(renderMoment(nowMs - agoMs, nowMs, ENGLISH).text)?.[1];
  expect(
    [0, 119_999, 120_000, 7_199_999, 7_200_000, 172_800_000, 40 * 86_400_000, -60_000].map(written),
  ).toEqual([
    'just now',
    'just now',
    '2 minutes ago',
    '119 minutes ago',
    '2 hours ago',
    '2 days ago',
    '6 October 2026',
    '15 November 2026',
  ]);
  expect([1, 1000, 1001, 119_000, 120_000, 121_000].map((waitMs) => waitInWords(waitMs, ENGLISH))).toEqual([
    '1 second',
    '1 second',
    '2 seconds',
    '119 seconds',
    '2 minutes',
    '3 minutes',
  ]);
});
