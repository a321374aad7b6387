import { afterEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import type { Admission } from '../../src/admission/admission.ts';
import { WELCOME } from '../../src/admission/admission.ts';
import { uncached } from '../../src/http/answer.ts';
import { createApp } from '../../src/http/app.ts';
import { listenFor } from '../../src/http/listen.ts';
import type { Log, RequestRecord } from '../../src/http/log.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { sendBytes } from '../contract/raw-http.ts';
import { until } from '../until.ts';
import { emptyCatalog } from './empty-catalog.ts';

const servers: Bun.Server<undefined>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

const ask = (app: ReturnType<typeof createApp>, url: string, init?: RequestInit) =>
  app.handle(new Request(url, init));

describe('A browser', () => {
  test.each([
    ['/health', 200],
    ['/food/1', 404],
    ['/food/x', 422],
    ['/nowhere', 401],
    ['/openapi.json', 200],
  ])('loads and runs nothing in the answer of %s', async (path, status) => {
    const answer = await ask(createApp({ catalog: emptyCatalog() }), `http://localhost${path}`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test('is told to use https where the service is reached over https, and only there', async () => {
    const policyOf = async (isHttps: boolean, path: string) => {
      const answer = await ask(createApp({ catalog: emptyCatalog(), isHttps }), `http://localhost${path}`);
      return answer.headers.get('strict-transport-security');
    };
    for (const path of ['/health', '/food/1', '/docs', '/nowhere']) {
      expect(await policyOf(true, path), path).toBe('max-age=31536000');
      expect(await policyOf(false, path), path).toBeNull();
    }
  });
});

describe('The Host header', () => {
  const catalog = emptyCatalog({ size: 1, listAddresses: () => ['/food/1/x.html'] });
  const paths = ['/robots.txt', '/sitemap.xml', '/sitemap/1.xml', '/llms.txt', '/about', '/categories', '/'];

  test.each(paths)('is not shown on %s', async (path) => {
    const app = createApp({ catalog, pages: createPageRoutes({ catalog, images: 'off', publicUrl: null }) });
    const answer = await ask(app, `http://evil.example:81${path}`);
    expect(answer.status).toBe(200);
    expect(`${await answer.text()} ${JSON.stringify([...answer.headers])}`).not.toContain('evil.example');
  });

  test.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])(
    'of this machine is shown: %s',
    async (host) => {
      const app = createApp({
        catalog,
        pages: createPageRoutes({ catalog, images: 'off', publicUrl: null }),
      });
      const answer = await ask(app, `http://${host}/robots.txt`);
      expect(await answer.text()).toContain(`Sitemap: http://${host}/sitemap.xml`);
    },
  );
});

test('TRACE repeats nothing of a request', async () => {
  const app = createApp({ catalog: emptyCatalog() });
  const server = listenFor(app, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  const text = 'TRACE /health HTTP/1.1\r\nHost: localhost\r\nX-Secret: hunter2\r\nConnection: close\r\n\r\n';
  const answer = (await sendBytes(new URL(server.url), Buffer.from(text))).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 (400|401|405|501) /);
  expect(answer).not.toContain('hunter2');
});

test('A body that breaks off is logged as 499, and is not a fault', async () => {
  const requests: RequestRecord[] = [];
  const events: string[] = [];
  const log: Log = {
    request: (record) => requests.push(record),
    event: (name) => events.push(name),
    flush() {},
  };
  const admission: Admission = {
    identify: () => ({ outcome: 'known', caller: null }),
    admit: () => WELCOME,
    countFurther() {},
    budget: () => null,
  };
  const begun = Promise.withResolvers<void>();
  const pages = [
    {
      method: 'POST' as const,
      path: '/form',
      area: 'session' as const,
      answer: async (call: { request: Request }) => {
        begun.resolve();
        return uncached(200, { sent: await call.request.text() });
      },
    },
  ];
  const app = createApp({ catalog: emptyCatalog(), admission, log, pages });
  const server = listenFor(app, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  const socket = connect(server.port!, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf of it');
  await begun.promise;
  socket.destroy();
  await until(() => requests.length > 0);
  expect(requests.map(({ status }) => status)).toEqual([499]);
  expect(events).toEqual([]);
});
