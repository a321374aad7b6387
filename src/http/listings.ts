import { type Catalog, versionOf } from '../food/catalog.ts';
import { type FoundFoods, MOST_COUNTED, readOrder } from '../food/find.ts';
import { extend } from './additions.ts';
import type { Call } from './call.ts';
import { Body } from './encoding.ts';
import { BULK, COUNT_FACETS, type Endpoint, FIND } from './endpoints.ts';
import { LARGEST_OFFSET, readFilters } from './find-parameters.ts';
import { invalid, problemOf } from './problems.ts';
import { ResponseCache } from './response-cache.ts';
import { entityTag, hashRequest, isNotModified, respondNotModified, respondWithData } from './responses.ts';
import { paramsReader } from './validation.ts';

const readFind = paramsReader(FIND.path, FIND.query);
const readBulk = paramsReader(BULK.path, BULK.query);
const readFacets = paramsReader(COUNT_FACETS.path, COUNT_FACETS.query);

/** Room for the lists that nearly everyone asks for, in characters of text. */
const CACHE_CHARACTERS = 8 * 1024 * 1024;

/** The handlers of the endpoints that select foods by their values. */
export function createListings(catalog: Catalog) {
  const cache = new ResponseCache(CACHE_CHARACTERS);

  /** `make` gives the body with headers of its own, or null where the catalogue cannot answer. */
  function respond(
    call: Call,
    endpoint: Endpoint,
    make: () => { body: unknown; headers?: Record<string, string> } | null,
  ): Response {
    const version = versionOf(catalog);
    const { cacheKey } = call;
    let cached = cache.find(version, cacheKey);
    if (cached === undefined) {
      const made = make();
      if (made === null) return problemOf(call, endpoint, 404);
      const etag = entityTag(version, hashRequest(cacheKey));
      cached = {
        etag,
        body: new Body(JSON.stringify(made.body)),
        ...(made.headers && { headers: made.headers }),
      };
      cache.store(version, cacheKey, cached);
    }
    const { etag, body, headers = null } = cached;
    return isNotModified(call, etag)
      ? respondNotModified(call, version, etag, headers)
      : respondWithData(call, version, etag, body, headers);
  }

  return {
    find(call: Call): Response {
      const params = readFind(call);
      if (Array.isArray(params)) return invalid(call, params);
      const { limit, offset } = params;
      return respond(call, FIND, () => {
        const sort = readOrder(params.sort, params.q);
        const found = catalog.find({ ...readFilters(params), sort, limit, offset });
        if (found === null) return null;
        const body = found.foods.map((food) => extend(catalog, food, params));
        return { body, headers: pageHeaders(call, found, limit, offset) };
      });
    },

    bulk(call: Call): Response {
      const params = readBulk(call);
      if (Array.isArray(params)) return invalid(call, params);
      const { ids, barcodes } = params;
      return respond(call, BULK, () => {
        const foods =
          ids === null
            ? (barcodes ?? []).map((code) => catalog.findBarcode(code))
            : ids.map((id) => (Number.isSafeInteger(id) ? catalog.findFood(id) : null));
        return { body: foods.map((food) => (food === null ? null : extend(catalog, food, params))) };
      });
    },

    facets(call: Call): Response {
      const params = readFacets(call);
      if (Array.isArray(params)) return invalid(call, params);
      return respond(call, COUNT_FACETS, () => {
        const counts = catalog.countFacets({ ...readFilters(params), by: [...new Set(params.by)] });
        return counts === null ? null : { body: counts };
      });
    },
  };
}

/** How many there are in all, and where to go on. */
function pageHeaders(
  { target }: Call,
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
