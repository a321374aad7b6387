import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { OpenFoodFacts } from '@openfoodfacts/openfoodfacts-nodejs';
import { type ServerProcess, startServer } from '../contract/server-process.ts';
import { compatCatalog } from './compat-catalog.ts';
import { BARE, GRANOLA } from './products.ts';

/** Open Food Facts' own client for JavaScript, unmodified. */
let server: ServerProcess;
let client: OpenFoodFacts;
beforeAll(async () => {
  const catalog = await compatCatalog();
  server = await startServer(['--catalog', catalog, '--limits', 'off', '--compat', 'openfoodfacts']);
  client = new OpenFoodFacts(globalThis.fetch, { host: server.origin.origin });
});
afterAll(() => server.stop());

describe('openfoodfacts-nodejs', () => {
  test('gets a product of version 3', async () => {
    const { data, error } = await client.getProductV3(GRANOLA);
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      status: 'success',
      result: { id: 'product_found' },
      product: {
        product_name: 'Hazelnut crunch granola',
        brands: 'Mühlenhof, Kornblume',
        nutriments: { fat_100g: 18, fat_serving: 7.2 },
      },
    });
  });

  test('gets some fields of a product of version 3', async () => {
    const { data } = await client.getProductV3(GRANOLA, { fields: ['code', 'product_name'] });
    expect((data as { product: object }).product).toEqual({
      code: GRANOLA,
      product_name: 'Hazelnut crunch granola',
    });
  });

  test('gets a product of version 2', async () => {
    const { data } = await client.getProductV2(GRANOLA);
    expect(data).toMatchObject({
      code: GRANOLA,
      status: 1,
      product: { serving_quantity: 40, image_front_url: expect.stringContaining('front_en.7.400.jpg') },
    });
  });

  test('reads a product about which nearly nothing is known', async () => {
    const { data } = await client.getProductV2(BARE);
    expect(data).toMatchObject({ status: 1, product: { product_name: 'Unlabelled rusks' } });
  });

  test('is told of a product that is not there', async () => {
    const v2 = await client.getProductV2('4000000000006');
    expect(v2.response.status).toBe(404);
    expect(v2.error as unknown).toMatchObject({ status: 0 });
    const v3 = await client.getProductV3('4000000000006');
    expect(v3.error as unknown).toMatchObject({ result: { id: 'product_not_found' } });
  });

  test('searches in a country, the most scanned first', async () => {
    const { data } = await client.search({
      countries_tags_en: 'france',
      sort_by: 'popularity',
      page: 1,
      page_size: 2,
      fields: 'code,product_name',
    } as never);
    expect(data).toMatchObject({
      count: 3,
      page: 1,
      page_size: 2,
      products: [{ product_name: 'Elderberry yogurt' }, { product_name: 'Cherry yogurt' }],
    });
  });

  test('does not get to change a product', async () => {
    const product = { code: GRANOLA, product_name: 'Mine' } as never;
    const isSaved = await client.addOrEditProductV2(product, { username: 'someone', password: 'secret' });
    expect(isSaved).toBe(false);
  });
});
