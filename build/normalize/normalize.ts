import { hasValidCheckDigit, isInStore, readGtin } from '../../src/food/barcode.ts';
import { SALT_G_PER_SODIUM_MG } from '../../src/food/conversions.ts';
import type { CountrySet } from '../../src/food/countries.ts';
import {
  type Finding,
  type Findings,
  NO_FINDINGS,
  withFinding,
  withoutFinding,
} from '../../src/food/findings.ts';
import { type FoodSource, isGenericSource } from '../../src/food/food.ts';
import { type FoodName, writeNames } from '../../src/food/food-names.ts';
import { type FoodRecord, type RecordText, writeRecord } from '../../src/food/food-record.ts';
import { identifyByBarcode, identifyByWords } from '../../src/food/identity.ts';
import { packImage, pictureLanguage } from '../../src/food/image.ts';
import { findLanguage } from '../../src/food/languages.ts';
import { NUTRIENT_FACTS, NUTRIENTS, type Nutrition } from '../../src/food/nutrients.ts';
import type { Amounts, RawFood } from '../raw/raw-food.ts';
import { adoptCategory, chooseCategory } from './categories.ts';
import { cleanText } from './clean-text.ts';
import { replaceEnergy } from './computed-energy.ts';
import { type Energy, readEnergy } from './energy.ts';
import { kindOf } from './food-kinds.ts';
import type { KindClues } from './most-in-kind.ts';
import { chooseName, cleanName, isWeight, splitBrands } from './names.ts';
import { isNonFood } from './non-food.ts';
import { dropImpossible, findContradictions, isPossible, isSaltOff } from './plausibility.ts';
import { cleanNames, cleanNutrients, readRecordOf } from './record.ts';
import { readServing } from './serving.ts';
import { type SettledAmounts, settleBasis } from './serving-basis.ts';

/** A record in the form of the catalogue: names cleaned, units settled, impossible values gone. */
export interface CleanFood extends Nutrition {
  id: number;
  name: string;
  brand: string | null;
  /** Words to find it by that are not shown: what kind of food it is, and its further brands. */
  also: string | null;
  /** What its sources also call it, as a catalogue stores it (src/food/food-names.ts). */
  names: string | null;
  category: string | null;
  serving_size_g: number | null;
  serving_desc: string | null;
  image: string | null;
  source: FoodSource;
  findings: Findings;
  /** Kept during the build, to judge the energy of records that are merged. */
  alcohol_g: number | null;
  scans: number | null;
  modified_t: number | null;
  /** Where it is sold; null if unknown. */
  countries: CountrySet | null;
  /** The language of its label; null if unknown. */
  language: string | null;
  /** What its sources say beyond these fields; null if nothing. */
  record: RecordText | null;
}

/** Why a record cannot become a food. */
export type Refusal = 'no_code' | 'no_name' | 'not_food';

/** Grams to 3 decimals, milligrams and kcal to 1: more is noise. */
const STEPS_PER_UNIT = NUTRIENTS.map((nutrient) => (NUTRIENT_FACTS[nutrient].unit === 'g' ? 1000 : 10));
const MAX_ALSO_LENGTH = 200;
const JUDGED_BY_SOURCE = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const;

/** A food, and its full record before it became a text. */
export interface Normalized {
  food: CleanFood;
  record: FoodRecord;
}

/** Turns a record of a source into one of the catalogue, or says why it cannot. */
export function normalize(raw: RawFood): CleanFood | Refusal {
  const normalized = normalizeWhole(raw);
  return typeof normalized === 'string' ? normalized : normalized.food;
}

/** The same for a build, which needs the record as well. */
export function normalizeWhole(raw: RawFood): Normalized | Refusal {
  const brands = raw.brand === null ? [] : splitBrands(raw.brand);
  const [brand = null, ...furtherBrands] = brands;
  const category =
    raw.source === 'off' ? chooseCategory(raw.categories) : adoptCategory(raw.categories.at(-1) ?? '');
  const written = chooseName(raw.generic_name === null ? raw.names : [...raw.names, raw.generic_name]);
  const ownName = written !== null && brand !== null && isWeight(written) ? null : written;
  const name = ownName ?? nameByBrand(brand, category);
  if (name === null) return 'no_name';
  if (raw.source === 'off' && isNonFood(name, brands, raw.categories)) return 'not_food';
  const gtin = raw.code === null ? null : readGtin(raw.code);
  const id = gtin === null ? identifyWithoutBarcode(raw, name, brand) : identifyByBarcode(gtin);
  if (id === null) return 'no_code';
  const serving = readServing(raw.serving_desc, raw.serving_size_g);
  const clues: KindClues = {
    name,
    category,
    ingredients: raw.record?.ingredients ?? null,
    isAnalysed: isGenericSource(raw.source),
  };
  const { values, findings, alcohol_g, further } = readNutrition(raw, serving.serving_size_g, clues);
  const image = packImage(id, raw.image_url, raw.image_thumb_url);
  const record = readRecordOf(raw, name, furtherBrands, further);
  // Written out, since spreading two objects a million times takes seconds.
  const food: CleanFood = {
    id,
    name,
    brand,
    also: otherWords(raw.generic_name, furtherBrands, name),
    names: otherNames(raw, name),
    category,
    serving_size_g: serving.serving_size_g,
    serving_desc: serving.serving_desc,
    calories_kcal: values.calories_kcal,
    protein_g: values.protein_g,
    fat_g: values.fat_g,
    carbs_g: values.carbs_g,
    fiber_g: values.fiber_g,
    sugar_g: values.sugar_g,
    sodium_mg: values.sodium_mg,
    saturated_fat_g: values.saturated_fat_g,
    cholesterol_mg: values.cholesterol_mg,
    potassium_mg: values.potassium_mg,
    image,
    source: raw.source,
    findings: withRecordFindings(findings, gtin, ownName === null, raw.modified_t),
    alcohol_g,
    scans: raw.scans !== null && raw.scans > 0 ? Math.round(raw.scans) : null,
    modified_t: raw.modified_t,
    countries: raw.countries,
    language: (raw.lang === null ? null : findLanguage(raw.lang)) ?? pictureLanguage(image),
    record: writeRecord(record),
  };
  return { food, record };
}

