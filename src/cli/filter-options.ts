import { readAllergen, unknownAllergen } from '../food/allergens.ts';
import type { Catalog } from '../food/catalog.ts';
import { findCountry } from '../food/countries.ts';
import { type FoodFilters, NO_FILTERS } from '../food/food-filters.ts';
import { NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import {
  type Option,
  type OptionTable,
  optional,
  suggestName,
  text,
  texts,
  UsageError,
  type Values,
} from '../options.ts';
import { PlainError } from '../plain-error.ts';

interface Bound {
  nutrient: Nutrient;
  amount: number;
}

/** The flags of commands that select foods by their values. */
export const FILTER_OPTIONS = {
  min: bound('at least this much in 100 g, such as protein_g=20; can be given several times'),
  max: bound('at most this much in 100 g, such as calories_kcal=100'),
  category: text('NAME', 'only foods in this category'),
  brand: text('NAME', 'only foods of this brand'),
  country: country('only foods sold in this country'),
  'allergen-free': texts(
    'NAME',
    'only foods known to be without this allergen and its traces; can be given several times',
  ),
} as const satisfies OptionTable;
type FilterValues = Values<typeof FILTER_OPTIONS>;

export function readFilters(values: FilterValues): FoodFilters {
  const { brand, category, country } = values;
  return {
    ...NO_FILTERS,
    bounds: [
      ...values.min.map(({ nutrient, amount }) => ({ nutrient, min: amount, max: null })),
      ...values.max.map(({ nutrient, amount }) => ({ nutrient, min: null, max: amount })),
    ],
    brand,
    category,
    country,
    allergenFree: listAllergens(values).flatMap(readAllergen),
  };
}

/** Throws if a filter names an allergen that no food of the catalogue has. */
export function refuseUnknownAllergens(catalog: Catalog, values: FilterValues): void {
  for (const name of listAllergens(values)) {
    const wrong = unknownAllergen(name, (tag) => catalog.hasAllergenTag(tag));
    if (wrong !== null) throw new UsageError(`--allergen-free '${name}': ${wrong}`);
  }
}

export function cannotFilter(name: string): PlainError {
  const what = 'was built by an earlier version and cannot be filtered';
  return new PlainError(name, what, 'rebuild it with `larder build`');
}

/** They may also be separated by commas, as in the API. */
function listAllergens({ 'allergen-free': lists }: FilterValues): string[] {
  return lists.flatMap((list) => list.split(','));
}

function bound(help: string): Option<readonly Bound[]> {
  return { placeholder: 'NUTRIENT=N', help, initial: [], repeated: true, read: readBound };
}

function readBound(value: string): Bound {
  const [name, number = ''] = value.split('=');
  const nutrient = NUTRIENTS.find((known) => known === name);
  if (nutrient === undefined)
    throw new UsageError(
      `takes NUTRIENT=N with one of ${NUTRIENTS.join(', ')}, not '${value}'${suggestName(name!, NUTRIENTS)}`,
    );
  if (!/^\d+(?:\.\d+)?$/.test(number)) throw new UsageError(`takes NUTRIENT=N with a number, not '${value}'`);
  return { nutrient, amount: Number(number) };
}

function country(help: string): Option<string | null> {
  return optional('CODE', help, (value) => {
    const code = value.length === 2 ? findCountry(value) : null;
    if (code !== null) return code;
    throw new UsageError(`takes a two-letter country code such as fr, not '${value}'`);
  });
}
