import type { AppTable } from '../app-scenario.ts';
import { COLA, GRANOLA, granola } from '../products.ts';

const HEADERS = { 'User-Agent': 'Food You/3.5.0', Accept: 'application/json', 'Accept-Charset': 'UTF-8' };
const FIELDS =
  'product_name%2Ccode%2Cnutriments%2Cbrands%2Cserving_quantity%2Cserving_quantity_unit%2Cproduct_quantity%2Cproduct_quantity_unit%2Curl';

/** Its numbers are numbers, never texts, and it takes a product for a drink by its units. */
export const FOOD_YOU: AppTable = {
  app: 'FoodYou',
  headers: HEADERS,
  scenarios: [
    {
      name: 'looks up a barcode in a country',
      target: `/api/v2/product/${GRANOLA}?countries=germany&fields=${FIELDS}`,
      reads: {
        product: granola(
          `product_name brands code product_quantity product_quantity_unit serving_quantity
          serving_quantity_unit`,
          `energy-kcal_100g proteins_100g carbohydrates_100g fat_100g saturated-fat_100g sugars_100g salt_100g
          sodium_100g fiber_100g cholesterol_100g potassium_100g calcium_100g iron_100g vitamin-c_100g
          vitamin-b12_100g`,
          { proteins_unit: 'g' },
        ),
      },
    },
    {
      name: 'recognises a drink',
      target: `/api/v2/product/${COLA}?fields=${FIELDS}`,
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
      status: 404,
      reads: { status: 0 },
    },
  ],
};
