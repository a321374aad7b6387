import { afterEach, beforeEach, describe, expect } from 'bun:test';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { AccountService } from '../../src/accounts/account-service.ts';
import type { ShownKey } from '../../src/accounts/account-views.ts';
import { OpenIdProvider } from '../../src/accounts/openid.ts';
import { readPostgresUrl } from '../../src/accounts/postgres/address.ts';
import { PostgresAccountStore } from '../../src/accounts/postgres/postgres-account-store.ts';
import type { ClientContext } from '../../src/accounts/sessions.ts';
import { SignIn } from '../../src/accounts/sign-in.ts';
import { EncryptionKeyFile } from '../../src/accounts/store/encryption-key-file.ts';
import { hashKey } from '../../src/admission/keys.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { until } from '../until.ts';
import { onPostgres } from './engine.ts';
import { quickCodes } from './temporary-accounts.ts';

const { test, beforeAll, afterAll } = onPostgres;

const NAMED = { name: 'ci', scope: 'read', expiresMs: null, perMinute: null } as const;
const CLIENT: ClientContext = { address: '203.0.113.9', agent: 'Firefox', deviceToken: null };
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (password: string, known: string | null) => known === `hash of ${password}`,
  ...quickCodes,
};

/** One server of several that share accounts. */
interface Replica {
  store: PostgresAccountStore;
  accounts: AccountService;
  signIn: SignIn;
  directory: string;
  changes: [isUp: boolean, reason: string][];
  has(key: string): boolean;
}

let server: PostgresServer;
let url: string;
let keyFile: string;
const opened: Replica[] = [];
const directories: string[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // Null where the server is missing: every test is skipped then.
  if (server === undefined) return;
  url = await server.createDatabase();
  keyFile = join(temporary(), 'encryption-key');
});
afterEach(async () => {
  for (const { store } of opened.splice(0)) await store.close();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'larder-replica-'));
  directories.push(directory);
  return directory;
}

async function open(directory = temporary(), key = keyFile): Promise<Replica> {
  const changes: Replica['changes'] = [];
  const store = await PostgresAccountStore.openForServer({
    address: readPostgresUrl(url),
    encryptionKeyFile: new EncryptionKeyFile(key),
    copyPath: join(directory, 'key-copy.jsonl'),
    onChange: (isUp, reason) => changes.push([isUp, reason]),
    onCopyFailure(error) {
      throw error;
    },
  });
  const accounts = new AccountService(store, passwords);
  const signIn = new SignIn(store, accounts, passwords);
  const has = (text: string) => store.keys.findByHash(hashKey(text)) !== null;
  const replica = { store, accounts, signIn, directory, changes, has };
  opened.push(replica);
  return replica;
}

