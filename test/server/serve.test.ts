import { describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWritable } from '../../src/sqlite/driver.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { argumentsOf, type CommandLine, larderBeside, startServer } from '../contract/server-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'larder-serve-'));
const catalog = await fixtureCatalog();

/** Runs a server that is expected to exit on its own. */
const run = (flags: CommandLine) => larderBeside(['serve', ...argumentsOf(flags)]);

/** A copy of the fixture, changed. */
async function altered(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const file = join(directory, name);
  writeFileSync(file, change(Buffer.from(await Bun.file(catalog).arrayBuffer())));
  return file;
}

describe('larder serve', () => {
  test('logs first that it is listening, where, and with which catalogue', async () => {
    const server = await startServer(['--catalog', catalog]);
    expect(server.events[0]).toMatchObject({
      event: 'listening',
      url: server.origin.origin,
      catalog,
      foods: 26,
    });
    expect(server.origin.hostname).toBe('127.0.0.1');
    const health = await fetch(new URL('/health', server.origin));
    expect(await health.json()).toEqual({ status: 'ok', foods_in_db: 26 });
    expect(await server.stop()).toBe(0);
  });

  test('listens only on 127.0.0.1 by default', async () => {
    const server = await startServer(['--catalog', catalog]);
    const isReachable = await new Promise((resolve) => {
      const socket = connect(Number(server.origin.port), '127.0.0.2', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    expect(isReachable).toBe(false);
    await server.stop();
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('exits with status 0 on %s', async (signal) => {
    const server = await startServer(['--catalog', catalog]);
    await server.logged('threads ready');
    expect(await server.stop(signal)).toBe(0);
    expect(server.events.slice(-2)).toMatchObject([{ event: 'stopping', signal }, { event: 'stopped' }]);
  });

  test.each([
    ['2', 2],
    ['0', 0],
  ])('with --threads %s answers the same, with as many threads', async (setting, threads) => {
    const flags = ['--threads', setting, '--metrics', '127.0.0.1:0', '--limits', 'off'];
    const server = await startServer(['--catalog', catalog, ...flags]);
    if (threads > 0) expect(await server.logged('threads ready')).toMatchObject({ threads });
    const found = await fetch(new URL('/search?q=hazelnut&limit=1', server.origin));
    expect(await found.json()).toMatchObject([{ name: expect.stringMatching(/hazelnut/i) }]);
    const metrics = await (await fetch(String(server.events[0]?.metrics))).text();
    expect(metrics).toContain(`larder_threads{state="ready"} ${threads}\n`);
    expect(metrics).toContain(`larder_thread_wait_seconds_count ${threads > 0 ? 1 : 0}\n`);
    expect(metrics).toContain('larder_searches_total{outcome="as typed"} 1\n');
    await server.stop();
  });

  test('answers from the starter catalogue, and from own foods on it, in every thread', async () => {
    const overlay = join(directory, 'own.csv');
    writeFileSync(overlay, 'name,calories_kcal\nQuandongkompott,52\n');
    const server = await startServer(['--data', directory, '--overlay', overlay, '--threads', '2']);
    expect(await server.logged('threads ready')).toMatchObject({ threads: 2 });
    for (const [q, source] of [
      ['Quandongkompott', 'community'],
      ['whole milk', 'usda'],
    ]) {
      const found = await fetch(new URL(`/search?q=${q}&limit=1`, server.origin));
      expect(await found.json()).toMatchObject([{ source }]);
    }
    await server.stop();
    expect(server.events.map(({ event }) => event)).not.toContain('thread lost');
  });

  test('lets searches that wait for a thread finish on SIGTERM', async () => {
    const server = await startServer(['--catalog', catalog, '--threads', '1', '--limits', 'off']);
    await server.logged('threads ready');
    const answers = Array.from({ length: 200 }, (_, i) =>
      fetch(new URL(`/search?q=hazelnut+${i}`, server.origin)).then(({ status }) => status),
    );
    // The first answer means that all have been sent; most still wait.
    await Promise.race(answers);
    const stopped = server.stop();
    const statuses = await Promise.allSettled(answers);
    expect(await stopped).toBe(0);
    const answered = statuses.filter(({ status }) => status === 'fulfilled');
    const logged = server.events.filter(({ event, status }) => event === 'request' && status === 200);
    expect(logged).toHaveLength(answered.length);
    expect(answered.every((outcome) => outcome.status === 'fulfilled' && outcome.value === 200)).toBe(true);
    expect(server.events.filter(({ event }) => event === 'fault')).toEqual([]);
  });

  test('logs each request, but no secrets', async () => {
    const server = await startServer(['--catalog', catalog]);
    await fetch(new URL('/search?q=privatematter', server.origin), { headers: { 'X-Request-Id': 'first' } });
    await fetch(new URL('/food/1?api_key=topsecret', server.origin), {
      headers: { Authorization: 'Bearer topsecret', Cookie: 'a=topsecret' },
    });
    await server.stop();
    const requests = server.events.filter(({ event }) => event === 'request');
    expect(requests).toMatchObject([
      {
        method: 'GET',
        path: '/search',
        status: 200,
        ms: expect.any(Number),
        request_id: 'first',
        time: expect.any(String),
      },
      { method: 'GET', path: '/food/1', status: 401, ms: expect.any(Number), request_id: expect.any(String) },
    ]);
    expect(JSON.stringify(server.events)).not.toMatch(/topsecret|privatematter/);
  });

  test('says in one line that the port is already in use', async () => {
    const server = await startServer(['--catalog', catalog]);
    const { status, stderr } = await run(['--catalog', catalog, '--port', server.origin.port]);
    await server.stop();
    expect([status, stderr]).toEqual([
      1,
      `larder: port ${server.origin.port}: already in use on 127.0.0.1; stop whatever is using it, or choose another port with --port\n`,
    ]);
  });

  test('says in one line that the address is not one of this machine', async () => {
    const { status, stderr } = await run(['--catalog', catalog, '--port', '0', '--host', '192.0.2.1']);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^larder: [^\n]*192\.0\.2\.1[^\n]*--host\n$/),
    ]);
  });

  test.each([
    ['--port many', '--port'],
    ['--port 70000', '--port'],
    ['--limits some', '--limits'],
    ['--limits off --host 0.0.0.0', '--trust-network'],
    ['--limits off --host ::', '--trust-network'],
    ['--limits off --host 192.0.2.1', '--trust-network'],
    ['--limits off --host 2001:db8::1', '--trust-network'],
    ['--trust-network 192.168.0.0/33', '--trust-network'],
    ['--threads many', '--threads'],
    ['--threads 65', '--threads'],
    ['--log-format xml', '--log-format'],
    ['--nonsense', '--nonsense'],
    ['--catalog', '--catalog'],
    ['extra', 'extra'],
  ])('refuses %j with status 2 and one line', async (flags, named) => {
    const { status, stderr } = await run(flags);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^larder serve: [^\n]+\n$/);
    expect(stderr).toContain(named);
  });
});

describe('larder serve refuses a catalogue in one line that says what to do', () => {
  async function refusal(file: string): Promise<string> {
    const { status, stderr } = await run(['--catalog', file, '--port', '0']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^larder: [^\n]+; [^\n]+\n$/);
    expect(stderr).toContain(file);
    return stderr;
  }

  test('that is missing', async () => {
    expect(await refusal(join(directory, 'nowhere.db'))).toContain('no such file');
  });

  test('that is empty', async () => {
    await refusal(await altered('empty.db', () => Buffer.alloc(0)));
  });

  test('that is not a database', async () => {
    await refusal(await altered('text.db', () => Buffer.from('not a catalogue\n'.repeat(500))));
  });

  test('that is some other database', async () => {
    const file = join(directory, 'foreign.db');
    const db = openWritable(file);
    db.exec('CREATE TABLE foods (id INTEGER)');
    db.close();
    expect(await refusal(file)).toContain('not a larder catalogue');
  });

  test('that is too new for this version', async () => {
    const file = await altered('newer.db', (bytes) => bytes);
    const db = openWritable(file);
    db.pragma('user_version = 9999');
    db.close();
    expect(await refusal(file)).toMatch(/has schema 9999.*update larder/);
  });

  test('that is truncated', async () => {
    await refusal(await altered('cut.db', (bytes) => bytes.subarray(0, bytes.length - 4096)));
  });
});
