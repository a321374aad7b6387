import { type Static, Type } from '@sinclair/typebox';
import { mapNutrients, type NutrientUnit } from './nutrients.ts';

/** Where a food's data comes from. `usda` labels the generic foods of USDA SR28. */
export const FOOD_SOURCES = ['off', 'usda', 'community', 'ai_estimate'] as const;
export type FoodSource = (typeof FOOD_SOURCES)[number];

/** The values the `source` filter of the search accepts (Part 4.1); the other sources cannot be asked for. */
export const SOURCE_FILTERS = ['off', 'ai_estimate'] as const;
export type SourceFilter = (typeof SOURCE_FILTERS)[number];

const unknownable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Number>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const text = (description: string, example: string | null) =>
  unknownable(Type.String({ description, examples: example === null ? [] : [example] }));
const amount = (description: string, example: number | null) =>
  unknownable(Type.Number({ description, examples: example === null ? [] : [example] }));

const UNIT_WORDS: Readonly<Record<NutrientUnit, string>> = { kcal: 'kcal', g: 'grams', mg: 'milligrams' };

/**
 * Part 2.1: exactly these 22 members, in this order. Nutrients are per 100 g; null is unknown, never zero.
 * The same names serve as columns of the catalogue and as members of the answer.
 */
export const Food = Type.Object(
  {
    id: Type.Integer({ description: 'Stable food identifier, used for direct lookup' }),
    name: Type.String({ description: 'Product name' }),
    brand: text('Brand, when known', 'Ferrero'),
    barcode: text('EAN-13 or UPC-A barcode', '3017620422003'),
    category: text('Category name', 'Spreads'),
    serving_size_g: amount('One serving in grams', 15),
    serving_desc: text('Label wording of the serving', '1 tbsp (15 g)'),
    ...mapNutrients(({ label, unit, example }) => amount(`${label}, ${UNIT_WORDS[unit]}`, example)),
    image_url: text('Product image address', null),
    image_thumb_url: text('Thumbnail image address', null),
    source: Type.Union(
      FOOD_SOURCES.map((source) => Type.Literal(source)),
      { description: 'Data source; `ai_estimate` is a labelled AI estimate' },
    ),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Data confidence score, range 0 to 1' }),
    static_url: text('Path of the human-readable page for the food', '/food/3017620422003/nutella.html'),
  },
  { $id: 'Food', additionalProperties: false },
);
export type Food = Omit<Static<typeof Food>, 'source'> & { source: FoodSource };

/** Every name of a Food, in wire order. */
export const FOOD_FIELDS = Object.keys(Food.properties) as (keyof Food)[];

/** Part 2.2. */
export const CategoryCount = Type.Object(
  { category: Type.String(), count: Type.Integer({ minimum: 0 }) },
  { $id: 'CategoryCount', additionalProperties: false },
);
export type CategoryCount = Static<typeof CategoryCount>;
