import type { AppTable } from '../app-scenario.ts';
import { GRANOLA } from '../products.ts';

const HEADERS = {
  Accept: 'application/json',
  'User-Agent': 'larder test - 1.0',
  From: 'anonymous',
};
const FORM = { ...HEADERS, 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' };
const AGENT = 'app_name=larder+test&app_version=1.0';
const FOLDER = 'https://images.openfoodfacts.org/images/products/400/638/177/7018';

/** It asks for products of version 3 with a slash at the end, and searches by POST. */
export const OPENFOODFACTS_DART: AppTable = {
  app: 'openfoodfacts-dart',
  scenarios: [
    {
      name: 'gets a product, whole',
      target: `/api/v3.2/product/${GRANOLA}/?lc=de&tags_lc=de&cc=de&${AGENT}`,
      headers: HEADERS,
      status: 200,
      reads: {
        code: GRANOLA,
        status: 'success',
        errors: [],
        warnings: [],
        result: { id: 'product_found', name: 'Product found', lc_name: 'Product found' },
        product: {
          code: GRANOLA,
          product_name: 'Knuspermüsli Haselnuss',
          generic_name: 'Baked oats with hazelnuts',
          brands: 'Mühlenhof, Kornblume',
          brands_tags: ['xx:muhlenhof', 'xx:kornblume'],
          schema_version: 1001,
          lang: 'en',
          quantity: '500 g',
          product_quantity: 500,
          serving_size: '1 bowl (40 g)',
          serving_quantity: 40,
          image_front_url: `${FOLDER}/front_en.7.400.jpg`,
          image_front_small_url: `${FOLDER}/front_en.7.200.jpg`,
          selected_images: { front: { display: { en: `${FOLDER}/front_en.7.400.jpg` } } },
          ingredients_text: 'Oats, sugar, hazelnuts 9 %, milk powder',
          ingredients_analysis_tags: ['en:palm-oil-free', 'en:non-vegan', 'en:vegetarian'],
          additives_tags: ['en:e322'],
          allergens_tags: ['en:gluten', 'en:milk', 'en:nuts'],
          traces_tags: ['en:soybeans'],
          labels_tags: ['en:organic'],
          categories_tags: ['en:breakfasts', 'en:breakfast-cereals', 'en:mueslis'],
          countries_tags: ['en:austria', 'en:germany'],
          nutrition_grade_fr: 'c',
          nutrition_data_per: '100g',
          last_modified_t: 1_767_225_600,
          nutriments: { salt_100g: 0.3, salt_serving: 0.12, 'energy-kj_100g': 1900, fat_serving: 7.2 },
        },
      },
    },
    {
      name: 'gets some fields, with names in several languages',
      target: `/api/v3.2/product/${GRANOLA}/?lc=fr%2Cen&tags_lc=fr&fields=code%2Cproduct_name%2Cproduct_name_fr%2Cproduct_name_en%2Cproduct_name_languages&${AGENT}`,
      headers: HEADERS,
      status: 200,
      reads: {
        product: {
          code: GRANOLA,
          product_name: 'Granola croustillant aux noisettes',
          product_name_fr: 'Granola croustillant aux noisettes',
          product_name_en: 'Hazelnut crunch granola',
          product_name_languages: { de: 'Knuspermüsli Haselnuss', en: 'Hazelnut crunch granola' },
        },
      },
      lacks: ['product.nutriments', 'product.brands'],
    },
    {
      name: 'is told of a product that is not there',
      target: `/api/v3.2/product/4000000000006/?${AGENT}`,
      headers: HEADERS,
      status: 404,
      reads: {
        code: '4000000000006',
        status: 'failure',
        result: { id: 'product_not_found' },
        errors: [
          {
            field: { id: 'code', value: '4000000000006' },
            impact: { id: 'failure' },
            message: { id: 'product_not_found' },
          },
        ],
        warnings: [],
      },
      lacks: ['product'],
    },
    {
      name: 'searches by POST, with words joined by a plus',
      method: 'POST',
      target: '/cgi/search.pl',
      headers: FORM,
      body: `lc=en&tags_lc=en&cc=de&fields=code%2Cproduct_name%2Cbrands_tags&search_terms=hazelnut%2Bgranola&page_size=5&page=1&sort_by=unique_scans_n&json=1&api_version=3.2&${AGENT}`,
      status: 200,
      reads: {
        page: 1,
        page_size: 5,
        count: 1,
        page_count: 1,
        skip: 0,
        products: [
          {
            code: GRANOLA,
            product_name: 'Hazelnut crunch granola',
            brands_tags: ['xx:muhlenhof', 'xx:kornblume'],
          },
        ],
      },
    },
    {
      name: 'asks for several codes at once',
      method: 'POST',
      target: '/cgi/search.pl',
      headers: FORM,
      body: `fields=code%2Clast_modified_t&code=${GRANOLA}%2C4000000000006&search_terms=&json=1&api_version=3.2&${AGENT}`,
      status: 200,
      reads: { count: 1, products: [{ code: GRANOLA, last_modified_t: 1_767_225_600 }] },
    },
    {
      name: 'turns pages in a test environment, which has a password of its own',
      method: 'POST',
      target: '/cgi/search.pl',
      headers: { ...FORM, Authorization: 'Basic b2ZmOm9mZg==' },
      body: `search_terms=yogurt&page_size=2&page=3&sort_by=product_name&fields=product_name&json=1&api_version=3.2&${AGENT}`,
      status: 200,
      reads: { page: 3, skip: 4, page_count: 1, count: 5, products: [{ product_name: 'Elderberry yogurt' }] },
    },
    {
      name: 'saves packagings, which is refused',
      method: 'PATCH',
      target: `/api/v3/product/${GRANOLA}`,
      headers: HEADERS,
      body: JSON.stringify({ user_id: 'someone', password: 'secret', product: { packagings: [] } }),
      status: 403,
      reads: {
        status: 'failure',
        errors: [{ impact: { id: 'failure' }, message: { id: 'no_permission' } }],
        warnings: [],
      },
    },
    {
      name: 'saves a product, which is refused',
      method: 'POST',
      target: '/cgi/product_jqm2.pl',
      headers: FORM,
      body: `user_id=someone&password=secret&code=${GRANOLA}&product_name=Mine&${AGENT}`,
      status: 403,
      reads: { status: 0, status_verbose: 'This server is read-only. Send changes to openfoodfacts.org.' },
    },
  ],
};
