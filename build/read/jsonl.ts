import { type CountrySet, readCountries } from '../../src/food/countries.ts';
import { NO_PICTURE, type PictureAddresses } from '../../src/food/image.ts';
import { memberOf } from '../../src/member-of.ts';
import { FIELDS, type OffField, putField } from '../open-food-facts/fields.ts';
import {
  brandsFromTags,
  findAmounts,
  findFurther,
  isMarkedWithoutNutrition,
  isOtherThanFood,
  isUsableImage,
  isUsdaImport,
  orderLanguages,
  PER_SERVING,
  pickFrontImage,
  readAmount,
  readTimestamp,
  readVerdict,
  splitList,
  standardUnits,
} from '../open-food-facts/open-food-facts.ts';
import { InputError } from '../raw/input.ts';
import { parseJson } from '../raw/json.ts';
import { type Line, type LineReader, linesOf } from '../raw/lines.ts';
import { emptyBatch, type RawBatch, refuse } from '../raw/raw-batch.ts';
import { type Amounts, emptyRawFood, type RawFood } from '../raw/raw-food.ts';
import { emptyRawRecord } from '../raw/raw-record.ts';

/** Reads lines of the JSONL export of Open Food Facts: one product per line, with the schemas of all years mixed. */
export function openJsonlReader(where: string): LineReader {
  return (lines) => {
    const batch = emptyBatch();
    let products = 0;
    for (const line of linesOf(lines)) if (readLine(line, batch)) products++;
    // If none of the first thousand lines is a product, the file is something else.
    if (products === 0 && lines.isFirst) throw noProducts(where);
    return batch;
  };
}

function noProducts(where: string): InputError {
  return new InputError(
    where,
    'no line is a JSON product',
    'give the JSONL export of Open Food Facts, with one product per line',
  );
}

/** Whether the line was a product, of any kind. */
function readLine(line: Line, batch: RawBatch): boolean {
  const text = line.bytes.toString('utf8', line.start, line.end);
  const product = findMembers(parseJson(text));
  if (product === null) {
    refuse(batch, line.number, 'bad_json', text);
    return false;
  }
  if (isOtherThanFood(product.product_type)) refuse(batch, line.number, 'not_food', text);
  else batch.foods.push(readProduct(product, line.number));
  return true;
}

type Members = Readonly<Record<string, unknown>>;

function findMembers(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
}

/** Reads a product in any of the schemas. */
export function readProduct(product: Members, line: number): RawFood {
  const food = emptyRawFood('off', line);
  const record = emptyRawRecord();
  for (const field of FIELDS) putField(field, food, record, findValue(product, field));
  const own = food.lang;
  food.generic_name = readTranslations(product, 'generic_name', own)[0] ?? null;
  food.names = readNames(product, own, food.generic_name);
  food.brand ??= brandsFromTags(readList(product.brands_tags));
  food.categories = readCategories(product);
  food.countries = readProductCountries(product);
  food.is_usda_import = isUsdaImport(product.creator, readList(product.data_sources_tags));
  food.source_verdict = readVerdict(
    readList(product.data_quality_errors_tags),
    readList(product.data_quality_warnings_tags),
  );
  Object.assign(food, readImage(product, food.code, own));
  record.names = readNamesByLanguage(product, own);
  record.ingredients = readTranslations(product, 'ingredients_text', own)[0] ?? null;
  food.record = record;
  readNutrients(product, food);
  return food;
}

const READERS: Readonly<Record<OffField['kind'], (value: unknown) => unknown>> = {
  text: findText,
  amount: readAmount,
  time: readTimestamp,
  tags: findList,
};

/** The first of its members that has a value. */
function findValue(product: Members, { kind, from }: OffField): unknown {
  for (const member of from) {
    const value = READERS[kind](product[member]);
    if (value !== null) return value;
  }
  return null;
}

/** Null for a product that lacks the member or has no texts in it, which is not the same as an empty list. */
function findList(value: unknown): readonly string[] | null {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? readList(value) : null;
  return typeof value === 'string' ? readList(value) : null;
}

function readNamesByLanguage(product: Members, own: string | null): Record<string, string> {
  const names: Record<string, string> = {};
  const main = findText(product.product_name);
  if (own !== null && main !== null) names[own] = main;
  for (const language of translatedInto(product, 'product_name')) {
    const name = findText(product[`product_name_${language}`]);
    if (name !== null) names[language] = name;
  }
  return names;
}

function findText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function readList(value: unknown): readonly string[] {
  if (typeof value === 'string') return splitList(value);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item !== '') : [];
}

function readNames(product: Members, own: string | null, generic: string | null): string[] {
  const names = readTranslations(product, 'product_name', own);
  const abbreviated = readTranslations(product, 'abbreviated_product_name', own);
  return [...new Set([...names, ...abbreviated, ...(generic === null ? [] : [generic])])];
}

/** `product_name` is in the product's own language, `product_name_fr` is in French, and so on. */
function readTranslations(product: Members, member: string, own: string | null): string[] {
  const translations = orderLanguages(translatedInto(product, member), own).map(
    (language) => product[`${member}_${language}`],
  );
  return [memberOf(product, member), ...translations].map(findText).filter((text) => text !== null);
}

