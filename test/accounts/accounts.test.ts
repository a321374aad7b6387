import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfLabel, faultOfName } from '../../src/accounts/names.ts';
import { type Accounts, AccountsFile } from '../../src/accounts/store/accounts-file.ts';
import { backUp } from '../../src/accounts/store/backup.ts';
import { KeyRing } from '../../src/accounts/store/key-ring.ts';
import { hashKey, makeKey } from '../../src/admission/keys.ts';
import { openWritable } from '../../src/sqlite/driver.ts';
import { temporaryAccounts } from './temporary-accounts.ts';

const DAY_MS = 86_400_000;
const clock = { nowMs: 0 };
let at: ReturnType<typeof temporaryAccounts>;
beforeEach(() => {
  clock.nowMs = Date.parse('2026-11-15T12:00:00Z');
  at = temporaryAccounts(() => clock.nowMs);
});
afterEach(() => at.remove());

const NAMED = { name: 'ci', scope: 'read', expiresMs: null, perMinute: null } as const;

/** An account with its account key, and the accounts it is in. */
function ada(): { accounts: Accounts; id: number; key: string } {
  const accounts = at.file.needed();
  return { accounts, ...accounts.people.create('ada', 'pro', null)! };
}

describe('The file of accounts', () => {
  test('is not made before it is needed', () => {
    expect(at.file.existing()).toBeNull();
    expect(new KeyRing(at.file).find(hashKey(makeKey('named')))).toBeNull();
    expect(readdirSync(at.directory)).toEqual([]);
  });

  test('is readable by its owner alone, like everything beside it', () => {
    ada();
    const names = readdirSync(at.directory);
    expect(names).toContain('accounts.db-wal');
    for (const name of names) expect(statSync(join(at.directory, name)).mode & 0o777).toBe(0o600);
  });

  test('is in WAL mode, and every change is on the disk before it is acknowledged', () => {
    const { db } = at.file.needed();
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    at.file.needed().usage.add([]);
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
  });

  test('of an earlier version gets what is missing and keeps what is there', () => {
    const { accounts, key } = ada();
    accounts.db.exec(
      'DROP TABLE sessions; DROP TABLE second_factors; DROP TABLE recovery_codes; DROP TABLE identities',
    );
    accounts.db.pragma('user_version = 1');
    at.file.close();
    const again = at.file.needed();
    expect(again.keys.findByHash(hashKey(key))).not.toBeNull();
    expect(again.db.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0);
  });

  test.each([
    ['that is newer', 'PRAGMA application_id = 1819436129; PRAGMA user_version = 99', /newer.*update larder/],
    ['of something else', 'CREATE TABLE foods (id)', /not one of accounts.*--accounts/],
  ])('%s is refused, and left as it is', (_, sql, said) => {
    const db = openWritable(at.path);
    db.exec(sql);
    db.close();
    const before = readFileSync(at.path);
    expect(() => at.file.needed()).toThrow(said);
    expect(readFileSync(at.path).equals(before)).toBe(true);
  });

  test('that is no database is refused', () => {
    writeFileSync(at.path, 'hello '.repeat(1000));
    expect(() => at.file.needed()).toThrow(/no database.*--accounts/);
  });
});

describe('Names', () => {
  test.each([
    'ada',
    'Ada Lovelace',
    'a',
    'ada@example.org',
    'team-1_x.y+z',
    '李小龍',
    'Zoë',
    '7up',
    'x'.repeat(64),
  ])('may be %s', (name) => {
    expect(faultOfName(name)).toBeNull();
  });

  test.each([
    '',
    ' ada',
    'ada ',
    'a  b',
    '-x',
    '.x',
    'a/b',
    'a\nb',
    'a\u0000',
    '<b>',
    'x'.repeat(65),
    'a\u202eb',
    '😀',
  ])('may not be %p', (name) => {
    expect(faultOfName(name)).toBeString();
  });

  test('are the same whatever their case', () => {
    const { accounts } = ada();
    expect(accounts.people.create('ADA', 'pro', null)).toBeNull();
    expect(accounts.people.find('aDa')?.name).toBe('ada');
  });

  test.each([
    ['production', true],
    ['für CI (2)', true],
    ['', false],
    ['  ', false],
    ['a\tb', false],
    ['a\u202eb', false],
    ['x'.repeat(65), false],
  ])('of keys: %p is fine: %p', (label, isFine) => {
    expect(faultOfLabel(label) === null).toBe(isFine);
  });
});

