import table from '../../data/member-names.tsv' with { type: 'text' };
import { memberOf } from '../member-of.ts';
import { NUTRIENT_FACTS, unitInName } from './nutrients.ts';

/** By name and unit. */
export type FurtherNutrient = `${string}_${'g' | 'mg' | 'ug' | 'kj'}`;

const ROWS = table
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([name = '']) => /_(?:g|mg|ug|kj)$/.test(name));

/**
 * Nutrients beyond the ten of a Food, per 100 g, in the order in which a full record lists them: the lines of
 * `data/member-names.tsv` whose names end in a unit. Catalogues store them by name, so a name never changes its meaning; new
 * ones can be added anywhere.
 */
export const FURTHER_NUTRIENTS = ROWS.map(([name]) => name as FurtherNutrient);

const LABELS: ReadonlyMap<string, string> = new Map(ROWS.map(([name, english]) => [name!, english!]));

/** What any nutrient is called in English. */
export function nutrientLabel(name: string): string {
  return memberOf(NUTRIENT_FACTS, name)?.label ?? LABELS.get(name) ?? name;
}

/** The vitamins and minerals among them. */
const MICRONUTRIENTS: ReadonlySet<string> = new Set(
  FURTHER_NUTRIENTS.slice(FURTHER_NUTRIENTS.indexOf('vitamin_a_ug')),
);

export function isMicronutrient(name: string): boolean {
  return MICRONUTRIENTS.has(name);
}

const INDEXES: ReadonlyMap<string, number> = new Map(FURTHER_NUTRIENTS.map((name, index) => [name, index]));

export function isFurtherNutrient(name: string): boolean {
  return INDEXES.has(name);
}

/** Its position in that list; undefined if it is not in it. */
export function indexOfNutrient(name: string): number | undefined {
  return INDEXES.get(name);
}

/** The most of a unit that 100 g can contain; energy ends with that of pure fat. */
const MAX_PER_UNIT: Readonly<Record<string, number>> = { g: 100, mg: 1e5, ug: 1e8, kj: 3800 };
/** More digits than any analysis has. */
const DIGITS = 4;
const STEPS_PER_UNIT = 1000;
/** The most of each nutrient. */
const MAX_AMOUNTS: ReadonlyMap<string, number> = new Map(
  FURTHER_NUTRIENTS.map((name) => [name, memberOf(MAX_PER_UNIT, unitInName(name))!]),
);
/** Less than this rounds to zero. */
const MIN_AMOUNT = 0.5 / STEPS_PER_UNIT;

/** Whether it is too little for a record to store. */
export function isTrace(amount: number): boolean {
  return amount > 0 && amount < MIN_AMOUNT;
}

/**
 * The amount as a record holds it, to four digits and at most three decimals. Null for what no food can have, and for
 * traces that would round to zero: zero would claim that there is none.
 */
export function roundFurther(name: string, amount: number): number | null {
  if (!(amount >= 0 && amount <= MAX_AMOUNTS.get(name)!)) return null;
  const rounded = Math.round(Number(amount.toPrecision(DIGITS)) * STEPS_PER_UNIT) / STEPS_PER_UNIT;
  return rounded === 0 && amount > 0 ? null : rounded;
}
