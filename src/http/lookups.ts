import { type Catalog, versionOf } from '../food/catalog.ts';
import { extend } from './additions.ts';
import type { Call } from './call.ts';
import { Body } from './encoding.ts';
import { BARCODE, FOOD, POPULAR, SEARCH } from './endpoints.ts';
import { busy, clientGone, invalid, notFound } from './problems.ts';
import { ResponseCache } from './response-cache.ts';
import {
  entityTag,
  hashRequest,
  isNotModified,
  respondNotModified,
  respondUncached,
  respondWithData,
} from './responses.ts';
import type { Answer, NotDone, TaskRunner } from './task.ts';
import { paramsReader } from './validation.ts';

const readSearch = paramsReader(SEARCH.path, SEARCH.query);
const readFood = paramsReader(FOOD.path, FOOD.query);
const readBarcode = paramsReader(BARCODE.path, BARCODE.query);
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
  const lists = new ResponseCache(LIST_CACHE_CHARACTERS);
  const foods = new ResponseCache(FOOD_CACHE_CHARACTERS);

  /** There is always a list, so a 304 needs no look into the catalogue. */
  function respondWithList(call: Call, task: string, request: unknown): Response | Promise<Response> {
    const version = versionOf(catalog);
    const { cacheKey } = call;
    const etag = entityTag(version, hashRequest(cacheKey));
    if (isNotModified(call, etag)) return respondNotModified(call, version, etag);
    const cached = lists.find(version, cacheKey);
    if (cached !== undefined) {
      const send = () => respondWithData(call, version, etag, cached.body);
      return tasks.compress(call, cached.body)?.then(send) ?? send();
    }
    const answer = tasks.run(call, task, JSON.stringify(request));
    return answer instanceof Promise
      ? answer.then((later) => respondWithAnswer(call, later))
      : respondWithAnswer(call, answer);
  }

  /** The answer names the catalogue it was made from, which may have been replaced since the request came in. */
  function respondWithAnswer(call: Call, answer: Answer | NotDone): Response {
    if (answer === 'busy') return busy(call);
    if (answer === 'gone') return clientGone(call);
    const { version, body } = answer;
    const { cacheKey } = call;
    const etag = entityTag(version, hashRequest(cacheKey));
    lists.store(version, cacheKey, { etag, body });
    return respondWithData(call, version, etag, body);
  }

  /** A cached request was valid and its food was found, so neither is checked again. */
  function respondWithFood(call: Call, find: () => object | Response): Response {
    const version = versionOf(catalog);
    const { cacheKey } = call;
    let cached = foods.find(version, cacheKey);
    if (cached === undefined) {
      const found = find();
      if (found instanceof Response) return found;
      const requestHash = hashRequest(cacheKey);
      cached = { etag: entityTag(version, requestHash), body: new Body(JSON.stringify(found)) };
      foods.storeIfRepeated(version, cacheKey, requestHash, cached);
    }
    const { etag, body } = cached;
    return isNotModified(call, etag)
      ? respondNotModified(call, version, etag)
      : respondWithData(call, version, etag, body);
  }

  return {
    search(call: Call): Response | Promise<Response> {
      const params = readSearch(call);
      return Array.isArray(params) ? invalid(call, params) : respondWithList(call, 'search', params);
    },

    food(call: Call): Response {
      return respondWithFood(call, () => {
        const params = readFood(call);
        if (Array.isArray(params)) return invalid(call, params);
        // Ids end where exact integers do, so beyond there is no food.
        const food = Number.isSafeInteger(params.food_id) ? catalog.findFood(params.food_id) : null;
        return food === null ? notFound(call, 'Food not found') : extend(catalog, food, params);
      });
    },

    barcode(call: Call): Response {
      return respondWithFood(call, () => {
        const params = readBarcode(call);
        if (Array.isArray(params)) return invalid(call, params);
        const food = catalog.findBarcode(params.code);
        return food === null ? notFound(call, 'Barcode not found') : extend(catalog, food, params);
      });
    },

    popular(call: Call): Response | Promise<Response> {
      const params = readPopular(call);
      if (Array.isArray(params)) return invalid(call, params);
      const { limit, category, has_image: hasImage } = params;
      const offset = Math.min(params.offset, Number.MAX_SAFE_INTEGER);
      return respondWithList(call, 'popular', { limit, offset, category, hasImage });
    },

    categories(call: Call): Response | Promise<Response> {
      return respondWithList(call, 'categories', {});
    },

    health(call: Call): Response {
      return respondUncached(call, 200, JSON.stringify({ status: 'ok', foods_in_db: catalog.size }));
    },
  };
}
