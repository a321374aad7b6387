import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type Catalog, LONGEST_QUERY, SHORTEST_QUERY } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { SOURCE_FILTERS } from '../food/food.ts';
import { portionOfFood } from '../food/portion.ts';

/** A tool, described for a model: when to use it, what it returns, and what null means. */
interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: TObject;
  /** The answer, or a text that says why there is none. */
  call(input: unknown): Answer | string;
}

export interface Answer {
  [member: string]: unknown;
  credit: string;
}

/** Part of every answer, so that a model that shows the data can give credit. */
const CREDIT =
  'Food data © Open Food Facts contributors (https://openfoodfacts.org), ODbL; generic foods: USDA SR28, public domain.';

const NULL_IS_UNKNOWN = 'All nutrients are per 100 g; null means unknown, never zero.';
/** More than anyone eats at once. */
const HEAVIEST_PORTION_G = 100_000;

const SearchInput = Type.Object(
  {
    query: Type.String({
      minLength: SHORTEST_QUERY,
      maxLength: LONGEST_QUERY,
      description: 'A name, a brand, both in any order, or a barcode. Typos are tolerated.',
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 10,
        description: 'Maximum number of results, 1 to 50',
      }),
    ),
    source: Type.Optional(
      Type.Union(
        SOURCE_FILTERS.map((source) => Type.Literal(source)),
        { description: 'Only foods from this source; leave it out to search all sources' },
      ),
    ),
  },
  { additionalProperties: false },
);
const FoodInput = Type.Object(
  { id: Type.Integer({ minimum: 0, description: 'The id of a food, from an earlier answer' }) },
  { additionalProperties: false },
);
const BarcodeInput = Type.Object(
  {
    code: Type.String({
      minLength: 8,
      maxLength: 40,
      description:
        'The digits under the bars: EAN-13, UPC-A, EAN-8, UPC-E or GTIN-14; spaces and dashes are fine',
    }),
  },
  { additionalProperties: false },
);
const PortionInput = Type.Object(
  {
    id: Type.Integer({ minimum: 0, description: 'The id of a food, from an earlier answer' }),
    grams: Type.Number({
      exclusiveMinimum: 0,
      maximum: HEAVIEST_PORTION_G,
      description: 'The weight of the portion in grams',
    }),
  },
  { additionalProperties: false },
);

export function createTools(catalog: Catalog): readonly Tool[] {
  const found = (food: Food | null, otherwise: string, answer: (food: Food) => Answer) =>
    food === null ? otherwise : answer(food);
  return [
    tool('search_foods', 'Search foods', SearchInput, {
      description: `Finds foods by name, brand or barcode, best match first. Use it to get the id of a food, or its nutrition. Foods with high confidence have complete, plausible label data. ${NULL_IS_UNKNOWN} An empty list means that nothing matches.`,
      call: ({ query, limit = 10, source = null }) => ({
        foods: catalog.search({ q: query, limit, source }),
        credit: CREDIT,
      }),
    }),
    tool('get_food', 'Food by id', FoodInput, {
      description: `Returns one food by its id. ${NULL_IS_UNKNOWN}`,
      call: ({ id }) =>
        found(catalog.findFood(id), `No food has the id ${id}. Use search_foods to find one.`, (food) => ({
          food,
          credit: CREDIT,
        })),
    }),
    tool('lookup_barcode', 'Food by barcode', BarcodeInput, {
      description: `Returns the food with a barcode, as printed on its package. ${NULL_IS_UNKNOWN}`,
      call: ({ code }) =>
        found(
          catalog.findBarcode(code),
          `No food has the barcode ${code}. Try search_foods with its name.`,
          (food) => ({
            food,
            credit: CREDIT,
          }),
        ),
    }),
    tool('calculate_portion', 'Nutrition of a portion', PortionInput, {
      description:
        'Returns the nutrition of a given weight of a food, so that you need not calculate it. The serving_size_g of a food is the weight of one serving. null means unknown, never zero.',
      call: ({ id, grams }) =>
        found(catalog.findFood(id), `No food has the id ${id}. Use search_foods to find one.`, (food) => ({
          id,
          name: food.name,
          brand: food.brand,
          grams,
          nutrition: portionOfFood(food, grams),
          confidence: food.confidence,
          credit: CREDIT,
        })),
    }),
  ];
}

function tool<Input extends TObject>(
  name: string,
  title: string,
  inputSchema: Input,
  { description, call }: { description: string; call: (input: Static<Input>) => Answer | string },
): Tool {
  return {
    name,
    title,
    description,
    inputSchema,
    call(input) {
      const wrong = Value.Errors(inputSchema, input).First();
      if (wrong !== undefined) return `${name}: ${wrong.path.slice(1) || 'input'}: ${wrong.message}`;
      return call(input as Static<Input>);
    },
  };
}
