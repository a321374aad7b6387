import type { AppTable } from '../app-scenario.ts';
import { BARE, COLA, GRANOLA, granola } from '../products.ts';

const HEADERS = {
  'User-Agent': 'Waistline - Android - Version 4.6.0 - https://github.com/davidhealey/waistline',
};
const SEARCH = 'search_simple=1&page_size=50&sort_by=unique_scans_n&action=process&json=1';

/** It reads nutriments by `_serving` where a serving has a number, otherwise by `_100g`, all in grams. */
export const WAISTLINE: AppTable = {
  app: 'Waistline',
  headers: HEADERS,
  scenarios: [
    {
      name: 'looks up a barcode',
      target: `/api/v0/product/${GRANOLA}.json`,
      reads: {
        status: 1,
        product: {
          ...granola('code product_name product_name_en brands serving_size quantity', 'energy-kcal_100g', {
            ...{ energy_serving: 760, 'energy-kcal_serving': 181.6, energy_100g: 1900, fat_serving: 7.2 },
            ...{ 'saturated-fat_serving': 1.28, carbohydrates_serving: 23.2, sugars_serving: 8.4 },
            ...{ proteins_serving: 4.2, fiber_serving: 3, salt_serving: 0.12, sodium_serving: 0.048 },
            calcium_serving: 0.022,
          }),
          image_url: 'https://images.openfoodfacts.org/images/products/400/638/177/7018/front_en.7.400.jpg',
        },
      },
    },
    {
      name: 'reads a code that begins with a zero',
      target: `/api/v0/product/${COLA}.json`,
      reads: {
        status: 1,
        product: { code: `0${COLA}`, nutriments: { energy_serving: 440, energy_100g: 176 } },
      },
    },
    {
      name: 'finds nothing, which is 200 in this version',
      target: '/api/v0/product/4000000000006.json',
      reads: { status: 0, status_verbose: 'product not found' },
      lacks: ['product'],
    },
    {
      name: 'reads a product without nutrients or a serving',
      target: `/api/v0/product/${BARE}.json`,
      reads: { product: { code: BARE, nutriments: {} } },
      lacks: ['product.serving_size', 'product.brands', 'product.quantity'],
    },
    {
      name: 'searches, the most scanned first',
      target: `/cgi/search.pl?search_terms=yogurt&${SEARCH}`,
      reads: {
        count: 5,
        products: ['Elderberry', 'Date', 'Cherry', 'Banana', 'Apple'].map((fruit) => ({
          product_name: `${fruit} yogurt`,
          nutriments: { 'energy-kcal_100g': 90 },
        })),
      },
    },
    {
      name: 'searches in one country, with names in one language',
      target: `/cgi/search.pl?search_terms=yogurt&${SEARCH}&tagtype_0=countries&tag_contains_0=contains&tag_0=Germany&lang=de&lc=de`,
      reads: { count: 2, products: [{ product_name: 'Date yogurt' }, { product_name: 'Banana yogurt' }] },
    },
    {
      name: 'filters by a diet that no product is labelled for',
      target: `/cgi/search.pl?search_terms=yogurt&${SEARCH}&tagtype_0=labels&tag_contains_0=contains&tag_0=en%3Agluten-free`,
      reads: { count: 0, products: [] },
    },
    {
      name: 'filters by a diet and a country at once',
      target: `/cgi/search.pl?search_terms=granola&${SEARCH}&tagtype_0=countries&tag_contains_0=contains&tag_0=Germany&tagtype_1=ingredients_analysis&tag_contains_1=contains&tag_1=en%3Avegetarian`,
      reads: { count: 1, products: [{ code: GRANOLA }] },
    },
    {
      name: 'uploads a product, which is refused',
      target:
        '/cgi/product_jqm2.pl?code=4000000000006&user_id=waistline-app&password=waistline&product_name_en=Mine',
      status: 403,
      reads: { status: 0, status_verbose: 'This server is read-only. Send changes to openfoodfacts.org.' },
    },
    {
      name: 'uploads a picture, which is refused',
      method: 'POST',
      target: '/cgi/product_image_upload.pl',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n4000000000006\r\n--x--\r\n',
      status: 403,
      reads: { status: 0 },
    },
  ],
};
