import { memberOf } from '../member-of.ts';
import { ALCOHOL_G_PER_ML } from './conversions.ts';
import { FURTHER_NUTRIENTS } from './further-nutrients.ts';
import { LABEL_NUTRIENTS, type Nutrient, unitInName } from './nutrients.ts';

/** What Open Food Facts calls the ten, best first. Labels in the USA give the total carbohydrate, including fibre. */
const NAMES_OF_TEN: Readonly<Record<Nutrient, readonly string[]>> = {
  calories_kcal: ['energy-kcal'],
  fat_g: ['fat'],
  saturated_fat_g: ['saturated-fat'],
  carbs_g: ['carbohydrates', 'carbohydrates-total'],
  sugar_g: ['sugars'],
  fiber_g: ['fiber'],
  protein_g: ['proteins'],
  sodium_mg: ['sodium'],
  cholesterol_mg: ['cholesterol'],
  potassium_mg: ['potassium'],
};
/** The same of others, where that is not its own name with hyphens, best first. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  energy_kj: ['energy-kj', 'energy'],
  vitamin_k_ug: ['vitamin-k', 'phylloquinone'],
  thiamin_mg: ['vitamin-b1'],
  riboflavin_mg: ['vitamin-b2'],
  niacin_mg: ['vitamin-pp'],
  folate_ug: ['vitamin-b9', 'folates'],
};
/** Everything else is given in grams, whatever unit was typed, and energy in kJ and kcal. */
const PER_GRAM: Readonly<Record<string, number>> = { g: 1, mg: 1e3, ug: 1e6, kj: 1, kcal: 1 };
/** USDA analyses these differently from labels, so labels never give them. */
const NOT_ON_LABELS: ReadonlySet<string> = new Set(['vitamin_a_rae_ug', 'folate_dfe_ug']);

/** What Open Food Facts calls a nutrient, per 100 g as sold. */
export interface NutrientSource<Name extends string> {
  name: Name;
  /** Best first. */
  names: readonly string[];
  /** From the unit of Open Food Facts to that of the name. */
  factor: number;
}

/** The ten, in the order of a label. */
export const MAIN_NUTRIENT_SOURCES: readonly NutrientSource<Nutrient>[] = LABEL_NUTRIENTS.map(({ key }) => ({
  name: key,
  names: NAMES_OF_TEN[key],
  factor: memberOf(PER_GRAM, unitInName(key))!,
}));

/** The nutrients beyond the ten, and what Open Food Facts calls them. */
export const FURTHER_NUTRIENT_SOURCES: readonly NutrientSource<string>[] = FURTHER_NUTRIENTS.filter(
  (name) => !NOT_ON_LABELS.has(name),
).map((name) => {
  const cut = name.lastIndexOf('_');
  const factor = name === 'alcohol_g' ? ALCOHOL_G_PER_ML : memberOf(PER_GRAM, unitInName(name))!;
  return { name, names: memberOf(OTHER_NAMES, name) ?? [name.slice(0, cut).replaceAll('_', '-')], factor };
});
