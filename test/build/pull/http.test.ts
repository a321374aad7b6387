import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { Interrupted } from '../../../build/pull/fetch-error.ts';
import { readRetryAfter, refuseStatus } from '../../../build/pull/http.ts';
import { type Mirror, openMirror } from './mirror.ts';
import { failureOf, quickPatience, quickSession } from './session.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openMirror();
  mirror.files.set('file', { bytes: Buffer.from('content') });
});
afterEach(() => mirror.close());

/** One address, asked with patience; the body as text. */
function ask(url: string, session = quickSession()): Promise<string> {
  return session.withPatience(url, async () => {
    const answer = await session.http.get(url);
    if (answer.status !== 200) refuseStatus(url, answer);
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  });
}

describe('an address', () => {
  test.each([
    [
      'whose host does not exist',
      'http://no-such-host.invalid/x',
      /there is no host no-such-host\.invalid; check/,
    ],
    ['where nobody listens', 'http://127.0.0.1:1/x', /127\.0\.0\.1:1 refuses connections; check/],
    ['of another kind', 'ftp://127.0.0.1/x', /is no http or https address/],
    ['that is none', 'http://', /is no http or https address/],
  ])('%s fails at once', async (_, url, said) => {
    const patience = quickPatience();
    expect(await failureOf(ask(url, quickSession(patience)))).toMatch(said);
    expect(patience.waitsMs).toEqual([]);
  });

  test('without a safe connection fails at once', async () => {
    const plain = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('content') });
    const patience = quickPatience({ stallMs: 10_000 });
    expect(await failureOf(ask(`https://127.0.0.1:${plain.port}/`, quickSession(patience)))).toMatch(
      /no safe connection \(.*\); check the address, the clock/,
    );
    expect(patience.waitsMs).toEqual([]);
    await plain.stop(true);
  });

  test.each([
    [404, /is not there \(404\); check --from and --format/],
    [403, /the server refuses \(403\); check --from, or say who you are with --contact/],
    [418, /the server answers 418; /],
  ])('that answers %d fails at once', async (status, said) => {
    const patience = quickPatience();
    mirror.faults.push({ kind: 'status', status });
    expect(await failureOf(ask(`${mirror.url}file`, quickSession(patience)))).toMatch(said);
    expect(patience.waitsMs).toEqual([]);
  });
});

describe('a server that is busy', () => {
  test('is asked again, each time after a longer wait', async () => {
    const patience = quickPatience();
    for (const status of [503, 500, 429]) mirror.faults.push({ kind: 'status', status });
    expect(await ask(`${mirror.url}file`, quickSession(patience))).toBe('content');
    expect(patience.waitsMs).toEqual([1000, 2000, 4000]);
  });

  test('is left alone as long as it asks', async () => {
    const patience = quickPatience();
    mirror.faults.push({ kind: 'status', status: 429, headers: { 'retry-after': '120' } });
    expect(await ask(`${mirror.url}file`, quickSession(patience))).toBe('content');
    expect(patience.waitsMs).toEqual([120_000]);
  });

  test('and asks for hours is not waited for', async () => {
    mirror.faults.push({ kind: 'status', status: 503, headers: { 'retry-after': '7200' } });
    expect(await failureOf(ask(`${mirror.url}file`))).toMatch(
      /the server answers 503 and asks to wait 120 minutes; run it again after that$/,
    );
  });

  test('is given up after some tries', async () => {
    for (let i = 0; i < 9; i++) mirror.faults.push({ kind: 'status', status: 503 });
    expect(await failureOf(ask(`${mirror.url}file`))).toMatch(
      /the server answers 503, 4 times in a row; check/,
    );
    expect(mirror.asked.length).toBe(4);
  });

  test('tells how long in seconds or as a date', () => {
    const nowMs = Date.parse('2026-11-14T03:00:00Z');
    expect(readRetryAfter('90', nowMs)).toBe(90_000);
    expect(readRetryAfter('Sat, 14 Nov 2026 03:01:00 GMT', nowMs)).toBe(60_000);
    expect(readRetryAfter('Sat, 14 Nov 2026 02:00:00 GMT', nowMs)).toBe(0);
    expect(readRetryAfter('soon', nowMs)).toBeNull();
    expect(readRetryAfter(null, nowMs)).toBeNull();
  });

  test('that says nothing at all is not waited for without end', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const session = quickSession(quickPatience({ attempts: 2, stallMs: 50 }));
    expect(await failureOf(ask(`http://127.0.0.1:${port}/`, session))).toMatch(
      /the server sent nothing for 0.05 s, 2 times in a row; /,
    );
    silent.close();
  });

  test('that is gone after it has answered is waited for: the network may be', async () => {
    const patience = quickPatience();
    const session = quickSession(patience);
    await ask(`${mirror.url}file`, session);
    await mirror.close();
    expect(await failureOf(ask(`${mirror.url}file`, session))).toMatch(/ 4 times in a row; /);
    expect(patience.waitsMs.length).toBe(3);
    mirror = await openMirror();
  });
});

describe('a redirect', () => {
  test('is followed, also to a relative address, and remembered', async () => {
    mirror.redirects.set('a', { location: '/b' });
    mirror.redirects.set('b', { location: `${mirror.url}file` });
    const session = quickSession();
    expect(await ask(`${mirror.url}a`, session)).toBe('content');
    expect(await ask(`${mirror.url}a`, session)).toBe('content');
    expect(mirror.asked.map(({ path }) => path)).toEqual(['a', 'b', 'file', 'file']);
  });

  test('to an address that has run out is asked for anew', async () => {
    mirror.redirects.set('a', { location: '/file' });
    const session = quickSession();
    await ask(`${mirror.url}a`, session);
    mirror.files.set('file-2', { bytes: Buffer.from('content') });
    mirror.redirects.set('a', { location: '/file-2' });
    mirror.faults.push({ kind: 'status', status: 403 });
    expect(await ask(`${mirror.url}a`, session)).toBe('content');
    expect(mirror.asked.map(({ path }) => path)).toEqual(['a', 'file', 'file', 'a', 'file-2']);
  });

  test('in a circle is given up', async () => {
    mirror.redirects.set('a', { location: '/a' });
    expect(await failureOf(ask(`${mirror.url}a`))).toMatch(/redirects more than 5 times; /);
    expect(mirror.asked.length).toBe(6);
  });

  test.each(['file:///etc/passwd', 'data:text/plain,x', 'ftp://127.0.0.1/x', 'http://'])(
    'to %s is refused',
    async (location) => {
      mirror.redirects.set('a', { location });
      expect(await failureOf(ask(`${mirror.url}a`))).toMatch(/is no http or https address/);
    },
  );
});

test('whoever stops waits for nothing', async () => {
  const stop = new AbortController();
  const patience = quickPatience({ sleep: () => new Promise(() => {}), stallMs: 60_000 });
  mirror.faults.push({ kind: 'stall', afterBytes: 2 });
  const doing = ask(`${mirror.url}file`, quickSession(patience, stop.signal)).catch((error) => error);
  while (mirror.asked.length === 0) await Bun.sleep(1);
  stop.abort();
  expect(await doing).toBeInstanceOf(Interrupted);
});

test('a body that nobody wants is not left to come', async () => {
  let isClosed = () => {};
  const closed = new Promise<void>((resolve) => (isClosed = resolve));
  const endless = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('close', () => isClosed());
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nbegin'));
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const { port } = endless.address() as { port: number };
  const answer = await quickSession().http.get(`http://127.0.0.1:${port}/`);
  answer.drop();
  await closed;
  endless.close();
});
