import { type Catalog, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import {
  type FindOrder,
  type FoodFilters,
  MAX_COUNTED,
  NO_FILTERS,
  RANKED_BY_SEARCH,
  type Where,
} from '../food/food-filters.ts';
import { onDemand } from '../on-demand.ts';
import { countConditions } from './conditions.ts';
import { codeOf } from './product.ts';

/** What every search for products asks for. */
export interface ProductQuery {
  /** Empty for no words at all. */
  terms: string;
  where: readonly Where[];
  /** The language whose names match best; null for none. */
  language: string | null;
  /** Null for the best match, or the most popular product where there are no words. */
  order: ProductOrder | null;
  /** Whether the answer says how well each product matches. */
  isScored: boolean;
  skip: number;
  pageSize: number;
}

/** Names and codes are not columns of a catalogue. */
interface TextOrder {
  by: 'name' | 'code';
  isDescending: boolean;
}

export type ProductOrder = FindOrder | TextOrder;

function isByText(order: ProductOrder): order is TextOrder {
  return order.by === 'name' || order.by === 'code';
}

/** A condition on tags or amounts takes about two milliseconds, so many of them as long as a request is meant to. */
const MANY_CONDITIONS = 8;

/**
 * Whether a query may take longer than a request is meant to: it sorts by a text, has many conditions, or one on words,
 * for which lists of foods are joined, or foods read one by one.
 */
export function isHeavyQuery({ order, where }: ProductQuery): boolean {
  if (order !== null && isByText(order)) return true;
  return countConditions({ all: where }) > MANY_CONDITIONS || where.some(readsFoods);
}

function readsFoods(where: Where): boolean {
  if ('all' in where) return where.all.some(readsFoods);
  if ('any' in where) return where.any.some(readsFoods);
  return 'words' in where;
}

export interface FoundPage {
  foods: readonly Food[];
  /** How many foods match. */
  count: number;
  /** How well each of the foods matches; empty unless that is asked for, and they are in that order. */
  scores: readonly number[];
  /** What selects all foods that match, on whatever page. */
  selection: Pick<FoodFilters, 'q' | 'where'>;
}

/** No page goes beyond this food. */
export const MAX_REACHED = MAX_COUNTED;
const NO_FOOD: FoundPage['selection'] = { q: null, where: [{ ids: [] }] };
const NOTHING_FOUND: FoundPage = { foods: [], count: 0, scores: [], selection: NO_FOOD };
const BEST_MATCH: FindOrder = { by: 'relevance', isDescending: false };
const MAX_POPULAR: FindOrder = { by: 'popularity', isDescending: true };

export function findProducts(catalog: Catalog, query: ProductQuery): FoundPage {
  const { terms, where, order, skip } = query;
  const isQuery = [...terms].length >= MIN_QUERY_LENGTH;
  if (skip > MAX_REACHED || (terms !== '' && !isQuery)) return NOTHING_FOUND;
  if (isQuery && order === null && where.length === 0) return rankedPage(catalog, query);
  if (order !== null && isByText(order)) return pageByText(catalog, query, order);
  const found = findPage(catalog, query, order ?? (isQuery ? BEST_MATCH : MAX_POPULAR));
  // No food has all the words: the search finds what comes close.
  const isNearestWanted = isQuery && where.length === 0 && found.count === 0;
  return isNearestWanted ? closestPage(catalog, query) : found;
}

function findPage(
  catalog: Catalog,
  { terms, where, language, isScored, skip, pageSize }: ProductQuery,
  sort: FindOrder,
): FoundPage {
  const q = terms === '' ? null : terms;
  const isExplained = isScored && sort.by === 'relevance';
  const page = { sort, limit: pageSize, offset: skip, isCounted: true, isExplained };
  const found = catalog.find({ ...NO_FILTERS, q, where, language, ...page });
  const scores = found.matches.map(({ score }) => score);
  return { foods: found.foods, count: found.total, scores, selection: { q, where } };
}

/** A search that finds fewer has looked for the words in whatever a food has, and not only in names. */
const MANY_FOUND = 10;

/**
 * Pages of the best matches: the first is what a search of its size finds, just as quickly; then comes whatever else has
 * all the words. A search with a higher limit looks further, so its answers to two limits are not parts of one list.
 */
function rankedPage(catalog: Catalog, query: ProductQuery): FoundPage {
  const { terms: q, language, isScored, skip, pageSize } = query;
  // One extra food shows whether there is another page.
  const { foods, scores } = searchProducts(catalog, query, pageSize + 1);
  if (foods.length <= pageSize && foods.length < MANY_FOUND) return cut(foods, scores, skip, pageSize);
  const first = foods.slice(0, pageSize);
  const ids = first.map(({ id }) => id);
  const onPage = first.slice(skip, skip + pageSize);
  const missing = pageSize - onPage.length;
  // A first page that is full only needs the number of the others.
  const offset = missing === 0 ? 0 : Math.max(0, skip - first.length);
  const page = { limit: missing, offset, isExplained: isScored && missing > 0, isCounted: true };
  const where: Where[] = [{ ids, isWithout: true }];
  const rest = catalog.find({ ...NO_FILTERS, q, language, where, sort: BEST_MATCH, ...page });
  // No other food has all the words: these only come close, and another page size would find others.
  if (rest.total === 0 && foods.length > pageSize) return closestPage(catalog, query);
  const found: Where = { words: q, within: 'anything', isPhrase: false };
  return {
    foods: [...onPage, ...rest.foods],
    count: first.length + rest.total,
    scores: [...scores.slice(skip, skip + onPage.length), ...rest.matches.map(({ score }) => score)],
    selection: { q: null, where: [{ any: [{ ids }, found] }] },
  };
}

/** Foods that have some of the words, as many as a search ranks, whatever the size of a page. */
function closestPage(catalog: Catalog, query: ProductQuery): FoundPage {
  const { foods, scores } = searchProducts(catalog, query, RANKED_BY_SEARCH);
  return cut(foods, scores, query.skip, query.pageSize);
}

/** Nothing says how well each food matches where nobody asked. */
function searchProducts(
  catalog: Catalog,
  { terms: q, language, isScored }: ProductQuery,
  limit: number,
): Pick<FoundPage, 'foods' | 'scores'> {
  const request = { q, language, limit, source: null };
  if (!isScored) return { foods: catalog.search(request), scores: [] };
  const { foods, matches } = catalog.searchRead(request);
  return { foods, scores: matches.map(({ score }) => score) };
}

const names = onDemand(() => new Intl.Collator('en', { sensitivity: 'base', numeric: true }));

function pageByText(catalog: Catalog, query: ProductQuery, { by, isDescending }: TextOrder): FoundPage {
  const { skip, pageSize } = query;
  // As far as any page goes: of more products than that, the most popular are sorted.
  const all = { ...query, order: MAX_POPULAR, skip: 0, pageSize: MAX_REACHED };
  const { foods, count, selection } = findProducts(catalog, all);
  const { compare } = names();
  const sorted = foods.toSorted((one, other) => {
    const [a, b] = isDescending ? [other, one] : [one, other];
    if (by === 'code') return codeOf(a) < codeOf(b) ? -1 : 1;
    return compare(a.name, b.name) || one.id - other.id;
  });
  return { foods: sorted.slice(skip, skip + pageSize), count, scores: [], selection };
}

function cut(foods: readonly Food[], scores: readonly number[], skip: number, pageSize: number): FoundPage {
  const [start, end] = [skip, skip + pageSize];
  return {
    foods: foods.slice(start, end),
    count: foods.length,
    scores: scores.slice(start, end),
    selection: { q: null, where: [{ ids: foods.map(({ id }) => id) }] },
  };
}
