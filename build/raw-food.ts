import type { FoodSource } from '../src/food/food.ts';

/**
 * What a reader hands on: one record of one input, in the units of a Food but with words and values as its
 * source wrote them. Nothing is judged, mended or made up here; what the source does not say is null.
 */
export interface RawFood {
  source: FoodSource;
  /** The line of a text input, or the number of the record in a binary one; the first is 1. */
  line: number;
  /** The barcode as written, any kind of dirt included. */
  code: string | null;
  /** Tells foods without a barcode apart within their source, such as a number in its tables. */
  key: string | null;
  /** Candidates for the name, the one meant for readers first; a later one serves when an earlier is empty. */
  names: string[];
  /** What kind of food it is, in the words of its label ("Pâte à tartiner aux noisettes"). */
  generic_name: string | null;
  /** One or several, separated by commas. */
  brand: string | null;
  /** From general to special: tags ("en:spreads") or names. */
  categories: string[];
  serving_desc: string | null;
  serving_size_g: number | null;
  calories_kcal: number | null;
  /** Energy in kJ, for sources that tell it apart from kcal. */
  energy_kj: number | null;
  protein_g: number | null;
  fat_g: number | null;
  carbs_g: number | null;
  fiber_g: number | null;
  sugar_g: number | null;
  sodium_mg: number | null;
  /** Salt in grams, for sources that tell only that. */
  salt_g: number | null;
  saturated_fat_g: number | null;
  cholesterol_mg: number | null;
  potassium_mg: number | null;
  /** Explains energy that the macronutrients alone do not. */
  alcohol_g: number | null;
  image_url: string | null;
  image_thumb_url: string | null;
  /** How many people scanned it, where the source counts. */
  scans: number | null;
  /** When the record was last changed, in seconds since 1970. */
  modified_t: number | null;
}

/** A record in which the source says nothing yet. */
export function emptyRawFood(source: FoodSource, line: number): RawFood {
  return {
    source,
    line,
    code: null,
    key: null,
    names: [],
    generic_name: null,
    brand: null,
    categories: [],
    serving_desc: null,
    serving_size_g: null,
    calories_kcal: null,
    energy_kj: null,
    protein_g: null,
    fat_g: null,
    carbs_g: null,
    fiber_g: null,
    sugar_g: null,
    sodium_mg: null,
    salt_g: null,
    saturated_fat_g: null,
    cholesterol_mg: null,
    potassium_mg: null,
    alcohol_g: null,
    image_url: null,
    image_thumb_url: null,
    scans: null,
    modified_t: null,
  };
}
