import { type Static, Type } from '@sinclair/typebox';
import { type Catalog, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import { FOOD_SOURCES, SOURCE_MEANINGS } from '../food/food.ts';
import { type FindRequest, readOrder } from '../food/food-filters.ts';
import { NUTRISCORES } from '../food/food-record.ts';
import { FURTHER_NUTRIENTS } from '../food/further-nutrients.ts';
import { mapNutrients, NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { boundsIn, filterChecks, readFilters } from '../food/sent-filters.ts';
import { DIETS, NOVA_GROUPS } from '../food/tag-filters.ts';
import { nearestName } from '../nearest-name.ts';
import { DEFAULT_FOODS, detail, input, namesIn, oneOf, upTo } from './tool-schemas.ts';

/** The input of the tool that finds foods by their values: flat, since models fill in flat objects best. */

const MAX_FOUND = 50;
const MAX_OFFSET = 10_000;
/** More tags than there are allergens in use. */
const MAX_ALLERGENS = 20;

/** Their names say what they are. */
const bounds = <Prefix extends 'min' | 'max'>(prefix: Prefix) => {
  const fields = mapNutrients(() => Type.Optional(Type.Number({ minimum: 0 })));
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${prefix}_${name}`, field])) as {
    [Name in Nutrient as `${Prefix}_${Name}`]: (typeof fields)[Name];
  };
};

const names = (description: string) =>
  Type.Optional(Type.Array(Type.String(), { maxItems: MAX_ALLERGENS, description }));

const someOf = <Value extends string | number>(values: readonly Value[], description: string) => {
  const one = Type.Union(values.map((value) => Type.Literal(value)));
  return Type.Optional(Type.Array(one, { maxItems: values.length, description }));
};

const SORTS = [...NUTRIENTS, 'confidence', 'popularity'].flatMap((by) => [by, `-${by}`]);

export const FindInput = input({
  query: Type.Optional(
    Type.String({
      minLength: MIN_QUERY_LENGTH,
      maxLength: MAX_QUERY_LENGTH,
      description: 'Only foods that have all these words, in one of their names or elsewhere',
    }),
  ),
  ...bounds('min'),
  ...bounds('max'),
  brand: Type.Optional(Type.String({ description: 'Only foods of this brand' })),
  category: Type.Optional(
    Type.String({ description: 'Only foods in this category, by its name from list_categories' }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      description: 'Only foods sold in this country, by its code, such as fr',
    }),
  ),
  source: Type.Optional(oneOf(FOOD_SOURCES, SOURCE_MEANINGS, 'Only foods from this source')),
  has_image: Type.Optional(Type.Boolean({ description: 'true: only foods with a picture' })),
  min_confidence: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'How far the values can be trusted, at least' }),
  ),
  nutriscore: someOf(NUTRISCORES, 'Only foods with one of these grades of Nutri-Score'),
  allergen_free: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: MAX_ALLERGENS,
      description:
        'Tags such as en:milk, or names in English, German, French, Spanish, Italian, Portuguese or Dutch: only foods that are known to contain none of them, not even traces. Foods with unknown allergens are left out; an unknown name is refused.',
    }),
  ),
  additive_free: names('Additives such as e330: only foods that are known to contain none of them'),
  diet: names(`Only foods that their source says are all of these: ${DIETS.join(', ')}`),
  label: names('Only foods with all these labels, such as en:organic'),
  nova: someOf(NOVA_GROUPS.map(Number), 'Only foods of these NOVA groups'),
  environment: someOf(NUTRISCORES, 'Only foods with one of these grades of the environmental score'),
  further: Type.Optional(
    Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
      description:
        'Bounds of further nutrients in 100 g, by min_ or max_, name and unit, such as { "min_vitamin_c_mg": 30 }; a name that does not exist is refused',
    }),
  ),
  sort: Type.Optional(
    Type.Union(
      [...SORTS, 'relevance'].map((sort) => Type.Literal(sort)),
      { description: 'With - for descending, such as -protein_g; relevance needs a query' },
    ),
  ),
  limit: Type.Optional(upTo(MAX_FOUND, DEFAULT_FOODS)),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0, description: 'Number of foods to skip' }),
  ),
  lang: namesIn,
  detail,
});
type FindInput = Static<typeof FindInput>;

/** What is wrong with the first name that is unknown; null if all are known. */
export function explainNames(
  sent: FindInput,
  catalog: Pick<Catalog, 'hasAllergenTag' | 'knownTags'>,
): string | null {
  const checks = filterChecks(catalog);
  for (const list of Object.keys(checks) as (keyof typeof checks)[]) {
    for (const [index, name] of (sent[list] ?? []).entries()) {
      const what = checks[list](name);
      if (what !== null) return `${list}/${index}: ${what}`;
    }
  }
  for (const name of Object.keys(sent.further ?? {})) {
    if (FURTHER_BOUNDS.includes(name)) continue;
    const meant = nearestName(name, FURTHER_BOUNDS);
    return `further/${name}: there is no such bound${meant === null ? '' : `; did you mean ${meant}?`}`;
  }
  return null;
}

const FURTHER_BOUNDS = FURTHER_NUTRIENTS.flatMap((name) => [`min_${name}`, `max_${name}`]);

/** Bounds of further nutrients beside those of the ten, since their names are alike. */
export function gatherFurtherBounds(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  const isFurther = ([name]: [string, unknown]) => FURTHER_BOUNDS.includes(name);
  const all = Object.entries(sent);
  const flat = all.filter(isFurther);
  if (flat.length === 0) return sent;
  const { further = {}, ...others } = Object.fromEntries(all.filter((one) => !isFurther(one)));
  return { ...others, further: { ...further, ...Object.fromEntries(flat) } };
}

export function readFindInput(sent: FindInput): FindRequest {
  const { query: q = null, nova = [], further, sort = null, limit = DEFAULT_FOODS, offset = 0 } = sent;
  return {
    ...readFilters({ ...sent, q, nova: nova.map(String) }, boundsIn({ ...sent, ...further })),
    sort: readOrder(sort, q),
    limit,
    offset,
    language: sent.lang?.toLowerCase() ?? null,
  };
}
