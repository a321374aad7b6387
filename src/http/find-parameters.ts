import { type TSchema, Type } from '@sinclair/typebox';
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import { FOOD_SOURCES } from '../food/food.ts';
import { ALL_NUTRIENTS, type AnyNutrient, FACETS } from '../food/food-filters.ts';
import { NUTRISCORES } from '../food/food-record.ts';
import { isFurtherNutrient, nutrientLabel } from '../food/further-nutrients.ts';
import { NUTRIENTS, unitOf } from '../food/nutrients.ts';
import { DIETS, NOVA_GROUPS } from '../food/tag-filters.ts';
import { amount, checked, joined, oneOf, withDefault } from './validation.ts';

/** The parameters that select and order foods. */

/** More tags or grades than there are in use. */
const MAX_LISTED = 50;

const bound = (nutrient: AnyNutrient, words: string) =>
  Type.Optional(amount({ from: 0 }, `${wordNutrient(nutrient)} per 100 g, ${words}`));
type Bounds<Prefix extends string> = {
  [Name in AnyNutrient as `${Prefix}_${Name}`]: ReturnType<typeof bound>;
};
const bounds = <Prefix extends string>(prefix: Prefix, words: string) =>
  Object.fromEntries(
    ALL_NUTRIENTS.map((nutrient) => [`${prefix}_${nutrient}`, bound(nutrient, words)]),
  ) as Bounds<Prefix>;

/** The names of the ten are in the words of a food; those of the others say the unit as well. */
function wordNutrient(nutrient: AnyNutrient): string {
  const label = nutrientLabel(nutrient);
  return isFurtherNutrient(nutrient) ? `${label} in ${unitOf(nutrient)}` : label;
}

const listOf = <Item extends TSchema>(items: Item, description: string, example: string[] | null = null) =>
  Type.Optional(
    Type.Array(items, { maxItems: MAX_LISTED, description, ...(example && { examples: [example] }) }),
  );
const tagList = (description: string, example: string[] | null = null) =>
  joined(listOf(Type.String(), description, example));

export const FILTERS = {
  q: Type.Optional(
    Type.String({
      minLength: MIN_QUERY_LENGTH,
      maxLength: MAX_QUERY_LENGTH,
      description:
        'Only foods that have all these words, in one of their names or elsewhere, as typed or else as corrected',
      examples: ['yogurt'],
    }),
  ),
  ...bounds('min', 'at least'),
  ...bounds('max', 'at most'),
  brand: Type.Optional(
    Type.String({ description: 'Only this brand; case and accents do not matter', examples: ['Ferrero'] }),
  ),
  category: Type.Optional(
    Type.String({ description: 'Only this category; case and accents do not matter', examples: ['Spreads'] }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      description: 'Only foods sold in this country, by its code',
      examples: ['fr'],
    }),
  ),
  source: Type.Optional(oneOf(FOOD_SOURCES, 'Only foods from this source', 'Source')),
  has_image: withDefault(Type.Boolean({ description: 'Only foods with a product image' }), false),
  min_confidence: Type.Optional(amount({ from: 0, to: 1 }, 'Confidence, at least')),
  nutriscore: listOf(
    oneOf(NUTRISCORES, '', 'NutriScore'),
    'Only these grades of Nutri-Score, separated by commas',
    ['a', 'b'],
  ),
  allergen_free: tagList(
    'Only foods whose allergens are known and which have none of these, not even traces; tags, or names in English, German, French, Spanish, Italian, Portuguese or Dutch, separated by commas. One that is unknown is refused.',
    ['en:milk', 'en:nuts'],
  ),
  // No examples of these: a small catalogue may have no food that meets them.
  additive_free: tagList(
    'Only foods whose additives are known and which have none of these, such as `e330`, separated by commas; one that is unknown is refused',
  ),
  diet: tagList(
    `Only foods of which their source says that they are all of these, separated by commas: ${DIETS.join(', ')}`,
  ),
  label: tagList(
    'Only foods with all these labels, such as `organic`, separated by commas; one that no food of the catalogue has is refused',
  ),
  nova: listOf(oneOf(NOVA_GROUPS, '', 'NovaGroup'), 'Only these groups of NOVA, separated by commas'),
  environment: listOf(
    oneOf(NUTRISCORES, '', 'EnvironmentGrade'),
    'Only these grades of the environmental score, separated by commas',
  ),
};

const SORTED_BY = [...NUTRIENTS, 'confidence', 'popularity'] as const;
export const ORDERS = [...SORTED_BY.flatMap((by) => [by, `-${by}`]), 'relevance'];

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
export const MAX_FOUND = 100;
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
