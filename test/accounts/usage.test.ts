import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { AccountsError } from '../../src/accounts/store/accounts-error.ts';
import { UsageTally } from '../../src/accounts/usage-tally.ts';
import { type TemporaryAccounts, temporaryAccounts } from './temporary-accounts.ts';

const clock = { nowMs: 0 };
let at: TemporaryAccounts;
let accountId: number;
beforeEach(async () => {
  clock.nowMs = Date.parse('2026-11-15T23:59:58Z');
  at = await temporaryAccounts({ nowMs: () => clock.nowMs });
  accountId = (await at.account('ada')).id;
});
afterEach(() => at.remove());

const newTally = () => new UsageTally(at.store, undefined, () => clock.nowMs);
const rows = () => at.store.usage.list(accountId, '0000', '9999', 100);

describe('Usage', () => {
  test('is counted by day and key, and written now and then', async () => {
    const tally = newTally();
    for (let i = 0; i < 5; i++) tally.note(1, 'counted');
    tally.note(1, 'limited');
    tally.note(1, 'managed');
    expect(await rows()).toEqual([]);
    clock.nowMs += 5000;
    tally.note(1, 'counted');
    await tally.flush();
    tally.note(1, 'counted');
    await tally.flush();
    expect(await rows()).toEqual([
      { day: '2026-11-16', key_id: 1, key_name: 'account key', requests: 2, limited: 0 },
      { day: '2026-11-15', key_id: 1, key_name: 'account key', requests: 5, limited: 1 },
    ]);
    expect((await at.store.keys.find(1))?.last_used_ms).toBe(clock.nowMs);
  });

  test('is written when the process stops', async () => {
    const tally = newTally();
    tally.start();
    tally.note(1, 'counted');
    await tally.stop();
    expect(await rows()).toMatchObject([{ requests: 1 }]);
  });

  test('that only managed the account counts as last use and nothing else', async () => {
    const tally = newTally();
    tally.note(1, 'managed');
    await tally.flush();
    expect(await rows()).toEqual([]);
    expect((await at.store.keys.find(1))?.last_used_ms).toBe(clock.nowMs);
  });

  test('of a removed key is dropped without affecting others', async () => {
    const tally = newTally();
    tally.note(999, 'counted');
    tally.note(1, 'counted');
    await tally.flush();
    expect(await rows()).toMatchObject([{ key_id: 1, requests: 1 }]);
  });

  test('that cannot be written is reported, kept, and written later', async () => {
    let isFull = true;
    const reported: string[] = [];
    const usage: typeof at.store.usage = Object.assign(Object.create(at.store.usage), {
      async add(...sent: Parameters<typeof at.store.usage.add>) {
        if (isFull) throw new AccountsError(at.path, 'the disk is full', 'free some space');
        await at.store.usage.add(...sent);
      },
    });
    const onFailure = ({ message }: Error) => reported.push(message);
    const tally = new UsageTally({ usage }, onFailure, () => clock.nowMs);
    tally.note(1, 'counted');
    await tally.flush();
    clock.nowMs += 86_400_000;
    tally.note(1, 'counted');
    await tally.flush();
    expect(reported).toEqual(Array(2).fill(`${at.path}: the disk is full; free some space`));
    isFull = false;
    await tally.flush();
    expect(await rows()).toMatchObject([{ requests: 1 }, { requests: 1 }]);
  });
});
