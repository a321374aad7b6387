import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Secret, TOTP } from 'otpauth';
import { decrypt, encrypt } from '../../src/accounts/encryption.ts';
import { GuessLimit } from '../../src/accounts/guess-limits.ts';
import { HashQueue, type Requester } from '../../src/accounts/hash-queue.ts';
import { faultOfNewPassword, PASSWORD_FAULTS } from '../../src/accounts/new-password.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { digestRecoveryCode } from '../../src/accounts/recovery-codes.ts';
import { SecondFactor } from '../../src/accounts/second-factor.ts';
import { MemoryGuesses } from '../../src/accounts/store/in-memory.ts';
import { testsOnce } from './engine.ts';
import { LEAST_COST, quickCodes, type TemporaryAccounts, temporaryAccounts } from './temporary-accounts.ts';

const testOnce = testsOnce();
const clock = { nowMs: 0 };
let at: TemporaryAccounts;
let id: number;
let factor: SecondFactor;
beforeEach(async () => {
  clock.nowMs = Date.parse('2026-11-15T12:00:00Z');
  at = await temporaryAccounts({ nowMs: () => clock.nowMs });
  id = (await at.account('ada')).id;
  factor = new SecondFactor(at.store, quickCodes, () => clock.nowMs);
});
afterEach(() => at.remove());

const SOMEONE: Requester = { name: '203.0.113.9', standing: 'fresh', isKnown: true };

const codeOf = (seed: string, offsetMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: clock.nowMs + offsetMs });

/** A device that is enrolled and confirmed. */
async function enrolled(): Promise<{ seed: string; recoveryCodes: string[] }> {
  const { seed } = (await factor.enrol(id, 'ada'))!;
  const confirmed = await factor.confirm(id, codeOf(seed));
  if (typeof confirmed === 'string' || !('recoveryCodes' in confirmed)) throw new Error('not confirmed');
  clock.nowMs += 60_000;
  return { seed, recoveryCodes: confirmed.recoveryCodes };
}

describe('The second factor', () => {
  test('is enrolled with a seed for an authenticator, and is on once a code has confirmed it', async () => {
    const { seed, url } = (await factor.enrol(id, 'ada'))!;
    expect(url).toMatch(/^otpauth:\/\/totp\/larder:ada\?/);
    expect(Secret.fromBase32(seed).bytes.length).toBe(20);
    expect(await factor.isOn(id)).toBe(false);
    expect(await factor.check(id, codeOf(seed))).toBe('none');
    expect(await factor.confirm(id, '000000')).toBe('wrong');
    expect(await factor.confirm(id, codeOf(seed))).toHaveProperty('recoveryCodes');
    expect(await factor.isOn(id)).toBe(true);
    expect(await factor.enrol(id, 'ada')).toBeNull();
    expect(await factor.confirm(id, codeOf(seed))).toBe('none');
  });

  test('can be started over until it is confirmed', async () => {
    const first = (await factor.enrol(id, 'ada'))!;
    const second = (await factor.enrol(id, 'ada'))!;
    expect(await factor.confirm(id, codeOf(first.seed))).toBe('wrong');
    expect(await factor.confirm(id, codeOf(second.seed))).toHaveProperty('recoveryCodes');
  });

  test('accepts a code once, and none from before it', async () => {
    const { seed } = await enrolled();
    const earlier = codeOf(seed, -30_000);
    const code = codeOf(seed);
    expect(await factor.check(id, code)).toBe('right');
    expect(await factor.check(id, code)).toBe('wrong');
    expect(await factor.check(id, earlier)).toBe('wrong');
    clock.nowMs += 30_000;
    expect(await factor.check(id, code)).toBe('wrong');
    expect(await factor.check(id, codeOf(seed))).toBe('right');
  });

  test.each([-30_000, 0, 30_000])('tolerates a clock that is off by %d ms', async (offsetMs) => {
    const { seed } = await enrolled();
    expect(await factor.check(id, codeOf(seed, offsetMs))).toBe('right');
  });

  test.each([-90_000, 90_000])('refuses a code that is off by %d ms', async (offsetMs) => {
    const { seed } = await enrolled();
    expect(await factor.check(id, codeOf(seed, offsetMs))).toBe('wrong');
  });

  test('counts codes that arrive at the same time', async () => {
    const { seed } = await enrolled();
    const wrong = codeOf(seed) === '123456' ? '654321' : '123456';
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => factor.check(id, wrong)));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
    expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(7);
  });

  test('stores recovery codes as hashes with a salt of their own', async () => {
    const { recoveryCodes } = await enrolled();
    const stored = await at.store.secondFactors.listRecoveryCodes(id);
    expect(stored).toHaveLength(10);
    for (const digest of recoveryCodes.map(digestRecoveryCode)) expect(stored).not.toContain(digest!);
    expect((await at.store.secondFactors.find(id))?.recovery_salt).toHaveLength(16);
  });

  testOnce('hashes recovery codes slowly', async () => {
    const slow = new SecondFactor(at.store, new Passwords(), () => clock.nowMs);
    const { seed } = (await slow.enrol(id, 'ada'))!;
    const { recoveryCodes } = (await slow.confirm(id, codeOf(seed))) as { recoveryCodes: string[] };
    const digests = recoveryCodes.map(digestRecoveryCode);
    for (const hash of await at.store.secondFactors.listRecoveryCodes(id))
      expect(digests).not.toContain(hash);
    expect((await at.store.secondFactors.find(id))?.recovery_salt).toHaveLength(16);
    expect(await slow.check(id, recoveryCodes[0]!)).toBe('right');
    expect(await slow.check(id, recoveryCodes[0]!)).toBe('wrong');
  });

  test('is not confirmed once it was started over', async () => {
    const { seed } = (await factor.enrol(id, 'ada'))!;
    const startedOver = {
      async hashCodes(...sent: Parameters<typeof quickCodes.hashCodes>) {
        await factor.enrol(id, 'ada');
        return quickCodes.hashCodes(...sent);
      },
    };
    const slow = new SecondFactor(at.store, startedOver, () => clock.nowMs);
    expect(await slow.confirm(id, codeOf(seed))).toBe('none');
    expect(await factor.isOn(id)).toBe(false);
  });

  testOnce('can still be passed with a recovery code when the encryption key is lost', async () => {
    const { seed, recoveryCodes } = await enrolled();
    rmSync(at.file().encryptionKey.path);
    expect(await factor.check(id, codeOf(seed))).toBe('wrong');
    expect(await factor.check(id, recoveryCodes[0]!)).toBe('right');
  });
});

