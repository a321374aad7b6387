import {
  CONTRADICTIONS,
  type Finding,
  type Findings,
  hasContradiction,
  hasFinding,
  hasImpossibleValue,
} from './findings.ts';
import { type Food, type FoodSource, isGeneric } from './food.ts';
import { isTableName, type TableName } from './food-tables.ts';
import type { Nutrient } from './nutrients.ts';

/**
 * How far a food's data can be trusted, from 0 to 1 (Part 1). Three bands keep the promise of the interface: every
 * complete, plausible label ranks above every sparse entry, and every sparse entry above every AI estimate. Within its
 * band a food is placed by the product of four components. In the band of complete labels the numbers are chosen so
 * that the score is the share of foods whose protein, fat and carbohydrate an independent record confirms, measured by
 * `npm run eval -- truth`; docs/confidence.md shows the measurement, and says the same for users.
 */
export const BANDS = {
  complete: { from: 0.7, to: 1 },
  sparse: { from: 0.3, to: 0.69 },
  estimate: { from: 0.05, to: 0.29 },
} as const;
export type Band = keyof typeof BANDS;

/** A food whose energy is calculated has no label that is complete: its band ends here. */
export const MAX_WITH_COMPUTED_ENERGY = 0.75;

export interface ConfidenceComponents {
  band: Band;
  /** How much of a label is known. */
  completeness: number;
  /** How well its values fit what food can be and each other. */
  plausibility: number;
  /** How its source obtains its values. */
  source: number;
  /** How well code, age and other sources support the record. */
  agreement: number;
}
export type ComponentName = keyof Omit<ConfidenceComponents, 'band'>;

/** Without these four nobody can log a meal; a label with all of them is complete. */
const CORE = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const satisfies readonly Nutrient[];
/** What most labels of the world must list as well. */
const FURTHER = ['sugar_g', 'saturated_fat_g', 'sodium_mg', 'fiber_g'] as const satisfies readonly Nutrient[];
/** What a label is judged by; few list the other two nutrients. */
export const JUDGED_NUTRIENTS = [...CORE, ...FURTHER] as const;
const DESCRIBED = ['brand', 'category', 'serving_size_g', 'image_url'] as const;
const SHARE = { core: 0.6, further: 0.25, described: 0.15 } as const;

/** Analysed in a laboratory; copied from a label by anyone; typed in by the operator; guessed. */
const SOURCE_TRUST: Readonly<Record<Exclude<FoodSource, TableName>, number>> = {
  table: 1,
  off: 0.9,
  community: 0.9,
  ai_estimate: 0.5,
};

/** What each finding takes from plausibility. */
const PLAUSIBILITY_COST: Readonly<Partial<Record<Finding, number>>> = {
  ...Object.fromEntries(CONTRADICTIONS.map((name) => [name, 0.45])),
  all_zero: 0.5,
  source_reports_error: 0.6,
  source_reports_doubt: 0.5,
  serving_scaling_undone: 0.15,
  energy_unit_mended: 0.1,
  further_nutrient_dropped: 0.1,
};
const IMPOSSIBLE_COST = 0.35;
/** Energy that only just fits the macronutrients costs this much, energy that fits closely nothing. */
const LOOSE_ENERGY_COST = 0.2;

/** One source alone can neither be confirmed nor contradicted. */
const UNCONFIRMED_AGREEMENT = 0.9;
/** What is left of agreement after each finding. */
const AGREEMENT_LEFT: Readonly<Partial<Record<Finding, number>>> = {
  sources_disagree: 0.4,
  code_shared: 0.35,
  bad_check_digit: 0.45,
  in_store_code: 0.55,
  unchanged_since_2019: 0.8,
  unchanged_since_2015: 0.65,
  named_by_brand: 0.7,
};
const NO_BARCODE_LEFT = 0.85;

/** What a score depends on. For pictures and barcodes it only matters whether there is one. */
export type Judged = Pick<
  Food,
  (typeof CORE)[number] | (typeof FURTHER)[number] | (typeof DESCRIBED)[number] | 'source' | 'barcode'
>;

