import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountService } from '../../src/accounts/account-service.ts';
import type { ShownKey } from '../../src/accounts/account-views.ts';
import { findLookalikes } from '../../src/accounts/lookalikes.ts';
import { faultOfLabel, faultOfName, faultOfNewName } from '../../src/accounts/names.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { hashKey, makeKey } from '../../src/admission/keys.ts';
import { openWritable } from '../../src/sqlite/driver.ts';
import { testsOnce } from './engine.ts';
import { type TemporaryAccounts, temporaryAccounts } from './temporary-accounts.ts';

const testOnce = testsOnce();
const DAY_MS = 86_400_000;
/** How a file of accounts begins. */
const OWN_FILE = 'CREATE TABLE accounts (id); PRAGMA application_id = 1819436129;';
const clock = { nowMs: 0 };
let at: TemporaryAccounts;
beforeEach(async () => {
  clock.nowMs = Date.parse('2026-11-15T12:00:00Z');
  at = await temporaryAccounts({ nowMs: () => clock.nowMs });
});
afterEach(() => at.remove());

const NAMED = { name: 'ci', scope: 'read', expiresMs: null, perMinute: null } as const;
const find = (key: string) => at.store.keys.findByHash(hashKey(key));

describe('The accounts file', () => {
  testOnce('is not created before it is needed', async () => {
    expect(find(makeKey('named'))).toBeNull();
    expect(at.store.keys.version).toBeNumber();
    expect(await at.accounts.list()).toEqual([]);
    await at.store.usage.add(
      [{ keyId: 1, day: '2026-11-15', requests: 1, limited: 0, lastUsedMs: 1 }],
      crypto.randomUUID(),
    );
    expect(readdirSync(at.directory)).toEqual([]);
  });

  testOnce('is readable by its owner only, like the files beside it', async () => {
    await at.account('ada');
    const names = readdirSync(at.directory);
    expect(names).toContain('accounts.db-wal');
    for (const name of names) expect(statSync(join(at.directory, name)).mode & 0o777).toBe(0o600);
  });

  testOnce.each(['accounts.db', 'accounts.db.seal'])('is refused when others can read %s', async (name) => {
    await at.account('ada');
    at.store.encryptionKey.findOrCreate();
    const path = join(at.directory, name);
    at.store.close();
    chmodSync(path, 0o644);
    expect(() => at.file().check()).toThrow(
      `${path}: can be read by every user of this machine; run: chmod 600 '${path}'`,
    );
    chmodSync(path, 0o640);
    at.file().check();
  });

  testOnce('is in WAL mode, and every change is on disk before it is acknowledged', async () => {
    const { db } = at.file();
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    await at.store.usage.add([], crypto.randomUUID());
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
  });

  testOnce.each([
    [
      'of an earlier version',
      `${OWN_FILE} PRAGMA user_version = 5`,
      /format 5, and this one has format 6\); name/,
    ],
    ['of a later version', `${OWN_FILE} PRAGMA user_version = 99`, /another version.*format 99.*--accounts/],
    ['of something else', 'CREATE TABLE foods (id)', /not of accounts.*--accounts/],
  ])('%s is refused and left unchanged', (_, sql, message) => {
    const db = openWritable(at.path);
    db.exec(sql);
    db.close();
    const before = readFileSync(at.path);
    expect(() => at.file().check()).toThrow(message);
    expect(readFileSync(at.path).equals(before)).toBe(true);
  });

  testOnce('that is not a database is refused', () => {
    writeFileSync(at.path, 'hello '.repeat(1000));
    expect(() => at.file().check()).toThrow(/not a database.*--accounts/);
  });
});

