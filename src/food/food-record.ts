import { FURTHER_NUTRIENTS } from './further-nutrients.ts';

/**
 * What sources say about a food beyond its 22 fields, as a catalogue stores it. A list is null where nobody knows, and
 * empty where it is known that there is none; the difference matters to people with allergies.
 */
export interface FoodRecord {
  /** Its name in each language that has one. */
  names: Readonly<Record<string, string>>;
  generic_name: string | null;
  /** Brands after the first, which is a field of the food. */
  further_brands: readonly string[] | null;
  ingredients_text: string | null;
  allergens: readonly string[] | null;
  traces: readonly string[] | null;
  additives: readonly string[] | null;
  labels: readonly string[] | null;
  categories: readonly string[] | null;
  /** Whether it is vegan, vegetarian or free of palm oil, where the ingredients say so. */
  analysis: readonly string[] | null;
  nutriscore: Nutriscore | null;
  nova: NovaGroup | null;
  /** What is in the package, as printed, and as a number with its unit. */
  quantity: string | null;
  product_quantity: number | null;
  product_quantity_unit: string | null;
  serving_unit: string | null;
  /** Whether its nutrients are per 100 g or per 100 ml. */
  basis: Basis | null;
  /** Nutrients beyond the ten of a Food; only those that are known. */
  nutrients: Readonly<Record<string, number>>;
  /** Household measures with their grams, as in data/usda-sr28.tsv: `1 tbsp: 14.2|1 cup: 227`. */
  measures: string | null;
}

export const NUTRISCORES = ['a', 'b', 'c', 'd', 'e'] as const;
export type Nutriscore = (typeof NUTRISCORES)[number];
export type NovaGroup = 1 | 2 | 3 | 4;
export type Basis = 'g' | 'ml';

export const EMPTY_RECORD: FoodRecord = {
  names: {},
  generic_name: null,
  further_brands: null,
  ingredients_text: null,
  allergens: null,
  traces: null,
  additives: null,
  labels: null,
  categories: null,
  analysis: null,
  nutriscore: null,
  nova: null,
  quantity: null,
  product_quantity: null,
  product_quantity_unit: null,
  serving_unit: null,
  basis: null,
  nutrients: {},
  measures: null,
};

const MEMBERS = Object.keys(EMPTY_RECORD) as (keyof FoodRecord)[];

/** A record as text: only what is known, always in the same order, so that equal records are equal texts. */
export type RecordText = string;

/** Null for a record that knows nothing. */
export function writeRecord(record: FoodRecord): RecordText | null {
  const known: Record<string, unknown> = {};
  for (const member of MEMBERS) {
    const value = record[member];
    if (value === null) continue;
    if (member === 'names' || member === 'nutrients') {
      const ordered = inOrder(value as Record<string, unknown>, member === 'nutrients');
      if (ordered !== null) known[member] = ordered;
    } else known[member] = value;
  }
  return Object.keys(known).length === 0 ? null : JSON.stringify(known);
}

export function readRecord(text: RecordText | null): FoodRecord {
  return text === null ? EMPTY_RECORD : { ...EMPTY_RECORD, ...(JSON.parse(text) as Partial<FoodRecord>) };
}

function inOrder(values: Record<string, unknown>, areNutrients: boolean): Record<string, unknown> | null {
  const names = areNutrients
    ? FURTHER_NUTRIENTS.filter((name) => values[name] !== undefined)
    : Object.keys(values).sort();
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** The better record, with what it does not know from the other. */
export function mergeRecords(better: RecordText | null, other: RecordText | null): RecordText | null {
  if (better === null || other === null || better === other) return better ?? other;
  const [own, filling] = [readRecord(better), readRecord(other)];
  const merged: Record<string, unknown> = { ...filling };
  for (const member of MEMBERS) if (own[member] !== null) merged[member] = own[member];
  // A number of one source and a unit of another would make up an amount.
  if (own.product_quantity !== null) merged.product_quantity_unit = own.product_quantity_unit;
  merged.names = { ...filling.names, ...own.names };
  merged.nutrients = { ...filling.nutrients, ...own.nutrients };
  return writeRecord(merged as unknown as FoodRecord);
}

/** What a build may leave out to make a smaller catalogue. */
export const RECORD_PARTS = ['ingredients', 'records'] as const;
export type RecordPart = (typeof RECORD_PARTS)[number];

export function withoutParts(text: RecordText | null, without: readonly RecordPart[]): RecordText | null {
  if (text === null || without.length === 0) return text;
  if (without.includes('records')) return null;
  return writeRecord({ ...readRecord(text), ingredients_text: null });
}
