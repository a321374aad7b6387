import { type Additions, addDetails, hasAdditions } from '../food/add-details.ts';
import type { Catalog, PopularRequest, SearchRequest } from '../food/catalog.ts';
import type { SuggestRequest } from '../food/suggestion.ts';
import { analyzeRecipe } from '../recipe/recipe.ts';
import { LISTING_TASKS } from './listings.ts';
import { fromJson, type Made, type TaskFunctions } from './task.ts';

/** The lists of the API as JSON text. */
export const LISTS: TaskFunctions<{ catalog: Catalog }> = {
  search: fromJson(({ catalog }, request: SearchRequest & Additions) => json(search(catalog, request))),
  popular: fromJson(({ catalog }, request: PopularRequest) => json(catalog.listPopular(request))),
  suggest: fromJson(({ catalog }, request: SuggestRequest) => json(catalog.suggest(request))),
  recipe: fromJson(({ catalog }, { lines, servings }: RecipeRequest) =>
    json(analyzeRecipe(catalog, lines, servings).recipe),
  ),
  ...LISTING_TASKS,
  categories: ({ catalog }) => json(catalog.listCategories()),
};

interface RecipeRequest {
  lines: string[];
  servings: number;
}

function search(catalog: Catalog, request: SearchRequest & Additions): object[] {
  if (!hasAdditions(request)) return catalog.search(request);
  const { foods, matches } = catalog.searchRead(request);
  return foods.map((food, at) => addDetails(catalog, food, request, matches[at] ?? null));
}

function json(answer: object): Made {
  return { status: 200, text: JSON.stringify(answer) };
}
