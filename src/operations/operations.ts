import { type TArray, type TObject, type TOptional, type TSchema, Type } from '@sinclair/typebox';
import type { Allowance, Area } from '../admission/admission.ts';
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import { DetailedFood } from '../food/detailed-food.ts';
import { CategoryCount, Food, SOURCE_FILTERS } from '../food/food.ts';
import { FACETS, type Facet } from '../food/food-filters.ts';
import { MAX_SERVINGS } from '../food/portion.ts';
import { MAX_SUGGESTION_QUERY_LENGTH, Suggestion } from '../food/suggestion.ts';
import { MAX_MEAL_LENGTH, Meal, MIN_MEAL_LENGTH } from '../recipe/meal.ts';
import { MAX_LINE_LENGTH, MAX_LINES, Recipe, requestsForText } from '../recipe/recipe.ts';
import { ADDITIONS } from './additions.ts';
import { FACET_NAMES, FILTER_PARAMETERS, ORDER, PAGE } from './filters.ts';
import {
  amount,
  code,
  insteadOf,
  oneOf,
  refusingNearMisses,
  repeated,
  requiredUnless,
  withDefault,
} from './parameter.ts';

/**
 * What each operation takes and returns, and what it means, declared once. Requests are read by it, the OpenAPI document,
 * `/docs` and `llms.txt` describe it, and commands and tools take their bounds from it.
 */
export interface Operation<
  Path extends TObject = TObject,
  Query extends TObject = TObject,
  Answer extends TSchema | null = TSchema | null,
> {
  operationId: string;
  summary: string;
  description: string;
  area: Area;
  path: Path;
  query: Query;
  /** How many requests a call counts for, from its query; 1 when left out. */
  cost?: (query: string) => number;
  /** What a call counts against; the plan when left out. */
  allowance?: Allowance;
  /** The JSON body of the request. */
  body?: TObject;
  /** The status of success; 200 when left out. */
  status?: 200 | 201 | 204;
  /** The body of success; null for none. */
  answer: Answer;
  /**
   * The task that does it (`http/list-tasks.ts`), for what takes longer than a lookup: it waits in a queue, and is refused
   * while that is full.
   */
  task?: string;
  /** Whether its parameters can be combined without end. */
  isEndless?: boolean;
  /** Problems other than those that all endpoints of its area share. */
  problems: readonly { status: 403 | 404 | 409; detail: string }[];
}

const NONE = Type.Object({});

export const SEARCH = {
  operationId: 'searchFoods',
  summary: 'Search foods',
  description:
    'Full-text search with typo tolerance, best match first. Ranking combines relevance with confidence, and prefers foods with an image among equals. Without a match the list is empty; it is never a 404.',
  area: 'data',
  path: NONE,
  query: Type.Object({
    q: Type.String({
      minLength: MIN_QUERY_LENGTH,
      maxLength: MAX_QUERY_LENGTH,
      description:
        'A name in any language, a brand, a category, several of them in any order, or a barcode; typos are tolerated',
      examples: ['hazelnut spread'],
    }),
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: 50, description: 'Maximum number of results' }),
      10,
    ),
    source: Type.Optional(oneOf(SOURCE_FILTERS, 'Only foods from this source', 'SourceFilter')),
    ...ADDITIONS,
  }),
  answer: Type.Array(DetailedFood, { description: 'The foods that match, highest rank first' }),
  task: 'search',
  problems: [],
} satisfies Operation;

export const FOOD = {
  operationId: 'getFood',
  summary: 'Get a food',
  description: 'Returns the food with this id. Ids are stable: a food keeps its id in every catalogue.',
  area: 'data',
  path: Type.Object({
    food_id: Type.Integer({
      format: 'int64',
      description: 'Stable food identifier',
      examples: [3017620422003],
    }),
  }),
  query: Type.Object(ADDITIONS),
  answer: DetailedFood,
  problems: [{ status: 404, detail: 'Food not found' }],
} satisfies Operation;

export const BARCODE = {
  operationId: 'getFoodByBarcode',
  summary: 'Look up a barcode',
  description:
    'Returns the food with this barcode: EAN-13, UPC-A, EAN-8, UPC-E or GTIN-14, with or without spaces and dashes. Text that is not a barcode is a 404, like any unknown code.',
  area: 'data',
  path: Type.Object({
    code: Type.String({ description: 'The barcode as printed', examples: ['3017620422003'] }),
  }),
  query: Type.Object(ADDITIONS),
  answer: DetailedFood,
  problems: [{ status: 404, detail: 'Barcode not found' }],
} satisfies Operation;

