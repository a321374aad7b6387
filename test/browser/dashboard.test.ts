import { describe, expect } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { OpenIdProvider } from '../../src/accounts/openid.ts';
import { MemoryFlows } from '../../src/accounts/store/in-memory.ts';
import { OPERATOR } from '../accounts/temporary-accounts.ts';
import { type DashboardApp, dashboardApp } from '../site/dashboard/dashboard-app.ts';
import { openProvider, type RealProvider } from '../site/dashboard/real-provider.ts';
import { untilInPage } from '../until.ts';
import { findHindrances, loadAxe } from './axe.ts';
import { afterAll, beforeAll, browse, complaintsOf, test, type Visit } from './browser.ts';

const PASSWORD = 'correct horse battery';
/** A code is good once, and the next one is understood already. */
const STEP_MS = 30_000;

let at: DashboardApp;
let real: RealProvider;
let browser: Visit;
beforeAll(async () => {
  // The provider must know where it sends people back to, and the dashboard who its provider is.
  let handle: DashboardApp['app']['fetch'] | null = null;
  browser = await browse(
    (request) => handle!(request),
    async () => {
      await at.remove();
      real.close();
    },
  );
  real = await openProvider(`${browser.origin}/dashboard/openid/callback`, { host: 'localhost', asks: true });
  const { clientId, clientSecret } = real;
  const provider = new OpenIdProvider({
    flows: new MemoryFlows(),
    issuer: new URL(real.issuer),
    clientId,
    clientSecret,
    name: 'Example ID',
  });
  at = await dashboardApp({ clock: null, provider });
  handle = (request) => at.app.fetch(request);
});
afterAll(() => browser.close());

async function visitor(options: Parameters<Visit['visit']>[0] = {}) {
  const page = await browser.visit(options);
  return { page, complaints: complaintsOf(page) };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page) => page.locator('h1').textContent();
const codeAt = (seed: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp });

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/sign-in');
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign in');
}

