import { SALT_G_PER_SODIUM_MG } from '../../src/food/conversions.ts';
import { type Findings, impossibleFinding, NO_FINDINGS, withFinding } from '../../src/food/findings.ts';
import { NUTRIENTS, type Nutrient, type Nutrition } from '../../src/food/nutrients.ts';
import { energyFromMacros, fitsMacros, MAX_KCAL, type OtherEnergy } from './energy.ts';
import { type FoodKind, hasProtein, kindOf, ORDINARY_KIND } from './food-kinds.ts';
import { isBound, isTooMuchForKind, type KindClues } from './most-in-kind.ts';

/** The most of each that 100 g of any food can have; beyond it, and below zero, a value is a slip. */
export const MAX_PER_100_G: Readonly<Record<Nutrient, number>> = {
  calories_kcal: MAX_KCAL,
  protein_g: 100,
  fat_g: 100,
  carbs_g: 100,
  fiber_g: 100,
  sugar_g: 100,
  // Nothing edible is saltier than table salt, 39.3 % sodium; a label with 590 mg in a rounded 1.2 g gives 49,000.
  sodium_mg: 50_000,
  saturated_fat_g: 100,
  // Brain and dried egg yolk reach about 3,100 mg.
  cholesterol_mg: 3500,
  // Pure potassium chloride, sold as a salt substitute, holds 52,400 mg.
  potassium_mg: 53_000,
};

/** Labels round each value; a sum may exceed 100 g by that much. */
export const MAX_SUM_G = 105;
/** Salt is computed from sodium, some of which belongs to what is counted as protein (glutamate). */
const MAX_SALTED_SUM_G = 115;
/** Rounding again: 0.5 g of sugar beside "0 g" of carbohydrate is not a contradiction. */
export const ROUNDING_G = 0.5;
/** Where a laboratory measured sugars, and carbohydrate is what all else leaves, the two differ by this much, or this share. */
const ANALYSED_SLACK_G = 1.5;
const ANALYSED_SHARE = 0.15;
/** What has this much salt is salt, whatever its name, and has nothing else in it. */
const MIN_SALT_IN_SALT_G = 80;
/** Labels convert by 2.5 or 2.54 and round each; beyond this, one of the two is wrong. */
const SALT_TOLERANCE = 0.2;
const SALT_SLACK_G = 0.1;

/** Fewer values than this may all be zero by chance. */
const MIN_ZEROS = 3;
/** Up to here a value is next to nothing: a figure divided by a serving of three kilograms. */
const NEARLY_ZERO = {
  calories_kcal: 2,
  protein_g: 0.1,
  fat_g: 0.1,
  carbs_g: 0.1,
  sugar_g: 0.1,
  saturated_fat_g: 0.1,
} as const satisfies Partial<Nutrition>;
const ZERO_CHECKED = Object.keys(NEARLY_ZERO) as (keyof typeof NEARLY_ZERO)[];

/** What besides its nutrients decides whether they are plausible. */
export interface JudgedFood extends Nutrition, OtherEnergy {
  name: string;
  category: string | null;
  serving_size_g: number | null;
  /** Whether its values are those of a composition table. */
  isAnalysed?: boolean;
}

/** Makes values unknown that no food, or no food of its kind, can have, and says which. */
export function dropImpossible(nutrition: Nutrition, clues: KindClues): Findings {
  let findings = NO_FINDINGS;
  for (const nutrient of NUTRIENTS) {
    const value = nutrition[nutrient];
    if (value === null || isPossible(nutrient, value, clues)) continue;
    nutrition[nutrient] = null;
    findings = withFinding(findings, impossibleFinding(nutrient));
  }
  if (lacksItsProtein(nutrition, clues)) {
    nutrition.protein_g = null;
    findings = withFinding(findings, impossibleFinding('protein_g'));
  }
  return findings;
}

/** Hardly any protein, as where none was entered. */
const HARDLY_ANY_PROTEIN_G = 0.5;
/** At least this much energy comes from what was not entered: three grams of protein, beside what labels round. */
const MIN_MISSING_KCAL = 12;