export const POPULAR = {
  operationId: 'listPopularFoods',
  summary: 'List common foods',
  description: 'Common foods, most popular first, with paging that never repeats or skips a food.',
  area: 'data',
  path: NONE,
  query: Type.Object({
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: 500, description: 'Maximum number of results' }),
      100,
    ),
    offset: withDefault(Type.Integer({ minimum: 0, description: 'Number of foods to skip' }), 0),
    category: Type.Optional(
      Type.String({ description: 'Only foods in the category with this name', examples: ['Spreads'] }),
    ),
    has_image: withDefault(Type.Boolean({ description: 'Only foods with a product image' }), true),
  }),
  answer: Type.Array(Food, { description: 'Foods, most popular first' }),
  task: 'popular',
  problems: [],
} satisfies Operation;

export const CATEGORIES = {
  operationId: 'listCategories',
  summary: 'List categories',
  description: 'Every category with its number of foods, largest first.',
  area: 'data',
  path: NONE,
  query: NONE,
  answer: Type.Array(CategoryCount, { description: 'Categories, largest first' }),
  task: 'categories',
  problems: [],
} satisfies Operation;

/** Looking up this many foods at once counts as one request. */
const FOODS_PER_REQUEST = 10;
export const MAX_IN_BULK = 100;

export const BULK = {
  operationId: 'getFoods',
  summary: 'Get several foods',
  description:
    'Returns up to 100 foods, by id or by barcode: in the order asked for, repeated where they are asked for twice, and `null` where there is none. Every ten foods, or part of ten, count as one request.',
  area: 'data',
  path: NONE,
  query: refusingNearMisses(
    Type.Object({
      ids: requiredUnless(
        'barcodes',
        Type.Array(Type.Integer({ format: 'int64' }), {
          minItems: 1,
          maxItems: MAX_IN_BULK,
          description: 'Ids, separated by commas',
          examples: [[3017620422003, 4006381333931]],
        }),
      ),
      barcodes: Type.Optional(
        insteadOf(
          'ids',
          'barcodes',
          Type.Array(Type.String(), {
            minItems: 1,
            maxItems: MAX_IN_BULK,
            description: 'Barcodes, separated by commas; text that is not one is like an unknown code',
            examples: [['3017620422003', '4006381333931']],
          }),
        ),
      ),
      ...ADDITIONS,
    }),
  ),
  cost(query) {
    const sent = new URLSearchParams(query);
    const list = sent.getAll('ids').at(-1) ?? sent.getAll('barcodes').at(-1) ?? '';
    return Math.ceil(list.split(',').length / FOODS_PER_REQUEST);
  },
  answer: Type.Array(Type.Union([DetailedFood, Type.Null()]), {
    description: 'The foods in the order asked for',
  }),
  task: 'bulk',
  isEndless: true,
  problems: [],
} satisfies Operation;

export const FIND = {
  operationId: 'findFoods',
  summary: 'Find foods by their values',
  description:
    'Foods within bounds and with the properties asked for, in any order. A food whose value is unknown never matches a bound and sorts last. `X-Total-Count` has the number of matches, exactly up to 10,000 and then as `10000+`; `Link` leads to the next page.',
  area: 'data',
  path: NONE,
  query: refusingNearMisses(Type.Object({ ...FILTER_PARAMETERS, ...ORDER, ...PAGE, ...ADDITIONS })),
  answer: Type.Array(DetailedFood, { description: 'The foods that match, in the order asked for' }),
  task: 'find',
  isEndless: true,
  problems: [],
} satisfies Operation;

export const SUGGEST = {
  operationId: 'suggest',
  summary: 'Complete what someone types',
  description:
    'Foods by any of their names, brands and categories that begin as typed or have such words, the best known first, with typo tolerance from four letters on. For lists that appear while someone types: not delayed, and counted per minute apart from all other requests, four times as many.',
  area: 'data',
  allowance: 'suggestions',
  path: NONE,
  query: refusingNearMisses(
    Type.Object({
      q: Type.String({
        minLength: 1,
        maxLength: MAX_SUGGESTION_QUERY_LENGTH,
        description: 'What has been typed so far',
        examples: ['haz'],
      }),
      limit: withDefault(
        Type.Integer({ minimum: 1, maximum: 20, description: 'Maximum number of suggestions' }),
        8,
      ),
      lang: code('Of equal names, those in this language come first', 'fr'),
    }),
  ),
  answer: Type.Array(Suggestion, { description: 'Suggestions, best first, no two alike in text and kind' }),
  task: 'suggest',
  problems: [],
} satisfies Operation;

