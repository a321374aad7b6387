import { afterAll, describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { createCompatRoutes } from '../../src/compat/routes.ts';
import { createApp } from '../../src/http/app.ts';
import { CREPES, extendedCatalog, SKYR, TEA } from '../contract/extended-catalog.ts';

const catalog = openCatalog(await extendedCatalog());
afterAll(() => catalog.close());

/** The last two digits of the codes that a search finds. */
async function find(query: string): Promise<{ codes: number[]; count: number }> {
  const app = createApp({ catalog, pages: createCompatRoutes({ catalog, publicUrl: null, pictures: null }) });
  const answer = await app.handle(new Request(`http://localhost/api/v2/search?fields=code&${query}`));
  const body = (await answer.json()) as { count: number; products: { code: string }[] };
  return { codes: body.products.map(({ code }) => Number(code) % 100), count: body.count };
}

describe('A search of an app for what is without an allergen', () => {
  test.each([
    ['allergens_tags=-en:milk', [55, 31]],
    ['allergens_tags=-milk', [55, 31]],
    ['allergens_tags=-en:milk,-en:sesame-seeds', [31]],
    ['allergens_tags=-en:milk|en:sesame-seeds', [31]],
    ['tagtype_0=allergens&tag_contains_0=does_not_contain&tag_0=milk', [55, 31]],
    [
      'tagtype_0=countries&tag_0=germany&tagtype_1=allergens&tag_contains_1=without&tag_1=en:eggs',
      [17, 48, 55, 31],
    ],
    ['traces_tags=-en:nuts', [17, 55, 31]],
    ['allergens_tags=en:milk', [17, 48, 24]],
    ['allergens_tags=Milch', [17, 48, 24]],
    ['traces_tags=en:nuts&allergens_tags=-en:eggs', [48]],
    ['search_terms=skyr&allergens_tags=-en:milk', []],
    ['search_terms=peppermint&allergens_tags=-en:milk', [31]],
    ['search_terms=tea&sort_by=product_name&allergens_tags=-en:milk', [31]],
    [`code=${SKYR},${CREPES},${TEA}&allergens_tags=-en:eggs`, [17, 31]],
  ])('finds only what is known to be: %s', async (query, expected) => {
    expect(await find(query)).toEqual({ codes: expected, count: expected.length });
  });

  test.each([
    'allergens_tags=-en:xyz',
    'allergens_tags=-en:milk,-__proto__',
    'tagtype_0=allergens&tag_contains_0=does_not_contain&tag_0=xyz',
    `code=${SKYR}&allergens_tags=-en:xyz`,
  ])('finds nothing where it cannot be told: %s', async (query) => {
    expect(await find(query)).toEqual({ codes: [], count: 0 });
  });
});
