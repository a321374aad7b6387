import { KJ_PER_KCAL, kjOf } from '../../src/food/conversions.ts';
import type { Nutrition } from '../../src/food/nutrients.ts';
import { type FoodKind, ORDINARY_KIND } from './food-kinds.ts';

/** Pure fat has 902 kcal by the factors of food tables. */
export const MAX_KCAL = 905;

/** The general factors of Atwater, which labels use as well. */
export const KCAL_PER_G = {
  protein: 4,
  carbs: 4,
  fat: 9,
  fiber: 2,
  polyols: 2.4,
  alcohol: 7,
  acid: 3,
} as const;
/** Food tables go as low as this for the carbohydrate of bran, cocoa and baking powder. */
const POOR_CARBS_KCAL_PER_G = 1;
/** The strongest spirits have about 50 g of alcohol; for drinks whose label gives no amount. */
const MAX_ALCOHOL_G = 50;
/** Vinegar and lemon juice have 5 to 7 g of acid. */
const MAX_ACID_G = 7;

/** The energies that the parts of a food can explain. */
export interface EnergySpan {
  from: number;
  to: number;
}

/** What else has energy, or has less of it than its kind. */
export interface OtherEnergy {
  alcohol_g: number | null;
  polyols_g?: number | null;
  /** What is neither water nor any other part that an analysis lists. It may be acid, as in lemon juice. */
  unlisted_g?: number | null;
}

/** The span of energy that the macronutrients can explain, or null when one of them is unknown. */
export function energyFromMacros(
  { protein_g, fat_g, carbs_g, fiber_g }: Nutrition,
  { alcohol_g, polyols_g = null, unlisted_g = null }: OtherEnergy,
  kind: FoodKind,
): EnergySpan | null {
  if (protein_g === null || fat_g === null || carbs_g === null) return null;
  const fiber = fiber_g ?? 0;
  const alcohol = (alcohol_g ?? 0) * KCAL_PER_G.alcohol;
  // Some countries count fibre among the carbohydrates and others apart; polyols have 0 to 2.4 kcal/g.
  const digested = Math.max(0, carbs_g - fiber - (polyols_g ?? 0)) * KCAL_PER_G.carbs;
  const leastCarbs = kind.isSweetener
    ? 0
    : kind.hasPoorCarbs
      ? Math.min(digested, carbs_g * POOR_CARBS_KCAL_PER_G)
      : digested;
  const from = protein_g * KCAL_PER_G.protein + fat_g * KCAL_PER_G.fat + leastCarbs + alcohol;
  const to =
    protein_g * KCAL_PER_G.protein +
    fat_g * KCAL_PER_G.fat +
    carbs_g * KCAL_PER_G.carbs +
    fiber * KCAL_PER_G.fiber +
    alcohol +
    (kind.isAlcoholic && alcohol_g === null ? MAX_ALCOHOL_G * KCAL_PER_G.alcohol : 0) +
    Math.max(kind.hasOrganicAcids ? MAX_ACID_G : 0, unlisted_g ?? 0) * KCAL_PER_G.acid;
  return { from, to };
}

/** The factors are averages and labels round: far off means over 20 % and more than a rounding of kcal. */
const TOLERANCE = 0.2;
const MAX_SLACK_KCAL = 25;
/** A label may print "0 g" for half a gram of each, which is worth this much. */
const MIN_SLACK_KCAL = 10;
/** Below this, nothing can be said: lettuce and broth have a few kcal, and labels print 0. */
const MIN_LOW_SLACK_KCAL = 5;

/** American labels print 0 kcal for less than this in a serving. */
const ROUNDED_TO_ZERO_KCAL = 5;

