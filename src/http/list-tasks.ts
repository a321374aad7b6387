import { type Additions, addDetails, NO_ADDITIONS } from '../food/add-details.ts';
import type { Catalog, SearchRequest } from '../food/catalog.ts';
import { type FoundFoods, MAX_COUNTED, readOrder } from '../food/food-filters.ts';
import { MAX_OFFSET, readFilters } from '../operations/filters.ts';
import type { BULK, COUNT_FACETS, FIND, MEAL, POPULAR, RECIPE, SUGGEST } from '../operations/operations.ts';
import type { ParamsOf } from '../operations/parameter.ts';
import { analyzeMeal, analyzeRecipe } from '../recipe/analyze.ts';
import type { Call } from './call.ts';
import { data, fromJson, type TaskFunctions } from './task.ts';

/** The lists of the API. */
export const LIST_TASKS: TaskFunctions<{ catalog: Catalog }> = {
  search: fromJson(({ catalog }, request: SearchRequest & Additions) => search(catalog, request)),
  popular: fromJson(({ catalog }, { limit, offset, category, has_image }: ParamsOf<typeof POPULAR>) =>
    data(
      catalog
        .listPopular({ limit, offset: exactOffset(offset), category, hasImage: has_image })
        .map((food) => addDetails(catalog, food, NO_ADDITIONS)),
    ),
  ),
  suggest: fromJson(({ catalog }, { q, limit, lang }: ParamsOf<typeof SUGGEST>) =>
    data(catalog.suggest({ q, limit, language: readLanguage(lang) })),
  ),
  categories: ({ catalog }) => data(catalog.listCategories()),
  recipe: fromJson(({ catalog }, { line, servings, lang }: ParamsOf<typeof RECIPE>) =>
    data(analyzeRecipe(catalog, line, servings, { language: readLanguage(lang) }).recipe),
  ),
  meal: fromJson(({ catalog }, { text, lang }: ParamsOf<typeof MEAL>) =>
    data(analyzeMeal(catalog, text, { language: readLanguage(lang) }).meal),
  ),
  find: fromJson(({ catalog }, input: FindInput) => find(catalog, input)),
  bulk: fromJson(({ catalog }, input: ParamsOf<typeof BULK>) => data(listNamed(catalog, input))),
  facets: fromJson(({ catalog }, input: ParamsOf<typeof COUNT_FACETS>) =>
    data(catalog.countFacets({ ...readFilters(input), by: [...new Set(input.by)] })),
  ),
};

/** One beyond the range of a double arrives as null: JSON has no infinity. No list is as long. */
function exactOffset(offset: number | null): number {
  return Math.min(offset ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

/** It may be sent in either case. */
function readLanguage(lang: string | null): string | null {
  return lang?.toLowerCase() ?? null;
}

function search(catalog: Catalog, request: SearchRequest & Additions) {
  const found = catalog.searchRead({ ...request, language: readLanguage(request.lang) });
  const { foods, matched } = found;
  const matches = request.explain ? found.matches : [];
  return data(
    foods.map((food, at) => addDetails(catalog, food, request, matches[at] ?? null)),
    matched === null ? null : { 'x-search-matched': matched },
  );
}

interface FindInput {
  params: ParamsOf<typeof FIND>;
  target: Call['target'];
}

function find(catalog: Catalog, { params, target }: FindInput) {
  const { limit, offset } = params;
  const found = catalog.find({
    ...readFilters(params),
    sort: readOrder(params.sort, params.q),
    limit,
    offset,
    isExplained: params.explain,
    language: readLanguage(params.lang),
  });
  const foods = found.foods.map((food, at) => addDetails(catalog, food, params, found.matches[at]));
  return data(foods, pageHeaders(target, found, limit, offset));
}

/** The total, and a link to the next page. */
function pageHeaders(
  target: Call['target'],
  { total }: FoundFoods,
  limit: number,
  offset: number,
): Record<string, string> {
  const count = total > MAX_COUNTED ? `${MAX_COUNTED}+` : String(total);
  const next = offset + limit;
  if (next >= total || next > MAX_OFFSET) return { 'x-total-count': count };
  const query = new URLSearchParams(target.query);
  query.set('offset', String(next));
  return { 'x-total-count': count, link: `<${target.path}?${query}>; rel="next"` };
}

function listNamed(catalog: Catalog, input: ParamsOf<typeof BULK>): (object | null)[] {
  const { ids, barcodes } = input;
  const foods =
    ids === null
      ? (barcodes ?? []).map((code) => catalog.findBarcode(code))
      : // An id beyond the exact integers arrives as null or rounded; there is no such food.
        ids.map((id) => (Number.isSafeInteger(id) ? catalog.findFood(id) : null));
  return foods.map((food) => (food === null ? null : addDetails(catalog, food, input as Additions)));
}
