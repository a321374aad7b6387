import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import { decodeQR } from 'qr/decode.js';
import { type Browser, type DashboardApp, dashboardApp, secretOn } from './dashboard-app.ts';

const SESSION = '__Host-larder-session';
let at: DashboardApp;
let browser: Browser;
beforeEach(async () => {
  at = await dashboardApp();
  await at.account('ada');
  browser = at.browser();
  await browser.signIn('ada');
});
afterEach(() => at.remove());

const codeOf = (seed: string) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: at.clock.nowMs });
const seedOn = (text: string) => /class="seed"[^>]*>([^<]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? '';

async function enrol(): Promise<{ seed: string; codes: string[] }> {
  await browser.post('/dashboard/second-factor');
  const seed = seedOn((await browser.get('/dashboard/second-factor')).text);
  const answer = await browser.post('/dashboard/second-factor/confirm', { code: codeOf(seed) });
  expect(answer.location).toBe('/dashboard/second-factor/codes');
  const codes = secretOn(await browser.get('/dashboard/second-factor/codes')).split('\n');
  at.clock.nowMs += 60_000;
  return { seed, codes };
}

/** A browser that sent the right password and still needs a code. */
async function halfway(): Promise<Browser> {
  const half = at.browser();
  expect((await half.signIn('ada')).location).toBe('/dashboard/sign-in/code?welcome');
  return half;
}

describe('Setting up the second factor', () => {
  test('shows a QR code that a phone can read, and the same as text', async () => {
    expect((await browser.post('/dashboard/second-factor')).location).toBe('/dashboard/second-factor');
    const { text } = await browser.get('/dashboard/second-factor');
    const url = new URL(decodeQR(draw(text)));
    expect(url.href).toStartWith('otpauth://totp/larder:ada?');
    expect(url.searchParams.get('secret')).toBe(seedOn(text));
  });

  test('is confirmed with a first code, and shows recovery codes once', async () => {
    await browser.post('/dashboard/second-factor');
    const { text } = await browser.get('/dashboard/second-factor');
    const wrong = await browser.post('/dashboard/second-factor/confirm', { code: '12345' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('id="code-fault"');
    expect(seedOn(wrong.text)).toBe(seedOn(text));
    expect((await browser.get('/dashboard/security')).text).toContain('<b>Off.</b>');
    await browser.post('/dashboard/second-factor/confirm', { code: codeOf(seedOn(text)) });
    expect(secretOn(await browser.get('/dashboard/second-factor/codes')).split('\n')).toHaveLength(10);
    expect((await browser.get('/dashboard/second-factor/codes')).location).toBe('/dashboard/security');
    expect((await browser.get('/dashboard/security')).text).toContain('10 recovery codes are left');
  });

  test('shows the seed only until it is confirmed, and not forever', async () => {
    await browser.post('/dashboard/second-factor');
    at.clock.nowMs += 30 * 60_000;
    await browser.confirm();
    expect((await browser.get('/dashboard/second-factor')).status).toBe(200);
    at.clock.nowMs += 1;
    expect((await browser.get('/dashboard/second-factor')).location).toBe('/dashboard/security');
    const { seed } = await enrol();
    expect((await browser.get('/dashboard/second-factor')).text).not.toContain(seed.slice(0, 4));
    await browser.post('/dashboard/second-factor');
    expect(seedOn((await browser.get('/dashboard/second-factor')).text)).toBe('');
  });
});

describe('Signing in with a second factor', () => {
  test('asks for a code, and opens nothing until then', async () => {
    const { seed } = await enrol();
    const half = await halfway();
    for (const { method, path } of at.pages) {
      if (/sign-(in|up)|openid\/(start|callback)/.test(path)) continue;
      const target = path.replace(/:\w+/g, '1');
      const answer = method === 'GET' ? await half.get(target) : await half.post(target);
      // The admin area does not exist for anyone but admins.
      const to = path.startsWith('/dashboard/admin') ? null : '/dashboard/sign-in/code';
      expect(`${target} ${answer.location}`).toBe(`${target} ${to}`);
      if (to === null) expect(answer.status).toBe(401);
    }
    expect(await at.store.sessions.list(1, at.clock.nowMs)).toHaveLength(1);
    const before = half.cookies.get(SESSION);
    const answer = await half.post('/dashboard/sign-in/code', { code: codeOf(seed) });
    expect(answer.location).toBe('/dashboard?welcome');
    expect(half.cookies.get(SESSION)).not.toBe(before);
    expect((await half.get('/dashboard')).status).toBe(200);
    half.cookies.set(SESSION, before!);
    expect((await half.get('/dashboard')).location).toBe('/dashboard/sign-in');
  });

  test('refuses a code that was used before, by anyone', async () => {
    const { seed } = await enrol();
    const code = codeOf(seed);
    expect((await (await halfway()).post('/dashboard/sign-in/code', { code })).status).toBe(303);
    const again = await (await halfway()).post('/dashboard/sign-in/code', { code });
    expect(again.status).toBe(422);
    expect(again.text).toContain('The code is wrong or was already used.');
    at.clock.nowMs += 30_000;
    const next = await (await halfway()).post('/dashboard/sign-in/code', { code: codeOf(seed) });
    expect(next.status).toBe(303);
  });

  test('is locked for a while by guessing, except for recovery codes', async () => {
    const { seed, codes } = await enrol();
    const half = await halfway();
    const wrong = codeOf(seed) === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i++) {
      expect((await half.post('/dashboard/sign-in/code', { code: wrong })).status).toBe(422);
    }
    const locked = await half.post('/dashboard/sign-in/code', { code: codeOf(seed) });
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).toBe('900');
    expect(locked.text).toContain('Try again in 15 minutes, or use a recovery code.');
    // Starting over does not help.
    const other = await halfway();
    expect((await other.post('/dashboard/sign-in/code', { code: codeOf(seed) })).status).toBe(429);
    expect((await half.post('/dashboard/sign-in/code', { code: codes[0]! })).status).toBe(303);
    const used = await other.post('/dashboard/sign-in/code', { code: codes[0]! });
    expect(used.status).toBe(429);
    at.clock.nowMs += 15 * 60_000;
    const free = await halfway();
    expect((await free.post('/dashboard/sign-in/code', { code: codeOf(seed) })).status).toBe(303);
  });

  test('accepts each recovery code once', async () => {
    const { codes } = await enrol();
    const code = codes[3]!.toUpperCase();
    expect((await (await halfway()).post('/dashboard/sign-in/code', { code })).status).toBe(303);
    expect((await (await halfway()).post('/dashboard/sign-in/code', { code })).status).toBe(422);
    expect((await browser.get('/dashboard/security')).text).toContain('9 recovery codes are left');
  });

  test('must be finished within ten minutes, and can be cancelled', async () => {
    const { seed } = await enrol();
    const late = await halfway();
    at.clock.nowMs += 10 * 60_000;
    const answer = await late.post('/dashboard/sign-in/code', { code: codeOf(seed) });
    expect(answer.location).toBe('/dashboard/sign-in');
    const other = await halfway();
    await other.post('/dashboard/sign-in/cancel');
    expect((await other.get('/dashboard/sign-in/code')).location).toBe('/dashboard/sign-in');
  });
});

test('The second factor can be removed only with a code', async () => {
  const { seed } = await enrol();
  expect((await browser.get('/dashboard/second-factor')).text).toContain('Remove the second factor');
  expect((await browser.post('/dashboard/second-factor/remove', { code: '' })).status).toBe(422);
  expect((await browser.post('/dashboard/second-factor/remove', { code: '12345' })).status).toBe(422);
  const answer = await browser.post('/dashboard/second-factor/remove', { code: codeOf(seed) });
  expect(answer.location).toBe('/dashboard/security?done=removed');
  expect((await at.browser().signIn('ada')).location).toBe('/dashboard?welcome');
});

/** The QR code on a page as the pixels that a camera would see, four by four for each module. */
function draw(text: string): { width: number; height: number; data: Uint8Array } {
  const [, size = '0'] = /class="qr" viewBox="0 0 (\d+)/.exec(text) ?? [];
  const [, path = ''] = /<path d="([^"]+)" fill="#000"/.exec(text) ?? [];
  const scale = 4;
  const width = Number(size) * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = 0; row < scale; row++) {
      const start = (Number(y) * scale + row) * width + Number(x) * scale;
      for (let i = start; i < start + Number(run) * scale; i++) data.fill(0, i * 4, i * 4 + 3);
    }
  }
  return { width, height: width, data };
}
