import type { Catalog } from '../food/catalog.ts';
import { countryTags } from '../food/countries.ts';
import { type Findings, NO_FINDINGS } from '../food/findings.ts';
import { type Food, isGeneric } from '../food/food.ts';
import { type Basis, EMPTY_RECORD, type FoodRecord } from '../food/food-record.ts';
import { NOTHING_STORED, type StoredRecord } from '../food/full-record.ts';
import { ownPicturePath } from '../food/own-picture.ts';
import { nameInTag, tagName } from '../food/tags.ts';
import { memberOf } from '../member-of.ts';
import { remember } from '../remember.ts';
import {
  type Form,
  WITH_BRAND_TAXONOMY,
  WITH_ENVIRONMENTAL_SCORE,
  WITH_NUTRITION,
  WITH_SPLIT_IMAGES,
  WITH_TAG_SOURCES,
} from './form.ts';
import { type Nutriment, nutrimentsOf } from './nutriments.ts';
import { nutritionOf } from './nutrition.ts';

/** A food as a product of Open Food Facts, by the names that its members have there. */

export interface ProductOptions {
  /** The languages that the caller wants names in, best first. */
  languages: readonly string[];
  /** Where clients reach this server; null if unknown. */
  publicUrl: string | null;
  /** Whether this server keeps pictures of products, and answers point there. */
  hasPictures: boolean;
  form: Form;
}

/** What the members of one product are made from. Its full record is read only if a member needs it. */
export class Product {
  readonly food: Food;
  readonly options: ProductOptions;
  readonly #catalog: Catalog;
  #code: string | null = null;
  #stored: StoredRecord | null = null;
  #nutriments: readonly Nutriment[] | null = null;
  #brands: readonly string[] | null = null;
  #pictures: Pictures | null = null;
  #names: Readonly<Record<string, string>> | null = null;

  constructor(catalog: Catalog, food: Food, options: ProductOptions) {
    this.#catalog = catalog;
    this.food = food;
    this.options = options;
  }

  get code(): string {
    this.#code ??= codeOf(this.food);
    return this.#code;
  }

  get stored(): StoredRecord {
    this.#stored ??= this.#catalog.findRecord(this.food) ?? NOTHING_STORED;
    return this.#stored;
  }

  get record(): FoodRecord {
    return this.stored.record ?? EMPTY_RECORD;
  }

  get nutriments(): readonly Nutriment[] {
    this.#nutriments ??= nutrimentsOf(this.food, this.record.nutrients);
    return this.#nutriments;
  }

  get brands(): readonly string[] {
    this.#brands ??= brandsOf(this.food, this.record);
    return this.#brands;
  }

  get brandTags(): readonly string[] {
    const prefix = this.options.form.schema < WITH_BRAND_TAXONOMY ? '' : 'xx:';
    return this.brands.map((brand) => prefix + brandTag(brand));
  }

  /** What nutrients are per 100 of. Tables of generic foods go by weight where they do not say otherwise; a label may be by volume. */
  get basis(): Basis | null {
    return this.record.basis ?? (isGeneric(this.food) ? 'g' : null);
  }

  get findings(): Findings {
    return this.#catalog.findExamined(this.food.id)?.findings ?? NO_FINDINGS;
  }

  get pictures(): Pictures {
    this.#pictures ??= picturesOf(this.food, this.options);
    return this.#pictures;
  }

  /** The name in each language that has one. */
  get names(): Readonly<Record<string, string>> {
    this.#names ??= namesOf(this.food, this.stored);
    return this.#names;
  }

  /** The name in the first requested language that has one. */
  get name(): string {
    for (const language of this.options.languages) {
      const name = memberOf(this.names, language);
      if (name !== undefined) return name;
    }
    return this.food.name;
  }
}

/** Open Food Facts writes a UPC-A with 13 digits; a food without a barcode is known by its id. */
export function codeOf({ id, barcode }: Food): string {
  if (barcode === null) return String(id);
  return barcode.length === UPC_A_DIGITS ? `0${barcode}` : barcode;
}

const UPC_A_DIGITS = 12;

/** Returns the value of a member. Undefined, null, an empty text and an empty list all leave it out. */
type Member = (product: Product) => unknown;

/** A member that only some forms have: from one schema on, or before one. */
interface Since {
  from?: number;
  before?: number;
}

/** Lists of tags that have a text and a hierarchy beside them, until their sources are listed instead. */
const TAGS = {
  categories: ({ record }: Product) => record.categories,
  labels: ({ record }: Product) => record.labels,
  countries: ({ stored }: Product) => (stored.countries === null ? null : tagsOfCountries(stored.countries)),
  allergens: ({ record }: Product) => record.allergens,
  traces: ({ record }: Product) => record.traces,
};

