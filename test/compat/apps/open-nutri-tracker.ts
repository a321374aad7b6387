import type { AppTable } from '../app-scenario.ts';
import { BARE, GRANOLA } from '../products.ts';

const HEADERS = {
  'User-Agent':
    'OpenNutriTracker - Android - Version 1.0.0 - https://github.com/simonoppowa/OpenNutriTracker',
};
const FIELDS =
  'code%2Cbrands%2Cproduct_name%2Cproduct_name_en%2Cproduct_name_de%2Cproduct_name_fr%2Curl%2Cimage_url%2Cimage_front_thumb_url%2Cimage_front_url%2Cproduct_quantity%2Cquantity%2Cserving_quantity%2Cserving_size%2Cnutriments';
const FOLDER = 'https://images.openfoodfacts.org/images/products/400/638/177/7018';

const READ_PRODUCT = {
  code: GRANOLA,
  product_name: 'Hazelnut crunch granola',
  product_name_en: 'Hazelnut crunch granola',
  product_name_fr: 'Granola croustillant aux noisettes',
  product_name_de: 'Knuspermüsli Haselnuss',
  brands: 'Mühlenhof, Kornblume',
  image_front_thumb_url: `${FOLDER}/front_en.7.200.jpg`,
  image_front_url: `${FOLDER}/front_en.7.400.jpg`,
  image_url: `${FOLDER}/front_en.7.400.jpg`,
  url: `https://world.openfoodfacts.org/product/${GRANOLA}`,
  quantity: '500 g',
  product_quantity: 500,
  serving_quantity: 40,
  serving_size: '1 bowl (40 g)',
  nutriments: {
    'energy-kcal_100g': 454,
    carbohydrates_100g: 58,
    fat_100g: 18,
    proteins_100g: 10.5,
    sugars_100g: 21,
    'saturated-fat_100g': 3.2,
    fiber_100g: 7.5,
  },
};

/** It cannot read a product without `nutriments`, nor an answer without `status_verbose`. */
export const OPEN_NUTRI_TRACKER: AppTable = {
  app: 'OpenNutriTracker',
  scenarios: [
    {
      name: 'looks up a barcode',
      target: `/api/v2/product/${GRANOLA}?fields=${FIELDS}&json=true`,
      headers: HEADERS,
      status: 200,
      reads: { status: 1, status_verbose: 'product found', product: READ_PRODUCT },
    },
    {
      name: 'reads a product about which nearly nothing is known',
      target: `/api/v2/product/${BARE}?fields=${FIELDS}&json=true`,
      headers: HEADERS,
      status: 200,
      reads: { status: 1, status_verbose: 'product found', product: { code: BARE, nutriments: {} } },
      lacks: ['product.product_quantity', 'product.serving_quantity', 'product.image_url'],
    },
    {
      name: 'searches',
      target: `/cgi/search.pl?search_terms=hazelnut+granola&fields=${FIELDS}&json=true`,
      headers: HEADERS,
      status: 200,
      reads: { count: 1, page: 1, page_count: 1, page_size: 24, products: [READ_PRODUCT] },
    },
    {
      name: 'finds nothing',
      target: `/cgi/search.pl?search_terms=zzzzqqqq&fields=${FIELDS}&json=true`,
      headers: HEADERS,
      status: 200,
      reads: { count: 0, page: 1, page_count: 0, page_size: 24, products: [] },
    },
    {
      name: 'takes 404 for a product that is not there',
      target: `/api/v2/product/4000000000006?fields=${FIELDS}&json=true`,
      headers: HEADERS,
      status: 404,
      reads: { status: 0, status_verbose: 'product not found' },
    },
  ],
};
