import { connect, type Socket } from 'node:net';
import { LARDER } from '../../test/contract/server-process.ts';
import { start } from '../bench/running-server.ts';
import { count, type Figure } from './figure.ts';

/** Connections that are slow or send nothing. */
export interface SlowConnections {
  /** Resolves once the server has closed all of them, to how long the last one was open. */
  closed: Promise<number>;
  open(): number;
  abandon(): void;
}

/** How a client holds a connection: what it sends first, and what it then keeps sending. */
type Way = readonly [first: string, again: string];
export const SENDS_NOTHING: Way = ['', ''];
export const NEVER_ENDS_ITS_HEADERS: Way = ['GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ', 'x'];
const NEVER_ENDS_ITS_BODY: Way = [
  'POST /auth/keys HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n',
  'x',
];
const ASKS_ONCE_AND_STAYS: Way = ['GET /health HTTP/1.1\r\nHost: a\r\n\r\n', ''];
const WAYS = [SENDS_NOTHING, NEVER_ENDS_ITS_HEADERS, NEVER_ENDS_ITS_BODY, ASKS_ONCE_AND_STAYS];
const DRIP_MS = 2000;
const OPENED_AT_ONCE = 100;

export async function openSlowConnections(
  origin: string,
  connections: number,
  ways: readonly Way[] = WAYS,
): Promise<SlowConnections> {
  const { hostname, port } = new URL(origin);
  const startedMs = performance.now();
  const sockets = new Set<Socket>();
  const allClosed = Promise.withResolvers<number>();
  for (let at = 0; at < connections; at++) {
    const [first, again] = ways[at % ways.length]!;
    const opened = Promise.withResolvers<void>();
    const socket = connect(Number(port), hostname, opened.resolve);
    sockets.add(socket);
    if (first !== '') socket.write(first);
    const drip = again === '' ? null : setInterval(() => socket.write(again), DRIP_MS);
    socket.resume();
    // Writing while the server closes is an error; the connection is closed all the same.
    socket.on('error', () => {});
    socket.once('close', () => {
      if (drip !== null) clearInterval(drip);
      sockets.delete(socket);
      opened.resolve();
      if (sockets.size === 0) allClosed.resolve(performance.now() - startedMs);
    });
    if (at % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await opened.promise;
  }
  return {
    closed: allClosed.promise,
    open: () => sockets.size,
    abandon: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Idle connections get 30 s; with thousands of them a slow machine may be late by some seconds. */
const MAX_OPEN_MS = 60_000;
const OTHERS = 2000;

export async function slowConnections(catalog: string, connections: number): Promise<Figure[]> {
  const server = await start(['--catalog', catalog], { command: LARDER });
  try {
    const slow = await openSlowConnections(server.origin, connections);
    let well = 0;
    let slowestMs = 0;
    const openWhileAsking = slow.open();
    for (let other = 0; other < OTHERS; other++) {
      const startedMs = performance.now();
      const answer = await fetch(new URL('/search?q=milk', server.origin));
      await answer.arrayBuffer();
      if (answer.status === 200) well++;
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    }
    const openMs = await Promise.race([
      slow.closed,
      Bun.sleep(2 * MAX_OPEN_MS).then(() => Number.POSITIVE_INFINITY),
    ]);
    const left = slow.open();
    slow.abandon();
    return [
      {
        item: 4,
        done: `${count(openWhileAsking)} connections that are slow or send nothing`,
        figure: `${left} still open, the last closed after ${(openMs / 1000).toFixed(0)} s`,
        toReach: `all closed within ${MAX_OPEN_MS / 1000} s`,
        isReached: openMs <= MAX_OPEN_MS && openWhileAsking === connections,
      },
      {
        item: 4,
        done: 'ordinary requests meanwhile',
        figure: `${count(well)} of ${count(OTHERS)} answered, the slowest after ${slowestMs.toFixed(0)} ms`,
        toReach: 'all',
        isReached: well === OTHERS,
      },
    ];
  } finally {
    await server.stop('SIGKILL');
  }
}
