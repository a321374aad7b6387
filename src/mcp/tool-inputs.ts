import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { SOURCE_MEANINGS } from '../food/food.ts';
import { FURTHER_NUTRIENTS } from '../food/further-nutrients.ts';
import { NUTRIENTS } from '../food/nutrients.ts';
import { memberOf } from '../member-of.ts';
import { ADDITIONS } from '../operations/additions.ts';
import {
  FILTER_PARAMETERS,
  FILTER_ROWS,
  type FILTERS,
  type FilterName,
  IN_A_LIST,
  ORDER,
  PAGE,
} from '../operations/filters.ts';
import { oneOf, withDefault } from '../operations/parameter.ts';
import { DETAILS, type Detail } from './views.ts';

/** What the tools take: the parameters of operations, as models write them. */

const MEANINGS: Readonly<Record<string, string>> = {
  ...SOURCE_MEANINGS,
  ...({
    compact: 'the main nutrients',
    full: 'everything: vitamins and minerals, ingredients, allergens, labels, household measures, barcode',
  } satisfies Record<Detail, string>),
};

/**
 * The input of a tool for a parameter of the API. Models send lists as JSON, numbers as numbers, and correct a call by the
 * values that they may choose from.
 */
export function inputOf<Parameter extends TSchema>(
  parameter: Parameter,
  words: string = parameter.description ?? '',
): Parameter {
  const { examples: _, ...rest } = parameter;
  const description = words.replace(IN_A_LIST, '').replaceAll('`', '');
  if (parameter.enum !== undefined) return optional(literals(parameter.enum, description), parameter);
  const values: readonly string[] | undefined = parameter.items?.enum;
  return values === undefined
    ? ({ ...rest, description } as unknown as Parameter)
    : optional(Type.Array(literals(values, ''), { maxItems: values.length, description }), parameter);
}

function optional<Parameter extends TSchema>(schema: TSchema, parameter: Parameter): Parameter {
  const initial = parameter.default === undefined ? {} : { default: parameter.default };
  return Type.Optional({ ...schema, ...initial }) as unknown as Parameter;
}

/** With what they mean, where they do not speak for themselves. */
function literals(values: readonly string[], description: string) {
  const areNumbers = values.every((value) => /^\d+$/.test(value));
  const explained = values.flatMap((value) => memberOf(MEANINGS, value) ?? []);
  const meanings = values.map((value, at) => `${value} = ${explained[at]}`);
  return Type.Union(
    values.map((value) => Type.Literal(areNumbers ? Number(value) : value)),
    { description: explained.length === 0 ? description : `${description}: ${meanings.join('; ')}` },
  );
}

export const upTo = (most: number, initial: number) =>
  withDefault(Type.Integer({ minimum: 1, maximum: most }), initial);

/** A model pays for every food of an answer. */
export const FOODS = upTo(50, 10);
export const LANG = inputOf(ADDITIONS.lang, 'Name foods in this language, such as de');
export const DETAIL = inputOf(withDefault(oneOf(DETAILS, 'How much of each food to return'), 'compact'));
/** Models send ids either way, and JavaScript clients send long ones as text. */
export const ID = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,16}$' })], {
  description: 'The id of a food, from an earlier answer, as a number or as text',
});
export const BARCODE = Type.Union(
  [Type.Integer({ minimum: 1, maximum: 99_999_999_999_999 }), Type.String({ minLength: 1, maxLength: 40 })],
  { description: 'The digits under the bars: EAN-13, UPC-A, EAN-8, UPC-E or GTIN-14' },
);

const boundNames = (nutrients: readonly string[]) =>
  ['min', 'max'].flatMap((side) => nutrients.map((nutrient) => `${side}_${nutrient}`));
export const FURTHER_BOUNDS = boundNames(FURTHER_NUTRIENTS);
const bound = Type.Number({ minimum: 0 });

/** Flat, since models fill in flat objects best. The names of bounds say what they are. */
export const FIND_INPUT = {
  query: inputOf(FILTER_PARAMETERS.q),
  ...(Object.fromEntries(boundNames(NUTRIENTS).map((name) => [name, Type.Optional(bound)])) as TProperties),
  ...(Object.fromEntries(FILTER_ROWS.map(([name, { parameter }]) => [name, inputOf(parameter)])) as {
    [Name in FilterName]: (typeof FILTERS)[Name]['parameter'];
  }),
  further: Type.Optional(
    Type.Record(Type.String(), bound, {
      description:
        'Bounds of further nutrients in 100 g, by min_ or max_, name and unit, such as { "min_vitamin_c_mg": 30 }; a name that does not exist is refused',
    }),
  ),
  sort: inputOf(ORDER.sort, 'With - for descending, such as -protein_g; relevance needs a query'),
  limit: FOODS,
  offset: inputOf(PAGE.offset),
  lang: LANG,
  detail: DETAIL,
};
