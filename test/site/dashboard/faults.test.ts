import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { Secret, TOTP } from 'otpauth';
import { argon2 } from '../../../src/accounts/argon2.ts';
import { openWritable } from '../../../src/sqlite/driver.ts';
import { until } from '../../until.ts';
import { type DashboardApp, dashboardApp, ORIGIN, PASSWORD, secretOn } from './dashboard-app.ts';

let at: DashboardApp;
afterEach(async () => {
  mock.restore();
  await at.remove();
});

describe('When the accounts cannot be written', () => {
  test('because the disk is full, a page says so, nothing is half done, and reads continue', async () => {
    at = await dashboardApp();
    await at.account('ada');
    const browser = at.browser();
    await browser.signIn('ada');
    const { db } = at.file();
    const countAll = () =>
      db.prepare('SELECT (SELECT count(*) FROM keys), (SELECT count(*) FROM key_secrets)').raw().get();
    const before = countAll();
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
    let answer = await browser.post('/dashboard/keys', { name: 'first', scope: 'read' });
    // The last page of the file may still have room for a few.
    for (let i = 0; i < 200 && answer.status !== 503; i++) {
      answer = await browser.post('/dashboard/keys', { name: `key number ${i}`, scope: 'read' });
    }
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('The accounts cannot be read or changed right now, so nothing was done.');
    expect(answer.text).not.toContain(at.directory);
    expect(answer.headers.get('retry-after')).toBe('10');
    const [keys, secrets] = countAll() as [number, number];
    expect(keys).toBe(secrets);
    expect(keys).toBeGreaterThanOrEqual((before as [number, number])[0]);
    at.clock.nowMs += 5 * 60_000;
    expect((await browser.get('/dashboard/keys')).status).toBe(200);
    expect(JSON.stringify(at.logged)).toContain('the disk is full');
  });

  test('because another program locks them, a page says so', async () => {
    at = await dashboardApp();
    await at.account('ada');
    const browser = at.browser();
    await browser.signIn('ada');
    const other = lockedByOther();
    const answer = await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' });
    expect(answer.status).toBe(503);
    expect((await browser.get('/dashboard/keys')).text).toContain('None yet.');
    other.release();
    expect((await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' })).status).toBe(303);
  });

  test('because another program locks them for a moment, everyone else is answered meanwhile', async () => {
    at = await dashboardApp();
    const { key } = await at.account('ada');
    const browser = at.browser();
    await browser.signIn('ada');
    const other = lockedByOther();
    const waiting = new Set<string>();
    const wait = <Result>(name: string, act: Promise<Result>) => {
      waiting.add(name);
      return act.finally(() => waiting.delete(name));
    };
    const signIns = ['one', 'two', 'three'].map((name) => wait(name, at.browser().signIn('ada')));
    const change = { current_password: PASSWORD, new_password: 'battery staple' };
    const changed = wait('password', browser.post('/dashboard/password', change));
    const asOwner = new Request(`${ORIGIN}/auth/keys`, { headers: { authorization: `Bearer ${key}` } });
    expect((await at.app.handle(asOwner)).status).toBe(200);
    // Counts the request above, and gives up soon: it is written the next time.
    await at.tally.flush();
    at.clock.nowMs += 60_000;
    expect((await browser.get('/dashboard')).status).toBe(200);
    expect((await at.app.handle(new Request(`${ORIGIN}/food/1`))).status).toBe(200);
    expect([...waiting]).toEqual(['one', 'two', 'three', 'password']);
    other.release();
    expect((await changed).location).toBe('/dashboard/security?done=password');
    for (const { location } of await Promise.all(signIns)) expect(location).toBe('/dashboard?welcome');
    await at.tally.flush();
    expect(await at.count('{keys} WHERE last_used_ms IS NOT NULL')).toBe(1);
  });

  test('a key that is revoked once the lock is released stops working then', async () => {
    at = await dashboardApp();
    await at.account('ada');
    const browser = at.browser();
    await browser.signIn('ada');
    await browser.post('/dashboard/keys', { name: 'ci', scope: 'read' });
    const key = secretOn(await browser.get('/dashboard/keys/shown'));
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${key}` };
      return (await at.app.handle(new Request(`${ORIGIN}/food/1`, { headers }))).status;
    };
    const other = lockedByOther();
    const revoked = browser.post('/dashboard/keys/2/revoke');
    await new Promise(setImmediate);
    // Looked up again meanwhile, and remembered.
    expect(await statusOf()).toBe(200);
    other.release();
    expect((await revoked).status).toBe(303);
    expect(await statusOf()).toBe(401);
  });
});

/** Another process that is writing. */
function lockedByOther(): { release: () => void } {
  const other = openWritable(at.path);
  other.exec('BEGIN IMMEDIATE');
  return {
    release() {
      other.exec('ROLLBACK');
      other.close();
    },
  };
}

test('No secret is in any file, in the log, or on any page except the one that shows it', async () => {
  at = await dashboardApp();
  const browser = at.browser();
  const pages: string[] = [];
  const get = async (path: string) => {
    const answer = await browser.get(path);
    pages.push(
      answer.text,
      ...[...answer.headers].map(([name, value]) => (name === 'set-cookie' ? '' : value)),
    );
    return answer;
  };
  const tokens: string[] = [];
  const keep = () => tokens.push(...browser.cookies.values());
  await browser.post('/dashboard/sign-up', { name: 'ada', password: PASSWORD });
  keep();
  await browser.post('/dashboard/keys', { name: 'ci', scope: 'full' });
  const key = secretOn(await browser.get('/dashboard/keys/shown'));
  await browser.post('/dashboard/keys/2/rotate', { overlap_seconds: '3600' });
  const rotated = secretOn(await browser.get('/dashboard/keys/shown'));
  await browser.post('/dashboard/second-factor');
  const enrolling = (await browser.get('/dashboard/second-factor')).text;
  const seed = /class="seed"[^>]*>([^<]+)</.exec(enrolling)![1]!.replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(seed) });
  await browser.post('/dashboard/second-factor/confirm', {
    code: totp.generate({ timestamp: at.clock.nowMs }),
  });
  const codes = secretOn(await browser.get('/dashboard/second-factor/codes')).split('\n');
  const fields = { current_password: PASSWORD, new_password: 'a new password' };
  await browser.post('/dashboard/password', { ...fields, current_password: 'a wrong password' });
  await browser.post('/dashboard/password', fields);
  keep();
  await browser.post('/dashboard/sign-out');
  await browser.signIn('ada', 'a mistyped password');
  await browser.signIn('ada', 'a new password');
  keep();
  await browser.post('/dashboard/sign-in/code', { code: codes[0]! });
  keep();
  for (const { method, path } of at.pages) if (method === 'GET') await get(path.replace(':key_id', '2'));
  expect(codes).toHaveLength(10);
  expect(new Set(tokens).size).toBeGreaterThan(5);
  const secrets = [
    PASSWORD,
    'a new password',
    'a wrong password',
    'a mistyped password',
    seed,
    ...tokens,
    ...[key, rotated].map((text) => text.slice(10)),
    ...codes,
    ...codes.map((code) => code.replaceAll('-', '')),
  ];
  const raw = [...secrets.map((text) => Buffer.from(text)), Buffer.from(Secret.fromBase32(seed).bytes)];
  const files = readdirSync(at.directory);
  expect(files.sort()).toEqual(['accounts.db', 'accounts.db-shm', 'accounts.db-wal', 'accounts.db.seal']);
  for (const file of files) {
    const bytes = readFileSync(`${at.directory}/${file}`);
    for (const [i, secret] of raw.entries()) expect(bytes.includes(secret), `${file} ${i}`).toBe(false);
  }
  const visible = JSON.stringify(at.logged) + pages.join('\n');
  expect(visible).toContain('/dashboard/keys/shown');
  for (const [i, secret] of secrets.entries()) expect(visible.includes(secret), `secret ${i}`).toBe(false);
});

test('Passwords are checked two at a time, and do not hold up reads', async () => {
  at = await dashboardApp();
  await at.account('ada');
  at.from.address = '10.0.0.1';
  const release = Promise.withResolvers<void>();
  const running = { now: 0, most: 0, all: 0 };
  spyOn(argon2, 'verify').mockImplementation(async () => {
    running.all++;
    running.most = Math.max(running.most, ++running.now);
    await release.promise;
    running.now--;
    return false;
  });
  let answered = 0;
  const tries = Array.from({ length: 120 }, async (_, i) => {
    const headers = { 'x-forwarded-for': `198.51.100.${i}` };
    const answer = await at.browser(headers).signIn(`name${i}`);
    answered++;
    return answer;
  });
  // The queue is full: the others are refused at once.
  await until(() => answered === 120 - 102 && running.now === 2);
  for (let i = 0; i < 50; i++) {
    expect((await at.app.handle(new Request(`${ORIGIN}/food/1`))).status).toBe(200);
  }
  expect(answered).toBe(120 - 102);
  expect(running.now).toBe(2);
  release.resolve();
  const answers = await Promise.all(tries);
  expect(running).toEqual({ now: 0, most: 2, all: 102 });
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy).toHaveLength(18);
  expect(busy[0]?.headers.get('retry-after')).toBe('3');
  expect(busy[0]?.text).toContain('Many people are signing in right now.');
});
