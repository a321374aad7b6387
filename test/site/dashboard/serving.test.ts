import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureCatalog } from '../../contract/fixture-catalog.ts';
import { larderBeside as larder, startServer } from '../../contract/server-process.ts';
import { openProvider } from './real-provider.ts';

/** The dashboard of a server in its own process, as an operator starts it. */
const directory = mkdtempSync(join(tmpdir(), 'larder-dashboard-'));
const port = await new Promise<number>((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address() as AddressInfo;
    probe.close(() => resolve(free));
  });
});
const origin = `http://127.0.0.1:${port}`;
const real = await openProvider(`${origin}/dashboard/openid/callback`);
const secretFile = join(directory, 'secret');
writeFileSync(secretFile, `${real.clientSecret}\n`);
const flags = {
  port: String(port),
  catalog: await fixtureCatalog(),
  accounts: join(directory, 'accounts.db'),
  'sign-up': 'open',
  'oidc-issuer': real.issuer,
  'oidc-client-id': real.clientId,
  'oidc-client-secret-file': secretFile,
};
const server = await startServer(Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]));
afterAll(async () => {
  await server.stop();
  real.close();
});

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const get = (path: string, cookie = '') =>
  fetch(origin + path, { redirect: 'manual', headers: { cookie, 'sec-fetch-site': 'same-origin' } });
const post = (path: string, fields: Record<string, string>, cookie = '') =>
  fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { cookie, origin },
  });

test('Nothing is written until somebody needs an account', async () => {
  expect((await get('/dashboard/sign-in')).status).toBe(200);
  expect((await post('/dashboard/sign-in', { name: 'ada', password: 'anything' })).status).toBe(422);
  expect(readdirSync(directory)).toEqual(['secret']);
});

test('Signing up signs in; removing the account on the command line signs out', async () => {
  const made = await post('/dashboard/sign-up', { name: 'ada', password: 'correct horse battery' });
  expect(made.status).toBe(303);
  const cookie = cookieOf(made);
  expect(await (await get('/dashboard/keys', cookie)).text()).toContain('Signed in as <b>ada</b>');
  expect((await post('/dashboard/sign-out', {}, '')).headers.get('location')).toBe('/dashboard/sign-in');
  expect(
    (await larder(['account', 'remove', 'ada', '--accounts', join(directory, 'accounts.db')])).status,
  ).toBe(0);
  expect((await get('/dashboard/keys', cookie)).headers.get('location')).toBe('/dashboard/sign-in');
});

test('Signing in through the provider leaves no secret in any log line or file', async () => {
  const begun = await get('/dashboard/openid/start');
  expect(begun.status).toBe(303);
  const back = await real.visit(begun.headers.get('location')!);
  const entered = await get(back.pathname + back.search, cookieOf(begun));
  expect(entered.headers.get('location')).toBe('/dashboard?welcome');
  const cookie = cookieOf(entered);
  expect(await (await get('/dashboard', cookie)).text()).toContain('Signed in as <b>Grace</b>');
  const again = await get(
    '/dashboard/openid/callback?error=access_denied',
    cookieOf(await get('/dashboard/openid/start')),
  );
  expect(again.status).toBe(403);
  const secrets = [
    real.clientSecret,
    back.searchParams.get('code')!,
    real.exchanges.at(-1)!.get('code_verifier')!,
    ...cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)),
  ];
  await server.logged('openid failed');
  const logged = JSON.stringify(server.events);
  for (const file of readdirSync(directory).filter((name) => name.startsWith('accounts'))) {
    const bytes = readFileSync(join(directory, file));
    for (const secret of secrets) if (secret !== '') expect(bytes.includes(secret), file).toBe(false);
  }
  for (const secret of secrets) if (secret !== '') expect(logged).not.toContain(secret);
});

test('Admins see which catalogue is served, also after it was replaced', async () => {
  const data = join(directory, 'data');
  const accounts = ['--accounts', join(data, 'accounts.db')];
  const started = await startServer(['--data', data, ...accounts, '--sign-up', 'open']);
  const made = await fetch(new URL('/dashboard/sign-up', started.origin), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ name: 'ada', password: 'correct horse battery' }),
    headers: { origin: started.origin.origin },
  });
  expect((await larder(['account', 'admin', 'ada', 'on', ...accounts])).status).toBe(0);
  const page = async () => {
    const headers = { cookie: cookieOf(made), 'sec-fetch-site': 'same-origin' };
    return (await fetch(new URL('/dashboard/admin', started.origin), { headers })).text();
  };
  expect(await page()).toContain('the starter catalogue inside larder');
  const path = join(data, 'catalog.db');
  copyFileSync(await fixtureCatalog(), `${path}.next`);
  renameSync(`${path}.next`, path);
  await started.logged('catalog replaced');
  expect(await page()).toContain(`<code>${path}</code>`);
  await started.stop();
});

describe('Invalid settings are refused at start:', () => {
  test.each([
    [['--sign-up', 'maybe'], '--sign-up takes open or closed'],
    [['--oidc-issuer', 'https://id.example'], '--oidc-issuer needs --oidc-client-id'],
    [['--oidc-client-id', 'larder'], '--oidc-client-id needs --oidc-issuer'],
    [['--oidc-issuer', 'http://id.example', '--oidc-client-id', 'x'], '--oidc-issuer takes an https address'],
    [['--oidc-issuer', 'https://id.example', '--oidc-client-id', ''], '--oidc-client-id is empty'],
    [
      ['--oidc-issuer', 'https://id.example', '--oidc-client-id', 'x', '--oidc-client-secret', ''],
      '--oidc-client-secret is empty; give the secret, or leave it out',
    ],
  ])('%p', async (flags, words) => {
    const outcome = await larder(['serve', '--port', '0', '--data', directory, ...flags]);
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain(words);
  });

  test('a secret that cannot be read', async () => {
    const flags = ['--oidc-issuer', 'https://id.example', '--oidc-client-id', 'x'];
    const missing = join(directory, 'missing');
    const outcome = await larder([
      'serve',
      '--port',
      '0',
      '--data',
      directory,
      ...flags,
      '--oidc-client-secret-file',
      missing,
    ]);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain(`${missing}: cannot be read`);
  });
});