interface ReadNutrition {
  values: Nutrition;
  findings: Findings;
  alcohol_g: number | null;
  /** The nutrients beyond the ten. */
  further: Record<string, number>;
}

function readNutrition(raw: RawFood, serving_size_g: number | null, clues: KindClues): ReadNutrition {
  const { name, category } = clues;
  const settled = settleBasis(raw, serving_size_g);
  const { alcohol_g, polyols_g } = settled.amounts;
  const values = valuesOf(settled.amounts, clues);
  const findKind = () => kindOf(name, category, alcohol_g);
  const { calories_kcal, energy_kj } = settled.amounts;
  // Tables do not confuse units.
  const energy =
    clues.isAnalysed && calories_kcal !== null
      ? { calories_kcal, energy_kj, unitMended: false, unitsDisagree: false }
      : readEnergy(calories_kcal, energy_kj, { nutrition: values, alcohol_g, polyols_g, findKind });
  values.calories_kcal = energy.calories_kcal;
  const impossible = dropImpossible(values, clues);
  roundAll(values);
  const judged = {
    ...values,
    alcohol_g,
    polyols_g,
    name,
    category,
    serving_size_g,
    isAnalysed: clues.isAnalysed === true,
    unlisted_g: clues.isAnalysed ? unlistedPart(values, alcohol_g, raw.record?.nutrients.water_g) : null,
  };
  const contradictions = findContradictions(judged);
  const computed_kcal =
    values.calories_kcal === null && hasEnergy(raw, settled)
      ? replaceEnergy(judged, { impossible, contradictions }, raw, findKind)
      : null;
  values.calories_kcal ??= computed_kcal;
  const isEnergyComputed = computed_kcal !== null;
  // What was derived from multiplied amounts is as wrong as they are.
  const given = settled.scalingUndone
    ? {}
    : withEnergy(raw.record?.nutrients ?? {}, isEnergyComputed ? null : energy.energy_kj);
  const further = cleanNutrients(given, clues);
  const findings =
    (isEnergyComputed ? withoutFinding(impossible, 'impossible_calories_kcal') : impossible) |
    contradictions |
    findDoubts(raw, values, settled, energy, isEnergyComputed) |
    (further.hasImpossible ? withFinding(NO_FINDINGS, 'further_nutrient_dropped') : NO_FINDINGS);
  return { values, findings, alcohol_g, further: further.nutrients };
}

/** Null where the water is unknown, unless nothing at all is listed. */
function unlistedPart(
  { protein_g, fat_g, carbs_g, fiber_g }: Nutrition,
  alcohol_g: number | null,
  water_g: number | undefined,
): number | null {
  const parts = [protein_g, fat_g, carbs_g, fiber_g, alcohol_g, water_g];
  const listed = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  return water_g === undefined && listed > 0 ? null : 100 - listed;
}

/** Whether the source has an energy, right or wrong; for a small serving it may be only among the typed amounts. */
function hasEnergy({ calories_kcal, energy_kj }: RawFood, { energyDropped }: SettledAmounts): boolean {
  return calories_kcal !== null || energy_kj !== null || energyDropped;
}

/** What was done to the values of a source, and what it says about them itself. */
function findDoubts(
  raw: RawFood,
  values: Nutrition,
  { amounts, scalingUndone, energyDropped }: SettledAmounts,
  { unitMended, unitsDisagree }: Energy,
  isEnergyComputed: boolean,
): Findings {
  let findings = NO_FINDINGS;
  const add = (found: boolean, finding: Finding) => {
    if (found) findings = withFinding(findings, finding);
  };
  add(isEnergyComputed, 'energy_computed');
  add(unitMended && !isEnergyComputed, 'energy_unit_mended');
  add(unitsDisagree && !isEnergyComputed, 'kj_against_kcal');
  add(energyDropped && !isEnergyComputed, 'energy_dropped');
  add(scalingUndone, 'serving_scaling_undone');
  add(isSaltOff(amounts.salt_g, amounts.sodium_mg), 'salt_against_sodium');
  // The source judged values that may have been replaced, or that this export does not have.
  const isJudged =
    !scalingUndone &&
    !energyDropped &&
    !unitMended &&
    !isEnergyComputed &&
    JUDGED_BY_SOURCE.some((one) => values[one] !== null);
  add(raw.source_verdict === 'error' && isJudged, 'source_reports_error');
  add(raw.source_verdict === 'warning' && isJudged, 'source_reports_doubt');
  return findings;
}

