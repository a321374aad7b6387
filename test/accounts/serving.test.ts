import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountService } from '../../src/accounts/account-service.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { LARDER, larderBeside, type ServerProcess, startServer } from '../contract/server-process.ts';
import { until } from '../until.ts';

/** What only shows on a server in its own process, with sockets and a command line beside it. */
let servers: ServerProcess[] = [];
const directory = mkdtempSync(join(tmpdir(), 'larder-serving-'));
const catalog = await fixtureCatalog();
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});

async function serve(name: string, ...flags: string[]): Promise<ServerProcess & { accounts: string }> {
  const accounts = join(directory, `${name}.db`);
  const server = await startServer(['--catalog', catalog, '--accounts', accounts, ...flags]);
  servers.push(server);
  return { ...server, accounts };
}

async function larder(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await larderBeside(words);
  expect([status, stderr.includes('larder:')]).toEqual([0, false]);
  return stdout.trimEnd();
}

const withKey = (key: string): RequestInit => ({ headers: { Authorization: `Bearer ${key}` } });

async function statusOf({ origin }: ServerProcess, target: string, init?: RequestInit): Promise<number> {
  const answer = await fetch(new URL(target, origin), init);
  await answer.arrayBuffer();
  return answer.status;
}

describe('larder serve with accounts', () => {
  test('creates no accounts file, and accepts keys as soon as there is one', async () => {
    const server = await serve('later');
    expect(await statusOf(server, '/food/1', withKey('bad'))).toBe(401);
    expect(readdirSync(directory)).not.toContain('later.db');
    const key = await larder('account', 'create', 'ada', '--plan', 'pro', '--accounts', server.accounts);
    expect(await statusOf(server, '/foods/categories', withKey(key))).toBe(200);
  });

  test('sees what the command line changes', async () => {
    const server = await serve('changes');
    const flags = ['--accounts', server.accounts];
    await larder('account', 'create', 'ada', '--plan', 'pro', ...flags);
    const key = await larder('key', 'create', '--account', 'ada', '--name', 'ci', ...flags);
    expect(await statusOf(server, '/foods/categories', withKey(key))).toBe(200);
    const [{ id }] = JSON.parse(await larder('key', 'list', '--json', ...flags));
    await larder('key', 'revoke', String(id), ...flags);
    // The bound of a second is checked against a clock in accounts.test.ts; here it has to happen at all.
    await until(async () => (await statusOf(server, '/foods/categories', withKey(key))) === 401);
  });

  test('admits exactly the limit of the account: a hundred keys, two hundred requests at once', async () => {
    const server = await serve('crowd');
    const store = new SqliteAccountStore(server.accounts);
    const accounts = new AccountService(store, new Passwords());
    await accounts.create('ada', 'pro', null);
    const { id } = (await accounts.find('ada'))!;
    const input = { name: 'ci', scope: 'read', expiresMs: null, perMinute: null } as const;
    const keys: string[] = [];
    for (let i = 0; i < 100; i++) keys.push((await accounts.createKey(id, input))!.key);
    store.close();
    const statuses: number[] = [];
    let next = 0;
    const worker = async () => {
      while (next < 800) statuses.push(await statusOf(server, '/food/2', withKey(keys[next++ % 100]!)));
    };
    await Promise.all(Array.from({ length: 200 }, worker));
    const count = (status: number) => statuses.filter((each) => each === status).length;
    expect([count(404), count(429)]).toEqual([500, 300]);
  });

  test('ignores X-Forwarded-For from strangers, and follows it from a trusted proxy', async () => {
    const claim = (i: number): RequestInit => ({ headers: { 'X-Forwarded-For': `198.51.100.${i}` } });
    const plans = join(directory, 'quick.json');
    writeFileSync(plans, '{"anonymous": {"delay_ms": 0}}');
    const strict = await serve('strict', '--plans', plans);
    const trusting = await serve('trusting', '--plans', plans, '--trust-proxy', '127.0.0.0/8,::1');
    const admitted = async (server: ServerProcess) => {
      let count = 0;
      for (let i = 0; i < 40; i++) if ((await statusOf(server, '/food/2', claim(i))) === 404) count++;
      return count;
    };
    expect([await admitted(strict), await admitted(trusting)]).toEqual([30, 40]);
  });

  test('writes the usage counted so far when it stops', async () => {
    const server = await serve('counted');
    const key = await larder('account', 'create', 'ada', '--plan', 'scale', '--accounts', server.accounts);
    for (let i = 0; i < 7; i++) await statusOf(server, '/food/2', withKey(key));
    expect(await server.stop()).toBe(0);
    const store = new SqliteAccountStore(server.accounts);
    expect(await store.usage.list(1, '0000', '9999', 100)).toMatchObject([{ requests: 7, limited: 0 }]);
    store.close();
  });

  test('writes no key to any file or log', async () => {
    const server = await serve('secrets');
    const key = await larder('account', 'create', 'ada', '--plan', 'pro', '--accounts', server.accounts);
    await statusOf(server, '/food/2', withKey(key));
    await statusOf(server, `/food/2?key=${key}`, withKey(`${key}x`));
    await statusOf(server, '/auth/account', withKey(key));
    await server.stop();
    const secret = key.slice(10);
    expect(JSON.stringify(server.events)).not.toContain(secret);
    for (const name of readdirSync(directory)) {
      const file = join(directory, name);
      if (statSync(file).isFile()) expect(readFileSync(file).includes(secret)).toBe(false);
    }
  });

  test.each([
    [
      ['--trust-proxy', '10.0.0.0/99'],
      2,
      "--trust-proxy takes networks such as 10.0.0.0/8,::1, not '10.0.0.0/99'",
    ],
    [['--plans', 'no-such-file.json'], 1, 'no-such-file.json: cannot be read'],
    [['--accounts', import.meta.path], 1, 'not a database'],
  ])('refuses %j with status %d and one line', async (flags, status, said) => {
    const child = Bun.spawn([...LARDER, 'serve', '--catalog', catalog, '--port', '0', ...flags], {
      stderr: 'pipe',
    });
    const words = await new Response(child.stderr).text();
    expect(await child.exited).toBe(status);
    expect(words.trimEnd().split('\n')).toHaveLength(1);
    expect(words).toContain(said);
  });
});
