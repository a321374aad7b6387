import type { AppTable } from '../app-scenario.ts';
import { BARE, GRANOLA, granola } from '../products.ts';

const HEADERS = { 'User-Agent': 'wger/2.5 - https://github.com/wger-project', Accept: '*/*' };

/** It reaches Open Food Facts through openfoodfacts-python, which takes 404 for "no such product". */
export const WGER: AppTable = {
  app: 'wger',
  headers: HEADERS,
  scenarios: [
    {
      name: 'looks up a barcode, whole',
      target: `/api/v2/product/${GRANOLA}`,
      reads: {
        status: 1,
        product: {
          ...granola(
            `code lang product_name product_name_de product_name_en generic_name brands serving_size
            ingredients_analysis_tags`,
            `energy-kcal_100g energy-kj_100g proteins_100g carbohydrates_100g fat_100g saturated-fat_100g
            sodium_100g sugars_100g fiber_100g`,
          ),
          nutrition_grades: 'c',
        },
      },
    },
    {
      name: 'leaves out a product without nutrients, whose members it looks for by name',
      target: `/api/v2/product/${BARE}`,
      reads: { status: 1, product: { code: BARE, nutriments: {} } },
      lacks: ['product.nutriments.proteins_100g', 'product.nutrition_grades', 'product.lang'],
    },
    {
      name: 'asks for pictures, which need the name of their photographer',
      target: `/api/v2/product/${GRANOLA}?fields=images,image_front_url`,
      reads: {
        status: 1,
        product: {
          image_front_url:
            'https://images.openfoodfacts.org/images/products/400/638/177/7018/front_en.7.400.jpg',
        },
      },
      lacks: ['product.images'],
    },
    {
      name: 'takes 404 for a product that is not there',
      target: '/api/v2/product/4000000000006',
      status: 404,
      reads: { status: 0 },
    },
  ],
};
