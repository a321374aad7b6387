import { memberOf } from '../member-of.ts';
import { FURTHER_NUTRIENTS, indexOfNutrient } from './further-nutrients.ts';

/**
 * What sources say about a food beyond its 22 fields, as a catalogue stores it. A list is null where it is unknown, and
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
  /** The grade of the source's environmental score. */
  environment: Nutriscore | null;
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
  environment: null,
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
  const known: Partial<Record<keyof FoodRecord, unknown>> = {};
  for (const member of MEMBERS) known[member] = record[member] ?? undefined;
  known.names = orderNames(record.names);
  known.nutrients = orderNutrients(record.nutrients);
  // Members that are undefined are not written.
  const text = JSON.stringify(known);
  return text === '{}' ? null : text;
}

export function readRecord(text: RecordText | null): FoodRecord {
  return text === null ? EMPTY_RECORD : { ...EMPTY_RECORD, ...(JSON.parse(text) as Partial<FoodRecord>) };
}

/** By language; undefined if there are none. */
function orderNames(names: FoodRecord['names']): FoodRecord['names'] | undefined {
  const languages = Object.keys(names);
  if (languages.length < 2) return languages.length === 0 ? undefined : names;
  return Object.fromEntries(languages.sort().map((language) => [language, memberOf(names, language)!]));
}

/** As FURTHER_NUTRIENTS lists them, without any other; undefined if there are none. */
function orderNutrients(nutrients: FoodRecord['nutrients']): FoodRecord['nutrients'] | undefined {
  let last = -1;
  for (const name in nutrients) {
    const index = indexOfNutrient(name);
    if (index === undefined || index < last || memberOf(nutrients, name) === undefined)
      return pickNutrients(nutrients);
    last = index;
  }
  // Nearly all are in order already.
  return last === -1 ? undefined : nutrients;
}

function pickNutrients(nutrients: FoodRecord['nutrients']): FoodRecord['nutrients'] | undefined {
  const names = FURTHER_NUTRIENTS.filter((name) => memberOf(nutrients, name) !== undefined);
  return names.length === 0
    ? undefined
    : Object.fromEntries(names.map((name) => [name, memberOf(nutrients, name)!]));
}

/** The better record, with what it does not know from the other. */
export function mergeRecords(better: RecordText | null, other: RecordText | null): RecordText | null {
  if (better === null || other === null || better === other) return better ?? other;
  const [own, filling] = [readRecord(better), readRecord(other)];
  const merged = { ...filling };
  const keepOwn = <Member extends keyof FoodRecord>(member: Member) => {
    if (own[member] !== null) merged[member] = own[member];
  };
  for (const member of MEMBERS) keepOwn(member);
  // A number from one source with a unit from another would make up an amount.
  if (own.product_quantity !== null) merged.product_quantity_unit = own.product_quantity_unit;
  merged.names = { ...filling.names, ...own.names };
  merged.nutrients = { ...filling.nutrients, ...own.nutrients };
  return writeRecord(merged);
}

/** What a build may leave out to make a smaller catalogue. */
export const RECORD_PARTS = ['ingredients', 'records'] as const;
export type RecordPart = (typeof RECORD_PARTS)[number];

export function withoutParts(text: RecordText | null, without: readonly RecordPart[]): RecordText | null {
  if (text === null || without.length === 0) return text;
  if (without.includes('records')) return null;
  return writeRecord({ ...readRecord(text), ingredients_text: null });
}
