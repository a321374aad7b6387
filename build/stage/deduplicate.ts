import { BANDS, type Judged, judgeConfidence, scoreConfidence } from '../../src/food/confidence.ts';
import { uniteCountries } from '../../src/food/countries.ts';
import {
  type Finding,
  type Findings,
  hasFinding,
  impossibleFinding,
  NO_FINDINGS,
  withFinding,
} from '../../src/food/findings.ts';
import type { FoodSource } from '../../src/food/food.ts';
import { mergeRecords, type RecordText, readRecord, writeRecord } from '../../src/food/food-record.ts';
import { gtinOf } from '../../src/food/identity.ts';
import { NUTRIENTS, type Nutrient } from '../../src/food/nutrients.ts';
import { words } from '../../src/text/fold.ts';
import { isSmallWord } from '../normalize/names.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { findContradictions } from '../normalize/plausibility.ts';

/** Values this close are the same value, rounded differently or measured twice. */
const SAME_WITHIN = 0.1;
const SAME_SLACK = 1;
/** Compared between sources. The other nutrients are missing too often to say anything about a record. */
const COMPARED = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const;
/** What the checks found in the best record alone; the rest is judged again on the merged values. */
const KEPT_FINDINGS: readonly Finding[] = [
  'energy_unit_mended',
  'bad_check_digit',
  'in_store_code',
  'serving_scaling_undone',
  'salt_against_sodium',
  'kj_against_kcal',
  'source_reports_error',
  'source_reports_doubt',
  'code_shared',
  'unchanged_since_2019',
  'unchanged_since_2015',
  'named_by_brand',
  'further_nutrient_dropped',
];

export function confidenceOf(food: CleanFood): number {
  return scoreConfidence(asJudged(food), food.findings);
}

/**
 * One food from all records of one identity: the better record, with what it does not know filled in from the next.
 * Codes that differ only in leading zeros have one identity, so two records may be two products: a record whose name
 * has no word in common, or which has entirely different nutrients, fills in nothing. The outcome depends only on the
 * set of records, not on their order or on how often each occurs.
 */
export function mergeFoods(records: readonly CleanFood[]): CleanFood {
  const distinct = rankRecords(records);
  const [best, ...others] = distinct as [CleanFood, ...CleanFood[]];
  if (others.length === 0) return best;
  const merged = { ...best };
  const namesakes = others.filter(
    (other) => shareWord(best.name, other.name) && !haveOtherMacros(best, other),
  );
  for (const other of namesakes) fillUnknown(merged, other);
  const labelled = chooseEnergy([best, ...namesakes.filter((other) => mayFill(best, other))]);
  merged.calories_kcal = labelled.calories_kcal;
  merged.findings = keptFindings(best) | compareSources(best, others);
  if (others.some((other) => !namesakes.includes(other) && !haveSameMacros(best, other))) {
    merged.findings = withFinding(merged.findings, 'code_shared');
  }
  const contradictions = findContradictions(merged);
  // A category from another record may explain what looked wrong, but cannot make anything wrong.
  const own = findContradictions({ ...best, category: merged.category }) & best.findings;
  // Values of two labels need not fit together; if they do not, only those of the better label are shown.
  const fits = (contradictions & ~own) === NO_FINDINGS;
  if (!fits) for (const nutrient of NUTRIENTS) merged[nutrient] = best[nutrient];
  merged.findings |= (fits ? contradictions : own) | remainingUnknown(best, merged);
  const energyFrom = fits ? labelled : best;
  if (isEnergyComputed(energyFrom)) merged.findings = withFinding(merged.findings, 'energy_computed');
  merged.record = withKjOf(energyFrom, merged.record);
  return merged;
}

function isEnergyComputed({ findings }: CleanFood): boolean {
  return hasFinding(findings, 'energy_computed');
}

/** The record whose energy is shown: the best that has one from a label, else the best that has any. */
function chooseEnergy(records: readonly [CleanFood, ...CleanFood[]]): CleanFood {
  const known = records.filter(({ calories_kcal }) => calories_kcal !== null);
  return known.find((record) => !isEnergyComputed(record)) ?? known[0] ?? records[0];
}

/** Two records may give different energies, so the kJ come from the one whose kcal are shown. */
function withKjOf({ record: source }: CleanFood, merged: RecordText | null): RecordText | null {
  if (merged === null || merged === source) return merged;
  const { nutrients, ...record } = readRecord(merged);
  const { energy_kj: kj } = readRecord(source).nutrients;
  if (nutrients.energy_kj === kj) return merged;
  const { energy_kj: _, ...others } = nutrients;
  return writeRecord({ ...record, nutrients: kj === undefined ? others : { ...others, energy_kj: kj } });
}

/** An estimate must not be mistaken for a label. */
function mayFill(food: CleanFood, other: CleanFood): boolean {
  return other.source !== 'ai_estimate' || food.source === 'ai_estimate';
}

/**
 * Merges a food of the base catalogue, if there is one, with newer records. For each source only the newest record
 * counts, so that a value that was deleted there disappears here too; different sources are merged as usual. Scans,
 * countries and language are kept from the base if the newest records lack them.
 */
export function updateFood(base: CleanFood | null, updates: readonly CleanFood[]): CleanFood {
  const newest = new Map<FoodSource, CleanFood>();
  for (const record of updates) {
    const other = newest.get(record.source);
    if (other === undefined || changedAt(record) >= changedAt(other)) newest.set(record.source, record);
  }
  if (base === null) return mergeFoods([...newest.values()]);
  if (!newest.has(base.source)) newest.set(base.source, base);
  const food = mergeFoods([...newest.values()]);
  return {
    ...food,
    scans: food.scans ?? base.scans,
    countries: food.countries ?? base.countries,
    language: food.language ?? base.language,
  };
}

