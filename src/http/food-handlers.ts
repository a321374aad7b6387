import { type Additions, addDetails } from '../food/add-details.ts';
import { type Catalog, versionOf } from '../food/catalog.ts';
import { restore } from '../food/food-shorthand.ts';
import { findTyped } from '../food/identity.ts';
import type { Call } from './call.ts';
import { Body } from './encoding.ts';
import { BARCODE, FOOD } from './endpoints.ts';
import { FoodCache } from './food-cache.ts';
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
import { paramsReader } from './validation.ts';

const readFood = paramsReader(FOOD.path, FOOD.query);
const readBarcode = paramsReader(BARCODE.path, BARCODE.query);

/** Room for about 50,000 foods. With more, no more lookups of foods as people scan them found theirs. */
const CACHE_BYTES = 12 * 1024 * 1024;
/** Room for the foods that were asked for with additions, which take up to ten times as much. */
const DETAILED_CHARACTERS = 4 * 1024 * 1024;

/** Finds the food that a call asks for, in the form that `find` returns; or the problem with the call. */
type FindAsked = <Found>(
  call: Call,
  find: (id: number, asked: Additions) => Found | null,
) => Found | Response;

/** The handlers for single foods, all of one shape: read → ask the catalogue → null is 404 → respond. */
export function createFoodHandlers(catalog: Catalog) {
  const foods = new FoodCache(CACHE_BYTES);
  const detailed = new ResponseCache(DETAILED_CHARACTERS);

  /** A cached request was valid and its food was found, so neither is checked again. */
  function respondWithFood(call: Call, findAsked: FindAsked): Response {
    const version = versionOf(catalog);
    const requestHash = hashRequest(call.cacheKey);
    const etag = entityTag(version, requestHash);
    const body =
      call.target.query === ''
        ? plainBody(call, findAsked, version, requestHash)
        : detailedBody(call, findAsked, version, requestHash, etag);
    if (body instanceof Response) return body;
    return isNotModified(call, etag)
      ? respondNotModified(call, version, etag)
      : respondWithData(call, version, etag, body);
  }

  /** A body to be sent at once: the next one is in the same bytes. */
  function plainBody(
    call: Call,
    findAsked: FindAsked,
    version: string,
    requestHash: number,
  ): Body | Response {
    const { cacheKey } = call;
    const cached = foods.find(version, cacheKey, requestHash);
    if (cached !== null) return new Body(cached);
    const found = findAsked(call, findShort);
    if (found instanceof Response) return found;
    foods.storeIfRepeated(version, cacheKey, requestHash, found);
    return new Body(restore(found.bytes, 0, found.length));
  }

  function detailedBody(
    call: Call,
    findAsked: FindAsked,
    version: string,
    requestHash: number,
    etag: string,
  ): Body | Response {
    const { cacheKey } = call;
    const cached = detailed.find(version, cacheKey);
    if (cached !== undefined) return cached.body;
    const found = findAsked(call, findDetailed);
    if (found instanceof Response) return found;
    const body = new Body(found);
    detailed.storeIfRepeated(version, cacheKey, requestHash, { etag, body });
    return body;
  }

  const findShort = (id: number) => catalog.findShortFood(id);

  function findDetailed(id: number, asked: Additions): string | null {
    const food = catalog.findFood(id);
    return food === null ? null : JSON.stringify(addDetails(catalog, food, asked));
  }

  const findNamed: FindAsked = (call, find) => {
    const params = readFood(call);
    if (Array.isArray(params)) return invalid(call, params);
    // No food has an id beyond the exact integers.
    const found = Number.isSafeInteger(params.food_id) ? find(params.food_id, params) : null;
    return found ?? notFound(call, 'Food not found');
  };

  const findScanned: FindAsked = (call, find) => {
    const params = readBarcode(call);
    if (Array.isArray(params)) return invalid(call, params);
    return findTyped(params.code, (id) => find(id, params)) ?? notFound(call, 'Barcode not found');
  };

  return {
    food: (call: Call): Response => respondWithFood(call, findNamed),

    barcode: (call: Call): Response => respondWithFood(call, findScanned),

    health(call: Call): Response {
      return respondUncached(call, 200, JSON.stringify({ status: 'ok', foods_in_db: catalog.size }));
    },
  };
}
