import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { Secret, TOTP } from 'otpauth';
import { needSealKey, seal, sealFileOf, unseal } from '../../src/accounts/encryption.ts';
import { faultOfPassword } from '../../src/accounts/password-rules.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { SecondFactor } from '../../src/accounts/second-factor.ts';
import { PasswordGuesses } from '../../src/accounts/store/password-guesses.ts';
import { temporaryAccounts } from './temporary-accounts.ts';

const clock = { nowMs: 0 };
let at: ReturnType<typeof temporaryAccounts>;
let id: number;
let factor: SecondFactor;
beforeEach(() => {
  clock.nowMs = Date.parse('2026-11-15T12:00:00Z');
  at = temporaryAccounts(() => clock.nowMs);
  id = at.file.needed().people.create('ada', 'pro', null)!.id;
  factor = new SecondFactor(at.file);
});
afterEach(() => at.remove());

const codeOf = (seed: string, offsetMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: clock.nowMs + offsetMs });

/** A device that is enrolled and confirmed. */
function enrolled(): { seed: string; recoveryCodes: string[] } {
  const { seed } = factor.enrol(id, 'ada')!;
  const confirmed = factor.confirm(id, codeOf(seed));
  if (typeof confirmed === 'string' || !('recoveryCodes' in confirmed)) throw new Error('not confirmed');
  clock.nowMs += 60_000;
  return { seed, recoveryCodes: confirmed.recoveryCodes };
}

describe('The second factor', () => {
  test('is enrolled with a seed that an authenticator understands, and is on once a code has shown it', () => {
    const { seed, url } = factor.enrol(id, 'ada')!;
    expect(url).toMatch(/^otpauth:\/\/totp\/larder:ada\?/);
    expect(Secret.fromBase32(seed).bytes.length).toBe(20);
    expect(factor.isOn(id)).toBe(false);
    expect(factor.check(id, codeOf(seed))).toBe('none');
    expect(factor.confirm(id, '000000')).toBe('wrong');
    expect(factor.confirm(id, codeOf(seed))).toHaveProperty('recoveryCodes');
    expect(factor.isOn(id)).toBe(true);
    expect(factor.enrol(id, 'ada')).toBeNull();
    expect(factor.confirm(id, codeOf(seed))).toBe('none');
  });

  test('can be begun anew until it is confirmed', () => {
    const first = factor.enrol(id, 'ada')!;
    const second = factor.enrol(id, 'ada')!;
    expect(factor.confirm(id, codeOf(first.seed))).toBe('wrong');
    expect(factor.confirm(id, codeOf(second.seed))).toHaveProperty('recoveryCodes');
  });

  test('accepts a code once, and none from before it', () => {
    const { seed } = enrolled();
    const earlier = codeOf(seed, -30_000);
    const code = codeOf(seed);
    expect(factor.check(id, code)).toBe('right');
    expect(factor.check(id, code)).toBe('wrong');
    expect(factor.check(id, earlier)).toBe('wrong');
    clock.nowMs += 30_000;
    expect(factor.check(id, code)).toBe('wrong');
    expect(factor.check(id, codeOf(seed))).toBe('right');
  });

  test.each([-30_000, 0, 30_000])('understands a clock that is off by %d ms', (offsetMs) => {
    const { seed } = enrolled();
    expect(factor.check(id, codeOf(seed, offsetMs))).toBe('right');
  });

  test.each([-90_000, 90_000])('refuses a code that is off by %d ms', (offsetMs) => {
    const { seed } = enrolled();
    expect(factor.check(id, codeOf(seed, offsetMs))).toBe('wrong');
  });

  test('is locked for a while by guessing, during which even the right code is not tried', () => {
    const { seed, recoveryCodes } = enrolled();
    const wrong = codeOf(seed) === '123456' ? '654321' : '123456';
    for (let i = 0; i < 5; i++) expect(factor.check(id, wrong)).toBe('wrong');
    expect(factor.check(id, codeOf(seed))).toEqual({ lockedMs: 15 * 60_000 });
    // Recovery codes cannot be guessed, so the owner has a way in.
    expect(factor.check(id, recoveryCodes[0]!)).toBe('right');
    clock.nowMs += 15 * 60_000;
    expect(factor.check(id, codeOf(seed))).toBe('right');
  });

  test('has ten recovery codes that work once each, however they are typed', () => {
    const { recoveryCodes } = enrolled();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    const [first = '', second = ''] = recoveryCodes;
    expect(factor.check(id, first.toUpperCase().replaceAll('-', ' '))).toBe('right');
    expect(factor.check(id, first)).toBe('wrong');
    expect(factor.check(id, second)).toBe('right');
    expect(at.file.needed().secondFactors.countRecoveryCodes(id)).toBe(8);
    const other = at.file.needed().people.create('bob', 'pro', null)!.id;
    expect(factor.check(other, recoveryCodes[2]!)).toBe('none');
  });

  test('that is removed is gone with its recovery codes', () => {
    const { seed } = enrolled();
    factor.remove(id);
    expect(factor.isOn(id)).toBe(false);
    expect(factor.check(id, codeOf(seed))).toBe('none');
    expect(at.file.needed().secondFactors.countRecoveryCodes(id)).toBe(0);
  });

  test('whose key file is lost is still passed with a recovery code', () => {
    const { seed, recoveryCodes } = enrolled();
    rmSync(sealFileOf(at.path));
    expect(factor.check(id, codeOf(seed))).toBe('wrong');
    expect(factor.check(id, recoveryCodes[0]!)).toBe('right');
  });
});

