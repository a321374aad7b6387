import type { Catalog } from '../food/catalog.ts';
import { NO_FILTERS } from '../food/food-filters.ts';
import { dataInJson, fromJson, type TaskFunctions } from '../http/task.ts';
import { writeProduct } from './fields.ts';
import { type FoundPage, findProducts } from './find-products.ts';
import { Product, type ProductOptions } from './product.ts';
import { findProduct } from './product-lookup.ts';
import type { ProductSearch } from './search-request.ts';
import { SERVICE_TASKS } from './search-service.ts';
import { SUGGESTION_TASKS } from './suggestions.ts';

/** Searches for products, as tasks. */

/** The task of one page of products. */
export const FIND_PRODUCTS = 'find products';

/** What the task needs beside the catalogue. */
export type PageRequest = ProductSearch & Pick<ProductOptions, 'publicUrl' | 'hasPictures'>;

export const COMPAT_TASKS: TaskFunctions<{ catalog: Catalog }> = {
  [FIND_PRODUCTS]: fromJson(({ catalog }, request: PageRequest) => {
    const { codes } = request;
    const found = codes === null ? findProducts(catalog, request) : findCodes(catalog, request, codes);
    return dataInJson(writePage(catalog, request, found));
  }),
  ...SERVICE_TASKS,
  ...SUGGESTION_TASKS,
};

type Found = Pick<FoundPage, 'foods' | 'count'>;

function writePage(catalog: Catalog, request: PageRequest, { foods, count }: Found): string {
  const { page, pageSize, fields, skip } = request;
  const products = foods.map((food) => writeProduct(new Product(catalog, food, request), fields));
  // `page_count` is the number of products on this page: that is what Open Food Facts calls it.
  const counts = `"count":${count},"page":${page},"page_count":${foods.length},"page_size":${pageSize}`;
  return `{${counts},"products":[${products.join(',')}],"skip":${skip}}`;
}

/** Products by their codes, each once, in the order of the codes, as far as they meet the filters. */
function findCodes(catalog: Catalog, request: PageRequest, codes: readonly string[]): Found {
  const { where, skip, pageSize } = request;
  const found = codes.flatMap((code) => findProduct(catalog, code) ?? []);
  let foods = [...new Map(found.map((food) => [food.id, food])).values()];
  if (where.length > 0) {
    const conditions = [...where, { ids: foods.map(({ id }) => id) }];
    const page = { sort: { by: 'popularity', isDescending: true }, limit: foods.length, offset: 0 } as const;
    const fitting = catalog.find({ ...NO_FILTERS, where: conditions, ...page });
    const ids = new Set(fitting.foods.map(({ id }) => id));
    foods = foods.filter(({ id }) => ids.has(id));
  }
  return { foods: foods.slice(skip, skip + pageSize), count: foods.length };
}
