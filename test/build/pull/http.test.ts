import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { Interrupted } from '../../../build/pull/fetch-error.ts';
import { readRetryAfter, refuseInside, refuseStatus, splitCredentials } from '../../../build/pull/http.ts';
import { type Mirror, openMirror } from './mirror.ts';
import { failureOf, quickRetries, quickSession } from './session.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openMirror();
  mirror.files.set('file', { bytes: Buffer.from('content') });
});
afterEach(() => mirror.close());

/** Requests one address, with retries, and returns the body as text. */
function ask(url: string, session = quickSession()): Promise<string> {
  return session.withRetries(url, async () => {
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
      /unknown host no-such-host\.invalid; check/,
    ],
    ['where nobody listens', 'http://127.0.0.1:1/x', /127\.0\.0\.1:1 refused the connection; check/],
    ['with another scheme', 'ftp://127.0.0.1/x', /is not an http or https address; check/],
    ['that is not one', 'http://', /is not an http or https address/],
  ])('%s fails immediately', async (_, url, said) => {
    const policy = quickRetries();
    expect(await failureOf(ask(url, quickSession(policy)))).toMatch(said);
    expect(policy.waitsMs).toEqual([]);
  });

  test('without a secure connection fails immediately', async () => {
    const plain = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('content') });
    const policy = quickRetries({ stallMs: 10_000 });
    expect(await failureOf(ask(`https://127.0.0.1:${plain.port}/`, quickSession(policy)))).toMatch(
      /no secure connection \(.*\); check the address, the system clock/,
    );
    expect(policy.waitsMs).toEqual([]);
    await plain.stop(true);
  });

  test.each([
    [404, /not found \(404\); check --from and --format/],
    [403, /access denied \(403\); check --from and its credentials, or identify yourself with --contact/],
    [418, /the server responded with 418; /],
  ])('that responds with %d fails immediately', async (status, said) => {
    const policy = quickRetries();
    mirror.faults.push({ kind: 'status', status });
    expect(await failureOf(ask(`${mirror.url}file`, quickSession(policy)))).toMatch(said);
    expect(policy.waitsMs).toEqual([]);
  });
});

describe('a busy server', () => {
  test('is tried again, each time after a longer wait', async () => {
    const policy = quickRetries();
    for (const status of [503, 500, 429]) mirror.faults.push({ kind: 'status', status });
    expect(await ask(`${mirror.url}file`, quickSession(policy))).toBe('content');
    expect(policy.waitsMs).toEqual([1000, 2000, 4000]);
  });

  test('is left alone for as long as it asks', async () => {
    const policy = quickRetries();
    mirror.faults.push({ kind: 'status', status: 429, headers: { 'retry-after': '120' } });
    expect(await ask(`${mirror.url}file`, quickSession(policy))).toBe('content');
    expect(policy.waitsMs).toEqual([120_000]);
  });

  test('that asks for hours is given up', async () => {
    mirror.faults.push({ kind: 'status', status: 503, headers: { 'retry-after': '7200' } });
    expect(await failureOf(ask(`${mirror.url}file`))).toMatch(
      /the server responded with 503 and asks to wait 120 minutes; run the command again after that$/,
    );
  });

  test('is given up after several attempts', async () => {
    for (let i = 0; i < 9; i++) mirror.faults.push({ kind: 'status', status: 503 });
    expect(await failureOf(ask(`${mirror.url}file`))).toMatch(
      /the server responded with 503, 4 times in a row; check/,
    );
    expect(mirror.asked.length).toBe(4);
  });

  test('says how long to wait in seconds or as a date', () => {
    const nowMs = Date.parse('2026-11-14T03:00:00Z');
    expect(readRetryAfter('90', nowMs)).toBe(90_000);
    expect(readRetryAfter('Sat, 14 Nov 2026 03:01:00 GMT', nowMs)).toBe(60_000);
    expect(readRetryAfter('Sat, 14 Nov 2026 02:00:00 GMT', nowMs)).toBe(0);
    expect(readRetryAfter('soon', nowMs)).toBeNull();
    expect(readRetryAfter(null, nowMs)).toBeNull();
  });

  test('that sends nothing at all is given up', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const session = quickSession(quickRetries({ attempts: 2, stallMs: 50 }));
    expect(await failureOf(ask(`http://127.0.0.1:${port}/`, session))).toMatch(
      /the server sent nothing for 0.05 s, 2 times in a row; /,
    );
    silent.close();
  });

  test('that sends a byte now and then is given up in the end', async () => {
    const slow = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const dripping = setInterval(() => socket.write('x'), 2);
      socket.on('close', () => clearInterval(dripping));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as { port: number };
    let minutes = 0;
    const session = quickSession(quickRetries({ nowMs: () => minutes++ * 60_000 }));
    const reading = session.withRetries('x', async () => {
      for await (const _ of (await session.http.get(`http://127.0.0.1:${port}/`)).body);
    });
    expect(await failureOf(reading)).toMatch(/^127\.0\.0\.1:\d+: sends too slowly; run the command again/);
    expect(minutes).toBe(12 * 60 + 2);
    slow.close();
  });

  test('that becomes unreachable after it has responded is tried again: the network may be down', async () => {
    const policy = quickRetries();
    const session = quickSession(policy);
    await ask(`${mirror.url}file`, session);
    await mirror.close();
    expect(await failureOf(ask(`${mirror.url}file`, session))).toMatch(/ 4 times in a row; /);
    expect(policy.waitsMs.length).toBe(3);
    mirror = await openMirror();
  });
});

