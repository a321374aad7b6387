import { describe, expect, test } from 'bun:test';
import type { Admission } from '../../src/admission/admission.ts';
import { createApp } from '../../src/http/app.ts';
import type { Log } from '../../src/http/log.ts';
import { emptyCatalog } from './empty-catalog.ts';

const SECRET = 'SELECT * FROM foods at /var/lib/larder/catalog.db';
const broken = () => {
  throw new Error(SECRET);
};

function recordingLog() {
  const events: [string, Record<string, string | number>][] = [];
  const requests: { status: number; requestId: string }[] = [];
  const log: Log = {
    request: (record) => requests.push(record),
    event: (name, fields) => events.push([name, fields]),
    flush() {},
  };
  return { log, events, requests };
}

describe('A fault', () => {
  const catalog = emptyCatalog({
    findFood: broken,
    findBarcode: broken,
    search: broken,
    listPopular: broken,
    listCategories: broken,
  });

  test.each([
    '/search?q=ab',
    '/food/1',
    '/barcode/12345670',
    '/foods/popular',
    '/foods/categories',
    '/f%6fod/1',
  ])('at %s shows nothing of itself, and is logged once with its request id', async (target) => {
    const { log, events, requests } = recordingLog();
    const app = createApp({ catalog, log });
    const answer = await app.handle(
      new Request(`http://localhost${target}`, { headers: { 'X-Request-Id': 'r1' } }),
    );
    expect([answer.status, await answer.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(answer.headers.get('x-request-id')).toBe('r1');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(events).toHaveLength(1);
    expect(events[0]?.[0]).toBe('fault');
    expect(events[0]?.[1]).toMatchObject({ request_id: 'r1', error: expect.stringContaining(SECRET) });
    expect(requests).toMatchObject([{ status: 500, requestId: 'r1' }]);
  });

  test.each([
    ['at once', () => broken()],
    ['later', async () => broken()],
  ])('of admission, %s, is a 500 like any other', async (_pace, identify) => {
    const { log, events } = recordingLog();
    const admission: Admission = { identify, admit: broken, budget: broken, countFurther: broken };
    const answer = await createApp({ catalog, log, admission }).handle(
      new Request('http://localhost/food/1'),
    );
    expect([answer.status, await answer.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(events).toHaveLength(1);
  });

  test('in an asynchronous handler is a 500 like any other', async () => {
    const { log, events } = recordingLog();
    const late = async () => broken();
    const app = createApp({ catalog, log, pages: [{ path: '/late/:slug', area: 'page', answer: late }] });
    const answer = await app.handle(new Request('http://localhost/late/x'));
    expect([answer.status, await answer.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(events).toHaveLength(1);
  });
});
