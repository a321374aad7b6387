import { describe, expect, test } from 'bun:test';
import type { Catalog } from '../../src/food/catalog.ts';
import { createApp } from '../../src/http/app.ts';
import { listenFor } from '../../src/http/listen.ts';
import { EXAMPLE_FOOD } from '../../src/http/openapi-examples.ts';
import { parseAnswer, sendBytes } from '../contract/raw-http.ts';
import { emptyCatalog } from './empty-catalog.ts';

function counting(contentHash: string) {
  const asked: string[] = [];
  const catalog: Catalog = emptyCatalog({
    contentHash,
    search: ({ q }) => {
      asked.push(q);
      return [{ ...EXAMPLE_FOOD, name: `${contentHash} ${q}` }];
    },
  });
  return { catalog, asked };
}
const ask = async (app: ReturnType<typeof createApp>, target: string) =>
  (await app.handle(new Request(`http://localhost${target}`))).text();

describe('A list', () => {
  test('is built once for the same request', async () => {
    const { catalog, asked } = counting('one');
    const app = createApp({ catalog });
    expect(await ask(app, '/search?q=ab')).toBe(await ask(app, '/search?q=ab'));
    await ask(app, '/search?q=ac');
    await ask(app, '/search?q=ab&limit=1');
    expect(asked).toEqual(['ab', 'ac', 'ab']);
  });

  test('is rebuilt when the content of the catalogue changes', async () => {
    const { catalog, asked } = counting('one');
    let contentHash = 'one';
    const swapped = Object.defineProperty({ ...catalog }, 'contentHash', { get: () => contentHash });
    const app = createApp({ catalog: swapped });
    await ask(app, '/search?q=ab');
    contentHash = 'two';
    await ask(app, '/search?q=ab');
    await ask(app, '/search?q=ab');
    expect(asked).toEqual(['ab', 'ab']);
  });

  test('that was requested longest ago is evicted first, so that memory is bounded', async () => {
    const foods = Array.from({ length: 200 }, () => EXAMPLE_FOOD);
    const asked: string[] = [];
    const search = ({ q }: { q: string }) => {
      asked.push(q);
      return foods;
    };
    const app = createApp({ catalog: emptyCatalog({ search }) });
    await ask(app, '/search?q=first');
    for (let i = 0; i < 400; i++) await ask(app, `/search?q=word${i}`);
    const builds = (word: string) => asked.filter((q) => q === word).length;
    await ask(app, '/search?q=word399');
    await ask(app, '/search?q=first');
    expect([builds('first'), builds('word399')]).toEqual([2, 1]);
  });
});

describe('A food', () => {
  test('that is cached is not served for a path that only looks like its own once resolved', async () => {
    const app = createApp({ catalog: emptyCatalog({ findFood: (id) => ({ ...EXAMPLE_FOOD, id }) }) });
    const server = listenFor(app, { host: '127.0.0.1', port: 0 });
    const statusOf = async (path: string) => {
      const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      return parseAnswer(await sendBytes(new URL(server.url), bytes)).status;
    };
    for (let i = 0; i < 3; i++) expect(await statusOf('/food/7')).toBe(200);
    expect(await statusOf('/food/x\\..\\7')).toBe(422);
    expect(await statusOf('/barcode/..\\food\\7')).toBe(404);
    await server.stop(true);
  });

  const countingFoods = () => {
    const asked: number[] = [];
    const findFood = (id: number) => {
      asked.push(id);
      return id === 404 ? null : { ...EXAMPLE_FOOD, id };
    };
    return { asked, findFood };
  };

  test('that is requested repeatedly is built once', async () => {
    const { asked, findFood } = countingFoods();
    const app = createApp({ catalog: emptyCatalog({ findFood }) });
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await ask(app, '/food/7'));
    expect(asked).toEqual([7]);
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0]!)).toEqual({ ...EXAMPLE_FOOD, id: 7 });
  });

  test('that is cached for one target is never given to another', async () => {
    const { asked, findFood } = countingFoods();
    const app = createApp({ catalog: emptyCatalog({ findFood }) });
    for (const [target, id] of [
      ['/food/7', 7],
      ['/food/8', 8],
      ['/food/7?a', 7],
      ['/food/+7', 7],
    ] as const) {
      asked.length = 0;
      for (let i = 0; i < 3; i++) expect(JSON.parse(await ask(app, target)).id).toBe(id);
      // Built once, as any food that is new to the cache: another request's response was not used.
      expect([target, asked]).toEqual([target, [id]]);
    }
  });

  test('that does not exist is looked up each time, and never a 304', async () => {
    const { asked, findFood } = countingFoods();
    const app = createApp({ catalog: emptyCatalog({ findFood }) });
    for (let i = 0; i < 3; i++) {
      const headers = { 'if-none-match': '*' };
      const answer = await app.handle(new Request('http://localhost/food/404', { headers }));
      expect(answer.status).toBe(404);
    }
    expect(asked).toEqual([404, 404, 404]);
  });

  test('comes from the new catalogue as soon as there is one', async () => {
    let contentHash = 'one';
    const findFood = (id: number) => ({ ...EXAMPLE_FOOD, id, name: contentHash });
    const swapped = Object.defineProperty(emptyCatalog({ findFood }), 'contentHash', {
      get: () => contentHash,
    });
    const app = createApp({ catalog: swapped });
    for (let i = 0; i < 3; i++) expect(JSON.parse(await ask(app, '/food/7')).name).toBe('one');
    contentHash = 'two';
    for (let i = 0; i < 3; i++) expect(JSON.parse(await ask(app, '/food/7')).name).toBe('two');
  });
});

test('Responses built at the same time keep their own headers', async () => {
  const app = createApp({ catalog: emptyCatalog({ findFood: () => EXAMPLE_FOOD }) });
  const responses = await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      app.handle(
        new Request(`http://localhost/food/${id.charCodeAt(0)}`, { headers: { 'X-Request-Id': id } }),
      ),
    ),
  );
  expect(responses.map(({ headers }) => headers.get('x-request-id'))).toEqual(['a', 'b', 'c']);
  expect(new Set(responses.map(({ headers }) => headers.get('etag'))).size).toBe(3);
});
