import type { CountrySet } from '../../src/food/countries.ts';
import type { FoodSource } from '../../src/food/food.ts';
import type { FoodName } from '../../src/food/food-names.ts';
import { NUTRIENTS, type Nutrition } from '../../src/food/nutrients.ts';
import type { RawRecord } from './raw-record.ts';

/** Every amount that a source may give, in the units of a Food. */
export interface Amounts extends Nutrition {
  /** Energy in kJ, for sources that give it separately from kcal. */
  energy_kj: number | null;
  /** Salt in grams, for sources that give only that. */
  salt_g: number | null;
  /** Alcohol and polyols explain energy that the macronutrients alone do not. */
  alcohol_g: number | null;
  polyols_g: number | null;
}

export const AMOUNT_FIELDS: readonly (keyof Amounts)[] = [
  ...NUTRIENTS,
  'energy_kj',
  'salt_g',
  'alcohol_g',
  'polyols_g',
];

/** What the source's own checks say about the nutrition of a record. */
export type SourceVerdict = 'error' | 'warning' | null;

/**
 * What a reader returns: one record of one input, in the units of a Food but with words and values as its source wrote
 * them. Nothing is judged, corrected or made up here; what the source does not say is null.
 */
export interface RawFood extends Amounts {
  source: FoodSource;
  /** The line of a text file, or the number of the record in a binary one, starting at 1. */
  line: number;
  /** The barcode exactly as written, however malformed. */
  code: string | null;
  /** Identifies a food without a barcode within its source, such as a number in its tables. */
  key: string | null;
  /** Candidates for the name, the one meant for readers first; a later one is used when an earlier is empty. */
  names: string[];
  /** What its source also calls it. */
  other_names: FoodName[];
  /** The kind of food, as worded on its label ("Pâte à tartiner aux noisettes"). */
  generic_name: string | null;
  /** One or several, separated by commas. */
  brand: string | null;
  /** From general to specific: tags ("en:spreads") or names. */
  categories: readonly string[];
  serving_desc: string | null;
  serving_size_g: number | null;
  /** The amounts as typed for one serving, where the source keeps them and derives those per 100 g from them. */
  per_serving: Partial<Amounts> | null;
  /** Whether the record was imported in bulk from USDA's branded foods. */
  is_usda_import: boolean;
  source_verdict: SourceVerdict;
  image_url: string | null;
  image_thumb_url: string | null;
  /** How many people scanned it, if the source counts that. */
  scans: number | null;
  /** When the record was last changed, in seconds since 1970. */
  modified_t: number | null;
  /** Where it is sold. Turned into codes at once, since few distinct lists repeat by the million. */
  countries: CountrySet | null;
  /** The language of its label, as written. */
  lang: string | null;
  /** What its full record is made from; null for sources that have nothing more. */
  record: RawRecord | null;
}

/** A record with all values unknown. */
export function emptyRawFood(source: FoodSource, line: number): RawFood {
  return {
    source,
    line,
    code: null,
    key: null,
    names: [],
    other_names: [],
    generic_name: null,
    brand: null,
    categories: [],
    serving_desc: null,
    serving_size_g: null,
    calories_kcal: null,
    protein_g: null,
    fat_g: null,
    carbs_g: null,
    fiber_g: null,
    sugar_g: null,
    sodium_mg: null,
    saturated_fat_g: null,
    cholesterol_mg: null,
    potassium_mg: null,
    energy_kj: null,
    salt_g: null,
    alcohol_g: null,
    polyols_g: null,
    per_serving: null,
    is_usda_import: false,
    source_verdict: null,
    image_url: null,
    image_thumb_url: null,
    scans: null,
    modified_t: null,
    countries: null,
    lang: null,
    record: null,
  };
}
