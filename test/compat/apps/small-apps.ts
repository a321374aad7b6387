import type { AppTable } from '../app-scenario.ts';
import { COLA, GRANOLA } from '../products.ts';
import { SEARCH_HOST } from './search-host.ts';

const FIELDS =
  'code,product_name,brands,nutriments,quantity,image_front_small_url,nutriscore_grade,nova_group';

/** What dozens of small apps send to the search service and to the newest versions. */
export const SMALL_APPS: AppTable = {
  app: 'Small apps',
  scenarios: [
    {
      name: 'search for words and a country',
      target: `/search?q=granola%20AND%20countries_tags%3A%22en%3Agermany%22&page_size=20&fields=${FIELDS}`,
      headers: SEARCH_HOST,
      reads: {
        hits: [
          {
            code: GRANOLA,
            brands: ['Mühlenhof', 'Kornblume'],
            nutriments: { 'energy-kcal_100g': 454 },
            quantity: '500 g',
            nutriscore_grade: 'c',
            nova_group: 4,
          },
        ],
      },
      lacks: ['hits.0._score', 'hits.0.ingredients_text'],
    },
    {
      name: 'search in a language, with parameters of other services',
      target:
        '/search?q=granola%20lang%3Aen&langs=de,en&page_size=25&lc=de&json=1&sort_by=&boost_phrase=true',
      headers: SEARCH_HOST,
      reads: {
        count: 1,
        hits: [
          {
            code: GRANOLA,
            product_name: 'Hazelnut crunch granola',
            product_name_de: 'Knuspermüsli Haselnuss',
          },
        ],
      },
    },
    {
      name: 'search for a label without an allergen',
      target: '/search?q=labels_tags%3A%22en%3Aorganic%22%20-allergens_tags%3A%22en%3Amilk%22',
      headers: SEARCH_HOST,
      reads: { count: 0, hits: [] },
    },
    {
      name: 'read amounts and their basis from version 3.6',
      target: `/api/v3.6/product/${COLA}?fields=code,product_name,nutrition,serving_quantity,nutriments`,
      reads: {
        product: {
          serving_quantity: 250,
          nutrition: { aggregated_set: { per: '100ml', nutrients: { sugars: { value: 10.6 } } } },
          nutriments: { sugars_100g: 10.6 },
        },
      },
      lacks: ['product.nutrition.aggregated_set.nutrients.sodium'],
    },
    {
      name: 'choose by category and country, the most scanned first',
      target:
        '/api/v2/search?categories_tags=yogurts&countries_tags_en=france&sort_by=scans_n&fields=code,product_name,nutrition_grades,image_front_small_url',
      reads: {
        count: 3,
        products: ['Elderberry', 'Cherry', 'Apple'].map((fruit) => ({ product_name: `${fruit} yogurt` })),
      },
    },
  ],
};
