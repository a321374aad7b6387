import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import { SOURCE_FILTERS, SOURCE_MEANINGS } from '../food/food.ts';
import { MAX_PORTION_G, MAX_SERVINGS } from '../food/portion.ts';
import { memberOf } from '../member-of.ts';
import { IN_A_LIST } from '../operations/filters.ts';
import { MAX_MEAL_LENGTH, MIN_MEAL_LENGTH } from '../recipe/meal.ts';
import { MAX_LINE_LENGTH, MAX_LINES } from '../recipe/recipe.ts';
import { DETAILS, type Detail } from './views.ts';

/** What the tools take. */

export const DEFAULT_FOODS = 10;
const MAX_FOODS = 50;
export const DEFAULT_CATEGORIES = 50;
const MAX_CATEGORIES = 500;

const DETAIL_MEANINGS: Readonly<Record<Detail, string>> = {
  compact: 'the main nutrients',
  full: 'everything: vitamins and minerals, ingredients, allergens, labels, household measures, barcode',
};

/**
 * The input of a tool for a parameter of the API. Models send lists as JSON, numbers as numbers, and correct a call by the
 * values that they may choose from.
 */
export function inputOf(parameter: TSchema): TSchema {
  const { description = '', examples: _, default: __, ...rest } = parameter;
  const words = description.replace(IN_A_LIST, '').replaceAll('`', '');
  if (parameter.type === 'array') {
    const values: readonly string[] | undefined = parameter.items.enum;
    const most = values === undefined ? { maxItems: parameter.maxItems } : { maxItems: values.length };
    const items = values === undefined ? Type.String() : literals(values);
    return Type.Optional(Type.Array(items, { ...most, description: words }));
  }
  if (parameter.enum === undefined) return { ...rest, description: words } as TSchema;
  return Type.Optional(
    Type.Union(literals(parameter.enum).anyOf, { description: meaningsOf(words, parameter.enum) }),
  );
}

function literals(values: readonly string[]) {
  const areNumbers = values.every((value) => /^\d+$/.test(value));
  return Type.Union(values.map((value) => Type.Literal(areNumbers ? Number(value) : value)));
}

/** Sources are the only words that do not speak for themselves. */
function meaningsOf(words: string, values: readonly string[]): string {
  const explained = values.map(
    (value) => `${value} = ${memberOf(SOURCE_MEANINGS as Readonly<Record<string, string>>, value)}`,
  );
  return `${words}: ${explained.join('; ')}`;
}

export function oneOf<const Words extends readonly string[]>(
  words: Words,
  meanings: Readonly<Record<Words[number], string>>,
  description: string,
) {
  const explained = words.map((word: Words[number]) => `${word} = ${meanings[word]}`);
  return Type.Union(
    words.map((word: Words[number]) => Type.Literal(word)),
    { description: `${description}: ${explained.join('; ')}` },
  );
}

export const input = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
export const upTo = (most: number, initial: number) =>
  Type.Integer({
    minimum: 1,
    maximum: most,
    default: initial,
  });

export const detail = Type.Optional(oneOf(DETAILS, DETAIL_MEANINGS, 'How much of each food to return'));
/** Models send ids either way, and JavaScript clients send long ones as text. */
const Id = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,16}$' })], {
  description: 'The id of a food, from an earlier answer, as a number or as text',
});
export type Id = Static<typeof Id>;

/** Two letters, in either case. */
export const language = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description }));
export const namesIn = language('Name foods in this language, such as de');

export const SearchInput = input({
  query: Type.String({
    minLength: MIN_QUERY_LENGTH,
    maxLength: MAX_QUERY_LENGTH,
    description: 'A name in any language, a brand, both in any order, or a barcode. Typos are tolerated.',
  }),
  limit: Type.Optional(upTo(MAX_FOODS, DEFAULT_FOODS)),
  source: Type.Optional(
    oneOf(SOURCE_FILTERS, SOURCE_MEANINGS, 'Only foods from this source; leave it out to search all sources'),
  ),
  lang: namesIn,
  detail,
});
export const FoodInput = input({ id: Id, detail });
const Barcode = Type.Union(
  [Type.Integer({ minimum: 1, maximum: 99_999_999_999_999 }), Type.String({ minLength: 1, maxLength: 40 })],
  {
    description: 'The digits under the bars: EAN-13, UPC-A, EAN-8, UPC-E or GTIN-14',
  },
);
export const BarcodeInput = input({ code: Barcode, detail });
export const PortionInput = input({
  id: Id,
  grams: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_PORTION_G,
      description: 'The weight of the portion in grams',
    }),
  ),
  servings: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_SERVINGS,
      description: 'Instead of grams: how many servings of serving_size_g, such as 0.5',
    }),
  ),
});
/** As many as `/foods/bulk` takes. */
const MAX_AT_ONCE = 100;
const atOnce = <Item extends TSchema>(item: Item, description: string) =>
  Type.Optional(Type.Array(item, { minItems: 1, maxItems: MAX_AT_ONCE, description }));
export const FoodsInput = input({
  ids: atOnce(Id, 'The ids of foods, from earlier answers'),
  barcodes: atOnce(Barcode, 'Instead of ids: barcodes as printed on packages'),
  detail,
});
export const CategoriesInput = input({ limit: Type.Optional(upTo(MAX_CATEGORIES, DEFAULT_CATEGORIES)) });
export const PopularInput = input({
  category: Type.Optional(Type.String({ description: 'The name of a category, from list_categories' })),
  limit: Type.Optional(upTo(MAX_FOODS, DEFAULT_FOODS)),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Number of foods to skip' })),
  detail,
});

export const RecipeInput = input({
  lines: Type.Array(Type.String({ maxLength: MAX_LINE_LENGTH }), {
    minItems: 1,
    maxItems: MAX_LINES,
    description:
      'One ingredient each, with its amount, as in "2 cups whole milk" or "200g Mehl": English, German, French, Spanish or Italian',
  }),
  servings: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: MAX_SERVINGS,
      default: 1,
      description: 'How many servings the recipe makes',
    }),
  ),
  lang: language('The language of lines whose words do not tell it, by its code, such as de'),
});

export const MealInput = input({
  text: Type.String({
    minLength: MIN_MEAL_LENGTH,
    maxLength: MAX_MEAL_LENGTH,
    description:
      'A sentence of a diary, as in "two eggs and a slice of toast with butter": English, German, French, Spanish or Italian',
  }),
  lang: language('The language of a text whose words do not tell it, such as de'),
});
