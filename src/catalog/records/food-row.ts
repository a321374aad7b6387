import { formatBarcode } from '../../food/barcode.ts';
import type { Findings } from '../../food/findings.ts';
import { type Food, sourceOf } from '../../food/food.ts';
import { gtinOf } from '../../food/identity.ts';
import { unpackImage } from '../../food/image.ts';
import { NUTRIENTS } from '../../food/nutrients.ts';
import { staticUrl } from '../../food/static-url.ts';
import { numberOf, textOf } from '../../sqlite/driver.ts';

/** What is read from the table `foods`, in the order that `foodOf` expects. */
const COLUMNS = [
  'id',
  'name',
  'brand',
  'category_id',
  'serving_size_g',
  'serving_desc',
  'image',
  'source',
  'confidence',
  'findings',
  ...NUTRIENTS,
];
/** In SQL; what else is read comes after them, from this place on. */
export const FOOD_COLUMNS = COLUMNS.map((column) => `foods.${column}`).join(', ');
export const AFTER_FOOD = COLUMNS.length;

/** A row of the table. A catalogue may come from anywhere, so nothing is known about the types of its values. */
export type FoodRow = unknown[];
const FIRST_NUTRIENT = 10;

/**
 * A row in wire form: members in the order of the interface, derived ones filled in. Pictures that larder serves get
 * the address of the server, `base`, before their path.
 */
export function foodOf(row: FoodRow, nameOfCategory: ReadonlyMap<number, string>, base = ''): Food {
  const id = idOf(row[0]);
  const name = textOf(row[1]) ?? '';
  const gtin = gtinOf(id);
  const { image_url, image_thumb_url } = unpackImage(id, textOf(row[6]), base);
  const food = {
    id,
    name,
    brand: textOf(row[2]),
    barcode: gtin === null ? null : formatBarcode(gtin),
    category: nameOfCategory.get(row[3] as number) ?? null,
    serving_size_g: numberOf(row[4]),
    serving_desc: textOf(row[5]),
  } as Food;
  for (let nutrient = 0; nutrient < NUTRIENTS.length; nutrient++) {
    food[NUTRIENTS[nutrient]!] = numberOf(row[FIRST_NUTRIENT + nutrient]);
  }
  food.image_url = image_url;
  food.image_thumb_url = image_thumb_url;
  food.source = sourceOf(row[7]);
  food.confidence = numberOf(row[8]) ?? 0;
  food.static_url = staticUrl(id, name);
  return food;
}

export function findingsOf(row: FoodRow): Findings {
  // All 32 bits are used, so it may be negative.
  return Number.isSafeInteger(row[9]) ? (row[9] as number) | 0 : 0;
}

function idOf(stored: unknown): number {
  return Number.isSafeInteger(stored) && (stored as number) >= 0 ? (stored as number) : 0;
}
