import { AMOUNT_FIELDS, type Amounts, type RawFood } from '../read/raw-food.ts';
import { LARGEST_SUM_G } from './plausibility.ts';

/**
 * Amounts per 100 g that were mistaken for amounts per serving. A bulk import of the USDA's branded foods, and people
 * who overlook the switch, type figures per 100 g where a serving is meant; the source then multiplies them by 100 ÷
 * serving, and every value is several times too high. Here the figures as typed are put back.
 */
export interface SettledAmounts {
  amounts: Amounts;
  /** The typed figures were per 100 g, and are shown instead of the multiplied ones. */
  scalingUndone: boolean;
  /** The energy counted carbohydrate alone, which that import did, and was dropped. */
  energyDropped: boolean;
}

/** `serving` is the weight of a serving as its wording gives it, for sources that do not give it apart. */
export function settleBasis(raw: RawFood, serving: number | null): SettledAmounts {
  const serving_g = raw.serving_size_g ?? serving;
  const typed = findTyped(raw, serving_g);
  if (typed !== null && isPer100g(typed, raw, serving_g)) {
    const energyDropped = isEnergyOfCarbs(typed);
    return { amounts: withoutOthers(typed, energyDropped), scalingUndone: true, energyDropped };
  }
  if (raw.is_usda_import && isEnergyOfCarbs(raw) && hasOtherEnergy(raw)) {
    return {
      amounts: { ...raw, calories_kcal: null, energy_kj: null },
      scalingUndone: false,
      energyDropped: true,
    };
  }
  return { amounts: raw, scalingUndone: false, energyDropped: false };
}

/** The amounts as typed for a serving; where an export of the import lacks them, as they must have been typed. */
function findTyped(raw: RawFood, serving_g: number | null): Partial<Amounts> | null {
  if (raw.per_serving !== null) return raw.per_serving;
  if (!raw.is_usda_import || serving_g === null || !isEnergyOfCarbs(raw)) return null;
  const typed: Partial<Amounts> = {};
  for (const field of AMOUNT_FIELDS) {
    const amount = raw[field];
    if (amount !== null) typed[field] = Number(((amount * serving_g) / 100).toPrecision(EXPORT_DIGITS));
  }
  // Without a record of what was typed, only sums that no food has are proof enough.
  return sumOfMacros(raw) > LARGEST_SUM_G ? typed : null;
}

/** The export computes amounts per 100 g to this many digits. */
const EXPORT_DIGITS = 3;

function isPer100g(typed: Partial<Amounts>, raw: RawFood, serving: number | null): boolean {
  if (serving === null || serving <= 0 || Math.abs(serving - 100) < 1) return false;
  const sum = sumOfMacros(typed);
  if (sum === 0 || sum > LARGEST_SUM_G) return false;
  const weighsTooMuch = sum > serving + ROUNDING_G;
  if (!raw.is_usda_import)
    return weighsTooMuch && serving >= LEAST_SERVING_G && !isEnergyOfServing(typed, sum);
  if (weighsTooMuch) return true;
  if (isEnergyOfCarbs(typed)) {
    return hasOtherEnergy(typed) || !isOnLabel(typed) || IMPORTED_WORDING.test(raw.serving_desc ?? '');
  }
  return isEnergyOfMacros(typed) && !isOnLabel(typed);
}

/** Each of the macronutrients is rounded, by up to half a gram. */
const ROUNDING_G = 1.5;
/** A lighter serving is a slip more often than the amounts are. */
const LEAST_SERVING_G = 5;
/** The import wrote the serving as a bare weight; a person who corrected the record wrote "1 tbsp (15 g)". */
const IMPORTED_WORDING = /^\d+(?:\.\d+)?g$/;

function sumOfMacros({ protein_g, fat_g, carbs_g }: Partial<Amounts>): number {
  return (protein_g ?? 0) + (fat_g ?? 0) + (carbs_g ?? 0);
}

/** Nobody types a whole package of energy by mistake: more than 9 kcal a gram of macros is another slip. */
function isEnergyOfServing({ calories_kcal }: Partial<Amounts>, sum: number): boolean {
  return (calories_kcal ?? 0) > sum * KCAL_PER_G.fat + ROUNDING_KCAL;
}

const KCAL_PER_G = { protein: 4, carbs: 4, fat: 9 } as const;
/** The import kept two decimals of each amount. */
const ROUNDING_KCAL = 0.05;
const ROUNDING = 0.005;

/** The import computed energy as 4 × carbohydrate, and left out fat and protein. */
function isEnergyOfCarbs({ calories_kcal, carbs_g }: Partial<Amounts>): boolean {
  return isNear(calories_kcal, carbs_g == null ? null : carbs_g * KCAL_PER_G.carbs);
}

function isEnergyOfMacros({ calories_kcal, carbs_g, protein_g, fat_g }: Partial<Amounts>): boolean {
  const expected =
    (carbs_g ?? 0) * KCAL_PER_G.carbs + (protein_g ?? 0) * KCAL_PER_G.protein + (fat_g ?? 0) * KCAL_PER_G.fat;
  return isNear(calories_kcal, expected);
}

function isNear(kcal: number | null | undefined, expected: number | null): boolean {
  if (kcal == null || expected === null) return false;
  return Math.abs(kcal - expected) <= Math.max(ROUNDING_KCAL, expected * ROUNDING);
}

/** Energy that 4 × carbohydrate leaves out, beyond what rounding could hide. */
const LEAST_OTHER_KCAL = 4;
const LEAST_OTHER_SHARE = 0.05;

function hasOtherEnergy({ calories_kcal, protein_g, fat_g }: Partial<Amounts>): boolean {
  const other = (protein_g ?? 0) * KCAL_PER_G.protein + (fat_g ?? 0) * KCAL_PER_G.fat;
  return other > Math.max(LEAST_OTHER_KCAL, (calories_kcal ?? 0) * LEAST_OTHER_SHARE);
}

/** American labels print grams per serving in steps of a half or a whole. */
const LABEL_STEPS_PER_G = 2;
const STEP_TOLERANCE = 0.001;

function isOnLabel({ protein_g, fat_g, carbs_g, sugar_g }: Partial<Amounts>): boolean {
  return [protein_g, fat_g, carbs_g, sugar_g].every((amount) => {
    const steps = (amount ?? 0) * LABEL_STEPS_PER_G;
    return Math.abs(steps - Math.round(steps)) <= STEP_TOLERANCE;
  });
}

/** An amount that was not typed was derived from one that was multiplied, and is as wrong. */
function withoutOthers(typed: Partial<Amounts>, energyDropped: boolean): Amounts {
  const amounts = Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, typed[field] ?? null]));
  if (energyDropped) Object.assign(amounts, { calories_kcal: null, energy_kj: null });
  return amounts as unknown as Amounts;
}
