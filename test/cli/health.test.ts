import { afterAll, describe, expect, test } from 'bun:test';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { larderBeside, startServer } from '../contract/server-process.ts';

const server = await startServer(['--catalog', await fixtureCatalog()]);
afterAll(() => server.stop());

const health = (url: string, environment: Record<string, string> = {}) =>
  larderBeside(['health', '--url', url, '--timeout', '2'], environment);

describe('larder health', () => {
  test('follows LARDER_PORT, like the server', async () => {
    const { status, stdout } = await larderBeside('health', { LARDER_PORT: server.origin.port });
    expect(stdout).toContain('"status":"ok"');
    expect(status).toBe(0);
  });

  test.each([
    [{ LARDER_HOST: '0.0.0.0', LARDER_PORT: '9' }, 'http://127.0.0.1:9/health'],
    [{ LARDER_HOST: '::', LARDER_PORT: '9' }, 'http://[::1]:9/health'],
    [{ LARDER_TLS: 'self-signed', LARDER_PORT: '9' }, 'https://127.0.0.1:9/health'],
    [
      { LARDER_TLS_CERT: 'cert.pem', LARDER_HOST: '127.0.0.2', LARDER_PORT: '9' },
      'https://127.0.0.2:9/health',
    ],
  ])('asks where the server with the same settings listens: %j', async (settings, url) => {
    const { status, stderr } = await larderBeside('health', settings);
    expect(stderr).toStartWith(`larder: ${url}: no response`);
    expect(status).toBe(1);
  });

  test('exits with 0 and one line if the server is healthy', async () => {
    expect(await health(server.origin.origin)).toEqual({
      status: 0,
      stdout: '{"status":"ok","foods_in_db":26}\n',
      stderr: '',
    });
  });

  test('contacts the server directly, ignoring proxies in the environment', async () => {
    const proxy = { http_proxy: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
    expect((await health(server.origin.origin, proxy)).status).toBe(0);
  });

  test.each([
    ['nobody listens', 'http://127.0.0.1:9', 1, /^larder: http:\/\/127\.0\.0\.1:9\/health: no response \(/],
    ['the address is invalid', 'somewhere', 2, /^larder health: --url takes an address/],
  ] as const)('fails in one line if %s', async (_name, url, status, said) => {
    const outcome = await health(url);
    expect([outcome.status, outcome.stdout]).toEqual([status, '']);
    expect(outcome.stderr).toMatch(said);
    expect(outcome.stderr.trimEnd()).not.toContain('\n');
  });

  test('fails if the server does not respond or is not healthy', async () => {
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    expect((await health(`http://127.0.0.1:${silent.port}`)).stderr).toContain('no response within 2 s');
    silent.stop(true);
    const failing = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (): Response => new Response('no', { status: 503 }),
    });
    const outcome = await health(`http://127.0.0.1:${failing.port}`);
    expect([outcome.status, outcome.stderr]).toEqual([1, expect.stringContaining('status 503')]);
    await failing.stop(true);
  });
});
