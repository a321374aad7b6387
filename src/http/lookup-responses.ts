import { type Catalog, versionOf } from '../food/catalog.ts';
import type { Call } from './call.ts';
import { Body } from './encoding.ts';
import { ResponseCache } from './response-cache.ts';
import { entityTag, respondWithData } from './responses.ts';

/** What a call asks for as JSON, or the problem with the call. */
export type FindAsked = (call: Call) => string | Response;

/** Responds with what a lookup finds, and caches it, in this many characters of text. */
export function createLookupResponder(
  catalog: Catalog,
  cacheCharacters: number,
): (call: Call, findAsked: FindAsked) => Response {
  const cache = new ResponseCache(cacheCharacters);
  return (call, findAsked) => {
    const version = versionOf(catalog);
    const { cacheKey } = call;
    // A cached request was valid and found something, so neither is checked again.
    let body = cache.find(version, cacheKey)?.body;
    if (body === undefined) {
      const found = findAsked(call);
      if (found instanceof Response) return found;
      body = new Body(found);
      cache.store(version, cacheKey, { body, headers: null });
    }
    return respondWithData(call, version, entityTag(call, version, cacheKey), body);
  };
}
