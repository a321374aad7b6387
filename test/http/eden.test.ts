import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { treaty } from '@elysiajs/eden';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { type App, createApp } from '../../src/http/app.ts';
import { listenFor } from '../../src/http/listen.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

describe("Elysia's typed client", () => {
  let catalog: OpenedCatalog;
  let server: Bun.Server<undefined>;
  let larder: ReturnType<typeof treaty<App>>;
  beforeAll(async () => {
    catalog = openCatalog(await fixtureCatalog());
    const app = createApp({ catalog });
    server = listenFor(app, { host: '127.0.0.1', port: 0 });
    larder = treaty<App>(server.url.origin);
  });
  afterAll(async () => {
    await server.stop(true);
    catalog.close();
  });

  test('searches, with parameters of the right types', async () => {
    const { data, status } = await larder.search.get({ query: { q: 'hazelnut', limit: 1, source: 'off' } });
    const names: string[] | undefined = data?.map(({ name }) => name);
    expect([status, names?.length]).toEqual([200, 1]);
    // @ts-expect-error a limit is a number
    const wrong = await larder.search.get({ query: { q: 'hazelnut', limit: 'many' } });
    expect(wrong.status).toBe(422);
    // @ts-expect-error the query is required
    expect((await larder.search.get({ query: {} })).status).toBe(422);
  });

  test('reads a food, whose nutrients may be unknown', async () => {
    const { data } = await larder.food({ food_id: 4006381333931 }).get();
    const kcal: number | null | undefined = data?.calories_kcal;
    expect(kcal).toBe(539);
    // @ts-expect-error unknown nutrients are null, so a value is not simply a number
    const certain: number | undefined = data?.fiber_g;
    expect(certain).toBe(3.4);
  });

  test('distinguishes problems by their status', async () => {
    const { error } = await larder.barcode({ code: 'abc' }).get();
    expect(error?.status).toBe(404 as never);
    if (error?.status === 404) expect<string>(error.value.detail).toBe('Barcode not found');
    const { error: invalid } = await larder.search.get({ query: { q: 'a' } });
    if (invalid?.status === 422)
      expect<string | undefined>(invalid.value.detail[0]?.msg).toMatch(/at least 2/);
    expect(invalid?.status).toBe(422 as never);
  });

  test('lists popular foods, categories and health', async () => {
    expect((await larder.foods.popular.get({ query: { limit: 2, has_image: false } })).data).toHaveLength(2);
    const counts: { category: string; count: number }[] | null = (await larder.foods.categories.get()).data;
    expect(counts).toContainEqual({ category: 'Spreads', count: 3 });
    expect((await larder.health.get()).data?.foods_in_db).toBe(catalog.size);
  });
});
