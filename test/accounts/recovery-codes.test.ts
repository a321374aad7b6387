import { expect, test } from 'bun:test';
import { scryptSync } from 'node:crypto';
import {
  digestRecoveryCode,
  hashDigest,
  makeRecoveryCodes,
  makeRecoverySalt,
} from '../../src/accounts/recovery-codes.ts';

test('What is stored of a recovery code takes 16 MiB and five passes to compute', async () => {
  const digest = digestRecoveryCode(makeRecoveryCodes()[0]!)!;
  const salt = makeRecoverySalt();
  const expected = scryptSync(digest, salt, 32, { N: 16_384, r: 8, p: 5 }).toString('base64');
  expect(await hashDigest(digest, salt)).toBe(expected);
});

test('A recovery code is read with or without dashes, spaces and capitals, and nothing else is hashed', () => {
  const [code = ''] = makeRecoveryCodes();
  const digest = digestRecoveryCode(code);
  expect(digest).not.toBeNull();
  expect(digestRecoveryCode(code.toUpperCase().replaceAll('-', ' '))).toBe(digest);
  expect(digestRecoveryCode(`${code}0`)).toBeNull();
  expect(digestRecoveryCode('')).toBeNull();
});
