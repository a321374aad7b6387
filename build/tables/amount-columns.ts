import { GRAMS_PER_UNIT } from '../../src/food/conversions.ts';
import { FURTHER_NUTRIENTS } from '../../src/food/further-nutrients.ts';
import { NUTRIENTS, unitInName } from '../../src/food/nutrients.ts';
import { memberOf } from '../../src/member-of.ts';
import { parseAmount } from '../raw/amount.ts';
import type { Amounts } from '../raw/raw-food.ts';

/** Which nutrient a column of a composition table has, and in which unit: a name, and its unit at the end. */

const WITH_UNIT = /^(.+)_(g|mg|ug|kcal|kj)$/;
/** As tables call it, beside the energy in kJ. */
const ENERGY = 'energy_kcal';
const AMONG_FOOD = ['energy_kj', 'salt_g', 'alcohol_g', 'polyols_g'] as const;
/** The name of each nutrient with its unit, by the name alone. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [...NUTRIENTS, ...FURTHER_NUTRIENTS].map((name) => [WITH_UNIT.exec(name)![1]!, name]),
);

export interface AmountColumn {
  /** The field of a food that it fills, if any. */
  field: keyof Amounts | null;
  /** The further nutrient that it is, if any. */
  further: string | null;
  /** From the unit of the column to that of the nutrient. */
  factor: number;
}

/** Null unless the column is a nutrient, in a unit that it can have. */
export function findAmountColumn(column: string): AmountColumn | null {
  const [, name = '', unit = ''] = WITH_UNIT.exec(column) ?? [];
  const known = column === ENERGY ? 'calories_kcal' : NAMES.get(name);
  if (known === undefined) return null;
  const own = WITH_UNIT.exec(known)![2]!;
  const [from, to] = [GRAMS_PER_UNIT.get(unit), GRAMS_PER_UNIT.get(own)];
  if (unit !== own && (from === undefined || to === undefined)) return null;
  const field = [...NUTRIENTS, ...AMONG_FOOD].find((one) => one === known) ?? null;
  const isFurther = FURTHER_NUTRIENTS.some((one) => one === known);
  return { field, further: isFurther ? known : null, factor: unit === own ? 1 : from! / to! };
}

/** Detected, but too little to measure. */
const TRACE = /^(?:tr|traces?)$/i;
const BELOW = /^< ?(.+)$/;
/** Less than this is none on a label (guidance of the European Commission on tolerances, 2012). */
const NONE_ON_LABELS: Readonly<Record<string, number>> = { g: 0.5, mg: 5 };
const NONE_OF: Partial<Record<keyof Amounts, number>> = { saturated_fat_g: 0.1, cholesterol_mg: 1 };

/** The amount in the unit of its nutrient; null for none that is known, undefined for what cannot be read. */
export function readTableAmount(text: string, column: AmountColumn): number | null | undefined {
  if (text === '') return null;
  const below = TRACE.test(text) ? 0 : parseAmount(BELOW.exec(text)?.[1] ?? '');
  if (below !== null) return asNone(below * column.factor, column.field);
  const amount = parseAmount(text);
  if (amount === null) return undefined;
  return column.factor === 1 ? amount : withoutNoise(amount * column.factor);
}

/** A vitamin that could not be measured may still be there; of what a label rounds to zero there is none. */
function asNone(below: number, field: keyof Amounts | null): number | null {
  if (field === null) return null;
  return below <= (NONE_OF[field] ?? memberOf(NONE_ON_LABELS, unitInName(field)) ?? 0) ? 0 : null;
}

/** More digits than any analysis has: what a factor adds to them is noise. */
const DIGITS = 10;

function withoutNoise(amount: number): number {
  return Number(amount.toPrecision(DIGITS));
}
