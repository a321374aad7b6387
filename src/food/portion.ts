import type { Food } from './food.ts';
import { NUTRIENT_FACTS, NUTRIENTS, type Nutrient, type Nutrition } from './nutrients.ts';

/** More than anyone eats at once. */
export const MAX_PORTION_G = 100_000;
/** More servings than anyone eats at once, or makes by a recipe. */
export const MAX_SERVINGS = 1000;

/** The amount in a portion: value per 100 g × grams ÷ 100 (Part 2.1). */
export function portionOf(per100g: number, grams: number): number {
  return (per100g * grams) / 100;
}

export type Portion = { grams: number } & Nutrition;

/** Grams to 3 decimals, milligrams and kcal to 1, the portion itself to 2, as in the catalogue (decisions, rounding). */
const STEPS = { g: 1000, mg: 10, kcal: 10 } as const;
const STEPS_PER_GRAM_SERVED = 100;

/** All nutrients of a portion of a food, rounded; unknown stays unknown. */
export function weighPortion(food: Food, grams: number): Portion {
  const amounts = NUTRIENTS.map((nutrient): [Nutrient, number | null] => {
    const per100g = food[nutrient];
    const steps = STEPS[NUTRIENT_FACTS[nutrient].unit];
    return [nutrient, per100g === null ? null : Math.round(portionOf(per100g, grams) * steps) / steps];
  });
  const shown = Math.round(grams * STEPS_PER_GRAM_SERVED) / STEPS_PER_GRAM_SERVED;
  return { grams: shown, ...(Object.fromEntries(amounts) as Nutrition) };
}