/** The kJ of a record are those that its kcal were read from. */
function withEnergy(
  nutrients: Readonly<Record<string, number>>,
  settled_kj: number | null,
): Readonly<Record<string, number>> {
  const { energy_kj, ...others } = nutrients;
  if (energy_kj === undefined || energy_kj === settled_kj) return nutrients;
  return settled_kj === null ? others : { energy_kj: settled_kj, ...others };
}

/** The nutrients of a label except its energy, which needs the others to be read. */
function valuesOf(amounts: Amounts, clues: KindClues): Nutrition {
  const { salt_g, sodium_mg } = amounts;
  // Milligrams in the column of grams: the salt beside it says what was meant.
  const isSodiumUsable = sodium_mg !== null && (salt_g === null || isPossible('sodium_mg', sodium_mg, clues));
  return {
    calories_kcal: null,
    protein_g: amounts.protein_g,
    fat_g: amounts.fat_g,
    carbs_g: amounts.carbs_g,
    fiber_g: amounts.fiber_g,
    sugar_g: amounts.sugar_g,
    sodium_mg: isSodiumUsable ? sodium_mg : salt_g === null ? null : salt_g / SALT_G_PER_SODIUM_MG,
    saturated_fat_g: amounts.saturated_fat_g,
    cholesterol_mg: amounts.cholesterol_mg,
    potassium_mg: amounts.potassium_mg,
  };
}

function roundAll(values: Nutrition): void {
  for (let index = 0; index < NUTRIENTS.length; index++) {
    const nutrient = NUTRIENTS[index]!;
    const value = values[nutrient];
    const steps = STEPS_PER_UNIT[index]!;
    if (value !== null) values[nutrient] = Math.round(value * steps) / steps;
  }
}

/** Foods of a dump are identified by code alone, foods from the operator's own files by their words. */
function identifyWithoutBarcode(raw: RawFood, name: string, brand: string | null): number | null {
  if (raw.key !== null) return identifyByWords([raw.source, raw.key]);
  const code = raw.code === null ? '' : cleanText(raw.code);
  if (code !== '') return identifyByWords([raw.source, 'code', code]);
  if (raw.source === 'off') return null;
  return identifyByWords([raw.source, 'name', withoutCase(name), withoutCase(brand ?? '')]);
}

/** Not the folding of the search, which may change: an identity never does. */
function withoutCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** A product without a name is found by its brand, and by its category where it has one: "Danone yogurts". */
function nameByBrand(brand: string | null, category: string | null): string | null {
  if (brand === null) return null;
  return category === null ? brand : `${brand} ${category.toLowerCase()}`;
}

function withRecordFindings(
  findings: Findings,
  gtin: number | null,
  isNamedByBrand: boolean,
  modified_t: number | null,
): Findings {
  let found = withAge(findings, modified_t);
  if (gtin !== null && !hasValidCheckDigit(gtin)) found = withFinding(found, 'bad_check_digit');
  if (gtin !== null && isInStore(gtin)) found = withFinding(found, 'in_store_code');
  return isNamedByBrand ? withFinding(found, 'named_by_brand') : found;
}

/** Labels change: recipes, serving sizes, and the rules of the United States in 2020. */
const START_OF_2020 = Date.UTC(2020, 0) / 1000;
const START_OF_2016 = Date.UTC(2016, 0) / 1000;

function withAge(findings: Findings, modified_t: number | null): Findings {
  if (modified_t === null || modified_t >= START_OF_2020) return findings;
  return withFinding(findings, modified_t < START_OF_2016 ? 'unchanged_since_2015' : 'unchanged_since_2019');
}

/** The names of its label in other languages, and those of its table. */
function otherNames({ other_names, record }: RawFood, name: string): string | null {
  const written = Object.entries(cleanNames(record?.names ?? {}));
  if (written.length + other_names.length === 0) return null;
  const official = written.map(([language, text]): FoodName => ({ language, kind: 'official', name: text }));
  return writeNames([...official, ...other_names].filter((one) => one.name !== name));
}

function otherWords(
  genericName: string | null,
  furtherBrands: readonly string[],
  name: string,
): string | null {
  const generic = genericName === null ? null : cleanName(genericName);
  const words = generic === null || generic === name ? furtherBrands : [generic, ...furtherBrands];
  return words.length === 0 ? null : words.join(', ').slice(0, MAX_ALSO_LENGTH).toWellFormed();
}
