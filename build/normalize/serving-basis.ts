import { KJ_PER_KCAL } from '../../src/food/conversions.ts';
import { unitInName } from '../../src/food/nutrients.ts';
import { AMOUNT_FIELDS, type Amounts, type RawFood } from '../raw/raw-food.ts';
import { isNear, KCAL_PER_G, MAX_KCAL } from './energy.ts';
import { MAX_SUM_G } from './plausibility.ts';

/**
 * Amounts per 100 g that were mistaken for amounts per serving. A bulk import of the USDA's branded foods, and people
 * who overlook the switch, type figures per 100 g where a serving is meant; the source then multiplies them by 100 ÷
 * serving, and every value is several times too high. Here the figures as typed are put back.
 */
export interface SettledAmounts {
  amounts: Amounts;
  /** The typed figures were per 100 g, and are shown instead of what the source made of them. */
  scalingUndone: boolean;
  /** The energy counted carbohydrate alone, which that import did, and was dropped. */
  energyDropped: boolean;
}

/** `serving` is the weight of a serving according to its wording, for sources that do not give it separately. */
export function settleBasis(raw: RawFood, serving: number | null): SettledAmounts {
  const serving_g = raw.serving_size_g ?? serving;
  const typed = findTyped(raw, serving_g);
  if (typed !== null && serving_g !== null && isPer100g(typed, raw, serving_g)) {
    const energyDropped = isEnergyOfCarbs(typed);
    const amounts = typedPer100g(typed, raw, serving_g);
    if (energyDropped) Object.assign(amounts, { calories_kcal: null, energy_kj: null });
    return { amounts, scalingUndone: true, energyDropped };
  }
  if (isEnergyOfCarbs(raw) && (raw.is_usda_import ? !isEnergyExplained(raw) : isMostlyLeftOut(raw))) {
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
  const typed = inServing(raw, serving_g);
  // Without a record of what was typed, this takes a sum that no food has, or figures that only then fit a label.
  if (sumOfMacros(raw) > MAX_SUM_G) return typed;
  const isLabelIn = (amounts: Partial<Amounts>) => isOnLabel(amounts, EXPORT_STEP_TOLERANCE);
  return !isLabelIn(typed) && isLabelIn(inServing(typed, serving_g)) ? typed : null;
}

function inServing(amounts: Partial<Amounts>, serving_g: number): Partial<Amounts> {
  const served: Partial<Amounts> = {};
  for (const field of AMOUNT_FIELDS) {
    const amount = amounts[field];
    if (amount != null) served[field] = Number(((amount * serving_g) / 100).toPrecision(EXPORT_DIGITS));
  }
  return served;
}

/** The export computes amounts per 100 g to this many digits. */
const EXPORT_DIGITS = 3;

function isPer100g(typed: Partial<Amounts>, raw: RawFood, serving: number): boolean {
  if (serving <= 0 || Math.abs(serving - 100) < 1 || !isMultiplied(typed, raw, serving)) return false;
  const sum = sumOfMacros(typed);
  if (sum === 0 || sum > MAX_SUM_G) return false;
  const weighsTooMuch = sum > serving + ROUNDING_G;
  const isOffLabel = !isOnLabel(typed, STEP_TOLERANCE);
  const isCarbsOnly = isEnergyOfCarbs(typed);
  const isImported = raw.is_usda_import || (isCarbsOnly && isOffLabel && !isEnergyExplained(typed));
  if (!isImported) return weighsTooMuch && serving >= MIN_SERVING_G && !isEnergyOfServing(typed, sum);
  if (weighsTooMuch) return true;
  const isUntouched = IMPORTED_WORDING.test(raw.serving_desc ?? '');
  if (isCarbsOnly) return isOffLabel || isUntouched || !isEnergyExplained(typed);
  if (typed.calories_kcal == null) return isOffLabel && isUntouched;
  return isOffLabel && isEnergyOfMacros(typed);
}

/** Each of the macronutrients is rounded, by up to half a gram. */
const ROUNDING_G = 1.5;
/** A lighter serving is a slip more often than the amounts are. */
const MIN_SERVING_G = 5;
/** The import wrote the serving as a bare weight; a person who corrected the record wrote "1 tbsp (15 g)". */
const IMPORTED_WORDING = /^\d+(?:\.\d+)?g$/;

function sumOfMacros({ protein_g, fat_g, carbs_g }: Partial<Amounts>): number {
  return (protein_g ?? 0) + (fat_g ?? 0) + (carbs_g ?? 0);
}

/**
 * Nobody types the energy of a whole package by mistake: more than 9 kcal per gram of macronutrients is another slip.
 */
function isEnergyOfServing({ calories_kcal }: Partial<Amounts>, sum: number): boolean {
  return (calories_kcal ?? 0) > sum * KCAL_PER_G.fat + ROUNDING_KCAL;
}

/** The import kept two decimals of each amount. */
const ROUNDING_KCAL = 0.05;
const ROUNDING = 0.005;

/** The import computed energy as 4 × carbohydrate, and left out fat and protein. */
function isEnergyOfCarbs({ calories_kcal, carbs_g }: Partial<Amounts>): boolean {
  return carbs_g != null && isEnergy(calories_kcal, carbs_g * KCAL_PER_G.carbs);
}

function isEnergyOfMacros({ calories_kcal, carbs_g, protein_g, fat_g }: Partial<Amounts>): boolean {
  const expected =
    (carbs_g ?? 0) * KCAL_PER_G.carbs + (protein_g ?? 0) * KCAL_PER_G.protein + (fat_g ?? 0) * KCAL_PER_G.fat;
  return isEnergy(calories_kcal, expected);
}

function isEnergy(kcal: number | null | undefined, expected: number): boolean {
  return kcal != null && isNear(kcal, expected, ROUNDING, ROUNDING_KCAL);
}

/** Energy that 4 × carbohydrate may leave out, for rounding. */
const MIN_OTHER_KCAL = 4;
const MIN_OTHER_SHARE = 0.05;

/** Whether 4 × carbohydrate can be the whole energy: fat and protein have hardly any, or fibre makes up for them. */
function isEnergyExplained(amounts: Partial<Amounts>): boolean {
  return leftOutKcal(amounts) <= Math.max(MIN_OTHER_KCAL, (amounts.calories_kcal ?? 0) * MIN_OTHER_SHARE);
}

/** Without the mark of the import, a smaller difference may be a label's own. */
const MIN_LEFT_OUT_KCAL = 25;
const MIN_LEFT_OUT_SHARE = 0.25;

/** Whether an energy of carbohydrate alone is too far from the whole to be anything but that, whoever entered it. */
function isMostlyLeftOut(amounts: Partial<Amounts>): boolean {
  return (
    leftOutKcal(amounts) > Math.max(MIN_LEFT_OUT_KCAL, (amounts.calories_kcal ?? 0) * MIN_LEFT_OUT_SHARE)
  );
}

/** The energy of fat and protein, less what fibre takes from that of carbohydrate. */
function leftOutKcal({ protein_g, fat_g, fiber_g }: Partial<Amounts>): number {
  const other = (protein_g ?? 0) * KCAL_PER_G.protein + (fat_g ?? 0) * KCAL_PER_G.fat;
  return other - (fiber_g ?? 0) * KCAL_PER_G.carbs;
}

/** American labels print grams per serving in steps of a half or a whole. */
const LABEL_STEPS_PER_G = 2;
const STEP_TOLERANCE = 0.001;
/** Three digits of an amount per 100 g, converted to a serving. */
const EXPORT_STEP_TOLERANCE = 0.06;

function isOnLabel({ protein_g, fat_g, carbs_g, sugar_g }: Partial<Amounts>, tolerance: number): boolean {
  return [protein_g, fat_g, carbs_g, sugar_g].every((amount) => {
    const steps = (amount ?? 0) * LABEL_STEPS_PER_G;
    return Math.abs(steps - Math.round(steps)) <= tolerance;
  });
}

/** How far an amount per 100 g may be from what the typed one gives, for their rounding and that of the serving. */
const MULTIPLIED_WITHIN = 0.05;
const MULTIPLIED_SLACK_G = 0.05;

/** Whether the source has multiplied the typed macronutrients, as far as it gives them per 100 g at all. */
function isMultiplied(typed: Partial<Amounts>, raw: RawFood, serving: number): boolean {
  return (['protein_g', 'fat_g', 'carbs_g'] as const).every((macro) => {
    const [amount, given] = [typed[macro] ?? null, raw[macro]];
    if (amount === null || given === null) return true;
    return isNear(given, (amount * 100) / serving, MULTIPLIED_WITHIN, MULTIPLIED_SLACK_G);
  });
}

/**
 * The typed amounts. One that was not typed was derived from one that was multiplied, and is as wrong. For a serving of
 * a few grams the source gives nothing per 100 g, and people have corrected some amounts to that serving: there only an
 * amount that a serving cannot hold is certain to be per 100 g.
 */
function typedPer100g(typed: Partial<Amounts>, raw: RawFood, serving: number): Amounts {
  const isCertain = (field: keyof Amounts, amount: number) =>
    raw[field] !== null || amount === 0 || amount > serving * MAX_IN_A_GRAM[unitInName(field)];
  return Object.fromEntries(
    AMOUNT_FIELDS.map((field) => {
      const amount = typed[field] ?? null;
      return [field, amount !== null && isCertain(field, amount) ? amount : null];
    }),
  ) as unknown as Amounts;
}

/** How much of each unit a gram of food can have, at most. */
const MAX_IN_A_GRAM = { g: 1, mg: 1000, ug: 1e6, kcal: MAX_KCAL / 100, kj: (MAX_KCAL * KJ_PER_KCAL) / 100 };
