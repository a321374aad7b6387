import { type Additions, addDetails } from '../food/add-details.ts';
import type { Catalog } from '../food/catalog.ts';
import { findTyped } from '../food/identity.ts';
import { BARCODE, FOOD } from '../operations/operations.ts';
import type { Call } from './call.ts';
import { createLookupResponder, type FindAsked } from './lookup-responses.ts';
import { notFound } from './problems.ts';
import { respondUncached } from './responses.ts';
import { paramsReader } from './validation.ts';

const readFood = paramsReader(FOOD.path, FOOD.query);
const readBarcode = paramsReader(BARCODE.path, BARCODE.query);

/** Room for some 20,000 foods as people scan them; those asked for with additions take up to ten times as much. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;

/** The handlers for single foods by their paths, all of one shape: read → ask the catalogue → null is 404 → respond. */
export function createFoodHandlers(catalog: Catalog): Readonly<Record<string, (call: Call) => Response>> {
  const respondWithFood = createLookupResponder(catalog, CACHE_CHARACTERS);

  function findFood(id: number, asked: Additions): string | null {
    const food = catalog.findFood(id);
    return food === null ? null : JSON.stringify(addDetails(catalog, food, asked));
  }

  const findNamed: FindAsked = (call) => {
    const params = readFood(call);
    // No food has an id beyond the exact integers.
    const found = Number.isSafeInteger(params.food_id) ? findFood(params.food_id, params) : null;
    return found ?? notFound(call, 'Food not found');
  };

  const findScanned: FindAsked = (call) => {
    const params = readBarcode(call);
    return findTyped(params.code, (id) => findFood(id, params)) ?? notFound(call, 'Barcode not found');
  };

  return {
    '/food/:food_id': (call: Call): Response => respondWithFood(call, findNamed),

    '/barcode/:code': (call: Call): Response => respondWithFood(call, findScanned),

    '/health': (call: Call): Response =>
      respondUncached(call, 200, JSON.stringify({ status: 'ok', foods_in_db: catalog.size })),
  };
}
