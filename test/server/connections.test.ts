import { afterEach, describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { findExcess, MAX_PER_CLIENT } from '../../src/server/connections.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { LARDER, type ServerProcess, startServer } from '../contract/server-process.ts';
import { until } from '../until.ts';

const held = (client: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ descriptor: from + i, client, isTrusted: false }));
const countOf = (excess: readonly { client: string }[], client: string) =>
  excess.filter((each) => each.client === client).length;

describe('Connections are closed', () => {
  test('beyond the most of one client, the newest first', () => {
    const excess = findExcess([...held('a', 7), ...held('b', 5, 100)], 5, 1000);
    expect(excess).toEqual([
      { descriptor: 5, client: 'a', isTrusted: false },
      { descriptor: 6, client: 'a', isTrusted: false },
    ]);
  });

  test('beyond the most of all, at the expense of whoever has the most', () => {
    const connections = [...held('a', 90), ...held('b', 9, 100), ...held('c', 1, 200)];
    const excess = findExcess(connections, 1000, 50);
    expect([excess.length, countOf(excess, 'a'), countOf(excess, 'c')]).toEqual([50, 50, 0]);
    expect(findExcess(connections, 1000, 0)).toHaveLength(100);
    expect(findExcess(connections, 1000, -5)).toHaveLength(100);
    expect(findExcess(connections, 20, 1000)).toHaveLength(70);
    expect(findExcess(connections, 1000, 100)).toEqual([]);
  });
});

describe('A server', () => {
  let server: ServerProcess | null = null;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server?.stop();
    server = null;
  });

  const start = async (flags: string[] = [], command: readonly string[] = LARDER) => {
    server = await startServer(['--catalog', await fixtureCatalog(), ...flags], command);
  };
  /** Idle connections, and how many of them the server has closed. */
  async function hold(count: number, localAddress = '127.0.0.1') {
    const counts = { closed: 0 };
    for (let i = 0; i < count; i++) {
      const socket = connect({ port: Number(server!.origin.port), host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      socket.on('close', () => counts.closed++);
      sockets.push(socket);
    }
    // On a busy machine one may be closed before this process has noticed that it is open.
    await until(() => sockets.every(({ connecting }) => !connecting));
    return counts;
  }

  test('closes the connections of one client beyond its limit, and serves the others', async () => {
    await start();
    const counts = await hold(MAX_PER_CLIENT + 60);
    await until(() => counts.closed >= 60);
    expect(await server!.logged('connections closed')).toMatchObject({ client: '127.0.0.1' });
    const answer = await fetch(new URL('/health', server!.origin));
    expect(answer.status).toBe(200);
  });

  test.each([
    ['clients', []],
    // Without a free descriptor nobody is served, and accepting connections is tried again and again.
    ['a trusted proxy', ['--trust-proxy', '127.0.0.1']],
  ])('keeps some descriptors free of connections of %s where the system gives it few', async (_, flags) => {
    const descriptors = 300;
    const limited = ['sh', '-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, ...LARDER];
    await start(flags, limited);
    expect(await server!.logged('few descriptors')).toMatchObject({ limit: descriptors });
    const counts = await hold(descriptors + 100);
    await server!.logged('connections closed');
    await until(() => counts.closed >= 100);
    // While there is something to close, the newest may be this one.
    const health = () => fetch(new URL('/health', server!.origin)).catch(() => null);
    await until(async () => (await health())?.status === 200);
  });

  test('leaves those of a trusted proxy alone', async () => {
    await start(['--trust-proxy', '127.0.0.1']);
    const trusted = await hold(MAX_PER_CLIENT + 60);
    // Whoever closes these has looked at all of them.
    const others = await hold(MAX_PER_CLIENT + 1, '127.0.0.2');
    expect(await server!.logged('connections closed')).toMatchObject({ client: '127.0.0.2' });
    await until(() => others.closed > 0);
    expect(trusted.closed).toBe(0);
  });
});
