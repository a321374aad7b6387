import type { Catalog, PopularRequest, SearchRequest } from '../food/catalog.ts';
import { fromJson, type Made, type TaskFunctions } from './task.ts';

/** The lists of the API as JSON text. */
export const LISTS: TaskFunctions<{ catalog: Catalog }> = {
  search: fromJson(({ catalog }, request: SearchRequest) => json(catalog.search(request))),
  popular: fromJson(({ catalog }, request: PopularRequest) => json(catalog.listPopular(request))),
  categories: ({ catalog }) => json(catalog.listCategories()),
};

function json(list: readonly unknown[]): Made {
  return { status: 200, text: JSON.stringify(list) };
}
