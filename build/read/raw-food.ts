import type { CountrySet } from '../../src/food/countries.ts';
import type { FoodSource } from '../../src/food/food.ts';

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
  /** Where it is sold. Read to codes at once, since the few lists that there are repeat by the million. */
  countries: CountrySet | null;
  /** The language of its label, as written. */
  lang: string | null;
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
    countries: null,
    lang: null,
  };
}

/** A record as a list of its values: half the text of one with names, where records are handed over by the million. */
export function packRawFood(raw: RawFood): unknown[] {
  return [
    raw.source,
    raw.line,
    raw.code,
    raw.key,
    raw.names,
    raw.generic_name,
    raw.brand,
    raw.categories,
    raw.serving_desc,
    raw.serving_size_g,
    raw.calories_kcal,
    raw.energy_kj,
    raw.protein_g,
    raw.fat_g,
    raw.carbs_g,
    raw.fiber_g,
    raw.sugar_g,
    raw.sodium_mg,
    raw.salt_g,
    raw.saturated_fat_g,
    raw.cholesterol_mg,
    raw.potassium_mg,
    raw.alcohol_g,
    raw.image_url,
    raw.image_thumb_url,
    raw.scans,
    raw.modified_t,
    raw.countries,
    raw.lang,
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: the values stand in the order in which they were packed
export function unpackRawFood(packed: any[]): RawFood {
  return {
    source: packed[0],
    line: packed[1],
    code: packed[2],
    key: packed[3],
    names: packed[4],
    generic_name: packed[5],
    brand: packed[6],
    categories: packed[7],
    serving_desc: packed[8],
    serving_size_g: packed[9],
    calories_kcal: packed[10],
    energy_kj: packed[11],
    protein_g: packed[12],
    fat_g: packed[13],
    carbs_g: packed[14],
    fiber_g: packed[15],
    sugar_g: packed[16],
    sodium_mg: packed[17],
    salt_g: packed[18],
    saturated_fat_g: packed[19],
    cholesterol_mg: packed[20],
    potassium_mg: packed[21],
    alcohol_g: packed[22],
    image_url: packed[23],
    image_thumb_url: packed[24],
    scans: packed[25],
    modified_t: packed[26],
    countries: packed[27],
    lang: packed[28],
  };
}