describe('Accounts', () => {
  test('are listed with their plan and the number of their keys', () => {
    const { accounts, id } = ada();
    accounts.people.create('bob', 'starter', 'hash');
    const { id: keyId } = accounts.keys.create(id, NAMED)!;
    accounts.keys.create(id, NAMED);
    accounts.keys.revoke(keyId);
    expect(accounts.people.list()).toMatchObject([
      { name: 'ada', plan: 'pro', named_keys: 1, password_hash: null },
      { name: 'bob', plan: 'starter', named_keys: 0, password_hash: 'hash' },
    ]);
  });

  test('that are removed take their keys with them, and their number is not used again', () => {
    const { accounts, id, key } = ada();
    const named = accounts.keys.create(id, NAMED)!.key;
    accounts.usage.add([{ keyId: 1, day: '2026-11-15', requests: 1, limited: 0, lastUsedMs: 1 }]);
    expect(accounts.people.remove(id)).toBe(true);
    for (const gone of [key, named]) expect(accounts.keys.findByHash(hashKey(gone))).toBeNull();
    expect(accounts.people.create('bob', 'pro', null)!.id).toBeGreaterThan(id);
    expect(accounts.people.remove(id)).toBe(false);
  });
});

describe('Keys', () => {
  test('are found with everything that admission asks about', () => {
    const { accounts, id, key } = ada();
    expect(accounts.keys.findByHash(hashKey(key))).toEqual({
      keyId: 1,
      accountId: id,
      kind: 'account',
      scope: 'full',
      plan: 'pro',
      perMinute: null,
      validUntilMs: Number.POSITIVE_INFINITY,
    });
    const wish = { name: 'ci', scope: 'read', expiresMs: clock.nowMs + DAY_MS, perMinute: 7 } as const;
    const named = accounts.keys.create(id, wish)!;
    expect(accounts.keys.findByHash(hashKey(named.key))).toMatchObject({
      keyId: named.id,
      kind: 'named',
      scope: 'read',
      perMinute: 7,
      validUntilMs: clock.nowMs + DAY_MS,
    });
  });

  test('that are revoked are not found, and cannot be revoked or rotated again', () => {
    const { accounts, id } = ada();
    const named = accounts.keys.create(id, NAMED)!;
    expect(accounts.keys.revoke(named.id)).toBe(true);
    expect(accounts.keys.findByHash(hashKey(named.key))).toBeNull();
    expect(accounts.keys.revoke(named.id)).toBe(false);
    expect(accounts.keys.rotate(named.id, 0)).toBeNull();
    expect(accounts.keys.list(id, false).map(({ kind }) => kind)).toEqual(['account']);
    expect(accounts.keys.list(id, true)).toHaveLength(2);
  });

  test('that are rotated end at once, or after the overlap, and keep everything else', () => {
    const { accounts, id } = ada();
    const wish = { name: 'ci', scope: 'full', expiresMs: clock.nowMs + DAY_MS, perMinute: 9 } as const;
    const first = accounts.keys.create(id, wish)!;
    const second = accounts.keys.rotate(first.id, 60_000)!.key;
    const facts = accounts.keys.findByHash(hashKey(second));
    expect(facts).toMatchObject({
      keyId: first.id,
      scope: 'full',
      perMinute: 9,
      validUntilMs: wish.expiresMs,
    });
    expect(accounts.keys.findByHash(hashKey(first.key))?.validUntilMs).toBe(clock.nowMs + 60_000);
    clock.nowMs += 10_000;
    const third = accounts.keys.rotate(first.id, 3_600_000)!.key;
    // A longer overlap does not bring the first one more time.
    expect(accounts.keys.findByHash(hashKey(first.key))?.validUntilMs).toBe(clock.nowMs + 50_000);
    expect(accounts.keys.find(first.id)?.hint).toBe(`${third.slice(0, 10)}…`);
    const fourth = accounts.keys.rotate(first.id, 0)!.key;
    for (const old of [first.key, second, third]) expect(accounts.keys.findByHash(hashKey(old))).toBeNull();
    expect(accounts.keys.findByHash(hashKey(fourth))).not.toBeNull();
  });

  test('of one account are bounded in number', () => {
    const { accounts, id } = ada();
    accounts.db.transaction(() => {
      for (let i = 0; i < 1000; i++) accounts.keys.create(id, NAMED);
    })();
    expect(accounts.keys.create(id, NAMED)).toBeNull();
  });
});

