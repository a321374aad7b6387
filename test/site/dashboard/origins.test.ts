import { afterAll, describe, expect, test } from 'bun:test';
import { wordsOf } from '../../words-of.ts';
import { dashboardApp, ORIGIN, PASSWORD } from './dashboard-app.ts';

/** What another site can make a browser do, and what it gets to see: nothing. */
const at = await dashboardApp({ selfService: true });
const { id } = await at.account('ada');
await at.store.accounts.setAdmin(id, true);
const browser = at.browser();
await browser.signIn('ada');
afterAll(() => at.remove());

const all = await dashboardApp();
await all.remove();
const pathOf = (path: string) => path.replace(/:\w+/g, '1');
const FORMS = all.pages.filter(({ method }) => method === 'POST').map(({ path }) => pathOf(path));
const PAGES = all.pages.filter(({ method }) => method === 'GET').map(({ path }) => pathOf(path));

/** Fields that would do something if they came from here. */
const FIELDS = {
  name: 'ada',
  password: PASSWORD,
  scope: 'read',
  plan: 'scale',
  current_password: PASSWORD,
  new_password: 'another password',
  code: '123456',
};

const FOREIGN: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site', origin: 'http://sub.localhost' }],
  ['an address that was typed', { 'sec-fetch-site': 'none' }],
  ['another site, in an old browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
  ['another port', { 'sec-fetch-site': '', origin: `${ORIGIN}:8081` }],
  ['the same host by another scheme', { 'sec-fetch-site': '', origin: ORIGIN.replace('http:', 'https:') }],
  ['a page without an origin', { 'sec-fetch-site': '', origin: 'null' }],
  ['nobody knows where', { 'sec-fetch-site': '' }],
];

test('There are forms to protect', () => {
  expect(FORMS).toContain('/dashboard/keys');
  expect(FORMS.length).toBeGreaterThan(12);
});

describe.each(FORMS)('POST %s', (path) => {
  test.each(FOREIGN)('from %s is refused, and nothing happens', async (_, headers) => {
    const before = stateOf();
    const answer = await send(path, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(stateOf()).toEqual(before);
  });
});

test('A form from the same origin is accepted, by either header', async () => {
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': '', origin: ORIGIN }]) {
    expect((await send('/dashboard/plan', { ...headers, host: 'localhost' })).status).toBe(303);
  }
});

test('With a public URL, the origin is compared with that', async () => {
  const named = await dashboardApp({ publicUrl: 'https://food.example' });
  const post = (origin: string) =>
    named.app.handle(
      new Request(`${ORIGIN}/dashboard/sign-in`, {
        method: 'POST',
        body: new URLSearchParams({ name: 'x' }),
        headers: { origin, host: 'localhost' },
      }),
    );
  expect((await post('https://food.example')).status).toBe(422);
  expect((await post(ORIGIN)).status).toBe(403);
  expect((await post('http://food.example')).status).toBe(403);
  await named.remove();
});

describe.each(PAGES)('GET %s', (path) => {
  test('is not cached, not framed, and closed to other origins', async () => {
    const { headers } = await browser.get(path, { origin: 'https://evil.example' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
  });

  test('has no inline scripts or styles', async () => {
    const { text } = await browser.get(path);
    expect(text).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=|javascript:/);
  });
});

test.each([...new Set([...FORMS, ...PAGES])])('OPTIONS %s opens nothing', async (path) => {
  const answer = await at.app.handle(
    new Request(ORIGIN + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    }),
  );
  expect(answer.status).toBe(204);
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('Other methods, paths and bodies are refused without opening anything', async () => {
  const put = await at.app.handle(new Request(`${ORIGIN}/dashboard/keys`, { method: 'PUT' }));
  expect(put.status).toBe(405);
  expect(put.headers.get('access-control-allow-origin')).toBeNull();
  expect((await browser.get('/dashboard/nothing')).status).toBe(401);
  const json = { 'content-type': 'application/json' };
  expect((await browser.post('/dashboard/plan', { plan: 'pro' }, json)).status).toBe(422);
  const padded = await browser.post('/dashboard/plan', { plan: 'pro', more: 'x'.repeat(20_000) });
  expect(padded.status).toBe(422);
  expect(padded.text).toContain('could not be read');
});

test('A key opens no page, and a session no API route', async () => {
  const { key } = await at.account('keyed');
  const withKey = await at.browser({ authorization: `Bearer ${key}` }).get('/dashboard/keys');
  expect(withKey.location).toBe('/dashboard/sign-in');
  expect((await browser.get('/auth/account')).status).toBe(401);
});

test('Too many visits get a page in a browser, and JSON in a program', async () => {
  const limited = await dashboardApp({ hasLimits: true });
  const reader = limited.browser({ accept: 'text/html,*/*' });
  for (let i = 0; i < 120; i++) expect((await reader.get('/dashboard/sign-in')).status).toBe(200);
  for (const path of ['/dashboard/sign-in', '/about']) {
    const page = await reader.get(path);
    expect(page.status).toBe(429);
    expect(page.headers.get('retry-after')).toBe('60');
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
    expect(page.text).toContain('Load this page again in 60 seconds.');
    const script = await limited.browser({ accept: '*/*' }).get(path);
    expect(JSON.parse(script.text)).toEqual({ detail: 'Rate limit exceeded. Retry in 60 seconds.' });
  }
  await limited.remove();
});

/** Everything that a form could change. */
function stateOf(): unknown {
  const { db } = at.file();
  const tables = wordsOf(`
    accounts keys key_secrets sessions second_factors recovery_codes identities
  `);
  return tables.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all());
}

function send(path: string, headers: Record<string, string>) {
  const kept = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return at.app.handle(
    new Request(ORIGIN + path, {
      method: 'POST',
      body: new URLSearchParams(FIELDS),
      headers: { cookie, host: 'localhost', ...kept },
    }),
  );
}