describe('Names', () => {
  testOnce.each([
    ...['ada', 'Ada Lovelace', 'a', 'ada@example.org', 'team-1_x.y+z', '李小龍', 'Zoë', '7up'],
    'x'.repeat(64),
  ])('may be %s', (name) => {
    expect(faultOfName(name)).toBeNull();
  });

  testOnce.each([
    ...['', ' ada', 'ada ', 'a  b', '-x', '.x', 'a/b', 'a\nb', 'a\u0000', '<b>', 'a\u202eb', '😀'],
    'x'.repeat(65),
  ])('may not be %p', (name) => {
    expect(faultOfName(name)).toBeString();
  });

  testOnce.each([
    ...['alice', 'Алиса', 'Ζωή', 'Nguyễn Văn An', '李小龍', '田中さくら', 'タナカ ひろ', '김철수', 'ⵉⴷⵉⵔ'],
    ...['مريم 7', '42', 'a@b.c'],
  ])('of new accounts may be %s', (name) => {
    expect(faultOfNewName(name)).toBeNull();
  });

  testOnce.each(['\u0430lice', 'alic\u0435', 'b\u03bfb', 'Алиса k', '李ada', 'ada ⵉ', 'Ꭺda', 'a\u0d66b'])(
    'of new accounts may not mix scripts: %s',
    (name) => {
      expect(faultOfNewName(name)).toBe('mixed_scripts');
      // An account that has had it for long goes on working.
      expect(faultOfName(name)).toBeNull();
    },
  );

  testOnce('are known to look alike', () => {
    const unlike = ['carol', 'ian', 'r0y'];
    const names = [...unlike, 'alice', '\u0430lice', 'bob', 'BO\u0412', 'modern', 'modem', 'сосо', 'coco'];
    expect(Object.fromEntries(findLookalikes(names))).toEqual({
      alice: ['\u0430lice'],
      '\u0430lice': ['alice'],
      bob: ['BO\u0412'],
      'BO\u0412': ['bob'],
      modern: ['modem'],
      modem: ['modern'],
      сосо: ['coco'],
      coco: ['сосо'],
    });
  });

  test('are the same in any case', async () => {
    await at.account('ada');
    expect(await at.accounts.create('ADA', 'pro', null)).toBe('taken');
    expect((await at.accounts.find('aDa'))?.name).toBe('ada');
  });

  testOnce.each([
    ['production', true],
    ['für CI (2)', true],
    ['', false],
    ['  ', false],
    ['a\tb', false],
    ['a\u202eb', false],
    ['x'.repeat(65), false],
  ])('of keys: %p is valid: %p', (label, isValid) => {
    expect(faultOfLabel(label) === null).toBe(isValid);
  });
});

describe('Accounts', () => {
  test('are listed with their plan and the number of their keys', async () => {
    const { id } = await at.account('ada');
    await at.account('bob', 'starter', 'hash');
    const { id: keyId } = (await at.accounts.createKey(id, NAMED))!;
    await at.accounts.createKey(id, NAMED);
    await at.accounts.revokeKey(id, keyId);
    expect(await at.accounts.list()).toMatchObject([
      { name: 'ada', plan: 'pro', named_keys: 1, has_password: false },
      { name: 'bob', plan: 'starter', named_keys: 0, has_password: true },
    ]);
  });

  test('that are removed take their keys with them, and their id is not used again', async () => {
    const { id, key } = await at.account('ada');
    const named = (await at.accounts.createKey(id, NAMED))!.key;
    await at.store.usage.add(
      [{ keyId: 1, day: '2026-11-15', requests: 1, limited: 0, lastUsedMs: 1 }],
      crypto.randomUUID(),
    );
    expect(await at.store.accounts.remove(id)).toBe(true);
    for (const gone of [key, named]) expect(find(gone)).toBeNull();
    expect((await at.account('bob')).id).toBeGreaterThan(id);
    expect(await at.store.accounts.remove(id)).toBe(false);
  });

  test('whose identity belongs to another are not created at all', async () => {
    const identity = { issuer: 'https://id.example', subject: '42', label: 'grace' };
    expect(await at.accounts.createLinked('ada', 'pro', identity)).not.toBeNull();
    expect(at.accounts.createLinked('bob', 'pro', identity)).rejects.toThrow('at the same moment');
    expect((await at.accounts.list()).map(({ name }) => name)).toEqual(['ada']);
  });
});

