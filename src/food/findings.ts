import { NUTRIENTS, type Nutrient } from './nutrients.ts';

/**
 * What the checks of the build found in a food, one bit each, stored with the food so that its confidence can be
 * explained and recomputed. A bit never changes its meaning, and a set is a signed integer of 32 bits, so there is no room
 * for another.
 */
const NAMES = [
  /** The weights of its parts add up to more than the food. */
  'macros_over_100',
  'sugar_over_carbs',
  'saturated_over_fat',
  /** Energy is far from what the macronutrients give. */
  'energy_off',
  /** Every value is zero or next to it: water, or nobody typed them. */
  'all_zero',
  /** Energy was typed in the wrong unit and has been converted. */
  'energy_unit_mended',
  'bad_check_digit',
  /** A code that a shop gives out for itself. */
  'in_store_code',
  /** Records of different sources agree, or contradict each other. */
  'sources_agree',
  'sources_disagree',
  /** A value no food can have was made unknown; one bit for each nutrient. */
  ...NUTRIENTS.map((nutrient) => `impossible_${nutrient}` as const),
  /** Amounts per 100 g had been multiplied as if they were per serving; the typed amounts are shown instead. */
  'serving_scaling_undone',
  /** The energy counted carbohydrate alone, and was made unknown. */
  'energy_dropped',
  'salt_against_sodium',
  'kj_against_kcal',
  /** The source's own checks call the nutrition wrong, or doubtful. */
  'source_reports_error',
  'source_reports_doubt',
  /** Another product, with another name, has the same code. */
  'code_shared',
  /** The record was last changed before 2020, or before 2016. */
  'unchanged_since_2019',
  'unchanged_since_2015',
  /** The record has no name; it is called by its brand. */
  'named_by_brand',
  /** A vitamin, a mineral or another value beyond the ten was impossible for such a food, and was left out. */
  'further_nutrient_dropped',
  /** The energy of the source cannot be right; it is computed from protein, fat and carbohydrate. */
  'energy_computed',
] as const;
export type Finding = (typeof NAMES)[number];

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