/** The score of a food, to three decimals. */
export function scoreConfidence(food: Judged, findings: Findings): number {
  const { band, completeness, plausibility, source, agreement } = judgeConfidence(food, findings);
  const { from, to } = BANDS[band];
  const most = hasFinding(findings, 'energy_computed') ? Math.min(to, MAX_WITH_COMPUTED_ENERGY) : to;
  return Math.round((from + (most - from) * completeness * plausibility * source * agreement) * 1000) / 1000;
}

/** The components behind a score, which can be recomputed from any food of a catalogue and its findings. */
export function judgeConfidence(food: Judged, findings: Findings): ConfidenceComponents {
  return {
    band: chooseBand(food, findings),
    completeness: judgeCompleteness(food),
    plausibility: judgePlausibility(food, findings),
    source: SOURCE_TRUST[isTableName(food.source) ? 'table' : food.source],
    agreement: judgeAgreement(food, findings),
  };
}

function chooseBand(food: Judged, findings: Findings): Band {
  if (food.source === 'ai_estimate') return 'estimate';
  const complete = CORE.every((nutrient) => food[nutrient] !== null);
  const plausible =
    !hasContradiction(findings) && !hasImpossibleValue(findings) && !hasFinding(findings, 'all_zero');
  return complete && plausible ? 'complete' : 'sparse';
}

function judgeCompleteness(food: Judged): number {
  return (
    SHARE.core * known(food, CORE) +
    SHARE.further * known(food, FURTHER) +
    SHARE.described * known(food, DESCRIBED)
  );
}

function judgePlausibility(food: Judged, findings: Findings): number {
  let score = 1 - LOOSE_ENERGY_COST * looseness(food);
  for (const [name, cost] of PLAUSIBILITY_COSTS) if (hasFinding(findings, name)) score -= cost;
  if (hasImpossibleValue(findings)) score -= IMPOSSIBLE_COST;
  return Math.max(0, score);
}

function judgeAgreement(food: Judged, findings: Findings): number {
  let score = hasFinding(findings, 'sources_agree') ? 1 : UNCONFIRMED_AGREEMENT;
  for (const [name, left] of AGREEMENT_FACTORS) if (hasFinding(findings, name)) score *= left;
  // A generic food has no barcode to be wrong about.
  return food.barcode === null && !isGeneric(food) ? score * NO_BARCODE_LEFT : score;
}

const PLAUSIBILITY_COSTS = Object.entries(PLAUSIBILITY_COST) as [Finding, number][];
const AGREEMENT_FACTORS = Object.entries(AGREEMENT_LEFT) as [Finding, number][];

const KCAL_PER_G = { protein: 4, carbs: 4, fat: 9, fiber: 2 } as const;
/** Rounding explains this much. */
const CLOSE_WITHIN = 0.05;
/** Beyond this the build has found a contradiction, or alcohol, polyols or acids explain the rest. */
const LOOSE_WITHIN = 0.2;
/** Below this energy, a share means nothing. */
const MIN_KCAL = 20;

/** How far the energy is from what the macronutrients give: 0 for close, 1 for just within what is accepted. */
function looseness({ calories_kcal, protein_g, fat_g, carbs_g, fiber_g }: Judged): number {
  if (calories_kcal === null || protein_g === null || fat_g === null || carbs_g === null) return 0;
  const fiber = fiber_g ?? 0;
  const base = protein_g * KCAL_PER_G.protein + fat_g * KCAL_PER_G.fat;
  const least = base + Math.max(0, carbs_g - fiber) * KCAL_PER_G.carbs;
  const most = base + carbs_g * KCAL_PER_G.carbs + fiber * KCAL_PER_G.fiber;
  const distance = Math.max(least - calories_kcal, calories_kcal - most, 0) / Math.max(most, MIN_KCAL);
  if (distance > LOOSE_WITHIN) return 0;
  return Math.max(0, (distance - CLOSE_WITHIN) / (LOOSE_WITHIN - CLOSE_WITHIN));
}

function known<Field extends keyof Judged>(food: Judged, fields: readonly Field[]): number {
  let count = 0;
  for (const field of fields) if (food[field] !== null) count++;
  return count / fields.length;
}
