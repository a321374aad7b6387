import type { AppTable } from '../app-scenario.ts';
import { GRANOLA, granola, WEAK } from '../products.ts';

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
  headers: HEADERS,
  scenarios: [
    {
      name: 'gets a product, whole',
      target: `/api/v3.2/product/${GRANOLA}/?lc=de&tags_lc=de&cc=de&${AGENT}`,
      reads: {
        code: GRANOLA,
        status: 'success',
        errors: [],
        warnings: [],
        result: { id: 'product_found', name: 'Product found', lc_name: 'Product found' },
        product: {
          ...granola(
            `code generic_name brands lang quantity product_quantity serving_size serving_quantity
            image_front_url image_front_small_url ingredients_text ingredients_analysis_tags additives_tags
            allergens_tags traces_tags labels_tags categories_tags last_modified_t`,
            'salt_100g energy-kj_100g',
            { salt_serving: 0.12, fat_serving: 7.2 },
          ),
          product_name: 'Knuspermüsli Haselnuss',
          brands_tags: ['xx:muhlenhof', 'xx:kornblume'],
          schema_version: 1001,
          selected_images: { front: { display: { en: `${FOLDER}/front_en.7.400.jpg` } } },
          countries_tags: ['en:austria', 'en:germany'],
          nutrition_grade_fr: 'c',
          nutrition_data_per: '100g',
        },
      },
    },
    {
      name: 'gets some fields, with names in several languages',
      target: `/api/v3.2/product/${GRANOLA}/?lc=fr%2Cen&tags_lc=fr&fields=code%2Cproduct_name%2Cproduct_name_fr%2Cproduct_name_en%2Cproduct_name_languages&${AGENT}`,
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
      reads: { count: 1, products: [{ code: GRANOLA, last_modified_t: 1_767_225_600 }] },
    },
    {
      name: 'turns pages in a test environment, which has a password of its own',
      method: 'POST',
      target: '/cgi/search.pl',
      headers: { ...FORM, Authorization: 'Basic b2ZmOm9mZg==' },
      body: `search_terms=yogurt&page_size=2&page=3&sort_by=product_name&fields=product_name&json=1&api_version=3.2&${AGENT}`,
      reads: { page: 3, skip: 4, page_count: 1, count: 5, products: [{ product_name: 'Elderberry yogurt' }] },
    },
    {
      name: 'filters by tags, allergens and additives',
      method: 'POST',
      target: '/cgi/search.pl',
      headers: FORM,
      body: `fields=code&tagtype_0=labels&tag_contains_0=contains&tag_0=organic&allergens_tags=en%3Amilk%2C-en%3Apeanuts&ingredients_analysis_tags=en%3Avegetarian%2Cen%3Apalm-oil-free&attribute_unwanted_ingredients_tags=en%3Asugar&search_terms=&json=1&api_version=3.2&${AGENT}`,
      reads: { count: 1, products: [{ code: GRANOLA }] },
    },
    {
      name: 'filters by what is not there',
      method: 'POST',
      target: '/cgi/search.pl',
      headers: FORM,
      body: `fields=code&additives=without&allergens_tags=-en%3Amilk&search_terms=&json=1&api_version=3.2&${AGENT}`,
      reads: { count: 1, products: [{ code: WEAK }] },
    },
    {
      name: 'completes a category, for which it needs three members',
      target: `/autocomplete?q=mue&taxonomy_names=category&lang=en&size=10&fuzziness=0&${AGENT}`,
      headers: { Host: 'search.home.example' },
      reads: { options: [{ id: 'en:mueslis', text: 'Mueslis', taxonomy_name: 'category' }] },
    },
    {
      name: 'asks what products can be rated by',
      target: `/api/v3.4/attribute_groups?lc=en&${AGENT}`,
      reads: {
        status: 'success',
        attribute_groups: [
          { id: 'nutritional_quality' },
          { id: 'processing' },
          { id: 'allergens' },
          { id: 'ingredients_analysis' },
          { id: 'labels' },
        ],
      },
    },
    {
      name: 'completes a brand',
      target: `/api/v3/taxonomy_suggestions?tagtype=brands&string=m%C3%BC&lc=de&${AGENT}`,
      reads: { suggestions: ['Mühlenhof'], status: 'success' },
    },
    {
      name: 'saves packagings, which is refused',
      method: 'PATCH',
      target: `/api/v3/product/${GRANOLA}`,
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
