import type { AppTable } from '../app-scenario.ts';
import { COLA, GRANOLA } from '../products.ts';

const HEADERS = { 'User-Agent': 'Food You/3.5.0', Accept: 'application/json', 'Accept-Charset': 'UTF-8' };
const FIELDS =
  'product_name%2Ccode%2Cnutriments%2Cbrands%2Cserving_quantity%2Cserving_quantity_unit%2Cproduct_quantity%2Cproduct_quantity_unit%2Curl';

/** Its numbers are numbers, never texts, and it takes a product for a drink by its units. */
export const FOOD_YOU: AppTable = {
  app: 'FoodYou',
  scenarios: [
    {
      name: 'looks up a barcode in a country',
      target: `/api/v2/product/${GRANOLA}?countries=germany&fields=${FIELDS}`,
      headers: HEADERS,
      status: 200,
      reads: {
        product: {
          product_name: 'Hazelnut crunch granola',
          brands: 'Mühlenhof, Kornblume',
          code: GRANOLA,
          product_quantity: 500,
          product_quantity_unit: 'g',
          serving_quantity: 40,
          serving_quantity_unit: 'g',
          nutriments: {
            'energy-kcal_100g': 454,
            proteins_100g: 10.5,
            proteins_unit: 'g',
            carbohydrates_100g: 58,
            fat_100g: 18,
            'saturated-fat_100g': 3.2,
            sugars_100g: 21,
            salt_100g: 0.3,
            sodium_100g: 0.12,
            fiber_100g: 7.5,
            cholesterol_100g: 0.004,
            potassium_100g: 0.4,
            calcium_100g: 0.055,
            iron_100g: 0.0036,
            'vitamin-c_100g': 0.0012,
            'vitamin-b12_100g': 0.0000004,
          },
        },
      },
    },
    {
      name: 'recognises a drink',
      target: `/api/v2/product/${COLA}?fields=${FIELDS}`,
      headers: HEADERS,
      status: 200,
      reads: {
        product: {
          product_quantity: 330,
          product_quantity_unit: 'ml',
          serving_quantity: 250,
          serving_quantity_unit: 'ml',
        },
      },
      lacks: ['product.nutriments.salt_100g', 'product.nutriments.fiber_100g'],
    },
    {
      name: 'searches in a country, by name',
      target: `/cgi/search.pl?search_simple=1&json=1&search_terms=yogurt&countries=France&page=1&page_size=50&sort_by=product_name&fields=${FIELDS}`,
      headers: HEADERS,
      status: 200,
      reads: {
        count: 3,
        page: 1,
        page_size: 50,
        products: ['Apple', 'Cherry', 'Elderberry'].map((fruit) => ({ product_name: `${fruit} yogurt` })),
      },
    },
    {
      name: 'turns to the next page, until it has as many as the count',
      target: `/cgi/search.pl?search_simple=1&json=1&search_terms=yogurt&page=2&page_size=3&sort_by=product_name&fields=${FIELDS}`,
      headers: HEADERS,
      status: 200,
      reads: {
        count: 5,
        page: 2,
        page_size: 3,
        products: [{ product_name: 'Date yogurt' }, { product_name: 'Elderberry yogurt' }],
      },
    },
    {
      name: 'takes 404 for a product that is not there',
      target: `/api/v2/product/4000000000006?fields=${FIELDS}`,
      headers: HEADERS,
      status: 404,
      reads: { status: 0 },
    },
  ],
};
