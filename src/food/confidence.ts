import {
  CONTRADICTIONS,
  type Findings,
  hasContradiction,
  hasFinding,
  hasImpossibleValue,
} from './findings.ts';
import type { Food, FoodSource } from './food.ts';
import type { Nutrient } from './nutrients.ts';

/**
 * How far a food's data can be trusted, from 0 to 1 (Part 1). Three bands keep the promise of the interface: every
 * complete, plausible label stands above every sparse entry, and every sparse entry above every AI estimate. Within
 * its band a food is placed by the weighted mean of four components. docs/confidence.md says the same for users.
 */
export const BANDS = {
  complete: { from: 0.7, to: 1 },
  sparse: { from: 0.3, to: 0.69 },
  estimate: { from: 0.05, to: 0.29 },
} as const;
export type Band = keyof typeof BANDS;

export interface ConfidenceComponents {
  band: Band;
  /** How much of a label is known. */
  completeness: number;
  /** How well its values fit what food can be and each other. */
  plausibility: number;
  /** How its source comes by its values. */
  source: number;
  /** How well code and sources speak for one product. */
  agreement: number;
}

/** Completeness decides most, since that is what a caller can do nothing about. */
export const COMPONENT_WEIGHTS = {
  completeness: 0.45,
  plausibility: 0.3,
  source: 0.1,
  agreement: 0.15,
} as const;

/** Without these four nobody can log a meal; a label with all of them is complete. */
const CORE = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const satisfies readonly Nutrient[];
/** What most labels of the world must tell as well. */
const FURTHER = ['sugar_g', 'saturated_fat_g', 'sodium_mg', 'fiber_g'] as const satisfies readonly Nutrient[];
/** What a label is judged by; the other two nutrients are told by few. */
export const JUDGED_NUTRIENTS = [...CORE, ...FURTHER] as const;
const DESCRIBED = ['brand', 'category', 'serving_size_g', 'image_url'] as const;
const SHARE = { core: 0.6, further: 0.25, described: 0.15 } as const;

/** Analysed in a laboratory; copied from a label; typed in by the operator; guessed. */
const SOURCE_TRUST: Readonly<Record<FoodSource, number>> = {
  usda: 1,
  off: 0.8,
  community: 0.7,
  ai_estimate: 0.3,
};

const COST = {
  contradiction: 0.45,
  impossible: 0.35,
  allZero: 0.5,
  energyUnitMended: 0.15,
  badCheckDigit: 0.5,
  inStoreCode: 0.4,
  noBarcode: 0.2,
  sourcesDisagree: 0.5,
} as const;
/** One source alone can neither be confirmed nor contradicted. */
const UNCONFIRMED_AGREEMENT = 0.8;

/** What a score looks at. Of pictures and barcodes it matters only whether there is one. */
export type Judged = Pick<
  Food,
  (typeof CORE)[number] | (typeof FURTHER)[number] | (typeof DESCRIBED)[number] | 'source' | 'barcode'
>;

/** The score of a food, to three decimals. */
export function scoreConfidence(food: Judged, findings: Findings): number {
  const parts = judgeConfidence(food, findings);
  const { from, to } = BANDS[parts.band];
  const mean =
    parts.completeness * COMPONENT_WEIGHTS.completeness +
    parts.plausibility * COMPONENT_WEIGHTS.plausibility +
    parts.source * COMPONENT_WEIGHTS.source +
    parts.agreement * COMPONENT_WEIGHTS.agreement;
  return Math.round((from + (to - from) * mean) * 1000) / 1000;
}

/** The components behind a score, which can be recomputed from any food of a catalogue and its findings. */
export function judgeConfidence(food: Judged, findings: Findings): ConfidenceComponents {
  return {
    band: chooseBand(food, findings),
    completeness: judgeCompleteness(food),
    plausibility: judgePlausibility(findings),
    source: SOURCE_TRUST[food.source],
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

function judgePlausibility(findings: Findings): number {
  let score = 1;
  for (const name of CONTRADICTIONS) if (hasFinding(findings, name)) score -= COST.contradiction;
  if (hasImpossibleValue(findings)) score -= COST.impossible;
  if (hasFinding(findings, 'all_zero')) score -= COST.allZero;
  if (hasFinding(findings, 'energy_unit_mended')) score -= COST.energyUnitMended;
  return Math.max(0, score);
}

function judgeAgreement(food: Judged, findings: Findings): number {
  let score = hasFinding(findings, 'sources_agree') ? 1 : UNCONFIRMED_AGREEMENT;
  if (hasFinding(findings, 'sources_disagree')) score -= COST.sourcesDisagree;
  if (hasFinding(findings, 'bad_check_digit')) score -= COST.badCheckDigit;
  if (hasFinding(findings, 'in_store_code')) score -= COST.inStoreCode;
  // A generic food has no barcode to be wrong about.
  if (food.barcode === null && food.source !== 'usda') score -= COST.noBarcode;
  return Math.max(0, score);
}

function known<Field extends keyof Judged>(food: Judged, fields: readonly Field[]): number {
  let count = 0;
  for (const field of fields) if (food[field] !== null) count++;
  return count / fields.length;
}
