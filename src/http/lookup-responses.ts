import { type Catalog, versionOf } from '../food/catalog.ts';
import type { Call } from './call.ts';
import { Body } from './encoding.ts';
import { ResponseCache } from './response-cache.ts';
import { entityTag, hashRequest, respondWithData } from './responses.ts';

/** What a call asks for as JSON, or the problem with the call. */
export type FindAsked = (call: Call) => string | Response;

/** Responds with what a lookup finds, and caches those that are repeated, in this many characters of text. */
export function createLookupResponder(
  catalog: Catalog,
  cacheCharacters: number,
): (call: Call, findAsked: FindAsked) => Response {
  const cache = new ResponseCache(cacheCharacters);
  return (call, findAsked) => {
    const version = versionOf(catalog);
    const { cacheKey } = call;
    const requestHash = hashRequest(cacheKey);
    // A cached request was valid and found something, so neither is checked again.
    let body = cache.find(version, cacheKey)?.body;
    if (body === undefined) {
      const found = findAsked(call);
      if (found instanceof Response) return found;
      body = new Body(found);
      cache.storeIfRepeated(version, cacheKey, requestHash, { body, headers: null });
    }
    return respondWithData(call, version, entityTag(call, version, requestHash), body);
  };
}
