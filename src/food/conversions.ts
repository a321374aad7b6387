/** What labels and tables convert by. */
export const KJ_PER_KCAL = 4.184;
/** Energy in kJ where a source gives it only in kcal: labels print whole kJ. */
export function kjOf(kcal: number): number {
  return Math.round(kcal * KJ_PER_KCAL);
}
/** Salt weighs 2.5 times its sodium. */
export const SALT_PER_SODIUM = 2.5;
export const SALT_G_PER_SODIUM_MG = SALT_PER_SODIUM / 1000;
/** Labels give alcohol in percent by volume; a millilitre of it weighs this much. */
export const ALCOHOL_G_PER_ML = 0.789;

/** Ounces as American tables round them; no catalogue depends on them. */
export const OUNCE_G = 28.35;
export const FLUID_OUNCE_ML = 29.57;

/** Weights as tables and exports write them: with the micro sign, the Greek letter, and what English keyboards write for them. */
export const GRAMS_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['kg', 1e3],
  ['g', 1],
  ['mg', 1e-3],
  ['\u00b5g', 1e-6],
  ['\u03bcg', 1e-6],
  ['mcg', 1e-6],
  ['ug', 1e-6],
]);
