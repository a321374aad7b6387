import type { Food } from './food.ts';
import { NUTRIENTS, type Nutrition } from './nutrients.ts';

/** The amount in a portion: value per 100 g × grams ÷ 100 (Part 2.1). */
export function portionOf(per100g: number, grams: number): number {
  return (per100g * grams) / 100;
}

/** The same rounded to hundredths, since more digits are noise; unknown stays unknown. */
export function knownPortionOf(per100g: number | null, grams: number): number | null {
  return per100g === null ? null : Math.round(per100g * grams) / 100;
}

/** All nutrients of a portion of a food. */
export function portionOfFood(food: Food, grams: number): Nutrition {
  const entries = NUTRIENTS.map((nutrient) => [nutrient, knownPortionOf(food[nutrient], grams)]);
  return Object.fromEntries(entries) as Nutrition;
}
