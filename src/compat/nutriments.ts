import type { Food } from '../food/food.ts';
import type { Nutrient } from '../food/nutrients.ts';
import { FURTHER_NUTRIENT_SOURCES } from '../food/open-food-facts-nutrients.ts';
import { portionOf } from '../food/portion.ts';

/**
 * The nutrients of a food as Open Food Facts writes them: mass in grams, energy in kJ, alcohol in percent by volume, each
 * as several members. What is unknown has no member.
 */
export type Nutriments = Record<string, number | string>;

/** The members of one nutrient. */
interface Members {
  bare: string;
  per100g: string;
  perServing: string;
  /** The amount in the unit of the label, and that unit. */
  value: string;
  unit: string;
}

const LABEL_UNITS = { g: 'g', mg: 'mg', ug: '\u00b5g', kj: 'kJ', kcal: 'kcal' } as const;
const ALCOHOL_UNIT = '% vol';
const SALT_PER_SODIUM = 2.5;
const MG_PER_G = 1000;
const KJ_PER_KCAL = 4.184;
/** Finer than any label or analysis, and coarse enough to drop the noise of a division. */
const STEPS_PER_UNIT = 1e9;

interface OwnNutriment {
  key: Nutrient;
  members: Members;
  /** From our unit to theirs. */
  divisor: number;
  unit: string;
}

const own = (key: Nutrient, name: string, divisor = 1, unit: string = LABEL_UNITS.g): OwnNutriment => ({
  key,
  members: membersOf(name),
  divisor,
  unit,
});

const OWN: readonly OwnNutriment[] = [
  own('fat_g', 'fat'),
  own('saturated_fat_g', 'saturated-fat'),
  own('carbs_g', 'carbohydrates'),
  own('sugar_g', 'sugars'),
  own('fiber_g', 'fiber'),
  own('protein_g', 'proteins'),
  own('cholesterol_mg', 'cholesterol', MG_PER_G, LABEL_UNITS.mg),
  own('potassium_mg', 'potassium', MG_PER_G, LABEL_UNITS.mg),
];

/** Energy, salt and alcohol have rules of their own. */
const FURTHER = FURTHER_NUTRIENT_SOURCES.filter(
  ({ name }) => name !== 'energy_kj' && name !== 'salt_g' && name !== 'alcohol_g',
).map(({ name, names, factor }) => ({
  name,
  members: membersOf(names[0]!),
  divisor: factor,
  unit: LABEL_UNITS[name.slice(name.lastIndexOf('_') + 1) as keyof typeof LABEL_UNITS],
}));

const ALCOHOL_G_PER_PERCENT = FURTHER_NUTRIENT_SOURCES.find(({ name }) => name === 'alcohol_g')!.factor;
const ENERGY = membersOf('energy');
const ENERGY_KJ = membersOf('energy-kj');
const ENERGY_KCAL = membersOf('energy-kcal');
const SALT = membersOf('salt');
const SODIUM = membersOf('sodium');
const ALCOHOL = membersOf('alcohol');

/** `further` are the nutrients of its full record. */
export function nutrimentsOf(food: Food, further: Readonly<Record<string, number>>): Nutriments {
  const made: Nutriments = {};
  const { serving_size_g: servingG, calories_kcal: kcal, sodium_mg: sodiumMg } = food;
  const add = ({ bare, per100g, perServing, value, unit }: Members, amount: number, label: Label) => {
    const standard = round(amount);
    made[bare] = standard;
    made[per100g] = standard;
    if (servingG !== null) made[perServing] = round(portionOf(amount, servingG));
    made[value] = label.value;
    made[unit] = label.unit;
  };
  const plain = (members: Members, amount: number, unit: string) =>
    add(members, amount, { value: round(amount), unit });

  const kj = further.energy_kj ?? (kcal === null ? null : Math.round(kcal * KJ_PER_KCAL));
  if (kj !== null) {
    plain(ENERGY, kj, LABEL_UNITS.kj);
    plain(ENERGY_KJ, kj, LABEL_UNITS.kj);
  }
  if (kcal !== null) plain(ENERGY_KCAL, kcal, LABEL_UNITS.kcal);
  for (const { key, members, divisor, unit } of OWN) {
    const amount = food[key];
    if (amount !== null) add(members, amount / divisor, { value: amount, unit });
  }
  const sodium = sodiumMg === null ? null : sodiumMg / MG_PER_G;
  const salt = further.salt_g ?? (sodium === null ? null : sodium * SALT_PER_SODIUM);
  if (salt !== null) plain(SALT, salt, LABEL_UNITS.g);
  if (sodium !== null) plain(SODIUM, sodium, LABEL_UNITS.g);
  for (const { name, members, divisor, unit } of FURTHER) {
    const amount = further[name];
    if (amount !== undefined) add(members, amount / divisor, { value: amount, unit });
  }
  addAlcohol(made, further.alcohol_g, servingG);
  return made;
}

interface Label {
  value: number;
  unit: string;
}

/** A drink is as strong by the glass as by the bottle. */
function addAlcohol(made: Nutriments, grams: number | undefined, servingG: number | null): void {
  if (grams === undefined) return;
  const percent = Math.round((grams / ALCOHOL_G_PER_PERCENT) * 100) / 100;
  made[ALCOHOL.bare] = percent;
  made[ALCOHOL.per100g] = percent;
  if (servingG !== null) made[ALCOHOL.perServing] = percent;
  made[ALCOHOL.value] = percent;
  made[ALCOHOL.unit] = ALCOHOL_UNIT;
}

function membersOf(name: string): Members {
  return {
    bare: name,
    per100g: `${name}_100g`,
    perServing: `${name}_serving`,
    value: `${name}_value`,
    unit: `${name}_unit`,
  };
}

function round(amount: number): number {
  return Math.round(amount * STEPS_PER_UNIT) / STEPS_PER_UNIT;
}
