import { LRUCache } from 'lru-cache';
import { type Catalog, versionOf } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { answerData, answerHeld, answerStatus, entityTag, isHeld } from './answers.ts';
import { Body } from './body.ts';
import type { Call } from './call.ts';
import { BARCODE, FOOD, POPULAR, SEARCH } from './endpoints.ts';
import { paramsReader } from './params.ts';
import { invalid, notFound } from './problems.ts';

const readSearch = paramsReader('/search', SEARCH.path, SEARCH.query);
const readFood = paramsReader('/food/:food_id', FOOD.path, FOOD.query);
const readBarcode = paramsReader('/barcode/:code', BARCODE.path, BARCODE.query);
const readPopular = paramsReader('/foods/popular', POPULAR.path, POPULAR.query);

/**
 * How much text of lists is kept, in characters, the room for its compressed forms included. A page of a hundred
 * foods takes a hundred times as long to make as to send, and the first pages are what nearly everyone asks for.
 */
const KEPT_CHARACTERS = 16 * 1024 * 1024;
/** The text once, and at most as much again in each of its compressed forms. */
const CHARACTERS_PER_CHARACTER = 3;

/** The answers of the data endpoints. Each has the same shape: read → ask the catalogue → null is 404 → answer. */
export function createLookups(catalog: Catalog) {
  /** The version that the lists kept are from. */
  let listedVersion = '';
  /** The same catalogue gives the same list for the same request, always (food/catalog.ts). */
  const lists = new LRUCache<string, Body>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ text }, key) => CHARACTERS_PER_CHARACTER * text.length + key.length,
  });

  /** A list is always there, so whoever holds it is told so before the catalogue is asked. */
  function answerList(call: Call, list: () => unknown[]): Response {
    const version = versionOf(catalog);
    const etag = entityTag(call, version);
    if (isHeld(call, etag)) return answerHeld(call, version, etag);
    if (version !== listedVersion) {
      lists.clear();
      listedVersion = version;
    }
    const key = `${call.target.path}?${call.target.query}`;
    let body = lists.get(key);
    if (body === undefined) {
      body = new Body(JSON.stringify(list()));
      lists.set(key, body);
    }
    return answerData(call, version, etag, body);
  }

  function answerFood(call: Call, food: Food): Response {
    const version = versionOf(catalog);
    const etag = entityTag(call, version);
    return isHeld(call, etag)
      ? answerHeld(call, version, etag)
      : answerData(call, version, etag, new Body(JSON.stringify(food)));
  }

  return {
    search(call: Call): Response {
      const params = readSearch(call.target);
      return Array.isArray(params) ? invalid(call, params) : answerList(call, () => catalog.search(params));
    },

    food(call: Call): Response {
      const params = readFood(call.target);
      if (Array.isArray(params)) return invalid(call, params);
      // Beyond the exact integers there is no food: ids end there.
      const food = Number.isSafeInteger(params.food_id) ? catalog.findFood(params.food_id) : null;
      return food === null ? notFound(call, 'Food not found') : answerFood(call, food);
    },

    barcode(call: Call): Response {
      const params = readBarcode(call.target);
      if (Array.isArray(params)) return invalid(call, params);
      const food = catalog.findBarcode(params.code);
      return food === null ? notFound(call, 'Barcode not found') : answerFood(call, food);
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
