import { memberOf } from '../member-of.ts';
import { ALCOHOL_G_PER_ML } from './conversions.ts';
import { FURTHER_NUTRIENTS } from './further-nutrients.ts';
import { unitInName } from './nutrients.ts';

/** What Open Food Facts calls a nutrient where that is not its own name with hyphens, best first. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  energy_kj: ['energy-kj', 'energy'],
  vitamin_k_ug: ['vitamin-k', 'phylloquinone'],
  thiamin_mg: ['vitamin-b1'],
  riboflavin_mg: ['vitamin-b2'],
  niacin_mg: ['vitamin-pp'],
  folate_ug: ['vitamin-b9', 'folates'],
};
/** Everything else is given in grams, whatever unit was typed, and energy in kJ. */
const PER_GRAM: Readonly<Record<string, number>> = { g: 1, mg: 1e3, ug: 1e6, kj: 1 };
/** USDA analyses these differently from labels, so labels never give them. */
const NOT_ON_LABELS: ReadonlySet<string> = new Set(['vitamin_a_rae_ug', 'folate_dfe_ug']);

export interface FurtherNutrientSource {
  name: string;
  names: readonly string[];
  /** From the unit of Open Food Facts to that of the name. */
  factor: number;
}

/** The nutrients beyond the ten, and what Open Food Facts calls them. */
export const FURTHER_NUTRIENT_SOURCES: readonly FurtherNutrientSource[] = FURTHER_NUTRIENTS.filter(
  (name) => !NOT_ON_LABELS.has(name),
).map((name) => {
  const cut = name.lastIndexOf('_');
  const factor = name === 'alcohol_g' ? ALCOHOL_G_PER_ML : memberOf(PER_GRAM, unitInName(name))!;
  return { name, names: memberOf(OTHER_NAMES, name) ?? [name.slice(0, cut).replaceAll('_', '-')], factor };
});
