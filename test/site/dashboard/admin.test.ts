import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { FRESH_MS } from '../../../src/accounts/sessions.ts';
import { hashKey } from '../../../src/admission/keys.ts';
import { testsOnce } from '../../accounts/engine.ts';
import { findFaults } from '../html-faults.ts';
import { type Browser, type DashboardApp, dashboardApp } from './dashboard-app.ts';

const testOnce = testsOnce();

const LAST_PULL = {
  time: '2026-11-14T09:30:00Z',
  from: 'https://mirror.example/food.parquet',
  content_sha256: '0123456789abcdef'.repeat(4),
  report: { rows_read: 1200, foods: 1000, merged: 150, refused: { no_name: 50 }, seconds: 12.3 },
};

let at: DashboardApp;
let admin: Browser;
let user: Browser;
let bob: { id: number };
beforeEach(async () => {
  at = await dashboardApp({ lastPull: LAST_PULL });
  const ada = await at.account('ada');
  bob = await at.account('bob');
  await at.store.accounts.setAdmin(ada.id, true);
  [admin, user] = [at.browser(), at.browser()];
  await admin.signIn('ada');
  await user.signIn('bob');
});
afterEach(() => at.remove());

const pathOf = (rest = '') => `/dashboard/admin/accounts/${bob.id}${rest}`;
const newKey = (name: string) =>
  at.accounts.createKey(bob.id, { name, scope: 'read', expiresMs: null, perMinute: null });
const audited = async () =>
  (await at.accounts.audit(null, 100)).map(({ actor, via, act, account, detail }) => [
    actor,
    via,
    act,
    account,
    detail,
  ]);

describe('For everyone but admins', () => {
  const PAGES = ['', '/accounts', '/accounts/1', '/audit'].map((rest) => `/dashboard/admin${rest}`);
  const FORMS = ['/plan', '/revoke', '/sign-out'].map((rest) => `/dashboard/admin/accounts/1${rest}`);
  /** Everything but what differs between any two requests. */
  const look = ({ status, headers, text }: { status: number; headers: Headers; text: string }) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => name !== 'x-request-id'),
  });

  test('the admin area answers like a page that does not exist', async () => {
    const stranger = at.browser();
    for (const browser of [user, stranger]) {
      const unknown = look(await browser.get('/dashboard/nothing'));
      expect(unknown.status).toBe(401);
      for (const path of PAGES) expect(look(await browser.get(path))).toEqual(unknown);
      const unsent = look(await browser.post('/dashboard/nothing', { plan: 'scale' }));
      for (const path of FORMS) expect(look(await browser.post(path, { plan: 'scale' }))).toEqual(unsent);
      const foreign = { 'sec-fetch-site': 'cross-site' };
      expect(look(await browser.post(FORMS[0]!, { plan: 'scale' }, foreign))).toEqual(unsent);
    }
    expect((await at.accounts.view(1))?.plan).toBe('pro');
    expect(await audited()).toEqual([]);
  });

  test('a browser sees the same page there as for one that does not exist', async () => {
    const accept = { accept: 'text/html' };
    const unknown = look(await user.get('/dashboard/nothing', accept));
    expect(unknown.text).toContain('<h1>No such page</h1>');
    for (const path of PAGES) {
      const { text, ...rest } = look(await user.get(path, accept));
      expect(rest).toEqual({ status: 401, headers: unknown.headers });
      expect(text.replaceAll(path, '/dashboard/nothing')).toBe(unknown.text);
    }
  });

  test('no page leads there', async () => {
    expect((await user.get('/dashboard')).text).not.toContain('/dashboard/admin');
    expect((await admin.get('/dashboard')).text).toContain('href="/dashboard/admin"');
  });

  test('it closes at once when an admin is one no longer', async () => {
    expect((await admin.get('/dashboard/admin')).status).toBe(200);
    await at.store.accounts.setAdmin(1, false);
    expect((await admin.get('/dashboard/admin')).status).toBe(401);
  });
});