async function close(replica: Replica): Promise<void> {
  opened.splice(opened.indexOf(replica), 1);
  await replica.store.close();
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const { host, database } = readPostgresUrl(url);
  const client = new pg.Client({ host, user: 'larder', database: database! });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function someone({ accounts }: Replica, name = 'ada'): Promise<{ id: number; key: string }> {
  const created = await accounts.create(name, 'pro', 'correct horse battery');
  if (typeof created === 'string') throw new Error(created);
  return created;
}

describe('Servers that share accounts in PostgreSQL', () => {
  test('can all start at once with an empty database', async () => {
    const replicas = await Promise.all(Array.from({ length: 4 }, () => open()));
    expect(replicas.map(({ changes }) => changes)).toEqual(Array(4).fill([[true, '']]));
    await someone(replicas[0]!);
    expect(await replicas[3]!.accounts.list()).toHaveLength(1);
  });

  test('refuse those of another version in one line', async () => {
    const { store } = await open();
    await store.close();
    await query("UPDATE larder.settings SET value = '5' WHERE name = 'schema version'");
    await expect(open()).rejects.toThrow(
      /^PostgreSQL at \S+: was written by another version of larder \(format 5, .* 6\); name another database$/,
    );
  });

  test('see keys that another creates, rotates and revokes', async () => {
    const [one, other] = [await open(), await open()];
    const { id, key } = await someone(one);
    expect(one.has(key)).toBe(true);
    await until(() => other.has(key));
    const named = (await other.accounts.createKey(id, NAMED))!;
    expect(other.has(named.key)).toBe(true);
    await until(() => one.has(named.key));
    const rotated = (await one.accounts.rotateKey(id, named.id, 0)) as ShownKey;
    expect([one.has(named.key), one.has(rotated.key)]).toEqual([false, true]);
    await until(() => other.has(rotated.key) && !other.has(named.key));
    const { version } = one.store.keys;
    await other.accounts.revokeKey(id, named.id);
    expect(other.has(rotated.key)).toBe(false);
    await until(() => !one.has(rotated.key));
    expect(one.store.keys.version).not.toBe(version);
    await one.accounts.setPlan(id, 'scale');
    await until(() => other.store.keys.findByHash(hashKey(key))?.plan === 'scale');
    await one.store.accounts.remove(id);
    await until(() => !other.has(key));
  });

  test('see changes that an operator makes with SQL', async () => {
    const replica = await open();
    const { key } = await someone(replica);
    await query('UPDATE larder.keys SET revoked_ms = 1');
    await until(() => !replica.has(key));
  });

  test('read all keys again after a lost connection', async () => {
    const [one, other] = [await open(), await open()];
    const { id, key } = await someone(one);
    await until(() => other.has(key));
    const named = (await one.accounts.createKey(id, NAMED))!;
    await until(() => other.has(named.key));
    await query(
      `ALTER TABLE larder.keys DISABLE TRIGGER announce; UPDATE larder.keys SET revoked_ms = 1 WHERE kind = 'named';
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'larder' AND datname = current_database()`,
    );
    await until(() => !one.has(named.key) && !other.has(named.key));
    expect(other.changes.map(([isUp]) => isUp)).toEqual([true, false, true]);
    expect(other.has(key)).toBe(true);
  });

  test('share sessions, wrong guesses, codes and what is shown once', async () => {
    const [one, other] = [await open(), await open()];
    const { id } = await someone(one);
    const entry = await one.signIn.withPassword('ada', 'correct horse battery', CLIENT);
    if (typeof entry === 'string' || !('token' in entry)) throw new Error('not signed in');
    const session = (await other.signIn.sessions.find(entry.token, CLIENT))!;
    expect(session).toMatchObject({ accountId: id, isComplete: true });
    // A device that one server has recognised is known to the others.
    const known = { ...CLIENT, deviceToken: entry.deviceToken };
    for (let i = 0; i < 6; i++) await [one, other][i % 2]!.signIn.withPassword('ada', 'wrong', CLIENT);
    expect(await other.signIn.withPassword('ada', 'correct horse battery', CLIENT)).toHaveProperty(
      'lockedMs',
    );
    expect(await other.signIn.withPassword('ada', 'correct horse battery', known)).toHaveProperty('token');
    await one.store.shownOnce.put(session.id, 'key', 'a secret', 1000, 2000);
    expect(JSON.stringify(await query('SELECT sealed::text FROM larder.shown_once'))).not.toContain(
      Buffer.from('a secret').toString('hex'),
    );
    expect(await other.store.shownOnce.take(session.id, 'key', 1500)).toBe('a secret');
    expect(await one.store.shownOnce.take(session.id, 'key', 1500)).toBeNull();
    const enrolment = (await one.accounts.secondFactor.enrol(id, 'ada'))!;
    expect(await other.accounts.secondFactor.findPending(id, 'ada')).toEqual(enrolment);
  });

  test('finish a sign-in through a provider that another has begun, and only once', async () => {
    const [one, other] = [await open(), await open()];
    const issuer = new URL('http://127.0.0.1:9');
    const provider = ({ store }: Replica) =>
      new OpenIdProvider({ issuer, clientId: 'larder', clientSecret: null, name: 'ID', flows: store.flows });
    expect((await one.store.flows.ticketKey()).equals(await other.store.flows.ticketKey())).toBe(true);
    expect(await one.store.flows.finish('state', 1000, 2000)).toBe(true);
    expect(await other.store.flows.finish('state', 1000, 2000)).toBe(false);
    // A ticket that nobody has made is told apart before the provider is asked.
    expect(await provider(other).finish('A'.repeat(80), 'code=x')).toBe('stale');
  });

  test('add up usage, and count a batch once that is sent again', async () => {
    const [one, other] = [await open(), await open()];
    const { id } = await someone(one);
    const usage = { keyId: 1, day: '2026-11-15', requests: 3, limited: 1, lastUsedMs: 5 };
    await Promise.all([one.store.usage.add([usage], 'a'), other.store.usage.add([usage], 'b')]);
    await other.store.usage.add([usage], 'a');
    expect(await one.accounts.usageByDay(id, '2026-11-15', '2026-11-15')).toEqual([
      { day: '2026-11-15', requests: 6, limited: 2 },
    ]);
  });

  test('keep to the limits of an account, however many keys it has', async () => {
    const replica = await open();
    const { id } = await someone(replica);
    await query(`INSERT INTO larder.keys (account_id, kind, name, scope, created_ms)
      SELECT ${id}, 'named', 'ci', 'read', 1 FROM generate_series(1, 999)`);
    const made = (await replica.accounts.createKey(id, NAMED))!;
    expect(await replica.accounts.createKey(id, NAMED)).toBeNull();
    await query(`UPDATE larder.keys SET revoked_ms = 1 WHERE kind = 'named' AND id <> ${made.id}`);
    await query(`INSERT INTO larder.keys (account_id, kind, name, scope, created_ms, revoked_ms)
      SELECT ${id}, 'named', 'ci', 'read', 1, 2 FROM generate_series(1, 1)`);
    await replica.accounts.revokeKey(id, made.id);
    expect(await query('SELECT count(*) FROM larder.keys WHERE revoked_ms IS NOT NULL')).toEqual([
      { count: '1000' },
    ]);
  });
});

describe('The encryption key', () => {
  test('is created by the first server, readable by its owner only, and never in the database', async () => {
    const { store } = await open();
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const key = readFileSync(keyFile);
    expect(store.encryptionKey.find().equals(key)).toBe(true);
    const settings = JSON.stringify(await query('SELECT * FROM larder.settings'));
    for (const form of ['hex', 'base64'] as const) expect(settings).not.toContain(key.toString(form));
  });

  test('must be the same on every server', async () => {
    await open();
    const another = join(temporary(), 'key');
    expect(open(temporary(), another)).rejects.toThrow(/is missing.*copy it from one of them/);
    writeFileSync(another, Buffer.alloc(32, 7));
    chmodSync(another, 0o600);
    expect(open(temporary(), another)).rejects.toThrow(/is not the encryption key.*--encryption-key-file/);
  });

  test('may be written as hexadecimal digits', async () => {
    writeFileSync(keyFile, `${'ab'.repeat(32)}\n`);
    chmodSync(keyFile, 0o600);
    const { store } = await open();
    expect(store.encryptionKey.find()).toEqual(Buffer.alloc(32, 0xab));
  });
});

describe('While PostgreSQL is away', () => {
  for (const [how, leave, comeBack] of [
    ['killed', () => server.kill(), () => server.start()],
    ['stopped', () => server.signal('SIGSTOP'), () => server.signal('SIGCONT')],
  ] as const) {
    test(`(${how}) keys keep working, account requests fail soon, and each change is reported once`, async () => {
      const replica = await open();
      const { id, key } = await someone(replica);
      await leave();
      expect(replica.accounts.createKey(id, NAMED)).rejects.toThrow(
        /^PostgreSQL at .*(cannot be reached|closed)/,
      );
      await until(() => replica.changes.length === 2);
      expect(replica.has(key)).toBe(true);
      for (let i = 0; i < 3; i++) expect(replica.accounts.list()).rejects.toThrow(/^PostgreSQL at /);
      await comeBack();
      await until(() => replica.changes.length === 3);
      expect(replica.changes.map(([isUp]) => isUp)).toEqual([true, false, true]);
      expect(await replica.accounts.createKey(id, NAMED)).not.toBeNull();
    });
  }

  test('a server outlives a database that hangs, and then dies in the middle of its queries', async () => {
    const replica = await open();
    const { id, key } = await someone(replica);
    // A connection that is in the pool, and some that are not.
    await replica.accounts.list();
    server.signal('SIGSTOP');
    const outcomes = await Promise.allSettled([
      replica.accounts.createKey(id, NAMED),
      replica.accounts.list(),
      replica.accounts.setPlan(id, 'scale'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await server.kill();
    expect(replica.has(key)).toBe(true);
    await server.start();
    await until(() => replica.changes.at(-1)?.[0] === true);
    expect(await replica.accounts.list()).toHaveLength(1);
  });

  test('a server starts with the keys as last seen, and catches up', async () => {
    const first = await open();
    const { id, key } = await someone(first);
    const revoked = (await first.accounts.createKey(id, NAMED))!;
    await first.accounts.revokeKey(id, revoked.id);
    const later = (await first.accounts.createKey(id, { ...NAMED, expiresMs: 1e15 }))!;
    await close(first);
    const copy = join(first.directory, 'key-copy.jsonl');
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    for (const text of [key, later.key]) expect(readFileSync(copy).includes(text.slice(10))).toBe(false);
    await server.kill();
    try {
      expect(open()).rejects.toThrow(/cannot be reached/);
      const again = await open(first.directory);
      expect([again.has(key), again.has(later.key), again.has(revoked.key)]).toEqual([true, true, false]);
      expect(again.store.keys.findByHash(hashKey(later.key))?.validUntilMs).toBe(1e15);
      expect(again.changes.map(([isUp]) => isUp)).toEqual([false]);
      await server.start();
      await until(() => again.changes.length === 2);
      expect(await again.accounts.list()).toHaveLength(1);
    } finally {
      await server.start().catch(() => {});
    }
  });

  test('a copy of another database is not used, and a damaged one begun again', async () => {
    const first = await open();
    const { key } = await someone(first);
    await close(first);
    url = await server.createDatabase();
    keyFile = join(temporary(), 'encryption-key');
    const elsewhere = await open(first.directory);
    expect(elsewhere.has(key)).toBe(false);
    await close(elsewhere);
    writeFileSync(join(first.directory, 'key-copy.jsonl'), 'not a database '.repeat(100));
    const again = await open(first.directory);
    const { key: other } = await someone(again);
    expect(again.has(other)).toBe(true);
  });
});

describe('A PostgreSQL URL', () => {
  const secret = 'hunter2';
  test('never shows its user or password', async () => {
    const { host } = readPostgresUrl(url);
    const wrong = `postgres://mallory:${secret}@localhost/nowhere?host=${host}`;
    const address = readPostgresUrl(wrong);
    expect(address).toMatchObject({ user: 'mallory', password: secret, database: 'nowhere' });
    const failure = await PostgresAccountStore.openForCommand({
      address,
      encryptionKeyFile: new EncryptionKeyFile(keyFile),
    }).then(
      () => null,
      (error: Error) => error,
    );
    expect(failure?.message).toStartWith(`PostgreSQL at ${host}:5432/nowhere: `);
    expect(JSON.stringify([failure?.message, failure?.stack, address.name])).not.toMatch(/hunter2|mallory/);
  });

  test.each([
    ['postgres:nothing', /postgres:\/\//],
    [`postgres://a:${secret}@host/db?sslmode=sometimes`, /sslmode is disable, require, verify-full/],
    [`postgres://a:${secret}@host/db?options=-c`, /no parameters but/],
    [`postgres://a:${secret}@one,two/db`, /one host/],
    [`postgres://a:${secret}%zz@host/db`, /%25/],
  ])('is refused without being repeated: %#', (text, message) => {
    let failure: Error | null = null;
    try {
      readPostgresUrl(text);
    } catch (error) {
      failure = error as Error;
    }
    expect(failure?.message).toMatch(message);
    expect(failure?.message).not.toContain(secret);
  });
});
