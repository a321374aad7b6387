import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendBytes } from '../../test/contract/raw-http.ts';
import { LARDER } from '../../test/contract/server-process.ts';
import { start } from '../bench/running-server.ts';
import { count, type Figure } from './figure.ts';

/** SIGTERM while requests are in flight. */
export interface StoppingOutcome {
  inFlight: number;
  /** Of those, answered with 200. */
  finished: number;
  /** Connections refused after the signal had arrived. */
  refused: number;
  tried: number;
  status: number;
  tookMs: number;
}

/** Each read is in flight for as long as the fairness delay. */
const DELAY_MS = 1500;
/** A busy machine may take this long to send them all. */
const ARRIVAL_MS = 500;
const LOOK_MS = 10;
const TRIES = 20;
const MAX_MS = 10_000;

export async function runStopping(catalog: string, inFlight: number): Promise<StoppingOutcome> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-stopping-'));
  const plans = join(directory, 'plans.json');
  writeFileSync(plans, JSON.stringify({ anonymous: { delay_ms: DELAY_MS } }));
  const server = await start(['--catalog', catalog, '--plans', plans, '--trust-proxy', '127.0.0.1'], {
    limits: 'spec',
    command: LARDER,
  });
  const origin = new URL(server.origin);
  const answers = Array.from({ length: inFlight }, (_, at) =>
    sendBytes(
      origin,
      Buffer.from(
        `GET /foods/categories HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 10.2.${at >> 8}.${at & 255}\r\n\r\n`,
      ),
    ),
  );
  // /health is not delayed: once it is answered, all earlier connections are accepted. What they send may come later.
  for (let look = 0; look < 2; look++) await (await fetch(new URL('/health', origin))).text();
  await Bun.sleep(ARRIVAL_MS);
  const startedMs = performance.now();
  const stopped = server.stop('SIGTERM');
  let refused = 0;
  // The signal takes a moment to arrive; after the first refusal no connection is accepted.
  while (!(await isRefused(origin))) await Bun.sleep(LOOK_MS);
  for (let attempt = 0; attempt < TRIES; attempt++) if (await isRefused(origin)) refused++;
  const finished = (await Promise.all(answers)).filter(
    (bytes) => bytes.toString('latin1', 9, 12) === '200',
  ).length;
  const status = await stopped;
  rmSync(directory, { recursive: true });
  return { inFlight, finished, refused, tried: TRIES, status, tookMs: performance.now() - startedMs };
}

function isRefused(origin: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(origin.port), origin.hostname, () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });
}

export async function stopping(catalog: string, inFlight: number): Promise<Figure[]> {
  const { finished, refused, tried, status, tookMs } = await runStopping(catalog, inFlight);
  return [
    {
      item: 25,
      done: `SIGTERM with ${count(inFlight)} requests in flight`,
      figure: `${count(finished)} finished, ${refused} of ${tried} new ones refused, status ${status} after ${(tookMs / 1000).toFixed(1)} s`,
      toReach: `all of both, status 0, within ${MAX_MS / 1000} s`,
      isReached: finished === inFlight && refused === tried && status === 0 && tookMs <= MAX_MS,
    },
  ];
}