/**
 * Whether a food that always has protein has next to none, while its energy is more than the rest of it gives: a bread
 * with 0.01 g. Breads of starch have little of it too, but then their energy is that of the starch.
 */
function lacksItsProtein(nutrition: Nutrition, clues: KindClues): boolean {
  const { calories_kcal, protein_g, fat_g, carbs_g } = nutrition;
  if (protein_g === null || protein_g > HARDLY_ANY_PROTEIN_G) return false;
  if (calories_kcal === null || fat_g === null || carbs_g === null) return false;
  const missing = calories_kcal - 4 * (protein_g + carbs_g) - 9 * fat_g;
  return missing >= MIN_MISSING_KCAL && hasProtein(clues);
}

export function isPossible(nutrient: Nutrient, value: number, clues: KindClues): boolean {
  if (value < 0 || value > MAX_PER_100_G[nutrient]) return false;
  return !isBound(nutrient) || !isTooMuchForKind(nutrient, value, clues);
}

/** Finds values that contradict each other; they stay as the label shows them. */
export function findContradictions(food: JudgedFood): Findings {
  const { protein_g, fat_g, carbs_g, fiber_g, sugar_g, saturated_fat_g, alcohol_g } = food;
  const salt = (food.sodium_mg ?? 0) * SALT_G_PER_SODIUM_MG;
  // Fibre is counted among the carbohydrates or apart, but more of it than of those can only be apart.
  const fiber = exceeds(fiber_g, carbs_g) ? fiber_g! : 0;
  let findings = NO_FINDINGS;
  const sum = (protein_g ?? 0) + (fat_g ?? 0) + (carbs_g ?? 0) + (alcohol_g ?? 0) + fiber;
  if (sum > MAX_SUM_G || sum + salt > MAX_SALTED_SUM_G) {
    findings = withFinding(findings, 'macros_over_100');
  }
  const slack = food.isAnalysed ? Math.max(ANALYSED_SLACK_G, ANALYSED_SHARE * (sugar_g ?? 0)) : ROUNDING_G;
  if (exceeds(sugar_g, carbs_g, slack)) findings = withFinding(findings, 'sugar_over_carbs');
  if (exceeds(saturated_fat_g, fat_g)) findings = withFinding(findings, 'saturated_over_fat');
  if (isEnergyOff(food)) findings = withFinding(findings, 'energy_off');
  const isSalt = salt >= MIN_SALT_IN_SALT_G;
  // Nobody enters zeros for a food of a table that was not measured: it is water, or baking soda.
  if (
    !food.isAnalysed &&
    isAllZero(food) &&
    !isSalt &&
    !kindOf(food.name, food.category, alcohol_g).mayBeEmpty
  ) {
    findings = withFinding(findings, 'all_zero');
  }
  return findings;
}

/** Whether a label's salt and its sodium cannot both be right. */
export function isSaltOff(salt_g: number | null, sodium_mg: number | null): boolean {
  if (salt_g === null || sodium_mg === null) return false;
  const expected = sodium_mg * SALT_G_PER_SODIUM_MG;
  const larger = Math.max(salt_g, expected);
  return Math.abs(salt_g - expected) > Math.max(SALT_SLACK_G, larger * SALT_TOLERANCE);
}

function isEnergyOff(food: JudgedFood): boolean {
  const kcal = food.calories_kcal;
  if (kcal === null) return false;
  const fits = (kind: FoodKind) => {
    const span = energyFromMacros(food, food, kind);
    return span === null || fitsMacros(kcal, span, food.serving_size_g);
  };
  // Most foods fit at once, and what kind they are need not be worked out.
  return !fits(ORDINARY_KIND) && !fits(kindOf(food.name, food.category, food.alcohol_g));
}

function exceeds(part: number | null, whole: number | null, slack = ROUNDING_G): boolean {
  return part !== null && whole !== null && part > whole + slack;
}

function isAllZero(nutrition: Nutrition): boolean {
  let known = 0;
  for (const nutrient of ZERO_CHECKED) {
    const value = nutrition[nutrient];
    if (value === null) continue;
    if (value > NEARLY_ZERO[nutrient]) return false;
    known++;
  }
  return known >= MIN_ZEROS;
}
