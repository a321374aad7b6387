import { type TProperties, Type } from '@sinclair/typebox';
import type { Catalog } from '../food/catalog.ts';
import { type FindRequest, readOrder } from '../food/food-filters.ts';
import { FURTHER_NUTRIENTS } from '../food/further-nutrients.ts';
import { NUTRIENTS } from '../food/nutrients.ts';
import { memberOf } from '../member-of.ts';
import { nearestName } from '../nearest-name.ts';
import {
  boundsIn,
  FILTER_PARAMETERS,
  FILTER_ROWS,
  filterChecks,
  MAX_OFFSET,
  ORDERS,
  readFilters,
  type SentFilters,
} from '../operations/filters.ts';
import { DEFAULT_FOODS, detail, input, inputOf, namesIn, upTo } from './tool-schemas.ts';

/** The input of the tool that finds foods by their values: flat, since models fill in flat objects best. */

const MAX_FOUND = 50;

const boundNames = (nutrients: readonly string[]) =>
  ['min', 'max'].flatMap((side) => nutrients.map((nutrient) => `${side}_${nutrient}`));
const FURTHER_BOUNDS = boundNames(FURTHER_NUTRIENTS);
/** Their names say what they are. */
const BOUND = Type.Optional(Type.Number({ minimum: 0 }));

export const FindInput = input({
  query: inputOf(FILTER_PARAMETERS.q),
  ...(Object.fromEntries(boundNames(NUTRIENTS).map((name) => [name, BOUND])) as TProperties),
  ...(Object.fromEntries(
    FILTER_ROWS.map(([name, { parameter }]) => [name, inputOf(parameter)]),
  ) as TProperties),
  further: Type.Optional(
    Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
      description:
        'Bounds of further nutrients in 100 g, by min_ or max_, name and unit, such as { "min_vitamin_c_mg": 30 }; a name that does not exist is refused',
    }),
  ),
  sort: Type.Optional(
    Type.Union(
      ORDERS.map((sort) => Type.Literal(sort)),
      { description: 'With - for descending, such as -protein_g; relevance needs a query' },
    ),
  ),
  limit: Type.Optional(upTo(MAX_FOUND, DEFAULT_FOODS)),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0, description: 'Number of foods to skip' }),
  ),
  lang: namesIn,
  detail,
});

/** What a model sent, once it fits the schema. */
export interface SentFind extends Omit<SentFilters, 'q'> {
  query?: string;
  further?: Readonly<Record<string, number>>;
  sort?: string;
  limit?: number;
  offset?: number;
  lang?: string;
  detail?: 'compact' | 'full';
}

/** What is wrong with the first name that is unknown; null if all are known. */
export function explainNames(
  sent: SentFind,
  catalog: Pick<Catalog, 'hasAllergenTag' | 'knownTags'>,
): string | null {
  for (const [list, check] of Object.entries(filterChecks(catalog))) {
    const names = memberOf(sent as Readonly<Record<string, readonly string[] | undefined>>, list) ?? [];
    for (const [index, name] of names.entries()) {
      const what = check(name);
      if (what !== null) return `${list}/${index}: ${what}`;
    }
  }
  for (const name of Object.keys(sent.further ?? {})) {
    if (FURTHER_BOUNDS.includes(name)) continue;
    const meant = nearestName(name, FURTHER_BOUNDS);
    return `further/${name}: there is no such bound${meant === null ? '' : `; did you mean ${meant}?`}`;
  }
  return null;
}

/** Bounds of further nutrients beside those of the ten, since their names are alike. */
export function gatherFurtherBounds(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  const isFurther = ([name]: [string, unknown]) => FURTHER_BOUNDS.includes(name);
  const all = Object.entries(sent);
  const flat = all.filter(isFurther);
  if (flat.length === 0) return sent;
  const { further = {}, ...others } = Object.fromEntries(all.filter((one) => !isFurther(one)));
  return { ...others, further: { ...further, ...Object.fromEntries(flat) } };
}

export function readFindInput(sent: SentFind): FindRequest {
  const { query: q = null, further, sort = null, limit = DEFAULT_FOODS, offset = 0 } = sent;
  // Grades are text in the catalogue, and groups of NOVA as well.
  const nova = (sent.nova as readonly number[] | undefined)?.map(String);
  return {
    ...readFilters({ ...sent, q, nova }, boundsIn({ ...sent, ...further })),
    sort: readOrder(sort, q),
    limit,
    offset,
    language: sent.lang?.toLowerCase() ?? null,
  };
}
