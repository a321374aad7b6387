import type { TSchema } from '@sinclair/typebox';
import type { KeyKind, KeyScope } from '../admission/keys.ts';
import type { Plan, PlanName } from '../admission/plans.ts';
import { type FoodSource, SOURCE_MEANINGS, type SourceFilter } from '../food/food.ts';
import type { Facet } from '../food/food-filters.ts';
import type { FullRecord } from '../food/full-record.ts';
import { mapNutrients } from '../food/nutrients.ts';
import type { SuggestionKind } from '../food/suggestion.ts';
import type { NOVA_GROUPS } from '../food/tag-filters.ts';
import { type Json, toJsonSchema } from '../json-schema.ts';
import { ORDERS } from '../operations/filters.ts';
import type { MealMethod } from '../recipe/meal.ts';
import type { Method } from '../recipe/recipe.ts';

/**
 * Named schemas that are nested in others, such as the plan of an account: components of the OpenAPI document, so that
 * a generator makes one type of each instead of one for each use.
 */

type Meanings<Value extends string> = Readonly<Record<Value, string>>;

const { off, ai_estimate } = SOURCE_MEANINGS;
const SOURCE_FILTERS: Meanings<SourceFilter> = { off, ai_estimate };
const KEY_KINDS: Meanings<KeyKind> = {
  account: 'manages the account',
  named: 'reads data for one program or environment',
};
const KEY_SCOPES: Meanings<KeyScope> = { read: 'GET only', full: 'every method' };
const PLAN_NAMES: Meanings<PlanName> = {
  starter: 'the free plan',
  pro: 'for one application',
  scale: 'for heavy use',
};
const COUNTED_PER: Meanings<Plan['counted_per']> = {
  client: 'everyone at one address shares the limit',
  account: 'all keys of the account share the limit',
};

const GRADES: Meanings<NonNullable<FullRecord['nutriscore']>> = {
  a: 'the best grade',
  b: 'the second grade',
  c: 'the third grade',
  d: 'the fourth grade',
  e: 'the worst grade',
};
const BASES: Meanings<NonNullable<FullRecord['basis']>> = {
  g: 'values are per 100 grams',
  ml: 'values are per 100 millilitres',
};

const NOVA_MEANINGS: Meanings<(typeof NOVA_GROUPS)[number]> = {
  1: 'unprocessed or minimally processed',
  2: 'processed culinary ingredients',
  3: 'processed',
  4: 'ultra-processed',
};

const FACET_MEANINGS: Meanings<Facet> = {
  category: 'foods in each category',
  brand: 'foods of each brand',
  country: 'foods sold in each country',
  source: 'foods from each source',
  nutriscore: 'foods with each grade',
  label: 'foods with each label',
  nova: 'foods of each NOVA group',
  environment: 'foods with each grade of the environmental score',
  diet: 'foods that are vegan, vegetarian, or free of palm oil',
};

const SUGGESTION_MEANINGS: Meanings<SuggestionKind> = {
  food: 'the name of a food; `id` is its id',
  brand: 'a brand, for the `brand` filter',
  category: 'a category, for the `category` filter',
};

const RECIPE_METHODS: Meanings<Method> = {
  weight: 'the line names a weight',
  measure: "by the food's own household measure",
  volume: 'by the usual density of such a food',
  each: 'by the usual weight of a piece or package',
  none: 'no grams: the line is unresolved',
};
const MEAL_METHODS: Meanings<MealMethod> = {
  ...RECIPE_METHODS,
  weight: 'a weight was said',
  none: 'no grams: the item is unresolved',
  assumed: 'no amount was said: a usual portion is counted',
};

/** `protein_g` is ascending, `-protein_g` descending. */
function meaningOfOrder(order: string): string {
  if (order === 'relevance') return 'best match first';
  return order.startsWith('-') ? 'highest first, unknown last' : 'lowest first, unknown last';
}

/** What each value of a named enum means, by the name of its schema. */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Source: SOURCE_MEANINGS satisfies Meanings<FoodSource>,
  SourceFilter: SOURCE_FILTERS,
  KeyKind: KEY_KINDS,
  KeyScope: KEY_SCOPES,
  PlanName: PLAN_NAMES,
  CountedPer: COUNTED_PER,
  NutriScore: GRADES,
  EnvironmentGrade: GRADES,
  NovaGroup: NOVA_MEANINGS,
  Basis: BASES,
  Facet: FACET_MEANINGS,
  SuggestionKind: SUGGESTION_MEANINGS,
  RecipeMethod: RECIPE_METHODS,
  MealMethod: MEAL_METHODS,
  Nutrient: mapNutrients(({ label, unit }) => `${label}, in ${unit}`),
  Order: Object.fromEntries(ORDERS.map((order) => [order, meaningOfOrder(order)])),
};

/** The named schemas nested in these, by name. */
export function componentsOf(schemas: readonly TSchema[]): Json {
  const found: Json = {};
  for (const schema of schemas) {
    readPlain(schema, (name, plain) => {
      const { type, enum: values } = plain;
      found[name] = Array.isArray(values)
        ? { type, description: meaningsOf(name, values), enum: values, ...variableNames(values) }
        : plain;
    });
  }
  return found;
}

/** For generators, which cannot derive a name from `-protein_g` or `1`; they name other values themselves. */
function variableNames(values: readonly string[]): Json {
  if (!values.some((value) => /^[-\d]/.test(value))) return {};
  const nameOf = (value: string) => value.replace(/^-(.*)/, '$1_descending').replace(/^\d/, 'group_$&');
  const names = values.map((value) => nameOf(value).toUpperCase());
  return { 'x-enum-varnames': names };
}

/** One line for each value; Markdown, as in every description of the document. */
function meaningsOf(name: string, values: readonly string[]): string {
  const meanings = MEANINGS[name];
  return values
    .map((value) => {
      const meaning = meanings?.[value];
      if (meaning === undefined) throw new Error(`${name} does not say what ${value} means`);
      return `- \`${value}\`: ${meaning}`;
    })
    .join('\n');
}

/**
 * The schema as plain JSON: without TypeBox's symbols and ids, with `null` as one of several types, and with references
 * to the named schemas that are nested in it.
 */
export function plainSchema(schema: TSchema): Json {
  return readPlain(schema, () => {});
}

function readPlain(schema: TSchema, onNamed: (name: string, value: Json) => void): Json {
  return toJsonSchema(schema, (name, plain) => {
    onNamed(name, plain);
    // Beside a reference are only the words about this use of it; the component has what an object is made of.
    const { type, enum: values, properties, required, additionalProperties, ...rest } = plain;
    return { ...rest, $ref: `#/components/schemas/${name}` };
  });
}
