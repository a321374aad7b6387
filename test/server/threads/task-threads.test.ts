import { afterEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import type { Admission } from '../../../src/admission/admission.ts';
import { createAdmission } from '../../../src/admission/keyed-admission.ts';
import { MemoryLimiter } from '../../../src/admission/limiter/limiter.ts';
import { SPEC_PLANS } from '../../../src/admission/plans.ts';
import { openCatalog } from '../../../src/catalog/open.ts';
import { createCompatRoutes } from '../../../src/compat/routes.ts';
import { type Catalog, USUAL_INSTALLATION, versionOf } from '../../../src/food/catalog.ts';
import { createApp } from '../../../src/http/app.ts';
import { CatalogAnswers } from '../../../src/http/catalog-answers.ts';
import { listenFor } from '../../../src/http/listen.ts';
import { silentLog } from '../../../src/http/log.ts';
import type { Task } from '../../../src/http/task.ts';
import { NO_METRICS } from '../../../src/server/instrumentation.ts';
import type { Metrics } from '../../../src/server/metrics.ts';
import type { ThreadOutcome, ThreadSetup } from '../../../src/server/threads/serving-thread.ts';
import { startServingThread } from '../../../src/server/threads/start-serving-thread.ts';
import { openTaskThreads } from '../../../src/server/threads/task-threads.ts';
import type { PoolThread, ThreadEvents } from '../../../src/server/threads/thread-pool.ts';
import { answerFault } from '../../../src/site/page-answers.ts';
import { createPageRoutes } from '../../../src/site/routes.ts';
import { fixtureCatalog } from '../../contract/fixture-catalog.ts';
import { until } from '../../until.ts';
import { wordsOf } from '../../words-of.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Start = typeof startServingThread;
type ReadyThread = PoolThread<Task, ThreadSetup>;

/** An app whose clients are named by a header, with one thread that the test controls unless it starts others. */
async function openApp({
  threads = 1,
  admission,
  ...changes
}: Partial<Parameters<typeof openTaskThreads>[0]> & { admission?: Admission }) {
  const file = await fixtureCatalog();
  const catalog: Catalog = openCatalog(file);
  const events: [name: string, fields: Record<string, string | number>][] = [];
  const complete = Promise.withResolvers<void>();
  const tasks = openTaskThreads({
    threads,
    site: { catalog, images: 'on', publicUrl: null },
    source: {
      path: file,
      isStarter: false,
      fileState: null,
      installation: USUAL_INSTALLATION,
      overlay: null,
    },
    // However busy the machine is, nothing is overdue unless the test is about that.
    lookEveryMs: 3_600_000,
    clientOf: (call) => call.header('x-client') ?? '',
    metrics: NO_METRICS,
    log: {
      ...silentLog,
      event(name, fields) {
        events.push([name, fields]);
        if (name === 'threads ready') complete.resolve();
      },
    },
    ...changes,
  });
  const site = { catalog, images: 'on', publicUrl: null } as const;
  const answers = new CatalogAnswers(catalog, tasks);
  const compat = createCompatRoutes({ catalog, answers, publicUrl: null, pictures: null });
  const pages = [...createPageRoutes(site, answers), ...compat];
  const app = createApp({ catalog, answers, pages, failPage: answerFault, ...(admission && { admission }) });
  closing.push(() => catalog.close());
  closing.push(() => tasks.close());
  tasks.start();
  const get = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    app.handle(new Request(`http://localhost${path}`, { headers, ...(signal && { signal }) }));
  return { app, catalog, tasks, events, complete: complete.promise, get };
}

/** A thread that is up at once, and answers only when the test lets it. */
function heldThread() {
  const given: Task[] = [];
  let events: ThreadEvents<ThreadOutcome>;
  const start: Start = (its) => {
    events = its;
    queueMicrotask(() => its.onReady());
    return {
      run: (task) => void given.push(task),
      prepare() {},
      end() {},
    };
  };
  return {
    start,
    /** The queries that were given to the thread and not answered yet. */
    queries: () => given.map(({ input }) => JSON.parse(input).q as string),
    /** Answers the oldest task with an empty list from a catalogue of this version. */
    answer(version: string, cpuMs = 0) {
      given.shift();
      events.onOutcome({
        kind: 'data',
        status: 200,
        text: '[]',
        version,
        compressed: null,
        searches: [],
        cpuMs,
      });
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Threads', () => {
  test('give the same answers as a server without any', async () => {
    const [without, threaded] = [await openApp({ threads: 0 }), await openApp({ threads: 2 })];
    await threaded.complete;
    for (const path of wordsOf(`
      /search?q=hazelnut /search?q=hazelnutt&limit=3 /foods/popular?limit=5&has_image=false
      /foods/categories /?q=hazelnut /results?q=hazelnut /categories /category/spreads
      /category/nothing-like-it /about /sitemap.xml /sitemap/1.xml /sitemap/999.xml /openapi.json /docs
    `)) {
      const headers = { 'accept-encoding': 'gzip', 'x-request-id': 'same' };
      const [expected, answer] = [await without.get(path, headers), await threaded.get(path, headers)];
      expect([answer.status, Object.fromEntries(answer.headers)], path).toEqual([
        expected.status,
        Object.fromEntries(expected.headers),
      ]);
      expect(Buffer.from(await answer.arrayBuffer()), path).toEqual(
        Buffer.from(await expected.arrayBuffer()),
      );
    }
  });

  test('that end are replaced, and their requests are answered by others', async () => {
    const threads: ReadyThread[] = [];
    const start: Start = (...sent) => {
      const thread = startServingThread(...sent);
      threads.push(thread);
      return thread;
    };
    const { get, complete, events } = await openApp({ threads: 2, start });
    await complete;
    const asked = Array.from({ length: 40 }, (_, i) => get(`/search?q=spread+${i}`));
    threads[0]!.end();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual(Array(40).fill(200));
    expect(events.map(([name]) => name)).toContain('thread lost');
    expect(threads.length).toBeGreaterThan(2);
  });

  test('do not start with a catalogue that is not the one being served', async () => {
    const start: Start = (events, setup, onKept) =>
      startServingThread(events, { ...setup, contentHash: 'of another catalogue' }, onKept);
    const lost = Promise.withResolvers<string>();
    const { get } = await openApp({
      start: (events, ...rest) => start({ ...events, onEnd: lost.resolve }, ...rest),
    });
    expect(await lost.promise).toContain('not the catalogue that is being served');
    expect((await get('/search?q=hazelnut')).status).toBe(200);
  });

  test('keep their catalogue when the next one is not the one being served, and say so', async () => {
    const kept = Promise.withResolvers<string>();
    let thread: ReadyThread;
    let setup: ThreadSetup;
    const { get, catalog, complete } = await openApp({
      start: (events, first) => {
        setup = first;
        thread = startServingThread(events, first, kept.resolve);
        return thread;
      },
    });
    await complete;
    thread!.prepare({ ...setup!, contentHash: 'of another catalogue' });
    expect(await kept.promise).toContain('not the catalogue that is being served');
    const answer = await get('/search?q=hazelnut');
    expect(answer.headers.get('x-catalog-version')).toBe(versionOf(catalog));
  });

  test('are not needed where none can be started', async () => {
    const { get, events } = await openApp({
      start: (its) => {
        queueMicrotask(() => its.onEnd('no threads here'));
        return { run() {}, prepare() {}, end() {} };
      },
    });
    await turn();
    expect((await get('/search?q=hazelnut')).status).toBe(200);
    expect(events).toEqual([['thread lost', { error: 'no threads here' }]]);
  });
});

describe('An answer', () => {
  test('has the version and the ETag of the thread that made it, and is kept only if that version is current', async () => {
    const held = heldThread();
    const { get, catalog } = await openApp({ start: held.start });
    await turn();
    const ask = async (version: string) => {
      const asked = get('/search?q=hazelnut');
      await turn();
      held.answer(version);
      const { headers } = await asked;
      return [headers.get('x-catalog-version'), headers.get('etag')?.split('-')[1]];
    };
    expect(await ask('older')).toEqual(['older', 'older']);
    const current = versionOf(catalog);
    expect(await ask(current)).toEqual([current, current]);
    const cached = await get('/search?q=hazelnut');
    expect(await cached.text()).toBe('[]');
    expect(held.queries()).toEqual([]);
  });
});

describe('A full queue', () => {
  test('is a 503 with Retry-After, as JSON or as a page', async () => {
    const held = heldThread();
    const { get } = await openApp({ capacity: 1, start: held.start });
    await turn();
    // Two are with the thread, and one waits.
    for (const q of ['one', 'two', 'three']) void get(`/search?q=${q}`);
    await turn();
    const refused = await get('/search?q=four');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.json()).toEqual({ detail: 'Service busy' });
    const page = await get('/?q=four', { accept: 'text/html' });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1']);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('Too busy right now');
    const fragment = await get('/results?q=four');
    expect([fragment.status, await fragment.json()]).toEqual([503, { detail: 'Service busy' }]);
    expect((await get('/food/4006381333931')).status).toBe(200);
  });
});

describe('A task that does not end', () => {
  const start: Start = (events, setup, onKept) =>
    startServingThread(
      events,
      setup,
      onKept,
      () => new Worker(new URL('./endless-thread.ts', import.meta.url)),
    );
  const openStuck = async (threads: number) => {
    const counted: string[] = [];
    const metrics: Metrics = { ...NO_METRICS, isOn: true, task: (outcome) => counted.push(outcome) };
    const opened = await openApp({
      threads,
      start,
      metrics,
      lookEveryMs: 20,
    });
    await opened.complete;
    return { ...opened, counted };
  };
  const lostThreads = (events: [name: string, fields: object][]) =>
    events.filter(([name]) => name === 'thread lost');

  test('is a 503 with Retry-After, as JSON or as a page, and is counted', async () => {
    const { get, events, counted } = await openStuck(1);
    const refused = await get('/search?q=endless');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toEqual({ detail: 'Service busy' });
    expect((await get('/?q=endless', { accept: 'text/html' })).status).toBe(503);
    expect(counted).toEqual(['overdue', 'overdue']);
    expect(lostThreads(events)).toEqual(
      Array(2).fill(['thread lost', { error: 'did not end a task within 10 s' }]),
    );
  });

  test('delays those behind it, and they are answered', async () => {
    const { get } = await openStuck(1);
    const statuses = ['endless', 'milk', 'tea'].map(async (q) => (await get(`/search?q=${q}`)).status);
    expect(await Promise.all(statuses)).toEqual([503, 200, 200]);
  });

  test('may be stuck in native code, which nothing can end: its thread is replaced at once, and ends later', async () => {
    const { get, tasks } = await openStuck(1);
    const stuck = await get('/search?q=native');
    expect(stuck.status).toBe(503);
    expect((await get('/search?q=milk')).status).toBe(200);
    expect(tasks.load()).toEqual({ waiting: 0, busy: 0, ready: 1 });
  });

  test('leaves lookups as they are, even where every thread is stuck', async () => {
    const { get } = await openStuck(1);
    expect((await get('/search?q=native+1')).status).toBe(503);
    expect((await get('/search?q=native+2')).status).toBe(503);
    const refused = await get('/search?q=milk');
    expect([refused.status, await refused.json()]).toEqual([503, { detail: 'Service busy' }]);
    expect((await get('/food/4006381333931')).status).toBe(200);
    // Until one of them comes to its end.
    await until(async () => (await get('/search?q=milk')).status === 200);
  });
});

describe('Clients', () => {
  test('take turns: one with many searches does not delay the first of another', async () => {
    const held = heldThread();
    const { get, catalog } = await openApp({ start: held.start });
    await turn();
    for (let i = 0; i < 20; i++) void get(`/search?q=greedy+${i}`, { 'x-client': 'greedy' });
    void get('/search?q=modest', { 'x-client': 'modest' });
    await turn();
    const order: string[] = [];
    for (let i = 0; i < 5; i++) {
      order.push(held.queries()[0]!);
      held.answer(versionOf(catalog));
    }
    expect(order.indexOf('modest')).toBeLessThanOrEqual(3);
  });

  test('are charged for what a heavy search took: one request for every 25 ms', async () => {
    const held = heldThread();
    const unlimited = { findByHash: () => null, version: 0 };
    const admission = createAdmission({
      keys: unlimited,
      plans: { ...SPEC_PLANS, anonymous: { ...SPEC_PLANS.anonymous, delay_ms: 0 } },
      limiter: new MemoryLimiter({ nowMs: () => 0 }),
      trustedProxies: [],
      usage: { note() {} },
      nowMs: () => 0,
    }) as Admission;
    const { get, catalog } = await openApp({ start: held.start, admission });
    await turn();
    const search = async (q: string, cpuMs: number) => {
      const answer = get(`/search-a-licious/search?q=${q}`);
      await turn();
      held.answer(versionOf(catalog), cpuMs);
      return (await answer).status;
    };
    expect(await search('milk', 260)).toBe(200);
    expect(await search('product_name:milk', 260)).toBe(200);
    // 30 a minute, of which those two took 1 and 11.
    for (let left = 30 - 1 - 11; left > 0; left--) expect(await search(`milk+${left}`, 0)).toBe(200);
    expect((await get('/search-a-licious/search?q=bread')).status).toBe(429);
  });

  test('that have gone are not searched for', async () => {
    const held = heldThread();
    const { app, catalog, tasks } = await openApp({ start: held.start });
    await turn();
    const server = listenFor(app, { host: '127.0.0.1', port: 0 });
    closing.push(() => server.stop(true));
    const origin = `http://127.0.0.1:${server.port}`;
    const staying = [fetch(`${origin}/search?q=one`), fetch(`${origin}/search?q=two`)];
    await until(() => tasks.load().busy + tasks.load().waiting === 2);
    const leaving = connect(server.port!, '127.0.0.1');
    leaving.write('GET /search?q=leaving HTTP/1.1\r\nHost: a\r\n\r\n');
    const after = fetch(`${origin}/search?q=after`);
    await until(() => tasks.load().waiting === 3);
    leaving.destroy();
    await until(() => tasks.load().waiting === 2);
    const seen: string[] = [];
    for (let i = 0; i < 3; i++) {
      await until(() => held.queries().length > 0);
      seen.push(held.queries()[0]!);
      held.answer(versionOf(catalog));
    }
    expect(seen.sort()).toEqual(['after', 'one', 'two']);
    for (const answer of [...staying, after]) expect((await answer).status).toBe(200);
  });
});
