import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../../../src/catalog/open.ts';
import { fetchPicture } from '../../../src/compat/pictures/fetch-picture.ts';
import { PictureStore } from '../../../src/compat/pictures/picture-store.ts';
import { ProductPictures } from '../../../src/compat/pictures/product-pictures.ts';
import { createCompatRoutes } from '../../../src/compat/routes.ts';
import { createApp } from '../../../src/http/app.ts';
import { startServer } from '../../contract/server-process.ts';
import { until } from '../../until.ts';
import { compatCatalog } from '../compat-catalog.ts';
import { BARE, GRANOLA } from '../products.ts';
import { jpeg, send, startPictureHost } from './picture-host.ts';

const PUBLIC = 'https://larder.example';
const MINUTE_MS = 60_000;
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

const host = startPictureHost();
const catalog = openCatalog(await compatCatalog());
afterAll(async () => {
  catalog.close();
  await host.stop();
});

/** Where the pictures of the granola lie on their host. */
const LARGE = '/images/products/400/638/177/7018/front_en.7.400.jpg';
const SMALL = '/images/products/400/638/177/7018/front_en.7.200.jpg';

/** The service with pictures, which are fetched from the host of this test in place of the one they name. */
function open(directory = mkdtempSync(join(tmpdir(), 'larder-pictures-'))) {
  host.asked.length = 0;
  host.answers.clear();
  const clock = { nowMs: 0 };
  const failures: string[] = [];
  const pictures = new ProductPictures({
    store: new PictureStore({ directory, mostBytes: 1e6 }),
    fetch: (address) => fetchPicture(host.address(new URL(address).pathname), { mayReach: () => true }),
    nowMs: () => clock.nowMs,
    onFailure: (reason) => failures.push(reason),
  });
  const app = createApp({ catalog, pages: createCompatRoutes({ catalog, publicUrl: PUBLIC, pictures }) });
  const get = (target: string, init: RequestInit = {}) =>
    app.handle(new Request(`http://localhost${target}`, init)) as Promise<Response>;
  return { directory, clock, failures, get };
}