describe('An encrypted secret', () => {
  testOnce('can be decrypted only with the same key and for the same context', () => {
    const { encryptionKey } = at.file();
    expect(encryptionKey.find()).toBeNull();
    const key = encryptionKey.findOrCreate();
    expect(statSync(encryptionKey.path).mode & 0o777).toBe(0o600);
    expect(encryptionKey.findOrCreate().equals(key)).toBe(true);
    const encrypted = encrypt(key, Buffer.from('secret'), 'account 1');
    expect(decrypt(key, encrypted, 'account 1')?.toString()).toBe('secret');
    expect(decrypt(key, encrypted, 'account 2')).toBeNull();
    expect(decrypt(Buffer.alloc(32), encrypted, 'account 1')).toBeNull();
    encrypted[encrypted.length - 1]! ^= 1;
    expect(decrypt(key, encrypted, 'account 1')).toBeNull();
  });
});

describe('Passwords', () => {
  testOnce('are hashed with argon2id and recognised in any Unicode normalisation', async () => {
    const passwords = new Passwords();
    const hash = (await passwords.hash('Zoë’s password', SOMEONE)) as string;
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(hash).not.toContain('password');
    expect(await passwords.verify('Zoe\u0308’s password', hash, SOMEONE)).toBe(true);
    expect(await passwords.verify('Zoe’s password', hash, SOMEONE)).toBe(false);
  });

  testOnce('are checked against a decoy when there is no hash', async () => {
    expect(await new Passwords().verify('anything', null, SOMEONE)).toBe(false);
  });

  testOnce('are hashed a few at a time; when the queue is full the caller is told it is busy', async () => {
    const passwords = new Passwords();
    const outcomes = await Promise.all(
      Array.from({ length: 130 }, () => passwords.verify('x', 'no hash', SOMEONE).catch(() => 'done')),
    );
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(130 - 2 - 100);
    expect(await passwords.hash('again and again', SOMEONE)).toStartWith('$argon2id$');
  });

  testOnce.each([
    ['1234567', /fewer than 8/],
    ['x7kfqpzw', null],
    ['é'.repeat(8), null],
    ['x'.repeat(256), null],
    ['x'.repeat(257), /more than 256/],
    ['password', /common/],
    ['12345678', /common/],
    ['QWERTYUIOP', /common/],
    ['ｐａｓｓｗｏｒｄ', /common/],
    ['ada.lovelace', /user name/],
    ['Lovelace1815!', /user name/],
    ['larder2026', /name of this service/],
    ['Food.Example99', /name of this service/],
    ['lovelace likes horses', null],
  ])('%p is refused for %p', async (password, reason) => {
    const fault = await faultOfNewPassword(password, ['ada.lovelace', 'food.example']);
    if (reason === null) expect(fault).toBeNull();
    else expect(PASSWORD_FAULTS[fault!]).toMatch(reason);
  });

  testOnce('are compared with more than ten thousand common ones', async () => {
    const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json');
    const long = list.filter((each) => each.length >= 8);
    expect(long.length).toBeGreaterThan(10_000);
    for (const each of [long[0], long[9999], long.at(-1)]) {
      expect(await faultOfNewPassword(each!, [])).toBe('common');
    }
  });

  testOnce('can be tried five times at once, and then more and more slowly', async () => {
    let nowMs = 0;
    const guesses = new GuessLimit(new MemoryGuesses(() => nowMs), 'password');
    for (let i = 0; i < 5; i++) expect(await guesses.begin('1')).toBe(0);
    expect(await guesses.begin('1')).toBe(1000);
    nowMs += 999;
    expect(await guesses.begin('1')).toBe(1);
    nowMs += 1;
    expect(await guesses.begin('1')).toBe(0);
    expect(await guesses.begin('1')).toBe(2000);
    let longestMs = 0;
    for (let i = 0; i < 20; i++) {
      const waitMs = await guesses.begin('1');
      longestMs = Math.max(longestMs, waitMs);
      nowMs += waitMs;
    }
    expect(longestMs).toBe(15 * 60_000);
    expect(await guesses.begin('2')).toBe(0);
    await guesses.forget('1');
    expect(await guesses.begin('1')).toBe(0);
  });
});

