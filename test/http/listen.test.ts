import { afterEach, describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { uncached } from '../../src/http/answer.ts';
import { createApp } from '../../src/http/app.ts';
import { listen, listenFor, stopGently } from '../../src/http/listen.ts';
import { silentLog } from '../../src/http/log.ts';
import { parseAnswer, sendBytes } from '../contract/raw-http.ts';
import { wordsOf } from '../words-of.ts';
import { emptyCatalog } from './empty-catalog.ts';

const servers: Bun.Server<undefined>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

function serve(handle?: (request: Request) => Response | Promise<Response>): Bun.Server<undefined> {
  const app = createApp({ catalog: emptyCatalog() });
  const at = { host: '127.0.0.1', port: 0 };
  const server = handle === undefined ? listenFor(app, at) : listen(handle, at);
  servers.push(server);
  return server;
}

const send = async (server: Bun.Server<undefined>, text: string) =>
  parseAnswer(await sendBytes(new URL(server.url), Buffer.from(text, 'latin1')));

test('Lookups that are sent together are answered in order', async () => {
  const request = (code: string, connection: string) =>
    `GET /barcode/${code} HTTP/1.1\r\nHost: a\r\nX-Request-Id: n${code}\r\nConnection: ${connection}\r\n\r\n`;
  const both = request('1', 'keep-alive') + request('2', 'close');
  const answer = await sendBytes(new URL(serve().url), Buffer.from(both));
  const ids = [...answer.toString('latin1').matchAll(/x-request-id: (\w+)/gi)].map(([, id]) => id);
  expect(ids).toEqual(['n1', 'n2']);
});

describe('A request that two servers could interpret differently', () => {
  const refused: [name: string, request: string, statuses: number[]][] = [
    ['two Host headers', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', [400]],
    ['the same Host twice', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n', [400]],
    ['a list as Host', 'GET /health HTTP/1.1\r\nHost: a, b\r\nConnection: close\r\n\r\n', [400]],
    ['a path in Host', 'GET /health HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n', [400]],
    ['a query in Host', 'GET /health HTTP/1.1\r\nHost: a?b\r\nConnection: close\r\n\r\n', [400]],
    ['no Host at all', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
    [
      'a length and chunks',
      'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      [400],
    ],
    [
      'two lengths',
      'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 4\r\n\r\nabcde',
      [400],
    ],
    ['a bare line feed after the request line', 'GET /health HTTP/1.1\nHost: a\r\n\r\n', [400, 505]],
    ['a bare line feed after a header', 'GET /health HTTP/1.1\r\nHost: a\nConnection: close\r\n\r\n', [400]],
    ['a space in the target', 'GET /he alth HTTP/1.1\r\nHost: a\r\n\r\n', [400, 505]],
    ['a target that is not a path', 'GET health HTTP/1.1\r\nHost: a\r\n\r\n', [400]],
    ['oversized headers', `GET /health HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, [431]],
  ];
  test.each(refused)('is refused: %s', async (_name, request, statuses) => {
    expect(statuses).toContain((await send(serve(), request)).status);
  });

  test('is accepted when it is merely old: HTTP/1.0 without a Host', async () => {
    const answer = await send(serve(), 'GET /barcode/12345670 HTTP/1.0\r\n\r\n');
    expect([answer.status, answer.body.toString()]).toEqual([404, '{"detail":"Barcode not found"}']);
  });

  test('is accepted with an empty Host', async () => {
    expect(
      (await send(serve(), 'GET /barcode/1 HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n')).status,
    ).toBe(404);
  });

  test('is accepted with an absolute URL as its target', async () => {
    expect(
      (await send(serve(), 'GET http://a/barcode/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).status,
    ).toBe(404);
  });
});

describe('A path of many segments', () => {
  const DEEP = '/a/:b/c/:d/e/:f/g/:h';

  function serveDeep(path: string) {
    const logged: string[] = [];
    const app = createApp({
      catalog: emptyCatalog(),
      pages: [{ path, area: 'open', answer: ({ params }) => uncached(200, params) }],
      log: { ...silentLog, request: (record) => logged.push(record.path) },
    });
    return { logged, server: serve((request) => app.fetch(request)) };
  }
  const get = (server: Bun.Server<undefined>, target: string) =>
    send(server, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

  test('reaches its route, with its segments as they were sent', async () => {
    const { server } = serveDeep(DEEP);
    const answer = await get(server, '/a/1/c/../e/%2F/g/x%20y');
    expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
      200,
      { b: '1', d: '..', f: '/', h: 'x y' },
    ]);
  });

  test('of more than the listener reads cannot be declared', () => {
    expect(() => serveDeep(`${DEEP}/i`)).toThrow('has more segments than the listener reads');
  });

  test.each(['/a/1/c/2/e/3/g/4/i', '//a/1/c/2/e/3/g/4', '/a/1/c/2/e/3/g/4/', '//health'])(
    'that does not exist is refused, and logged as it was sent: %s',
    async (target) => {
      const { server, logged } = serveDeep(DEEP);
      expect((await get(server, target)).status).toBe(401);
      expect(logged).toEqual([target]);
    },
  );
});

describe('A fixed path or a lookup', () => {
  /** The same app twice: as it is served, and with all requests going the long way. */
  const serveBothWays = () => {
    const logged: string[] = [];
    const app = createApp({
      catalog: emptyCatalog(),
      pages: [{ path: '/page/:slug.html', area: 'open', answer: ({ params }) => uncached(200, params) }],
      makeRequestId: () => 'id',
      log: {
        ...silentLog,
        request: ({ method, path, status }) => logged.push(`${method} ${path} ${status}`),
      },
    });
    const direct = listenFor(app, { host: '127.0.0.1', port: 0 });
    servers.push(direct);
    return { direct, long: serve((request) => app.fetch(request)), logged };
  };

  /** By status; with GET unless another method is before the path. */
  const REQUESTS: Readonly<Record<number, string>> = {
    200: `/search?q=milk /%73earch?q=milk /search?q=a/../b http://a/search?q=milk http://b/search?q=milk
      /foods/popular /health /openapi.json /openapi%2Ejson HEAD:/search?q=milk /page/12.html`,
    204: 'OPTIONS:/search OPTIONS:/food/12',
    401: `/food/12/ /food//12 //food/12 /x/../food/12 /Food/12 /search/ /search/x /search// //search?q=milk
      /./search?q=milk /x/../search?q=milk /search/../search?q=milk /search\\?q=milk /SEARCH?q=milk
      /search;x?q=milk /foods/popular/ /foods//popular /foods%2Fpopular POST:/search /page/12
      POST:/food/12 DELETE:/barcode/12`,
    404: `/food/12 /food/12? /food/12?full=true /food/%312 /f%6Fod/12 http://a/food/12 /barcode/0012
      /barcode/12-3 HEAD:/food/12`,
    422: `/food/12?full=perhaps /food/%252%35 /food/x /food/1%002 /food/1%2F2 /food/.. /food/. /food/1\\2
      /food/12#3 /food/12;3 /search? /search`,
  };
  const requests = Object.entries(REQUESTS).flatMap(([status, targets]) =>
    wordsOf(targets).map((target): [request: string, status: number] => {
      const [, method = 'GET', path = ''] = /^(?:([A-Z]+):)?(.*)$/.exec(target)!;
      return [`${method} ${path}`, Number(status)];
    }),
  );
  test.each(requests)('gives the same answer on the direct way: %s', async (request, status) => {
    const { direct, long, logged } = serveBothWays();
    const text = `${request} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const [answer, other] = [await send(direct, text), await send(long, text)];
    expect(answer.status).toBe(status);
    for (const { headers } of [answer, other]) headers.delete('date');
    expect([answer, logged[0]]).toEqual([other, logged[1]]);
    expect([...answer.headers]).toEqual([...other.headers]);
  });

  test.each(['Host: a/b', 'Host: a, b', 'Host: a\r\nHost: b', ''])('is refused with %j', async (host) => {
    for (const target of ['/food/12', '/search?q=milk']) {
      const text = `GET ${target} HTTP/1.1\r\n${host === '' ? '' : `${host}\r\n`}Connection: close\r\n\r\n`;
      expect((await send(serve(), text)).status).toBe(400);
    }
  });
});

test('A port that is in use is not shared', () => {
  const { port } = serve();
  expect(() => listen(() => new Response(), { host: '127.0.0.1', port: port as number })).toThrow();
});

describe('A server that is asked to stop', () => {
  test('lets a request in flight finish, and accepts no new ones', async () => {
    const release = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const server = serve(async () => {
      arrived.resolve();
      await release.promise;
      return new Response('done');
    });
    const origin = new URL(server.url);
    const answer = sendBytes(origin, Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n\r\n'));
    await arrived.promise;
    const stopped = stopGently(server, 10_000);
    expect(await isRefused(origin)).toBe(true);
    release.resolve();
    await stopped;
    expect(parseAnswer(await answer).body.toString()).toBe('done');
  });

  test('does not wait for idle connections', async () => {
    const server = serve();
    const idle = await opened(new URL(server.url));
    idle.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));
    const silent = await opened(new URL(server.url));
    await stopGently(server, 10_000);
    idle.destroy();
    silent.destroy();
  });

  test('cuts off a request that does not end', async () => {
    const arrived = Promise.withResolvers<void>();
    const server = serve(() => {
      arrived.resolve();
      return new Promise<Response>(() => {});
    });
    const answer = sendBytes(new URL(server.url), Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n\r\n'));
    await arrived.promise;
    await stopGently(server, 20);
    expect((await answer).toString()).toBe('');
  });
});

function opened(origin: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(origin.port), origin.hostname, () => resolve(socket));
    socket.on('error', reject);
  });
}

function isRefused(origin: URL): Promise<boolean> {
  return opened(origin).then(
    (socket) => {
      socket.destroy();
      return false;
    },
    () => true,
  );
}
