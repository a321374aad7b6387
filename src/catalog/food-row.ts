import { formatBarcode } from '../food/barcode.ts';
import type { Findings } from '../food/findings.ts';
import type { Food, FoodSource } from '../food/food.ts';
import { gtinOf } from '../food/identity.ts';
import { unpackImage } from '../food/image.ts';
import { staticUrl } from '../food/static-url.ts';

/** What is read of the table `foods`, in the order of a FoodRow: lists are read quicker than objects. */
export const FOOD_ROW = `id, name, brand, category_id, serving_size_g, serving_desc, calories_kcal, protein_g, fat_g,
  carbs_g, fiber_g, sugar_g, sodium_mg, saturated_fat_g, cholesterol_mg, potassium_mg, image, source, confidence, findings`;

export type FoodRow = [
  id: number,
  name: string,
  brand: string | null,
  category_id: number | null,
  serving_size_g: number | null,
  serving_desc: string | null,
  calories_kcal: number | null,
  protein_g: number | null,
  fat_g: number | null,
  carbs_g: number | null,
  fiber_g: number | null,
  sugar_g: number | null,
  sodium_mg: number | null,
  saturated_fat_g: number | null,
  cholesterol_mg: number | null,
  potassium_mg: number | null,
  image: string | null,
  source: FoodSource,
  confidence: number,
  findings: number,
];

/** A row in the form of the wire: members in the order of the interface, what follows from others filled in. */
export function foodOf(row: FoodRow, nameOfCategory: ReadonlyMap<number, string>): Food {
  const [id, name, brand, categoryId] = row;
  const gtin = gtinOf(id);
  const { image_url, image_thumb_url } = unpackImage(id, row[16]);
  return {
    id,
    name,
    brand,
    barcode: gtin === null ? null : formatBarcode(gtin),
    category: categoryId === null ? null : nameOfCategory.get(categoryId)!,
    serving_size_g: row[4],
    serving_desc: row[5],
    calories_kcal: row[6],
    protein_g: row[7],
    fat_g: row[8],
    carbs_g: row[9],
    fiber_g: row[10],
    sugar_g: row[11],
    sodium_mg: row[12],
    saturated_fat_g: row[13],
    cholesterol_mg: row[14],
    potassium_mg: row[15],
    image_url,
    image_thumb_url,
    source: row[17],
    confidence: row[18],
    static_url: staticUrl(id, name),
  };
}

export function findingsOf(row: FoodRow): Findings {
  return row[19];
}
