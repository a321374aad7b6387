/**
 * Every quirk of the Open Food Facts exports in one place: what their columns and members are called from year to year,
 * which units and spellings they use, and how their pictures are addressed. The readers in `read/` know file formats;
 * this file knows the dump.
 */

import { ALCOHOL_G_PER_ML, GRAMS_PER_UNIT, KJ_PER_KCAL } from '../../src/food/conversions.ts';
import { NO_PICTURE, type PictureAddresses, pictureOfCode } from '../../src/food/image.ts';
import { FURTHER_NUTRIENT_SOURCES, MAIN_NUTRIENT_SOURCES } from '../../src/food/open-food-facts-nutrients.ts';
import { remember } from '../../src/remember.ts';
import { parseAmount } from '../raw/amount.ts';
import type { Amounts, SourceVerdict } from '../raw/raw-food.ts';

/** The columns of the tab-separated export that may hold what other formats have in another form, best first. */
export const EXPORT_COLUMNS = {
  /** `product_name` is in the product's own language; the others appear in some exports only. */
  name: ['product_name', 'product_name_en', /^product_name_[a-z]{2}$/, 'abbreviated_product_name'],
  generic_name: ['generic_name', 'generic_name_en', /^generic_name_[a-z]{2}$/],
  /** `brands` was dropped in May 2026. What remains is a tag, with or without its language. */
  brand_tags: ['brands_en', 'brands_tags'],
  /** Tags are the same in every export; names are in the language of the export or of the contributor. */
  categories: [
    'categories_tags',
    'categories_en',
    /^categories_[a-z]{2}$/,
    'categories',
    'main_category',
    'main_category_en',
    /^main_category_[a-z]{2}$/,
  ],
  ingredients: ['ingredients_text', /^ingredients_text_[a-z]{2}$/],
  image_url: ['image_url', 'image_front_url'],
  image_thumb_url: ['image_small_url', 'image_front_small_url', 'image_front_thumb_url'],
  /** Tags and English names are read the same way; the last is as the contributor typed it. */
  countries: ['countries_tags', 'countries_en', 'countries'],
  /** It was called `no_nutriments` in 2020. */
  no_nutrition_data: ['no_nutrition_data', 'no_nutriments'],
  creator: ['creator'],
  quality_errors: ['data_quality_errors_tags'],
  quality_warnings: ['data_quality_warnings_tags'],
} as const satisfies Record<string, readonly (string | RegExp)[]>;

/** Some exports have names by language as well. */
export const NAME_COLUMN = /^product_name_([a-z]{2})$/;

export interface NutrientSource {
  field: keyof Amounts;
  /** What Open Food Facts calls it, best first. */
  names: readonly string[];
  /** From the dump's unit (g, kJ, kcal, % vol) to that of the field. */
  factor: number;
}

/** Per 100 g as sold. The columns of the export and the members of the old JSON add `_100g` to the name. */
export const NUTRIENT_SOURCES: readonly NutrientSource[] = [
  ...MAIN_NUTRIENT_SOURCES.map(({ name, names, factor }) => ({ field: name, names, factor })),
  // `energy` is in kJ whatever unit was typed.
  { field: 'energy_kj', names: ['energy-kj', 'energy'], factor: 1 },
  { field: 'salt_g', names: ['salt'], factor: 1 },
  { field: 'alcohol_g', names: ['alcohol'], factor: ALCOHOL_G_PER_ML },
  { field: 'polyols_g', names: ['polyols', 'erythritol'], factor: 1 },
];

/** The amounts of a food by what Open Food Facts calls them, in the units of a food. */
export function findAmounts(find: (name: string) => number | null): Partial<Amounts> {
  const found: Partial<Amounts> = {};
  for (const { field, names, factor } of NUTRIENT_SOURCES) {
    const amount = findFirst(names, find);
    if (amount !== null) found[field] = amount * factor;
  }
  return found;
}

/** The same for the nutrients of a full record. */
export function findFurther(find: (name: string) => number | null): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { name, names, factor } of FURTHER_NUTRIENT_SOURCES) {
    const amount = findFirst(names, find);
    if (amount !== null) found[name] = amount * factor;
  }
  return found;
}

function findFirst(names: readonly string[], find: (name: string) => number | null): number | null {
  for (const name of names) {
    const amount = find(name);
    if (amount !== null) return amount;
  }
  return null;
}

/**
 * The factor from a unit to the one that `NutrientSource.factor` starts from, or null for a unit that cannot be
 * converted ("% DV", "IU"). The new JSON names the unit of each value; all real ones so far are the standard one.
 */
export function standardUnits(name: string, unit: string | null): number | null {
  if (unit === null || unit === '') return 1;
  if (name === 'energy-kcal') return unit === 'kcal' ? 1 : unit === 'kJ' ? 1 / KJ_PER_KCAL : null;
  if (name === 'energy' || name === 'energy-kj')
    return unit === 'kJ' ? 1 : unit === 'kcal' ? KJ_PER_KCAL : null;
  if (name === 'alcohol' && (unit === '% vol' || unit === '%')) return 1;
  const grams = GRAMS_PER_UNIT.get(unit);
  if (grams === undefined) return null;
  return name === 'alcohol' ? grams / ALCOHOL_G_PER_ML : grams;
}

/** Such a product has no nutrition on its label, so whatever is in its nutrient columns is not from there. */
export function isMarkedWithoutNutrition(flag: unknown): boolean {
  return flag === true || flag === 'on' || flag === 'true' || flag === '1' || flag === 1;
}