const FacetCountSchema = Type.Object({ value: Type.String(), count: Type.Integer({ minimum: 1 }) });
export const FacetCounts = Type.Object(
  Object.fromEntries(FACETS.map((facet) => [facet, Type.Optional(Type.Array(FacetCountSchema))])) as Record<
    Facet,
    TOptional<TArray<typeof FacetCountSchema>>
  >,
  { $id: 'FacetCounts', additionalProperties: false },
);

export const COUNT_FACETS = {
  operationId: 'countFacets',
  summary: 'Count foods by their properties',
  description:
    'How many of the foods that match have each value, for filters beside a list: at most 50 values of each property, highest count first, then by value. Counts are exact; foods whose value is unknown are left out.',
  area: 'data',
  path: NONE,
  query: refusingNearMisses(Type.Object({ ...FACET_NAMES, ...FILTER_PARAMETERS })),
  answer: FacetCounts,
  task: 'facets',
  isEndless: true,
  problems: [],
} satisfies Operation;

export const RECIPE = {
  operationId: 'analyzeRecipe',
  summary: 'Add up a recipe',
  description:
    'Reads ingredient lines in English, German, French, Spanish or Italian, finds the food and the grams of each, and adds up their nutrients. A line without amount or food, such as `salt to taste`, is `unresolved` and in no total. Every ten lines, or part of ten, count as one request, and so does every 800 characters of them.',
  area: 'data',
  path: NONE,
  query: refusingNearMisses(
    Type.Object({
      line: repeated(
        Type.Array(Type.String({ maxLength: MAX_LINE_LENGTH }), {
          minItems: 1,
          maxItems: MAX_LINES,
          description: 'An ingredient with its amount; give the parameter once for each line',
          examples: [['2 cups whole milk', '200g Mehl', 'salt to taste']],
        }),
      ),
      servings: withDefault(
        amount({ from: 1, to: MAX_SERVINGS }, 'How many servings the recipe makes, for `per_serving`'),
        1,
      ),
      lang: code('The language of lines whose words do not tell it', 'fr'),
    }),
  ),
  cost(query) {
    return requestsForText(new URLSearchParams(query).getAll('line'));
  },
  answer: Recipe,
  task: 'recipe',
  problems: [],
} satisfies Operation;

export const MEAL = {
  operationId: 'analyzeMeal',
  summary: 'Read a meal in words',
  description:
    'Reads a sentence of a diary in English, German, French, Spanish or Italian: one item for each food that was named, with its grams, and the sum of their nutrients. Where no amount was said, a usual portion is counted (`assumed`). A word that is no known food is an item without one.',
  area: 'data',
  path: NONE,
  query: refusingNearMisses(
    Type.Object({
      text: Type.String({
        minLength: MIN_MEAL_LENGTH,
        maxLength: MAX_MEAL_LENGTH,
        description: 'What was eaten and drunk',
        examples: ['two eggs and a slice of toast with butter, 200 ml orange juice'],
      }),
      lang: code('The language of a text whose words do not tell it', 'fr'),
    }),
  ),
  answer: Meal,
  task: 'meal',
  problems: [],
} satisfies Operation;

/** Part 2.3. */
export const Health = Type.Object(
  {
    status: Type.String({ description: 'Service status text', examples: ['ok'] }),
    foods_in_db: Type.Integer({
      minimum: 0,
      description: 'Number of foods in the catalogue',
      examples: [8823],
    }),
  },
  { $id: 'Health', additionalProperties: false },
);

export const HEALTH = {
  operationId: 'getHealth',
  summary: 'Check the service',
  description: 'A liveness probe. It needs no key and counts against no limit.',
  area: 'open',
  path: NONE,
  query: NONE,
  answer: Health,
  problems: [],
} satisfies Operation;

/** By their paths, as Elysia writes them, in the order of the OpenAPI document. */
export const OPERATIONS = {
  '/search': SEARCH,
  '/food/:food_id': FOOD,
  '/barcode/:code': BARCODE,
  '/foods/popular': POPULAR,
  '/foods/categories': CATEGORIES,
  '/foods/bulk': BULK,
  '/foods/find': FIND,
  '/foods/facets': COUNT_FACETS,
  '/suggest': SUGGEST,
  '/recipe': RECIPE,
  '/meal': MEAL,
  '/health': HEALTH,
} as const satisfies Readonly<Record<string, Operation>>;
