import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LARDER } from '../../test/contract/server-process.ts';
import { ownMb } from '../../test/process-memory.ts';
import { start } from '../bench/running-server.ts';
import { count, type Figure } from './figure.ts';

/** Anonymous reads that are all in the fairness delay at the same time. */
export interface WaitingOutcome {
  /** Reads sent before the first was answered. */
  waitingAtOnce: number;
  answered: number;
  moreMb: number;
}

/** The longest delay that a plan may have, so that the last read arrives before the first is answered. */
const DELAY_MS = 10_000;
const MAX_MORE_MB = 100;
/** Connections opened at a time: the system queues only a few that the server has not accepted yet. */
const OPENED_AT_ONCE = 100;

export async function runWaitingReads(
  catalog: string,
  reads: number,
  delayMs = DELAY_MS,
): Promise<WaitingOutcome> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-waiting-'));
  const plans = join(directory, 'plans.json');
  writeFileSync(plans, JSON.stringify({ anonymous: { delay_ms: delayMs } }));
  const server = await start(['--catalog', catalog, '--plans', plans, '--trust-proxy', '127.0.0.1'], {
    limits: 'spec',
    command: LARDER,
  });
  const { hostname, port } = new URL(server.origin);
  const sockets: Socket[] = [];
  try {
    await (await fetch(new URL('/health', server.origin))).text();
    const beforeMb = ownMb(server.pid);
    let answered = 0;
    let wellAnswered = 0;
    let waitingAtOnce = 0;
    const answers: Promise<void>[] = [];
    for (let read = 0; read < reads; read++) {
      const opened = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<void>();
      const socket = connect(Number(port), hostname, opened.resolve);
      socket.once('error', answer.reject);
      socket.once('data', (bytes) => {
        answered++;
        if (bytes.toString('latin1', 0, 12) === 'HTTP/1.1 200') wellAnswered++;
        answer.resolve();
      });
      sockets.push(socket);
      answers.push(answer.promise);
      socket.write(
        `GET /foods/categories HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.1.${read >> 8}.${read & 255}\r\n\r\n`,
      );
      if (read % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await opened.promise;
      if (answered === 0) waitingAtOnce = read + 1;
    }
    // /health is not delayed: once it is answered, all earlier requests have arrived.
    await (await fetch(new URL('/health', server.origin))).text();
    const moreMb = ownMb(server.pid) - beforeMb;
    if (answered > 0) waitingAtOnce = Math.min(waitingAtOnce, reads - answered);
    await Promise.all(answers);
    return { waitingAtOnce, answered: wellAnswered, moreMb };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop('SIGKILL');
    rmSync(directory, { recursive: true });
  }
}

export async function waitingReads(catalog: string, reads: number): Promise<Figure[]> {
  const { waitingAtOnce, answered, moreMb } = await runWaitingReads(catalog, reads);
  return [
    {
      item: 3,
      done: `${count(waitingAtOnce)} anonymous reads in the fairness delay at once`,
      figure: `${moreMb.toFixed(0)} MB more memory, ${count(answered)} answered`,
      toReach: `under ${MAX_MORE_MB} MB, all ${count(reads)} answered`,
      isReached: waitingAtOnce === reads && answered === reads && moreMb < MAX_MORE_MB,
    },
  ];
}