function translatedInto(product: Members, member: string): string[] {
  const languages: string[] = [];
  for (const key in product) {
    // This skips longer keys such as `product_name_debug_tags` and `product_name_en_imported`.
    if (key.length !== member.length + 3 || key[member.length] !== '_' || !key.startsWith(member)) continue;
    languages.push(key.slice(-2));
  }
  return languages;
}

function readCategories(product: Members): readonly string[] {
  const { categories_tags, categories_hierarchy, categories, main_category } = product;
  return firstList(categories_tags, categories_hierarchy, categories, main_category) ?? [];
}

/** The first list with something in it. */
function firstList(...members: readonly unknown[]): readonly string[] | undefined {
  return members.map(readList).find((list) => list.length > 0);
}

function readProductCountries(product: Members): CountrySet | null {
  const list = firstList(product.countries_tags, product.countries_hierarchy, product.countries);
  return list === undefined ? null : readCountries(list.join(','));
}

function readImage(product: Members, code: string | null, own: string | null): PictureAddresses {
  const image = findText(product.image_front_url) ?? findText(product.image_url);
  if (isUsableImage(image)) {
    const thumb = findText(product.image_front_small_url) ?? findText(product.image_small_url);
    return { image_url: image, image_thumb_url: isUsableImage(thumb) ? thumb : null };
  }
  const images = findMembers(product.images);
  if (images === null) return NO_PICTURE;
  const selected = findMembers(images.selected);
  const fronts = selected === null ? images : findMembers(selected.front);
  const revisions = new Map<string, unknown>();
  for (const [key, image] of Object.entries(fronts ?? {})) {
    revisions.set(selected === null ? key : `front_${key}`, findMembers(image)?.rev);
  }
  return pickFrontImage(revisions, code, own);
}

/** The modifier for a nutrient that is not on the label. */
const NOT_ON_LABEL = '-';
/** The source of what Open Food Facts guesses from the ingredients. */
const ESTIMATE = 'estimate';

function readNutrients(product: Members, food: RawFood): void {
  const nutrition = findMembers(product.nutrition);
  if (isMarkedWithoutNutrition(product.no_nutrition_data)) return;
  if (isMarkedWithoutNutrition(nutrition?.no_nutrition_data_on_packaging)) return;
  const aggregated = findAggregatedNutrients(nutrition);
  const flat = findMembers(product.nutriments);
  const find = (name: string) => findAggregated(aggregated, name) ?? findFlat(flat, name);
  Object.assign(food, findAmounts(find));
  food.per_serving = readPerServing(product, nutrition, flat);
  if (food.record === null) return;
  food.record.per ??= findText(findMembers(nutrition?.aggregated_set)?.per);
  food.record.nutrients = findFurther(find);
}

/** The amounts as typed, where they were typed for one serving. */
function readPerServing(
  product: Members,
  nutrition: Members | null,
  flat: Members | null,
): Partial<Amounts> | null {
  const typed = findServingSet(nutrition);
  const isFlat = flat !== null && product.nutrition_data_per === PER_SERVING;
  if (typed === null && !isFlat) return null;
  const amounts = findAmounts(
    (name) => findAggregated(typed, name) ?? (isFlat ? findTyped(flat, name) : null),
  );
  return Object.keys(amounts).length === 0 ? null : amounts;
}

/** The new schema keeps every set of amounts that was typed, next to the one it computes from them. */
function findServingSet(nutrition: Members | null): Members | null {
  const sets = Array.isArray(nutrition?.input_sets) ? nutrition.input_sets.map(findMembers) : [];
  const typed = sets.find(
    (set) => set?.per === PER_SERVING && set.preparation !== 'prepared' && set.source !== ESTIMATE,
  );
  return findMembers(typed?.nutrients);
}

/** The new schema, only for products as sold: values of the prepared dish or per serving are not per 100 g of product. */
function findAggregatedNutrients(nutrition: Members | null): Members | null {
  const set = findMembers(nutrition?.aggregated_set);
  if (set === null || set.preparation === 'prepared') return null;
  if (set.per !== undefined && set.per !== '100g' && set.per !== '100ml') return null;
  return findMembers(set.nutrients);
}

function findAggregated(nutrients: Members | null, name: string): number | null {
  const nutrient = findMembers(memberOf(nutrients, name));
  if (nutrient === null || nutrient.modifier === NOT_ON_LABEL || nutrient.source === ESTIMATE) return null;
  const amount = readAmount(nutrient.value);
  const units = standardUnits(name, findText(nutrient.unit));
  return amount === null || units === null ? null : amount * units;
}

function findFlat(nutriments: Members | null, name: string): number | null {
  if (nutriments === null || nutriments[`${name}_modifier`] === NOT_ON_LABEL) return null;
  return readAmount(nutriments[`${name}_100g`]);
}

function findTyped(nutriments: Members, name: string): number | null {
  if (nutriments[`${name}_modifier`] === NOT_ON_LABEL) return null;
  const amount = readAmount(nutriments[`${name}_value`]);
  const units = standardUnits(name, findText(nutriments[`${name}_unit`]));
  return amount === null || units === null ? null : amount * units;
}
