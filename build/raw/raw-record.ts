/**
 * What a full record is made from, as a source writes it. A list is null where the source does not have that member at
 * all, and empty where it has it without an entry: which of these means "none" is decided later.
 */
export interface RawRecord {
  /** Names by language code. */
  names: Record<string, string>;
  ingredients: string | null;
  /** Normalised tags; null for the tab-separated export, which has only what people typed. */
  allergens: readonly string[] | null;
  traces: readonly string[] | null;
  additives: readonly string[] | null;
  labels: readonly string[] | null;
  analysis: readonly string[] | null;
  nutriscore: string | null;
  nova: number | null;
  quantity: string | null;
  product_quantity: number | null;
  product_quantity_unit: string | null;
  serving_unit: string | null;
  /** What the nutrients are for, as written: `100g`, `100ml`, `serving`. */
  per: string | null;
  /** By the names of src/food/further-nutrients.ts. */
  nutrients: Record<string, number>;
  /** Household measures, for the tables of the USDA. */
  measures: string | null;
}

export function emptyRawRecord(): RawRecord {
  return {
    names: {},
    ingredients: null,
    allergens: null,
    traces: null,
    additives: null,
    labels: null,
    analysis: null,
    nutriscore: null,
    nova: null,
    quantity: null,
    product_quantity: null,
    product_quantity_unit: null,
    serving_unit: null,
    per: null,
    nutrients: {},
    measures: null,
  };
}