describe('Keys', () => {
  test('are found with everything that admission needs', async () => {
    const { id, key } = await at.account('ada');
    expect(find(key)).toEqual({
      keyId: 1,
      accountId: id,
      kind: 'account',
      scope: 'full',
      plan: 'pro',
      perMinute: null,
      validUntilMs: Number.POSITIVE_INFINITY,
    });
    const input = { name: 'ci', scope: 'read', expiresMs: clock.nowMs + DAY_MS, perMinute: 7 } as const;
    const named = (await at.accounts.createKey(id, input))!;
    expect(find(named.key)).toMatchObject({
      keyId: named.id,
      kind: 'named',
      scope: 'read',
      perMinute: 7,
      validUntilMs: clock.nowMs + DAY_MS,
    });
  });

  test('that are rotated stop at once, or after the overlap, and keep everything else', async () => {
    const { id } = await at.account('ada');
    const input = { name: 'ci', scope: 'full', expiresMs: clock.nowMs + DAY_MS, perMinute: 9 } as const;
    const first = (await at.accounts.createKey(id, input))!;
    const rotate = async (overlapMs: number) =>
      ((await at.accounts.rotateKey(id, first.id, overlapMs)) as ShownKey).key;
    const second = await rotate(60_000);
    expect(find(second)).toMatchObject({
      keyId: first.id,
      scope: 'full',
      perMinute: 9,
      validUntilMs: input.expiresMs,
    });
    expect(find(first.key)?.validUntilMs).toBe(clock.nowMs + 60_000);
    clock.nowMs += 10_000;
    const third = await rotate(3_600_000);
    // Only two work at a time, so another rotation ends the first one's overlap.
    expect(find(first.key)).toBeNull();
    expect(find(second)?.validUntilMs).toBe(clock.nowMs + 3_600_000);
    expect((await at.accounts.findKey(first.id))?.hint).toBe(`${third.slice(0, 10)}…`);
    const fourth = await rotate(0);
    for (const old of [first.key, second, third]) expect(find(old)).toBeNull();
    expect(find(fourth)).not.toBeNull();
  });

  test('have two secrets at most, however often they are rotated, and expired ones are deleted', async () => {
    const { id } = await at.account('ada');
    const [often, once] = [
      (await at.accounts.createKey(id, NAMED))!,
      (await at.accounts.createKey(id, NAMED))!,
    ];
    const secretsOf = (keyId: number) => at.count(`{key_secrets} WHERE key_id = ${keyId}`);
    await at.accounts.rotateKey(id, once.id, 1000);
    for (let i = 0; i < 20; i++) await at.accounts.rotateKey(id, often.id, 90 * DAY_MS);
    expect([await secretsOf(often.id), await secretsOf(once.id)]).toEqual([2, 2]);
    clock.nowMs += 1001;
    await at.accounts.rotateKey(id, often.id, 0);
    expect([await secretsOf(often.id), await secretsOf(once.id)]).toEqual([1, 1]);
  });

  testOnce('that were revoked are kept up to a thousand, with their usage', async () => {
    const { id } = await at.account('ada');
    const use = (keyId: number) => ({ keyId, day: '2026-11-15', requests: 1, limited: 0, lastUsedMs: 1 });
    const revoked: number[] = [];
    for (let i = 0; i < 2; i++) {
      const keys: number[] = [];
      for (let j = 0; j < 501; j++) keys.push((await at.accounts.createKey(id, NAMED))!.id);
      await at.store.usage.add(keys.map(use), crypto.randomUUID());
      for (const key of keys) await at.accounts.revokeKey(id, key);
      revoked.push(...keys);
    }
    expect(await at.store.keys.find(revoked[1]!)).toBeNull();
    expect(await at.store.keys.find(revoked[2]!)).not.toBeNull();
    expect(await at.accounts.usage(id, '2026-11-15', '2026-11-15')).toHaveLength(1000);
    // What was used stays counted.
    expect(await at.accounts.usageByDay(id, '2026-11-15', '2026-11-15')).toEqual([
      { day: '2026-11-15', requests: 1002, limited: 0 },
    ]);
  });

  testOnce('are read by index, so that revoked ones and other accounts cost nothing', async () => {
    const { id } = await at.account('ada');
    const plan = (sql: string) => {
      const steps = at.file().db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
      return steps.map(({ detail }) => detail).join('; ');
    };
    expect(plan(`SELECT * FROM keys WHERE account_id = ${id} AND revoked_ms IS NULL ORDER BY id`)).toMatch(
      /^SEARCH keys USING INDEX live_keys_of_account/,
    );
    expect(plan('DELETE FROM key_secrets WHERE ends_ms < 5')).toContain('secrets_by_end');
    const used = `SELECT day FROM usage WHERE account_id = ${id} AND day > '2026' ORDER BY day DESC, key_id`;
    expect(plan(used)).toMatch(/^SEARCH usage USING (COVERING INDEX .*|PRIMARY KEY)/);
  });

  testOnce('of one account are limited in number', async () => {
    const { id } = await at.account('ada');
    for (let i = 0; i < 1000; i++) await at.accounts.createKey(id, NAMED);
    expect(await at.accounts.createKey(id, NAMED)).toBeNull();
  });
});

