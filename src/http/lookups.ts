import { type Catalog, versionOf } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { answerData, answerHeld, answerStatus, entityTag, isHeld } from './answers.ts';
import { Body } from './body.ts';
import type { Call } from './call.ts';
import { BARCODE, FOOD, POPULAR, SEARCH } from './endpoints.ts';
import { paramsReader } from './params.ts';
import { invalid, notFound } from './problems.ts';
import { KeptAnswers } from './response-cache.ts';
import { hashRequest, requestOf } from './target.ts';

const readSearch = paramsReader('/search', SEARCH.path, SEARCH.query);
const readFood = paramsReader('/food/:food_id', FOOD.path, FOOD.query);
const readBarcode = paramsReader('/barcode/:code', BARCODE.path, BARCODE.query);
const readPopular = paramsReader('/foods/popular', POPULAR.path, POPULAR.query);

/** How much text is kept, in characters: the first pages are what nearly everyone asks for, and a few thousand foods. */
const KEPT_OF_LISTS = 16 * 1024 * 1024;
const KEPT_OF_FOODS = 12 * 1024 * 1024;

/** The answers of the data endpoints. Each has the same shape: read → ask the catalogue → null is 404 → answer. */
export function createLookups(catalog: Catalog) {
  const lists = new KeptAnswers(KEPT_OF_LISTS);
  const foods = new KeptAnswers(KEPT_OF_FOODS);

  /** A list is always there, so whoever holds it is told so before the catalogue is asked. */
  function answerList(call: Call, list: () => unknown[]): Response {
    const version = versionOf(catalog);
    const request = requestOf(call.target);
    const etag = entityTag(version, hashRequest(request));
    if (isHeld(call, etag)) return answerHeld(call, version, etag);
    let kept = lists.find(version, request);
    if (kept === undefined) {
      kept = { etag, body: new Body(JSON.stringify(list())) };
      lists.keep(request, kept);
    }
    return answerData(call, version, etag, kept.body);
  }

  /** What is kept was asked for well, and was there; so a request that is answered from it needs no second look. */
  function answerFood(call: Call, find: () => Food | Response): Response {
    const version = versionOf(catalog);
    const request = requestOf(call.target);
    let kept = foods.find(version, request);
    if (kept === undefined) {
      const found = find();
      if (found instanceof Response) return found;
      const requestHash = hashRequest(request);
      kept = { etag: entityTag(version, requestHash), body: new Body(JSON.stringify(found)) };
      foods.keepIfRepeated(request, requestHash, kept);
    }
    const { etag, body } = kept;
    return isHeld(call, etag) ? answerHeld(call, version, etag) : answerData(call, version, etag, body);
  }

  return {
    search(call: Call): Response {
      const params = readSearch(call.target);
      return Array.isArray(params) ? invalid(call, params) : answerList(call, () => catalog.search(params));
    },

    food(call: Call): Response {
      return answerFood(call, () => {
        const params = readFood(call.target);
        if (Array.isArray(params)) return invalid(call, params);
        // Beyond the exact integers there is no food: ids end there.
        const food = Number.isSafeInteger(params.food_id) ? catalog.findFood(params.food_id) : null;
        return food ?? notFound(call, 'Food not found');
      });
    },

    barcode(call: Call): Response {
      return answerFood(call, () => {
        const params = readBarcode(call.target);
        if (Array.isArray(params)) return invalid(call, params);
        return catalog.findBarcode(params.code) ?? notFound(call, 'Barcode not found');
      });
    },

    popular(call: Call): Response {
      const params = readPopular(call.target);
      if (Array.isArray(params)) return invalid(call, params);
      const { limit, category, has_image: hasImage } = params;
      const offset = Math.min(params.offset, Number.MAX_SAFE_INTEGER);
      return answerList(call, () => catalog.listPopular({ limit, offset, category, hasImage }));
    },

    categories(call: Call): Response {
      return answerList(call, () => catalog.listCategories());
    },

    health(call: Call): Response {
      return answerStatus(call, JSON.stringify({ status: 'ok', foods_in_db: catalog.size }));
    },
  };
}
