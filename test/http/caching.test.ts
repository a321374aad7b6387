import { describe, expect, test } from 'bun:test';
import { createApp } from '../../src/http/app.ts';
import { EXAMPLE_FOOD } from '../../src/http/openapi-examples.ts';
import { emptyCatalog } from './empty-catalog.ts';

const catalog = emptyCatalog({
  findFood: (id) => (id === EXAMPLE_FOOD.id ? EXAMPLE_FOOD : null),
  searchRead: () => ({
    foods: Array.from({ length: 20 }, () => EXAMPLE_FOOD),
    matched: 'all',
    leftOut: [],
    corrected: null,
    matches: [],
  }),
});
const app = createApp({ catalog });
const get = (target: string, headers: Record<string, string> = {}, from = app) =>
  from.handle(new Request(`http://localhost${target}`, { headers }));
const tagOf = async (target: string, from = app) =>
  (await get(target, {}, from)).headers.get('etag') as string;
const FOOD = `/food/${EXAMPLE_FOOD.id}`;

test('A food that has not been read yet stays as it is while others are looked up', async () => {
  const named = (id: number) => ({ ...EXAMPLE_FOOD, id, name: `Crème ${id}` });
  const foods = createApp({ catalog: emptyCatalog({ findFood: named }) });
  // From the catalogue twice, then from the cache.
  for (let time = 0; time < 4; time++) {
    const responses = await Promise.all([1, 2, 3].map((id) => get(`/food/${id}`, {}, foods)));
    const read = await Promise.all(responses.map((response) => response.json()));
    expect(read).toEqual([named(1), named(2), named(3)]);
  }
});

describe('A response that the caller has a copy of', () => {
  test.each([FOOD, '/search?q=ab', '/foods/popular', '/foods/categories'])(
    'is 304 without a body: %s',
    async (target) => {
      const etag = await tagOf(target);
      const answer = await get(target, { 'If-None-Match': etag });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
      expect(answer.headers.get('cache-control')).toMatch(/^public/);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, Authorization');
      // A cache would take over what is here, and lose the link to the next page that its copy has.
      expect(answer.headers.get('link')).toBeNull();
      expect((await get(target)).headers.get('link')).toContain('rel="license"');
    },
  );

  test('is recognised by its ETag in a list, strong or weak, and by a star', async () => {
    const etag = await tagOf(FOOD);
    for (const held of [`"x", ${etag}`, etag.slice(2), '*', ` ${etag} `]) {
      expect([held, (await get(FOOD, { 'If-None-Match': held })).status]).toEqual([held, 304]);
    }
    for (const held of ['"x"', 'W/""', etag.slice(0, -2), etag.slice(3, -1)]) {
      expect([held, (await get(FOOD, { 'If-None-Match': held })).status]).toEqual([held, 200]);
    }
  });

  test('is a 304 to a star whether or not it is in the cache', async () => {
    for (const target of ['/foods/find?limit=3', '/foods/facets?by=category']) {
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) statuses.push((await get(target, { 'If-None-Match': '*' })).status);
      expect([target, statuses]).toEqual([target, [304, 304, 304]]);
    }
  });

  test('has another ETag for another request', async () => {
    const tags = await Promise.all(
      ['/search?q=ab', '/search?q=ac', '/search?q=ab&limit=1', '/foods/popular'].map((target) =>
        tagOf(target),
      ),
    );
    expect(new Set(tags).size).toBe(4);
  });

  test('has another ETag in another catalogue', async () => {
    const other = createApp({ catalog: { ...catalog, contentHash: 'f'.repeat(64) } });
    expect(await tagOf(FOOD, other)).not.toBe(await tagOf(FOOD));
  });

  test('is a 304 to HEAD as well, without the length of a body that it does not describe', async () => {
    const headers = { 'If-None-Match': await tagOf(FOOD) };
    const answer = await app.handle(new Request(`http://localhost${FOOD}`, { method: 'HEAD', headers }));
    expect([answer.status, answer.headers.get('content-length')]).toEqual([304, null]);
  });

  test('does not hide that a food is gone or a parameter is invalid', async () => {
    expect((await get('/food/2', { 'If-None-Match': '*' })).status).toBe(404);
    expect((await get('/search?q=a', { 'If-None-Match': '*' })).status).toBe(422);
  });

  test('is a 304 without asking the catalogue for a list', async () => {
    const etag = await tagOf('/search?q=ab');
    const searchRead = () => {
      throw new Error('asked');
    };
    const answer = await get(
      '/search?q=ab',
      { 'If-None-Match': etag },
      createApp({ catalog: { ...catalog, searchRead } }),
    );
    expect(answer.status).toBe(304);
  });
});

describe('A large response', () => {
  const plain = JSON.stringify(catalog.searchRead({ q: 'ab', limit: 20, source: null }).foods);

  test('is compressed for callers that accept it', async () => {
    const zipped = await get('/search?q=ab', { 'Accept-Encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(Buffer.from(Bun.gunzipSync(await zipped.arrayBuffer())).toString()).toBe(plain);
    const packed = await get('/search?q=ab', { 'Accept-Encoding': 'gzip, zstd' });
    expect(packed.headers.get('content-encoding')).toBe('zstd');
    expect(Bun.zstdDecompressSync(await packed.bytes()).toString()).toBe(plain);
  });

  test('is not compressed for anyone else', async () => {
    const answer = await get('/search?q=ab', { 'Accept-Encoding': 'gzip;q=0' });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, plain]);
  });

  test('is a list: a single food is not compressed', async () => {
    const answer = await get(FOOD, { 'Accept-Encoding': 'gzip' });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([
      null,
      JSON.stringify(EXAMPLE_FOOD),
    ]);
  });
});
