import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountService } from '../../src/accounts/account-service.ts';
import { Passwords } from '../../src/accounts/passwords.ts';
import { SqliteAccountStore } from '../../src/accounts/store/sqlite-account-store.ts';
import { count, type Figure } from './figure.ts';
import { startWatched } from './watched-server.ts';

/** Many connections that guess passwords, while an owner signs in on a browser that was never used before. */
export interface GuessingOutcome {
  guesses: number;
  /** How long it took the owner before anyone guessed. */
  aloneMs: number;
  /** How long each sign-in of the owner took; infinite where it was refused. */
  signInMs: number[];
}

const CONNECTIONS = 60;
/** Sign-ins of the owner, each from an address and a browser that the server has not seen. */
const SIGN_INS = 20;
const OWNER = 'ada';
const PASSWORD = 'correct horse battery';
/** Time for all connections to be at work, and between two sign-ins. */
const PAUSE_MS = 500;

/** Who guesses: always the same addresses, or another one for each guess, as a large botnet would. */
export type Guessers = 'sixty addresses' | 'ever new addresses';

export async function runGuessingCrowd(catalog: string, guessers: Guessers): Promise<GuessingOutcome> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-guessing-'));
  const accounts = join(directory, 'accounts.db');
  await createOwner(accounts);
  const server = await startWatched([
    '--catalog',
    catalog,
    '--accounts',
    accounts,
    '--trust-proxy',
    '127.0.0.1',
  ]);
  const outcome: GuessingOutcome = { guesses: 0, aloneMs: 0, signInMs: [] };
  let isOver = false;
  const guess = async (connection: number) => {
    for (let turn = 0; !isOver; turn++) {
      const address =
        guessers === 'sixty addresses'
          ? `198.51.100.${connection}`
          : `10.${connection}.${(turn >> 8) & 255}.${turn & 255}`;
      // Half of them at the owner's name, half at names that nobody has.
      const name = connection % 2 === 0 ? OWNER : `nobody ${connection} ${turn}`;
      await signIn(server.origin, address, name, `guess ${turn}`);
      outcome.guesses++;
    }
  };
  const enter = async (address: string) => {
    const startedMs = performance.now();
    const status = await signIn(server.origin, address, OWNER, PASSWORD);
    return status === 303 ? performance.now() - startedMs : Number.POSITIVE_INFINITY;
  };
  try {
    await enter('192.0.2.1');
    outcome.aloneMs = await enter('192.0.2.2');
    const guessing = Array.from({ length: CONNECTIONS }, (_, connection) => guess(connection));
    for (let i = 0; i < SIGN_INS; i++) {
      await Bun.sleep(PAUSE_MS);
      outcome.signInMs.push(await enter(`203.0.113.${i}`));
    }
    isOver = true;
    await Promise.all(guessing);
    return outcome;
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true });
  }
}

async function createOwner(path: string): Promise<void> {
  const store = new SqliteAccountStore(path);
  const accounts = new AccountService(store, new Passwords());
  await accounts.create(OWNER, 'starter', PASSWORD);
  await store.close();
}

async function signIn(origin: URL, address: string, name: string, password: string): Promise<number> {
  const answer = await fetch(new URL('/dashboard/sign-in', origin), {
    method: 'POST',
    headers: { 'X-Forwarded-For': address, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ name, password }),
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}

const MAX_SIGN_IN_MS = 3000;

export async function guessingCrowd(catalog: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const guessers of ['sixty addresses', 'ever new addresses'] as const) {
    const { guesses, aloneMs, signInMs } = await runGuessingCrowd(catalog, guessers);
    const slowestMs = Math.max(...signInMs);
    const medianMs = signInMs.toSorted((a, b) => a - b)[Math.floor(signInMs.length / 2)] ?? Number.NaN;
    figures.push({
      item: 32,
      done: `${CONNECTIONS} connections guess passwords from ${guessers}; the owner signs in on ${SIGN_INS} new browsers`,
      figure: `after ${medianMs.toFixed(0)} ms, at most ${slowestMs.toFixed(0)} ms (${aloneMs.toFixed(0)} ms alone); ${count(guesses)} guesses meanwhile`,
      toReach: `each time, within ${MAX_SIGN_IN_MS} ms`,
      isReached: slowestMs <= MAX_SIGN_IN_MS && guesses > CONNECTIONS,
    });
  }
  return figures;
}