/** In the order in which a whole product lists them. Nutriments follow at the end (fields.ts). */
const MEMBERS: readonly (readonly [name: string, read: Member, since?: Since])[] = [
  ['_id', ({ code }) => code],
  ['id', ({ code }) => code],
  ['code', ({ code }) => code],
  ['schema_version', ({ options }) => options.form.schema],
  ['product_type', () => 'food'],
  ['lang', ({ stored }) => stored.language],
  ['lc', ({ stored }) => stored.language],
  ['product_name', ({ name }) => name],
  ['generic_name', ({ record }) => record.generic_name],
  ['brands', ({ brands }) => brands.join(', ')],
  ['brands_tags', ({ brandTags }) => brandTags],
  ['brands_hierarchy', ({ brandTags }) => brandTags, { from: WITH_BRAND_TAXONOMY, before: WITH_TAG_SOURCES }],
  ['categories', ({ food }) => food.category, { before: WITH_TAG_SOURCES }],
  ...Object.entries(TAGS).flatMap(([type, read]) => membersOfTags(type, read)),
  ['tags_sources', tagsSources, { from: WITH_TAG_SOURCES }],
  ['quantity', ({ record }) => record.quantity],
  ['product_quantity', ({ record }) => record.product_quantity],
  ['product_quantity_unit', ({ record }) => record.product_quantity_unit],
  ['serving_size', servingText],
  ['serving_quantity', ({ food }) => food.serving_size_g],
  ['serving_quantity_unit', servingUnit],
  ['ingredients_text', ({ record }) => record.ingredients_text],
  ['ingredients_analysis_tags', ({ record }) => record.analysis],
  ['additives_tags', ({ record }) => record.additives],
  ['nutriscore_grade', ({ record }) => record.nutriscore],
  ['nutrition_grades', ({ record }) => record.nutriscore],
  ['nutrition_grade_fr', ({ record }) => record.nutriscore],
  ['nova_group', ({ record }) => record.nova],
  ['ecoscore_grade', ({ record }) => record.environment, { before: WITH_ENVIRONMENTAL_SCORE }],
  ['environmental_score_grade', ({ record }) => record.environment, { from: WITH_ENVIRONMENTAL_SCORE }],
  ['nutrition_data_per', ({ basis }) => (basis === null ? null : `100${basis}`), { before: WITH_NUTRITION }],
  ['nutrition', nutritionOf, { from: WITH_NUTRITION }],
  ['image_url', ({ pictures }) => pictures.large],
  ['image_front_url', ({ pictures }) => pictures.large],
  ['image_small_url', ({ pictures }) => pictures.small],
  ['image_front_small_url', ({ pictures }) => pictures.small],
  ['image_thumb_url', ({ pictures }) => pictures.small],
  ['image_front_thumb_url', ({ pictures }) => pictures.small],
  ['selected_images', selectedImages],
  ['images', splitImages, { from: WITH_SPLIT_IMAGES }],
  ['last_modified_t', ({ stored }) => stored.modified_t],
  ['url', pageAddress],
];

/** Categories have a text that does not follow from their tags. */
function membersOfTags(
  type: string,
  read: (product: Product) => readonly string[] | null,
): (typeof MEMBERS)[number][] {
  const before = { before: WITH_TAG_SOURCES };
  const text: (typeof MEMBERS)[number] = [type, (product) => read(product)?.map(tagName).join(', '), before];
  return [
    ...(type === 'categories' ? [] : [text]),
    [`${type}_tags`, read],
    [`${type}_hierarchy`, read, before],
    [`${type}_lc`, (product) => (read(product)?.length ? product.stored.language : null), before],
  ];
}

/** All that is known was read from labels, as far as anyone can tell. */
function tagsSources(product: Product): object | null {
  const { stored, brandTags } = product;
  const lists = [
    ...Object.entries(TAGS).map(([type, read]) => [type, read(product)] as const),
    ['brands', brandTags] as const,
  ];
  const known = lists.filter(([, tags]) => tags !== null && tags.length > 0);
  const last_updated_t = stored.modified_t ?? undefined;
  const sources = known.map(([type, tags]) => [type, { packaging: { tags, last_updated_t } }]);
  return known.length === 0 ? null : Object.fromEntries(sources);
}

/** What the search service has as lists where products have texts, and by a newer name. */
const HIT_MEMBERS: readonly (readonly [string, Member])[] = [
  ['brands', ({ brands }) => brands],
  ['categories', TAGS.categories],
  ['labels', TAGS.labels],
  ['countries', TAGS.countries],
  ['environmental_score_grade', ({ record }) => record.environment],
];

