import type { AppTable } from '../app-scenario.ts';
import { GRANOLA } from '../products.ts';

const HEADERS = { 'User-Agent': 'larder test - 1.0', Accept: '*/*' };

/** `src/openfoodfacts/api.py`. Its search service is wherever `base_search_url` says. */
export const OPENFOODFACTS_PYTHON: AppTable = {
  app: 'openfoodfacts-python',
  headers: HEADERS,
  scenarios: [
    {
      name: 'gets some fields of a product',
      target: `/api/v2/product/${GRANOLA}?fields=code,product_name`,
      reads: { status: 1, product: { code: GRANOLA, product_name: 'Hazelnut crunch granola' } },
    },
    {
      name: 'gets a product of version 3, whose status is not 0',
      target: `/api/v3/product/${GRANOLA}`,
      reads: { status: 'success', product: { code: GRANOLA } },
    },
    {
      name: 'takes 404 for a product that is not there',
      target: '/api/v2/product/4000000000006',
      status: 404,
      reads: { status: 0 },
    },
    {
      name: 'searches for a text',
      target: '/cgi/search.pl?search_terms=yogurt&page=1&page_size=20&sort_by=last_modified_t&json=1',
      reads: { count: 5, page: 1, page_size: 20 },
    },
    {
      name: 'searches by the search service',
      target: '/search-a-licious/search?q=yogurt&page=1&page_size=24&sort_by=-unique_scans_n',
      reads: { count: 5, page_count: 1, hits: [{ product_name: 'Elderberry yogurt' }, {}, {}, {}, {}] },
    },
    {
      name: 'saves a product, which is refused',
      method: 'POST',
      target: '/cgi/product_jqm2.pl',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `code=${GRANOLA}&product_name=Mine`,
      status: 403,
      reads: { status: 0 },
    },
  ],
};
