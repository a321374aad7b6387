import type { Nutrition } from '../../src/food/nutrients.ts';
import { energyFromMacros, fitsMacros, LARGEST } from './plausibility.ts';

const KJ_PER_KCAL = 4.184;

export interface Energy {
  calories_kcal: number | null;
  /** Whether a value stood in the column of the other unit. */
  unitMended: boolean;
}

/**
 * Energy in kcal from what the columns for kcal and kJ hold. People type one unit into the column of the other; a
 * value that fits the macronutrients only in the other unit is read in that unit.
 */
export function readEnergy(
  kcal: number | null,
  kj: number | null,
  nutrition: Nutrition,
  alcohol_g: number | null,
): Energy {
  const span = energyFromMacros(nutrition, alcohol_g);
  if (kcal !== null) {
    const mended = isKjInKcalColumn(kcal, kj, span);
    return { calories_kcal: mended ? kcal / KJ_PER_KCAL : kcal, unitMended: mended };
  }
  if (kj === null) return { calories_kcal: null, unitMended: false };
  const mended = span !== null && !fitsMacros(kj / KJ_PER_KCAL, span) && fitsMacros(kj, span);
  return { calories_kcal: mended ? kj : kj / KJ_PER_KCAL, unitMended: mended };
}

function isKjInKcalColumn(
  kcal: number,
  kj: number | null,
  span: { from: number; to: number } | null,
): boolean {
  if (kcal <= 0) return false;
  if (span !== null) return !fitsMacros(kcal, span) && fitsMacros(kcal / KJ_PER_KCAL, span);
  // Without macronutrients only the impossible can be told: over 905 kcal, and the same figure stands for kJ.
  return kcal > LARGEST.calories_kcal && kcal === kj && kcal / KJ_PER_KCAL <= LARGEST.calories_kcal;
}