/** Whether energy fits what the macronutrients give. The slack shrinks with the energy, or it would hide any value. */
export function fitsMacros(
  kcal: number,
  { from, to }: EnergySpan,
  serving_size_g: number | null = null,
): boolean {
  const rounded = serving_size_g === null ? 0 : (ROUNDED_TO_ZERO_KCAL * 100) / serving_size_g;
  const below = Math.max(
    from * TOLERANCE,
    Math.min(MAX_SLACK_KCAL, Math.max(from / 2, rounded)),
    MIN_LOW_SLACK_KCAL,
  );
  const above = Math.max(to * TOLERANCE, Math.min(MAX_SLACK_KCAL, Math.max(to, MIN_SLACK_KCAL)));
  return kcal >= from - below && kcal <= to + above;
}

/** The least that the macronutrients must explain for a figure four times as high to be taken for kJ. */
export const MIN_TELLING_KCAL = 60;

/** A figure is read in another unit only where it then fits this well, without any slack. */
const MENDED_TOLERANCE = 0.15;

function fitsClosely(kcal: number, { from, to }: EnergySpan): boolean {
  return kcal >= from * (1 - MENDED_TOLERANCE) && kcal <= to * (1 + MENDED_TOLERANCE);
}

export interface Energy {
  calories_kcal: number | null;
  /** Whether the value was in the column of the other unit, and was converted. */
  unitMended: boolean;
  /** Whether the two columns give different energies, and neither is a copy of the other. */
  unitsDisagree: boolean;
  /** In kJ: as given, or converted where the given figure was not in kJ. */
  energy_kj: number | null;
}

/** Two columns confirm each other within their rounding. */
const CONFIRMED_WITHIN = 0.05;
const CONFIRMED_SLACK_KJ = 5;
/** Beyond this the two columns cannot both be right. */
const DISAGREE_BEYOND = 0.2;
const DISAGREE_SLACK_KJ = 50;

/** What is known about a food whose energy is read; its kind is worked out only where it matters. */
export interface EnergyFacts extends OtherEnergy {
  nutrition: Nutrition;
  findKind(): FoodKind;
}

/**
 * Energy in kcal from the columns for kcal and kJ. People type one unit into the column of the other; a value that
 * fits the macronutrients only in the other unit is read in that unit, unless the other column confirms it as it is.
 */
export function readEnergy(kcal: number | null, kj: number | null, facts: EnergyFacts): Energy {
  if (kcal === null) {
    if (kj === null) return asGiven(null, null);
    const converted = kj / KJ_PER_KCAL;
    if (fitsOnlyAs(kj, converted, facts)) return mendedTo(kj);
    return isMultipliedAgain(converted, facts) ? mendedTo(converted / KJ_PER_KCAL) : asGiven(converted, kj);
  }
  if (kj !== null && isSwapped(kcal, kj, facts)) return { ...mendedTo(kj), energy_kj: kcal };
  if (isKjInKcalColumn(kcal, kj, facts)) return mendedTo(kcal / KJ_PER_KCAL);
  if (kj === null) return asGiven(kcal, kj);
  if (isRefuted(kcal, kj, facts)) return { ...asGiven(kj / KJ_PER_KCAL, kj), unitsDisagree: true };
  if (kj === kcal) return asGiven(kcal, kjOf(kcal));
  const isConfirmed = isNear(kj, kcal * KJ_PER_KCAL, DISAGREE_BEYOND, DISAGREE_SLACK_KJ);
  return { ...asGiven(kcal, kj), unitsDisagree: !isConfirmed };
}

function asGiven(calories_kcal: number | null, energy_kj: number | null): Energy {
  return { calories_kcal, unitMended: false, unitsDisagree: false, energy_kj };
}

function mendedTo(calories_kcal: number): Energy {
  return { calories_kcal, unitMended: true, unitsDisagree: false, energy_kj: kjOf(calories_kcal) };
}

/** Below this, the two figures may fit each other by chance. */
const MIN_SWAPPED_KCAL = 5;
const SWAPPED_SLACK_KJ = 2.5;

