import { formatBarcode } from '../food/barcode.ts';
import type { Findings } from '../food/findings.ts';
import type { Food, FoodSource } from '../food/food.ts';
import { gtinOf } from '../food/identity.ts';
import { unpackImage } from '../food/image.ts';
import { NUTRIENTS } from '../food/nutrients.ts';
import { staticUrl } from '../food/static-url.ts';

/** What is read from the table `foods`, in the order of a FoodRow. */
export const FOOD_COLUMNS = [
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

export type FoodRow = [
  id: number,
  name: string,
  brand: string | null,
  category_id: number | null,
  serving_size_g: number | null,
  serving_desc: string | null,
  image: string | null,
  source: FoodSource,
  confidence: number,
  findings: number,
  ...nutrients: (number | null)[],
];
const FIRST_NUTRIENT = 10;

/**
 * A row in wire form: members in the order of the interface, derived ones filled in. Pictures that larder serves get
 * the address of the server, `base`, before their path.
 */
export function foodOf(row: FoodRow, nameOfCategory: ReadonlyMap<number, string>, base = ''): Food {
  const [id, name, brand, categoryId] = row;
  const gtin = gtinOf(id);
  const { image_url, image_thumb_url } = unpackImage(id, row[6], base);
  const food = {
    id,
    name,
    brand,
    barcode: gtin === null ? null : formatBarcode(gtin),
    category: categoryId === null ? null : nameOfCategory.get(categoryId)!,
    serving_size_g: row[4],
    serving_desc: row[5],
  } as Food;
  for (let place = 0; place < NUTRIENTS.length; place++) {
    food[NUTRIENTS[place]!] = row[FIRST_NUTRIENT + place] as number | null;
  }
  food.image_url = image_url;
  food.image_thumb_url = image_thumb_url;
  food.source = row[7];
  food.confidence = row[8];
  food.static_url = staticUrl(id, name);
  return food;
}

export function findingsOf(row: FoodRow): Findings {
  return row[9];
}
