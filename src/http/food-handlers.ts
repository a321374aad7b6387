import { type Additions, addDetails } from '../food/add-details.ts';
import type { Catalog } from '../food/catalog.ts';
import { findTyped } from '../food/identity.ts';
import { BARCODE, FOOD } from '../operations/operations.ts';
import { type Answer, uncached } from './answer.ts';
import type { Call } from './call.ts';
import type { CatalogAnswers } from './catalog-answers.ts';
import { problem } from './problems.ts';
import { paramsReader } from './validation.ts';

const readFood = paramsReader(FOOD.path, FOOD.query);
const readBarcode = paramsReader(BARCODE.path, BARCODE.query);

/** The handlers for single foods by their paths, all of one shape: read → ask the catalogue → null is 404. */
export function createFoodHandlers(
  catalog: Catalog,
  answers: CatalogAnswers,
): Readonly<Record<string, (call: Call) => Answer>> {
  function findFood(id: number, asked: Additions): string | null {
    const food = catalog.findFood(id);
    return food === null ? null : JSON.stringify(addDetails(catalog, food, asked));
  }

  const findNamed = (call: Call): string | Answer => {
    const params = readFood(call);
    // No food has an id beyond the exact integers.
    const found = Number.isSafeInteger(params.food_id) ? findFood(params.food_id, params) : null;
    return found ?? problem(404, 'Food not found');
  };

  const findScanned = (call: Call): string | Answer => {
    const params = readBarcode(call);
    return findTyped(params.code, (id) => findFood(id, params)) ?? problem(404, 'Barcode not found');
  };

  return {
    '/food/:food_id': (call) => answers.lookUp(call, findNamed),
    '/barcode/:code': (call) => answers.lookUp(call, findScanned),
    '/health': () => uncached(200, { status: 'ok', foods_in_db: catalog.size }),
  };
}