describe('The key ring', () => {
  const other = () => new AccountsFile(at.path, () => clock.nowMs);

  test('reads the file once for a key, however often it is used', () => {
    const { accounts, key } = ada();
    let reads = 0;
    const counting = Object.assign(Object.create(accounts), {
      keys: {
        findByHash(hash: string) {
          reads++;
          return accounts.keys.findByHash(hash);
        },
      },
    });
    const ring = new KeyRing({ existing: () => counting } as unknown as AccountsFile, () => 0);
    for (let i = 0; i < 1000; i++) expect(ring.find(hashKey(key))).not.toBeNull();
    expect(reads).toBe(1);
  });

  test('sees within a second what another connection changed', () => {
    const { id } = ada();
    const made = at.file.needed().keys.create(id, NAMED)!;
    let monotonicMs = 0;
    const ring = new KeyRing(at.file, () => monotonicMs);
    const elsewhere = other();
    expect(ring.find(hashKey(made.key))?.plan).toBe('pro');
    elsewhere.needed().people.setPlan(id, 'scale');
    monotonicMs += 500;
    expect(ring.find(hashKey(made.key))?.plan).toBe('scale');
    elsewhere.needed().keys.revoke(made.id);
    monotonicMs += 500;
    expect(ring.find(hashKey(made.key))).toBeNull();
    elsewhere.close();
  });

  test('finds keys of a file that is made after it was asked for the first time', () => {
    const ring = new KeyRing(at.file, () => 0);
    expect(ring.find('x')).toBeNull();
    const elsewhere = other();
    const { key } = elsewhere.needed().people.create('ada', 'pro', null)!;
    expect(ring.find(hashKey(key))).not.toBeNull();
    elsewhere.close();
  });
});

describe('A backup', () => {
  test('is whole while others write, and readable by its owner alone', () => {
    const { accounts, id, key } = ada();
    const writer = new AccountsFile(at.path);
    writer.needed().db.exec('BEGIN IMMEDIATE');
    const target = join(at.directory, 'backup.db');
    backUp(accounts, target);
    writer.needed().db.exec('COMMIT');
    writer.close();
    expect(statSync(target).mode & 0o777).toBe(0o600);
    const copy = new AccountsFile(target);
    expect(copy.needed().keys.findByHash(hashKey(key))?.accountId).toBe(id);
    copy.close();
    expect(readdirSync(at.directory).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  test('replaces an older one, and never the accounts themselves', () => {
    const { accounts } = ada();
    const target = join(at.directory, 'backup.db');
    backUp(accounts, target);
    accounts.people.create('bob', 'pro', null);
    backUp(accounts, target);
    const copy = new AccountsFile(target);
    expect(copy.needed().people.list()).toHaveLength(2);
    copy.close();
    expect(() => backUp(accounts, at.path)).toThrow(/the file of accounts itself/);
  });

  test('that cannot be written leaves nothing behind', () => {
    const { accounts } = ada();
    expect(() => backUp(accounts, join(at.directory, 'nowhere', 'backup.db'))).toThrow(/nowhere/);
    expect(existsSync(join(at.directory, 'nowhere'))).toBe(false);
  });
});

describe('A full disk', () => {
  /** No page more than the file has now. */
  function fill({ db }: Accounts): void {
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  }

  test('is named, loses nothing that was acknowledged, and reads go on', () => {
    const { accounts, id } = ada();
    const shown = [accounts.keys.create(id, NAMED)!.key];
    fill(accounts);
    let failure: Error | null = null;
    for (let i = 0; failure === null && i < 500; i++) {
      try {
        shown.push(accounts.keys.create(id, { ...NAMED, name: 'x'.repeat(60) })!.key);
      } catch (error) {
        failure = error as Error;
      }
    }
    expect(failure?.message).toMatch(/accounts\.db: the disk is full \(SQLITE_FULL\); free some room/);
    for (const key of shown) expect(accounts.keys.findByHash(hashKey(key))).not.toBeNull();
    expect(accounts.keys.list(id, false)).toHaveLength(shown.length + 1);
    at.file.close();
    for (const key of shown) expect(at.file.needed().keys.findByHash(hashKey(key))).not.toBeNull();
  });
});
