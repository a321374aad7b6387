import { findAllergen, type HasAllergenTag, readAllergen, unknownAllergen } from '../food/allergens.ts';
import { SALT_PER_SODIUM } from '../food/conversions.ts';
import { countryTags, findCountry } from '../food/countries.ts';
import type { Range, TagKind, Where } from '../food/food-filters.ts';
import type { Nutrient } from '../food/nutrients.ts';
import { labelTags } from '../food/tag-filters.ts';
import { tagOf } from '../food/tags.ts';
import { OWN } from './nutriments.ts';

/** What apps ask of products, by tags and nutrients as Open Food Facts names them, as conditions on foods. */

export const NOTHING: Where = { any: [] };
export const EVERYTHING: Where = { all: [] };

/** The types of tags that products can be chosen by. */
const KINDS: ReadonlyMap<string, TagKind> = new Map<string, TagKind>([
  ['brands', 'brands'],
  ['categories', 'categories'],
  ['labels', 'labels'],
  ['countries', 'countries'],
  ['allergens', 'allergens'],
  ['traces', 'traces'],
  ['additives', 'additives'],
  ['ingredients_analysis', 'analysis'],
  ['nutrition_grades', 'nutriscore'],
  ['nova_groups', 'nova'],
  ['ecoscore', 'environment'],
  ['environmental_score', 'environment'],
]);
/** Grades and groups by the names of the members that have them. */
const SINGLE_KINDS: ReadonlyMap<string, TagKind> = new Map<string, TagKind>([
  ['nutriscore_grade', 'nutriscore'],
  ['nova_group', 'nova'],
  ['ecoscore_grade', 'environment'],
  ['environmental_score_grade', 'environment'],
  ['lang', 'language'],
]);

/** The kind of tags of a type, with or without `_tags`; undefined for others. */
export function kindOf(type: string): TagKind | undefined {
  return KINDS.get(type.replace(/_tags$/, '')) ?? SINGLE_KINDS.get(type);
}

/** One of these is unknown under that name. */
const SCALES: ReadonlySet<TagKind> = new Set<TagKind>(['nutriscore', 'nova', 'environment']);
/** Where it is unknown whether a product has these, it must not pass for one without them. */
const MUST_BE_KNOWN: ReadonlySet<TagKind> = new Set<TagKind>(['additives', 'analysis']);
const WORLD = 'en:world';

/** Products with a tag, or without it. */
export function tagged(kind: TagKind, text: string, isWithout: boolean, hasTag: HasAllergenTag): Where {
  if (SCALES.has(kind) && tagOf(text) === 'en:unknown') return { kind, tags: 'known', isWithout: !isWithout };
  // Sold everywhere says nothing about where.
  if (kind === 'countries' && tagOf(text) === WORLD) return EVERYTHING;
  if (!isWithout) return { kind, tags: tagsOf(kind, text) };
  if (kind === 'allergens' || kind === 'traces')
    return unknownAllergen(text, hasTag) === null ? { allergenFree: readAllergen(text) } : NOTHING;
  const without: Where = { kind, tags: tagsOf(kind, text), isWithout };
  return MUST_BE_KNOWN.has(kind) ? { all: [{ kind, tags: 'known' }, without] } : without;
}

/** The tags that a text may stand for. */
function tagsOf(kind: TagKind, text: string): readonly string[] {
  switch (kind) {
    case 'brands':
      return [text];
    case 'countries':
      return countryTags(findCountry(text) ?? '-');
    case 'nova':
      return [/\d/.exec(text)?.[0] ?? ''];
    case 'nutriscore':
    case 'environment':
    case 'language':
      return [tagOf(text).slice('en:'.length)];
    case 'allergens':
    case 'traces':
      return [...(findAllergen(text) ?? []), tagOf(text)];
    case 'labels':
      return labelTags(text);
    default:
      return [tagOf(text)];
  }
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
  ['energy-kcal', { nutrient: 'calories_kcal', factor: 1 }],
  ['sodium', { nutrient: 'sodium_mg', factor: 1000 }],
  ['salt', { nutrient: 'sodium_mg', factor: 1000 / SALT_PER_SODIUM }],
  ...OWN.map(({ key, kind, divisor }) => [kind.name, { nutrient: key, factor: divisor }] as const),
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