describe('An admin', () => {
  test('sees which names look alike, also where only one of them is shown', async () => {
    await at.account('\u0430da');
    const { text } = await admin.get('/dashboard/admin/accounts?name=ada');
    expect(text).toContain('<span class="badge">Looks like \u0430da</span>');
  });

  test('sees the service: use, catalogue and the last pull', async () => {
    const key = await newKey('app');
    await at.store.usage.add(
      [{ keyId: key!.id, day: '2026-11-15', requests: 77, limited: 5, lastUsedMs: 0 }],
      'batch',
    );
    const { status, text } = await admin.get('/dashboard/admin');
    expect(status).toBe(200);
    expect(text).toContain('77 requests answered and 5 over the limit in 30 days');
    expect(text).toContain('the starter catalogue inside larder');
    expect(text).toContain('https://mirror.example/food.parquet');
    expect(text).toContain('<dt>In use</dt><dd>yes</dd>');
    expect(text).toContain('no_name: 50');
    expect(text).toContain('from 1,200 rows');
    expect(text).toContain('<a href="/dashboard/admin/accounts">accounts</a>');
  });

  test('sees which version of a pack was pulled, and who signed it', async () => {
    const pack = { name: 'fr', serial: 7, created: '2026-11-13T02:00:00Z', signer: '92E9B8D80FBCC876' };
    const other = await dashboardApp({ lastPull: { ...LAST_PULL, report: null, pack } });
    try {
      await other.store.accounts.setAdmin((await other.account('eve')).id, true);
      const browser = other.browser();
      await browser.signIn('eve');
      const { text } = await browser.get('/dashboard/admin');
      expect(text).toContain('<dt>Pack</dt><dd>fr, serial 7</dd>');
      expect(text).toContain('<dt>Published</dt><dd>13 November 2026</dd>');
      expect(text).toContain('<dt>Signed by</dt><dd><code>92E9B8D80FBCC876</code></dd>');
      expect(text).not.toContain('<dt>Built</dt>');
    } finally {
      await other.remove();
    }
  });

  test('finds accounts by a part of their name, with their use', async () => {
    const key = await newKey('app');
    await at.store.usage.add(
      [{ keyId: key!.id, day: '2026-11-15', requests: 1234, limited: 5, lastUsedMs: 0 }],
      'batch',
    );
    const all = (await admin.get('/dashboard/admin/accounts')).text;
    expect(all).toContain('2 accounts');
    expect(all).toMatch(
      />bob<\/a><\/th><td class="word"[^>]*>pro<\/td><td[^>]*>1<\/td><td[^>]*>1,234<\/td><td[^>]*>5<\/td>/,
    );
    expect(all).toMatch(/>ada<\/a> <span class="badge">Admin<\/span>/);
    const some = (await admin.get('/dashboard/admin/accounts?name=OB')).text;
    expect([some.includes('>bob</a>'), some.includes('>ada</a>')]).toEqual([true, false]);
    const none = (await admin.get(`/dashboard/admin/accounts?name=${encodeURIComponent('"><b>')}`)).text;
    expect(none).toContain('0 accounts');
    expect(none).not.toContain('"><b>');
  });

  test('reads accounts page by page', async () => {
    for (let i = 0; i < 120; i++) await at.account(`user${String(i).padStart(3, '0')}`, null);
    const first = (await admin.get('/dashboard/admin/accounts?name=user')).text;
    expect(first).toContain('120 accounts, page 1 of 2');
    expect(first).toContain('href="/dashboard/admin/accounts?name=user&amp;page=2"');
    const second = (await admin.get('/dashboard/admin/accounts?name=user&page=2')).text;
    expect([second.includes('>user119<'), second.includes('>user099<')]).toEqual([true, false]);
    expect((await admin.get('/dashboard/admin/accounts?page=999')).text).toContain('page 2 of 2');
  });

  test('changes a plan, which is recorded', async () => {
    expect((await admin.get(pathOf())).text).toContain('<option value="pro" selected>');
    const { status, location } = await admin.post(pathOf('/plan'), { plan: 'scale' });
    expect([status, location]).toEqual([303, `${pathOf()}?done=plan-set`]);
    expect((await at.accounts.view(bob.id))?.plan).toBe('scale');
    expect(await audited()).toEqual([['ada', 'dashboard', 'plan changed', 'bob', 'pro to scale']]);
    expect(at.logged).toContainEqual(
      expect.objectContaining({ name: 'plan changed', account: 'bob', plan: 'scale', by: 'ada' }),
    );
    const wrong = await admin.post(pathOf('/plan'), { plan: 'gold' });
    expect([wrong.status, wrong.text.includes('Choose one of the plans.')]).toEqual([422, true]);
  });

  test('revokes a key of somebody else, but never their account key', async () => {
    const key = (await newKey('leaked'))!;
    expect((await admin.get(pathOf())).text).toContain(`aria-label="Revoke leaked, key ${key.id}"`);
    expect((await admin.post(pathOf('/revoke'), { key: String(key.id) })).location).toBe(
      `${pathOf()}?done=key-revoked`,
    );
    expect(at.store.keys.findByHash(hashKey(key.key))).toBeNull();
    const [own] = await at.accounts.keys(bob.id);
    expect(own?.kind).toBe('account');
    for (const id of [own!.id, key.id, 999, 'x']) {
      expect((await admin.post(pathOf('/revoke'), { key: String(id) })).status).toBe(404);
    }
    expect(await audited()).toEqual([['ada', 'dashboard', 'key revoked', 'bob', `key ${key.id} (leaked)`]]);
  });

  test('ends one session of an account, or all of them', async () => {
    const phone = at.browser({ 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605' });
    await phone.signIn('bob');
    const page = (await admin.get(pathOf())).text;
    const ids = [...page.matchAll(/name="session" value="(\d+)"/g)].map(([, id]) => id!);
    expect(ids).toHaveLength(2);
    expect((await admin.post(pathOf('/sign-out'), { session: ids[0]! })).location).toBe(
      `${pathOf()}?done=signed-out`,
    );
    const signedIn = async (browser: Browser) => (await browser.get('/dashboard')).status === 200;
    expect([await signedIn(phone), await signedIn(user)].filter(Boolean)).toHaveLength(1);
    await admin.post(pathOf('/sign-out'), { session: 'all' });
    expect([await signedIn(phone), await signedIn(user)]).toEqual([false, false]);
    expect((await admin.post(pathOf('/sign-out'), { session: ids[0]! })).status).toBe(404);
    expect(await audited()).toEqual([
      ['ada', 'dashboard', 'sessions ended', 'bob', 'all'],
      ['ada', 'dashboard', 'sessions ended', 'bob', `session ${ids[0]}`],
    ]);
  });

  test('is sent to the sign-in page after ending the own session', async () => {
    const { location } = await admin.post('/dashboard/admin/accounts/1/sign-out', { session: 'all' });
    expect(location).toBe('/dashboard/sign-in');
    expect((await admin.get('/dashboard')).location).toBe('/dashboard/sign-in');
  });

  test('enters the password again before an act when the last time is minutes ago', async () => {
    at.clock.nowMs += FRESH_MS + 1;
    const acts = [
      [pathOf('/plan'), { plan: 'scale' }],
      [pathOf('/revoke'), { key: '9' }],
      [pathOf('/sign-out'), { session: 'all' }],
    ] as const;
    for (const [path, fields] of acts) {
      expect((await admin.post(path, fields)).location).toBe(
        `/dashboard/confirm?to=${encodeURIComponent(pathOf())}`,
      );
    }
    expect(await audited()).toEqual([]);
    expect((await admin.get(`/dashboard/confirm?to=${encodeURIComponent(pathOf())}`)).status).toBe(200);
    expect((await admin.confirm({ to: pathOf() })).location).toBe(pathOf());
    expect((await admin.post(pathOf('/plan'), { plan: 'scale' })).location).toBe(`${pathOf()}?done=plan-set`);
  });

  test('is protected from forms of other sites', async () => {
    const answer = await admin.post(pathOf('/plan'), { plan: 'scale' }, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
    expect((await at.accounts.view(bob.id))?.plan).toBe('pro');
  });

  test('gets a page for what does not exist any more', async () => {
    for (const id of ['999', '0', 'x', '1e3', '99999999999999999']) {
      const { status, text } = await admin.get(`/dashboard/admin/accounts/${id}`);
      expect([status, text.includes('does not exist any more')]).toEqual([404, true]);
    }
  });

  test('reads the audit log from the newest entry on, names of others harmless in it', async () => {
    const operator = { actor: 'root', via: 'command line' as const };
    for (let i = 1; i <= 60; i++) {
      const entry = {
        timeMs: at.clock.nowMs,
        ...operator,
        act: 'key created',
        account: 'bob',
        detail: `<b>${i}`,
      };
      await at.store.audit.add(entry, 100);
    }
    const newest = (await admin.get('/dashboard/admin/audit')).text;
    expect(newest).toContain('&lt;b&gt;60<');
    expect(newest).not.toContain('<b>60');
    expect(newest).not.toContain('&lt;b&gt;10<');
    const [, before = ''] = /audit\?before=(\d+)"/.exec(newest) ?? [];
    const older = (await admin.get(`/dashboard/admin/audit?before=${before}`)).text;
    expect(older).toContain('&lt;b&gt;10<');
    expect(older).toContain('Newest entries');
    expect(older).not.toContain('Older entries');
  });

  test('must set up a second factor first, where one is required', async () => {
    const strict = await dashboardApp({ requireSecondFactor: true });
    const { id } = await strict.account('eve');
    await strict.store.accounts.setAdmin(id, true);
    const browser = strict.browser();
    await browser.signIn('eve');
    expect((await browser.get('/dashboard/admin')).location).toBe('/dashboard/security');
    expect((await browser.post('/dashboard/admin/accounts/1/plan', { plan: 'scale' })).location).toBe(
      '/dashboard/security',
    );
    await strict.remove();
  });

  testOnce('gets valid HTML on every page', async () => {
    await newKey('app');
    for (const path of [
      '/dashboard/admin',
      '/dashboard/admin/accounts',
      pathOf(),
      '/dashboard/admin/audit',
    ]) {
      expect([path, await findFaults((await admin.get(path)).text)]).toEqual([path, []]);
    }
  });
});

test('The audit log keeps the latest entries', async () => {
  for (let i = 1; i <= 7; i++) {
    const entry = {
      timeMs: i,
      actor: 'root',
      via: 'command line' as const,
      act: 'x',
      account: null,
      detail: '',
    };
    await at.store.audit.add(entry, 5);
  }
  expect((await at.accounts.audit(null, 100)).map(({ time }) => Date.parse(time))).toEqual([7, 6, 5, 4, 3]);
});