/** Distinct records, the best first: by confidence band, then with a name, then date, then confidence, then text. */
function rankRecords(records: readonly CleanFood[]): CleanFood[] {
  const byText = new Map(records.map((record) => [JSON.stringify(record), record]));
  return [...byText]
    .map(([text, record]) => ({
      record,
      text,
      band: BANDS[judgeConfidence(asJudged(record), record.findings).band].from,
      named: hasFinding(record.findings, 'named_by_brand') ? 0 : 1,
      changed: changedAt(record),
      confidence: confidenceOf(record),
    }))
    .sort(
      (a, b) =>
        b.band - a.band ||
        b.named - a.named ||
        b.changed - a.changed ||
        b.confidence - a.confidence ||
        (a.text < b.text ? -1 : 1),
    )
    .map(({ record }) => record);
}

/** A community record has no date. Its operator supplies it with every build, so it always counts as the newest. */
function changedAt(record: CleanFood): number {
  if (record.source === 'community') return Number.MAX_SAFE_INTEGER;
  return record.modified_t ?? 0;
}

function fillUnknown(food: CleanFood, other: CleanFood): void {
  food.scans = Math.max(food.scans ?? 0, other.scans ?? 0) || null;
  food.modified_t = Math.max(food.modified_t ?? 0, other.modified_t ?? 0) || null;
  if (!mayFill(food, other)) return;
  food.brand ??= other.brand;
  food.also ??= other.also;
  food.names ??= other.names;
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
  food.record = mergeRecords(food.record, other.record);
}

function keptFindings(best: CleanFood): Findings {
  return KEPT_FINDINGS.filter((name) => hasFinding(best.findings, name)).reduce(withFinding, NO_FINDINGS);
}

/** What was made unknown in the best record, unless another record knows the value. */
function remainingUnknown(best: CleanFood, merged: CleanFood): Findings {
  const dropped: readonly [Nutrient, Finding][] = [
    ['calories_kcal', 'energy_dropped'],
    ...NUTRIENTS.map((nutrient): [Nutrient, Finding] => [nutrient, impossibleFinding(nutrient)]),
  ];
  return dropped
    .filter(([nutrient, finding]) => merged[nutrient] === null && hasFinding(best.findings, finding))
    .reduce((findings, [, finding]) => withFinding(findings, finding), NO_FINDINGS);
}

/** Shorter words are articles and units, which any two names may share. */
const MIN_WORD_LENGTH = 3;
const HAS_LETTER = /\p{L}/u;
/** Words that say nothing about what a product is. */
const PRAISE: ReadonlySet<string> = new Set(
  'bio organic biologique ecologico biologico best premium original originale classic classique natural nature naturel extra pure super deluxe gourmet fresh frisch mini maxi light'.split(
    ' ',
  ),
);
/** From here on "tomate" and "tomates" are one word. */
const MIN_STEM_LENGTH = 4;

/** Whether two names may be names of one product. */
function shareWord(a: string, b: string): boolean {
  const [own, others] = [significantWords(a), significantWords(b)];
  return own.some((word) => others.some((other) => isSameWord(word, other)));
}

function significantWords(name: string): string[] {
  const all = words(name);
  const significant = all.filter(
    (word) =>
      word.length >= MIN_WORD_LENGTH && HAS_LETTER.test(word) && !isSmallWord(word) && !PRAISE.has(word),
  );
  // "7 Up" and "XO" have no long word; Chinese words are short.
  return significant.length > 0 ? significant : all;
}

/** Equal, with an ending, or misspelt. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (shorter.length < MIN_STEM_LENGTH) return false;
  return longer.startsWith(shorter) || sharedPairs(a, b) >= MISSPELT_SHARE;
}

/** Two words with this share of their pairs of letters in common are one word, misspelt: "Nuttela", "Nutella". */
const MISSPELT_SHARE = 0.75;

function sharedPairs(a: string, b: string): number {
  const pairs = (word: string) =>
    new Set(Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)));
  const [own, others] = [pairs(a), pairs(b)];
  return (2 * own.intersection(others).size) / (own.size + others.size);
}

function haveSameMacros(a: CleanFood, b: CleanFood): boolean {
  return COMPARED.every(
    (nutrient) => a[nutrient] !== null && b[nutrient] !== null && isSame(a[nutrient], b[nutrient]),
  );
}

/** A new recipe changes a value or two; if this many are far apart, it is another product. */
const OTHER_PRODUCT = 3;
const FAR_APART_SHARE = 0.4;
const FAR_APART_SLACK = 5;

function haveOtherMacros(a: CleanFood, b: CleanFood): boolean {
  const farApart = COMPARED.filter((nutrient) => {
    const [own, other] = [a[nutrient], b[nutrient]];
    if (own === null || other === null) return false;
    return Math.abs(own - other) > Math.max(FAR_APART_SLACK, FAR_APART_SHARE * Math.max(own, other));
  });
  return farApart.length >= OTHER_PRODUCT;
}

/** Only different sources can confirm each other: two exports of one database always agree. */
function compareSources(best: CleanFood, others: readonly CleanFood[]): Findings {
  const independent = others.filter(
    (other) => other.source !== best.source && other.source !== 'ai_estimate',
  );
  const compared = independent.flatMap((other) =>
    COMPARED.filter((nutrient) => best[nutrient] !== null && other[nutrient] !== null)
      // What was computed confirms nothing, and contradicts nothing.
      .filter((nutrient) => nutrient !== 'calories_kcal' || ![best, other].some(isEnergyComputed))
      .map((nutrient) => isSame(best[nutrient]!, other[nutrient]!)),
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

/** The score depends on whether there is a barcode, not on which one. */
const BARCODED = 'barcoded';
