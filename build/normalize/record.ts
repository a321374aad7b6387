import { SALT_G_PER_SODIUM_MG } from '../../src/food/conversions.ts';
import { isGenericSource } from '../../src/food/food.ts';
import {
  type Basis,
  EMPTY_RECORD,
  type FoodRecord,
  type NovaGroup,
  NUTRISCORES,
  type Nutriscore,
} from '../../src/food/food-record.ts';
import { isTrace, roundFurther } from '../../src/food/further-nutrients.ts';
import { findLanguage } from '../../src/food/languages.ts';
import { memberOf } from '../../src/member-of.ts';
import { remember } from '../../src/remember.ts';
import type { RawFood } from '../raw/raw-food.ts';
import type { RawRecord } from '../raw/raw-record.ts';
import { cleanText } from './clean-text.ts';
import { isTooMuchForKind, isTooMuchFurther, type KindClues } from './most-in-kind.ts';
import { cleanName } from './names.ts';
import { unitOf } from './serving.ts';

/** The longest real ingredient lists, of assortments, have about 4,000 characters; beyond this are pasted web pages. */
const MAX_INGREDIENTS_LENGTH = 6000;
const MAX_QUANTITY_LENGTH = 60;
const MAX_TAG_LENGTH = 80;
/** The most of any one list; the longest real one has about 60. */
const MAX_TAGS = 100;
const MAX_NAMES = 40;
const MAX_BRANDS = 10;
/** A package of more than a tonne is a slip. */
const MAX_QUANTITY = 1e6;

/** A language and a slug, without anything that separates tags. */
const TAG = /^(?:[a-z]{2,3}:)?[^\s,:\p{Cc}][^\s,\p{Cc}]*$/u;
const NOT_A_CATEGORY = 'en:null';

/** Everything a source says beyond the fields of a Food, cleaned. */
export function readRecordOf(
  raw: RawFood,
  name: string,
  furtherBrands: readonly string[],
  nutrients: Readonly<Record<string, number>>,
): FoodRecord {
  const { record } = raw;
  const further_brands = furtherBrands.length === 0 ? null : furtherBrands.slice(0, MAX_BRANDS);
  if (record === null) return { ...EMPTY_RECORD, further_brands };
  const ingredients_text = cleanIngredients(record.ingredients);
  const hasIngredients = ingredients_text !== null;
  const generic = raw.generic_name === null ? null : cleanName(raw.generic_name);
  const quantity = readQuantity(record);
  return {
    names: cleanNames(record.names),
    generic_name: generic === name ? null : generic,
    further_brands,
    ingredients_text,
    // An empty list means none only where someone could have read the ingredients.
    allergens: knownAllergens(record.allergens, hasIngredients),
    // Traces are not among the ingredients: where the source names none, nobody may have looked for them.
    traces: knownAllergens(record.traces, false),
    additives: knownTags(record.additives, hasIngredients),
    labels: knownTags(record.labels, false),
    categories: raw.source === 'off' ? knownTags(raw.categories, false) : null,
    analysis: knownTags(record.analysis, false),
    nutriscore: readGrade(record.nutriscore),
    nova: readNova(record.nova),
    environment: readGrade(withoutEnds(record.environment)),
    ...quantity,
    serving_unit: metricUnit(record.serving_unit ?? '') ?? unitOf(raw.serving_desc ?? ''),
    basis: readBasis(raw, record, quantity.product_quantity_unit),
    nutrients,
    measures: record.measures,
  };
}

function cleanIngredients(text: string | null): string | null {
  if (text === null) return null;
  const cleaned = cleanText(text).slice(0, MAX_INGREDIENTS_LENGTH).toWellFormed().trim();
  return /\p{L}/u.test(cleaned) ? cleaned : null;
}

export function cleanNames(names: Readonly<Record<string, string>>): Record<string, string> {
  const cleaned: Record<string, string> = {};
  let count = 0;
  for (const code in names) {
    const language = findLanguage(code);
    const name = language === null ? null : cleanName(memberOf(names, code)!);
    if (language !== null && name !== null && count++ < MAX_NAMES) cleaned[language] = name;
  }
  return cleaned;
}

function knownTags(tags: readonly string[] | null, isNoneKnown: boolean): string[] | null {
  if (tags === null) return null;
  const cleaned: string[] = [];
  for (const written of tags) {
    const tag = readTag(written);
    if (tag !== null && cleaned.length < MAX_TAGS && !cleaned.includes(tag)) cleaned.push(tag);
  }
  return cleaned.length > 0 || isNoneKnown ? cleaned : null;
}

