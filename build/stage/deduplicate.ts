import { BANDS, type Judged, judgeConfidence, scoreConfidence } from '../../src/food/confidence.ts';
import { uniteCountries } from '../../src/food/countries.ts';
import { type Findings, hasFinding, NO_FINDINGS, withFinding } from '../../src/food/findings.ts';
import type { FoodSource } from '../../src/food/food.ts';
import { gtinOf } from '../../src/food/identity.ts';
import { NUTRIENTS } from '../../src/food/nutrients.ts';
import { type CleanFood, judgeNutrition } from '../normalize/normalize.ts';

/** Values this close are the same value, rounded or measured twice. */
const SAME_WITHIN = 0.1;
const SAME_SLACK = 1;
/** Compared between sources; the rest is filled too unevenly to speak for or against a record. */
const COMPARED = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const;
/** What a record tells of itself and keeps through a merge; the rest is judged anew on the merged values. */
const KEPT_FINDINGS = ['energy_unit_mended', 'bad_check_digit', 'in_store_code'] as const;

export function confidenceOf(food: CleanFood): number {
  return scoreConfidence(asJudged(food), food.findings);
}

/**
 * One food from all records of one identity: the better record, with what it does not know filled from the next.
 * The outcome depends on the set of records alone, not on their order or on how often each occurs.
 */
export function mergeFoods(records: readonly CleanFood[]): CleanFood {
  const distinct = rankRecords(records);
  const [best, ...others] = distinct as [CleanFood, ...CleanFood[]];
  if (others.length === 0) return best;
  const merged = { ...best };
  for (const other of others) fillUnknown(merged, other);
  merged.findings = keptFindings(best) | compareSources(best, others);
  const contradictions = judgeNutrition(merged, merged.alcohol_g, merged.category);
  const own = judgeNutrition(best, best.alcohol_g, merged.category);
  if ((contradictions & ~own) === NO_FINDINGS) {
    merged.findings |= contradictions | remainingImpossible(best, merged);
    return merged;
  }
  // Values of two labels need not fit together: then the better label stands alone.
  for (const nutrient of NUTRIENTS) merged[nutrient] = best[nutrient];
  merged.findings |= own | remainingImpossible(best, merged);
  return merged;
}

/**
 * One food from what a catalogue holds of it, if anything, and the records that came later. Of each source the newest
 * word alone counts, so that a value which was deleted there is gone here; different sources are merged as ever. How
 * often a product is scanned and where it is sold is known from more than its newest record.
 */
export function renewFood(former: CleanFood | null, newcomers: readonly CleanFood[]): CleanFood {
  const newest = new Map<FoodSource, CleanFood>();
  for (const record of newcomers) {
    const other = newest.get(record.source);
    if (other === undefined || changedAt(record) >= changedAt(other)) newest.set(record.source, record);
  }
  if (former === null) return mergeFoods([...newest.values()]);
  if (!newest.has(former.source)) newest.set(former.source, former);
  const food = mergeFoods([...newest.values()]);
  return {
    ...food,
    scans: food.scans ?? former.scans,
    countries: food.countries ?? former.countries,
    language: food.language ?? former.language,
  };
}

/** Better records first, each once: by band, then the newest, then the more confident, then by their text. */
function rankRecords(records: readonly CleanFood[]): CleanFood[] {
  const byText = new Map(records.map((record) => [JSON.stringify(record), record]));
  return [...byText]
    .map(([text, record]) => ({
      record,
      text,
      band: BANDS[judgeConfidence(asJudged(record), record.findings).band].from,
      changed: changedAt(record),
      confidence: confidenceOf(record),
    }))
    .sort(
      (a, b) =>
        b.band - a.band || b.changed - a.changed || b.confidence - a.confidence || (a.text < b.text ? -1 : 1),
    )
    .map(({ record }) => record);
}

/** A community record has no date: its operator hands it in with every build, so it is always of today. */
function changedAt(record: CleanFood): number {
  if (record.source === 'community') return Number.MAX_SAFE_INTEGER;
  return record.modified_t ?? 0;
}

function fillUnknown(food: CleanFood, other: CleanFood): void {
  food.scans = Math.max(food.scans ?? 0, other.scans ?? 0) || null;
  food.modified_t = Math.max(food.modified_t ?? 0, other.modified_t ?? 0) || null;
  // An estimate must not pass for a label.
  if (other.source === 'ai_estimate' && food.source !== 'ai_estimate') return;
  food.brand ??= other.brand;
  food.also ??= other.also;
  food.category ??= other.category;
  food.image ??= other.image;
  food.countries = uniteCountries(food.countries, other.countries);
  food.language ??= other.language;
  if (
    food.serving_size_g === null &&
    (food.serving_desc === null || food.serving_desc === other.serving_desc)
  ) {
    food.serving_size_g = other.serving_size_g;
    food.serving_desc = other.serving_desc ?? food.serving_desc;
  }
  for (const nutrient of NUTRIENTS) food[nutrient] ??= other[nutrient];
  food.alcohol_g ??= other.alcohol_g;
}

function keptFindings(best: CleanFood): Findings {
  return KEPT_FINDINGS.filter((name) => hasFinding(best.findings, name)).reduce(withFinding, NO_FINDINGS);
}

/** A value that was impossible and that another record knows is impossible no more. */
function remainingImpossible(best: CleanFood, merged: CleanFood): Findings {
  return NUTRIENTS.filter(
    (nutrient) => merged[nutrient] === null && hasFinding(best.findings, `impossible_${nutrient}`),
  ).reduce((findings, nutrient) => withFinding(findings, `impossible_${nutrient}`), NO_FINDINGS);
}

/** Only different sources can confirm each other: two exports of one database say the same thing twice. */
function compareSources(best: CleanFood, others: readonly CleanFood[]): Findings {
  const independent = others.filter(
    (other) => other.source !== best.source && other.source !== 'ai_estimate',
  );
  const compared = independent.flatMap((other) =>
    COMPARED.filter((nutrient) => best[nutrient] !== null && other[nutrient] !== null).map((nutrient) =>
      isSame(best[nutrient]!, other[nutrient]!),
    ),
  );
  if (compared.length === 0) return NO_FINDINGS;
  return withFinding(NO_FINDINGS, compared.every(Boolean) ? 'sources_agree' : 'sources_disagree');
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(SAME_SLACK, SAME_WITHIN * Math.max(a, b));
}

function asJudged(food: CleanFood): Judged {
  return {
    calories_kcal: food.calories_kcal,
    protein_g: food.protein_g,
    fat_g: food.fat_g,
    carbs_g: food.carbs_g,
    sugar_g: food.sugar_g,
    saturated_fat_g: food.saturated_fat_g,
    sodium_mg: food.sodium_mg,
    fiber_g: food.fiber_g,
    brand: food.brand,
    category: food.category,
    serving_size_g: food.serving_size_g,
    image_url: food.image,
    barcode: gtinOf(food.id) === null ? null : BARCODED,
    source: food.source,
  };
}

/** A score asks whether there is a barcode, not which. */
const BARCODED = 'barcoded';
