import type { AppTable } from '../app-scenario.ts';
import { BARE, GRANOLA, granola } from '../products.ts';

const HEADERS = {
  'User-Agent':
    'OpenNutriTracker - Android - Version 1.0.0 - https://github.com/simonoppowa/OpenNutriTracker',
};
const FIELDS =
  'code%2Cbrands%2Cproduct_name%2Cproduct_name_en%2Cproduct_name_de%2Cproduct_name_fr%2Curl%2Cimage_url%2Cimage_front_thumb_url%2Cimage_front_url%2Cproduct_quantity%2Cquantity%2Cserving_quantity%2Cserving_size%2Cnutriments';
const FOLDER = 'https://images.openfoodfacts.org/images/products/400/638/177/7018';

const READ_PRODUCT = {
  ...granola(
    `code product_name product_name_en product_name_fr product_name_de brands image_front_url quantity
    product_quantity serving_quantity serving_size`,
    `energy-kcal_100g carbohydrates_100g fat_100g proteins_100g sugars_100g saturated-fat_100g fiber_100g`,
  ),
  image_front_thumb_url: `${FOLDER}/front_en.7.200.jpg`,
  image_url: `${FOLDER}/front_en.7.400.jpg`,
  url: `https://world.openfoodfacts.org/product/${GRANOLA}`,
};

/** It cannot read a product without `nutriments`, nor an answer without `status_verbose`. */
export const OPEN_NUTRI_TRACKER: AppTable = {
  app: 'OpenNutriTracker',
  headers: HEADERS,
  scenarios: [
    {
      name: 'looks up a barcode',
      target: `/api/v2/product/${GRANOLA}?fields=${FIELDS}&json=true`,
      reads: { status: 1, status_verbose: 'product found', product: READ_PRODUCT },
    },
    {
      name: 'reads a product about which nearly nothing is known',
      target: `/api/v2/product/${BARE}?fields=${FIELDS}&json=true`,
      reads: { status: 1, status_verbose: 'product found', product: { code: BARE, nutriments: {} } },
      lacks: ['product.product_quantity', 'product.serving_quantity', 'product.image_url'],
    },
    {
      name: 'searches',
      target: `/cgi/search.pl?search_terms=hazelnut+granola&fields=${FIELDS}&json=true`,
      reads: { count: 1, page: 1, page_count: 1, page_size: 24, products: [READ_PRODUCT] },
    },
    {
      name: 'finds nothing',
      target: `/cgi/search.pl?search_terms=zzzzqqqq&fields=${FIELDS}&json=true`,
      reads: { count: 0, page: 1, page_count: 0, page_size: 24, products: [] },
    },
    {
      name: 'takes 404 for a product that is not there',
      target: `/api/v2/product/4000000000006?fields=${FIELDS}&json=true`,
      status: 404,
      reads: { status: 0, status_verbose: 'product not found' },
    },
  ],
};
