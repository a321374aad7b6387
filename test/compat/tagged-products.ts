import { randomOf } from '../random.ts';
import { buildProducts, codeOfMany } from './compat-catalog.ts';

/** Products with tags of every kind, each list sometimes unknown and sometimes known to be empty. */
export interface TaggedProduct {
  code: string;
  lang: string | undefined;
  product_name: string;
  generic_name: string | undefined;
  brands: string | undefined;
  ingredients_text: string | undefined;
  categories_tags: string[] | undefined;
  labels_tags: string[] | undefined;
  countries_tags: string[] | undefined;
  allergens_tags: string[] | undefined;
  traces_tags: string[] | undefined;
  additives_tags: string[] | undefined;
  ingredients_analysis_tags: string[] | undefined;
  nutriscore_grade: string | undefined;
  nova_group: number | undefined;
  environmental_score_grade: string | undefined;
  unique_scans_n: number | undefined;
  last_modified_t: number | undefined;
  nutriments: Record<string, number>;
}

const KINDS = ['milk chocolate', 'dark chocolate', 'oat milk', 'goat cheese', 'cheese crackers', 'plum jam'];
const BRANDS = ['Lidl', 'Marks & Spencer', 'Café Noir', "Hof's S.A."];
/** With these there are more than a facet shows. */
const RARE_BRANDS = Array.from({ length: 9 }, (_, at) => `Marke ${at}`);
const COUNT = 400;

export const TAGGED: readonly TaggedProduct[] = Array.from({ length: COUNT }, (_, at) => {
  const random = randomOf(1000 + at);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const maybe = <Item>(value: Item): Item | undefined => (random() < 0.7 ? value : undefined);
  const some = (items: readonly string[]) => maybe(items.filter(() => random() < 0.4));
  return {
    code: codeOfMany(at),
    lang: maybe(pick(['en', 'de', 'fr'])),
    product_name: `${pick(KINDS)} ${pick(['classic', 'family', 'deluxe'])} ${at}`,
    generic_name: random() < 0.3 ? pick(['Sweet bar', 'Drink with oats']) : undefined,
    brands: maybe(random() < 0.2 ? `${pick(BRANDS)}, Zweitmarke` : pick([...BRANDS, ...RARE_BRANDS])),
    ingredients_text: maybe('Sugar, cocoa'),
    categories_tags: some(['en:snacks', 'en:sweet-snacks', 'en:cheeses', 'fr:pâtes-à-tartiner']),
    labels_tags: some(['en:organic', 'en:vegan', 'en:no-gluten']),
    countries_tags: some(['en:france', 'en:germany', 'en:norway']),
    allergens_tags: some(['en:milk', 'en:nuts', 'en:gluten']),
    traces_tags: some(['en:eggs', 'en:nuts']),
    additives_tags: some(['en:e322', 'en:e330']),
    ingredients_analysis_tags: some(['en:vegan', 'en:palm-oil-free', 'en:vegetarian-status-unknown']),
    nutriscore_grade: maybe(pick(['a', 'b', 'c', 'd', 'e'])),
    nova_group: maybe(pick([1, 2, 3, 4])),
    environmental_score_grade: maybe(pick(['a', 'b', 'c', 'd', 'e'])),
    unique_scans_n: maybe(1 + Math.floor(random() * 1000)),
    last_modified_t: 1_700_000_000 + Math.floor(random() * 5000),
    nutriments: {
      'energy-kcal_100g': 200,
      fat_100g: 10,
      proteins_100g: 5,
      carbohydrates_100g: 20,
      ...(random() < 0.7 && { sugars_100g: Math.floor(random() * 20) }),
      ...(random() < 0.5 && { sodium_100g: Math.floor(random() * 90) / 100 }),
      ...(random() < 0.5 && { 'vitamin-c_100g': Math.floor(random() * 90) / 1000 }),
    },
  };
});

let built: Promise<string> | null = null;

export function taggedCatalog(): Promise<string> {
  built ??= buildProducts(TAGGED);
  return built;
}

type TagMember = {
  [Name in keyof TaggedProduct]: TaggedProduct[Name] extends string[] | undefined ? Name : never;
}[keyof TaggedProduct];

/** Null where it is unknown: an empty list says something only about what could be read from the ingredients. */
export function tagsOf(product: TaggedProduct, member: TagMember): readonly string[] | null {
  const tags = product[member];
  if (tags === undefined) return null;
  const isReadable = ['allergens_tags', 'additives_tags'].includes(member);
  return tags.length > 0 || (isReadable && product.ingredients_text !== undefined) ? tags : null;
}

export const has = (member: TagMember, tag: string) => (product: TaggedProduct) =>
  tagsOf(product, member)?.includes(tag) ?? false;
/** Also where it is unknown. */
export const lacks = (member: TagMember, tag: string) => (product: TaggedProduct) =>
  !has(member, tag)(product);
export const isKnown = (member: TagMember) => (product: TaggedProduct) => tagsOf(product, member) !== null;
/** Neither as an ingredient nor in traces, where the allergens are known. */
export const isFreeOf = (tag: string) => (product: TaggedProduct) =>
  isKnown('allergens_tags')(product) &&
  lacks('allergens_tags', tag)(product) &&
  lacks('traces_tags', tag)(product);
export const hasBrand = (brand: string) => (product: TaggedProduct) =>
  product.brands?.split(', ').includes(brand) ?? false;
export const isCalled = (word: string) => (product: TaggedProduct) =>
  product.product_name.split(' ').includes(word);
