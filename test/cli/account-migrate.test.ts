import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountService } from '../../src/accounts/account-service.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { readPostgresUrl } from '../../src/accounts/postgres/address.ts';
import { connect } from '../../src/accounts/postgres/database.ts';
import { Sessions } from '../../src/accounts/sessions.ts';
import { EncryptionKeyFile } from '../../src/accounts/store/encryption-key-file.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { TABLES } from '../../src/accounts/stores/transfer.ts';
import { openPostgresEnd } from '../../src/accounts/stores/transfer-ends.ts';
import { onPostgres } from '../accounts/engine.ts';
import { larder } from '../contract/server-process.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'larder-migrate-'));
const source = join(folder, 'accounts.db');
const CLIENT = { address: '203.0.113.9', agent: 'Firefox', deviceToken: null };
const NAMED = { name: 'für CI', scope: 'read', expiresMs: 2e12, perMinute: 7 } as const;

const migrate = (from: string, to: string, ...flags: string[]) =>
  larder(['account', 'migrate', '--from', from, '--to', to, ...flags], {
    cwd: folder,
    env: { LARDER_DATA: join(folder, 'data'), HOME: folder },
  });

interface Content extends Record<string, unknown> {
  audit: { id: number; time_ms: number }[];
  sequences: { name: string; seq: number }[];
}

/** Everything in a file, in order. */
function contentOf(path: string): Content {
  const store = new SqliteAccountStore(path);
  const all = (sql: string) => store.db.prepare(sql).all();
  const content = Object.fromEntries(
    TABLES.map(({ name, key }) => [name, all(`SELECT * FROM ${name} ORDER BY ${key}`)]),
  );
  const sequences = all('SELECT name, seq FROM sqlite_sequence ORDER BY name');
  store.close();
  return { ...content, sequences, key: readFileSync(`${path}.seal`).toString('hex') } as unknown as Content;
}

/** The content of a file to which the source was moved by way of these places. */
function movedFrom(...places: string[]): Content {
  const content = contentOf(source);
  const entries = places.map((place, i) => ({
    id: 2 + i,
    time_ms: expect.any(Number) as unknown as number,
    actor: execFileSync('id', ['-un'], { encoding: 'utf8' }).trimEnd(),
    via: 'command line',
    act: 'accounts migrated',
    account: null,
    detail: `from ${place}`,
  }));
  const sequences = content.sequences.map(({ name, seq }) => ({
    name,
    seq: name === 'audit' ? seq + places.length : seq,
  }));
  return { ...content, audit: [...content.audit, ...entries], sequences };
}

