import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Area } from '../admission/admission.ts';
import { LONGEST_QUERY, SHORTEST_QUERY } from '../food/catalog.ts';
import { CategoryCount, Food, SOURCE_FILTERS } from '../food/food.ts';
import { oneOf, withDefault } from './validation.ts';

/**
 * What each endpoint of the interface takes and gives, stated once: params.ts reads requests by it, openapi.ts
 * describes it, and the typed client takes its types from it.
 */
export interface Endpoint<
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
  /** What is sent along, as JSON. */
  body?: TObject;
  /** Of an answer that went well; 200 when left out. */
  status?: 200 | 201 | 204;
  /** Null when there is nothing to tell. */
  answer: Answer;
  /** The problems besides those that every endpoint of its area shares. */
  problems: readonly { status: 403 | 404 | 409; detail: string }[];
}

const NONE = Type.Object({});

export const SEARCH = {
  operationId: 'searchFoods',
  summary: 'Search foods',
  description:
    'Full-text search that forgives typos, best match first. Relevance is combined with confidence, and foods with an image come first among equals. No match is an empty list, never 404.',
  area: 'data',
  path: NONE,
  query: Type.Object({
    q: Type.String({
      minLength: SHORTEST_QUERY,
      maxLength: LONGEST_QUERY,
      description: 'What to look for: names, brands, categories, or a barcode',
      examples: ['hazelnut spread'],
    }),
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 50, description: 'At most so many foods' }), 10),
    source: Type.Optional(oneOf(SOURCE_FILTERS, 'Only foods of this source')),
  }),
  answer: Type.Array(Food, { description: 'The foods that match, highest rank first' }),
  problems: [],
} satisfies Endpoint;

export const FOOD = {
  operationId: 'getFood',
  summary: 'Read one food',
  description: 'The food with this id. Ids are stable: the same food keeps its id in every catalogue.',
  area: 'data',
  path: Type.Object({
    food_id: Type.Integer({ description: 'Stable food identifier', examples: [3017620422003] }),
  }),
  query: NONE,
  answer: Food,
  problems: [{ status: 404, detail: 'Food not found' }],
} satisfies Endpoint;

export const BARCODE = {
  operationId: 'getFoodByBarcode',
  summary: 'Look a barcode up',
  description:
    'The food with this barcode: EAN-13, UPC-A, EAN-8, UPC-E or GTIN-14, with or without spaces and dashes. A text that is no barcode is 404 like any unknown code.',
  area: 'data',
  path: Type.Object({
    code: Type.String({ description: 'The barcode as printed', examples: ['3017620422003'] }),
  }),
  query: NONE,
  answer: Food,
  problems: [{ status: 404, detail: 'Barcode not found' }],
} satisfies Endpoint;

export const POPULAR = {
  operationId: 'listPopularFoods',
  summary: 'List common foods',
  description: 'Common foods, most popular first, page by page. Paging never repeats or skips a food.',
  area: 'data',
  path: NONE,
  query: Type.Object({
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 500, description: 'At most so many foods' }), 100),
    offset: withDefault(Type.Integer({ minimum: 0, description: 'How many foods to skip' }), 0),
    category: Type.Optional(
      Type.String({ description: 'Only foods of this category, by its name', examples: ['Spreads'] }),
    ),
    has_image: withDefault(Type.Boolean({ description: 'Only foods with a product image' }), true),
  }),
  answer: Type.Array(Food, { description: 'Foods, most popular first' }),
  problems: [],
} satisfies Endpoint;

export const CATEGORIES = {
  operationId: 'listCategories',
  summary: 'List categories',
  description: 'Every category with the number of its foods, most foods first.',
  area: 'data',
  path: NONE,
  query: NONE,
  answer: Type.Array(CategoryCount, { description: 'Categories, most foods first' }),
  problems: [],
} satisfies Endpoint;

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
  summary: 'Check that the service lives',
  description: 'Answers as long as the service does. Needs no key and counts against no limit.',
  area: 'open',
  path: NONE,
  query: NONE,
  answer: Health,
  problems: [],
} satisfies Endpoint;
