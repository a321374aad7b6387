import { mayContain, readAllergen, unknownAllergen } from '../food/allergens.ts';
import { type Catalog, SHORTEST_QUERY } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { type FindRequest, MOST_COUNTED, NO_FILTERS, RANKED_BY_SEARCH } from '../food/food-filters.ts';
import { fromJson, type TaskFunctions } from '../http/task.ts';
import { onDemand } from '../on-demand.ts';
import { writeProduct } from './fields.ts';
import { Product, type ProductOptions } from './product.ts';
import { findProduct } from './product-lookup.ts';
import type { ProductSearch } from './search-request.ts';

/** Searches for products, as tasks. */

/** The task of one page of products. */
export const FIND_PRODUCTS = 'find products';

/** What the task needs beside the catalogue. */
export type PageRequest = ProductSearch & Pick<ProductOptions, 'publicUrl' | 'hasPictures'>;

export const COMPAT_TASKS: TaskFunctions<{ catalog: Catalog }> = {
  [FIND_PRODUCTS]: fromJson(({ catalog }, request: PageRequest) => ({
    status: 200,
    text: writePage(catalog, request),
  })),
};

/** A search that finds fewer has found everything; one that finds this many may have left some out. */
const MANY_FOUND = 50;
/** Names are sorted among this many of the best matches: reading those of all would take seconds. */
const MOST_SORTED_BY_NAME = 120;
/** No page goes beyond this food. */
const FURTHEST = MOST_COUNTED;

interface FoundPage {
  foods: readonly Food[];
  /** How many foods match; if there are more pages, at least one more than the foods up to this page. */
  count: number;
}

function writePage(catalog: Catalog, request: PageRequest): string {
  const { page, pageSize, fields } = request;
  const skip = (page - 1) * pageSize;
  const { foods, count } = findPage(catalog, request, skip);
  const products = foods.map((food) => writeProduct(new Product(catalog, food, request), fields));
  // `page_count` is the number of products on this page: that is what Open Food Facts calls it.
  const counts = `"count":${count},"page":${page},"page_count":${foods.length},"page_size":${pageSize}`;
  return `{${counts},"products":[${products.join(',')}],"skip":${skip}}`;
}

function findPage(catalog: Catalog, request: PageRequest, skip: number): FoundPage {
  const { terms, codes, country, order, pageSize } = request;
  const without = readWithout(catalog, request);
  if (without === null) return NOTHING_FOUND;
  if (codes !== null) {
    const foods = findCodes(catalog, codes).filter((food) => isFreeOf(catalog, food, without));
    return cut(foods, skip, pageSize);
  }
  const isQuery = terms.length >= SHORTEST_QUERY;
  if (skip > FURTHEST || (terms !== '' && !isQuery)) return NOTHING_FOUND;
  const isFiltered = country !== null || without.length > 0;
  if (order === 'name') return pageByName(catalog, request, skip);
  if (isQuery && order === 'relevance' && !isFiltered) return rankedPage(catalog, terms, skip, pageSize);
  const found = catalog.find({ ...findRequest(request), limit: pageSize, offset: skip });
  if (found !== null && (found.total > 0 || isFiltered || !isQuery)) {
    return { foods: found.foods, count: Math.min(found.total, MOST_COUNTED) };
  }
  // A catalogue of an earlier release does not know what its foods are without.
  if (without.length > 0) return NOTHING_FOUND;
  // No food has all the words, or the catalogue cannot be filtered: the search finds what comes close.
  return isQuery ? rankedPage(catalog, terms, skip, pageSize) : popularPage(catalog, skip, pageSize);
}

const NOTHING_FOUND: FoundPage = { foods: [], count: 0 };

/** The tags of what products must be without; null where one is unknown, so that no product is known to be. */
function readWithout(catalog: Catalog, { allergenFree }: PageRequest): readonly string[] | null {
  if (allergenFree === null) return null;
  const isKnown = (name: string) => unknownAllergen(name, (tag) => catalog.hasAllergenTag(tag)) === null;
  return allergenFree.every(isKnown) ? allergenFree.flatMap(readAllergen) : null;
}

function isFreeOf(catalog: Catalog, food: Food, without: readonly string[]): boolean {
  if (without.length === 0) return true;
  const { allergens = null, traces = null } = catalog.findRecord(food)?.record ?? {};
  return allergens !== null && !mayContain([...allergens, ...(traces ?? [])], without);
}

/**
 * Pages of the best matches. The first is what a search of its size finds, just as quickly; the others leave those
 * foods out.
 */
