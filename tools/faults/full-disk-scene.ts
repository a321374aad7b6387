import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountService } from '../../src/accounts/account-service.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { hashKey } from '../../src/admission/keys.ts';
import { LARDER } from '../../test/contract/server-process.ts';
import { start } from '../bench/running-server.ts';

/**
 * Runs on a small disk that `full-disk.ts` mounts: a server creates keys while the disk fills up. Prints the outcome as
 * JSON.
 */
export interface FullDiskOutcome {
  /** Rounds, each with a different amount of free space, and the keys created in all of them. */
  rooms: number;
  shown: number;
  /** Keys that could not be created, as must happen once the disk is full. */
  refusals: number;
  /** Error responses that revealed internals. */
  leaks: number;
  /** Reads that failed while the disk was full. */
  failedReads: number;
  /** Keys that were shown and did not work: with the disk full, with space again, and after a restart. */
  lostWhenFull: number;
  lostWithRoom: number;
  lostAfterRestart: number;
  /** Rounds after which no key could be created although there was space again. */
  stuck: number;
  /** Whether the log named the full disk. */
  isNamed: boolean;
}

/** From no space at all to more than a key takes, one page of the file at a time. */
const ROOMS_KIB = Array.from({ length: 13 }, (_, step) => step * 4);
const MAX_KEYS_A_ROOM = 60;
const LEAKS = /SQLITE|SELECT|INSERT|\.db|\.ts\b/;

async function makeAndFill(disk: string, catalog: string): Promise<FullDiskOutcome> {
  const accounts = join(disk, 'accounts.db');
  const store = new SqliteAccountStore(accounts);
  const service = new AccountService(store, new Passwords());
  const { key: accountKey } = (await service.create('ada', 'scale', null)) as { key: string };
  store.close();
  const plans = join(disk, 'plans.json');
  writeFileSync(
    plans,
    JSON.stringify({ account_routes_per_minute: 1_000_000, scale: { per_minute: 1_000_000 } }),
  );
  const flags = ['--catalog', catalog, '--accounts', accounts, '--plans', plans];
  const server = await start(flags, { limits: 'spec', command: LARDER });
  const outcome: FullDiskOutcome = {
    rooms: 0,
    shown: 0,
    refusals: 0,
    leaks: 0,
    failedReads: 0,
    lostWhenFull: 0,
    lostWithRoom: 0,
    lostAfterRestart: 0,
    stuck: 0,
    isNamed: false,
  };
  const makeKey = async (): Promise<string | null> => {
    const answer = await fetch(new URL('/auth/keys', server.origin), {
      method: 'POST',
      headers: { Authorization: `Bearer ${accountKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(60) }),
    });
    const text = await answer.text();
    if (answer.status === 201) return (JSON.parse(text) as { key: string }).key;
    outcome.refusals++;
    if (LEAKS.test(text)) outcome.leaks++;
    return null;
  };
  const isRead = async (key: string | null) => {
    const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
    const answer = await fetch(new URL(key === null ? '/health' : '/foods/categories', server.origin), {
      headers,
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  };
  const shown: string[] = [];
  for (const roomKib of ROOMS_KIB) {
    outcome.rooms++;
    const fresh: string[] = [];
    fillDisk(disk, roomKib);
    for (let made = 0; made < MAX_KEYS_A_ROOM; made++) {
      const key = await makeKey();
      if (key === null) break;
      fresh.push(key);
    }
    if (!(await isRead(null)) || !(await isRead(accountKey))) outcome.failedReads++;
    for (const key of fresh) if (!(await isRead(key))) outcome.lostWhenFull++;
    rmSync(join(disk, 'filler'));
    for (const key of fresh) if (!(await isRead(key))) outcome.lostWithRoom++;
    const after = await makeKey();
    if (after === null) outcome.stuck++;
    else fresh.push(after);
    shown.push(...fresh);
  }
  outcome.shown = shown.length;
  outcome.isNamed = server.failures().at(-1)?.includes('the disk is full') ?? false;
  await server.stop('SIGKILL');
  const again = new SqliteAccountStore(accounts);
  for (const key of shown) if (again.keys.findByHash(hashKey(key)) === null) outcome.lostAfterRestart++;
  again.close();
  return outcome;
}

/** Leaves this much space and no more. */
function fillDisk(disk: string, roomKib: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - roomKib * 1024)));
}

if (import.meta.main) {
  const [disk = '', catalog = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await makeAndFill(disk, catalog)));
}
