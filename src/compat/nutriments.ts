import { ALCOHOL_G_PER_ML, SALT_PER_SODIUM } from '../food/conversions.ts';
import { energyKj } from '../food/energy.ts';
import type { Food } from '../food/food.ts';
import { roundFurther } from '../food/further-nutrients.ts';
import { UNITS, unitOf } from '../food/nutrients.ts';
import {
  FURTHER_NUTRIENT_SOURCES,
  MAIN_NUTRIENT_SOURCES,
  type NutrientSource,
} from '../food/open-food-facts-nutrients.ts';
import { portionOf } from '../food/portion.ts';
import { memberOf } from '../member-of.ts';

/**
 * The nutrients of a food as Open Food Facts writes them: mass in grams, energy in kJ, alcohol in percent by volume,
 * each as several members. What is unknown has no member.
 */
export interface Nutriment {
  kind: Kind;
  /** Per 100 g, and per serving where that is known. */
  amount: number;
  perServing: number | null;
  /** The amount in the unit of the label. */
  value: number;
}

/** What is the same for every food. */
interface Kind {
  name: string;
  /** The unit of the label. */
  unit: string;
}

const MG_PER_G = 1000;
/** Finer than any label or analysis, and coarse enough to drop the noise of a division. */
const STEPS_PER_UNIT = 1e9;

interface Source {
  kind: Kind;
  /** From our unit to theirs. */
  divisor: number;
  /** The nutrient that it replaces where that one is unknown. */
  insteadOf?: string;
}

const RULED: ReadonlySet<string> = new Set([
  'calories_kcal',
  'energy_kj',
  'sodium_mg',
  'salt_g',
  'alcohol_g',
]);
const sourceOf = <Name extends string>({ name, names, factor }: NutrientSource<Name>): [Name, Source] => [
  name,
  { kind: kindOf(names[0]!, unitOf(name)), divisor: factor },
];
const hasNoRule = ({ name }: { name: string }) => !RULED.has(name);

/** Energy, sodium, salt and alcohol have rules of their own. */
const OWN = MAIN_NUTRIENT_SOURCES.filter(hasNoRule).map(sourceOf);
const FURTHER = new Map(FURTHER_NUTRIENT_SOURCES.filter(hasNoRule).map(sourceOf));
/** Analyses give these instead of what labels print, and Open Food Facts has one name for both. */
for (const [name, insteadOf] of [
  ['vitamin_a_rae_ug', 'vitamin_a_ug'],
  ['folate_dfe_ug', 'folate_ug'],
] as const) {
  FURTHER.set(name, { ...FURTHER.get(insteadOf)!, insteadOf });
}

const ENERGY = kindOf('energy', UNITS.kj);
const ENERGY_KJ = kindOf('energy-kj', UNITS.kj);
const ENERGY_KCAL = kindOf('energy-kcal', UNITS.kcal);
const SALT = kindOf('salt', UNITS.g);
const SODIUM = kindOf('sodium', UNITS.g);
const ALCOHOL = kindOf('alcohol', '% vol');

/** `further` are the nutrients of the full record. */
export function nutrimentsOf(food: Food, further: Readonly<Record<string, number>>): Nutriment[] {
  const nutriments: Nutriment[] = [];
  const { serving_size_g: servingG, calories_kcal: kcal, sodium_mg: sodiumMg } = food;
  const add = (kind: Kind, exact: number, value: number) => {
    const perServing = servingG === null ? null : round(portionOf(exact, servingG));
    nutriments.push({ kind, amount: round(exact), perServing, value });
  };
  const kj = energyKj(food, further);
  if (kj !== null) {
    add(ENERGY, kj, kj);
    add(ENERGY_KJ, kj, kj);
  }
  if (kcal !== null) add(ENERGY_KCAL, kcal, kcal);
  for (const [key, { kind, divisor }] of OWN) {
    const amount = food[key];
    if (amount !== null) add(kind, amount / divisor, amount);
  }
  const sodium = sodiumMg === null ? null : sodiumMg / MG_PER_G;
  const salt = saltOf(sodium, further.salt_g ?? null);
  if (salt !== null) add(SALT, salt, round(salt));
  if (sodium !== null) add(SODIUM, sodium, round(sodium));
  for (const key in further) {
    const known = FURTHER.get(key);
    const amount = memberOf(further, key)!;
    if (known === undefined || (known.insteadOf !== undefined && Object.hasOwn(further, known.insteadOf)))
      continue;
    add(known.kind, amount / known.divisor, amount);
  }
  if (further.alcohol_g !== undefined) {
    const percent = Math.round((further.alcohol_g / ALCOHOL_G_PER_ML) * 100) / 100;
    // A drink is as strong by the glass as by the bottle.
    const perServing = servingG === null ? null : percent;
    nutriments.push({ kind: ALCOHOL, amount: percent, perServing, value: percent });
  }
  return nutriments;
}

/** What the source says, as on our pages; but where it follows from sodium, Open Food Facts does not round it as a record does. */
function saltOf(sodium: number | null, stated: number | null): number | null {
  if (sodium === null) return stated;
  const computed = sodium * SALT_PER_SODIUM;
  return stated === null || roundFurther('salt_g', computed) === stated ? computed : stated;
}

/** A product of numbers may be too large to be one, which JSON has no word for. */
function numberOf(amount: number): number | null {
  return Number.isFinite(amount) ? amount : null;
}

/** The members of a nutriment, as JSON. */
export function writeNutriment({ kind: { name, unit }, amount, perServing, value }: Nutriment): string {
  const per100 = numberOf(amount);
  const ofServing = perServing === null ? '' : `"${name}_serving":${numberOf(perServing)},`;
  return `"${name}":${per100},"${name}_100g":${per100},${ofServing}"${name}_value":${numberOf(value)},"${name}_unit":"${unit}"`;
}

/** The value of a single member, such as `salt_100g`; undefined where there is none. */
export function findNutriment(nutriments: readonly Nutriment[], member: string): number | string | undefined {
  const [bare, suffix] = member.split('_', 2);
  const found = nutriments.find(({ kind }) => kind.name === bare);
  if (found === undefined) return undefined;
  if (suffix === undefined || suffix === '100g') return found.amount;
  if (suffix === 'serving') return found.perServing ?? undefined;
  if (suffix === 'value') return found.value;
  return suffix === 'unit' ? found.kind.unit : undefined;
}

function kindOf(name: string, unit: string): Kind {
  return { name, unit };
}

function round(amount: number): number {
  return Math.round(amount * STEPS_PER_UNIT) / STEPS_PER_UNIT;
}
