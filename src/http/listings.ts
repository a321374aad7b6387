import { type Additions, addDetails } from '../food/add-details.ts';
import type { Catalog } from '../food/catalog.ts';
import { type FoundFoods, MOST_COUNTED, readOrder } from '../food/find.ts';
import type { Call } from './call.ts';
import { BULK, COUNT_FACETS, FIND } from './endpoints.ts';
import { LARGEST_OFFSET, readFilters } from './find-parameters.ts';
import { invalid } from './problems.ts';
import { fromJson, type Made, type TaskFunctions, type TaskRunner } from './task.ts';
import { createTaskResponder } from './task-responses.ts';
import { paramsReader } from './validation.ts';

/** The endpoints that select foods by their values, or get several of them. */

const readFind = paramsReader(FIND.path, FIND.query);
const readBulk = paramsReader(BULK.path, BULK.query);
const readFacets = paramsReader(COUNT_FACETS.path, COUNT_FACETS.query);

type Params<Read extends (...call: never[]) => unknown> = Exclude<ReturnType<Read>, readonly unknown[]>;
interface FindInput {
  params: Params<typeof readFind>;
  target: Call['target'];
}

/** Room for the lists that nearly everyone asks for, in characters of text. */
const CACHE_CHARACTERS = 8 * 1024 * 1024;

export function createListings(catalog: Catalog, tasks: TaskRunner) {
  const respond = createTaskResponder(catalog, tasks, CACHE_CHARACTERS);
  return {
    find(call: Call): Response | Promise<Response> {
      const params = readFind(call);
      if (Array.isArray(params)) return invalid(call, params);
      return respond(call, FIND, 'find', { params, target: call.target } satisfies FindInput);
    },

    bulk(call: Call): Response | Promise<Response> {
      const params = readBulk(call);
      return Array.isArray(params) ? invalid(call, params) : respond(call, BULK, 'bulk', params);
    },

    facets(call: Call): Response | Promise<Response> {
      const params = readFacets(call);
      return Array.isArray(params) ? invalid(call, params) : respond(call, COUNT_FACETS, 'facets', params);
    },
  };
}

/** The same as tasks. A catalogue of an earlier release cannot be filtered, which is a 404. */
export const LISTING_TASKS: TaskFunctions<{ catalog: Catalog }> = {
  find: fromJson(({ catalog }, { params, target }: FindInput): Made => {
    const { limit, offset } = params;
    const found = catalog.find({
      ...readFilters(params),
      sort: readOrder(params.sort, params.q),
      limit,
      offset,
      isExplained: params.explain,
    });
    if (found === null) return NOT_FOUND;
    const headers = JSON.stringify(pageHeaders(target, found, limit, offset));
    return {
      ...made(found.foods.map((food, at) => addDetails(catalog, food, params, found.matches[at]))),
      headers,
    };
  }),

  bulk: fromJson(({ catalog }, params: Params<typeof readBulk>): Made => {
    const { ids, barcodes } = params;
    const foods =
      ids === null
        ? (barcodes ?? []).map((code) => catalog.findBarcode(code))
        : // An id beyond the exact integers arrives as null or rounded; there is no such food.
          ids.map((id) => (Number.isSafeInteger(id) ? catalog.findFood(id) : null));
    return made(foods.map((food) => (food === null ? null : addDetails(catalog, food, params as Additions))));
  }),

  facets: fromJson(({ catalog }, params: Params<typeof readFacets>): Made => {
    const counts = catalog.countFacets({ ...readFilters(params), by: [...new Set(params.by)] });
    return counts === null ? NOT_FOUND : made(counts);
  }),
};

const NOT_FOUND: Made = { status: 404, text: '' };

function made(body: object): Made {
  return { status: 200, text: JSON.stringify(body) };
}

/** How many there are in all, and where to go on. */
function pageHeaders(
  target: Call['target'],
  { total }: FoundFoods,
  limit: number,
  offset: number,
): Record<string, string> {
  const count = total > MOST_COUNTED ? `${MOST_COUNTED}+` : String(total);
  const next = offset + limit;
  if (next >= total || next > LARGEST_OFFSET) return { 'x-total-count': count };
  const query = new URLSearchParams(target.query);
  query.set('offset', String(next));
  return { 'x-total-count': count, link: `<${target.path}?${query}>; rel="next"` };
}