describe('Credentials in an address', () => {
  const sent = (path: string) =>
    mirror.asked.find((asked) => asked.path === path)?.headers.get('authorization');

  test('are sent to its own host, and are not part of the address any more', async () => {
    const { address, credentials } = splitCredentials(mirror.url.replace('//', '//ada:p%40ss@'));
    expect(address).toBe(mirror.url);
    await ask(`${address}file`, quickSession(undefined, undefined, credentials));
    expect(sent('file')).toBe(`Basic ${btoa('ada:p@ss')}`);
  });

  test('may have a lone percent sign', async () => {
    const { address, credentials } = splitCredentials(mirror.url.replace('//', '//ada:50%off@'));
    await ask(`${address}file`, quickSession(undefined, undefined, credentials));
    expect(sent('file')).toBe(`Basic ${btoa('ada:50%off')}`);
  });

  test('are not sent to another host, even when it asks for them in a redirect', async () => {
    const other = await openMirror();
    mirror.redirects.set('a', { location: `${other.url.replace('//', '//eve:x@')}file` });
    other.files.set('file', { bytes: Buffer.from('content') });
    const { credentials } = splitCredentials(mirror.url.replace('//', '//ada:secret@'));
    expect(await ask(`${mirror.url}a`, quickSession(undefined, undefined, credentials))).toBe('content');
    expect(sent('a')).toStartWith('Basic ');
    expect(other.asked[0]?.headers.has('authorization')).toBe(false);
    await other.close();
  });

  test('are never in a message', async () => {
    const { address } = splitCredentials('http://ada:secret@127.0.0.1:1/x');
    expect(await failureOf(ask(address))).not.toContain('secret');
  });
});

test('The query of an address is never in a message, nor that of an address it redirects to', async () => {
  expect(await failureOf(ask('http://127.0.0.1:1/x?token=secret'))).toStartWith('http://127.0.0.1:1/x?…: ');
  mirror.redirects.set('a', { location: 'http://127.0.0.1:1/y?signature=secret' });
  expect(await failureOf(ask(`${mirror.url}a?token=secret`))).not.toContain('secret');
  mirror.redirects.set('b', { location: 'ftp://host/y?signature=secret' });
  expect(await failureOf(ask(`${mirror.url}b?token=secret`))).toContain(
    '?…: is not an http or https address (ftp://host/y?…)',
  );
});

