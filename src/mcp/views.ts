import type { Food } from '../food/food.ts';

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
export function viewFood(food: Food, detail: Detail, publicUrl: string | null): Partial<Food> {
  if (detail === 'full') return withAddress(food, publicUrl);
  const { static_url } = withAddress(food, publicUrl);
  return { ...compact(food), ...(publicUrl !== null && { static_url }) };
}

/** A food in a list: the addresses alone would cost as much as the numbers. */
export function viewListedFood(food: Food, detail: Detail, publicUrl: string | null): Partial<Food> {
  return detail === 'full' ? withAddress(food, publicUrl) : compact(food);
}

function compact(food: Food): Partial<Food> {
  return Object.fromEntries(COMPACT_FIELDS.map((field) => [field, food[field]]));
}

function withAddress(food: Food, publicUrl: string | null): Food {
  if (publicUrl === null || food.static_url === null) return food;
  return { ...food, static_url: publicUrl + food.static_url };
}