/** What people write where there is none, as a tag. */
const NONE_TAG = /^(?:[a-z]{2,3}:)?(?:none|no|aucune?s?|keine?|ningun[oa]?|nessun[oa]?|geen|nenhum|brak)$/;

function knownAllergens(tags: readonly string[] | null, isNoneKnown: boolean): string[] | null {
  const named = tags?.filter((tag) => !NONE_TAG.test(tag)) ?? null;
  const isSaidToBeNone = named !== null && named.length < tags!.length;
  return knownTags(named?.map(asTag) ?? null, isNoneKnown || isSaidToBeNone);
}

/** An allergen in somebody's own words must not be lost: without it the food would seem to be free of it. */
function asTag(text: string): string {
  return (
    readTag(text) ??
    text
      .trim()
      .replace(/[\s,\p{Cc}]+/gu, '-')
      .slice(0, MAX_TAG_LENGTH)
      .toWellFormed()
  );
}

const readTag = remember((text): string | null => {
  const tag = text.trim();
  return tag.length <= MAX_TAG_LENGTH && TAG.test(tag) && tag !== NOT_A_CATEGORY ? tag : null;
});

function readGrade(text: string | null): Nutriscore | null {
  const grade = text?.trim().toLowerCase();
  return NUTRISCORES.find((known) => known === grade) ?? null;
}

/** Since 2025 the environmental score has a grade before a and one after e. */
function withoutEnds(grade: string | null): string | null {
  return (
    grade
      ?.trim()
      .toLowerCase()
      .replace(/^a-plus$/, 'a')
      .replace(/^f$/, 'e') ?? null
  );
}

function readNova(group: number | null): NovaGroup | null {
  return group === 1 || group === 2 || group === 3 || group === 4 ? group : null;
}

interface Quantity {
  quantity: string | null;
  product_quantity: number | null;
  product_quantity_unit: string | null;
}

function readQuantity(record: RawRecord): Quantity {
  const text = cleanText(record.quantity ?? '')
    .slice(0, MAX_QUANTITY_LENGTH)
    .toWellFormed();
  const amount = record.product_quantity;
  const product_quantity =
    amount !== null && amount > 0 && amount <= MAX_QUANTITY ? Math.round(amount * 100) / 100 : null;
  // The number is in grams or millilitres even where the text has kilograms, and the unit is missing in the older exports.
  const unit = metricUnit(record.product_quantity_unit ?? '') ?? unitOf(text);
  return {
    quantity: text === '' ? null : text,
    product_quantity,
    product_quantity_unit: product_quantity === null ? null : unit,
  };
}

/** Drinks are labelled per 100 ml, and Open Food Facts calls both `100g`; so the package and the serving decide. */
function readBasis({ source, serving_desc }: RawFood, { per }: RawRecord, unit: string | null): Basis | null {
  if (per === '100ml') return 'ml';
  if (isGenericSource(source)) return 'g';
  return asBasis(unit) ?? unitOf(serving_desc ?? '');
}

function asBasis(unit: string | null): Basis | null {
  return unit === 'g' || unit === 'ml' ? unit : null;
}

function metricUnit(unit: string): Basis | null {
  return asBasis(unit.trim().toLowerCase());
}

/** The nutrients beyond the ten, rounded, without those that are impossible for such a food. */
export function cleanNutrients(
  nutrients: Readonly<Record<string, number>>,
  clues: KindClues,
): { nutrients: Record<string, number>; hasImpossible: boolean } {
  const cleaned: Record<string, number> = {};
  let hasImpossible = false;
  for (const name in nutrients) {
    const written = memberOf(nutrients, name)!;
    const amount = roundFurther(name, written);
    if (amount !== null && !isTooMuch(name, amount, clues)) cleaned[name] = amount;
    else if (!isTrace(written) && !AMONG_THE_TEN.has(name)) hasImpossible = true;
  }
  return { nutrients: cleaned, hasImpossible };
}

/** The same as one of the ten in another unit, which has findings of its own. */
const AMONG_THE_TEN: ReadonlySet<string> = new Set(['energy_kj', 'salt_g']);

function isTooMuch(name: string, amount: number, clues: KindClues): boolean {
  if (name !== 'salt_g') return isTooMuchFurther(name, amount, clues);
  return isTooMuchForKind('sodium_mg', amount / SALT_G_PER_SODIUM_MG, clues);
}
