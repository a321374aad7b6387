import type { Catalog } from '../food/catalog.ts';
import { NO_FILTERS, type TagKind } from '../food/food-filters.ts';
import { tagName, tagOf } from '../food/tags.ts';
import { dataInJson, fromJson, type TaskFunctions } from '../http/task.ts';
import { kindOf } from './conditions.ts';
import { writeProduct } from './fields.ts';
import { type FoundPage, findProducts } from './find-products.ts';
import { HIT } from './form.ts';
import { brandTag, Product, type ProductOptions } from './product.ts';
import type { ServiceSearch } from './search-service-request.ts';

/** The answers of Search-a-licious, the search service of Open Food Facts, as tasks. */

export const SEARCH_SERVICE = 'search service';

export type ServiceRequest = ServiceSearch & Pick<ProductOptions, 'publicUrl' | 'hasPictures'>;

export const SERVICE_TASKS: TaskFunctions<{ catalog: Catalog }> = {
  [SEARCH_SERVICE]: fromJson(({ catalog }, request: ServiceRequest) => {
    return dataInJson(writeAnswer(catalog, request));
  }),
};

/** The same request gets the same answer, which may have been made for somebody else: it has no time of its own. */
export const TOOK_MS = 0;

function writeAnswer(catalog: Catalog, request: ServiceRequest): string {
  const { page, pageSize, fields, isScored, warnings } = request;
  const { foods, count, scores, selection } = findProducts(catalog, request);
  let least = Number.POSITIVE_INFINITY;
  const hits = foods.map((food, at) => {
    least = Math.min(least, scores[at] ?? least);
    const further = isScored && Number.isFinite(least) ? [`"_score":${least}`] : [];
    return writeProduct(new Product(catalog, food, { ...request, form: HIT }), fields, further);
  });
  const facets = JSON.stringify(countFacets(catalog, request, selection));
  const rest = JSON.stringify({
    charts: {},
    page,
    page_size: pageSize,
    page_count: Math.ceil(count / pageSize),
    debug: null,
    took: TOOK_MS,
    timed_out: false,
    count,
    is_count_exact: true,
    warnings: warnings.length === 0 ? null : warnings,
  });
  return `{"hits":[${hits.join(',')}],"aggregations":null,"facets":${facets},${rest.slice(1)}`;
}

/** A facet shows this many values, and how many there are of all others. */
const MAX_ITEMS = 10;

interface FacetItem {
  key: string;
  name: string;
  count: number;
  selected: boolean;
}

function countFacets(
  catalog: Catalog,
  { facets, selected }: ServiceRequest,
  selection: FoundPage['selection'],
): object {
  const named = facets.map((name) => [name, kindOf(name)] as const);
  const kinds = [...new Set(named.flatMap(([, kind]) => kind ?? []))];
  const filters = { ...NO_FILTERS, ...selection };
  const counted = kinds.length === 0 ? [] : catalog.countTags({ ...filters, by: kinds, most: MAX_ITEMS });
  const itemsOf = (kind: TagKind): FacetItem[] => {
    const { counts, total } = counted[kinds.indexOf(kind)]!;
    const isSelected = (key: string) =>
      selected.some(
        (one) => one.kind === kind && one.tags.some((tag) => tagOf(keyOf(kind, tag)) === tagOf(key)),
      );
    const items = counts
      .map(({ value, count }) => ({ key: keyOf(kind, value), name: nameOf(kind, value), count }))
      .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1))
      .slice(0, MAX_ITEMS)
      .map((item) => ({ ...item, selected: isSelected(item.key) }));
    const others = total - items.reduce((sum, { count }) => sum + count, 0);
    if (others > 0) items.push({ key: '--other--', name: 'Other', count: others, selected: false });
    return items;
  };
  return Object.fromEntries(
    named.map(([name, kind]) => [
      name,
      { name, items: kind === undefined ? [] : itemsOf(kind), count_error_margin: 0 },
    ]),
  );
}

/** Brands are counted by their names, all others by their tags. */
function keyOf(kind: TagKind, value: string): string {
  return kind === 'brands' ? brandTag(value.replace(/^xx:/, '')) : value;
}

function nameOf(kind: TagKind, value: string): string {
  return kind === 'brands' ? value : tagName(value);
}