describe('A picture of a product', () => {
  test('is served by larder, and answers point there', async () => {
    const { get } = open();
    host.answers.set(LARGE, send(jpeg('large'))).set(SMALL, send(PNG));
    const { product } = (await (await get(`/api/v2/product/${GRANOLA}`)).json()) as {
      product: Record<string, string>;
    };
    expect(product).toMatchObject({
      image_url: `${PUBLIC}/product-picture/${GRANOLA}/400`,
      image_front_url: `${PUBLIC}/product-picture/${GRANOLA}/400`,
      image_front_small_url: `${PUBLIC}/product-picture/${GRANOLA}/200`,
      selected_images: { front: { display: { en: `${PUBLIC}/product-picture/${GRANOLA}/400` } } },
    });
    const large = await get(new URL(product.image_url!).pathname);
    expect([large.status, large.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(large.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await large.arrayBuffer()).equals(jpeg('large'))).toBe(true);
    const small = await get(new URL(product.image_front_small_url!).pathname);
    expect(small.headers.get('content-type')).toBe('image/png');
  });

  test('is fetched once, also by many at once and after a restart', async () => {
    const { get, directory } = open();
    const allAsk = Promise.withResolvers<void>();
    host.answers.set(LARGE, async () => {
      await allAsk.promise;
      return send(jpeg())();
    });
    const path = `/product-picture/${GRANOLA}/400`;
    const asked = Array.from({ length: 20 }, () => get(path));
    await until(() => host.asked.length > 0);
    allAsk.resolve();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await get(path)).status).toBe(200);
    expect(host.asked).toEqual([LARGE]);
    expect(readdirSync(directory)).toHaveLength(1);
    const again = open(directory);
    expect((await again.get(path)).status).toBe(200);
    expect(host.asked).toEqual([]);
  });

  test('costs a browser that has it nothing', async () => {
    const { get } = open();
    host.answers.set(LARGE, send(jpeg()));
    const path = `/product-picture/${GRANOLA}/400`;
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test('that cannot be had is 404, and not asked for again for a while', async () => {
    const { get, clock, failures } = open();
    const path = `/product-picture/${GRANOLA}/400`;
    for (let i = 0; i < 5; i++) {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([404, '{"detail":"Picture not found"}']);
    }
    expect(host.asked).toEqual([LARGE]);
    expect(failures).toHaveLength(1);
    host.answers.set(LARGE, send(jpeg()));
    clock.nowMs += 9 * MINUTE_MS;
    expect((await get(path)).status).toBe(404);
    clock.nowMs += 2 * MINUTE_MS;
    expect((await get(path)).status).toBe(200);
  });

  test('is fetched for foods of the catalogue only, and no other address is ever asked', async () => {
    const { get } = open();
    for (const [target, status] of [
      [`/product-picture/${BARE}/400`, 404],
      ['/product-picture/4000000000006/400', 404],
      ['/product-picture/9999999999999999/400', 404],
      [`/product-picture/${GRANOLA}/full`, 401],
      [`/product-picture/${GRANOLA}/400?url=https://evil.example/x.jpg`, 404],
      ['/product-picture/https%3A%2F%2Fevil.example/400', 401],
      [`/product-picture/${GRANOLA}/__proto__`, 401],
      ['/product-picture/-1/400', 401],
    ] as const) {
      expect([target, (await get(target)).status]).toEqual([target, status]);
    }
    expect(host.asked).toEqual([LARGE]);
  });

  test('is refused as busy when its host hangs, and found once it has come after all', async () => {
    const { promise: sent, resolve: send } = Promise.withResolvers<Buffer>();
    const later: (() => void)[] = [];
    const pictures = new ProductPictures({
      store: new PictureStore({ directory: mkdtempSync(join(tmpdir(), 'larder-pictures-')), mostBytes: 1e6 }),
      fetch: () => sent,
      after: (_delayMs, act) => void later.push(act),
    });
    const find = () => pictures.find('https://pictures.example/1.jpg');
    const both = [find(), find()];
    await until(() => later.length === 2);
    for (const act of later) act();
    expect(await Promise.all(both)).toEqual(['busy', 'busy']);
    send(jpeg());
    expect(await find()).toMatchObject({ bytes: jpeg() });
  });

  test('is refused as busy when too many are waited for', async () => {
    const waiting: (() => void)[] = [];
    let isSlow = true;
    const pictures = new ProductPictures({
      store: new PictureStore({ directory: mkdtempSync(join(tmpdir(), 'larder-pictures-')), mostBytes: 1e6 }),
      fetch: async () => {
        if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
        return jpeg();
      },
    });
    let busy = 0;
    const all = Array.from({ length: 200 }, async (_, at) => {
      const found = await pictures.find(`https://pictures.example/${at}.jpg`);
      if (found === 'busy') busy++;
      return found;
    });
    await until(() => busy === 200 - 126);
    // Only a few are fetched at once, and all that wait get their turn.
    expect(waiting).toHaveLength(6);
    isSlow = false;
    for (const finish of waiting) finish();
    expect((await Promise.all(all)).filter((found) => found !== 'busy' && found !== null)).toHaveLength(126);
  });
});

describe('larder serve', () => {
  const start = async (...flags: string[]) =>
    startServer(['--catalog', await compatCatalog(), '--limits', 'off', ...flags]);

  test('fetches nothing and has no such path without --pictures', async () => {
    const server = await start('--compat', 'openfoodfacts');
    const answer = await fetch(new URL(`/product-picture/${GRANOLA}/400`, server.origin));
    const { product } = (await (
      await fetch(new URL(`/api/v2/product/${GRANOLA}`, server.origin))
    ).json()) as {
      product: { image_url: string };
    };
    await server.stop();
    expect(answer.status).toBe(401);
    expect(product.image_url).toStartWith('https://images.openfoodfacts.org/');
  });

  test.each([
    [['--pictures', 'x', '--public-url', PUBLIC], '--compat'],
    [['--pictures', 'x', '--compat', 'openfoodfacts'], '--public-url'],
    [['--pictures', '/proc/none', '--compat', 'openfoodfacts', '--public-url', PUBLIC], '/proc/none'],
  ])('refuses %j in one line', async (flags, named) => {
    await expect(start(...flags)).rejects.toThrow(named);
  });

  test('keeps pictures in the directory that it creates', async () => {
    const directory = join(mkdtempSync(join(tmpdir(), 'larder-pictures-')), 'new', 'one');
    const server = await start(
      ...['--compat', 'openfoodfacts', '--pictures', directory, '--public-url', 'http://127.0.0.1:1'],
    );
    const { product } = (await (
      await fetch(new URL(`/api/v2/product/${GRANOLA}`, server.origin))
    ).json()) as {
      product: { image_url: string };
    };
    const searched = (await (
      await fetch(new URL('/cgi/search.pl?search_terms=granola&fields=image_url', server.origin))
    ).json()) as { products: { image_url: string }[] };
    await server.stop();
    expect(readdirSync(directory)).toEqual([]);
    expect(product.image_url).toBe(`http://127.0.0.1:1/product-picture/${GRANOLA}/400`);
    expect(searched.products[0]?.image_url).toBe(product.image_url);
  });
});