describe('The queue for hashing', () => {
  /** A queue whose work is finished by the test, and the order in which it was begun. */
  function slowQueue() {
    const queue = new HashQueue();
    const begun: string[] = [];
    const finish: (() => void)[] = [];
    const run = (name: string, { label = name, standing = 'tried', isKnown = true }: Partial<Sent> = {}) =>
      queue.run({ name, standing, isKnown }, () => {
        begun.push(label);
        return new Promise<string>((resolve) => finish.push(() => resolve(label)));
      });
    /** Finishes what is at work until this was begun; returns how many were served before it. */
    async function servedBefore(label: string, most = Number.POSITIVE_INFINITY): Promise<number> {
      const before = begun.length;
      for (let i = 0; i < most && !begun.includes(label) && finish.length > 0; i++) {
        finish.shift()!();
        await Bun.sleep(0);
      }
      return begun.indexOf(label) - before;
    }
    return { run, servedBefore };
  }
  type Sent = Requester & { label: string };
  const attackers = Array.from({ length: 60 }, (_, i) => `198.51.100.${i}`);

  testOnce.each(['recognised', 'fresh'] as const)(
    'serves a requester that is %s next, however many others guess',
    async (standing) => {
      const { run, servedBefore } = slowQueue();
      for (const attacker of attackers) for (let i = 0; i < 3; i++) run(attacker);
      run('203.0.113.9', { standing, label: 'owner' });
      expect(await servedBefore('owner')).toBeLessThanOrEqual(1);
    },
  );

  testOnce('serves first tries more often than further ones', async () => {
    const { run, servedBefore } = slowQueue();
    for (const attacker of attackers) {
      run(attacker, { standing: 'fresh' });
      run(attacker, { standing: 'tried' });
    }
    run('203.0.113.9', { standing: 'fresh', label: 'owner' });
    // Sixty first tries, and a third as many others.
    expect(await servedBefore('owner')).toBeLessThanOrEqual(80);
  });

  testOnce('gives every client its turn, so that sixty connections of one delay nobody', async () => {
    const { run, servedBefore } = slowQueue();
    for (let i = 0; i < 60; i++) run('198.51.100.1');
    run('203.0.113.9', { label: 'owner' });
    expect(await servedBefore('owner')).toBeLessThanOrEqual(1);
  });

  testOnce('has a place even for an owner who mistyped, whatever sixty clients send', async () => {
    const { run, servedBefore } = slowQueue();
    for (let i = 0; i < 10; i++) for (const attacker of attackers) run(attacker);
    run('203.0.113.9', { label: 'owner' });
    const before = await servedBefore('owner');
    expect(before).toBeWithin(0, 61);
  });

  const accounts = Array.from({ length: 136 }, (_, i) => `account ${i}`);

  testOnce(
    'has a place for a known browser, however many people who are signed in are asked again',
    async () => {
      const { run, servedBefore } = slowQueue();
      for (const account of accounts) run(account, { standing: 'signed in' });
      run('account 1000', { standing: 'recognised', label: 'owner' });
      expect(await servedBefore('owner')).toBeLessThanOrEqual(1);
    },
  );

  testOnce.each(['recognised', 'signed in', 'fresh', 'tried'] as const)(
    'has a place for an owner who is %s, however many accounts are signed in to again and again',
    async (standing) => {
      const { run, servedBefore } = slowQueue();
      let isOver = false;
      const again = async (account: string): Promise<void> => {
        // Whoever is refused tries again as well.
        while (!isOver) {
          await run(account, { standing });
          await Bun.sleep(0);
        }
      };
      for (const account of accounts) void again(account);
      // By then everyone had a turn.
      await servedBefore('nobody', 400);
      let outcome: unknown = 'waiting';
      void run('203.0.113.9', { standing, label: 'owner' }).then((each) => {
        outcome = each;
      });
      expect(await servedBefore('owner')).toBeWithin(0, 4);
      expect(outcome).not.toBe('busy');
      isOver = true;
    },
  );

  testOnce('has a place for an owner, whatever the clients of one IPv6 network send', async () => {
    const { run, servedBefore } = slowQueue();
    for (let i = 0; i < 300; i++) run(`2001:db8:1:${i.toString(16)}`, { standing: 'fresh' });
    run('203.0.113.9', { standing: 'fresh', label: 'owner' });
    expect(await servedBefore('owner')).toBeWithin(0, 3);
  });

  testOnce('lets an unknown name give way to a known one when it is full', async () => {
    const { run } = slowQueue();
    const strangers = Array.from({ length: 102 }, (_, i) => run(`stranger ${i}`, { isKnown: false }));
    const owner = run('203.0.113.9', { label: 'owner' });
    const orWaiting = (outcome: Promise<string>) =>
      Promise.race([outcome, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);
    expect(await Promise.race(strangers)).toBe('busy');
    expect(await orWaiting(owner)).toBe('waiting');
    expect(await orWaiting(run('one more', { isKnown: false }))).toBe('busy');
  });

  testOnce('serves everyone in the end', async () => {
    const { run, servedBefore } = slowQueue();
    for (let i = 0; i < 20; i++) run(`account ${i}`, { standing: 'recognised' });
    for (let i = 0; i < 20; i++) run(`client ${i}`, { standing: 'fresh' });
    run('203.0.113.9', { isKnown: false, label: 'newcomer' });
    // One round of turns.
    expect(await servedBefore('newcomer')).toBeLessThanOrEqual(5);
  });
});

test('No secret is in clear in any file: key, password, seed or recovery code', async () => {
  const password = 'correct horse battery';
  const hash = (await new Passwords(LEAST_COST).hash(password, SOMEONE)) as string;
  const account = await at.account('bob', 'pro', hash);
  const input = { name: 'ci', scope: 'read', expiresMs: null, perMinute: null } as const;
  const named = (await at.accounts.createKey(account.id, input))!;
  const { seed, recoveryCodes } = await enrolled();
  const secrets = [
    password,
    seed,
    ...[account.key, named.key].map((key) => key.slice(10)),
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
  ];
  const raw = [...secrets.map((text) => Buffer.from(text)), Buffer.from(Secret.fromBase32(seed).bytes)];
  const files = readdirSync(at.directory);
  expect(files).toContain('accounts.db.seal');
  for (const name of files) {
    const bytes = readFileSync(`${at.directory}/${name}`);
    for (const secret of raw) expect(bytes.includes(secret)).toBe(false);
  }
});
