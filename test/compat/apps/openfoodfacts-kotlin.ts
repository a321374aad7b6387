import { expect } from 'bun:test';
import type { AppTable } from '../app-scenario.ts';
import { GRANOLA } from '../products.ts';

const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'OpenFoodFacts Kotlin SDK' };

/** `OpenFoodFactsKtorClient.kt`. Members that it does not name are ignored, and those that are missing have a default. */
export const OPENFOODFACTS_KOTLIN: AppTable = {
  app: 'openfoodfacts-kotlin',
  headers: HEADERS,
  scenarios: [
    {
      name: 'gets a product',
      target: `/api/v0/product/${GRANOLA}.json`,
      reads: {
        code: GRANOLA,
        status: 1,
        status_verbose: 'product found',
        product: {
          product_name: 'Hazelnut crunch granola',
          brands: 'Mühlenhof, Kornblume',
          brands_tags: ['muhlenhof', 'kornblume'],
          selected_images: { front: { display: { en: expect.stringContaining('front_en.7.400.jpg') } } },
        },
      },
    },
    {
      name: 'takes 200 with a status of 0 for a product that is not there',
      target: '/api/v0/product/4000000000006.json',
      reads: { status: 0 },
    },
    {
      name: 'searches by name',
      target: '/cgi/search.pl?search_simple=1&json=1&action=process&search_terms=yogurt&page=1&fields=code',
      reads: { count: 5, page: 1, page_size: 24, skip: 0 },
    },
  ],
};
