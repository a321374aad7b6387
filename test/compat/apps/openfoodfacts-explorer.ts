import type { AppTable } from '../app-scenario.ts';
import { GRANOLA } from '../products.ts';
import { SEARCH_HOST } from './search-host.ts';

const JSON_HEADERS = { 'Content-Type': 'application/json', ...SEARCH_HOST };

/** `src/routes/search/+page.server.ts` and `src/routes/explore/+page.ts`. It takes any error for a reason to stop. */
export const OPENFOODFACTS_EXPLORER: AppTable = {
  app: 'Open Food Facts Explorer',
  scenarios: [
    {
      name: 'searches, with facets and charts',
      method: 'POST',
      target: '/search',
      headers: JSON_HEADERS,
      body: JSON.stringify({
        q: 'yogurt',
        langs: ['en'],
        page: 1,
        page_size: 24,
        sort_by: '-unique_scans_n',
        facets: ['brands', 'categories', 'nutrition_grades', 'environmental_score_grade'],
        charts: [
          { chart_type: 'DistributionChart', field: 'nutrition_grades' },
          { chart_type: 'ScatterChart', x: 'nutriscore_score', y: 'nutriments.fiber_100g' },
        ],
      }),
      reads: {
        count: 5,
        page: 1,
        page_count: 1,
        hits: ['Elderberry', 'Date', 'Cherry', 'Banana', 'Apple'].map((fruit) => ({
          product_name: `${fruit} yogurt`,
        })),
        facets: {
          brands: {
            name: 'brands',
            items: [{ key: 'weide', name: 'Weide', count: 5, selected: false }],
            count_error_margin: 0,
          },
          categories: { items: [{ key: 'en:yogurts', name: 'Yogurts', count: 5 }] },
          nutrition_grades: { items: [] },
          environmental_score_grade: { items: [] },
        },
        charts: {},
      },
    },
    {
      name: 'explores a category',
      method: 'POST',
      target: '/search',
      headers: JSON_HEADERS,
      body: JSON.stringify({ q: 'categories:"en:breakfasts"', sort_by: '-scans_n', page_size: 10 }),
      reads: { count: 1, hits: [{ code: GRANOLA }] },
    },
    {
      name: 'completes what is typed',
      target: '/autocomplete?q=yog&taxonomy_names=brands%2Ccategories%2Clabels&lang=en&size=5',
      headers: SEARCH_HOST,
      reads: { options: [{ id: 'en:yogurts', text: 'Yogurts', taxonomy_name: 'categories' }] },
    },
    {
      name: 'asks for attributes of several products, which larder does not rate',
      target: `/api/v2/search?code=${GRANOLA}&fields=code,product_name,attribute_groups_en`,
      reads: { products: [{ code: GRANOLA }] },
      lacks: ['products.0.attribute_groups_en'],
    },
    {
      name: 'completes a name of a taxonomy',
      target: '/api/v3/taxonomy_suggestions?tagtype=categories&string=break&lc=en&limit=25',
      reads: {
        suggestions: ['Breakfast cereals', 'Breakfasts'],
        status: 'success',
        errors: [],
        warnings: [],
      },
    },
    {
      name: 'asks for preferences',
      target: '/api/v3.4/preferences',
      reads: {
        preferences: [
          { id: 'not_important' },
          { id: 'important', factor: 1 },
          { id: 'very_important', factor: 2 },
          { id: 'mandatory', factor: 4, minimum_match: 20 },
        ],
        status: 'success',
      },
    },
  ],
};
