import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LARDER } from '../../test/contract/server-process.ts';
import { ownMb } from '../../test/process-memory.ts';
import { randomOf } from '../../test/random.ts';
import { makeScaleKeys } from '../bench/gate.ts';
import { type Running, start } from '../bench/running-server.ts';
import { count, type Figure } from './figure.ts';
import { type ExpectedRequest, makeRequests } from './mixed-traffic.ts';

/** Mixed traffic with Scale keys, and how the server copes. */
export interface LoadOutcome {
  answered: number;
  /** Responses with another status than expected, and a few examples. */
  wrong: number;
  examples: string[];
  serverErrors: number;
  faults: number;
  hasRestarted: boolean;
  /** The server's own memory, sampled at even intervals; mapped pages of the catalogue do not count. */
  ownMb: number[];
}

const CONNECTIONS = 32;
/** As many as a busy service has in a minute; a flood of them is another fault (address-flood.ts). */
const CLIENTS = 2048;
const SAMPLES = 120;
const DIFFERENT_REQUESTS = 200_000;
const MAX_EXAMPLES = 5;
/** Garbage that has not been collected yet makes memory vary by about this much. */
const MAX_GROWTH = 1.1;

/** For so many seconds, and until as many requests as `least` are answered. */
export async function runMixedLoad(
  catalog: string,
  seconds: number,
  {
    requests = DIFFERENT_REQUESTS,
    least = 0,
    accountCount,
    command = LARDER as readonly string[],
  }: { requests?: number; least?: number; accountCount?: number; command?: readonly string[] } = {},
): Promise<LoadOutcome> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-load-'));
  const accounts = join(directory, 'accounts.db');
  const keys = await makeScaleKeys(accounts, accountCount);
  const flags = ['--catalog', catalog, '--accounts', accounts, '--trust-proxy', '127.0.0.1'];
  const server = await start(flags, { limits: 'spec', command });
  try {
    const outcome = await press(server, makeRequests(catalog, requests, randomOf(1)), keys, seconds, least);
    outcome.hasRestarted = server.exitCode() !== null;
    return outcome;
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true });
  }
}

async function press(
  server: Running,
  requests: readonly ExpectedRequest[],
  keys: readonly string[],
  seconds: number,
  least: number,
): Promise<LoadOutcome> {
  const outcome: LoadOutcome = {
    answered: 0,
    wrong: 0,
    examples: [],
    serverErrors: 0,
    faults: 0,
    hasRestarted: false,
    ownMb: [],
  };
  const endMs = performance.now() + seconds * 1000;
  const goesOn = () => performance.now() < endMs || outcome.answered < least;
  let next = 0;
  const work = async () => {
    while (goesOn()) {
      const request = requests[next++ % requests.length]!;
      judge(outcome, request, await ask(server.origin, request, keys[next % keys.length]!, next));
    }
  };
  const sample = async () => {
    while (goesOn()) {
      outcome.ownMb.push(ownMb(server.pid));
      await Bun.sleep((seconds * 1000) / SAMPLES);
    }
  };
  await Promise.all([sample(), ...Array.from({ length: CONNECTIONS }, work)]);
  outcome.faults = server.failures().length;
  return outcome;
}

async function ask(origin: string, { target }: ExpectedRequest, key: string, turn: number): Promise<number> {
  const headers = {
    Authorization: `Bearer ${key}`,
    // Pages are limited by client, so a single client would soon get 429.
    'X-Forwarded-For': `10.0.${(turn % CLIENTS) >> 8}.${turn & 255}`,
  };
  const answer = await fetch(new URL(target, origin), { headers });
  await answer.arrayBuffer();
  return answer.status;
}

function judge(outcome: LoadOutcome, request: ExpectedRequest, status: number): void {
  outcome.answered++;
  if (status >= 500) outcome.serverErrors++;
  if (status === request.status) return;
  outcome.wrong++;
  if (outcome.examples.length < MAX_EXAMPLES)
    outcome.examples.push(`${request.target}: ${status} instead of ${request.status}`);
}

/** The long form: memory must not grow after the first tenth of the time, in which caches fill. */
export async function mixedLoad(catalog: string, seconds: number): Promise<Figure[]> {
  const outcome = await runMixedLoad(catalog, seconds);
  const settled = outcome.ownMb.slice(Math.ceil(outcome.ownMb.length / 10));
  const early = median(settled.slice(0, Math.ceil(settled.length / 5)));
  const late = median(settled.slice(-Math.ceil(settled.length / 5)));
  const bad = outcome.serverErrors + outcome.wrong + outcome.faults + (outcome.hasRestarted ? 1 : 0);
  const done = `${count(seconds)} s of mixed traffic with Scale keys`;
  return [
    {
      item: 1,
      done: outcome.examples.length === 0 ? done : `${done}; ${outcome.examples.join('; ')}`,
      figure: `${count(outcome.answered)} answers, ${outcome.serverErrors} of 5xx, ${outcome.wrong} wrong, ${outcome.faults} faults logged`,
      toReach: 'none, and no restart',
      isReached: bad === 0 && outcome.answered > 0,
    },
    {
      item: 1,
      done: 'own memory after the first tenth of that time, and in its last fifth',
      figure: `${early.toFixed(0)} MB, ${late.toFixed(0)} MB, at most ${Math.max(...settled).toFixed(0)} MB`,
      toReach: `flat: at most ${Math.round((MAX_GROWTH - 1) * 100)} % more`,
      isReached: late <= early * MAX_GROWTH,
    },
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