beforeAll(async () => {
  const store = new SqliteAccountStore(source);
  const accounts = new AccountService(store, new Passwords());
  const identity = { issuer: 'https://id.example', subject: '42', label: 'Grace' };
  await accounts.createLinked('Ada Lovelace', 'pro', identity);
  await accounts.create('gone', 'pro', null);
  await store.accounts.remove(2);
  const key = (await accounts.createKey(1, NAMED))!;
  await accounts.rotateKey(1, key.id, 60_000);
  const revoked = (await accounts.createKey(1, NAMED))!;
  await accounts.revokeKey(1, revoked.id);
  for (let keyId = 1; keyId <= 3; keyId++) {
    const used = { keyId, day: '2026-11-15', requests: keyId, limited: 1, lastUsedMs: 5 };
    await store.usage.add([used], `batch ${keyId}`);
  }
  // More than are read or written together.
  const days = Array.from({ length: 1200 }, (_, i) => new Date(i * 86_400_000).toISOString().slice(0, 10));
  const daily = days.map((day) => ({ keyId: 1, day, requests: 1, limited: 0, lastUsedMs: 5 }));
  await store.usage.add(daily, 'batch 4');
  await new Sessions(store, Date.now).start(1, true, CLIENT);
  await accounts.secondFactor.enrol(1, 'Ada Lovelace');
  const factor = (await store.secondFactors.find(1))!;
  await store.secondFactors.confirm(factor, ['one', 'two'], Buffer.from('salt'), 9);
  await store.accounts.setAdmin(1, true);
  const act = { actor: 'root', via: 'command line', act: 'admin granted', account: 'Ada Lovelace' } as const;
  await store.audit.add({ ...act, timeMs: 7, detail: '' }, 100);
  store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('larder account migrate', () => {
  test('knows every table of the file', () => {
    const store = new SqliteAccountStore(source);
    const names = store.db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1")
      .pluck()
      .all();
    expect(names).toEqual(TABLES.map(({ name }) => name).sort());
    store.close();
  });

  test('copies a file, records that it did, and refuses a target that has accounts', () => {
    const target = join(folder, 'copy.db');
    const { status, stdout, stderr } = migrate(source, target);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toBe(
      `${target}: accounts 1, keys 3, key secrets 4, usage 1202, usage totals 1201, sessions 1, second factors 1, recovery codes 2, identities 1, audit 1\n`,
    );
    expect(contentOf(target)).toEqual(movedFrom(source));
    const again = migrate(source, target);
    expect(again).toEqual({
      status: 1,
      stdout: '',
      stderr: `larder: ${target}: already has accounts; name an empty target with --to\n`,
    });
    expect(contentOf(target)).toEqual(movedFrom(source));
  });

  test.each([
    [['nowhere.db', 'new.db'], 1, 'nowhere.db: no such file; name another with --from'],
    [['accounts.db', 'small.csv'], 1, 'not a database (SQLITE_NOTADB); name the accounts file with --to'],
    [['small.csv', 'new.db'], 1, 'not a database (SQLITE_NOTADB); name the accounts file with --from'],
    [['accounts.db', 'postgres://ada:hunter2@one,two/db'], 2, '--to takes a URL with one host'],
    [
      ['accounts.db', 'postgres://ada:hunter2@127.0.0.1:1/db'],
      1,
      'PostgreSQL at 127.0.0.1:1/db: cannot be reached',
    ],
  ])('answers a wrong place with one line: %p', ([from = '', to = ''], status, message) => {
    writeFileSync(join(folder, 'small.csv'), `name\n${'Soup\n'.repeat(200)}`);
    const outcome = migrate(from, to);
    expect(outcome).toMatchObject({ status, stdout: '' });
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr).not.toMatch(/hunter2|ada:/);
    expect(outcome.stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
    expect(existsSync(join(folder, 'new.db'))).toBe(false);
  });
});

describe('larder account migrate with PostgreSQL', () => {
  const { test, beforeAll, afterAll } = onPostgres;
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('loses nothing on the way there and back', async () => {
    const [url, other] = [await server.createDatabase(), await server.createDatabase()];
    const there = migrate(source, url);
    expect(there).toMatchObject({ status: 0, stdout: '' });
    const keyFlags = ['--encryption-key-file', join(folder, 'key')];
    expect(migrate(url, other, ...keyFlags).stderr).toMatch(
      /key: the encryption key of these accounts is missing/,
    );
    copyFileSync(`${source}.seal`, join(folder, 'key'));
    const further = migrate(url, other, ...keyFlags);
    expect(further.status).toBe(0);
    const back = join(folder, 'back.db');
    expect(migrate(other, back, ...keyFlags)).toMatchObject({ status: 0, stdout: '' });
    expect(contentOf(back)).toEqual(
      movedFrom(source, ...[there, further].map(({ stderr }) => stderr.split(': ')[0]!)),
    );
    expect(migrate(source, url).stderr).toContain('already has accounts');
  });

  test('waits for a slow place, and says in one line that a connection was lost', async () => {
    const address = readPostgresUrl(await server.createDatabase());
    const place = await openPostgresEnd(address, new EncryptionKeyFile(join(folder, 'key')), true);
    const other = await connect(address);
    const own = "application_name = 'larder' AND state = 'idle in transaction'";
    const { rows } = await other.query(`SELECT pid FROM pg_stat_activity WHERE ${own}`);
    expect(rows).toHaveLength(1);
    const setting = "current_setting('idle_in_transaction_session_timeout')";
    const [idle] = await place.sql.rows<{ seconds: string }>(
      `SELECT extract(epoch FROM ${setting}::interval) AS seconds`,
    );
    // A request gives its transaction up after 3 seconds.
    expect(Number(idle!.seconds)).toBeGreaterThan(60);
    expect(await place.encryptionKey()).toBeNull();
    await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await other.end();
    await expect(place.encryptionKey()).rejects.toThrow(/^PostgreSQL at [^ ]+: .+; /);
    await place.close();
  });
});
