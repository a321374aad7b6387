import type { Catalog } from '../food/catalog.ts';
import { filterChecks } from '../food/sent-filters.ts';
import type { Call } from './call.ts';
import { BULK, CATEGORIES, COUNT_FACETS, FIND, MEAL, POPULAR, RECIPE, SEARCH, SUGGEST } from './endpoints.ts';
import { invalid } from './problems.ts';
import type { TaskRunner } from './task.ts';
import { createTaskResponder } from './task-responses.ts';
import { paramsReader } from './validation.ts';

const readSearch = paramsReader(SEARCH.path, SEARCH.query);
const readSuggest = paramsReader(SUGGEST.path, SUGGEST.query);
const readRecipe = paramsReader(RECIPE.path, RECIPE.query);
const readMeal = paramsReader(MEAL.path, MEAL.query);
const readPopular = paramsReader(POPULAR.path, POPULAR.query);
const readFind = paramsReader(FIND.path, FIND.query);
const readBulk = paramsReader(BULK.path, BULK.query);
const readFacets = paramsReader(COUNT_FACETS.path, COUNT_FACETS.query);

type Params<Read extends (...call: never[]) => unknown> = Exclude<ReturnType<Read>, readonly unknown[]>;
export type BulkInput = Params<typeof readBulk>;
export type FacetsInput = Params<typeof readFacets>;
export type SuggestInput = Params<typeof readSuggest>;
export type MealInput = Params<typeof readMeal>;
export interface RecipeInput {
  lines: string[];
  servings: number;
  lang: string | null;
}
export interface FindInput {
  params: Params<typeof readFind>;
  target: Call['target'];
}

/** Room for the lists that nearly everyone requests, in characters of text. */
const LIST_CACHE_CHARACTERS = 16 * 1024 * 1024;
/** Filters can be combined without end, so what they select has a room of its own and drops no other list. */
const SELECTION_CACHE_CHARACTERS = 8 * 1024 * 1024;

/** The handlers for lists. Each is a task (list-tasks.ts), since building one takes as long as a hundred foods. */
export function createListHandlers(catalog: Catalog, tasks: TaskRunner) {
  const respondWithList = createTaskResponder(catalog, tasks, LIST_CACHE_CHARACTERS);
  const checks = filterChecks(catalog);
  const respondWithSelection = createTaskResponder(catalog, tasks, SELECTION_CACHE_CHARACTERS);
  return {
    search(call: Call): Response | Promise<Response> {
      const params = readSearch(call);
      return Array.isArray(params) ? invalid(call, params) : respondWithList(call, SEARCH, 'search', params);
    },

    popular(call: Call): Response | Promise<Response> {
      const params = readPopular(call);
      if (Array.isArray(params)) return invalid(call, params);
      const { limit, category, has_image: hasImage } = params;
      const offset = Math.min(params.offset, Number.MAX_SAFE_INTEGER);
      return respondWithList(call, POPULAR, 'popular', { limit, offset, category, hasImage });
    },

    categories(call: Call): Response | Promise<Response> {
      return respondWithList(call, CATEGORIES, 'categories', {});
    },

    suggest(call: Call): Response | Promise<Response> {
      const params = readSuggest(call);
      return Array.isArray(params)
        ? invalid(call, params)
        : respondWithList(call, SUGGEST, 'suggest', params);
    },

    recipe(call: Call): Response | Promise<Response> {
      const params = readRecipe(call);
      if (Array.isArray(params)) return invalid(call, params);
      const { line: lines, servings, lang } = params;
      const input: RecipeInput = { lines, servings, lang };
      return respondWithList(call, RECIPE, 'recipe', input);
    },

    meal(call: Call): Response | Promise<Response> {
      const params = readMeal(call);
      return Array.isArray(params) ? invalid(call, params) : respondWithList(call, MEAL, 'meal', params);
    },

    find(call: Call): Response | Promise<Response> {
      const params = readFind(call, checks);
      if (Array.isArray(params)) return invalid(call, params);
      const input: FindInput = { params, target: call.target };
      return respondWithSelection(call, FIND, 'find', input);
    },

    bulk(call: Call): Response | Promise<Response> {
      const params = readBulk(call);
      return Array.isArray(params) ? invalid(call, params) : respondWithSelection(call, BULK, 'bulk', params);
    },

    facets(call: Call): Response | Promise<Response> {
      const params = readFacets(call, checks);
      return Array.isArray(params)
        ? invalid(call, params)
        : respondWithSelection(call, COUNT_FACETS, 'facets', params);
    },
  };
}
