import { describe, expect, test } from 'bun:test';
import { hashKey, hintOf, isKey, makeKey, readBearer, readExpiry } from '../../src/admission/keys.ts';
import { randomOf } from '../random.ts';
import { wordsOf } from '../words-of.ts';

describe('A key', () => {
  test('has a prefix that shows its kind', () => {
    expect(makeKey('account')).toMatch(/^lrd_a_[0-9A-Za-z]{33}$/);
    expect(makeKey('named')).toMatch(/^lrd_k_[0-9A-Za-z]{33}$/);
  });

  test('has at least 128 random bits, evenly spread', () => {
    const keys = Array.from({ length: 3000 }, () => makeKey('named'));
    expect(new Set(keys).size).toBe(keys.length);
    const random = keys.map((key) => key.slice(6, 33));
    expect(random[0]?.length).toBe(27);
    expect(27 * Math.log2(62)).toBeGreaterThan(128);
    const counts = new Map<string, number>();
    for (const character of random.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    const expected = (3000 * 27) / 62;
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.2);
  });

  test('is refused without a lookup when one character is wrong or two are swapped', () => {
    const random = randomOf(3);
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    for (let i = 0; i < 2000; i++) {
      const key = makeKey('named');
      expect(isKey(key)).toBe(true);
      const at = 6 + Math.floor(random() * 32);
      const other = alphabet[Math.floor(random() * 62)] as string;
      const typo = key.slice(0, at) + other + key.slice(at + 1);
      expect(isKey(typo)).toBe(typo === key);
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
      expect(isKey(swapped)).toBe(swapped === key);
    }
  });

  test.each([
    ...['', 'x', 'lrd_', 'lrd_a_', 'é'.repeat(39)],
    ...[`lrd_a_${'0'.repeat(33)}`, `lrd_x_${'0'.repeat(33)}`],
  ])('is not %p', (text) => {
    expect(isKey(text)).toBe(false);
  });

  test('cannot be recovered from its hash or its hint', () => {
    const key = makeKey('named');
    expect(hashKey(key)).not.toContain(key.slice(6, 16));
    expect(hashKey(key)).toBe(hashKey(key));
    expect(hintOf(key)).toBe(`${key.slice(0, 10)}…`);
    // What the hint leaves open still cannot be guessed.
    expect((27 - 4) * Math.log2(62)).toBeGreaterThan(128);
  });

  test('is read from the header, whatever the case of the scheme', () => {
    const key = makeKey('named');
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key} `]) {
      expect(readBearer(header)).toBe(key);
    }
    const others = [`Basic ${key}`, key, `Bearer${key}`, `Bearer ${key}x`, `Bearer ${key} x`];
    for (const header of ['', 'Bearer', ...others]) {
      expect(readBearer(header)).toBeNull();
    }
  });
});

describe('An expiry', () => {
  const NOW = Date.parse('2026-11-15T12:00:00Z');

  test.each([
    ['2027-01-31', '2027-01-31T23:59:59.999Z'],
    ['2026-11-15', '2026-11-15T23:59:59.999Z'],
    ['2028-02-29', '2028-02-29T23:59:59.999Z'],
    ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31T12:00+02:00', '2027-01-31T10:00:00.000Z'],
  ])('%s is valid until %s', (text, last) => {
    expect(readExpiry(text, NOW)).toBe(Date.parse(last));
  });

  test.each(['2026-11-14', '1999-01-01', '2026-11-15T11:59:59Z', '2026-11-15T12:00:00Z'])(
    '%s is in the past',
    (text) => {
      expect(readExpiry(text, NOW)).toBe('past');
    },
  );

  test.each([
    '',
    ...wordsOf('soon 2027-02-30 2027-13-01 31.01.2027 2027-1-31 2027-01-31T25:00Z 2027-01-31T12:00'),
  ])('%p is not a date', (text) => {
    expect(readExpiry(text, NOW)).toBe('not_a_date');
  });
});