describe('What is sealed', () => {
  test('is opened with the same key for the same purpose alone', () => {
    const key = needSealKey(sealFileOf(at.path));
    expect(statSync(sealFileOf(at.path)).mode & 0o777).toBe(0o600);
    expect(needSealKey(sealFileOf(at.path)).equals(key)).toBe(true);
    const sealed = seal(key, Buffer.from('secret'), 'account 1');
    expect(unseal(key, sealed, 'account 1')?.toString()).toBe('secret');
    expect(unseal(key, sealed, 'account 2')).toBeNull();
    expect(unseal(Buffer.alloc(32), sealed, 'account 1')).toBeNull();
    sealed[sealed.length - 1]! ^= 1;
    expect(unseal(key, sealed, 'account 1')).toBeNull();
  });
});

describe('Passwords', () => {
  test('are hashed with argon2id and recognised, also when typed in another form of Unicode', async () => {
    const passwords = new Passwords();
    const hash = (await passwords.hash('Zoë’s password')) as string;
    expect(hash).toStartWith('$argon2id$');
    expect(hash).not.toContain('password');
    expect(await passwords.verify('Zoe\u0308’s password', hash)).toBe(true);
    expect(await passwords.verify('Zoe’s password', hash)).toBe(false);
  });

  test('are compared with something even where there is none', async () => {
    expect(await new Passwords().verify('anything', null)).toBe(false);
  });

  test('are hashed a few at once, and beyond a queue the caller is told to come back', async () => {
    const passwords = new Passwords();
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, () => passwords.verify('x', 'no hash').catch(() => 'done')),
    );
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(80 - 2 - 50);
    expect(await passwords.hash('again and again')).toStartWith('$argon2id$');
  });

  test.each([
    ['1234567', false],
    ['12345678', true],
    ['é'.repeat(8), true],
    ['x'.repeat(256), true],
    ['x'.repeat(257), false],
  ])('%p is fine: %p', (password, isFine) => {
    expect(faultOfPassword(password) === null).toBe(isFine);
  });

  test('can be tried five times at once, and then ever more slowly', () => {
    let nowMs = 0;
    const guesses = new PasswordGuesses(() => nowMs);
    for (let i = 0; i < 4; i++) {
      expect(guesses.waitMs(1)).toBe(0);
      guesses.noteWrong(1);
    }
    guesses.noteWrong(1);
    expect(guesses.waitMs(1)).toBe(1000);
    nowMs += 1000;
    expect(guesses.waitMs(1)).toBe(0);
    guesses.noteWrong(1);
    expect(guesses.waitMs(1)).toBe(2000);
    for (let i = 0; i < 30; i++) guesses.noteWrong(1);
    expect(guesses.waitMs(1)).toBe(15 * 60_000);
    expect(guesses.waitMs(2)).toBe(0);
    guesses.forgive(1);
    expect(guesses.waitMs(1)).toBe(0);
  });
});

test('No secret is in clear in any file: key, password, seed or recovery code', async () => {
  const { people, keys } = at.file.needed();
  const password = 'correct horse battery';
  const hash = (await new Passwords().hash(password)) as string;
  const account = people.create('bob', 'pro', hash)!;
  const named = keys.create(account.id, { name: 'ci', scope: 'read', expiresMs: null, perMinute: null })!;
  const { seed, recoveryCodes } = enrolled();
  const secrets = [
    password,
    seed,
    ...[account.key, named.key].map((key) => key.slice(10)),
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
  ];
  const raw = [...secrets.map((text) => Buffer.from(text)), Buffer.from(Secret.fromBase32(seed).bytes)];
  for (const name of ['accounts.db', 'accounts.db-wal', 'accounts.db.seal']) {
    const bytes = readFileSync(`${at.directory}/${name}`);
    for (const secret of raw) expect(bytes.includes(secret)).toBe(false);
  }
});
