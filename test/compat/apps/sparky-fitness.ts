import type { AppTable } from '../app-scenario.ts';
import { BARE, COLA, GRANOLA, granola } from '../products.ts';

const HEADERS = {
  'User-Agent': 'sparkyfitnessserver/0.16.0 (https://github.com/CodeWithCJ/SparkyFitness)',
};
const FIELDS =
  'product_name,product_name_en,brands,code,serving_size,serving_quantity,serving_quantity_unit,product_quantity_unit,nutriments,allergens_tags,traces_tags,image_front_url,image_url';
const PICTURE = 'https://images.openfoodfacts.org/images/products/400/638/177/7018/front_en.7.400.jpg';

/** It scales values per 100 g by `serving_quantity`, in grams, and converts them by `_unit`. */
const READ_PRODUCT = {
  ...granola(
    `product_name product_name_en brands code serving_size serving_quantity serving_quantity_unit
    product_quantity_unit allergens_tags traces_tags image_front_url`,
    `energy-kcal_100g proteins_100g carbohydrates_100g fat_100g saturated-fat_100g sodium_100g fiber_100g
    sugars_100g cholesterol_100g potassium_100g vitamin-c_100g vitamin-b12_100g calcium_100g iron_100g`,
    { cholesterol_unit: 'mg', potassium_unit: 'mg', 'vitamin-c_unit': 'mg', 'vitamin-b12_unit': 'µg' },
  ),
  image_url: PICTURE,
};

export const SPARKY_FITNESS: AppTable = {
  app: 'SparkyFitness',
  headers: HEADERS,
  scenarios: [
    {
      name: 'searches in English',
      target: `/cgi/search.pl?search_terms=hazelnut%20granola&search_simple=1&action=process&json=1&page_size=20&page=1&fields=${FIELDS}&lc=en`,
      reads: { count: 1, page: 1, page_size: 20, products: [READ_PRODUCT] },
    },
    {
      name: 'searches in another language, and asks for the name in it',
      target: `/cgi/search.pl?search_terms=granola&search_simple=1&action=process&json=1&page_size=20&page=1&fields=${FIELDS},product_name_fr&lc=fr`,
      reads: { products: [{ product_name_fr: 'Granola croustillant aux noisettes', code: GRANOLA }] },
    },
    {
      name: 'learns from the count that there is another page',
      target: `/cgi/search.pl?search_terms=yogurt&search_simple=1&action=process&json=1&page_size=2&page=1&fields=${FIELDS}&lc=en`,
      reads: { count: 5, page: 1, page_size: 2 },
    },
    {
      name: 'looks up a barcode, with a session cookie from Open Food Facts',
      target: `/api/v2/product/${GRANOLA}.json?fields=${FIELDS}&lc=en`,
      headers: { Cookie: 'session=user_id&someone&user_session&abc' },
      reads: { status: 1, status_verbose: 'product found', product: READ_PRODUCT },
    },
    {
      name: 'reads a drink, whose unit is millilitres',
      target: `/api/v2/product/${COLA}.json?fields=${FIELDS}&lc=en`,
      reads: { status: 1, product: { serving_quantity: 250, serving_quantity_unit: 'ml' } },
      lacks: ['product.nutriments.sodium_100g', 'product.allergens_tags', 'product.image_url'],
    },
    {
      name: 'reads a product about which nearly nothing is known',
      target: `/api/v2/product/${BARE}.json?fields=${FIELDS}&lc=en`,
      reads: { status: 1, product: { product_name: 'Unlabelled rusks', nutriments: {} } },
      lacks: ['product.brands', 'product.serving_quantity', 'product.nutriments.energy-kcal_100g'],
    },
    {
      name: 'takes 404 for a product that is not there',
      target: `/api/v2/product/4000000000006.json?fields=${FIELDS}&lc=en`,
      status: 404,
      reads: { status: 0, status_verbose: 'product not found' },
    },
    {
      name: 'is told that there is nothing to sign in to',
      method: 'POST',
      target: '/cgi/session.pl',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'user_id=someone&password=secret&.submit=Sign-in',
      status: 403,
      reads: { status: 0 },
    },
  ],
};
