import type { AppTable } from '../app-scenario.ts';
import { BARE, GRANOLA } from '../products.ts';
import { SEARCH_HOST } from './search-host.ts';

const HEADERS = { Accept: 'application/json' };

/**
 * TraceApps/nutritrace, `src/lib/api.js`. It escapes what is typed, adds the country as a filter, and fetches the product
 * of a hit by its code. Any status that begins with `success` is one.
 */
export const NUTRI_TRACE: AppTable = {
  app: 'NutriTrace',
  headers: HEADERS,
  scenarios: [
    {
      name: 'searches in a country',
      target:
        '/search?q=hazelnut+granola+%2Bcountries_tags%3A%22en%3Agermany%22&page_size=50&page=1&langs=en',
      headers: SEARCH_HOST,
      reads: {
        count: 1,
        hits: [
          {
            code: GRANOLA,
            product_name: 'Hazelnut crunch granola',
            brands: ['Mühlenhof', 'Kornblume'],
            quantity: '500 g',
            nutriscore_grade: 'c',
            nutriments: { 'energy-kcal_100g': 454, fat_100g: 18, sodium_100g: 0.12 },
          },
        ],
      },
    },
    {
      name: 'searches in another country, where there is none',
      target: '/search?q=granola+%2Bcountries_tags%3A%22en%3Anorway%22&page_size=50&page=1&langs=en',
      headers: SEARCH_HOST,
      reads: { count: 0, hits: [] },
    },
    {
      name: 'searches for signs that mean something in a query',
      target: '/search?q=yogurt+%5C%28apple%5C%29+%5C%26%5C%26+%5C%22&page_size=50&page=1&langs=de',
      headers: SEARCH_HOST,
      reads: { count: 1, hits: [{ product_name: 'Apple yogurt' }] },
    },
    {
      name: 'fetches the product of a hit',
      target: `/api/v3/product/${GRANOLA}?lc=de`,
      reads: {
        status: 'success',
        product: {
          product_name: 'Knuspermüsli Haselnuss',
          brands: 'Mühlenhof, Kornblume',
          serving_size: '1 bowl (40 g)',
          serving_quantity: 40,
          nutrition_data_per: '100g',
          nutriments: { 'energy-kcal_100g': 454, 'energy-kcal_serving': 181.6 },
        },
      },
    },
    {
      name: 'asks for the nutrition of version 3.5',
      target: `/api/v3.5/product/${GRANOLA}?fields=nutrition`,
      reads: {
        status: 'success',
        product: {
          nutrition: {
            aggregated_set: {
              preparation: 'as_sold',
              per: '100g',
              nutrients: { 'energy-kcal': { value: 454, unit: 'kcal' }, fat: { value: 18, unit: 'g' } },
            },
          },
        },
      },
      lacks: ['product.nutriments'],
    },
    {
      name: 'is told of a product that is not there',
      target: '/api/v3/product/4000000000006?lc=en',
      status: 404,
      reads: { status: 'failure' },
      lacks: ['product'],
    },
    {
      name: 'reads a product about which nearly nothing is known',
      target: `/api/v3.5/product/${BARE}?fields=nutrition`,
      reads: { status: 'success', product: {} },
      lacks: ['product.nutrition'],
    },
  ],
};
