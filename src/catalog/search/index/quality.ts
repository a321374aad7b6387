import { BANDS } from '../../../food/confidence.ts';
import { type FoodSource, isGeneric } from '../../../food/food.ts';

/** Facts about a food, independent of any query, that decide which of two equal matches comes first. */
export interface QualityFacts {
  name: string;
  confidence: number;
  hasImage: boolean;
  scans: number | null;
  source: FoodSource;
}

/**
 * Part 1: complete labels before sparse entries before AI estimates. Everything else together is worth less than a
 * class.
 */
const DATA_CLASS = 8;
/** Part 4.1: among equals, foods with an image first. Confidence differs by less than this within a class. */
const IMAGE = 2;
/** Generic foods have no image and are what a plain word means, so they rank with the foods that have one. */
const GENERIC = 2;
const CONFIDENCE = 2;
/** Scans span six orders of magnitude, so the logarithm counts: a million is worth one. */
const SCANS = 1;
const MAX_SCANS_LOG = Math.log(1_000_000);
/** A short name is the plain food, a long one a special case of it. */
const SHORTNESS = 1.5;
const MAX_NAME_LENGTH = 80;

/** Higher is better. The catalogue numbers its foods in this order (then by id), and searches read in it. */
export function staticQuality(facts: QualityFacts): number {
  const { name, confidence, hasImage, scans, source } = facts;
  const popularity = scans === null ? 0 : Math.min(1, Math.log(1 + scans) / MAX_SCANS_LOG);
  return (
    DATA_CLASS * dataClass(confidence, source) +
    (hasImage ? IMAGE : 0) +
    (isGeneric(facts) ? GENERIC : 0) +
    CONFIDENCE * confidence +
    SCANS * popularity +
    SHORTNESS * (1 - Math.min(name.length, MAX_NAME_LENGTH) / MAX_NAME_LENGTH)
  );
}

function dataClass(confidence: number, source: FoodSource): number {
  if (source === 'ai_estimate' || confidence < BANDS.sparse.from) return 0;
  return confidence < BANDS.complete.from ? 1 : 2;
}
