import { memberOf } from '../member-of.ts';
import type { Finding } from './findings.ts';
import { mapNutrients, type Nutrient } from './nutrients.ts';

/** What each finding means for a reader, in a sentence. */

const NUTRIENT_WORDS = mapNutrients(({ label }) => label.toLowerCase());

/** Findings with a sentence of their own; those about an impossible value share one. */
export type SaidFinding = Exclude<Finding, `impossible_${string}`>;

export const FINDING_WORDS: Readonly<Record<SaidFinding, string>> = {
  macros_over_100: 'Protein, fat, carbohydrate and salt add up to more than the food weighs.',
  sugar_over_carbs: 'It lists more sugar than carbohydrate.',
  saturated_over_fat: 'It lists more saturated fat than fat.',
  energy_off: 'Its energy is far from what protein, carbohydrate and fat give.',
  all_zero: 'Every value is zero or next to it, as if nobody had entered them.',
  energy_unit_mended: 'Its energy was entered in the wrong unit and has been converted.',
  bad_check_digit: 'The last digit of its barcode does not match the others.',
  in_store_code: 'Its barcode is one that shops assign themselves, so two products may share it.',
  sources_agree: 'Two sources agree about it.',
  sources_disagree: 'Two sources give different values; the better record is shown.',
  serving_scaling_undone:
    'Its source took amounts per 100 g for amounts per serving; the amounts as entered are shown.',
  energy_dropped: 'Its energy counted carbohydrate alone, and was left out.',
  salt_against_sodium: 'Its salt and its sodium contradict each other; sodium is shown.',
  kj_against_kcal: 'Its energies in kcal and kJ contradict each other; kcal is shown.',
  source_reports_error: 'The checks of its source report an error in its nutrition.',
  source_reports_doubt: 'The checks of its source doubt its nutrition.',
  code_shared: 'Another product has the same barcode.',
  unchanged_since_2019: 'Nobody has changed its record since 2019.',
  unchanged_since_2015: 'Nobody has changed its record since 2015.',
  named_by_brand: 'Its record has no name, so it is called by its brand.',
  further_nutrient_dropped:
    'A vitamin, a mineral or another further value was impossible for such a food, and was left out.',
  energy_computed:
    'The energy in its source cannot be right; it is calculated from protein, fat and carbohydrate instead.',
};

export function findingText(finding: Finding): string {
  const said = memberOf(FINDING_WORDS, finding);
  if (said !== undefined) return said;
  const nutrient = finding.slice('impossible_'.length) as Nutrient;
  return `Its ${NUTRIENT_WORDS[nutrient]} was impossible for such a food, and was left out.`;
}
