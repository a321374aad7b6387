import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { readAllergen, unknownAllergen } from '../food/allergens.ts';
import { type Catalog, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import { FOOD_SOURCES } from '../food/food.ts';
import {
  ALL_NUTRIENTS,
  type AnyNutrient,
  FACETS,
  type FindOrder,
  type FoodFilters,
  NO_FILTERS,
  type Where,
} from '../food/food-filters.ts';
import { NUTRISCORES } from '../food/food-record.ts';
import { isFurtherNutrient, nutrientLabel } from '../food/further-nutrients.ts';
import { NUTRIENTS, unitOf } from '../food/nutrients.ts';
import { DIETS, labelTags, NOVA_GROUPS, unknownDiet, unknownTag } from '../food/tag-filters.ts';
import { tagOf } from '../food/tags.ts';
import { memberOf } from '../member-of.ts';
import { amount, checked, code, joined, oneOf, withDefault } from './parameter.ts';

/**
 * Every filter of foods and every order, declared once. The parameters of the API, the flags of commands, the inputs of tools
 * and the fields of pages are made from this table.
 */

/** What a filter asks of foods, as the catalogue takes it. */
type Narrowed = Partial<Omit<FoodFilters, 'where'>> & { where?: Where[] };

export interface Filter {
  /** What the API takes. Its description is the help of the flag and of the tool's input, too. */
  readonly parameter: TSchema;
  /** What stands for a value in the help of its flag; null for a switch. */
  readonly placeholder: string | null;
  /** What its values are on pages, which decides how they offer and name them; null for a filter that they do not have. */
  readonly field: FieldKind | null;
  /** The words that pages call it by; its own name, when left out, among those of the filters. */
  readonly label?: string;
  /** Whether pages offer it only among further filters. */
  readonly isFurther?: boolean;
  narrow(value: unknown): Narrowed;
  /** What is wrong with one of its values that only the catalogue knows, or null. */
  check?(value: string, catalog: KnowsTags): string | null;
  /** The tags that such a value may be. */
  known?(catalog: KnowsTags, most: number): readonly string[];
}

export type FieldKind =
  | 'text'
  | 'category'
  | 'country'
  | 'grade'
  | 'group'
  | 'allergen'
  | 'additive'
  | 'diet'
  | 'label';
type KnowsTags = Pick<Catalog, 'hasAllergenTag' | 'knownTags'>;

/** A filter whose value is of the type of its parameter. */
function filter<P extends TSchema>(
  parameter: P,
  more: Omit<Filter, 'parameter' | 'narrow'> & { narrow: (value: Static<P>) => Narrowed },
): Omit<Filter, 'parameter'> & { readonly parameter: P } {
  return { parameter, ...more };
}

/** More tags or grades than there are in use. */
const MAX_LISTED = 50;
/** How the API takes lists. Tools take them as JSON, and leave this out of their descriptions. */
export const IN_A_LIST = ', separated by commas';

const listOf = <Item extends TSchema>(items: Item, description: string, example: string[] | null = null) =>
  Type.Optional(
    Type.Array(items, { maxItems: MAX_LISTED, description, ...(example && { examples: [example] }) }),
  );
const tagList = (description: string, example: string[] | null = null) =>
  joined(listOf(Type.String(), description, example));

/** In the order in which the API declares them, after `q` and the bounds. */
export const FILTERS = {
  brand: filter(
    Type.Optional(
      Type.String({ description: 'Only this brand; case and accents do not matter', examples: ['Ferrero'] }),
    ),
    { placeholder: 'NAME', field: 'text', narrow: (brand) => ({ brand }) },
  ),
  category: filter(
    Type.Optional(
      Type.String({
        description: 'Only this category; case and accents do not matter',
        examples: ['Spreads'],
      }),
    ),
    { placeholder: 'NAME', field: 'category', narrow: (category) => ({ category }) },
  ),
  country: filter(code('Only foods sold in this country, by its code', 'fr'), {
    placeholder: 'CODE',
    field: 'country',
    narrow: (country) => ({ country }),
  }),
  source: filter(Type.Optional(oneOf(FOOD_SOURCES, 'Only foods from this source', 'Source')), {
    placeholder: 'SOURCE',
    field: null,
    narrow: (source) => ({ source }),
  }),
  has_image: filter(withDefault(Type.Boolean({ description: 'Only foods with a product image' }), false), {
    placeholder: null,
    field: null,
    narrow: (hasImage) => ({ hasImage }),
  }),
  min_confidence: filter(
    Type.Optional(amount({ from: 0, to: 1 }, 'Only foods with at least this confidence')),
    {
      placeholder: 'N',
      field: null,
      narrow: (minConfidence) => ({ minConfidence }),
    },
  ),
  nutriscore: filter(
    listOf(oneOf(NUTRISCORES, '', 'NutriScore'), `Only these grades of Nutri-Score${IN_A_LIST}`, ['a', 'b']),
    { placeholder: 'GRADE', field: 'grade', narrow: (nutriscores) => ({ nutriscores }) },
  ),
  allergen_free: filter(
    tagList(
      `Only foods whose allergens are known and which have none of these, not even traces; tags, or names in English, German, French, Spanish, Italian, Portuguese or Dutch${IN_A_LIST}. One that is unknown is refused.`,
      ['en:milk', 'en:nuts'],
    ),
    {
      placeholder: 'NAME',
      field: 'allergen',
      label: 'filters.freeOf',
      narrow: (names) => ({ allergenFree: names.flatMap(readAllergen) }),
      check: (name, catalog) => unknownAllergen(name, (tag) => catalog.hasAllergenTag(tag)),
    },
  ),
  // No examples of these: a small catalogue may have no food that meets them.
  additive_free: filter(
    tagList(
      `Only foods whose additives are known and which have none of these, such as \`e330\`${IN_A_LIST}; one that is unknown is refused`,
    ),
    {
      placeholder: 'NAME',
      field: 'additive',
      label: 'filters.additiveFree',
      isFurther: true,
      narrow: (names) => ({ where: [{ additiveFree: names.map(tagOf) }] }),
      check: (name, catalog) => unknownTag(name, 'additives', catalog),
      known: (catalog, most) => catalog.knownTags('additives').first(most),
    },
  ),
  diet: filter(
    tagList(
      `Only foods of which their source says that they are all of these${IN_A_LIST}: ${DIETS.join(', ')}`,
    ),
    {
      placeholder: 'DIET',
      field: 'diet',
      label: 'record.diet',
      narrow: (diets) => ({ where: diets.map((diet) => ({ kind: 'analysis', tags: [tagOf(diet)] })) }),
      check: unknownDiet,
      known: () => DIETS.map(tagOf),
    },
  ),
  label: filter(
    tagList(
      `Only foods with all these labels, such as \`organic\`${IN_A_LIST}; one that no food of the catalogue has is refused`,
    ),
    {
      placeholder: 'NAME',
      field: 'label',
      label: 'record.labels',
      narrow: (labels) => ({ where: labels.map((label) => ({ kind: 'labels', tags: labelTags(label) })) }),
      check: (name, catalog) => unknownTag(name, 'labels', catalog),
      known: (catalog, most) => catalog.knownTags('labels').first(most),
    },
  ),
  nova: filter(listOf(oneOf(NOVA_GROUPS, '', 'NovaGroup'), `Only these groups of NOVA${IN_A_LIST}`), {
    placeholder: 'GROUP',
    field: 'group',
    label: 'record.nova',
    isFurther: true,
    narrow: (groups) => ({ where: [{ kind: 'nova', tags: groups }] }),
  }),
  environment: filter(
    listOf(
      oneOf(NUTRISCORES, '', 'EnvironmentGrade'),
      `Only these grades of the environmental score${IN_A_LIST}`,
    ),
    {
      placeholder: 'GRADE',
      field: 'grade',
      isFurther: true,
      narrow: (grades) => ({ where: [{ kind: 'environment', tags: grades }] }),
    },
  ),
};

export type FilterName = keyof typeof FILTERS;
/** The table as rows of one type. */
export const FILTER_ROWS = Object.entries(FILTERS) as [FilterName, Filter][];

export type BoundName = `${'min' | 'max'}_${AnyNutrient}`;
const bound = (nutrient: AnyNutrient, words: string) =>
  Type.Optional(amount({ from: 0 }, `${wordNutrient(nutrient)} per 100 g, ${words}`));
const BOUNDS = Object.fromEntries([
  ...ALL_NUTRIENTS.map((nutrient) => [`min_${nutrient}`, bound(nutrient, 'at least')]),
  ...ALL_NUTRIENTS.map((nutrient) => [`max_${nutrient}`, bound(nutrient, 'at most')]),
]) as { [Name in BoundName]: ReturnType<typeof bound> };

/** The names of the ten are in the words of a food; those of the others say the unit as well. */
function wordNutrient(nutrient: AnyNutrient): string {
  const label = nutrientLabel(nutrient);
  return isFurtherNutrient(nutrient) ? `${label} in ${unitOf(nutrient)}` : label;
}

/** As the API takes them. */
export const FILTER_PARAMETERS = {
  q: Type.Optional(
    Type.String({
      minLength: MIN_QUERY_LENGTH,
      maxLength: MAX_QUERY_LENGTH,
      description:
        'Only foods that have all these words, in one of their names or elsewhere, as typed or else as corrected',
      examples: ['yogurt'],
    }),
  ),
  ...BOUNDS,
  ...(Object.fromEntries(FILTER_ROWS.map(([name, { parameter }]) => [name, parameter])) as {
    [Name in FilterName]: (typeof FILTERS)[Name]['parameter'];
  }),
};

/** Filters by the names that the API has for them. What is null, left out or an empty list filters nothing. */
export type SentFilters = { readonly [Name in FilterName]?: unknown } & { readonly q?: string | null };

export function readFilters(sent: SentFilters, bounds = boundsIn(sent)): FoodFilters {
  const where: Where[] = [];
  const filters = { ...NO_FILTERS, q: sent.q ?? null, bounds, where };
  for (const [name, { narrow }] of FILTER_ROWS) {
    const value = sent[name] ?? null;
    if (value === null || (Array.isArray(value) && value.length === 0)) continue;
    // A value that is given twice asks for nothing more.
    const { where: more = [], ...others } = narrow(Array.isArray(value) ? [...new Set(value)] : value);
    Object.assign(filters, others);
    where.push(...more);
  }
  return filters;
}

/** Bounds by names such as `min_protein_g`. */
export function boundsIn(sent: object): FoodFilters['bounds'] {
  const limit = (name: BoundName) => memberOf(sent as Readonly<Record<string, number | null>>, name) ?? null;
  return ALL_NUTRIENTS.map((nutrient) => ({
    nutrient,
    min: limit(`min_${nutrient}`),
    max: limit(`max_${nutrient}`),
  })).filter(({ min, max }) => min !== null || max !== null);
}

/** What is wrong with a value of a filter, by the name of the filter. */
export type FilterChecks = Readonly<Record<string, (value: string) => string | null>>;

/** What only the catalogue can tell about filters. One that is unknown must not pass for one that no food has. */
export function filterChecks(catalog: KnowsTags): FilterChecks {
  return Object.fromEntries(
    FILTER_ROWS.flatMap(([name, { check }]) =>
      check === undefined ? [] : [[name, (value: string) => check(value, catalog)]],
    ),
  );
}

const SORTED_BY = [...NUTRIENTS, 'confidence', 'popularity'] as const;
/** With `-` for descending. */
export const ORDERS: readonly string[] = [...SORTED_BY.flatMap((by) => [by, `-${by}`]), 'relevance'];
/** The same as they are named without a sign. */
export const ORDERED_BY: readonly FindOrder['by'][] = [...SORTED_BY, 'relevance'];

export const ORDER = {
  sort: Type.Optional(
    checked(
      {
        ...oneOf(
          ORDERS,
          'A nutrient, `confidence` or `popularity`, with `-` for descending; `relevance` with `q`',
          'Order',
        ),
        examples: ['-protein_g'],
      },
      (order, sent) => {
        if (order === '-relevance') return 'relevance is always best first';
        return order === 'relevance' && !sent.has('q') ? 'relevance needs q' : null;
      },
    ),
  ),
};

/** One page at a time, and no further than anyone reads. */
const MAX_FOUND = 100;
export const MAX_OFFSET = 10_000;

export const PAGE = {
  limit: withDefault(
    Type.Integer({ minimum: 1, maximum: MAX_FOUND, description: 'Maximum number of results' }),
    20,
  ),
  offset: withDefault(
    Type.Integer({ minimum: 0, maximum: MAX_OFFSET, description: 'Number of foods to skip' }),
    0,
  ),
};

export const FACET_NAMES = {
  by: Type.Array(oneOf(FACETS, '', 'Facet'), {
    minItems: 1,
    maxItems: MAX_LISTED,
    description: 'What to count by, separated by commas',
    examples: [['category', 'brand']],
  }),
};
