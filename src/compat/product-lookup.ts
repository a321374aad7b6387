import { readTypedBarcode } from '../food/barcode.ts';
import type { Catalog } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';

/** Foods without a barcode are known by their id, which is longer than any barcode. */
const LONG_ID = /^\d{15,16}$/;
/** Open Food Facts pads codes of four digits and more with zeros. */
const SHORT_CODE = /^\d{4,7}$/;
const MIN_BARCODE_LENGTH = 8;
const WHOLE_CODE = /^\d{8,16}$/;

/**
 * The food with that code, as Open Food Facts or a barcode writes it. Eight digits may also be short for the barcode of another
 * product: then they mean the one whose own code they are.
 */
export function findProduct(catalog: Catalog, code: string): Food | null {
  const digits = filledUp(code);
  const own = WHOLE_CODE.test(digits) ? catalog.findFood(Number(digits)) : null;
  return own ?? catalog.findBarcode(digits);
}

/** Whether a code could be that of a product. */
export function isCode(code: string): boolean {
  return LONG_ID.test(code) || readTypedBarcode(filledUp(code)).length > 0;
}

function filledUp(code: string): string {
  return SHORT_CODE.test(code) ? code.padStart(MIN_BARCODE_LENGTH, '0') : code;
}
