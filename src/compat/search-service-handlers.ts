import type { Catalog } from '../food/catalog.ts';
import type { Call } from '../http/call.ts';
import type { createLookupResponder } from '../http/lookup-responses.ts';
import { notFound } from '../http/problems.ts';
import { respondUncached } from '../http/responses.ts';
import { Invalid } from '../http/validation.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { serviceError } from './dialect.ts';
import { writeProduct } from './fields.ts';
import { isHeavyQuery } from './find-products.ts';
import { HIT } from './form.ts';
import { Product, type ProductOptions } from './product.ts';
import { findProduct } from './product-lookup.ts';
import { readBody } from './request-body.ts';
import { readLanguages } from './search-request.ts';
import { SEARCH_SERVICE, type ServiceRequest } from './search-service.ts';
import { QueryCheckError } from './search-service-query.ts';
import { readServiceSearch, type Sent, SentReader } from './search-service-request.ts';
import { isTaxonomy, SUGGEST_TAGS, type TagSuggestRequest } from './suggestions.ts';

const MAX_SUGGESTED = 100;
const DEFAULT_SUGGESTED = 10;

/** Answers a call with what a task makes of a request. Requests with the same meaning get the same answer. */
export type RespondWithTask = (
  call: Call,
  task: string,
  request: object,
  isHeavy?: boolean,
) => MaybePromise<Response>;

interface ServiceOptions extends Pick<ProductOptions, 'publicUrl' | 'hasPictures'> {
  catalog: Catalog;
}

/** The routes of Search-a-licious, the search service of Open Food Facts. */
export function createServiceHandlers(
  { catalog, publicUrl, hasPictures }: ServiceOptions,
  respondWithTask: RespondWithTask,
  respondWithLookup: ReturnType<typeof createLookupResponder>,
) {
  const idOf = (code: string) => findProduct(catalog, code)?.id ?? null;

  function respondWithHits(call: Call, sent: Sent): MaybePromise<Response> {
    try {
      const search = readServiceSearch(sent, idOf, (tag) => catalog.hasAllergenTag(tag));
      const request: ServiceRequest = { ...search, publicUrl, hasPictures };
      return respondWithTask(call, SEARCH_SERVICE, request, isHeavyQuery(search));
    } catch (error) {
      if (error instanceof QueryCheckError) return serviceError(call, 400, 'QueryCheckError', error.message);
      throw error;
    }
  }

  function makeDocument(call: Call): string | Response {
    const food = findProduct(catalog, call.params.code ?? '');
    if (food === null) return notFound(call, 'code not found');
    const options = { languages: [], publicUrl, hasPictures, form: HIT };
    return writeProduct(new Product(catalog, food, options), 'all');
  }

  return {
    serviceSearch: (call: Call): MaybePromise<Response> => respondWithHits(call, queryOf(call)),

    async serviceSearchByBody(call: Call): Promise<Response> {
      const body = parseObject((await readBody(call)) ?? '');
      const msg = 'Input should be a JSON object';
      if (body === null) throw new Invalid([{ type: 'json_invalid', loc: ['body'], msg, input: null }]);
      return respondWithHits(call, { place: 'body', get: (name) => body.get(name) });
    },

    document: (call: Call): Response => respondWithLookup(call, makeDocument),

    autocomplete(call: Call): MaybePromise<Response> {
      const sent = queryOf(call);
      const read = new SentReader(sent);
      if (sent.get('q') === null) read.fail('missing', 'q', 'Field required');
      if (sent.get('taxonomy_names') === null) read.fail('missing', 'taxonomy_names', 'Field required');
      const taxonomies = read.list('taxonomy_names');
      const unknown = taxonomies.find((name) => !isTaxonomy(name));
      if (unknown !== undefined)
        read.fail('value_error', 'taxonomy_names', `Value error, unknown taxonomy: ${unknown}`);
      const request: TagSuggestRequest = {
        q: read.text('q'),
        taxonomies,
        languages: readLanguages(read.text('langs') || read.text('lang')),
        limit: Math.min(read.count('size', DEFAULT_SUGGESTED), MAX_SUGGESTED),
        speaker: 'searchService',
      };
      if (read.issues.length > 0) throw new Invalid(read.issues);
      return respondWithTask(call, SUGGEST_TAGS, request);
    },

    health: (call: Call): Response => respondUncached(call, 200, '{"status":"success"}'),

    robots: (call: Call): Response =>
      respondUncached(call, 200, 'User-agent: *\nDisallow: /\n', {
        'content-type': 'text/plain; charset=utf-8',
      }),
  };
}

/** A parameter that is given several times counts as a list of all. */
function queryOf(call: Call): Sent {
  const sent = new URLSearchParams(call.target.query);
  return { place: 'query', get: (name) => (sent.has(name) ? sent.getAll(name).join(',') : null) };
}

function parseObject(text: string): Map<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? new Map(Object.entries(body))
      : null;
  } catch {
    return null;
  }
}
