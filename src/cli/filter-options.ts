import type { Catalog } from '../food/catalog.ts';
import { findCountry } from '../food/countries.ts';
import { FOOD_SOURCES } from '../food/food.ts';
import { ALL_NUTRIENTS, type AnyNutrient, type FoodFilters } from '../food/food-filters.ts';
import { NUTRISCORES } from '../food/food-record.ts';
import { NUTRIENTS } from '../food/nutrients.ts';
import { filterChecks, readFilters as readSentFilters } from '../food/sent-filters.ts';
import { DIETS, NOVA_GROUPS } from '../food/tag-filters.ts';
import {
  flag,
  listChoices,
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
  nutrient: AnyNutrient;
  amount: number;
}

/** The flags of commands that select foods by their values. */
export const FILTER_OPTIONS = {
  min: bound('at least this much in 100 g, such as protein_g=20; can be given several times'),
  max: bound('at most this much in 100 g, such as calories_kcal=100'),
  category: text('NAME', 'only foods in this category'),
  brand: text('NAME', 'only foods of this brand'),
  country: optional('CODE', 'only foods sold in this country', readCountry),
  'allergen-free': texts(
    'NAME',
    'only foods known to be without this allergen and its traces; can be given several times',
  ),
  'additive-free': texts('NAME', 'only foods known to be without this additive, such as e330'),
  diet: texts('DIET', `only foods that their source says are ${DIETS.join(', ')}`),
  label: texts('NAME', 'only foods with this label, such as organic'),
  nutriscore: listOf('GRADE', NUTRISCORES, 'only these grades of Nutri-Score, such as a,b'),
  nova: listOf('GROUP', NOVA_GROUPS, 'only these groups of NOVA, such as 1,2'),
  environment: listOf('GRADE', NUTRISCORES, 'only these grades of the environmental score'),
  source: optional('SOURCE', `only foods from this source: ${FOOD_SOURCES.join(', ')}`, (value) =>
    choose(value, FOOD_SOURCES),
  ),
  'min-confidence': optional('N', 'only foods with at least this confidence, 0 to 1', readConfidence),
  'has-image': flag('only foods with a picture'),
} as const satisfies OptionTable;
type FilterValues = Values<typeof FILTER_OPTIONS>;

export function readFilters(values: FilterValues): FoodFilters {
  const { brand, category, country, source } = values;
  const bounds = [
    ...values.min.map(({ nutrient, amount }) => ({ nutrient, min: amount, max: null })),
    ...values.max.map(({ nutrient, amount }) => ({ nutrient, min: null, max: amount })),
  ];
  const sent = {
    ...{ brand, category, country, source },
    allergen_free: listed(values['allergen-free']),
    additive_free: listed(values['additive-free']),
    diet: listed(values.diet),
    label: listed(values.label),
    nutriscore: values.nutriscore.flat(),
    nova: values.nova.flat(),
    environment: values.environment.flat(),
    min_confidence: values['min-confidence'],
    has_image: values['has-image'],
  };
  return readSentFilters(sent, bounds);
}

/** Throws if a filter names an allergen, an additive, a label or a diet that no food of the catalogue can have. */
export function refuseUnknownTags(catalog: Catalog, values: FilterValues): void {
  const checks = filterChecks(catalog);
  const named = [
    ['allergen-free', checks.allergen_free],
    ['additive-free', checks.additive_free],
    ['label', checks.label],
    ['diet', checks.diet],
  ] as const;
  for (const [name, check] of named) {
    for (const value of listed(values[name])) {
      const wrong = check(value);
      if (wrong !== null) throw new UsageError(`--${name} '${value}': ${wrong}`);
    }
  }
}

export function cannotFilter(name: string): PlainError {
  const what = 'was built by an earlier version and cannot be filtered';
  return new PlainError(name, what, 'rebuild it with `larder build`');
}

/** They may also be separated by commas, as in the API. */
function listed(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(','));
}

/** Some of a few values, separated by commas or given one by one. */
function listOf<Value extends string>(
  placeholder: string,
  values: readonly Value[],
  help: string,
): Option<readonly (readonly Value[])[]> {
  const read = (text: string) => text.split(',').map((value) => choose(value.toLowerCase(), values));
  return { placeholder, help, initial: [], repeated: true, read };
}

function choose<Value extends string>(text: string, values: readonly Value[]): Value {
  const chosen = values.find((value) => value === text);
  if (chosen !== undefined) return chosen;
  throw new UsageError(`takes ${listChoices(values)}, not '${text}'${suggestName(text, values)}`);
}

function readConfidence(text: string): number {
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) return Number(text);
  throw new UsageError(`takes a number from 0 to 1, not '${text}'`);
}

function bound(help: string): Option<readonly Bound[]> {
  return { placeholder: 'NUTRIENT=N', help, initial: [], repeated: true, read: readBound };
}

function readBound(value: string): Bound {
  const [name, number = ''] = value.split('=');
  const nutrient = ALL_NUTRIENTS.find((known) => known === name);
  if (nutrient === undefined)
    throw new UsageError(
      `takes NUTRIENT=N with one of ${NUTRIENTS.join(', ')} or a further one such as vitamin_c_mg, not '${value}'${suggestName(name!, ALL_NUTRIENTS)}`,
    );
  if (!/^\d+(?:\.\d+)?$/.test(number)) throw new UsageError(`takes NUTRIENT=N with a number, not '${value}'`);
  return { nutrient, amount: Number(number) };
}

function readCountry(value: string): string {
  const code = value.length === 2 ? findCountry(value) : null;
  if (code !== null) return code;
  throw new UsageError(`takes a two-letter country code such as fr, not '${value}'`);
}
