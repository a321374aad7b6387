import { kjOf } from './conversions.ts';
import type { Food } from './food.ts';

/** The nutrients of a full record that labels repeat in another unit. */
type FurtherNutrients = Readonly<Record<string, number>>;

/**
 * The energy of a food in kJ, per 100 g: as its source gives it, else from its kcal. A label rounds both figures, so they
 * are not exactly each other's. Null where the kcal are unknown or were dropped: the source's kJ are then no better.
 */
export function energyKj({ calories_kcal }: Food, { energy_kj }: FurtherNutrients): number | null {
  return calories_kcal === null ? null : (energy_kj ?? kjOf(calories_kcal));
}
