import type { AppTable } from '../app-scenario.ts';
import { BARE, GRANOLA } from '../products.ts';

const HEADERS = { 'User-Agent': 'wger/2.5 - https://github.com/wger-project', Accept: '*/*' };

/** It reaches Open Food Facts through openfoodfacts-python, which takes 404 for "no such product". */
export const WGER: AppTable = {
  app: 'wger',
  scenarios: [
    {
      name: 'looks up a barcode, whole',
      target: `/api/v2/product/${GRANOLA}`,
      headers: HEADERS,
      status: 200,
      reads: {
        status: 1,
        product: {
          code: GRANOLA,
          lang: 'en',
          product_name: 'Hazelnut crunch granola',
          product_name_de: 'Knuspermüsli Haselnuss',
          product_name_en: 'Hazelnut crunch granola',
          generic_name: 'Baked oats with hazelnuts',
          brands: 'Mühlenhof, Kornblume',
          serving_size: '1 bowl (40 g)',
          ingredients_analysis_tags: ['en:palm-oil-free', 'en:non-vegan', 'en:vegetarian'],
          nutrition_grades: 'c',
          nutriments: {
            'energy-kcal_100g': 454,
            'energy-kj_100g': 1900,
            proteins_100g: 10.5,
            carbohydrates_100g: 58,
            fat_100g: 18,
            'saturated-fat_100g': 3.2,
            sodium_100g: 0.12,
            sugars_100g: 21,
            fiber_100g: 7.5,
          },
        },
      },
    },
    {
      name: 'leaves out a product without nutrients, whose members it looks for by name',
      target: `/api/v2/product/${BARE}`,
      headers: HEADERS,
      status: 200,
      reads: { status: 1, product: { code: BARE, nutriments: {} } },
      lacks: ['product.nutriments.proteins_100g', 'product.nutrition_grades', 'product.lang'],
    },
    {
      name: 'asks for pictures, which need the name of their photographer',
      target: `/api/v2/product/${GRANOLA}?fields=images,image_front_url`,
      headers: HEADERS,
      status: 200,
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
      headers: HEADERS,
      status: 404,
      reads: { status: 0 },
    },
  ],
};