describe('The version of the keys', () => {
  /** Whether admission would look keys up again after this. */
  async function isNewAfter(change: () => unknown, waitMs = 0): Promise<boolean> {
    const { version } = at.store.keys;
    await change();
    clock.nowMs += waitMs;
    return at.store.keys.version !== version;
  }

  test('changes at once when this process rotates, revokes, changes a plan or removes an account', async () => {
    const { id } = await at.account('ada');
    const named = (await at.accounts.createKey(id, NAMED))!;
    expect(await isNewAfter(() => at.accounts.rotateKey(id, named.id, 0))).toBe(true);
    expect(await isNewAfter(() => at.accounts.revokeKey(id, named.id))).toBe(true);
    expect(await isNewAfter(() => at.accounts.setPlan(id, 'scale'))).toBe(true);
    expect(await isNewAfter(() => at.store.accounts.remove(id))).toBe(true);
  });

  test('stays the same while nothing changes, whatever usage is written', async () => {
    await at.account('ada');
    const usage = [{ keyId: 1, day: '2026-11-15', requests: 1, limited: 0, lastUsedMs: 1 }];
    expect(await isNewAfter(() => at.store.usage.add(usage, crypto.randomUUID()), 10_000)).toBe(false);
  });

  testOnce('sees a change by another connection within a second', async () => {
    const { id } = await at.account('ada');
    const made = (await at.accounts.createKey(id, NAMED))!;
    const elsewhere = new SqliteAccountStore(at.path);
    expect(await isNewAfter(() => elsewhere.accounts.setPlan(id, 'scale'), 500)).toBe(true);
    expect(find(made.key)?.plan).toBe('scale');
    expect(await isNewAfter(() => elsewhere.keys.revoke(made.id, clock.nowMs, 1), 500)).toBe(true);
    expect(find(made.key)).toBeNull();
    elsewhere.close();
  });

  testOnce('does not hide the keys of a file that another process creates later', async () => {
    expect([at.store.keys.version, find('x')]).toEqual([0, null]);
    const elsewhere = new SqliteAccountStore(at.path);
    const accounts = new AccountService(elsewhere, new Passwords());
    const { key } = (await accounts.create('ada', 'pro', null)) as { key: string };
    expect(find(key)).not.toBeNull();
    elsewhere.close();
  });
});

describe('A backup', () => {
  testOnce('is complete while others write, and readable by its owner only', async () => {
    const { id, key } = await at.account('ada');
    const writer = new SqliteAccountStore(at.path);
    writer.db.exec('BEGIN IMMEDIATE');
    const target = join(at.directory, 'backup.db');
    at.store.backUp(target);
    writer.db.exec('COMMIT');
    writer.close();
    expect(statSync(target).mode & 0o777).toBe(0o600);
    const copy = new SqliteAccountStore(target);
    expect(copy.keys.findByHash(hashKey(key))?.accountId).toBe(id);
    copy.close();
    expect(readdirSync(at.directory).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  testOnce('replaces an older one, and never the accounts themselves', async () => {
    await at.account('ada');
    const target = join(at.directory, 'backup.db');
    expect(at.store.backUp(target)).toBe(1);
    await at.account('bob');
    expect(at.store.backUp(target)).toBe(2);
    const copy = new SqliteAccountStore(target);
    expect(await copy.accounts.list()).toHaveLength(2);
    copy.close();
    expect(() => at.store.backUp(at.path)).toThrow(/the accounts file itself/);
  });

  testOnce('that cannot be written leaves nothing behind', async () => {
    await at.account('ada');
    expect(() => at.store.backUp(join(at.directory, 'nowhere', 'backup.db'))).toThrow(/nowhere/);
    expect(existsSync(join(at.directory, 'nowhere'))).toBe(false);
  });
});

describe('A full disk', () => {
  /** Allows the file no more pages than it has now. */
  function fill(): void {
    const { db } = at.file();
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  }

  testOnce('is reported, loses nothing that was acknowledged, and reads continue', async () => {
    const { id } = await at.account('ada');
    const shown = [(await at.accounts.createKey(id, NAMED))!.key];
    fill();
    let failure: Error | null = null;
    for (let i = 0; failure === null && i < 500; i++) {
      try {
        shown.push((await at.accounts.createKey(id, { ...NAMED, name: 'x'.repeat(60) }))!.key);
      } catch (error) {
        failure = error as Error;
      }
    }
    expect(failure?.message).toMatch(/accounts\.db: the disk is full \(SQLITE_FULL\); free some space/);
    for (const key of shown) expect(find(key)).not.toBeNull();
    expect(await at.accounts.keys(id)).toHaveLength(shown.length + 1);
    at.store.close();
    for (const key of shown) expect(find(key)).not.toBeNull();
  });
});