async function statusWith(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${browser.origin}/food/1`, { headers })).status;
}

describe.each([true, false])('Someone whose browser runs scripts: %p', (javaScriptEnabled) => {
  const name = javaScriptEnabled ? 'ada' : 'bea';

  test('signs up, uses keys, turns the second factor on, and signs out everywhere', async () => {
    const { page, complaints } = await visitor({
      javaScriptEnabled,
      permissions: ['clipboard-read', 'clipboard-write'],
    });

    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('User name').fill(name);
    await page.getByLabel('Password').fill('short');
    await press(page, 'Create the account');
    expect(await page.locator('.fault').allTextContents()).toEqual([
      'This password has fewer than 8 characters.',
    ]);
    expect(await page.getByLabel('User name').inputValue()).toBe(name);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Create the account');
    expect(await heading(page)).toBe('Keys');

    await page.getByLabel('Name', { exact: true }).fill('production');
    await press(page, 'Create the key');
    const key = (await page.locator('#secret').textContent()) ?? '';
    expect(await statusWith(key)).toBe(200);
    const copy = page.getByRole('button', { name: 'Copy' });
    expect(await copy.isVisible()).toBe(javaScriptEnabled);
    if (javaScriptEnabled) {
      await copy.click();
      await page.getByText('Copied', { exact: true }).waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key);
    }
    await page.reload();
    expect(await heading(page)).toBe('Already shown');

    await page.goto('/dashboard/keys');
    await page.getByRole('link', { name: 'Manage production' }).click();
    await press(page, 'Rotate the key');
    const replaced = (await page.locator('#secret').textContent()) ?? '';
    expect([await statusWith(key), await statusWith(replaced)]).toEqual([401, 200]);
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: 'Manage production' }).click();
    await press(page, 'Revoke the key');
    expect(await page.getByRole('status').first().textContent()).toContain(
      'The key was revoked and no longer works.',
    );
    expect(await statusWith(replaced)).toBe(401);

    await page.getByRole('link', { name: 'Security' }).click();
    await press(page, 'Set it up');
    const seed = ((await page.locator('.seed').textContent()) ?? '').replaceAll(' ', '');
    expect(await page.getByRole('img', { name: 'QR code' }).isVisible()).toBe(true);
    const enrolledMs = Date.now();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(seed, enrolledMs));
    await press(page, 'Turn it on');
    const codes = ((await page.locator('#secret').textContent()) ?? '').split('\n');
    expect(codes).toHaveLength(10);
    await press(page, 'Sign out');

    await signIn(page, name);
    expect(await heading(page)).toBe('Enter your code');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(seed, enrolledMs));
    await press(page, 'Continue');
    expect(await page.locator('.fault').textContent()).toContain('The code is wrong or was already used.');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(seed, enrolledMs + STEP_MS));
    await press(page, 'Continue');
    expect(await heading(page)).toBe('Usage');
    expect(await page.getByRole('img', { name: 'requests answered' }).isVisible()).toBe(true);

    const { page: phone } = await visitor({ javaScriptEnabled });
    await signIn(phone, name);
    await phone.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
    await press(phone, 'Continue');
    expect(await heading(phone)).toBe('Usage');
    await phone.getByRole('link', { name: 'Sessions' }).click();
    expect(await phone.locator('.row').count()).toBe(2);
    await press(phone, 'Sign out everywhere');
    expect(await heading(phone)).toBe('Sign in');
    await page.goto('/dashboard');
    expect(await heading(page)).toBe('Sign in');
    expect(complaints).toEqual([]);
  });
});

test.each([true, false])(
  'An admin whose browser runs scripts (%p) looks after an account',
  async (javaScriptEnabled) => {
    const name = javaScriptEnabled ? 'carol' : 'dora';
    const { id: adminId } = await at.account(`${name}-admin`, PASSWORD);
    const { id } = await at.account(name, PASSWORD);
    await at.store.accounts.setAdmin(adminId, true);
    const input = { name: 'leaked', scope: 'read', expiresMs: null, perMinute: null } as const;
    const { key } = (await at.accounts.createKey(id, input))!;
    const { page, complaints } = await visitor({ javaScriptEnabled });
    await signIn(page, `${name}-admin`);
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    expect(await heading(page)).toBe('Service');
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByLabel('Name contains').fill(name);
    await press(page, 'Find');
    await page.getByRole('link', { name, exact: true }).click();
    expect(await heading(page)).toBe(name);
    await page.getByLabel('Plan of this account').selectOption('scale');
    await press(page, 'Change the plan');
    expect(await page.getByRole('status').first().textContent()).toBe('The plan of the account was changed.');
    expect(await statusWith(key)).toBe(200);
    await page.getByRole('button', { name: /^Revoke leaked/ }).click();
    expect(await page.getByRole('status').first().textContent()).toBe(
      'The key was revoked and no longer works.',
    );
    expect(await statusWith(key)).toBe(401);
    await page.getByRole('link', { name: 'Audit log' }).click();
    const cells = await page.locator('tbody tr').first().locator('td').allTextContents();
    expect(cells.slice(2, 4)).toEqual(['key revoked', name]);
    expect((await at.accounts.view(id))?.plan).toBe('scale');
    expect(complaints).toEqual([]);
  },
);

test('Someone signs in through the provider, which is another site', async () => {
  const { page, complaints } = await visitor();
  const returned: string[] = [];
  page.on('request', async (request) => {
    if (!request.url().includes('/openid/callback')) return;
    returned.push((await request.headerValue('sec-fetch-site')) ?? '');
  });
  await page.goto('/dashboard/sign-in');
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await page.getByRole('link', { name: 'Agree' }).click();
  await page.waitForURL('**/dashboard?welcome');
  expect(await page.locator('.who').textContent()).toContain('Signed in as Grace');
  expect(returned).toEqual(['cross-site']);
  await page.goto('/dashboard/keys');
  expect(await page.locator('.who').textContent()).toContain('Signed in as Grace');
  expect(complaints).toEqual([]);
});

test('By the keyboard alone a key is made', async () => {
  await at.account('kim', PASSWORD);
  const { page } = await visitor();
  await page.goto('/dashboard/sign-in');
  await untilInPage(page, "document.activeElement.id === 'name'");
  await page.keyboard.type('kim');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard?welcome');
  await page.goto('/dashboard/keys');
  await page.locator('#name').focus();
  await page.keyboard.type('laptop');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/keys/shown');
  expect((await at.store.keys.list(null, false)).at(-1)).toMatchObject({ name: 'laptop', scope: 'full' });
});

test('A form from another origin changes nothing', async () => {
  await at.account('victim', PASSWORD);
  const { page } = await visitor();
  await signIn(page, 'victim');
  const evil = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response(
        `<form method="post" action="${browser.origin}/dashboard/sessions/end-all"><button>Win</button></form>`,
        { headers: { 'content-type': 'text/html' } },
      ),
  });
  await page.goto(evil.url.href);
  await press(page, 'Win');
  expect(await heading(page)).toBe('Refused');
  await page.goto('/dashboard');
  expect(await page.locator('.who').textContent()).toContain('Signed in as victim');
  await evil.stop(true);
});

describe('Every page', () => {
  /** How to come to each, signed in as one who has long names and much use. */
  const PLACES: [string, (page: Page) => Promise<unknown>][] = [
    ['/dashboard', async () => {}],
    ['/dashboard/keys', async () => {}],
    ['/dashboard/keys', (page) => press(page, 'Create the key')],
    ['/dashboard/keys/KEY', async () => {}],
    ['/dashboard/keys/KEY', (page) => press(page, 'Rotate the key')],
    ['/dashboard/plan', async () => {}],
    ['/dashboard/security', async () => {}],
    ['/dashboard/security', (page) => press(page, 'Set it up')],
    ['/dashboard/sessions', async () => {}],
    ['/dashboard/keys/999999', async () => {}],
    ['/dashboard/admin', async () => {}],
    ['/dashboard/admin/accounts', async () => {}],
    ['/dashboard/admin/accounts/ACCOUNT', async () => {}],
    ['/dashboard/admin/accounts/ACCOUNT', (page) => press(page, 'Change the plan')],
    ['/dashboard/admin/accounts/999999', async () => {}],
    ['/dashboard/admin/audit', async () => {}],
    ['/dashboard/sessions', (page) => press(page, 'Sign out everywhere')],
    ['/dashboard/sign-in?lost=1', (page) => press(page, 'Sign in')],
    ['/dashboard/sign-up', (page) => press(page, 'Create the account')],
  ];
  const LONG = 'Wolfeschlegelsteinhausenbergerdorff@example-of-a-long-domain.test';

  async function prepare(): Promise<{ keyId: number; accountId: number }> {
    const account = await at.account(LONG.slice(0, 64), PASSWORD);
    const input = {
      name: 'n'.repeat(64),
      scope: 'full',
      perMinute: 60,
      expiresMs: Date.now() + 1e9,
    } as const;
    const { id } = (await at.accounts.createKey(account.id, input))!;
    for (let i = 0; i < 30; i++) {
      const day = new Date(Date.now() - i * 86_400_000).toISOString().slice(0, 10);
      const usage = { keyId: id, day, requests: 1000 * i, limited: i * 7, lastUsedMs: Date.now() };
      await at.store.usage.add([usage], day);
    }
    await at.store.accounts.setAdmin(account.id, true);
    const by = { ...OPERATOR, operator: { actor: LONG.slice(0, 64), via: 'dashboard' as const } };
    for (let i = 0; i < 60; i++) {
      const audit = `key ${i} (${'n'.repeat(64)})`;
      await at.actions.record('key revoked', LONG.slice(0, 64), by, {}, audit);
    }
    return { keyId: id, accountId: account.id };
  }

  test('hinders nobody in either theme, and nothing sticks out on a phone', async () => {
    const { keyId, accountId } = await prepare();
    const { page, complaints } = await visitor({ viewport: { width: 390, height: 800 } });
    await signIn(page, LONG.slice(0, 64));
    expect(await heading(page)).toBe('Usage');
    for (const [path, act] of PLACES) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path.replace('KEY', String(keyId)).replace('ACCOUNT', String(accountId)));
      await act(page);
      const place = `${path} ${await heading(page)}`;
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(over, `${place}, ${width} pixels`).toBeLessThanOrEqual(0);
      }
      await loadAxe(page);
      for (const colorScheme of ['light', 'dark'] as const)
        expect(await findHindrances(page, colorScheme), `${place}, ${colorScheme}`).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});
