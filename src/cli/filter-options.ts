import type { Catalog } from '../food/catalog.ts';
import { findCountry } from '../food/countries.ts';
import { ALL_NUTRIENTS, type AnyNutrient, type FoodFilters } from '../food/food-filters.ts';
import { NUTRIENTS } from '../food/nutrients.ts';
import { memberOf } from '../member-of.ts';
import {
  FILTER_ROWS,
  FILTERS,
  type Filter,
  filterChecks,
  readFilters as readSentFilters,
} from '../operations/filters.ts';
import { type Option, type OptionTable, optional, suggestName, text, UsageError } from '../options.ts';
import { flagOf, helpOf } from './parameter-flags.ts';

interface Bound {
  nutrient: AnyNutrient;
  amount: number;
}

interface BoundOptions {
  min: Option<readonly Bound[]>;
  max: Option<readonly Bound[]>;
}
interface FilterValues {
  readonly min: readonly Bound[];
  readonly max: readonly Bound[];
  readonly category: string | null;
  readonly [name: string]: unknown;
}

/** The flags of commands that select foods by their values: those of the table of filters, and bounds of nutrients. */
export const FILTER_OPTIONS = {
  min: bound('at least this much in 100 g, such as protein_g=20; can be given several times'),
  max: bound('at most this much in 100 g, such as calories_kcal=100'),
  ...(Object.fromEntries(FILTER_ROWS.map(([name, row]) => [flagName(name), filterFlag(row)])) as OptionTable),
  category: text('NAME', helpOf(FILTERS.category.parameter)),
} satisfies BoundOptions & OptionTable;

function flagName(name: string): string {
  return name.replaceAll('_', '-');
}

function filterFlag({ parameter, placeholder, field }: Filter): Option<unknown> {
  return field === 'country'
    ? optional('CODE', helpOf(parameter), readCountry)
    : flagOf(parameter, placeholder ?? undefined);
}

export function readFilters(values: FilterValues): FoodFilters {
  const bounds = [
    ...values.min.map(({ nutrient, amount }) => ({ nutrient, min: amount, max: null })),
    ...values.max.map(({ nutrient, amount }) => ({ nutrient, min: null, max: amount })),
  ];
  return readSentFilters(
    Object.fromEntries(FILTER_ROWS.map(([name]) => [name, givenFor(values, name)])),
    bounds,
  );
}

function givenFor(values: FilterValues, name: string): unknown {
  const value = memberOf<unknown>(values, flagName(name));
  return Array.isArray(value) ? value.flat() : value;
}

/** Throws if a filter names an allergen, an additive, a label or a diet that no food of the catalogue can have. */
export function refuseUnknownTags(catalog: Catalog, values: FilterValues): void {
  for (const [name, check] of Object.entries(filterChecks(catalog))) {
    for (const value of givenFor(values, name) as readonly string[]) {
      const wrong = check(value);
      if (wrong !== null) throw new UsageError(`--${flagName(name)} '${value}': ${wrong}`);
    }
  }
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
  const known = value.length === 2 ? findCountry(value) : null;
  if (known !== null) return known;
  throw new UsageError(`takes a two-letter country code such as fr, not '${value}'`);
}
