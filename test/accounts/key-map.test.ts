import { describe, expect, test } from 'bun:test';
import { KeyMap, type MappedKey } from '../../src/accounts/postgres/key-map.ts';

const keyOf = (keyId: number, plan: 'pro' | 'scale' = 'pro'): MappedKey => ({
  hash: `hash ${keyId}`,
  facts: {
    keyId,
    accountId: keyId,
    kind: 'account',
    scope: 'full',
    plan,
    perMinute: null,
    validUntilMs: Number.POSITIVE_INFINITY,
  },
});
const account = (id: number) => ({ keyIds: [], accountIds: [id] });
const key = (id: number) => ({ keyIds: [id], accountIds: [] });

describe('A map of keys that this server changes while the database is asked for them', () => {
  test('is as new as before when the answer has the change, too', async () => {
    const map = new KeyMap();
    await map.refresh(key(1), async () => {
      map.replace(account(1), [keyOf(1)]);
      return [keyOf(1)];
    });
    expect([...map.values()]).toEqual([keyOf(1)]);
    expect(map.version).toBe(1);
  });

  test('keeps the change when the answer is older', async () => {
    const map = new KeyMap();
    map.replace(account(1), [keyOf(1)]);
    map.replace(account(2), [keyOf(2)]);
    await map.refresh({ keyIds: [1, 2, 3], accountIds: [] }, async () => {
      map.replace(key(1), []);
      map.replace(account(2), [keyOf(2, 'scale')]);
      return [keyOf(1), keyOf(2), keyOf(3)];
    });
    expect([...map.values()].sort((one, other) => one.facts.keyId - other.facts.keyId)).toEqual([
      keyOf(2, 'scale'),
      keyOf(3),
    ]);
  });
});
