import { findAllergen, type HasAllergenTag, readAllergen, unknownAllergen } from '../food/allergens.ts';
import { SALT_PER_SODIUM } from '../food/conversions.ts';
import { countryTags, findCountry } from '../food/countries.ts';
import type { Range, TagKind, Where } from '../food/food-filters.ts';
import type { Nutrient } from '../food/nutrients.ts';
import { MAIN_NUTRIENT_SOURCES } from '../food/open-food-facts-nutrients.ts';
import { labelTags } from '../food/tag-filters.ts';
import { tagOf } from '../food/tags.ts';

/** What apps ask of products, by tags and nutrients as Open Food Facts names them, as conditions on foods. */

export const NOTHING: Where = { any: [] };
export const EVERYTHING: Where = { all: [] };

interface TagType {
  /** What filters call it, with or without `_tags`, and the members that have it. */
  names: readonly string[];
  /** The tags that a text may stand for; itself as a tag when left out. */
  read?: (text: string) => readonly string[];
  /** All of its values, in their order, where it has few. What has none of them is `unknown`. */
  scale?: readonly string[];
  /** Where it is unknown whether a product has these, it must not pass for one without them. */
  mustBeKnown?: true;
}

const plainTag = (text: string) => [tagOf(text)];
const withoutLanguage = (text: string) => [tagOf(text).slice('en:'.length)];
const allergen = (text: string) => [...(findAllergen(text) ?? []), tagOf(text)];
const GRADES = ['a', 'b', 'c', 'd', 'e'];

/** The types of tags that products can be chosen by. */
const TAG_TYPES: Readonly<Record<TagKind, TagType>> = {
  brands: { names: ['brands'], read: (text) => [text] },
  categories: { names: ['categories'] },
  labels: { names: ['labels'], read: labelTags },
  countries: { names: ['countries'], read: (text) => countryTags(findCountry(text) ?? '-') },
  allergens: { names: ['allergens'], read: allergen },
  traces: { names: ['traces'], read: allergen },
  additives: { names: ['additives'], mustBeKnown: true },
  analysis: { names: ['ingredients_analysis'], mustBeKnown: true },
  nutriscore: { names: ['nutrition_grades', 'nutriscore_grade'], read: withoutLanguage, scale: GRADES },
  nova: {
    names: ['nova_groups', 'nova_group'],
    read: (text) => [/\d/.exec(text)?.[0] ?? ''],
    scale: ['1', '2', '3', '4'],
  },
  environment: {
    names: ['ecoscore', 'environmental_score', 'ecoscore_grade', 'environmental_score_grade'],
    read: withoutLanguage,
    scale: GRADES,
  },
  language: { names: ['lang'], read: withoutLanguage },
};
const KINDS: ReadonlyMap<string, TagKind> = new Map(
  (Object.keys(TAG_TYPES) as TagKind[]).flatMap((kind) => TAG_TYPES[kind].names.map((name) => [name, kind])),
);

/** The kind of tags of a type; undefined for others. */
export function kindOf(type: string): TagKind | undefined {
  return KINDS.get(type.replace(/_tags$/, ''));
}

/** The values of a kind that has few of them, in their order. */
export function scaleOf(kind: TagKind): readonly string[] | undefined {
  return TAG_TYPES[kind].scale;
}

const WORLD = 'en:world';

/** Products with a tag, or without it. */
export function tagged(kind: TagKind, text: string, isWithout: boolean, hasTag: HasAllergenTag): Where {
  const { read = plainTag, scale, mustBeKnown } = TAG_TYPES[kind];
  if (scale !== undefined && tagOf(text) === 'en:unknown')
    return { kind, tags: 'known', isWithout: !isWithout };
  // Sold everywhere says nothing about where.
  if (kind === 'countries' && tagOf(text) === WORLD) return EVERYTHING;
  if (!isWithout) return { kind, tags: read(text) };
  if (kind === 'allergens' || kind === 'traces')
    return unknownAllergen(text, hasTag) === null ? { allergenFree: readAllergen(text) } : NOTHING;
  const without: Where = { kind, tags: read(text), isWithout };
  return mustBeKnown ? { all: [{ kind, tags: 'known' }, without] } : without;
}

/** Nobody asks for more at once; each takes milliseconds. */
export const MAX_CONDITIONS = 60;

/** How many conditions there are in one. */
export function countConditions(where: Where): number {
  const parts = 'all' in where ? where.all : 'any' in where ? where.any : null;
  return parts === null ? 1 : parts.reduce((sum, part) => sum + countConditions(part), 0);
}

/** From the unit of Open Food Facts, grams or kcal, to ours. */
const NUTRIENTS: ReadonlyMap<string, { nutrient: Nutrient; factor: number }> = new Map([
  ...MAIN_NUTRIENT_SOURCES.map(({ name, names, factor }) => [names[0]!, { nutrient: name, factor }] as const),
  ['salt', { nutrient: 'sodium_mg', factor: 1000 / SALT_PER_SODIUM }],
]);
/** Finer than any amount in a catalogue, and coarse enough to drop the noise of a product. */
const STEPS = 1e6;

/** Products with an amount per 100 g within a range; null for a nutrient that they cannot be chosen by. */
export function withAmount(name: string, range: Range, isWithout: boolean): Where | null {
  const known = NUTRIENTS.get(name);
  if (known === undefined) return null;
  const own = (amount: number | null) =>
    amount === null ? null : Math.round(amount * known.factor * STEPS) / STEPS;
  return {
    nutrient: known.nutrient,
    range: { ...range, min: own(range.min), max: own(range.max) },
    isWithout,
  };
}

/** The range that a comparison with a number stands for. */
export function comparedWith(operator: string, amount: number): Range {
  if (operator === '<' || operator === '<=')
    return { min: null, max: amount, isMaxExcluded: operator === '<' };
  if (operator === '>' || operator === '>=')
    return { min: amount, max: null, isMinExcluded: operator === '>' };
  return { min: amount, max: amount };
}
