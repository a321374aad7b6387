import { hasValidCheckDigit, isInStore, readGtin } from '../../src/food/barcode.ts';
import type { CountrySet } from '../../src/food/countries.ts';
import { type Findings, withFinding } from '../../src/food/findings.ts';
import type { FoodSource } from '../../src/food/food.ts';
import { identifyByBarcode, identifyByWords } from '../../src/food/identity.ts';
import { packImage, pictureLanguage } from '../../src/food/image.ts';
import { findLanguage } from '../../src/food/languages.ts';
import { NUTRIENT_FACTS, NUTRIENTS, type Nutrition } from '../../src/food/nutrients.ts';
import type { RawFood } from '../read/raw-food.ts';
import { adoptCategory, chooseCategory } from './categories.ts';
import { cleanText } from './clean-text.ts';
import { readEnergy } from './energy.ts';
import { chooseName, cleanName, splitBrands } from './names.ts';
import { dropImpossible, findContradictions } from './plausibility.ts';
import { readServing } from './serving.ts';

/** A record in the form of the catalogue: names cleaned, units settled, impossible values gone. */
export interface CleanFood extends Nutrition {
  id: number;
  name: string;
  brand: string | null;
  /** Words to find it by that are not shown: what kind of food it is, and its further brands. */
  also: string | null;
  category: string | null;
  serving_size_g: number | null;
  serving_desc: string | null;
  image: string | null;
  source: FoodSource;
  findings: Findings;
  /** Kept while building, to judge the energy of records that are merged. */
  alcohol_g: number | null;
  scans: number | null;
  modified_t: number | null;
  /** Where it is sold; null where no country is told. */
  countries: CountrySet | null;
  /** The language of its label; null where it is not told. */
  language: string | null;
}

/** Why a record cannot become a food. */
export type Refusal = 'no_code' | 'no_name';

const SALT_PER_SODIUM = 2.5;
const MG_PER_G = 1000;
/** Grams to 3 decimals, milligrams and kcal to 1: more is noise of the dump. */
const STEPS_PER_UNIT = NUTRIENTS.map((nutrient) => (NUTRIENT_FACTS[nutrient].unit === 'g' ? 1000 : 10));
/** Nothing in them, and rightly so. */
const WITHOUT_ENERGY = new Set(
  'Waters,Spring waters,Mineral waters,Flavored waters,Teas,Green teas,Black teas,Herbal teas,Coffees,Instant coffees,Coffee capsules,Carbonated drinks,Sodas,Colas,Salts,Artificial sweeteners'.split(
    ',',
  ),
);
const LONGEST_ALSO = 200;

/** Turns what a source wrote into what the catalogue holds, or says why it cannot. */
export function normalize(raw: RawFood): CleanFood | Refusal {
  const name = chooseName(raw.generic_name === null ? raw.names : [...raw.names, raw.generic_name]);
  if (name === null) return 'no_name';
  const [brand = null, ...furtherBrands] = raw.brand === null ? [] : splitBrands(raw.brand);
  const gtin = raw.code === null ? null : readGtin(raw.code);
  const id = gtin === null ? identifyWithoutBarcode(raw, name, brand) : identifyByBarcode(gtin);
  if (id === null) return 'no_code';
  const category =
    raw.source === 'off' ? chooseCategory(raw.categories) : adoptCategory(raw.categories.at(-1) ?? '');
  const { values, findings } = readNutrition(raw, category);
  const serving = readServing(raw.serving_desc, raw.serving_size_g);
  const image = packImage(id, raw.image_url, raw.image_thumb_url);
  // Written out, since spreading two objects a million times takes seconds.
  return {
    id,
    name,
    brand,
    also: otherWords(raw.generic_name, furtherBrands, name),
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
    findings: gtin === null ? findings : withCodeFindings(findings, gtin),
    alcohol_g: raw.alcohol_g,
    scans: raw.scans !== null && raw.scans > 0 ? Math.round(raw.scans) : null,
    modified_t: raw.modified_t,
    countries: raw.countries,
    language: (raw.lang === null ? null : findLanguage(raw.lang)) ?? pictureLanguage(image),
  };
}

/** Finds what contradicts in a food's values; a drink without energy may well be all zero. */
export function judgeNutrition(
  nutrition: Nutrition,
  alcohol_g: number | null,
  category: string | null,
): Findings {
  return findContradictions(nutrition, alcohol_g, category !== null && WITHOUT_ENERGY.has(category));
}

function readNutrition(raw: RawFood, category: string | null): { values: Nutrition; findings: Findings } {
  const values: Nutrition = {
    calories_kcal: null,
    protein_g: raw.protein_g,
    fat_g: raw.fat_g,
    carbs_g: raw.carbs_g,
    fiber_g: raw.fiber_g,
    sugar_g: raw.sugar_g,
    sodium_mg: raw.sodium_mg ?? (raw.salt_g === null ? null : (raw.salt_g * MG_PER_G) / SALT_PER_SODIUM),
    saturated_fat_g: raw.saturated_fat_g,
    cholesterol_mg: raw.cholesterol_mg,
    potassium_mg: raw.potassium_mg,
  };
  const energy = readEnergy(raw.calories_kcal, raw.energy_kj, values, raw.alcohol_g);
  values.calories_kcal = energy.calories_kcal;
  let findings = dropImpossible(values);
  roundAll(values);
  if (energy.unitMended) findings = withFinding(findings, 'energy_unit_mended');
  return { values, findings: findings | judgeNutrition(values, raw.alcohol_g, category) };
}

function roundAll(values: Nutrition): void {
  for (let index = 0; index < NUTRIENTS.length; index++) {
    const nutrient = NUTRIENTS[index]!;
    const value = values[nutrient];
    const steps = STEPS_PER_UNIT[index]!;
    if (value !== null) values[nutrient] = Math.round(value * steps) / steps;
  }
}

/** A dump tells its foods apart by code alone; our own files by their words. */
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

function withCodeFindings(findings: Findings, gtin: number): Findings {
  let found = findings;
  if (!hasValidCheckDigit(gtin)) found = withFinding(found, 'bad_check_digit');
  if (isInStore(gtin)) found = withFinding(found, 'in_store_code');
  return found;
}

function otherWords(
  genericName: string | null,
  furtherBrands: readonly string[],
  name: string,
): string | null {
  const generic = genericName === null ? null : cleanName(genericName);
  const words = generic === null || generic === name ? furtherBrands : [generic, ...furtherBrands];
  return words.length === 0 ? null : words.join(', ').slice(0, LONGEST_ALSO).toWellFormed();
}
