import type { Catalog, PopularRequest, SearchRequest } from '../food/catalog.ts';
import { type Additions, extend, hasAdditions } from './additions.ts';
import { fromJson, type Made, type TaskFunctions } from './task.ts';

/** The lists of the API as JSON text. */
export const LISTS: TaskFunctions<{ catalog: Catalog }> = {
  search: fromJson(({ catalog }, request: SearchRequest & Additions) => json(search(catalog, request))),
  popular: fromJson(({ catalog }, request: PopularRequest) => json(catalog.listPopular(request))),
  categories: ({ catalog }) => json(catalog.listCategories()),
};

function search(catalog: Catalog, request: SearchRequest & Additions): object[] {
  if (!hasAdditions(request)) return catalog.search(request);
  const { foods, matches } = catalog.searchRead(request);
  return foods.map((food, at) => extend(catalog, food, request, matches[at] ?? null));
}

function json(list: readonly unknown[]): Made {
  return { status: 200, text: JSON.stringify(list) };
}
