import { type Additions, addDetails, hasAdditions } from '../food/add-details.ts';
import { type Catalog, versionOf } from '../food/catalog.ts';
import { findTyped } from '../food/identity.ts';
import type { Content } from '../text-writer.ts';
import type { Call } from './call.ts';
import { Body } from './encoding.ts';
import { BARCODE, CATEGORIES, FOOD, POPULAR, RECIPE, SEARCH, SUGGEST } from './endpoints.ts';
import { invalid, notFound } from './problems.ts';
import { ResponseCache } from './response-cache.ts';
import {
  entityTag,
  hashRequest,
  isNotModified,
  respondNotModified,
  respondUncached,
  respondWithData,
} from './responses.ts';
import type { TaskRunner } from './task.ts';
import { createTaskResponder } from './task-responses.ts';
import { paramsReader } from './validation.ts';

const readSearch = paramsReader(SEARCH.path, SEARCH.query);
const readFood = paramsReader(FOOD.path, FOOD.query);
const readBarcode = paramsReader(BARCODE.path, BARCODE.query);
const readSuggest = paramsReader(SUGGEST.path, SUGGEST.query);
const readRecipe = paramsReader(RECIPE.path, RECIPE.query);
const readPopular = paramsReader(POPULAR.path, POPULAR.query);

/** Room for the lists that nearly everyone asks for, in characters of text. */
const LIST_CACHE_CHARACTERS = 16 * 1024 * 1024;
/** Room for about fifteen thousand foods. */
const FOOD_CACHE_CHARACTERS = 12 * 1024 * 1024;

/**
 * The handlers of the data endpoints, all of one shape: read → ask the catalogue → null is 404 → respond. Lists are
 * tasks, since building one takes as long as a hundred foods.
 */
export function createLookups(catalog: Catalog, tasks: TaskRunner) {
  const respondWithList = createTaskResponder(catalog, tasks, LIST_CACHE_CHARACTERS);
  const foods = new ResponseCache(FOOD_CACHE_CHARACTERS);

  /** A cached request was valid and its food was found, so neither is checked again. */
  function respondWithFood(call: Call, find: (call: Call) => Content | Response): Response {
    const version = versionOf(catalog);
    const { cacheKey } = call;
    let cached = foods.find(version, cacheKey);
    if (cached === undefined) {
      const found = find(call);
      if (found instanceof Response) return found;
      const requestHash = hashRequest(cacheKey);
      cached = { etag: entityTag(version, requestHash), body: new Body(found) };
      foods.storeIfRepeated(version, cacheKey, requestHash, cached);
    }
    const { etag, body } = cached;
    return isNotModified(call, etag)
      ? respondNotModified(call, version, etag)
      : respondWithData(call, version, etag, body);
  }

  function findText(id: number, asked: Additions): Content | null {
    if (!hasAdditions(asked)) return catalog.findFoodText(id);
    const food = catalog.findFood(id);
    return food === null ? null : JSON.stringify(addDetails(catalog, food, asked));
  }

  /** The food that a call names, as JSON; or what is wrong with the call. */
  function findNamed(call: Call): Content | Response {
    const params = readFood(call);
    if (Array.isArray(params)) return invalid(call, params);
    // No food has an id beyond the exact integers.
    const found = Number.isSafeInteger(params.food_id) ? findText(params.food_id, params) : null;
    return found ?? notFound(call, 'Food not found');
  }

  function findScanned(call: Call): Content | Response {
    const params = readBarcode(call);
    if (Array.isArray(params)) return invalid(call, params);
    return findTyped(params.code, (id) => findText(id, params)) ?? notFound(call, 'Barcode not found');
  }

  return {
    search(call: Call): Response | Promise<Response> {
      const params = readSearch(call);
      return Array.isArray(params) ? invalid(call, params) : respondWithList(call, SEARCH, 'search', params);
    },

    food: (call: Call): Response => respondWithFood(call, findNamed),

    barcode: (call: Call): Response => respondWithFood(call, findScanned),

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
      const { line: lines, servings } = params;
      return respondWithList(call, RECIPE, 'recipe', { lines, servings });
    },

    health(call: Call): Response {
      return respondUncached(call, 200, JSON.stringify({ status: 'ok', foods_in_db: catalog.size }));
    },
  };
}
