import { type Findings, impossibleFinding, NO_FINDINGS, withFinding } from '../../src/food/findings.ts';
import { NUTRIENTS, type Nutrient, type Nutrition } from '../../src/food/nutrients.ts';

/** The most of each that 100 g of any food can hold; beyond it, and below zero, a value is a slip. */
export const LARGEST: Readonly<Record<Nutrient, number>> = {
  // Pure fat has 902 kcal by the factors of food tables.
  calories_kcal: 905,
  protein_g: 100,
  fat_g: 100,
  carbs_g: 100,
  fiber_g: 100,
  sugar_g: 100,
  // Nothing edible is saltier than table salt, 39.3 % sodium; its labels tell 590 mg in a rounded 1.2 g.
  sodium_mg: 50_000,
  saturated_fat_g: 100,
  // Brain and dried egg yolk reach about 3,000 mg.
  cholesterol_mg: 10_000,
  // Pure potassium chloride, sold as a salt substitute, holds 52,400 mg.
  potassium_mg: 53_000,
};

/** Labels round each value; a sum may exceed 100 g by that much. */
const LARGEST_MACRO_SUM_G = 105;
/** Rounding again: 0.5 g of sugar beside "0 g" of carbohydrate is no contradiction. */
const ROUNDING_G = 0.5;
/** Atwater's factors are averages and labels round: far off means over 20 % and more than a rounding of kcal. */
const ENERGY_TOLERANCE = 0.2;
const ENERGY_SLACK_KCAL = 25;

const KCAL_PER_G = { protein: 4, carbs: 4, fat: 9, fiber: 2, alcohol: 7 } as const;
const ZERO_CHECKED = [
  'calories_kcal',
  'protein_g',
  'fat_g',
  'carbs_g',
  'sugar_g',
  'saturated_fat_g',
] as const;

/** Makes impossible values unknown, and tells which. */
export function dropImpossible(nutrition: Nutrition): Findings {
  let findings = NO_FINDINGS;
  for (const nutrient of NUTRIENTS) {
    const value = nutrition[nutrient];
    if (value === null || (value >= 0 && value <= LARGEST[nutrient])) continue;
    nutrition[nutrient] = null;
    findings = withFinding(findings, impossibleFinding(nutrient));
  }
  return findings;
}

/** Finds values that contradict each other; they stay as the label shows them. */
export function findContradictions(
  nutrition: Nutrition,
  alcohol_g: number | null,
  mayBeAllZero: boolean,
): Findings {
  const { protein_g, fat_g, carbs_g, sugar_g, saturated_fat_g } = nutrition;
  let findings = NO_FINDINGS;
  if ((protein_g ?? 0) + (fat_g ?? 0) + (carbs_g ?? 0) > LARGEST_MACRO_SUM_G) {
    findings = withFinding(findings, 'macros_over_100');
  }
  if (exceeds(sugar_g, carbs_g)) findings = withFinding(findings, 'sugar_over_carbs');
  if (exceeds(saturated_fat_g, fat_g)) findings = withFinding(findings, 'saturated_over_fat');
  if (isEnergyOff(nutrition, alcohol_g)) findings = withFinding(findings, 'energy_off');
  if (!mayBeAllZero && isAllZero(nutrition)) findings = withFinding(findings, 'all_zero');
  return findings;
}

/** The span of energy that the macronutrients can explain, or null when one of them is unknown. */
export function energyFromMacros(
  nutrition: Nutrition,
  alcohol_g: number | null,
): { from: number; to: number } | null {
  const { protein_g, fat_g, carbs_g } = nutrition;
  if (protein_g === null || fat_g === null || carbs_g === null) return null;
  const fiber = nutrition.fiber_g ?? 0;
  const base =
    protein_g * KCAL_PER_G.protein + fat_g * KCAL_PER_G.fat + (alcohol_g ?? 0) * KCAL_PER_G.alcohol;
  // Some countries count fibre among the carbohydrates, others apart, and some give it no energy at all.
  const fiberInside = Math.max(0, carbs_g - fiber) * KCAL_PER_G.carbs;
  const fiberApart = carbs_g * KCAL_PER_G.carbs + fiber * KCAL_PER_G.fiber;
  return { from: base + fiberInside, to: base + fiberApart };
}

/** Whether energy fits what the macronutrients give. */
export function fitsMacros(kcal: number, span: { from: number; to: number }): boolean {
  const slack = (expected: number) => Math.max(expected * ENERGY_TOLERANCE, ENERGY_SLACK_KCAL);
  return kcal >= span.from - slack(span.from) && kcal <= span.to + slack(span.to);
}

function isEnergyOff(nutrition: Nutrition, alcohol_g: number | null): boolean {
  if (nutrition.calories_kcal === null) return false;
  const span = energyFromMacros(nutrition, alcohol_g);
  return span !== null && !fitsMacros(nutrition.calories_kcal, span);
}

function exceeds(part: number | null, whole: number | null): boolean {
  return part !== null && whole !== null && part > whole + ROUNDING_G;
}

function isAllZero(nutrition: Nutrition): boolean {
  let known = 0;
  for (const nutrient of ZERO_CHECKED) {
    const value = nutrition[nutrient];
    if (value === null) continue;
    if (value !== 0) return false;
    known++;
  }
  return known >= 3;
}
