import { EMPTY_RECORD, type FoodRecord } from '../../src/food/food-record.ts';

/** What the members of a record are before anything is settled, with those that are made from other ones left out. */
type Unsettled = Omit<
  FoodRecord,
  'generic_name' | 'further_brands' | 'ingredients_text' | 'categories' | 'basis'
>;

/**
 * What a full record is made from, as a source writes it. A list is null where the source does not have that member at
 * all, and empty where it has it without an entry: which of these means "none" is decided later. Allergens are null for
 * the tab-separated export, which has only what people typed.
 */
export interface RawRecord extends Omit<Unsettled, 'nutriscore' | 'nova' | 'environment'> {
  names: Record<string, string>;
  /** By the names of src/food/further-nutrients.ts. */
  nutrients: Record<string, number>;
  ingredients: string | null;
  nutriscore: string | null;
  environment: string | null;
  nova: number | null;
  /** What the nutrients are for, as written: `100g`, `100ml`, `serving`. */
  per: string | null;
}

const { generic_name, further_brands, ingredients_text, categories, basis, ...UNSETTLED } = EMPTY_RECORD;

export function emptyRawRecord(): RawRecord {
  return { ...UNSETTLED, names: {}, nutrients: {}, ingredients: null, per: null };
}