/** In 2017 a robot imported the branded foods of the USDA; its records say so in either of two places. */
const USDA_IMPORTER = 'usda-ndb-import';
const USDA_IMPORT_TAG = 'database-usda-ndb';

export function isUsdaImport(creator: unknown, dataSources: readonly string[]): boolean {
  return creator === USDA_IMPORTER || dataSources.includes(USDA_IMPORT_TAG);
}

/** How `nutrition_data_per` says that amounts were typed for one serving. */
export const PER_SERVING = 'serving';

/** Tags about ingredients, packaging or missing pictures say nothing about the nutrition of a product. */
const NUTRITION_TAG = /energy-value|nutrition-(?:value|saturated|sugars|starch|3-or-more|packaging-as-sold)/;
/** These come from guesses about a category, and are as often wrong about the category as about the value. */
const WEAK_TAG = /for-category|value-under-0-01|missing/;

/** The tags of a list, as the export writes it, if it may have one about nutrition; most lists have none. */
export function splitVerdicts(list: string | null): readonly string[] {
  return list !== null && NUTRITION_TAG.test(list) ? splitList(list) : [];
}

/** What Open Food Facts' own checks say about the nutrition of a product. */
export function readVerdict(errors: readonly string[], warnings: readonly string[]): SourceVerdict {
  const concerns = (tag: string) => NUTRITION_TAG.test(tag) && !WEAK_TAG.test(tag);
  if (errors.some(concerns)) return 'error';
  return warnings.some(concerns) ? 'warning' : null;
}

/** Brands out of their tags: `xx:marks-spencer,xx:Picard` → `Marks Spencer, Picard`. */
export function brandsFromTags(tags: readonly string[]): string | null {
  const brands = tags.map((tag) => brandFromTag(tag)).filter((brand) => brand !== '');
  return brands.length === 0 ? null : brands.join(', ');
}

const TAG_LANGUAGE = /^[a-z]{2,3}:/;
/** A slug has lost the capitals and the punctuation of the brand; a name with either of them is not a slug. */
const SLUG = /^[^\s\p{Lu}.,'’&]+$/u;
const FIRST_LETTER = /(?<=^| )\p{Ll}/gu;

function brandFromTag(tag: string): string {
  const name = tag.trim().replace(TAG_LANGUAGE, '');
  if (!SLUG.test(name)) return name;
  return name
    .replace(/-+/g, ' ')
    .trim()
    .replace(FIRST_LETTER, (letter) => letter.toUpperCase());
}

/** A list as the export writes it, separated by commas with or without a space. */
export const splitList = remember((text): readonly string[] => {
  if (!text.includes(',')) return text === '' ? [] : [text];
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
});

/** Seconds have ten digits from 2001 to 2286, milliseconds thirteen. */
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A point in time, recognised by its value and not by its column: seconds, milliseconds or an ISO date. */
export function readTimestamp(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const text = String(value).trim();
  if (SECONDS.test(text)) return Number(text);
  if (MILLISECONDS.test(text)) return Math.floor(Number(text) / 1000);
  if (!ISO_DATE.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/** A number in JSON or Parquet, where the same member is sometimes a number and sometimes a string. */
export function readAmount(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' ? parseAmount(value) : null;
}

/**
 * The order in which a name is looked for: the product's own language, English, then the other languages by code, since
 * the order of members in a dump means nothing and changes from night to night. A name without a language comes last.
 */
export function orderLanguages(languages: Iterable<string>, own: string | null): string[] {
  const rank = (language: string) => (language === own ? 0 : language === 'en' ? 1 : language === '' ? 3 : 2);
  return [...languages].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}

const REVISION = /^\d{1,9}$/;

/** Open Food Facts writes `invalid` for the folder of a code that it could not split. */
export function isUsableImage(address: string | null): address is string {
  return address !== null && address !== '' && !address.includes('/products/invalid/');
}

/**
 * The front picture, for exports that give its revision but not its address. `key` is `front_fr`, or `front` in the
 * oldest records. Without the revision the address cannot be built.
 */
export function buildImageAddresses(code: string | null, key: string, revision: unknown): PictureAddresses {
  const rev = String(revision ?? '');
  if (code === null || !/^\d{1,24}$/.test(code) || !REVISION.test(rev)) return NO_PICTURE;
  return pictureOfCode(code, `${key}.${rev}`);
}

const FRONT = /^front(?:_([a-z]{2,3}))?$/;

/** The front picture among keys such as `front_fr`, `nutrition_fr`, `1`: in the product's language, or another. */
export function pickFrontImage(
  revisions: ReadonlyMap<string, unknown>,
  code: string | null,
  own: string | null,
): PictureAddresses {
  const keys = new Map<string, string>();
  for (const key of revisions.keys()) {
    const match = FRONT.exec(key);
    if (match) keys.set(match[1] ?? '', key);
  }
  for (const language of orderLanguages(keys.keys(), own)) {
    const key = keys.get(language)!;
    const addresses = buildImageAddresses(code, key, revisions.get(key));
    if (addresses.image_url !== null) return addresses;
  }
  return NO_PICTURE;
}

/** The database also has cosmetics, pet food and other products; this member says so since 2024. */
export function isOtherThanFood(productType: unknown): boolean {
  return typeof productType === 'string' && productType !== '' && productType !== 'food';
}
