import { describe, expect, test } from 'bun:test';
import { ADDRESSES_ON_A_PAGE } from '../../src/site/crawlers.ts';
import { emptyCatalog } from '../http/empty-catalog.ts';
import { openPages } from './page-client.ts';

const locations = (text: string) =>
  [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location as string);

describe('the sitemap', () => {
  test('lists every food once, and every other page', async () => {
    const { get, catalog } = await openPages();
    const files = locations((await get('/sitemap.xml')).text).map((location) => new URL(location).pathname);
    expect(files).toEqual(['/sitemap/pages.xml', '/sitemap/1.xml']);
    const foods = locations((await get('/sitemap/1.xml')).text);
    expect(new Set(foods).size).toBe(catalog.size);
    for (const address of foods) expect((await get(new URL(address).pathname)).status).toBe(200);
    const others = locations((await get('/sitemap/pages.xml')).text);
    expect(others).toContain('http://localhost/category/spreads');
    for (const address of others) expect((await get(new URL(address).pathname)).status).toBe(200);
  });

  test('stays within the limits of the protocol for millions of foods', async () => {
    const asked: [number, number][] = [];
    const { get } = await openPages({
      catalog: emptyCatalog({
        size: 4_300_001,
        listAddresses(offset, limit) {
          asked.push([offset, limit]);
          return Array.from(
            { length: Math.min(limit, 4_300_001 - offset) },
            (_, i) => `/food/${offset + i}/x.html`,
          );
        },
      }),
    });
    const files = locations((await get('/sitemap.xml')).text);
    expect(files.length).toBe(862);
    expect(files.length).toBeLessThanOrEqual(50_000);
    expect(locations((await get('/sitemap/2.xml')).text)).toHaveLength(ADDRESSES_ON_A_PAGE);
    expect(locations((await get('/sitemap/861.xml')).text)).toEqual(['http://localhost/food/4300000/x.html']);
    expect(asked).toEqual([
      [ADDRESSES_ON_A_PAGE, ADDRESSES_ON_A_PAGE],
      [860 * ADDRESSES_ON_A_PAGE, ADDRESSES_ON_A_PAGE],
    ]);
    expect(ADDRESSES_ON_A_PAGE).toBeLessThanOrEqual(50_000);
  });

  test.each(['/sitemap/0.xml', '/sitemap/01.xml', '/sitemap/-1.xml', '/sitemap/x.xml', '/sitemap/2.xml'])(
    'has no %s',
    async (path) => {
      const { get } = await openPages();
      expect((await get(path)).status).toBe(404);
    },
  );
});

test('robots.txt names the sitemap', async () => {
  const { get } = await openPages({ publicUrl: 'https://food.example' });
  const { headers, text } = await get('/robots.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toContain('Sitemap: https://food.example/sitemap.xml');
  expect(text).not.toMatch(/Disallow: \/(food|category|about)?$/m);
});

test('llms.txt lists every endpoint with its parameters', async () => {
  const { get } = await openPages();
  const { text } = await get('/llms.txt');
  const { paths } = JSON.parse((await get('/openapi.json')).text) as { paths: object };
  expect(Object.keys(paths)).toContain('/recipe');
  expect([...text.matchAll(/^- `GET (.*)`:/gm)].map(([, path]) => path).sort()).toEqual(
    Object.keys(paths).sort(),
  );
  expect(text).toContain('`line`: An ingredient with its amount');
  expect(text).toContain('`q`: A name in any language');
  expect(text).toContain('`limit` (optional): Maximum number of results (1 to 50, default 10)');
  expect(text).toContain('`saturated_fat_g`: Saturated fat per 100 g, in grams');
  expect(text).toMatch(/credit Open Food Facts/);
});
