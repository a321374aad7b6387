import type { Catalog } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { fullRecordOf, NOTHING_STORED } from '../food/full-record.ts';

/** How much of a food an answer shows. A model pays for every field, in each food of a list. */
export const DETAILS = ['compact', 'full'] as const;
export type Detail = (typeof DETAILS)[number];

/** The fields that answer most questions, and `source`, since an estimate must be recognisable as one. */
export const COMPACT_FIELDS = [
  'id',
  'name',
  'brand',
  'serving_size_g',
  'calories_kcal',
  'protein_g',
  'fat_g',
  'carbs_g',
  'source',
  'confidence',
] as const satisfies (keyof Food)[];

/** A food on its own, with the address of its page where people can reach it. */
export function viewFood(catalog: Catalog, food: Food, detail: Detail, publicUrl: string | null): object {
  if (detail === 'full') return viewListedFood(catalog, food, detail, publicUrl);
  const { static_url } = withAddress(food, publicUrl);
  return { ...compact(food), ...(publicUrl !== null && { static_url }) };
}

/** A food in a list: the addresses alone would cost as much as the numbers. */
export function viewListedFood(
  catalog: Catalog,
  food: Food,
  detail: Detail,
  publicUrl: string | null,
): object {
  if (detail === 'compact') return compact(food);
  const stored = catalog.findRecord(food) ?? NOTHING_STORED;
  return { ...withAddress(food, publicUrl), ...fullRecordOf(food, stored) };
}

function compact(food: Food): Partial<Food> {
  return Object.fromEntries(COMPACT_FIELDS.map((field) => [field, food[field]]));
}

function withAddress(food: Food, publicUrl: string | null): Food {
  if (publicUrl === null || food.static_url === null) return food;
  return { ...food, static_url: publicUrl + food.static_url };
}

/** An answer without what is unknown, which costs as much to say as to know; a list keeps its places. */
export function withoutNulls<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNulls) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(known.map(([name, member]) => [name, withoutNulls(member)])) as Value;
}