describe('A redirect to a private address', () => {
  const lookUp = async (host: string) =>
    host === 'inside.example' ? ['93.184.216.34', '10.1.2.3'] : ['93.184.216.34'];
  const follow = (from: string, to: string) => refuseInside(from, new URL(to), lookUp);

  test.each([
    'http://127.0.0.1/x',
    'http://10.0.0.1/x',
    'http://169.254.169.254/latest/meta-data',
    'http://192.168.1.1/x',
    'http://172.31.0.1/x',
    'http://[::1]/x',
    'http://[::ffff:127.0.0.1]/x',
    'http://[fd00::1]/x',
    'http://0.0.0.0/x',
    'http://2130706433/x',
    'https://inside.example/x',
    // The lookup above knows none of these names, as on many machines; fetch connects to this one.
    'http://localhost/x',
    'http://localhost.:9150/x',
    'http://LocalHost%2E/x',
    'http://foo.localhost/x',
    'http://a.b.localhost./x',
  ])('is refused: %s', async (to) => {
    expect(await failureOf(follow('https://mirror.example/x', to))).toMatch(
      /^https:\/\/mirror\.example\/x: redirects to a private address \(.+\); give that address with --from/,
    );
  });

  test('is followed when --from names one itself, and so is any other', async () => {
    await follow('http://192.168.1.5/x', 'http://192.168.1.6/x');
    await follow('https://mirror.example/x', 'https://other.example/x');
    await follow('https://mirror.example/x', 'http://[2606:2800:220:1::1]/x');
    await follow('https://mirror.example/x', 'https://localhost.example/x');
    await follow('https://mirror.example/x', 'https://notlocalhost/x');
  });
});

describe('a redirect', () => {
  test('is followed, even to a relative address, and remembered', async () => {
    mirror.redirects.set('a', { location: '/b' });
    mirror.redirects.set('b', { location: `${mirror.url}file` });
    const session = quickSession();
    expect(await ask(`${mirror.url}a`, session)).toBe('content');
    expect(await ask(`${mirror.url}a`, session)).toBe('content');
    expect(mirror.asked.map(({ path }) => path)).toEqual(['a', 'b', 'file', 'file']);
  });

  test('to an address that has expired is followed again', async () => {
    mirror.redirects.set('a', { location: '/file' });
    const session = quickSession();
    await ask(`${mirror.url}a`, session);
    mirror.files.set('file-2', { bytes: Buffer.from('content') });
    mirror.redirects.set('a', { location: '/file-2' });
    mirror.faults.push({ kind: 'status', status: 403 });
    expect(await ask(`${mirror.url}a`, session)).toBe('content');
    expect(mirror.asked.map(({ path }) => path)).toEqual(['a', 'file', 'file', 'a', 'file-2']);
  });

  test('loop is given up', async () => {
    mirror.redirects.set('a', { location: '/a' });
    expect(await failureOf(ask(`${mirror.url}a`))).toMatch(/redirects more than 5 times; /);
    expect(mirror.asked.length).toBe(6);
  });

  test.each(['file:///etc/passwd', 'data:text/plain,x', 'ftp://127.0.0.1/x', 'http://'])(
    'to %s is refused',
    async (location) => {
      mirror.redirects.set('a', { location });
      expect(await failureOf(ask(`${mirror.url}a`))).toMatch(/is not an http or https address/);
    },
  );
});

test('stopping does not wait', async () => {
  const stop = new AbortController();
  const policy = quickRetries({ sleep: () => new Promise(() => {}), stallMs: 60_000 });
  mirror.faults.push({ kind: 'stall', afterBytes: 2 });
  const doing = ask(`${mirror.url}file`, quickSession(policy, stop.signal)).catch((error) => error);
  while (mirror.asked.length === 0) await Bun.sleep(1);
  stop.abort();
  expect(await doing).toBeInstanceOf(Interrupted);
});

test('dropping a response closes the connection', async () => {
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
