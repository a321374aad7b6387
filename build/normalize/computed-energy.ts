import { type CountrySet, listCountries } from '../../src/food/countries.ts';
import { type Findings, hasFinding, NO_FINDINGS } from '../../src/food/findings.ts';
import type { Nutrition } from '../../src/food/nutrients.ts';
import type { RawFood } from '../raw/raw-food.ts';
import { KCAL_PER_G, MAX_KCAL, MIN_TELLING_KCAL, type OtherEnergy } from './energy.ts';
import type { FoodKind } from './food-kinds.ts';
import { type JudgedFood, ROUNDING_G } from './plausibility.ts';

/** Energy in whole kcal by the general factors, or null where protein, fat or carbohydrate is unknown. */
export function computeEnergy(
  nutrition: Nutrition,
  { alcohol_g, polyols_g = null }: OtherEnergy,
  isFiberInCarbs: boolean,
): number | null {
  const { protein_g, fat_g, carbs_g, fiber_g, sugar_g } = nutrition;
  if (protein_g === null || fat_g === null || carbs_g === null) return null;
  const fiber = fiber_g ?? 0;
  const polyols = Math.min(polyols_g ?? 0, carbs_g);
  // Fibre that does not fit beside the sugar is apart, whatever the custom of the country.
  const isWithin = isFiberInCarbs && fiber + Math.max(sugar_g ?? 0, polyols) <= carbs_g + ROUNDING_G;
  const digested = Math.max(0, carbs_g - polyols - (isWithin ? fiber : 0));
  return Math.round(
    protein_g * KCAL_PER_G.protein +
      fat_g * KCAL_PER_G.fat +
      digested * KCAL_PER_G.carbs +
      polyols * KCAL_PER_G.polyols +
      fiber * KCAL_PER_G.fiber +
      (alcohol_g ?? 0) * KCAL_PER_G.alcohol,
  );
}

/** Where labels count fibre as carbohydrate. Elsewhere it is listed apart. */
const FIBER_IN_CARBS_COUNTRIES: ReadonlySet<string> = new Set(['us', 'ca']);

export function countsFiberAsCarbs(countries: CountrySet | null): boolean {
  return (
    countries !== null && listCountries(countries).every((country) => FIBER_IN_CARBS_COUNTRIES.has(country))
  );
}

/**
 * The energy of a food whose source gives one that cannot be right; null where the rest of the label cannot be relied on
 * either: values contradict each other, or alcohol or polyols of unknown amount have a part in it.
 */
export function replaceEnergy(
  food: JudgedFood,
  found: { impossible: Findings; contradictions: Findings },
  raw: RawFood,
  findKind: () => FoodKind,
): number | null {
  if (found.contradictions !== NO_FINDINGS) return null;
  const kcal = computeEnergy(food, food, raw.is_usda_import || countsFiberAsCarbs(raw.countries));
  if (kcal === null || kcal > MAX_KCAL) return null;
  // With less in its macronutrients, a food with an impossibly high energy has not been entered at all.
  if (hasFinding(found.impossible, 'impossible_calories_kcal') && kcal < MIN_TELLING_KCAL) return null;
  const { isAlcoholic, isSweetener } = findKind();
  const isPartUnknown =
    (isAlcoholic && food.alcohol_g === null) || (isSweetener && (food.polyols_g ?? null) === null);
  return isPartUnknown ? null : kcal;
}
