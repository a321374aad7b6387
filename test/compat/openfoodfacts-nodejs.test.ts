import { afterAll, describe, expect, test } from 'bun:test';
import { OpenFoodFacts, SearchApi } from '@openfoodfacts/openfoodfacts-nodejs';
import { startServer } from '../contract/server-process.ts';
import { compatCatalog } from './compat-catalog.ts';
import { BARE, GRANOLA } from './products.ts';

/** Open Food Facts' own client for JavaScript, unmodified. */
const catalog = await compatCatalog();
const server = await startServer(['--catalog', catalog, '--limits', 'off', '--compat', 'openfoodfacts']);
const client = new OpenFoodFacts(globalThis.fetch, { host: server.origin.origin });
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

  test('learns what products can be rated by', async () => {
    const { data } = await client.getAttributeGroups();
    const groups = data as unknown as { id: string; attributes: { id: string; values: string[] }[] }[];
    expect(groups.flatMap(({ attributes }) => attributes.map(({ id }) => id))).toEqual(
      expect.arrayContaining([
        ...['nutriscore', 'low_salt', 'low_sugars', 'low_fat', 'low_saturated_fat', 'nova', 'additives'],
        ...['allergens_no_gluten', 'allergens_no_sesame_seeds', 'vegan', 'vegetarian', 'palm_oil_free'],
        ...['labels_organic', 'labels_fair_trade'],
      ]),
    );
    expect(groups[0]!.attributes[0]!.values).toContain('mandatory');
  });

  test('does not get to change a product', async () => {
    const product = { code: GRANOLA, product_name: 'Mine' } as never;
    const isSaved = await client.addOrEditProductV2(product, { username: 'someone', password: 'secret' });
    expect(isSaved).toBe(false);
  });
});

describe('Its client of the search service', () => {
  const service = () =>
    new SearchApi(globalThis.fetch, { baseUrl: `${server.origin.origin}/search-a-licious` });

  test('searches by GET and by POST', async () => {
    const query = { q: 'yogurt', page_size: 2, sort_by: '-unique_scans_n' };
    const got = await service().searchGet(query as never);
    expect(got.data as unknown).toMatchObject({
      count: 5,
      page_count: 3,
      hits: [{ product_name: 'Elderberry yogurt' }, { product_name: 'Date yogurt' }],
    });
    const posted = await service().search({ ...query, langs: ['en'], facets: ['brands'] } as never);
    expect(posted.data as unknown).toMatchObject({
      count: 5,
      facets: { brands: { items: [{ key: 'weide', count: 5 }] } },
    });
  });

  test('is told what is wrong with a query', async () => {
    const { error, response } = await service().searchGet({ q: 'colour:red' } as never);
    expect(response.status).toBe(400);
    expect(error as unknown).toMatchObject({ errors: [{ title: 'QueryCheckError' }] });
  });

  test('gets a document, completes a word, and finds the service healthy', async () => {
    const { data } = await service().getDocument(GRANOLA);
    expect(data).toMatchObject({ code: GRANOLA, brands: ['Mühlenhof', 'Kornblume'] });
    expect((await service().getDocument('4000000000006')).response.status).toBe(404);
    const completed = await service().autocomplete({ q: 'co', taxonomy_names: 'categories' } as never);
    expect(completed.data as unknown).toMatchObject({ options: [{ id: 'en:colas', text: 'Colas' }] });
    expect((await service().healthCheck()).response.status).toBe(200);
  });
});
