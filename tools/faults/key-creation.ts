import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountService } from '../../src/accounts/account-service.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { hashKey } from '../../src/admission/keys.ts';
import { randomOf } from '../../test/random.ts';
import type { Figure } from './figure.ts';

/** Kills a process that creates keys, at random moments. Every key that it has printed must work afterwards. */

/** Creates keys one after the other, and prints each. */
const MAKER = `
  import { writeSync } from 'node:fs';
  import { AccountService } from ${JSON.stringify(join(import.meta.dir, '..', '..', 'src', 'accounts', 'account-service.ts'))};
  import { SqliteAccountStore } from ${JSON.stringify(join(import.meta.dir, '..', '..', 'src', 'accounts', 'store', 'sqlite-account-store.ts'))};
  const accounts = new AccountService(new SqliteAccountStore(process.argv.at(-1)), null);
  const accountId = (await accounts.find('ada')).id;
  writeSync(1, 'ready\\n');
  for (;;) {
    const input = { name: 'ci', scope: 'read', expiresMs: null, perMinute: null };
    const made = await accounts.createKey(accountId, input);
    if (made === null) break;
    writeSync(1, made.key + '\\n');
  }
`;
/** Long enough to create some keys and be killed in the middle of one. */
const MAX_LIFE_MS = 60;

export async function killDuringKeyCreation(times: number): Promise<{ shown: number; lost: string[] }> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-kills-'));
  const path = join(directory, 'accounts.db');
  const random = randomOf(times);
  const keys: string[] = [];
  const lost: string[] = [];
  try {
    for (let i = 0; i < times; i++) {
      await begin(path, i);
      const made = await makeUntilKilled(path, random() * MAX_LIFE_MS);
      lost.push(...missing(path, made));
      keys.push(...made);
    }
    lost.push(...missing(path, keys.slice(-1000)));
  } finally {
    rmSync(directory, { recursive: true });
  }
  return { shown: keys.length, lost };
}

/** An account can have a thousand keys, so each round gets its own account. */
async function begin(path: string, round: number): Promise<void> {
  const store = new SqliteAccountStore(path);
  const accounts = new AccountService(store, new Passwords());
  const former = await accounts.find('ada');
  if (former !== null) {
    store.db
      .prepare('UPDATE accounts SET name = ?, folded_name = ? WHERE id = ?')
      .run(`former ${round}`, `former ${round}`, former.id);
  }
  await accounts.create('ada', 'pro', null);
  store.close();
}

async function makeUntilKilled(path: string, lifeMs: number): Promise<string[]> {
  const child = Bun.spawn([process.execPath, '-e', MAKER, path], { stdout: 'pipe', stderr: 'inherit' });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    const wasReady = text !== '';
    text += decoder.decode(chunk, { stream: true });
    if (!wasReady) setTimeout(() => child.kill('SIGKILL'), lifeMs);
  }
  await child.exited;
  const lines = text.split('\n');
  // What follows the last line break was cut off while being printed.
  return lines.slice(1, -1);
}

function missing(path: string, keys: readonly string[]): string[] {
  const store = new SqliteAccountStore(path);
  const lost = keys.filter((key) => store.keys.findByHash(hashKey(key)) === null);
  store.close();
  return lost;
}

export async function keyCreation(times: number): Promise<Figure[]> {
  const { shown, lost } = await killDuringKeyCreation(times);
  return [
    {
      item: 23,
      done: `${times} times kill -9 during key creation`,
      figure: `${shown} keys shown, ${lost.length} lost`,
      toReach: 'none lost',
      isReached: shown > 0 && lost.length === 0,
    },
  ];
}
