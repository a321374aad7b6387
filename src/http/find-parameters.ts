import { Type } from '@sinclair/typebox';
import { readAllergen, unknownAllergen } from '../food/allergens.ts';
import { type Catalog, LONGEST_QUERY, SHORTEST_QUERY } from '../food/catalog.ts';
import { FOOD_SOURCES, type FoodSource } from '../food/food.ts';
import { type AnyNutrient, FACETS, type FoodFilters, NO_FILTERS } from '../food/food-filters.ts';
import { NUTRISCORES, type Nutriscore } from '../food/food-record.ts';
import { FURTHER_NUTRIENTS } from '../food/further-nutrients.ts';
import { mapNutrients, NUTRIENTS } from '../food/nutrients.ts';
import { DIETS, NOVA_GROUPS, tagChecks, tagConditions } from '../food/tag-filters.ts';
import { amount, checked, type ElementChecks, joined, oneOf, withDefault } from './validation.ts';

/** The parameters that select and order foods. */

/** More tags or grades than there are in use. */
const MAX_LISTED = 50;

const ALL_NUTRIENTS: readonly AnyNutrient[] = [...NUTRIENTS, ...FURTHER_NUTRIENTS];
const LABELS: Readonly<Record<string, string>> = mapNutrients(({ label }) => label);

const bound = (nutrient: AnyNutrient, words: string) =>
  Type.Optional(amount({ from: 0 }, `${LABELS[nutrient] ?? wordNutrient(nutrient)} per 100 g, ${words}`));
type Bounds<Prefix extends string> = {
  [Name in AnyNutrient as `${Prefix}_${Name}`]: ReturnType<typeof bound>;
};
const bounds = <Prefix extends string>(prefix: Prefix, words: string) =>
  Object.fromEntries(
    ALL_NUTRIENTS.map((nutrient) => [`${prefix}_${nutrient}`, bound(nutrient, words)]),
  ) as Bounds<Prefix>;

/** `vitamin_c_mg` → `Vitamin c in mg`. */
function wordNutrient(name: string): string {
  const words = name.split('_');
  const unit = words.pop();
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} in ${unit}`;
}

const tagList = (description: string, example: string[] | null = null) =>
  Type.Optional(
    joined(
      Type.Array(Type.String(), {
        maxItems: MAX_LISTED,
        description,
        ...(example && { examples: [example] }),
      }),
    ),
  );

export const FILTERS = {
  q: Type.Optional(
    Type.String({
      minLength: SHORTEST_QUERY,
      maxLength: LONGEST_QUERY,
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
  nutriscore: Type.Optional(
    Type.Array(oneOf(NUTRISCORES, '', 'NutriScore'), {
      maxItems: MAX_LISTED,
      description: 'Only these grades of Nutri-Score, separated by commas',
      examples: [['a', 'b']],
    }),
  ),
  allergen_free: tagList(
    'Only foods whose allergens are known and which have none of these, not even traces; tags, or names in English, German, French or Spanish, separated by commas. One that is unknown is refused.',
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
  nova: Type.Optional(
    Type.Array(oneOf(NOVA_GROUPS, '', 'NovaGroup'), {
      maxItems: MAX_LISTED,
      description: 'Only these groups of NOVA, separated by commas',
    }),
  ),
  environment: Type.Optional(
    Type.Array(oneOf(NUTRISCORES, '', 'EnvironmentGrade'), {
      maxItems: MAX_LISTED,
      description: 'Only these grades of the environmental score, separated by commas',
    }),
  ),
};

/** What only the catalogue can tell about filters. */
export function filterChecks(
  catalog: Pick<Catalog, 'hasAllergenTag' | 'knownTags'>,
): ElementChecks<typeof FILTERS> {
  return {
    allergen_free: (name) => unknownAllergen(name, (tag) => catalog.hasAllergenTag(tag)),
    ...tagChecks((kind) => catalog.knownTags(kind)),
  };
}

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

/** What was sent, as read by the schemas above. */
type Sent = {
  [Name in `${'min' | 'max'}_${AnyNutrient}`]: number | null;
} & {
  q: string | null;
  brand: string | null;
  category: string | null;
  country: string | null;
  source: FoodSource | null;
  has_image: boolean;
  min_confidence: number | null;
  nutriscore: readonly Nutriscore[] | null;
  allergen_free: readonly string[] | null;
  additive_free: readonly string[] | null;
  diet: readonly string[] | null;
  label: readonly string[] | null;
  nova: readonly string[] | null;
  environment: readonly Nutriscore[] | null;
};

export function readFilters(sent: Sent): FoodFilters {
  const bounds = ALL_NUTRIENTS.map((nutrient) => ({
    nutrient,
    min: sent[`min_${nutrient}`] ?? null,
    max: sent[`max_${nutrient}`] ?? null,
  })).filter(({ min, max }) => min !== null || max !== null);
  return {
    ...NO_FILTERS,
    q: sent.q,
    bounds,
    brand: sent.brand,
    category: sent.category,
    country: sent.country,
    source: sent.source,
    hasImage: sent.has_image,
    minConfidence: sent.min_confidence,
    nutriscores: sent.nutriscore ?? [],
    allergenFree: (sent.allergen_free ?? []).flatMap(readAllergen),
    where: tagConditions(sent),
  };
}
