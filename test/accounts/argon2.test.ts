import { expect, test } from 'bun:test';
import { argon2 } from '../../src/accounts/argon2.ts';
import { LEAST_COST } from './temporary-accounts.ts';

const BUN = { algorithm: 'argon2id', ...LEAST_COST } as const;
const PASSWORD = 'correct horse ✓';

test('A hash says which algorithm and cost it was made with, and no two are alike', async () => {
  const hash = await argon2.hash(PASSWORD, LEAST_COST);
  expect(hash).toStartWith('$argon2id$v=19$m=8,t=1,p=1$');
  expect(await argon2.hash(PASSWORD, LEAST_COST)).not.toBe(hash);
});

test("Hashes of Bun's own code are read, as earlier releases stored them, and Bun reads ours", async () => {
  const [theirs, ours] = [await Bun.password.hash(PASSWORD, BUN), await argon2.hash(PASSWORD, LEAST_COST)];
  for (const [password, isRight] of [
    [PASSWORD, true],
    ['correct horse', false],
  ] as const) {
    expect(await argon2.verify(password, theirs)).toBe(isRight);
    expect(await argon2.verify(password, ours)).toBe(isRight);
    expect(await Bun.password.verify(password, ours)).toBe(isRight);
  }
});
