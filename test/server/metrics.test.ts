import { afterAll, describe, expect, test } from 'bun:test';
import { readStarterCatalog } from '../../src/catalog/locate-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { describeCatalog } from '../../src/server/instrumentation.ts';
import { openMetrics } from '../../src/server/metrics.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { larderBeside, startServer } from '../contract/server-process.ts';

const server = await startServer(['--catalog', await fixtureCatalog(), '--metrics', '127.0.0.1:0']);
const metricsOrigin = new URL(String(server.events[0]?.metrics)).origin;
afterAll(async () => void (await server.stop()));

const ask = (target: string, init: RequestInit = {}) => fetch(new URL(target, server.origin), init);

/** Every sample by name and labels. */
async function readMetrics(): Promise<Map<string, number>> {
  const answer = await fetch(`${metricsOrigin}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const gap = line.lastIndexOf(' ');
      return [line.slice(0, gap), Number(line.slice(gap + 1))] as const;
    }),
  );
}

describe('with --metrics', () => {
  test('requests are counted by route, method and status, and timed by route', async () => {
    await ask('/food/1');
    await ask('/food/2');
    await ask('/nothing/here');
    await ask('/health', { method: 'PROPFIND' });
    const metrics = await readMetrics();
    expect(metrics.get('larder_requests_total{route="/food/:food_id",method="GET",status="404"}')).toBe(2);
    expect(metrics.get('larder_requests_total{route="",method="GET",status="401"}')).toBe(1);
    expect(metrics.get('larder_request_seconds_count{route="/food/:food_id"}')).toBe(2);
    expect(metrics.get('larder_request_seconds_bucket{le="+Inf",route="/food/:food_id"}')).toBe(2);
    const methods = [...metrics.keys()].filter((name) => name.includes('PROPFIND'));
    expect(methods).toEqual([]);
  });

  test('searches are counted by outcome, and each stage is timed', async () => {
    for (const q of ['hazelnut', 'hazelnutt', 'qqqqqqxx']) await ask(`/search?q=${q}`);
    const metrics = await readMetrics();
    const outcomes = ['as typed', 'corrected', 'nothing'].map((outcome) =>
      metrics.get(`larder_searches_total{outcome="${outcome}"}`),
    );
    expect(outcomes).toEqual([1, 1, 1]);
    expect(metrics.get('larder_search_stage_seconds_count{stage="all words, in the name"}')).toBeGreaterThan(
      0,
    );
    expect([...metrics.keys()].some((name) => name.includes('hazelnut'))).toBe(false);
  });

  test('the limiter reports its decisions and the number of its buckets', async () => {
    await ask('/food/1');
    const metrics = await readMetrics();
    expect(metrics.get('larder_limiter_rulings_total{bucket="client",outcome="admitted"}')).toBeGreaterThan(
      0,
    );
    expect(metrics.get('larder_limiter_buckets{bucket="client"}')).toBe(1);
  });

  test('a server without shared stores has no figures of them, which would alarm an operator', async () => {
    const names = [...(await readMetrics()).keys()];
    expect(names.filter((name) => name.endsWith('_store_up'))).toEqual([]);
  });

  test('requests for data are counted by the plan of their caller', async () => {
    await ask('/food/1');
    await ask('/health');
    await ask('/food/1', { headers: { authorization: 'Bearer nonsense' } });
    const before = (await readMetrics()).get(
      'larder_plan_requests_total{plan="anonymous",outcome="admitted"}',
    )!;
    await ask('/food/1');
    await ask('/');
    const metrics = await readMetrics();
    expect(metrics.get('larder_plan_requests_total{plan="anonymous",outcome="admitted"}')).toBe(before + 1);
    expect([...metrics.keys()].filter((name) => name.startsWith('larder_plan_requests_total'))).toHaveLength(
      1,
    );
  });

  test('the catalogue, the process and the event loop are monitored', async () => {
    const metrics = await readMetrics();
    expect(metrics.get('larder_catalog_foods')).toBe(26);
    // The newest record of the fixture is from 2023-11-14.
    const age = (Date.now() - Date.parse('2023-11-14')) / 1000;
    expect(Math.abs(metrics.get('larder_catalog_age_seconds')! - age)).toBeLessThan(3600);
    const version = (await ask('/foods/categories')).headers.get('x-catalog-version');
    expect(metrics.get(`larder_info{version="1.0.0",catalog="${version}"}`)).toBe(1);
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    const text = await (await fetch(`${metricsOrigin}/metrics`)).text();
    expect(text).toContain('# TYPE process_cpu_seconds_total counter\n');
    expect(metrics.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(metrics.get('larder_event_loop_lag_seconds_count')).toBeGreaterThan(0);
  });

  test('/ready and /health are available too, and nothing else is', async () => {
    const ready = await fetch(`${metricsOrigin}/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    expect((await fetch(`${metricsOrigin}/health`)).status).toBe(200);
    expect((await fetch(`${metricsOrigin}/food/1`)).status).toBe(404);
  });

  test('none of it is reachable on the public address', async () => {
    expect((await ask('/metrics')).status).toBe(401);
    expect((await ask('/ready')).status).toBe(401);
  });
});

test('without --metrics there are none', async () => {
  const plain = await startServer(['--catalog', await fixtureCatalog()]);
  expect(plain.events[0]).not.toHaveProperty('metrics');
  await plain.stop();
});

test.each(['9090', '127.0.0.1:99999', 'localhost'])(
  '--metrics %s is refused in one line',
  async (address) => {
    const { status, stderr } = await larderBeside(['serve', '--port', '0', '--metrics', address]);
    expect(status).toBe(2);
    expect(stderr).toContain(`--metrics takes an address such as 127.0.0.1:9090, not '${address}'`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  },
);

describe('Server-Timing', () => {
  test('is sent on request, with answers and refusals', async () => {
    const headers = { 'X-Server-Timing': '1' };
    const answered = await ask('/foods/categories', { headers });
    expect(answered.headers.get('server-timing')).toMatch(
      /^admission;dur=\d+\.\d{3}, answer;dur=\d+\.\d{3}$/,
    );
    const refused = await ask('/nowhere', { headers });
    expect(refused.headers.get('server-timing')).toMatch(/^admission;dur=\d+\.\d{3}$/);
  });

  test('is not sent otherwise', async () => {
    expect((await ask('/foods/categories')).headers.has('server-timing')).toBe(false);
  });
});

test('The age of the catalogue goes by the clock that the metrics were given', async () => {
  const sources = {
    catalog: () => ({ foods: 1, version: 'v', dumpDate: '2026-11-14' }),
    buckets: () => [],
    threads: () => ({ waiting: 0, busy: 0, ready: 0 }),
  };
  const metrics = openMetrics(sources, '1.0.0', () => Date.parse('2026-11-15T12:00:00Z'));
  expect(await metrics.text()).toContain('larder_catalog_age_seconds 129600\n');
  metrics.close();
});

test('The starter catalogue, whose records have no dates, is as old as the newest of its tables', async () => {
  const starter = openCatalog(await readStarterCatalog());
  expect(describeCatalog(starter).dumpDate).toBe('2025-12-17');
  expect(describeCatalog(openCatalog(await fixtureCatalog())).dumpDate).toBe('2023-11-14');
});
