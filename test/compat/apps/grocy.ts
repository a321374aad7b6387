import type { AppTable } from '../app-scenario.ts';
import { BARE, GRANOLA } from '../products.ts';

const HEADERS = { 'User-Agent': 'GrocyOpenFoodFactsBarcodeLookupPlugin/1.0 (https://grocy.info)' };

export const GROCY: AppTable = {
  app: 'Grocy',
  headers: HEADERS,
  scenarios: [
    {
      name: 'looks up a barcode, with the name in its own language',
      target: `/api/v2/product/${GRANOLA}?fields=product_name,image_url,product_name_fr`,
      reads: {
        status: 1,
        product: {
          product_name: 'Hazelnut crunch granola',
          product_name_fr: 'Granola croustillant aux noisettes',
          image_url: 'https://images.openfoodfacts.org/images/products/400/638/177/7018/front_en.7.400.jpg',
        },
      },
    },
    {
      name: 'reads a product without a picture and without that language',
      target: `/api/v2/product/${BARE}?fields=product_name,image_url,product_name_fr`,
      reads: { status: 1, product: { product_name: 'Unlabelled rusks' } },
      lacks: ['product.image_url', 'product.product_name_fr'],
    },
    {
      name: 'takes 404 for a product that is not there',
      target: '/api/v2/product/4000000000006?fields=product_name,image_url,product_name_en',
      status: 404,
      reads: { status: 0 },
    },
  ],
};
