import { describe, expect, test } from 'bun:test';
import { ASSETS } from '../../src/site/assets.ts';
import { openPages, PAGES, type PageClient, SPREAD } from './page-client.ts';

const pages = await openPages();

describe('every page', () => {
  test.each([...PAGES, '/food/1/nothing.html'])(
    '%s credits Open Food Facts under the ODbL, with links',
    async (path) => {
      const { text } = await pages.get(path);
      expect(text).toContain('<a href="https://world.openfoodfacts.org/">Open Food Facts</a>');
      expect(text).toContain('href="https://opendatacommons.org/licenses/odbl/1-0/"');
      expect(text).toContain('href="/docs"');
    },
  );

  test.each([...PAGES, '/food/1/nothing.html', '/results?q=hazelnut'])(
    '%s has a strict content security policy',
    async (path) => {
      const { headers, text } = await pages.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("script-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // The page has nothing that the policy would block: no inline style or handler, only our script and data.
      expect(text).not.toMatch(/<[^>]+\s(?:style|on\w+)=/);
      expect(text).not.toMatch(/<script(?! src="\/assets\/| type="application\/ld\+json")/);
    },
  );

  test.each(PAGES)('%s takes under 50 kB with all its assets', async (path) => {
    const { text } = await pages.get(path);
    const bytes = [text, ...ASSETS.map((asset) => asset.body.text)].reduce(
      (sum, part) => sum + Bun.gzipSync(Buffer.from(part)).length,
      0,
    );
    expect(bytes).toBeLessThan(50_000);
  });

  test.each(PAGES)('%s is a 304 for a browser that has it already', async (path) => {
    const first = await pages.get(path);
    const etag = first.headers.get('etag') ?? '';
    const second = await pages.get(path, { 'if-none-match': etag });
    expect(second.status).toBe(304);
    expect(second.text).toBe('');
  });

  test('has another ETag than on a site without pictures', async () => {
    const without = await openPages({ images: 'off' });
    const tag = async (client: PageClient) => (await client.get('/')).headers.get('etag');
    expect(await tag(pages)).not.toBe(await tag(without));
  });

  test.each(['gzip', 'zstd'])('is compressed with %s on request', async (coding) => {
    const { headers } = await pages.get(SPREAD, { 'accept-encoding': coding });
    expect(headers.get('content-encoding')).toBe(coding);
    expect(headers.get('vary')).toContain('Accept-Encoding');
  });

  test.each([
    ['/', 'http://localhost/'],
    [SPREAD, `http://localhost${SPREAD}`],
    [`${SPREAD}?grams=30`, `http://localhost${SPREAD}`],
    ['/category/spreads', 'http://localhost/category/spreads'],
  ])('%s has the canonical address %s', async (path, canonical) => {
    expect((await pages.get(path)).text).toContain(`<link rel="canonical" href="${canonical}">`);
  });

  test('uses the public address where there is one', async () => {
    const { get } = await openPages({ publicUrl: 'https://food.example' });
    expect((await get(SPREAD)).text).toContain(`<link rel="canonical" href="https://food.example${SPREAD}">`);
  });
});

describe('the assets of pages', () => {
  test.each(ASSETS.map(({ path }) => path))('%s may be cached forever', async (path) => {
    const { status, headers } = await pages.get(path);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('request nothing from other hosts', () => {
    for (const {
      path,
      body: { text },
    } of ASSETS) {
      const addresses = (text.match(/(?:https?:)?\/\/[\w.-]+\.\w+/g) ?? []).filter(
        (one) => !one.includes('www.w3.org'),
      );
      expect(addresses, path).toEqual([]);
    }
  });
});

describe('addresses', () => {
  test.each([
    ['a wrong slug', '/food/4006381333931/anything.html', SPREAD],
    ['leading zeros', '/food/04006381333931/hazelnut-cocoa-spread.html', SPREAD],
    ['a weight', '/food/4006381333931/x.html?grams=30', `${SPREAD}?grams=30`],
  ])('with %s redirect to the right one', async (_, path, location) => {
    const { status, headers } = await pages.get(path);
    expect(status).toBe(308);
    expect(headers.get('location')).toBe(location);
  });

  test('work in any script', async () => {
    const food = pages.catalog.findBarcode('6000000000028');
    const { status, text } = await pages.get(food?.static_url ?? '');
    expect(status).toBe(200);
    expect(text).toContain('<h1 dir="auto">米饭</h1>');
  });

  test.each([
    ['an unknown food', '/food/1/nothing.html'],
    ['an id that is not a number', '/food/abc/nothing.html'],
    ['an id beyond the safe integers', '/food/99999999999999999999/nothing.html'],
    ['an unknown category', '/category/nothing'],
    ['a page beyond the end', '/category/spreads?page=99'],
    ['a sitemap beyond the end', '/sitemap/9.xml'],
  ])('of %s give a page that says so', async (_, path) => {
    const { status, headers, text } = await pages.get(path);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  test.each([
    '/food/4006381333931/hazelnut-cocoa-spread',
    '/food/4006381333931/.html',
    `${SPREAD}/`,
    '/categories/',
    '/category',
    '/sitemap/1',
    '/assets/larder-0000000000.css',
    '/About',
  ])('that do not exist are 401 as everywhere: %s', async (path) => {
    const { status, text } = await pages.get(path);
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({ detail: 'Missing or invalid API key' });
  });

  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test.each(['/about/', '/Categories', '/recipes/', '/dashboard/nope', '/nope?q=1', '/docs/'])(
    'that do not exist are a page for a browser: %s',
    async (path) => {
      const { status, headers, text } = await pages.get(path, { accept: BROWSER });
      expect(status).toBe(401);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toContain('Accept,');
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(text).toContain('<h1>No such page</h1>');
      expect(text).toContain('<a class="button" href="/">');
      expect(text).toContain('<meta name="robots" content="noindex">');
      const german = await pages.get(`${path}${path.includes('?') ? '&' : '?'}lang=de`, { accept: BROWSER });
      expect(german.text).toContain('<h1>Diese Seite gibt es nicht</h1>');
    },
  );

  test.each([
    ['a program that takes anything', '/about/', { accept: '*/*' }],
    ['a program that wants JSON', '/about/', { accept: 'application/json' }],
    ['a request with a key', '/about/', { accept: BROWSER, authorization: 'Bearer x' }],
    ['a path beside those of the API', '/food/1/2/3', { accept: BROWSER }],
    ['another', '/search/', { accept: BROWSER }],
  ])('that do not exist are JSON for %s', async (_, path, headers) => {
    const { status, text } = await pages.get(path, headers);
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({ detail: 'Missing or invalid API key' });
  });
});

describe('without pictures', () => {
  test('no page requests anything from other hosts', async () => {
    const { get } = await openPages({ images: 'off' });
    for (const path of [...PAGES, '/category/cheeses']) {
      const { text, headers } = await get(path);
      const sources = [...text.matchAll(/<img src="([^"]*)"/g)].map(([, source]) => source!);
      expect(sources.filter((source) => !source.startsWith('/pictures/'))).toEqual([]);
      expect(text).not.toContain('images.example');
      expect(headers.get('content-security-policy')).toContain("img-src 'self';");
    }
  });
});
