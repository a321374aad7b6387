import { DIRT } from './dump-dirt.ts';
import type { Random } from './random.ts';
import type { Kind } from './vocabulary.ts';

export type SetField = (column: string, value: string | number) => void;

/** Writes a row's nutrition for its kind of food, with the dump's errors, or none. */
export function writeNutrition(kind: Kind, random: Random, set: SetField): void {
  writeServing(random, set);
  if (random.chance(DIRT.noNutrition)) {
    if (random.chance(0.02)) set('no_nutrition_data', 'on');
    return;
  }
  const amounts = makeAmounts(kind, random);
  set('proteins_100g', format(amounts.protein, random));
  set('fat_100g', format(amounts.fat, random));
  set('carbohydrates_100g', format(amounts.carbs, random));
  if (random.chance(0.9)) set('sugars_100g', format(amounts.sugar, random));
  if (random.chance(0.88)) set('saturated-fat_100g', format(amounts.saturated, random));
  if (random.chance(0.45)) set('fiber_100g', format(amounts.fiber, random));
  if (amounts.alcohol > 0) set('alcohol_100g', format(amounts.alcohol, random));
  writeSalt(amounts.salt, random, set);
  writeEnergy(amounts.kcal, random, set);
  set('nutriscore_score', random.below(30) - 5);
  set('nutriscore_grade', random.pick(NUTRISCORE_GRADES));
  set('nova_group', random.chance(0.83) ? random.pick([1, 3, 3, 4, 4, 4]) : '');
  set(
    'nutrient_levels_tags',
    ['fat', 'saturated-fat', 'sugars', 'salt'].map((nutrient) => `en:${nutrient}-in-low-quantity`).join(','),
  );
  if (random.chance(0.12)) writeMinerals(random, set);
  if (random.chance(0.55)) writeVitamins(random, set);
  if (random.chance(0.15)) set('added-sugars_100g', format(amounts.sugar * random.next(), random));
}

/** About as often as in the export of 2026. */
const NUTRISCORE_GRADES = [
  'a',
  'b',
  'c',
  'c',
  'd',
  'd',
  'e',
  'e',
  'e',
  'unknown',
  'unknown',
  'not-applicable',
];

/** What labels of the United States list in every case, often as zero. */
function writeVitamins(random: Random, set: SetField): void {
  const orNone = (amount: string) => (random.chance(0.5) ? '0' : amount);
  set('vitamin-a_100g', orNone((random.below(200) / 1e6).toFixed(7)));
  set('vitamin-c_100g', orNone((random.below(90) / 1e4).toFixed(4)));
  set('calcium_100g', orNone((random.below(300) / 1000).toFixed(3)));
  set('iron_100g', orNone((random.below(90) / 10_000).toFixed(5)));
}

function writeServing(random: Random, set: SetField): void {
  if (!random.chance(0.45)) return;
  const grams = 5 * (1 + random.below(50));
  const wordings = [
    `${grams}g`,
    `${grams} g`,
    `${(grams / 28.35).toFixed(2)} ONZ (${grams} g)`,
    `1 serving (${grams} g)`,
  ];
  wordings.push(
    `${grams + 0.000000000000002}g`,
    `${grams}.05047g`,
    `2 biscuits (${grams} g)`,
    '0,33 L',
    'serving',
  );
  const wording = random.chance(0.9) ? wordings[random.below(4)]! : random.pick(wordings);
  set('serving_size', wording);
  if (wording !== 'serving') set('serving_quantity', grams);
}

function writeSalt(salt: number, random: Random, set: SetField): void {
  if (!random.chance(0.92)) return;
  set('salt_100g', format(salt, random));
  if (!random.chance(DIRT.saltOnly)) set('sodium_100g', format(salt / 2.5, random));
}

function writeEnergy(kcal: number, random: Random, set: SetField): void {
  const told = random.chance(DIRT.energyOff) ? kcal * (0.3 + random.next()) : kcal;
  const kj = Math.round(told * 4.184);
  set('energy_100g', kj);
  if (random.chance(0.5)) set('energy-kj_100g', kj);
  if (random.chance(DIRT.kjOnly)) return;
  set('energy-kcal_100g', random.chance(DIRT.kjInKcalColumn) ? kj : Math.round(told));
}

function writeMinerals(random: Random, set: SetField): void {
  set('cholesterol_100g', (random.below(120) / 1000).toFixed(3));
  set('potassium_100g', (random.below(600) / 1000).toFixed(3));
  set('trans-fat_100g', 0);
}

/** What a label of this kind of food says, and sometimes impossible values. */
function makeAmounts({ profile }: Kind, random: Random) {
  const vary = (mean: number) => random.around(mean, mean * 0.9);
  const amounts = {
    protein: vary(profile.protein),
    fat: vary(profile.fat),
    carbs: vary(profile.carbs),
    fiber: vary(profile.fiber),
    salt: vary(profile.salt),
    alcohol: vary(profile.alcohol),
    sugar: 0,
    saturated: 0,
    kcal: 0,
  };
  const total = amounts.protein + amounts.fat + amounts.carbs + amounts.fiber;
  const scale = total > 99 ? 99 / total : 1;
  amounts.protein *= scale;
  amounts.fat *= scale;
  amounts.carbs *= scale;
  amounts.fiber *= scale;
  amounts.sugar = amounts.carbs * Math.min(1, vary(profile.sugarShare));
  amounts.saturated = amounts.fat * Math.min(1, vary(profile.saturatedShare));
  spoil(amounts, random);
  const { protein, fat, carbs, fiber, alcohol } = amounts;
  amounts.kcal = 4 * protein + 4 * carbs + 9 * fat + 2 * fiber + 5.5 * alcohol;
  return amounts;
}

function spoil(amounts: Record<string, number>, random: Random): void {
  let at = random.next();
  const hits = (share: number) => {
    at -= share;
    return at < 0 && at >= -share;
  };
  if (hits(DIRT.allZero)) for (const name of Object.keys(amounts)) amounts[name] = 0;
  else if (hits(DIRT.macrosOver105)) amounts.carbs = amounts.carbs! + 110;
  else if (hits(DIRT.sugarAboveCarbs)) amounts.sugar = amounts.carbs! + 5;
  else if (hits(DIRT.saturatedAboveFat)) amounts.saturated = amounts.fat! + 5;
  else if (hits(DIRT.negative)) amounts.protein = -1;
  else if (hits(DIRT.absurd)) amounts.carbs = 1.18e9;
}

/** Labels round; converted values do not, and a few are written with an exponent. */
function format(amount: number, random: Random): string {
  const spelling = random.next();
  if (spelling < DIRT.exponent) return (amount / 1e6).toExponential();
  if (spelling < 0.12) return String(amount);
  return String(Math.round(amount * 100) / 100);
}