/** Whether the two figures are in each other's column: the kcal are the other one in kJ, and the food can have that much. */
function isSwapped(kcal: number, kj: number, facts: EnergyFacts): boolean {
  if (kj < MIN_SWAPPED_KCAL || !isNear(kcal, kj * KJ_PER_KCAL, CONFIRMED_WITHIN, SWAPPED_SLACK_KJ))
    return false;
  const span = knownSpan(facts, facts.findKind());
  // Someone may have divided instead of multiplied; then only the kcal fit.
  return fitsMacros(kj, span) || (kcal <= MAX_KCAL && !fitsMacros(kcal, span));
}

/** The energies that the macronutrients allow; where some are unknown, anything from what the others give. */
function knownSpan({ nutrition, ...other }: EnergyFacts, kind: FoodKind): EnergySpan {
  const whole = energyFromMacros(nutrition, other, kind);
  if (whole !== null) return whole;
  const { protein_g, fat_g, carbs_g } = nutrition;
  const known = { ...nutrition, protein_g: protein_g ?? 0, fat_g: fat_g ?? 0, carbs_g: carbs_g ?? 0 };
  return { from: energyFromMacros(known, other, kind)!.from, to: Number.POSITIVE_INFINITY };
}

/** Whether the kcal cannot be right and the kJ can: a slip of a digit, or a 0 for what was left out. */
function isRefuted(kcal: number, kj: number, facts: EnergyFacts): boolean {
  const meant = kj / KJ_PER_KCAL;
  if (kcal === kj || meant <= 0 || meant > MAX_KCAL) return false;
  const span = knownSpan(facts, ORDINARY_KIND);
  if (kcal < 0 || kcal > MAX_KCAL) return fitsMacros(meant, span);
  return kcal === 0 && !fitsMacros(kcal, span) && fitsMacros(meant, span);
}

function isKjInKcalColumn(kcal: number, kj: number | null, facts: EnergyFacts): boolean {
  if (kcal <= 0) return false;
  if (kj !== null && isNear(kj, kcal * KJ_PER_KCAL, CONFIRMED_WITHIN, CONFIRMED_SLACK_KJ))
    return isMultipliedAgain(kcal, facts);
  const span = energyFromMacros(facts.nutrition, facts, ORDINARY_KIND);
  if (kcal !== kj) {
    // The energy that alcohol or acids give to a light drink looks just like kJ.
    const isTelling = span !== null && span.to >= MIN_TELLING_KCAL;
    return isTelling && fitsOnlyAs(kcal / KJ_PER_KCAL, kcal, facts);
  }
  if (span !== null) {
    return !fitsMacros(kcal, span) && fitsMacros(kcal / KJ_PER_KCAL, span) && !facts.findKind().isAlcoholic;
  }
  // Without macronutrients only the impossible can be recognised: over 905 kcal, with the same figure for kJ.
  return kcal > MAX_KCAL && kcal / KJ_PER_KCAL <= MAX_KCAL;
}

/** Whether kJ were taken for kcal and converted: no food has that much, so kJ that agree were computed from it. */
function isMultipliedAgain(kcal: number, facts: EnergyFacts): boolean {
  return kcal > MAX_KCAL && fitsOnlyAs(kcal / KJ_PER_KCAL, kcal, facts);
}

/** Whether the macronutrients explain one reading closely and the other not at all. */
function fitsOnlyAs(reading: number, written: number, facts: EnergyFacts): boolean {
  const { nutrition, alcohol_g } = facts;
  const close = energyFromMacros(nutrition, { alcohol_g }, ORDINARY_KIND);
  if (close === null || fitsMacros(written, close) || !fitsClosely(reading, close)) return false;
  const kind = facts.findKind();
  const span = energyFromMacros(nutrition, facts, kind);
  return !kind.isAlcoholic && span !== null && !fitsMacros(written, span);
}

/** Whether a value is what is expected, within a share of it or a slack. */
export function isNear(value: number, expected: number, share: number, slack: number): boolean {
  return Math.abs(value - expected) <= Math.max(expected * share, slack);
}
