import { formatBarcode } from '../food/barcode.ts';
import type { Food, FoodSource } from '../food/food.ts';
import { gtinOf } from '../food/identity.ts';
import { unpackImage } from '../food/image.ts';
import { staticUrl } from '../food/static-url.ts';

/** A row of the table `foods`. */
export interface FoodRow {
  rank: number;
  id: number;
  name: string;
  brand: string | null;
  category_id: number | null;
  serving_size_g: number | null;
  serving_desc: string | null;
  calories_kcal: number | null;
  protein_g: number | null;
  fat_g: number | null;
  carbs_g: number | null;
  fiber_g: number | null;
  sugar_g: number | null;
  sodium_mg: number | null;
  saturated_fat_g: number | null;
  cholesterol_mg: number | null;
  potassium_mg: number | null;
  image: string | null;
  source: FoodSource;
  confidence: number;
  findings: number;
  scans: number | null;
}

/** A row in the form of the wire: members in the order of the interface, what follows from others filled in. */
export function foodOf(row: FoodRow, category: string | null): Food {
  const gtin = gtinOf(row.id);
  const { image_url, image_thumb_url } = unpackImage(row.id, row.image);
  return {
    id: row.id,
    name: row.name,
    brand: row.brand,
    barcode: gtin === null ? null : formatBarcode(gtin),
    category,
    serving_size_g: row.serving_size_g,
    serving_desc: row.serving_desc,
    calories_kcal: row.calories_kcal,
    protein_g: row.protein_g,
    fat_g: row.fat_g,
    carbs_g: row.carbs_g,
    fiber_g: row.fiber_g,
    sugar_g: row.sugar_g,
    sodium_mg: row.sodium_mg,
    saturated_fat_g: row.saturated_fat_g,
    cholesterol_mg: row.cholesterol_mg,
    potassium_mg: row.potassium_mg,
    image_url,
    image_thumb_url,
    source: row.source,
    confidence: row.confidence,
    static_url: staticUrl(row.id, row.name),
  };
}
