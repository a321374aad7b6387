import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { memberOf } from '../member-of.ts';
import { type CountrySet, countryTags } from './countries.ts';
import { type Food, isGeneric } from './food.ts';
import { type FoodName, namesByLanguage, saidName, writtenName } from './food-names.ts';
import { EMPTY_RECORD, type FoodRecord, NUTRISCORES } from './food-record.ts';
import { readHouseholdMeasures } from './household-measures.ts';

/** A full record as the API returns it: every member is always there. */

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const text = (description: string, example: string) =>
  orNull(Type.String({ description, examples: [example] }));
const tags = (description: string, example: string[]) =>
  orNull(
    Type.Array(Type.String(), { description: `${description}; null when unknown`, examples: [example] }),
  );

export const FullRecord = Type.Object(
  {
    nutrients: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'Further nutrients per 100 g, by name and unit; only those that are known',
      examples: [{ salt_g: 0.107, vitamin_c_mg: 4.2, calcium_mg: 108 }],
    }),
    ingredients_text: text('Ingredients as printed', 'Sugar, palm oil, hazelnuts 13 %'),
    allergens: tags('Allergens', ['en:milk', 'en:nuts']),
    traces: tags('Allergens it may contain traces of', ['en:gluten']),
    additives: tags('Additives', ['en:e322']),
    labels: tags('Labels', ['en:gluten-free']),
    categories: tags('Categories, from general to specific', ['en:spreads', 'en:hazelnut-spreads']),
    countries: tags('Countries where it is sold', ['en:france']),
    analysis: tags('Whether it is vegan, vegetarian or free of palm oil', ['en:vegetarian']),
    nutriscore: orNull(
      Type.Union(
        NUTRISCORES.map((grade) => Type.Literal(grade)),
        { $id: 'NutriScore', description: 'Nutri-Score' },
      ),
    ),
    nova: orNull(Type.Integer({ minimum: 1, maximum: 4, description: 'NOVA group', examples: [4] })),
    quantity: text('What is in the package, as printed', '400 g'),
    product_quantity: orNull(Type.Number({ description: 'The same as a number', examples: [400] })),
    product_quantity_unit: text('The unit of `product_quantity`', 'g'),
    serving_unit: text('The unit of the serving on the label', 'g'),
    basis: orNull(
      Type.Union([Type.Literal('g'), Type.Literal('ml')], {
        $id: 'Basis',
        description: 'Whether the nutrients are per 100 g or per 100 ml',
      }),
    ),
    generic_name: text('What kind of food it is, as printed', 'Hazelnut spread with cocoa'),
    language: text('The language of the label', 'fr'),
    names: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Its other names by language, an everyday one where there are several',
      examples: [{ fr: 'Pâte à tartiner', en: 'Hazelnut spread' }],
    }),
    modified: orNull(
      Type.String({ format: 'date', description: 'When the record last changed', examples: ['2026-03-14'] }),
    ),
    measures: orNull(
      Type.Array(Type.Object({ text: Type.String(), grams: Type.Number() }), {
        description: 'Household measures',
        examples: [[{ text: '1 cup', grams: 244 }]],
      }),
    ),
    environment: orNull(
      Type.Union(
        NUTRISCORES.map((grade) => Type.Literal(grade)),
        { $id: 'EnvironmentGrade', description: 'The grade of the environmental score of its source' },
      ),
    ),
  },
  { $id: 'FullRecord', additionalProperties: false },
);
type Wire = Static<typeof FullRecord>;
type Grades = Pick<FoodRecord, 'nutriscore' | 'environment' | 'basis'>;
export type FullRecord = Omit<Wire, keyof Grades> & Grades;

/** What a catalogue knows about a food beyond its fields. */
export interface StoredRecord {
  /** Null where its sources say nothing more. */
  record: FoodRecord | null;
  countries: CountrySet | null;
  language: string | null;
  /** Its names other than its own. */
  names: readonly FoodName[];
  /** In seconds since 1970. */
  modified_t: number | null;
}

export const NOTHING_STORED: StoredRecord = {
  record: null,
  countries: null,
  language: null,
  names: [],
  modified_t: null,
};

/** The language of USDA SR28, whose records do not tell it. */
const GENERIC_LANGUAGE = 'en';

/** The language of a food's own name; null where it is unknown. */
export function ownLanguage(food: Food, stored: StoredRecord | null): string | null {
  return stored?.language ?? (isGeneric(food) ? GENERIC_LANGUAGE : null);
}

/** What a food is called in a language: as people say, else as its source writes it; null for nothing but its own name. */
export function nameIn(food: Food, stored: StoredRecord | null, language: string): string | null {
  const { names, record } = stored ?? NOTHING_STORED;
  const said = saidName(names, language) ?? memberOf(record?.names, language);
  if (said !== undefined) return said;
  return ownLanguage(food, stored) === language ? null : writtenName(names, language);
}

export function fullRecordOf(
  food: Food,
  { record, countries, language, names, modified_t }: StoredRecord,
): FullRecord {
  const known = record ?? EMPTY_RECORD;
  const listed = (list: readonly string[] | null) => (list === null ? null : [...list]);
  return {
    nutrients: nutrientsOf(food, known.nutrients),
    ingredients_text: known.ingredients_text,
    allergens: listed(known.allergens),
    traces: listed(known.traces),
    additives: listed(known.additives),
    labels: listed(known.labels),
    categories: listed(known.categories),
    countries: countries === null ? null : countryTags(countries),
    analysis: knownStatuses(known.analysis),
    nutriscore: known.nutriscore,
    nova: known.nova,
    quantity: known.quantity,
    product_quantity: known.product_quantity,
    product_quantity_unit: known.product_quantity_unit,
    serving_unit: known.serving_unit,
    basis: known.basis,
    generic_name: known.generic_name,
    language,
    names: { ...known.names, ...namesByLanguage(names) },
    modified: modified_t === null ? null : new Date(modified_t * 1000).toISOString().slice(0, 10),
    measures: measuresOf(known.measures),
    environment: known.environment,
  };
}

function measuresOf(stored: string | null): FullRecord['measures'] {
  const known = readHouseholdMeasures(stored).filter((measure) => measure !== null);
  return known.length === 0
    ? null
    : known.map(({ amount, unit, grams }) => ({ text: `${amount} ${unit}`, grams }));
}

/** `en:vegan-status-unknown` says nothing. */
const UNKNOWN_STATUS = /-unknown$/;

/** Null where they are all unknown. */
function knownStatuses(analysis: FoodRecord['analysis']): string[] | null {
  const known = analysis?.filter((tag) => !UNKNOWN_STATUS.test(tag)) ?? [];
  return known.length === 0 ? null : known;
}

/** Without an energy that the kcal were dropped for. */
function nutrientsOf({ calories_kcal }: Food, nutrients: FoodRecord['nutrients']): FoodRecord['nutrients'] {
  if (calories_kcal !== null) return nutrients;
  const { energy_kj, ...others } = nutrients;
  return others;
}
