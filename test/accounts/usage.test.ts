import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { AccountsError } from '../../src/accounts/accounts-error.ts';
import type { AccountsFile } from '../../src/accounts/store/accounts-file.ts';
import { UsageTally } from '../../src/accounts/store/usage-tally.ts';
import { temporaryAccounts } from './temporary-accounts.ts';

const clock = { nowMs: 0 };
let at: ReturnType<typeof temporaryAccounts>;
let accountId: number;
beforeEach(() => {
  clock.nowMs = Date.parse('2026-11-15T23:59:58Z');
  at = temporaryAccounts(() => clock.nowMs);
  accountId = at.file.needed().people.create('ada', 'pro', null)!.id;
});
afterEach(() => at.remove());

const rows = () => at.file.needed().usage.list(accountId, '0000', '9999');

describe('Use', () => {
  test('is counted by day and key, and written only now and then', () => {
    const tally = new UsageTally(at.file);
    for (let i = 0; i < 5; i++) tally.note(1, 'counted');
    tally.note(1, 'limited');
    tally.note(1, 'managed');
    expect(rows()).toEqual([]);
    clock.nowMs += 5000;
    tally.note(1, 'counted');
    tally.flush();
    tally.note(1, 'counted');
    tally.flush();
    expect(rows()).toEqual([
      { day: '2026-11-16', key_id: 1, key_name: 'account key', requests: 2, limited: 0 },
      { day: '2026-11-15', key_id: 1, key_name: 'account key', requests: 5, limited: 1 },
    ]);
    expect(at.file.needed().keys.find(1)?.last_used_ms).toBe(clock.nowMs);
  });

  test('is written when the process stops', () => {
    const tally = new UsageTally(at.file);
    tally.start();
    tally.note(1, 'counted');
    tally.stop();
    expect(rows()).toMatchObject([{ requests: 1 }]);
  });

  test('that only managed the account shows as last use, and as nothing else', () => {
    const tally = new UsageTally(at.file);
    tally.note(1, 'managed');
    tally.flush();
    expect(rows()).toEqual([]);
    expect(at.file.needed().keys.find(1)?.last_used_ms).toBe(clock.nowMs);
  });

  test('of a key that is gone is dropped without harm to others', () => {
    const tally = new UsageTally(at.file);
    tally.note(999, 'counted');
    tally.note(1, 'counted');
    tally.flush();
    expect(rows()).toMatchObject([{ key_id: 1, requests: 1 }]);
  });

  test('that cannot be written is told, kept, and written later', () => {
    let isFull = true;
    const told: string[] = [];
    const file = {
      nowMs: at.file.nowMs,
      existing: () => {
        if (isFull) throw new AccountsError(at.path, 'the disk is full', 'free some room');
        return at.file.existing();
      },
    } as AccountsFile;
    const tally = new UsageTally(file, ({ message }) => told.push(message));
    tally.note(1, 'counted');
    tally.flush();
    clock.nowMs += 86_400_000;
    tally.note(1, 'counted');
    tally.flush();
    expect(told).toEqual(Array(2).fill(`${at.path}: the disk is full; free some room`));
    isFull = false;
    tally.flush();
    expect(rows()).toMatchObject([{ requests: 1 }, { requests: 1 }]);
  });
});
