import type { Food } from '../food/food.ts';
import type { Nutrient } from '../food/nutrients.ts';
import { FURTHER_NUTRIENT_SOURCES } from '../food/open-food-facts-nutrients.ts';
import { portionOf } from '../food/portion.ts';
import { type Literal, literal, type TextWriter } from '../text-writer.ts';
import { memberName } from './object-writer.ts';

/**
 * The nutrients of a food as Open Food Facts writes them: mass in grams, energy in kJ, alcohol in percent by volume, each
 * as several members. What is unknown has no member. They are written as text, since the sixty members of a product take
 * most of the time that it takes to write it.
 */
export interface Nutriment {
  name: Names;
  /** Per 100 g, and per serving where that is known. */
  amount: number;
  perServing: number | null;
  /** The amount in the unit of the label, and that unit. */
  value: number;
  unit: string;
}

/** What the members of a nutriment begin with, as JSON. */
interface Names {
  plain: string;
  bare: Literal;
  per100g: Literal;
  perServing: Literal;
  value: Literal;
  unit: Literal;
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
  name: Names;
  /** From our unit to theirs. */
  divisor: number;
  unit: string;
}

const own = (key: Nutrient, name: string, divisor = 1, unit: string = LABEL_UNITS.g): OwnNutriment => ({
  key,
  name: namesOf(name),
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
const FURTHER = new Map(
  FURTHER_NUTRIENT_SOURCES.filter(
    ({ name }) => name !== 'energy_kj' && name !== 'salt_g' && name !== 'alcohol_g',
  ).map(({ name, names, factor }) => [
    name,
    {
      name: namesOf(names[0]!),
      divisor: factor,
      unit: LABEL_UNITS[name.slice(name.lastIndexOf('_') + 1) as keyof typeof LABEL_UNITS],
    },
  ]),
);

const ALCOHOL_G_PER_PERCENT = FURTHER_NUTRIENT_SOURCES.find(({ name }) => name === 'alcohol_g')!.factor;
const ENERGY = namesOf('energy');
const ENERGY_KJ = namesOf('energy-kj');
const ENERGY_KCAL = namesOf('energy-kcal');
const SALT = namesOf('salt');
const SODIUM = namesOf('sodium');
const ALCOHOL = namesOf('alcohol');

/** `further` are the nutrients of its full record. */
export function nutrimentsOf(food: Food, further: Readonly<Record<string, number>>): Nutriment[] {
  const found: Nutriment[] = [];
  const { serving_size_g: servingG, calories_kcal: kcal, sodium_mg: sodiumMg } = food;
  const add = (name: Names, exact: number, value: number, unit: string) => {
    const perServing = servingG === null ? null : round(portionOf(exact, servingG));
    found.push({ name, amount: round(exact), perServing, value, unit });
  };
  const kj = further.energy_kj ?? (kcal === null ? null : Math.round(kcal * KJ_PER_KCAL));
  if (kj !== null) {
    add(ENERGY, kj, kj, LABEL_UNITS.kj);
    add(ENERGY_KJ, kj, kj, LABEL_UNITS.kj);
  }
  if (kcal !== null) add(ENERGY_KCAL, kcal, kcal, LABEL_UNITS.kcal);
  for (const { key, name, divisor, unit } of OWN) {
    const amount = food[key];
    if (amount !== null) add(name, amount / divisor, amount, unit);
  }
  const sodium = sodiumMg === null ? null : sodiumMg / MG_PER_G;
  const salt = further.salt_g ?? (sodium === null ? null : sodium * SALT_PER_SODIUM);
  if (salt !== null) add(SALT, salt, round(salt), LABEL_UNITS.g);
  if (sodium !== null) add(SODIUM, sodium, round(sodium), LABEL_UNITS.g);
  for (const key in further) {
    const known = FURTHER.get(key);
    const amount = further[key]!;
    if (known !== undefined) add(known.name, amount / known.divisor, amount, known.unit);
  }
  if (further.alcohol_g !== undefined) found.push(alcoholOf(further.alcohol_g, servingG));
  return found;
}

/** A drink is as strong by the glass as by the bottle. */
function alcoholOf(grams: number, servingG: number | null): Nutriment {
  const percent = Math.round((grams / ALCOHOL_G_PER_PERCENT) * 100) / 100;
  const perServing = servingG === null ? null : percent;
  return { name: ALCOHOL, amount: percent, perServing, value: percent, unit: ALCOHOL_UNIT };
}

const [OPEN, CLOSE, QUOTE] = [literal('{'), literal('}'), literal('"')] as const;

/** All members, as the JSON of an object. */
export function addNutriments(text: TextWriter, nutriments: readonly Nutriment[]): void {
  text.add(OPEN);
  for (let place = 0; place < nutriments.length; place++) {
    const { name, amount, perServing, value, unit } = nutriments[place]!;
    // The first has no comma before it.
    text.addBytes(name.bare, place === 0 ? 1 : 0, name.bare.length);
    const start = text.length;
    text.addNumber(amount);
    const end = text.length;
    text.add(name.per100g);
    text.repeat(start, end);
    if (perServing !== null) {
      text.add(name.perServing);
      text.addNumber(perServing);
    }
    text.add(name.value);
    if (value === amount) text.repeat(start, end);
    else text.addNumber(value);
    text.add(name.unit);
    text.addText(unit);
    text.add(QUOTE);
  }
  text.add(CLOSE);
}

/** The value of a single member, such as `salt_100g`; undefined where there is none. */
export function findNutriment(nutriments: readonly Nutriment[], member: string): number | string | undefined {
  const [bare, suffix] = member.split('_', 2);
  const found = nutriments.find(({ name }) => name.plain === bare);
  if (found === undefined) return undefined;
  if (suffix === undefined || suffix === '100g') return found.amount;
  if (suffix === 'serving') return found.perServing ?? undefined;
  if (suffix === 'value') return found.value;
  return suffix === 'unit' ? found.unit : undefined;
}

function namesOf(name: string): Names {
  return {
    plain: name,
    bare: memberName(name),
    per100g: memberName(`${name}_100g`),
    perServing: memberName(`${name}_serving`),
    value: memberName(`${name}_value`),
    unit: literal(`,"${name}_unit":"`),
  };
}

function round(amount: number): number {
  return Math.round(amount * STEPS_PER_UNIT) / STEPS_PER_UNIT;
}
