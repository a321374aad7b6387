import { memberOf } from '../member-of.ts';
import { mapNutrients, NUTRIENTS, type Nutrient } from './nutrients.ts';

/**
 * What the checks of the build found in a food, one bit each, stored with the food so that its confidence can be
 * explained and recomputed, and what each of them means for a reader, in a sentence. A bit never changes its meaning, and a
 * set is a signed integer of 32 bits, so there is no room for another. The bits are in this order, with those of impossible
 * values, one for each nutrient, between the two lists.
 */
const FIRST = {
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
} as const;
const LATER = {
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
} as const;

/** Findings with a sentence of their own; those about an impossible value share one. */
export const FINDING_WORDS = { ...FIRST, ...LATER };
export type SaidFinding = keyof typeof FINDING_WORDS;
export type Finding = SaidFinding | `impossible_${Nutrient}`;

const NAMES = [
  ...Object.keys(FIRST),
  ...NUTRIENTS.map(impossibleFinding),
  ...Object.keys(LATER),
] as readonly Finding[];

/** A set of findings as one number. */
export type Findings = number;

const BIT = Object.fromEntries(NAMES.map((name, index) => [name, 2 ** index])) as Record<Finding, number>;

export const NO_FINDINGS: Findings = 0;
/** Values that contradict each other. */
export const CONTRADICTIONS = [
  'macros_over_100',
  'sugar_over_carbs',
  'saturated_over_fat',
  'energy_off',
  'salt_against_sodium',
  'kj_against_kcal',
] as const;

const ALL_CONTRADICTIONS = CONTRADICTIONS.reduce((set, name) => set | BIT[name], NO_FINDINGS);
const ALL_IMPOSSIBLE = NUTRIENTS.reduce((set, nutrient) => set | BIT[`impossible_${nutrient}`], NO_FINDINGS);

export function withFinding(findings: Findings, finding: Finding): Findings {
  return findings | BIT[finding];
}

export function withoutFinding(findings: Findings, finding: Finding): Findings {
  return findings & ~BIT[finding];
}

export function hasFinding(findings: Findings, finding: Finding): boolean {
  return (findings & BIT[finding]) !== 0;
}

export function hasContradiction(findings: Findings): boolean {
  return (findings & ALL_CONTRADICTIONS) !== 0;
}

export function hasImpossibleValue(findings: Findings): boolean {
  return (findings & ALL_IMPOSSIBLE) !== 0;
}

export function impossibleFinding(nutrient: Nutrient): Finding {
  return `impossible_${nutrient}`;
}

/** The names of the findings in a set, in the order of their bits. */
export function listFindings(findings: Findings): Finding[] {
  return NAMES.filter((name) => hasFinding(findings, name));
}

const NUTRIENT_WORDS = mapNutrients(({ label }) => label.toLowerCase());

export function findingText(finding: Finding): string {
  const said = memberOf<string>(FINDING_WORDS, finding);
  if (said !== undefined) return said;
  const nutrient = finding.slice('impossible_'.length) as Nutrient;
  return `Its ${NUTRIENT_WORDS[nutrient]} was impossible for such a food, and was left out.`;
}
