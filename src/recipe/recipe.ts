import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Food } from '../food/food.ts';
import { mapNutrients, NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import type { Reason } from './reason.ts';

export const MAX_LINES = 50;
/** In code points, like the longest query. */
export const MAX_LINE_LENGTH = 200;

/** Reading as many lines takes about as long as a search. */
const LINES_PER_REQUEST = 10;

/** Ten lines of these many characters altogether take as long to read as a request may. */
const CHARACTERS_PER_REQUEST = 800;

/** How many requests this many lines of a recipe, or items of a meal, count for, in the API and as a page: one for every ten begun. */
export function requestsForLines(lines: number): number {
  return Math.max(1, Math.ceil(lines / LINES_PER_REQUEST));
}

/** The same for lines as they were typed: what is longer counts for more. */
export function requestsForText(lines: readonly string[]): number {
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  return Math.max(requestsForLines(lines.length), Math.ceil(characters / CHARACTERS_PER_REQUEST));
}

/** How the grams of a line were found. */
export const METHODS = ['weight', 'measure', 'volume', 'each', 'none'] as const;
export type Method = (typeof METHODS)[number];

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** What lines of recipes and items of meals have in common. */
export const IngredientMembers = {
  quantity: orNull(Type.Number({ description: 'Its amount; the mean of a range', examples: [2] })),
  unit: orNull(Type.String({ description: 'The unit, in English; null for pieces', examples: ['cup'] })),
  food: orNull(Type.Unsafe<Food>({ ...Food, description: 'The food it was read as' })),
  grams: orNull(Type.Number({ description: 'Its weight', examples: [488] })),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How sure food and grams are, from 0 to 1',
    examples: [0.95],
  }),
  stand_in: Type.Boolean({
    description:
      'Whether the food merely stands in for what was named, being the nearest one: the confidence is then at most 0.5',
    examples: [false],
  }),
  ignored: orNull(
    Type.String({
      description:
        'Words that name another food and are not counted: the confidence is then at most 0.5. Null where nothing is left out',
      examples: [null],
    }),
  ),
};

const Line = Type.Object(
  {
    line: Type.String({ description: 'The line as sent', examples: ['2 cups whole milk'] }),
    ...IngredientMembers,
    method: Type.Union(
      METHODS.map((method) => Type.Literal(method)),
      { $id: 'RecipeMethod', description: 'How the grams were found' },
    ),
  },
  { $id: 'RecipeLine', additionalProperties: false },
);
const Totals = Type.Object(
  mapNutrients(({ label, unit }) => Type.Number({ description: `${label}, in ${unit}` })),
  { additionalProperties: false },
);
export const TotalMembers = {
  total: { ...Totals, description: 'The nutrients of all foods, as far as they are known' },
  incomplete: Type.Array(Type.Unsafe<Nutrient>({ $id: 'Nutrient', type: 'string', enum: NUTRIENTS }), {
    description: 'Nutrients that are unknown for some of the foods, so that their totals are too low',
  }),
};

export const Recipe = Type.Object(
  {
    lines: Type.Array(Line, { description: 'What each line was read as, in the order sent' }),
    total: TotalMembers.total,
    per_serving: { ...Totals, description: 'The same divided by the servings' },
    incomplete: TotalMembers.incomplete,
    unresolved: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'The lines, counted from 0, without food or grams: they are in no total',
    }),
  },
  { $id: 'Recipe', additionalProperties: false },
);
export type RecipeLine = Omit<Static<typeof Line>, 'food' | 'method'> & {
  food: Food | null;
  method: Method;
};
export type Recipe = Omit<Static<typeof Recipe>, 'lines' | 'total' | 'per_serving' | 'incomplete'> & {
  lines: RecipeLine[];
  total: Record<Nutrient, number>;
  per_serving: Record<Nutrient, number>;
  incomplete: Nutrient[];
};

/** A line with what people also see: why it is not resolved, and which other foods it may be. */
export interface ReadIngredient<Found extends string = Method | 'assumed'>
  extends Omit<RecipeLine, 'line' | 'method'> {
  method: Found;
  /** Null for a line that counts. */
  reason: Reason | null;
  foods: Food[];
  /** Its weight as it was read, before anybody corrected it. */
  readGrams: number | null;
}

/** What someone chose for a line or an item in place of what it was read as; null where nothing was chosen. */
export interface Correction {
  food: Food | null;
  grams: number | null;
}

export interface ReadLine extends ReadIngredient<Method> {
  line: string;
}

export interface AnalyzedRecipe {
  recipe: Recipe;
  read: ReadLine[];
}
