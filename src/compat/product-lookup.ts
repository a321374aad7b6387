import { readTypedBarcode } from '../food/barcode.ts';
import type { Catalog } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';

/** Foods without a barcode are known by their id, which is longer than any barcode. */
const LONG_ID = /^\d{15,16}$/;
/** Open Food Facts pads codes of four digits and more with zeros. */
const SHORT_CODE = /^\d{4,7}$/;
const SHORTEST_BARCODE = 8;

/** The food with that code, as Open Food Facts or a barcode writes it. */
export function findProduct(catalog: Catalog, code: string): Food | null {
  if (!LONG_ID.test(code)) return catalog.findBarcode(filledUp(code));
  const id = Number(code);
  return Number.isSafeInteger(id) ? catalog.findFood(id) : null;
}

/** Whether a code could be that of a product. */
export function isCode(code: string): boolean {
  return LONG_ID.test(code) || readTypedBarcode(filledUp(code)).length > 0;
}

function filledUp(code: string): string {
  return SHORT_CODE.test(code) ? code.padStart(SHORTEST_BARCODE, '0') : code;
}