function rankedPage(catalog: Catalog, terms: string, skip: number, pageSize: number): FoundPage {
  // One extra food shows whether there is another page.
  const found = catalog.search({ q: terms, limit: pageSize + 1, source: null });
  if (skip === 0 && found.length > pageSize) return { foods: found.slice(0, pageSize), count: found.length };
  if (found.length <= pageSize && found.length < MANY_FOUND) return cut(found, skip, pageSize);
  const list = listMatches(catalog, terms, found.slice(0, pageSize));
  return { foods: list.page(skip, pageSize), count: Math.min(list.total, MOST_COUNTED) };
}

/** All foods that match, in an order. */
interface Matches {
  total: number;
  page(skip: number, pageSize: number): readonly Food[];
}

/**
 * All matches of a query, each once: these foods first, then the others that the search finds, then whatever else has
 * all the words. A search with a higher limit looks further, so its answers to two limits are not the same list.
 */
function listMatches(catalog: Catalog, q: string, first: readonly Food[]): Matches {
  const isFirst = new Set(first.map(({ id }) => id));
  const ranked = catalog.search({ q, limit: RANKED_BY_SEARCH, source: null });
  const head = [...first, ...ranked.filter(({ id }) => !isFirst.has(id))];
  const inHead = new Set(head.map(({ id }) => id));
  const findFrom = (offset: number, limit: number) =>
    catalog.find({ ...NO_FILTERS, q, sort: { by: 'relevance', isDescending: false }, offset, limit });
  const start = findFrom(0, RANKED_BY_SEARCH);
  // Those that the search ranks come first there too.
  const repeated = start?.foods.filter(({ id }) => inHead.has(id)).length ?? 0;
  return {
    total: head.length + (start?.total ?? 0) - repeated,
    page(skip, pageSize) {
      const foods = head.slice(skip, skip + pageSize);
      const missing = pageSize - foods.length;
      if (missing === 0 || start === null) return foods;
      const others = findFrom(Math.max(0, skip - head.length) + repeated, missing)?.foods ?? [];
      return [...foods, ...others.filter(({ id }) => !inHead.has(id))];
    },
  };
}

function popularPage(catalog: Catalog, offset: number, limit: number): FoundPage {
  const foods = catalog.listPopular({ offset, limit, category: null, hasImage: false });
  return { foods, count: Math.min(catalog.size, MOST_COUNTED) };
}

/** The best matches by name, and the others after them. */
function pageByName(catalog: Catalog, request: PageRequest, skip: number): FoundPage {
  const { pageSize } = request;
  const matches = matchesOf(catalog, request);
  const sorted = sortByName(matches.page(0, MOST_SORTED_BY_NAME)).slice(skip, skip + pageSize);
  const missing = pageSize - sorted.length;
  const others = missing === 0 ? [] : matches.page(Math.max(skip, MOST_SORTED_BY_NAME), missing);
  return { foods: [...sorted, ...others], count: Math.min(matches.total, MOST_COUNTED) };
}

function matchesOf(catalog: Catalog, request: PageRequest): Matches {
  const { terms, country } = request;
  const isUnfiltered = request.allergenFree?.length === 0;
  if (country === null && terms !== '' && isUnfiltered) return listMatches(catalog, terms, []);
  const find = (offset: number, limit: number) => catalog.find({ ...findRequest(request), limit, offset });
  if (!isUnfiltered && find(0, 1) === null) return { total: 0, page: () => [] };
  const total = find(0, 1)?.total ?? catalog.size;
  const page = (offset: number, limit: number) =>
    find(offset, limit)?.foods ?? popularPage(catalog, offset, limit).foods;
  return { total, page };
}

function findRequest({
  terms,
  country,
  allergenFree,
  order,
}: PageRequest): Pick<FindRequest, 'sort'> & typeof NO_FILTERS {
  const isRanked = terms !== '' && order !== 'popularity';
  return {
    ...NO_FILTERS,
    q: terms === '' ? null : terms,
    country,
    allergenFree: (allergenFree ?? []).flatMap(readAllergen),
    sort: isRanked ? { by: 'relevance', isDescending: false } : { by: 'popularity', isDescending: true },
  };
}

function findCodes(catalog: Catalog, codes: readonly string[]): Food[] {
  return codes.flatMap((code) => findProduct(catalog, code) ?? []);
}

const names = onDemand(() => new Intl.Collator('en', { sensitivity: 'base', numeric: true }));

function sortByName(foods: readonly Food[]): Food[] {
  const { compare } = names();
  return [...foods].sort((a, b) => compare(a.name, b.name) || a.id - b.id);
}

function cut(foods: readonly Food[], skip: number, pageSize: number): FoundPage {
  return { foods: foods.slice(skip, skip + pageSize), count: foods.length };
}
