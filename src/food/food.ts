import { type Static, Type } from '@sinclair/typebox';
import { FOOD_TABLES, isTableName, TABLE_NAMES, type TableName } from './food-tables.ts';
import { mapNutrients, type NutrientUnit } from './nutrients.ts';

/** A table of generic foods that comes with larder, or one that an operator added. */
export type GenericSource = TableName | 'table';
export type FoodSource = 'off' | 'community' | 'ai_estimate' | GenericSource;

/** Where a food's data comes from. Catalogues store the places in this list, so new tables come last. */
export const FOOD_SOURCES: readonly FoodSource[] = [
  'off',
  'usda',
  'community',
  'ai_estimate',
  'table',
  ...TABLE_NAMES.filter((name) => name !== 'usda'),
];
export const GENERIC_SOURCES = FOOD_SOURCES.filter(isGenericSource);

/** The source that a catalogue stores; one that is not known is somebody's own. */
export function sourceOf(stored: unknown): FoodSource {
  return FOOD_SOURCES.find((source) => source === stored) ?? 'community';
}

/** Generic foods are those of composition tables: what a plain word means, without a barcode; a few of them do have a brand. */
export function isGeneric({ source }: { source: FoodSource }): boolean {
  return isGenericSource(source);
}

export function isGenericSource(source: string): source is GenericSource {
  return source === 'table' || isTableName(source);
}

/** The values the `source` filter of the search accepts (Part 4.1); the other sources cannot be filtered by. */
export const SOURCE_FILTERS = ['off', 'ai_estimate'] as const;
export type SourceFilter = (typeof SOURCE_FILTERS)[number];

/** What each source means, for people and programs that read about it. */
export const SOURCE_MEANINGS: Readonly<Record<FoodSource, string>> = {
  off: 'a packaged product of Open Food Facts',
  ...(Object.fromEntries(
    TABLE_NAMES.map((name) => [name, `a generic food of ${FOOD_TABLES[name].title}`]),
  ) as Record<TableName, string>),
  table: 'a generic food of a table that the operator added',
  community: 'a food that people or the operator added',
  ai_estimate: 'values estimated by an AI, not measured',
};

const unknownable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Number>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const text = (description: string, example: string | null) =>
  unknownable(Type.String({ description, examples: example === null ? [] : [example] }));
const amount = (description: string, example: number | null) =>
  unknownable(Type.Number({ description, examples: example === null ? [] : [example] }));

const UNIT_WORDS: Readonly<Record<NutrientUnit, string>> = {
  kcal: 'kilocalories',
  g: 'grams',
  mg: 'milligrams',
};

/**
 * Part 2.1: exactly these 22 members, in this order. Nutrients are per 100 g; null is unknown, never zero.
 * The same names serve as columns of the catalogue and as members of the answer.
 */
export const Food = Type.Object(
  {
    id: Type.Integer({ format: 'int64', description: 'Stable food identifier, used for direct lookup' }),
    name: Type.String({ description: 'Product name' }),
    brand: text('Brand; null when unknown or when there is none', 'Ferrero'),
    barcode: text(
      'Digits as printed: 8 for an EAN-8, 12 for a UPC-A, 13 for an EAN-13, 14 for a case; null for a food without one',
      '3017620422003',
    ),
    category: text('Category name; null when unknown', 'Spreads'),
    serving_size_g: amount('Weight of one serving, in grams; null when unknown', 15),
    serving_desc: text('One serving as the label words it; null when unknown', '1 tbsp (15 g)'),
    ...mapNutrients(({ label, unit, example }) =>
      amount(`${label} per 100 g, in ${UNIT_WORDS[unit]}; null when unknown`, example),
    ),
    image_url: text(
      'Address of the product image, or a path from the root for a picture of this server; null when there is none',
      '/pictures/1/banana-400.png',
    ),
    image_thumb_url: text('Address of a small image, in the same form', '/pictures/1/banana-200.png'),
    source: Type.Union(
      FOOD_SOURCES.map((source) => Type.Literal(source)),
      { $id: 'Source', description: 'Where the data comes from; `ai_estimate` is a labelled AI estimate' },
    ),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How far the values can be trusted, from 0 to 1',
    }),
    static_url: text('Path of the human-readable page for the food', '/food/3017620422003/nutella.html'),
  },
  { $id: 'Food', additionalProperties: false },
);
export type Food = Omit<Static<typeof Food>, 'source'> & { source: FoodSource };

/** Every name of a Food, in wire order. */
export const FOOD_FIELDS = Object.keys(Food.properties) as (keyof Food)[];

/** Part 2.2. */
export const CategoryCount = Type.Object(
  {
    category: Type.String({ description: 'Category name' }),
    count: Type.Integer({ minimum: 0, description: 'Number of foods in the category' }),
  },
  { $id: 'CategoryCount', additionalProperties: false },
);
export type CategoryCount = Static<typeof CategoryCount>;
