import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountsFile } from '../../src/accounts/accounts-file.ts';
import { measureLoad } from './load.ts';

/**
 * What keys and limits cost: the same look-ups with Scale keys against a server without limits and without a key, by
 * turns in one run. There are accounts enough for none to reach its limit.
 */
const ACCOUNTS = 500;

export interface GateServers {
  start(flags: readonly string[]): Promise<{ origin: string; stop(): Promise<void> }>;
  catalog: string;
  paths: readonly string[];
  seconds: number;
  turns: number;
}

/** Requests a second of each turn. */
export async function measureGate({ start, catalog, paths, seconds, turns }: GateServers): Promise<{
  limited: number[];
  free: number[];
}> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-gate-'));
  const accounts = join(directory, 'accounts.db');
  const keys = makeAccounts(accounts);
  const free = await start(['serve', '--catalog', catalog, '--limits', 'off']);
  const limited = await start(['serve', '--catalog', catalog, '--limits', 'spec', '--accounts', accounts]);
  try {
    const rates = { limited: [] as number[], free: [] as number[] };
    for (let turn = 0; turn < turns; turn++) {
      rates.free.push(await measureLoad(free.origin, paths, seconds));
      rates.limited.push(await measureLoad(limited.origin, paths, seconds, keys));
    }
    return rates;
  } finally {
    await free.stop();
    await limited.stop();
    rmSync(directory, { recursive: true });
  }
}

function makeAccounts(path: string): string[] {
  const file = new AccountsFile(path);
  const { db, people } = file.needed();
  const keys = db.transaction(() =>
    Array.from({ length: ACCOUNTS }, (_, i) => people.create(`account ${i}`, 'scale', null)!.key),
  )();
  file.close();
  return keys;
}