const byForm = new Map<string, ReadonlyMap<string, Member>>();

/** The members of a form by their names. There are nine forms. */
export function membersOf({ schema, isHit }: Form): ReadonlyMap<string, Member> {
  const key = `${schema}${isHit}`;
  const known = byForm.get(key);
  if (known !== undefined) return known;
  const own = MEMBERS.filter(
    ([, , { from = 0, before = Infinity } = {}]) => from <= schema && schema < before,
  );
  const members = new Map([
    ...own.map(([name, read]) => [name, read] as const),
    ...(isHit ? HIT_MEMBERS : []),
  ]);
  byForm.set(key, members);
  return members;
}

/** A catalogue has a few thousand sets of countries. */
const tagsOfCountries = remember(countryTags);

/** Texts that a product also has by language, each with the one language it is known in. */
export const TEXTS_BY_LANGUAGE: ReadonlyMap<string, (product: Product) => Readonly<Record<string, string>>> =
  new Map([
    ['product_name', ({ names }: Product) => names],
    ['generic_name', ({ stored, record }: Product) => inLanguage(stored, record.generic_name)],
    ['ingredients_text', ({ stored, record }: Product) => inLanguage(stored, record.ingredients_text)],
  ]);

function inLanguage({ language }: StoredRecord, text: string | null): Record<string, string> {
  return language === null || text === null ? {} : { [language]: text };
}

function namesOf({ name }: Food, { language, record }: StoredRecord): Readonly<Record<string, string>> {
  const { names } = record ?? EMPTY_RECORD;
  return language === null || memberOf(names, language) !== undefined
    ? names
    : { ...names, [language]: name };
}

function brandsOf({ brand }: Food, { further_brands }: FoodRecord): string[] {
  return brand === null ? [] : [brand, ...(further_brands ?? [])];
}

/** A product may have a brand that many have. */
export const brandTag = remember(nameInTag);

function servingText({ food: { serving_desc, serving_size_g } }: Product): string | null {
  return serving_desc ?? (serving_size_g === null ? null : `${serving_size_g} g`);
}

function servingUnit({ food, record }: Product): string | null {
  return food.serving_size_g === null ? null : (record.serving_unit ?? record.basis);
}

export const PICTURE_PREFIX = '/product-picture';

/** Addresses of the picture in two sizes; null where there is none. */
interface Pictures {
  large: string | null;
  small: string | null;
}

function picturesOf({ id, image_url, image_thumb_url }: Food, options: ProductOptions): Pictures {
  return {
    large: pictureAddress(image_url, id, 400, options),
    small: pictureAddress(image_thumb_url, id, 200, options),
  };
}

/** Apps load a picture by its whole address, so one that is only a path is left out. */
function pictureAddress(
  address: string | null,
  id: number,
  width: 200 | 400,
  { publicUrl, hasPictures }: ProductOptions,
): string | null {
  if (address === null || address.startsWith('/')) return null;
  const isKept = hasPictures && publicUrl !== null && photographOf(address, publicUrl) !== null;
  return isKept ? `${publicUrl}${PICTURE_PREFIX}/${id}/${width}` : address;
}

/** The address of a picture on another host; null for one that larder drew and serves itself. */
export function photographOf(address: string | null, publicUrl: string | null): string | null {
  return ownPicturePath(address, publicUrl) === null ? address : null;
}

/** Open Food Facts names the language and the revision of a front picture in its address. */
const FRONT_PICTURE = /\/front_([a-z]{2})\.(\d+)\.\d+\.jpg$/;

function selectedImages({ food, pictures: { large, small } }: Product): object | null {
  const language = FRONT_PICTURE.exec(food.image_url ?? '')?.[1];
  if (language === undefined) return null;
  const inLanguage = (address: string | null) => ({ [language]: address ?? undefined });
  return { front: { display: inLanguage(large), small: inLanguage(small), thumb: inLanguage(small) } };
}

function splitImages({ food, pictures: { large, small } }: Product): object | null {
  const [, language, rev] = FRONT_PICTURE.exec(food.image_url ?? '') ?? [];
  if (language === undefined) return null;
  const sizes = {
    200: small === null ? undefined : { url: small },
    400: large === null ? undefined : { url: large },
  };
  return { selected: { front: { [language]: { rev: Number(rev), sizes } } }, uploaded: {} };
}

/** The page for people: at Open Food Facts for a product of theirs with a barcode, otherwise here. */
function pageAddress({ code, food, options }: Product): string | null {
  if (food.source === 'off' && food.barcode !== null)
    return `https://world.openfoodfacts.org/product/${code}`;
  return options.publicUrl === null || food.static_url === null ? null : options.publicUrl + food.static_url;
}
